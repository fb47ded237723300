"""A toy game's cards: coins of two sizes, each with a face on both sides."""
