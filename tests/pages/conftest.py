"""What tests of pages share."""

from functools import cache

from streamlit.components.v2 import manifest_scanner

# For each session of a test Streamlit parses the metadata of every installed package; they are the same in all of them.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
