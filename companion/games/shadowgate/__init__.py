"""Shadowgate: The Living Castle, for two to four players."""
