"""Under the board: the one number of the party, what may be tapped besides, and the best splits of a wide page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.game import Question
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import Cure, Doors, Exile, Heal, Prevent, Skip
from companion.games.one_deck_dungeon.rooms import boss, boss_health, foe_of
from companion.games.one_deck_dungeon.turns import begun_with, turn_time
from companion.games.one_deck_dungeon.using import potion_use
from companion.ui.one_deck_dungeon import said
from companion.ui.one_deck_dungeon.at_table import AtTable
from companion.ui.one_deck_dungeon.fights import ALIVE, PREFERENCES, Met, Split, going, rank, ways
from companion.ui.one_deck_dungeon.meeting import Meeting, ending, winning
from companion.ui.one_deck_dungeon.picks import has_names
from companion.ui.one_deck_dungeon.thinking import Job, Thinker
from companion.ui.panel import Button, Group, Item, Text

if TYPE_CHECKING:
    from companion.ui.boards.one_deck_dungeon_fight import Marks
    from companion.ui.one_deck_dungeon.sofa import Subject

WORDS = {ALIVE: "alive", "fewest wounds": "wounds", "save time": "time"}
"""The three preferences as they stand on their buttons."""

EXPLAINED = 6
"""Answers that the line of odds opens; each takes a moment to be worked out."""


ANYBODYS = Skip | Prevent | Doors | Exile
"""Effects of potions that are the same whoever of the party uses them."""


class Tray(AtTable):
    """What lies under the board, and on the right of a wide page.

    Attributes:
        fit: how many feats and stored dice each card of an open room has room for.
    """

    preference: str
    thinker: Thinker
    fit: int
    _level: int

    if TYPE_CHECKING:

        @property
        def meeting(self) -> Meeting:
            """The open room."""

        @property
        def marked(self) -> Marks:
            """What was tapped as the cost of the present fight."""

        def _marks_words(self) -> str: ...

        def prepared(self, met: Met | None) -> Met | None:
            """Return the present fight with the feats that the party meant to use in it."""

        def here(self) -> list[Subject]:
            """Return what nobody has described."""

        def job_tray(self) -> Iterable[Item]:
            """Return what lies in the tray while something is described."""

        def unnamed(self) -> list[str]:
            """Return the cards before the party that only lack a name."""

        def describing_chip(self) -> list[Button]:
            """Return the chip that leads to describing what lies here."""

        def act(self, name: str) -> None:
            """Do what a button says."""

    def button(self, name: str, text: str, sub: str = "", look: str = "chip", on: bool = False) -> Button:
        """Return a button of the tray."""
        enabled = not self.session.watching
        return Button(name, text, lambda: self.act(name), sub=sub, look=look, enabled=enabled, on=on)

    def headline(self) -> Item:
        """Return the line over the chips: the one number of the party, or what the table does now."""
        if self.moment in ("meet", "round"):
            return self._odds_line()
        if self.moment == "result":
            told = (
                self._marks_words()
                if not self.marked.nothing
                else ": ".join(filter(None, (self._life(), self.outlook())))
            )
            return Group(
                (Text(told or "Tap the hearts and the time that it cost; or nobody was hurt.", "grow"),), "row"
            )
        return Group((Text(self._where(), "small grow"),), "row")

    def _life(self) -> str:
        """Return how far the boss is, before anything else that is said of the fight; empty elsewhere."""
        state = self.state
        enemy, hearts = boss(self.cat, state), boss_health(self.cat, state)
        if not state.at_boss or enemy is None or hearts is None:
            return ""
        return f"{enemy.name} {state.wounds} of {hearts}"

    def _where(self) -> str:
        """Return what the table does now, in a line of small type."""
        state = self.state
        if self.moment == "turn":
            doors = ", or tap a door" if state.doors else ""
            return f"{self._turn_words()} Explore fills the doors{doors}."
        if self.moment in ("open", "xp"):
            if not has_names(self.cat, self.shown_set):
                return "Nobody has typed in these cards: fight as printed, then tap what it cost and what you took."
            return "Combats left, perils right, by XP. Its place never changes."
        if self.moment == "loot":
            return "Item on the left, skill below, XP: each card is taken once."
        if self.moment == "end":
            limit = 6 if state.four else 3
            return f"Staying lays {turn_time(self.cat, state)} tokens on the stairs each turn; at {limit} they hurt."
        return {
            "hero": "Dice and hearts as on the side of the card that you use.",
            "dungeon": "The more dots, the harder.",
            "before": "A potion may be used before it begins.",
        }.get(self.moment, "")

    def _turn_words(self) -> str:
        """Say what the turn has begun with: cards turned over, or time laid on the open stairs."""
        state = self.state
        spent = begun_with(self.cat, state)
        if state.stairs_open and not state.sighted:
            return f"The turn's {spent} time lies on the stairs."
        return f"The turn has cost {spent} {'time' if state.sighted else 'cards'}."

    def _odds_line(self) -> Item:
        meeting = self.meeting
        chance = meeting.nobody
        if chance is None:
            return Group((Text(self._no_odds(), "grow"),), "row")
        if meeting.win is not None:
            told = said.win(meeting.win)
            sub = (
                f"{said.win_more(meeting.win)} · this round: {said.nobody(chance, meeting.sure, meeting.about).lower()}"
            )
            return Group((Button("explain", told, lambda: self.act("odds"), sub=sub, look="row odds grow"),), "row")
        told = said.nobody(chance, meeting.sure, meeting.about)
        words = [self._split_words() if self.thinker.waiting or meeting.sure else "", self._sure_words()]
        # What stands on the cards need not be said.
        used = [name for _, name, _, on in meeting.beside(self.fit) if on]
        words += [f"with {' and '.join(used)}"] * bool(used)
        sub = " · ".join(filter(None, words))
        return Group((Button("explain", told, lambda: self.act("odds"), sub=sub, look="row odds grow"),), "row")

    @property
    def explains(self) -> bool:
        """Whether the line over the chips opens the odds, so that no chip has to."""
        return self.moment in ("meet", "round") and self.meeting.nobody is not None

    def _no_odds(self) -> str:
        """Say why there is no number for the party: nobody has described a card, or it is still worked out."""
        meeting = self.meeting
        heroes = [one.name for one in self.here() if one.key.startswith("hero ")]
        if heroes:
            return f"No odds: nobody has told the dice of {' and '.join(heroes)} (5 taps, once)."
        if not meeting.described and self.unnamed():
            return "No odds: nobody has said which card it is. Enter the result after."
        if not meeting.described:
            return "No odds: nobody has described it (about 30 taps, once). Enter the result after."
        parts, unknown = [], []
        for pair, n in zip(meeting.split.pairs, meeting.cards, strict=True):
            days = meeting.days(pair, n)
            if days is not None:
                parts.append(f"{meeting.name(n)}: {said.safe(days.safe, days.exact, days.about)}")
            elif meeting.fight(pair, n, ways(self.cat, self.state, n)[0]) is None:
                unknown.append(meeting.name(n))
        if not unknown or not parts:
            return "Working out the odds …"
        why = "nobody has said which card it is" if self.unnamed() else "nobody has described it"
        names = " and ".join("the other card" if name == "Not told" else name for name in unknown)
        return f"{', '.join(parts)}; no odds for {names}: {why}."

    def _split_words(self) -> str:
        """Say how the present split stands among all."""
        meeting = self.meeting
        if len(meeting.every) == 1:
            return ""
        if meeting.found:
            return "better split found"
        if not meeting.best:
            return "this split"
        return "best of all splits" if meeting.level == "rated" else "best by what is sure"

    def _sure_words(self) -> str:
        """Say how sure the numbers are: exact, without some skills, or with more to come."""
        meeting = self.meeting
        if self.thinker.waiting:
            return f"{self.thinker.waiting} to look at"
        if meeting.sure:
            return "exact"
        names = list(meeting.without) or ["black dice that are made"]
        if len(names) > 3:
            names[2:] = [f"{len(names) - 2} more"]
        without = f"without {', '.join(names)}"
        return f"sampled; ≥ {said.hundred(meeting.least)} in 100 {without}" if meeting.about else without

    def outlook(self) -> str:
        """Return how the present fight goes in a few words: safety and a usual day; empty while it is not known."""
        state = self.state
        fights = [self.prepared(going(self.cat, state, way)) for way in self._ways_here()]
        self.thinker.want(fights, self.preference, more=self.asked_beside())
        found = [known for fight in fights if (known := self.thinker.best(fight, self.preference)) is not None]
        if not found or len(found) < len(fights):
            return ""
        best = max(found, key=lambda days: rank(days, self.preference))
        win = winning(self.thinker, state)
        words = [said.win(win)] if win is not None else []
        words += [said.safe(best.safe, best.exact, best.about), f"usually {said.loss_words(best.usual)}"]
        return ", ".join(words)

    def asked_beside(self) -> list[Job]:
        """Return what is to be worked out beside the odds of the present fight."""
        return ending(self.cat, self.state)

    def _ways_here(self) -> tuple[int, ...]:
        fight = self.state.fight
        foe = foe_of(self.cat, fight) if fight is not None and not self.state.at_boss else None
        asked = foe is not None and foe.options and fight is not None and not fight.part.option
        return (1, 2) if asked else (0,)

    def chips(self) -> list[Button]:
        """Return the chips of the moment."""
        moment, state = self.moment, self.state
        if self.session.watching or moment == "over":
            return []
        if self.telling:
            return [self.button("leave", "Leave it")]
        if moment in ("meet", "round"):
            prefer = [
                self.button(f"prefer {one}", WORDS[one].capitalize(), on=one == self.preference) for one in PREFERENCES
            ]
            aids = [
                self.button(place.replace("use/", "ready ").replace("/", " "), name, worth, on=on)
                for place, name, worth, on in self.meeting.beside(self.fit)
            ]
            potion = [self.button("potion", "Potion")] if state.at_boss and self.potions() else []
            return [*potion, *self.describing_chip(), *(prefer if self.meeting.described else ()), *aids]
        chips = []
        if moment in ("open", "xp", "hero", "dungeon") and self.game.edition.made_up:
            chips.append(self.button("deal", "By chance"))
        if moment == "turn" and state.sighted and state.stairs_open and state.fresh:
            chips.append(self.button("descend", "Go down at once"))
        if moment in ("turn", "end", "before", "result") and self.potions():
            chips.append(self.button("potion", "Potion"))
        return [*chips, *self.describing_chip()]

    def potions(self) -> list[m.Potion]:
        """Return the potions that would do something now: one that only heals needs somebody to heal.

        One that is not for one hero is there once, whoever of the party drinks it.
        """
        moves = [move for move in self.session.table.asides if isinstance(move, m.Potion)]
        useful, once = [move for move in moves if self._does_something(move)], dict[tuple[str, str], m.Potion]()
        for move in useful:
            once.setdefault((move.name, move.hero if self.for_one(move) else ""), move)
        return list(once.values())

    def for_one(self, move: m.Potion) -> bool:
        """Whether it matters for whom a potion is used: not for one that touches neither hearts nor dice of a hero."""
        use = potion_use(self.cat, self.state, move.name)
        return use is None or not all(isinstance(effect, ANYBODYS) for effect in use.effects)

    def _does_something(self, move: m.Potion) -> bool:
        use, hero = potion_use(self.cat, self.state, move.name), self.state.hero(move.hero)
        # Any potion may heal poison besides: the Cure potion acts by itself.
        if use is None or (hero.poison and all(isinstance(effect, Heal | Cure) for effect in use.effects)):
            return True
        return bool(hero.damage) or not all(isinstance(effect, Heal | Cure) for effect in use.effects)

    def tray(self) -> Iterable[Item]:
        """Return what lies in the tray while the pad asks nothing."""
        if self.described_here:
            return self.job_tray()
        return [self.headline(), Group(tuple(self.chips()), "chips")]

    def explain(self) -> None:
        """Open the odds of what stands on the board; all that can be asked is a tab of its own."""
        every = [q for q in self.game.questions(self.state) if self.state.at_boss or self._stands(q)]
        self.desk.explain(every[:EXPLAINED])

    def _stands(self, question: Question) -> bool:
        """Say whether a question is about a card as the present split and way meet it."""
        meeting, n = self.meeting, int(question.param("card", "0"))
        if n not in meeting.cards:
            return False
        at = meeting.cards.index(n)
        way = dict(zip(meeting.order(), meeting.planned(), strict=True))[at]
        group = question.param("group", "+".join(meeting.split.pairs[at]))
        return group == "+".join(meeting.split.pairs[at]) and int(question.param("option", "0")) == way

    def news(self) -> None:
        """Say that the party is one level further, once on each device: nobody has entered that."""
        before, self._level = self._level, self.state.level
        if before and self._level == before + 1:
            card = self.cat.levels.get(self._level)
            tokens = ((card.potions if card is not None else None) or 0) * self.state.sets
            more = f", {tokens} potion{'s' * (tokens > 1)} more" if tokens else ""
            self.desk.say(f"Level {self._level}{more}.")

    def rail(self) -> Iterable[Item]:
        """Return all splits with their numbers, for the right rail of a wide page."""
        if self.moment not in ("meet", "round"):
            return
        meeting = self.meeting
        rows = [(meeting.worth(split), split) for split in meeting.every]
        known = sorted((row for row in rows if row[0] is not None), key=lambda row: row[0] or (), reverse=True)
        if len(meeting.every) > 1 and known:
            yield Text("Best split", "title")
        for number, (_, split) in enumerate(known[:6] if len(meeting.every) > 1 else []):
            names = " | ".join(" ".join(self.state.hero(who).name for who in pair) for pair in split.pairs)
            on = split.pairs == meeting.split.pairs
            chance, exact = meeting.chance(split)
            end = f"{'' if exact or chance is None else '≥ '}{said.hundred(chance)}"
            # A bound that says next to nothing is none yet.
            end = "…" if not exact and chance is not None and chance < said.HARDLY else end
            yield Button(f"split {number}", names, lambda one=split: self._take(one), end=end, look="row", on=on)  # type: ignore[misc]

    def _take(self, split: Split) -> None:
        self.meeting.choose(split)
        self.desk.refresh()
