"""Command line: write the pages of all trained models from their specs and cards.

python -m tnpcore.catalogue [FOLDER]      zoo.md, sequences.md, melodies.md, autoencoders.md, classification.md and
                                          learned.md (default: into docs)
"""

from __future__ import annotations

from tnpcore.families import FAMILIES
from tnpcore.markdown import write_pages

PAGES = {file: page for family in FAMILIES for file, page in family.pages.items()}


def main() -> None:
    """Write the pages."""
    for written in write_pages("tnpcore.catalogue", __doc__, PAGES):
        print(written)


if __name__ == "__main__":
    main()
