"""Putting right: hold a hero, a card, the potions or the deck, and say what it really is. The table wins, always."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.one_deck_dungeon.telling import title
from companion.ui.boards.one_deck_dungeon_places import Place, read_place
from companion.ui.kit import Change
from companion.ui.one_deck_dungeon import pads
from companion.ui.one_deck_dungeon.at_table import AtTable
from companion.ui.pad import Answer, Ask

if TYPE_CHECKING:
    from companion.ui.one_deck_dungeon.sofa import Subject

NUMBERS = {
    "potions": ("potions", "Potions", 12),
    "xp": ("xp", "Experience", 40),
    "deck": ("deck", "Cards in the deck", 88),
    "boss": ("boss", "Wounds of the boss", 20),
}
"""Places of numbers: what `set` calls them, what people call them, and the most there can be."""


class Fixing(AtTable):
    """What a held thing may be changed to, and what that does."""

    if TYPE_CHECKING:

        def here(self) -> list[Subject]:
            """Return what nobody has described."""

        def begin(self, key: str) -> None:
            """Begin to describe something."""

    def change(self, place: str) -> Change | None:
        """Say what a held thing may be changed to; None where nothing lies there."""
        spot = read_place(place)
        if self.state.step == "setup":
            return None
        if spot.kind in ("hero", "swap", "heart"):
            return self._of_hero(spot.name)
        if spot.kind in NUMBERS:
            return self._of_number(spot.kind)
        tokens = self._tokens(spot)
        if not tokens:
            return None
        signs = ("✎ it is another",) if len(tokens) == 1 else ("✎ the first is another", "✎ the second is another")
        more = [(f"rename {n}", words) for n, words in enumerate(signs)]
        subjects = {one.key: one.name or "it" for one in self.here()}
        more += [(f"describe {n}", f"☰ describe {subjects[at]}") for n, at in enumerate(tokens) if at in subjects]
        return Change("This card", None, tuple(more))

    def _of_hero(self, handle: str) -> Change:
        hero = self.state.hero(handle)
        more = [("damage +1", "− one heart less")]
        if hero.damage:
            more.append(("damage -1", "+ one heart more"))
        if self.state.poison_total:
            more.append(("poison +1", "☠ one poison more"))
        if hero.poison:
            more.append(("poison -1", "○ one poison less"))
        more.append(("stored +1", "◆ black die stored"))
        if hero.stored:
            more.append(("stored -1", "◇ black die gone"))
        return Change(f"{hero.name}, {title(hero.card)}", None, tuple(more))

    def _of_number(self, kind: str) -> Change:
        what, words, most = NUMBERS[kind]
        now = self._number(what)
        more = [("up", f"+ {now + 1}")] if now < most else []
        more += [("down", f"− {now - 1}")] if now > 0 else []
        if kind == "xp":
            more += [("level up", "▲ level up"), ("level down", "▼ level down")]
        return Change(f"{words}: {now}", None, tuple(more))

    def _number(self, what: str) -> int:
        state = self.state
        return {"potions": state.potions, "xp": state.xp, "deck": state.down, "boss": state.wounds}[what]

    def _tokens(self, spot: Place) -> tuple[str, ...]:
        """Return the places of the cards that are held, as the game names them; none where no card lies open."""
        state = self.state
        if spot.kind == "card" and self.moment == "meet" and spot.n:
            return (f"door.{state.opening + 1}.{spot.n}",)
        if spot.kind == "card" and self.moment == "loot":
            return (f"loot.{spot.n}",)
        if spot.kind == "door" and 1 <= spot.n <= len(state.doors) and state.doors[spot.n - 1].open:
            return tuple(f"door.{spot.n}.{k}" for k in range(1, len(state.doors[spot.n - 1].cards) + 1))
        return ()

    def changed(self, place: str, answer: Answer) -> tuple[str, str]:
        """Return the token and the text for what was picked for a held thing."""
        return self._tokens(read_place(place))[0], answer.value[-1][0]

    def do(self, place: str, name: str) -> None:
        """Do something else with a held thing: an id of `Change.more`."""
        spot, state = read_place(place), self.state
        what, _, by = name.partition(" ")
        if what == "rename":
            self.telling = self._tokens(spot)[int(by)]
        elif what == "describe":
            self.begin(self._tokens(spot)[int(by)])
        elif spot.kind in ("hero", "swap", "heart"):
            now = getattr(state.hero(spot.name), what)
            self.desk.enter(f"set {spot.name} {what} {max(0, now + int(by))}")
        elif what == "level":
            self.desk.enter(f"set level {max(1, state.level + (1 if by == 'up' else -1))}")
        else:
            number = NUMBERS[spot.kind][0]
            self.desk.enter(f"set {number} {max(0, self._number(number) + (1 if what == 'up' else -1))}")
        self.desk.refresh()

    # ------------------------------------------------------------- an entry of the log

    def entry_ask(self, text: str) -> Ask | None:
        """Ask again what an entry said: the name of a card, or a roll; None where that cannot be picked on a pad."""
        word, *rest = text.split()
        if word == "card":
            return pads.names_ask(self.cat, self.state.deck)
        return pads.rolled_ask(rest) if word == "roll" and rest != ["?"] else None

    def entry_text(self, text: str, answer: Answer) -> str:
        """Return an entry as it should have been."""
        if text.startswith("card"):
            return f"card #{answer.value[-1][0]}"
        return pads.roll_line(answer.value) if text.startswith("roll") else text
