"""One Deck Dungeon on the one page: its depths, its screens, its set-up and the questions that its tables ask.

What reckons is imported when a table opens, so that the start page is there at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.engine.game import Question, Verdict
from companion.engine.table import Table
from companion.games.one_deck_dungeon.state import DECKS, PLAYERS, TIERS, Position
from companion.games.one_deck_dungeon.telling import title
from companion.ui.common_kit import CommonKit
from companion.ui.kit import Counter, Depth, Desk, Setting
from companion.ui.one_deck_dungeon.pictures import depth_svg
from companion.ui.panel import Item

if TYPE_CHECKING:
    from companion.ui.one_deck_dungeon.base import DungeonPlay

_DECKS = {"core": "One Deck Dungeon", "forest": "Forest of Shadows", "hybrid": "Both mixed"}


_ASKED_AS = {
    "safe": "survive survives die dies dead death fall falls",
    "split": "survive die dead death fall pairs groups",
    "worth": "help helps skill feat potion",
    "item": "help helps loot gain",
    "cover": "win beat all",
    "armor": "armour shield shields",
    "hearts": "wound wounds damage hurt heart lost",
    "late": "hourglass hourglasses cards lost",
    "win": "boss win kill survive beaten",
    "behind": "door doors explore draw card cards",
    "resist": "save token tokens",
    "sick": "die damage token tokens",
    "stairs": "deck floor descend down empty",
    "crumble": "stay damage",
    "level": "up potion",
}
"""Other words that people look for a question with."""


_SKILLS = ("How is a skill paid for?", "one-deck-dungeon.skills.price one-deck-dungeon.skills.mana")
_SHARE = (
    ("What do open boxes cost?", "one-deck-dungeon.consequences.order"),
    ("Who of us takes a wound?", "one-deck-dungeon.consequences.damage"),
)
_FLEE = (("When may I flee?", "one-deck-dungeon.turn.flee"), ("When may we flee?", "one-deck-dungeon.turn.flee"))
"""What stands in the place of questions about poison and pairs where there are none, for one hero and for two."""


class OneDeckDungeonKit(CommonKit):
    """What One Deck Dungeon brings to the page."""

    id = "one-deck-dungeon"
    title = "One Deck Dungeon"
    together = True
    hints = "everyone"
    search_field = "Any word of the rules, or the name of a card"
    search_hint = "armor, black die, Frenzy"
    asked_as = MappingProxyType(_ASKED_AS)
    line_hint = "enter 2; card #goblin"
    count_title = "Just ask about a fight"
    count_cost = "at most 10 taps, no game kept"
    first_evening = (
        "With nothing typed in: exact odds for every core foe, peril and boss; Forest cards by their results."
    )
    players = (1, 4)
    seat_word = "Hero"
    seats_line = "1, 2 or 4 heroes; one person may lead several of them."
    settings = (
        Setting("deck", "Which deck?", tuple((deck, _DECKS[deck], "") for deck in DECKS), "core"),
        Setting("tier", "How hard?", tuple((tier, tier.capitalize(), "") for tier in TIERS), "standard"),
        Setting(
            "reference",
            "Which potion is on the turn reference?",
            (("healing", "Healing", "the core game's card"), ("cure", "Cure", "Forest of Shadows")),
            "healing",
        ),
    )
    depths = (
        Depth("light", "Light", "names of cards met, hearts, loot", "about 13 taps a room, one enters", depth_svg(1)),
        Depth("full", "Full", "and every die: the best placement", "about 25 taps a room", depth_svg(2)),
    )
    asks = (
        ("Armour first?", "one-deck-dungeon.boxes.armor"),
        ("How do I make a black die?", "one-deck-dungeon.dice.black one-deck-dungeon.dice.black-black"),
        (
            "Can the other pair's hero take this wound?",
            "one-deck-dungeon.four.damage one-deck-dungeon.consequences.damage",
        ),
        ("When does poison hit?", "one-deck-dungeon.poison.when one-deck-dungeon.poison.resist"),
        ("Both cards to one hero?", "one-deck-dungeon.four.loot"),
        ("What happens at an empty deck?", "one-deck-dungeon.stairs.visible one-deck-dungeon.stairs.tokens"),
    )

    def play(self, desk: Desk) -> DungeonPlay:
        """Return the Table tab for the depth that the table is followed at now."""
        from companion.ui.one_deck_dungeon.full import Full
        from companion.ui.one_deck_dungeon.light import Light

        return Full(desk) if desk.session.table.state.full else Light(desk)

    def counter(self, redraw: Callable[[], None], text: str) -> Counter:
        """Return the *just ask* page: one or two fights that are tapped together."""
        from companion.ui.one_deck_dungeon.count import Asking

        return Asking(redraw, text)

    def wrong_number(self, players: int) -> str:
        """Return that three heroes cannot play, and how many can; empty for a number that can."""
        if players in PLAYERS:
            return ""
        one = "name a fourth hero, whom anybody may lead, or leave one name empty"
        return f"One Deck Dungeon is for 1, 2 or 4 heroes, not {players}: {one}."

    def layout(self, players: int, chosen: Mapping[str, str] = MappingProxyType({})) -> tuple[str, ...]:
        """Return the clauses that say what to lay out, in order: with the deck, the tier and the potion chosen."""
        four, deck, tier = players == 4, chosen.get("deck"), chosen.get("tier")
        names = ["setup.order", *["setup.heroes"] * (players > 1), *["four.sets", "four.sides"] * four]
        names += [f"hybrid.deck{'-four' * four}", "hybrid.tokens"] if deck == "hybrid" else []
        names += ["exile.tokens"] if deck == "forest" and four else []
        names += ["four.potions"] if four else ["components.levels", "supply.potions"]
        names += ["cure.basic"] if chosen.get("reference") == "cure" else []
        names += [f"tiers.{tier}{'-four' * (four and tier == 'standard')}"] if tier else []
        return tuple(f"{self.id}.{name}" for name in names)

    def mover(self, state: Position) -> str:
        """Return nobody: the party decides together."""
        return ""

    def asks_at(self, table: Table) -> tuple[tuple[str, str], ...]:
        """Return the questions that make sense at a table: of pairs among four alone, of poison where there is some."""
        state: Position = table.state
        poison = state.deck != "core" or state.poison_total
        out = []
        for question, clauses in self.asks:
            if clauses.startswith("one-deck-dungeon.poison.") and not poison:
                question, clauses = _SKILLS
            elif clauses.startswith("one-deck-dungeon.four.") and not state.four:
                question, clauses = (_FLEE if clauses.endswith("loot") else _SHARE)[len(state.heroes) > 1]
            out.append((question, clauses))
        return tuple(out)

    def asked_too(self, table: Table) -> tuple[Question, ...]:
        """Return the question about the boss: as if it came now, where it is still far."""
        state: Position = table.state
        dungeon = table.game.cat.dungeons.get(state.dungeon)  # type: ignore[attr-defined]
        if state.ended or state.step == "setup" or dungeon is None or dungeon.boss is None:
            return ()
        now = "" if state.at_boss else " if it came now"
        return (Question("win", f"How likely do we beat {dungeon.boss.name}{now}?"),)

    def cards_found(self, table: Table, words: str) -> Iterable[Item]:
        """Return the foes, perils, feats, skills, potions, dungeons and bosses that some words name."""
        from companion.ui.one_deck_dungeon.finding import cards_found

        return cards_found(table, words)

    def fact(self, state: Position, seat: str) -> str:
        """Return which hero a seat is and what it has lost; of the whole table, where the party is."""
        if not seat:
            if state.step == "setup":
                return ""
            where = "The boss" if state.at_boss else f"Floor {state.floor}"
            return f"{where} · turn {state.turn}" if not state.at_boss else f"{where} · round {state.round}"
        hero = state.hero(seat)
        lost = f"−{hero.damage}" if hero.damage else ""
        poison = f"{hero.poison} poison" if hero.poison else ""
        return " · ".join(filter(None, (title(hero.card), lost, poison)))

    def stands(self, table: Table, seat: str) -> str:
        """Return which hero a seat is, with its hearts and its poison."""
        from companion.ui.one_deck_dungeon.standing import hearts_row

        hero = table.state.hero(seat)
        hearts = hearts_row(table.game.cat, table.state, hero) if hero.card else ""  # type: ignore[attr-defined]
        poison = f"{hero.poison} poison" if hero.poison else ""
        return "  ".join(filter(None, (title(hero.card), hearts, poison)))

    def token_words(self, state: Position, token: str) -> str:
        """Return an untold card in words."""
        where, *rest = token.split(".")
        return f"Door {rest[0]}, card {rest[1]}" if where == "door" else f"A card ({token})"

    def token_seat(self, token: str) -> str:
        """Return nobody: what is untold is the whole table's."""
        return ""

    def picture(self, state: Position, seat: str) -> str:
        """Return nothing: nobody looks over a dungeon."""
        return ""

    def flash(self, verdict: Verdict, seat: str) -> tuple[str, ...]:
        """Return the places of the board that a verdict names."""
        return tuple(verdict.where)

    def consequences(self, before: Position, after: Position) -> str:
        """Return in one line what a change of the past has led to; empty for nothing."""
        said = []
        if before.xp != after.xp:
            said.append(f"XP {before.xp} → {after.xp}")
        if before.level != after.level:
            said.append(f"level {before.level} → {after.level}")
        for was, now in zip(before.heroes, after.heroes, strict=False):
            if was.damage != now.damage:
                said.append(f"{now.name} −{was.damage} → −{now.damage}")
        return ", ".join(said)

    def standing(self, table: Table, viewer: str) -> Iterable[Item]:
        """Return how the party stands."""
        from companion.ui.one_deck_dungeon.standing import standing

        return standing(table, viewer)

    def ending(self, table: Table) -> Iterable[Item]:
        """Return how it ended."""
        from companion.ui.one_deck_dungeon.standing import ending

        return ending(table)

    def looking_back(self, table: Table) -> Callable[[], tuple[Item, ...]] | None:
        """Return what tells how brave the party was; None where nothing was fought that can be counted."""
        from companion.ui.one_deck_dungeon.standing import looking_back

        return looking_back(table)


KIT = OneDeckDungeonKit()

__all__ = ["KIT", "OneDeckDungeonKit"]
