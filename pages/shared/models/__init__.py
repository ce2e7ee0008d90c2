"""The trained models as pages show them, and what they predict on the grid in view."""
