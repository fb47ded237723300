"""One SVG board for each game."""
