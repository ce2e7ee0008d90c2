"""The app: one lesson per file, narrative and layout only."""
