"""What a fight cost, tapped row by row, and the loot: three edges of each card that was won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import PERIL
from companion.games.one_deck_dungeon.kinds import ITEM, SKILL
from companion.games.one_deck_dungeon.party import health
from companion.games.one_deck_dungeon.rooms import boss, foe_of, room_kind
from companion.games.one_deck_dungeon.state import Part, Position
from companion.games.one_deck_dungeon.telling import card_words, people, title, way_words
from companion.ui.boards.one_deck_dungeon_fight import Costs, Marks
from companion.ui.boards.one_deck_dungeon_loot import Won
from companion.ui.boards.one_deck_dungeon_places import Place
from companion.ui.one_deck_dungeon import pads
from companion.ui.one_deck_dungeon.at_table import AtTable
from companion.ui.one_deck_dungeon.fights import Met
from companion.ui.one_deck_dungeon.readying import Plans, aids
from companion.ui.words import shortened

if TYPE_CHECKING:
    from companion.games.one_deck_dungeon.kinds import Option

MOST_TIME = 7
"""Time that is offered after a fight; more is typed."""


class Results(AtTable):
    """What is entered once a fight is over."""

    marks: Marks
    choice: pads.Choice | None
    _choice_at: Position | None
    _marked_at: Position | None
    planned: tuple[object, tuple[int, ...]]
    taken: dict[tuple[int, tuple[str, ...]], int]
    """The ways that were entered here with a result, by the turn and who fought."""
    plans: Plans

    if TYPE_CHECKING:

        @property
        def looking(self) -> str:
            """The hero that is shown large."""

    @property
    def marked(self) -> Marks:
        """What was tapped as the cost of the present fight."""
        if self._marked_at != self.state:
            self._marked_at, self.marks = self.state, Marks(way=self._planned_way())
        return self.marks

    def _planned_way(self) -> int:
        """Return the way that stood on the board when the party went into the present fight; 0 where none did."""
        fight = self.state.fight
        if fight is None or not self._as_planned or not self._options():
            return 0
        return self.planned[1][fight.at]

    @property
    def _as_planned(self) -> bool:
        """Whether the present fight is one that the party went into from this page."""
        fight = self.state.fight
        return fight is not None and self.planned[0] == (self.state.turn, tuple(part.heroes for part in fight.parts))

    def prepared(self, met: Met | None) -> Met | None:
        """Return the present fight with the feats that the party meant to use in it, where no die is followed."""
        state, fight = self.state, self.state.fight
        if met is None or fight is None or state.full or not self._as_planned:
            return met
        return self.plans.met(self.cat, state, fight.part.heroes, met, room_kind(self.cat, state, fight))

    def _spent(self) -> list[str]:
        """Return who rolled the stored dice in the present fight, where no die is followed."""
        state, fight = self.state, self.state.fight
        if fight is None or state.full or state.at_boss or not self._as_planned:
            return []
        used = aids(self.cat, state, fight.part.heroes, room_kind(self.cat, state, fight))
        return [aid.hero for aid in used if not aid.n and self.plans.on(aid)]

    def _options(self) -> tuple[Option, ...]:
        """Return the ways of the present peril; nothing where it has none, or its way was paid for already."""
        fight = self.state.fight
        if fight is None or fight.part.option or room_kind(self.cat, self.state, fight) != PERIL:
            return ()
        foe = foe_of(self.cat, fight)
        return (foe.options if foe is not None else None) or ()

    def costs(self) -> Costs:
        """Return what is asked after the present fight."""
        state, fight = self.state, self.state.fight
        assert fight is not None
        kind = room_kind(self.cat, state, fight)
        enemy = boss(self.cat, state) if state.at_boss else None
        skulls = sum(box.skull for box in (enemy.boxes or ())) if enemy is not None else 0
        return Costs(
            name=self.foe_name(),
            tone=kind or "plain",
            pair=fight.part.heroes,
            times=0 if state.at_boss else MOST_TIME,
            skulls=(skulls or 6) if state.at_boss else 0,
            poison=bool(state.poison_total),
            ways=tuple((n, _way_told(way)) for n, way in enumerate(self._options(), start=1)),
        )

    def foe_name(self) -> str:
        """Return what the present fight is against."""
        state, fight = self.state, self.state.fight
        if state.at_boss:
            enemy = boss(self.cat, state)
            return enemy.name if enemy is not None else "The boss"
        foe = foe_of(self.cat, fight) if fight is not None else None
        face = fight.part.card if fight is not None else None
        return (foe.name if foe is not None else "") or (
            card_words(self.cat, face) if face and face.name else "The card"
        )

    def result(self) -> m.Result:
        """Return the result as it was tapped."""
        marks, handles = self.marked, self.state.handles
        lost = tuple((who, marks.lost[who]) for who in handles if marks.lost.get(who))
        sick = tuple((who, marks.poison[who]) for who in handles if marks.poison.get(who))
        return m.Result(lost, marks.time + self._pays(marks.way), sick, marks.skulls)

    def result_line(self) -> str:
        """Return the result as it was tapped, in shorthand; stored dice that were rolled are gone before it."""
        spent = [f"set {hero} stored 0" for hero in self._spent()]
        return "; ".join([*spent, self.game.spell(self.result(), self.state)])

    def _enter_result(self) -> None:
        """Enter the result as it was tapped, and keep which way was taken for the loot."""
        fight, way = self.state.fight, self.marked.way
        if fight is not None and way:
            self.taken[self.state.turn, fight.part.heroes] = way
        self.desk.enter(self.result_line())

    def _mark(self, spot: Place) -> None:
        """Take a tap on what a fight cost; a second tap on the same takes it back."""
        marks = self.marked
        if spot.kind == "heart":
            n = 0 if marks.lost.get(spot.name) == spot.n else spot.n
            marks = replace(marks, lost={**marks.lost, spot.name: n})
        elif spot.kind == "poison":
            n = (marks.poison.get(spot.name, 0) + 1) % 4
            marks = replace(marks, poison={**marks.poison, spot.name: n})
        elif spot.kind == "time":
            marks = replace(marks, time=0 if marks.time == spot.n else spot.n)
        elif spot.kind == "skull":
            marks = replace(marks, skulls=0 if marks.skulls == spot.n else spot.n)
        elif spot.kind == "way":
            marks = replace(marks, way=0 if marks.way == spot.n else spot.n)
        self.marks = marks

    def _pays(self, way: int) -> int:
        """Return the time that a way pays; 0 for no way."""
        options = self._options()
        return options[way - 1].pays.time if 1 <= way <= len(options) else 0

    # -------------------------------------------------------------------- the loot

    def won(self) -> list[Won]:
        """Return the cards that were won as the board draws them."""
        out = []
        for n, part in enumerate(self.state.spoils, start=1):
            foe = self.cat.foe(part.card)
            faces = [part.card] if part.card.known else list(self.cat.variants(part.card))
            potions = {self.cat.is_potion(face.skill) for face in faces}
            barred, limits = self._edges(part)
            out.append(
                Won(
                    n,
                    card_words(self.cat, part.card) if part.card.name else "Not told",
                    foe.kind if foe is not None and foe.kind else "plain",
                    (self.cat.xp(part.card) or 0),
                    tuple(dict.fromkeys(face.item for face in faces)),
                    tuple(dict.fromkeys(title(face.skill) for face in faces)),
                    potions.pop() if len(potions) == 1 else None,
                    limits,
                    barred,
                )
            )
        return out

    def _edges(self, part: Part) -> tuple[tuple[str, ...], dict[str, str]]:
        """Return which edges the way at a peril does not give, and what is said of the edges that it is about."""
        foe = self.cat.foe(part.card)
        if foe is None or not foe.split:
            return (), {}
        ways = {way.edge: way_words(way.pays) for way in foe.options or ()}
        taken = part.option or self.taken.get((self.state.turn, part.heroes), 0)
        if part.skipped:
            return (ITEM, SKILL), dict.fromkeys((ITEM, SKILL), "no way was taken")
        if not taken:
            return (), {edge: f"by: {said}" for edge, said in ways.items()}
        barred = tuple(edge for edge in (ITEM, SKILL) if (foe.options or ())[taken - 1].edge != edge)
        return barred, dict.fromkeys(barred, "not by this way")

    def _loot(self, n: int, what: str) -> None:
        """Take an edge of a card: at once where only one thing can be meant."""
        if what == "xp":
            if self.cat.xp(self.state.spoils[n - 1].card) is None:
                self.choice, self._choice_at = pads.worth_choice(n), self.state
            else:
                self.desk.enter(m.Loot(n, "xp"))
            return
        kinds = ("skill", "potion") if what in ("skill", "potion") else (what,)
        moves = [
            one for one in self.session.table.legal if isinstance(one, m.Loot) and one.n == n and one.what in kinds
        ]
        choice = pads.loot_choice(self.state, moves)
        if choice is None:
            self.desk.enter(m.Loot(n, what, self.looking))
        elif len(choice.moves) == 1:
            self.desk.enter(next(iter(choice.moves.values())))
        else:
            self.choice, self._choice_at = choice, self.state

    def _marks_words(self) -> str:
        state, marks = self.state, self.marked
        lost = [f"{state.hero(who).name} −{n}" for who, n in marks.lost.items() if n]
        sick = [f"{state.hero(who).name} +{n} poison" for who, n in marks.poison.items() if n]
        price = self._pays(marks.way)
        paid = [f"{price} time for the way"] * bool(price)
        rest = [*paid, *[f"{marks.time} time"] * bool(marks.time)] + [f"{marks.skulls} on the boss"] * bool(
            marks.skulls
        )
        fallen = self.fallen()
        end = f": {people(state, fallen)} fall{'s' * (len(fallen) == 1)}, and the party has lost" if fallen else ""
        return ", ".join([*lost, *sick, *rest]) + end

    def fallen(self) -> tuple[str, ...]:
        """Return who has no heart left by what was tapped; nobody whose hearts are not told."""
        lost, out = self.marked.lost, []
        for hero in self.state.heroes:
            most = health(self.cat, self.state, hero)
            if most is not None and lost.get(hero.handle, 0) >= max(1, most - hero.damage):
                out.append(hero.handle)
        return tuple(out)

    def _result_words(self) -> str:
        if fallen := self.fallen():
            who = self.state.hero(fallen[0]).name if len(fallen) == 1 else ""
            return f"{shortened(who, 10)} falls: game lost" if who else f"{len(fallen)} fall: game lost"
        if not self.marked.nothing:
            return "Enter the result"
        if price := self._pays(self.marked.way):
            return f"Only the {price} time"
        return "No hit, no one hurt" if self.state.at_boss else "Result: no one hurt"


def _way_told(way: Option) -> str:
    """Return what a way pays, and which loot it gives where only one is given: "Pay 2 time → item"."""
    return f"{way_words(way.pays)} → {way.edge}" if way.edge else way_words(way.pays)
