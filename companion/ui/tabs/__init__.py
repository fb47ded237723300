"""The tabs of the one page."""
