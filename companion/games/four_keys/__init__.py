"""4 KEYS, for two to four players: count a dungeon at once with `score(Dungeon.parse(text))`."""

from companion.games.four_keys.dungeon import Dungeon
from companion.games.four_keys.scoring import score

__all__ = ["Dungeon", "score"]
