"""Small bosses for tests: a den whose boss is as it is needed, and the parties before it."""

from __future__ import annotations

from dataclasses import replace as with_fields
from typing import Any

from companion.engine.edition import Edition
from companion.engine.rulebook import read
from companion.games.one_deck_dungeon.abilities import Ability
from companion.games.one_deck_dungeon.boxes import Pool, read_boxes
from companion.games.one_deck_dungeon.kinds import Boss, DungeonCard
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from companion.games.one_deck_dungeon.state import Position
from companion.games.one_deck_dungeon.wording import read_ability
from tests.games.one_deck_dungeon.following import DIGEST, Follower, begin


class Den(OneDeckDungeon):
    """The game with the practice cards and a den with its boss."""

    def with_skill(self, *names: str) -> Position:
        """Return a warrior with these skills before the boss, with four dice of the supply."""
        follower = self.before("ana=warrior").set(exiled=Pool(6, 7, 7))
        for name in names:
            follower.give("ana", next(id for id, card in self.cards.ids.items() if card.skill == name))
        return follower.state

    def before(self, people: str, **options: Any) -> Follower:
        """Return a party before the boss."""
        return begin(people, dungeon="den", floor=4, game=self, depth="full", **options)


def den(health: int, boxes: str, rules: str = "") -> Den:
    """Return the game with a boss.

    Args:
        health: damage that kills it, before it is doubled for four.
        boxes: its boxes.
        rules: what is special, as in an edition.
    """
    game = Den(Edition.load("one-deck-dungeon", "practice"), read(DIGEST))
    abilities: tuple[Ability, ...] = (read_ability(rules),) if rules else ()
    card = DungeonCard(set="core", name="Den", boss=Boss("Bear", health, read_boxes(boxes), abilities))
    game.cat = with_fields(game.cat, dungeons={**game.cat.dungeons, "den": card})
    return game
