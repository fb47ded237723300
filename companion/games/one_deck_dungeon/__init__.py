"""One Deck Dungeon: one, two and four heroes, with Forest of Shadows."""
