"""Count a finished 4 KEYS dungeon the slow way, straight from the annex of the rulebook.

It shares nothing with the program: it reads the text by itself into a dictionary from (column, row), both 1 to 4, to a
word such as "+HL", "box", "!chest", "compass^", "start(a2,a3)" or "A", and has one function for each room. A child can
check it. What a door required does not matter once the game is over, so it is thrown away.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Place = tuple[int, int]
Board = dict[Place, str]

ARROWS = {"^": (0, -1), ">": (1, 0), "v": (0, 1), "<": (-1, 0)}
LEVEL_1 = {"ajar0", "ajar3", "ajar5", "box", "throne", "trap", "control", "larder"}


def read(text: str) -> tuple[Board, int]:
    """Return the board of a text of four rows by four columns, and the gold on its tile."""
    board: Board = {}
    gold = 0
    for y, row in enumerate(text.replace("/", "\n").split("\n"), start=1):
        for x, word in enumerate(row.split(), start=1):
            word = re.sub(r"\{.*\}", "", word)
            if re.fullmatch(r"A\d", word):
                gold = int(word[1])
                word = "A"
            if word.startswith("+"):
                word = "+" + re.sub(r"\(.*\)|\d", "", word[1:])
            if word != ".":
                board[x, y] = word
    return board, gold


class Count:
    """One finished dungeon being counted."""

    def __init__(self, board: Board, gold: int, compass_tile: bool = True, compass_cycles: bool = True) -> None:
        self.board = board
        self.gold = gold
        self.compass_tile = compass_tile
        self.compass_cycles = compass_cycles

    def total(self) -> int:
        return sum(self.worth(place) for place, word in self.board.items() if word != "A") + self.gold

    def worth(self, place: Place) -> int:
        """Return what the room on a place is worth: nothing for a Key, a closed door, an empty space or the tile."""
        word = self.board.get(place, ".")
        room = re.split(r"[-(^>v<?]", word)[0] if word.startswith(("fountain", "start", "compass")) else word
        rooms: dict[str, Callable[[Place], int]] = {
            "start": self.start,
            "ajar0": lambda place: 0,
            "ajar3": lambda place: 3,
            "ajar5": lambda place: 5,
            "box": lambda place: 2,
            "throne": lambda place: self.gold,
            "trap": self.trap,
            "control": self.control,
            "larder": self.larder,
            "apartments": lambda place: 5,
            "compass": self.compass,
            "chest": self.chest,
            "monster": self.monster,
            "fountain": self.fountain,
        }
        return rooms[room](place) if room in rooms else 0

    def start(self, place: Place) -> int:
        x, y = place
        return 3 if f"{'?abcd'[x]}{y}" in self.board[place] else 1

    def trap(self, place: Place) -> int:
        return 3 if place in [(1, 1), (4, 1), (1, 4), (4, 4)] else 1

    def control(self, place: Place) -> int:
        return 3 if place in [(2, 2), (3, 2), (2, 3), (3, 3)] else 1

    def larder(self, place: Place) -> int:
        x, y = place
        return 3 if "A" in [self.board.get((x + dx, y + dy)) for dx, dy in ARROWS.values()] else 0

    def chest(self, place: Place) -> int:
        lines = [word for (x, y), word in self.board.items() if (x == place[0]) != (y == place[1])]
        return sum(len(word) - 1 for word in lines if word.startswith("+"))

    def monster(self, place: Place) -> int:
        return sum(word in LEVEL_1 for word in self.board.values())

    def fountain(self, place: Place) -> int:
        shape = self.board[place][-1]
        return sum(word.count(shape) for word in self.board.values() if word.startswith("+"))

    def compass(self, place: Place) -> int:
        """Walk along the arrows; after sixteen steps among Compasses the walk must be in a circle."""
        for _step in range(17):
            dx, dy = ARROWS[self.board[place][-1]]
            place = (place[0] + dx, place[1] + dy)
            word = self.board.get(place, ".")
            if word == "A":
                return self.gold if self.compass_tile else 0
            if not word.startswith("compass"):
                return self.worth(place)
            if not self.compass_cycles:
                return 0
        return 0
