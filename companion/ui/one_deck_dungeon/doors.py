"""The turn before its doors: what the large button does, and how doors are counted when one of them is gone."""

from __future__ import annotations

from companion.games.one_deck_dungeon.party import feat, skills
from companion.games.one_deck_dungeon.rooms import door_limit
from companion.games.one_deck_dungeon.state import Door
from companion.games.one_deck_dungeon.telling import card_words
from companion.ui.kit import Primary
from companion.ui.one_deck_dungeon.rounds import Rounds
from companion.ui.panel import Group, Item, Text


class Doors(Rounds):
    """What is offered and said while the party stands before its doors."""

    seat: str
    _stood: tuple[int, tuple[Door, ...]] = (0, ())
    """The floor, and the doors as this device saw them last."""

    def turn_sentence(self) -> str:
        """Return the one sentence of a turn, short enough for one line of a phone: the board must not move."""
        said = self.session.table.prompt(self.session.viewer).sentence
        return said.replace("The stairs are open: ", "Stairs open: ").replace("stairs, then ", "stairs: ")

    def loot_words(self) -> str:
        """Return what the large button takes: the first card that was won, as XP."""
        card = self.state.spoils[0].card
        name = card_words(self.cat, card) if card.name else "Card 1"
        return f"{name} as XP" if len(self.state.spoils) > 1 else "XP"

    def headline(self) -> Item:
        """Return the line over the chips; of a hero that was tapped its feat and skills, cut short on the board."""
        if self.moment in ("turn", "end") and self.seat:
            hero = self.state.hero(self.seat)
            own, can = feat(self.cat, self.state, hero), skills(self.cat, self.state, hero)
            names = [*([f"{own.name} (feat)"] if own is not None else []), *(one.name for _, one in can)]
            said = f"{hero.name}: {', '.join(names) or 'nobody has told this card'}. Party says what they do."
            return Group((Text(said, "small grow"),), "row")
        return super().headline()

    def turn_primary(self) -> Primary:
        """Return the large button of a turn: exploring, unless it would add no door; then it stands aside."""
        if self.adds_nothing:
            return Primary("Tap a door", "", "Explore", "explore")
        return Primary("Explore", "explore")

    @property
    def adds_nothing(self) -> bool:
        """Whether there are doors, and exploring would add none."""
        state = self.state
        return bool(state.doors) and (len(state.doors) >= door_limit(self.cat, state) or not state.down)

    def news(self) -> None:
        """Say which doors have other numbers now, once on each device: they close up when one of them is gone."""
        super().news()
        state = self.state
        if state.step not in ("turn", "open", "meet"):
            return
        (floor, before), self._stood = self._stood, (state.floor, state.doors)
        gone = gone_door(before, state.doors) if floor == state.floor else 0
        moved = [f"door {n} is {n - 1} now" for n in range(gone + 1, len(before) + 1)] if gone else []
        if moved:
            self.desk.say(f"The doors close up: {', '.join(moved)}.")


def gone_door(before: tuple[Door, ...], now: tuple[Door, ...]) -> int:
    """Return the number, from 1, of the one door that has gone; 0 where that is not what has happened."""
    then, left = [(door.cards, door.open) for door in before], [(door.cards, door.open) for door in now]
    if len(left) != len(then) - 1:
        return 0
    return next((n for n in range(1, len(then) + 1) if then[: n - 1] + then[n:] == left), 0)
