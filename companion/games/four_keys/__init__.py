"""4 KEYS."""
