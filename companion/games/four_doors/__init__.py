"""The Four Doors."""
