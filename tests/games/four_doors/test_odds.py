"""Odds of The Four Doors: against dealing the cards in every way, against icepool, against the rules, and by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations
from math import comb
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine.errors import (
    CompanionError,
    EditionIncompleteError,
    IllegalMoveError,
    TooFewCardsError,
    UnknownCardError,
    UnknownNameError,
    UnreadableError,
)
from companion.engine.game import Question
from companion.engine.odds import Odds, Table
from companion.engine.piles import Multiset
from companion.games.four_doors import forecast, odds, told
from companion.games.four_doors.cards import SIDES, UNTOLD, PlayerCard, mark
from companion.games.four_doors.drawing import Wanted, draw_law, left_law, wait_law
from companion.games.four_doors.falls import LOST, SHUT
from companion.games.four_doors.painting import paint
from companion.games.four_doors.rules import FourDoors
from companion.games.four_doors.state import HouseRules, Player, Position
from companion.games.four_doors.tower import Door, Tower, Track
from companion.games.four_doors.unseen import shadow_mark, worlds
from tests.games.four_doors.following import Deck, blank_box, dealt, lay, practice, random_game
from tests.oracle import four_doors_odds as oracle

NAMES = ("purple", "green", "blue", "gold")
SLOW = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))

# ------------------------------------------------------------------------------------------------------ small positions


def a_card(rng: Random, names: tuple[str, ...]) -> PlayerCard:
    return PlayerCard(rng.choice(("staff", "oil")), "", (), rng.choice(names), rng.choice(SIDES))


def in_part(rng: Random, card: PlayerCard) -> PlayerCard:
    """A card of which nothing, the mark or the face is told."""
    return rng.choice((UNTOLD, mark(card.door or "", card.side or ""), PlayerCard(relic=card.relic, spell="")))


def some_door(rng: Random, name: str) -> Door:
    sides = [tuple(PlayerCard("prism", "", (), name, side) for _ in range(rng.choice((0, 2, 3, 3)))) for side in SIDES]
    return Door(name, rng.random() < 0.5, rng.random() < 0.4, *sides)


class Small:
    """A position with a handful of cards, some of them told in part, untold, or known on top of the pile."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.names = NAMES[: rng.choice((1, 2, 2, 3, 4))]
        self.doors = {name: some_door(rng, name) for name in self.names if rng.random() < 0.85}
        self.unseen = [a_card(rng, self.names) for _ in range(rng.randint(2, 5))]
        self.rest = list(self.unseen)
        self.heaps: dict[str, list[PlayerCard]] = {"hand": [], "discard": [], "hollow": []}
        self.loose = 0
        for _ in range(rng.randint(0, min(3, len(self.rest) - 1))):
            self.put_away(self.rest.pop())
        self.heaps["discard"] += [a_card(rng, self.names) for _ in range(rng.randint(0, 3))]
        self.top: list[PlayerCard] = []
        self.down = len(self.rest)

    def put_away(self, card: PlayerCard) -> None:
        where = self.rng.choice(("hand", "discard", "hollow", "loose", "door"))
        if where == "loose":
            self.loose += 1
        elif where == "door" and card.door in self.doors:
            door, side = self.doors[card.door], card.side or ""
            marked = mark(card.door, side)
            self.doors[card.door] = door.with_side(side, (*door.side(side)[:2], marked))
        else:
            self.heaps.get(where, self.heaps["hand"]).append(in_part(self.rng, card))

    def know_the_top(self) -> None:
        for _ in range(self.rng.randint(0, 2)):
            if self.rng.random() < 0.5:
                self.top.append(a_card(self.rng, self.names))
                self.down += 1
            elif len(self.top) < self.down and self.rest:
                self.top.append(in_part(self.rng, self.rest[len(self.top) % len(self.rest)]))

    def hands(self) -> tuple[list[PlayerCard], list[PlayerCard]]:
        """Hands of which some are full, or nearly so: from a full hand a card goes for each that is drawn."""
        others = [PlayerCard("prism", "", (), "gold", "left")] * 5
        ana, bo = self.rng.choice((0, 0, 4, 5)), self.rng.choice((0, 4, 5))
        held = self.heaps["hand"]
        return [*held, *others[: max(0, ana - len(held))]], others[:bo]

    def position(self) -> Position:
        rng, standing = self.rng, tuple(self.doors)
        depth = rng.choice(("full", "full", "full", "light"))
        if depth == "full":
            self.know_the_top()
        else:
            self.down = rng.randint(0, self.down)
        ana = Player("ana", "Ana", rng.choice(("wanderer", "")), rng.choice(standing or ("beacon",)))
        hands = self.hands() if depth == "full" else (self.heaps["hand"], [])
        players = tuple(
            replace(one, hand=Multiset.of(hand)) for one, hand in zip((ana, Player("bo", "Bo")), hands, strict=True)
        )
        step = rng.choice(("act", "draw", "fall", "fall"))
        rates = tuple(sorted(rng.randint(0, 3) for _ in range(rng.randint(1, 3))))
        gone = tuple(name for name in self.names if name not in standing)
        return Position(
            players[: rng.randint(1, 2)],
            HouseRules(wanderer_overflow=rng.random() < 0.5),
            depth,
            Tower(tuple(self.doors.values()), gone, self.loose),
            Track(rates, 0, rng.random() < 0.7),
            Multiset.of(self.unseen),
            self.down,
            top=tuple(self.top),
            discard=Multiset.of(self.heaps["discard"]),
            hollow=Multiset.of(self.heaps["hollow"]),
            step=step,
            active="ana",
            drawn=rng.randint(0, 1) if step == "fall" else 0,
            ward=rng.choice((0, 0, 1, 2)),
            to_draw={"act": rng.randint(0, 1), "draw": rng.randint(1, 2), "fall": 0}[step],
        )


positions = st.randoms(use_true_random=False).map(lambda rng: Small(rng).position())


def chances(law: Table[object]) -> dict[object, Fraction]:
    return {outcome: law.probability(outcome) for outcome in law}


def tally(ends: dict[oracle.Ended, Fraction], key: object) -> dict[object, Fraction]:
    out: dict[object, Fraction] = defaultdict(Fraction)
    for end, chance in ends.items():
        out[key(end)] += chance  # type: ignore[operator]
    return dict(out)


def dealt_out(state: Position, falls: int, only: str = "") -> dict[oracle.Ended, Fraction]:
    """All endings by the slow way; positions that cannot be are left out."""
    try:
        ends = oracle.endings(state, falls, only)
    except ZeroDivisionError:
        ends = {}
    assume(ends)
    return ends


@pytest.mark.clause(
    "four-doors.shadows.flip",
    "four-doors.shadows.per-door",
    "four-doors.shadows.vanished",
    "four-doors.pile.rate-at-once",
    "four-doors.pile.reread",
    "four-doors.pile.twice",
    "four-doors.solo.wanderer",
)
@SLOW
@given(positions, st.sampled_from((1, 1, 2)))
def test_the_joint_law_of_the_doors(state: Position, falls: int) -> None:
    ends = dealt_out(state, falls)
    names = [door.name for door in state.tower.doors]
    assert forecast.risk(state, falls) == sum((chance for end, chance in ends.items() if end.lost), Fraction(0))
    expected = tally(ends, lambda end: (tuple(end.of(name) for name in names), end.lost))
    assert chances(forecast.fall_law(state, falls)) == expected


@SLOW
@given(positions, st.sampled_from((1, 2)), st.data())
def test_one_door_and_one_side(state: Position, falls: int, data: st.DataObject) -> None:
    assume(state.tower.doors)
    name = data.draw(st.sampled_from([door.name for door in state.tower.doors]))
    alone = dealt_out(state, falls, name)
    expected = tally(alone, lambda end: (end.of(name), "" if end.lost == name else end.lost))
    assert chances(forecast.door_law(state, name, falls)) == expected
    side = data.draw(st.sampled_from(SIDES))
    arrivals = tally(dealt_out(state, falls), lambda end: end.arrivals(name, side))
    assert chances(forecast.side_law(state, name, side, falls)) == arrivals


@pytest.mark.clause("four-doors.end.skull", "four-doors.end.cards", "four-doors.pile.order")
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions, st.sampled_from((1, 2)))
def test_the_level_after_some_falls(state: Position, falls: int) -> None:
    safe = replace(state.tower, doors=tuple(replace(door, found=True) for door in state.tower.doors))
    ends = dealt_out(replace(state, tower=safe), falls)
    expected = tally(ends, lambda end: (end.level, end.lost))
    assert chances(forecast.level_law(state, state.turn + falls)) == expected


STAFF = Wanted("a staff", "staffs", lambda card: None if card.relic is None else card.relic == "staff")
PURPLE_LEFT = Wanted("a mark", "marks", lambda card: None, ("purple", "left"))


def shows(wanted: Wanted, card: PlayerCard) -> bool:
    return (card.door, card.side) == wanted.mark if wanted.mark else card.relic == "staff"


@SLOW
@given(positions, st.integers(0, 6), st.sampled_from((STAFF, PURPLE_LEFT)))
def test_draws_across_a_shuffle(state: Position, n: int, wanted: Wanted) -> None:
    state = replace(state, depth="full", track=Track((2, 2), 0, True))
    assume(state.down - sum(card != UNTOLD for card in state.top) <= len(state.unseen) - len(list(partly(state))))
    expected = oracle.drawn(state, 0, lambda card: True)
    assume(expected)
    there = state.down + len(state.discard)
    if n > there:
        with pytest.raises(TooFewCardsError, match=f"Cannot draw {n} of {there} cards"):
            draw_law(state, wanted, n)
        return
    assert chances(draw_law(state, wanted, n)) == oracle.drawn(state, n, lambda card: shows(wanted, card))


def partly(state: Position) -> list[PlayerCard]:
    """Cards outside the pile that are not wholly told."""
    return [card for _, card in state.outside() if not card.known]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(positions)
def test_cards_outside_the_hollow(state: Position) -> None:
    lying = [card for _, card in state.outside() if card.known] + [card for card in state.top if card.known]
    box = replace_deck(practice(), Multiset.of([*state.unseen, *lying]))
    total = sum(card.relic == "staff" for card in box.deck)
    expected = oracle.outside_hollow(state, total, lambda card: card.relic == "staff")
    assume(expected)
    assert chances(left_law(box, state, STAFF)) == expected


def replace_deck(game: FourDoors, deck: Multiset[PlayerCard]):  # type: ignore[no-untyped-def]
    import dataclasses

    return dataclasses.replace(game.box, deck=deck)


@SLOW
@given(st.randoms(use_true_random=False))
def test_marks_that_nobody_read_from_the_box(rng: Random) -> None:
    """Unread marks are dealt out in every way, and so are the cards; what the pile shows first is counted."""
    marks = [(name, side) for name in NAMES[:2] for side in SIDES]
    unread = [rng.choice(marks) for _ in range(rng.randint(1, 3))]
    faces = [PlayerCard(rng.choice(("staff", "oil")), "", None) for _ in unread]
    deck = faces + [a_card(rng, NAMES[:2]) for _ in range(rng.randint(0, 3))]
    hints = [
        rng.choice((mark(*rng.choice(marks)), PlayerCard(relic="oil", spell=""))) for _ in range(rng.randint(0, 2))
    ]
    expected: Counter[tuple[str, str]] = Counter()
    for dealt_marks in permutations(unread):
        read = [replace(card, door=d, side=s) for card, (d, s) in zip(faces, dealt_marks, strict=True)]
        for order in permutations((*read, *deck[len(faces) :])):
            if len(order) > len(hints) and all(map(PlayerCard.fits, hints, order)):
                expected[oracle.mark(order[len(hints)])] += 1
    assume(expected)
    hand = replace(Player("ana", "Ana"), hand=Multiset.of(hints))
    state = replace(
        dealt(1).state, players=(hand,), tower=Tower(), unseen=Multiset.of(deck), down=len(deck) - len(hints)
    )
    found: dict[object, Fraction] = defaultdict(Fraction)
    for world in worlds(state, shadow_mark, Counter(unread)):
        for sort, count in world.unseen.items():
            found[sort] += world.weight * Fraction(count, world.size)
    total = sum(found.values())
    assert {sort: chance / total for sort, chance in found.items()} == {
        sort: Fraction(count, sum(expected.values())) for sort, count in expected.items()
    }


# ---------------------------------------------------------------------------------------------------------- other ways


WIDE = "purple half 3|2 / green 2|3 / blue half found 3|2 / gold 1|2"


def by_icepool(state: Position, n: int) -> Fraction:
    """The chance to lose in n cards of the pile, with icepool dealing the marks: each mark is a power of ten."""
    import icepool

    doors = state.tower.doors
    power = {(door.name, side): 10 ** (2 * i + j) for i, door in enumerate(doors) for j, side in enumerate(SIDES)}
    counts: dict[int, int] = defaultdict(int)
    shut = [(card.door, card.side) for card in partly(state)]
    for card in state.unseen:
        counts[power[card.door, card.side]] += 1  # type: ignore[index]
    for place in shut:
        counts[power[place]] -= 1  # type: ignore[index]
    die = icepool.Deck(dict(counts)).deal(n).sum()
    lost = Fraction(0)
    for total in die.outcomes():
        digits = [total // 10**k % 10 for k in range(8)]
        pushes = [
            sum(max(0, digits[2 * i + j] - (3 - len(door.side(SIDES[j])))) for j in (0, 1))
            for i, door in enumerate(doors)
        ]
        if any(p >= (1 if d.half else 2) and not d.found for p, d in zip(pushes, doors, strict=True)):
            lost += Fraction(die.quantity(total), die.denominator())
    return lost


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_chance_to_lose_as_icepool_says(n: int) -> None:
    state = lay(f"{WIDE} / rates [{n}],6", step="fall").state
    assert forecast.risk(state) == by_icepool(state, n)


def by_the_rules(game: FourDoors, state: Position) -> dict[tuple[object, str], Fraction]:
    """The next fall, played out by the rules themselves: towers and what lost, with their chances."""
    out: dict[tuple[object, str], Fraction] = defaultdict(Fraction)
    under_way = {state: Fraction(1)}
    while under_way:
        after: dict[Position, Fraction] = defaultdict(Fraction)
        for before, chance in under_way.items():
            if before.ended or before.turn > state.turn:
                lost = before.tower.lost if before.ended == "door" else before.ended
                states = tuple((door.name, door.half) for door in before.tower.doors)
                out[states, lost] += chance
                continue
            law = game.chances(before)
            for move, weight in law.items():
                then = game.apply(before, move)
                after[then] += chance * Fraction(weight, law.total)
        under_way = after
    return out


def told_by_doors(state: Position) -> dict[tuple[object, str], Fraction]:
    """The same from the law of the doors."""
    out: dict[tuple[object, str], Fraction] = defaultdict(Fraction)
    law = forecast.fall_law(state)
    for seen, lost in law:
        doors = zip(state.tower.doors, seen, strict=True)
        states = tuple((d.name, d.half or what == "flipped") for d, what in doors if what not in (SHUT, LOST))
        out[states, lost] += law.probability((seen, lost))
    return out


def stacked(text: str, people: str, pile: int, discard: int) -> Position:
    """A tower before its fall with so many cards, all told, in the pile and the discard pile; the others are tossed."""
    state = lay(text, people, step="fall").state
    cards = sorted(practice().box.deck, key=repr)
    Random(5).shuffle(cards)
    lying: dict[tuple[str, str], tuple[PlayerCard, ...]] = {}
    there = list(cards)
    for door in state.tower.doors:
        for side in SIDES:
            own = [card for card in there if (card.door, card.side) == (door.name, side)][: len(door.side(side))]
            lying[door.name, side] = tuple(own)
            there = [card for card in there if card not in own]
    doors = tuple(
        replace(door, left=lying[door.name, "left"], right=lying[door.name, "right"]) for door in state.tower.doors
    )
    return replace(
        state,
        tower=replace(state.tower, doors=doors),
        unseen=Multiset.of(there[:pile]),
        down=pile,
        discard=Multiset.of(there[pile : pile + discard]),
        hollow=Multiset.of(there[pile + discard :]),
    )


@pytest.mark.clause("four-doors.pile.rate-at-once", "four-doors.shadows.one-at-a-time")
@pytest.mark.parametrize(
    ("text", "people", "pile", "discard"),
    [
        (f"{WIDE} / rates [2],3", "ana bo", 20, 3),
        (f"{WIDE} / rates [1],2,x", "ana bo", 1, 6),
        (f"{WIDE} / rates [2],3,x", "ana bo", 1, 12),
        (f"{WIDE} / rates [2],3,x", "ana bo", 1, 1),
        (f"{WIDE} / rates [2],x", "ana bo", 1, 6),
        ("purple half 3|2 @ana / green 2|3 / blue half 3|2 / gold 1|2 / rates [2],3,3,3,x", "ana=wanderer", 2, 6),
        ("purple half 3|2 @ana / green 2|3 / blue half 3|2 / gold 1|2 / rates [3],3,3,3,x", "ana=wanderer", 2, 0),
        ("green half 3|3 / gold 3|3 / blue half found 3|3 / gone purple / rates [2],2", "ana bo", 20, 0),
    ],
)
def test_the_fall_as_the_rules_play_it(text: str, people: str, pile: int, discard: int) -> None:
    state = stacked(text, people, pile, discard)
    played = by_the_rules(practice(), state)
    assert sum(played.values()) == 1
    assert played == told_by_doors(state)


# ------------------------------------------------------------------------------------------------------------- by hand


def ask(state: Position, name: str, game: FourDoors | None = None, **params: str) -> Odds:
    return odds.answer(game or practice(), state, Question(name, "", tuple(params.items())))


@pytest.mark.clause("four-doors.end.door", "four-doors.shadows.flip-stays")
def test_one_card_that_loses_has_a_closed_form() -> None:
    state = lay("purple half 3|0 / green / blue / gold / rates [2],3", step="fall").state
    found = ask(state, "lose")
    assert found.fraction == 1 - Fraction(comb(42, 2), comb(45, 2))
    assert str(found.formula) == "1 - binomial(42, 2)/binomial(45, 2)"
    assert found.formula.doit() == found.value
    assert found.counted == "3 for Purple left (full), among 45 unseen cards; 2 shadows to come"


@pytest.mark.clause("four-doors.shadows.flip")
def test_a_flip_changes_what_the_next_card_does() -> None:
    state = lay("purple 3|0 / green / blue / gold / rates [2],3", step="fall").state
    assert ask(state, "lose").fraction == Fraction(comb(3, 2), comb(45, 2))
    assert ask(state, "door", door="purple", what="flipped").fraction == Fraction(3 * 42, comb(45, 2))
    assert ask(state, "door", door="purple", what="shut").fraction == Fraction(comb(3, 2), comb(45, 2))


@pytest.mark.clause("four-doors.shadows.per-door")
def test_an_overflow_on_each_side_shuts_the_door() -> None:
    state = lay("purple 3|3 / green / blue / gold / rates [2],3", step="fall").state
    assert ask(state, "door", door="purple", what="shut").fraction == Fraction(comb(6, 2), comb(42, 2))


@pytest.mark.clause("four-doors.shadows.vanished")
def test_cards_of_a_vanished_door_are_drawn_and_do_nothing() -> None:
    state = lay("green half 3|0 / blue / gold / gone purple / rates [1],3", step="fall").state
    assert ask(state, "lose").fraction == Fraction(3, 45)
    assert ask(state, "doors").table[0] == ("nothing", 14)


@pytest.mark.clause("four-doors.relics.oil", "four-doors.relics.oil-next", "four-doors.pile.exact")
def test_oil_spares_the_shuffle_of_an_empty_pile() -> None:
    state = lay("purple half 3|3 / green / blue / gold / rates [2],3 / pile 0 / ward 2 / hand ana 1", step="fall").state
    assert forecast.risk(state) == 0
    assert forecast.risk(replace(state, ward=0)) == 1
    assert ask(replace(state, ward=0), "lose").table == (("lost: Cards", 1),)


@pytest.mark.clause("four-doors.pile.rate-at-once")
def test_a_rate_that_rises_in_the_middle_counts_at_once() -> None:
    deck = Deck()
    returning = "+".join(deck.take(at="purple", side="left") for _ in range(3))
    text = f"purple half 3|0 / green / blue / gold / rates [2],3,x / pile 1 / discard {returning}"
    text = text.replace("3|0", "3+0|0").replace("3+0", "3")
    state = lay(text, step="fall").state
    runs = [case.run for case in forecast.cases(state)]
    assert [(run.random, run.second, run.rises) for run in runs] == [(1, 2, 1)]
    assert forecast.risk(state) == 1
    assert ask(state, "lose").counted.endswith("3 shadows to come, 2 of them from the 3 discards")
    assert forecast.risk(replace(state, track=Track((2,), 0, True))) == 1


@pytest.mark.clause("four-doors.pile.known-top")
def test_cards_known_on_top_are_certain() -> None:
    card = Deck().take(at="purple", side="left")
    state = lay(f"purple half 3|0 / green / blue / gold / rates [1],3 / top {card}", step="fall").state
    assert forecast.risk(state) == 1
    first = replace(state, step="act")
    assert forecast.risk(first) < Fraction(1, 10)
    assert ask(first, "next", door="purple", side="left").fraction == 1


@pytest.mark.clause("four-doors.components.six-per-side")
def test_an_unknown_box_has_six_of_each_mark_by_assumption() -> None:
    state = paint(blank_box(), "purple half 3|0 / green 0|0 / blue 0|0 / gold 0|0 / rates [1]")
    found = ask(state, "lose", blank_box())
    assert found.fraction == Fraction(3, 45)
    assert told.SIX_PER_SIDE in found.assumptions
    assert "four-doors.components.six-per-side" in found.clauses
    crowded = replace(state, tower=replace(state.tower, doors=(*state.tower.doors[:3],), gone=()))
    with pytest.raises(EditionIncompleteError, match="six of each"):
        forecast.risk(crowded)
    with pytest.raises(EditionIncompleteError, match="tell them"):
        ask(state, "next", blank_box(), lantern="purple")


@pytest.mark.clause("four-doors.information.hidden")
def test_untold_cards_stay_among_the_unseen() -> None:
    follower = dealt(2)
    state = replace(follower.state, step="fall")
    assert len(state.unseen) == 48
    found = ask(state, "side", door="gold", side="left")
    # Nine marks are told, one of them Gold left; six cards in hands are not.
    assert found.fraction == 1 - Fraction(comb(34, 2), comb(39, 2))
    assert "3 cards in Bo's hand" in found.untold
    card = practice().language.ids[Deck().take(at="gold", side="left")[1:]]
    held = replace(state.player("bo"), hand=Multiset.of([card, UNTOLD, UNTOLD]))
    known = replace(state.with_player(held), unseen=state.unseen.remove(card), hidden=True)
    assert ask(known, "side", door="gold", side="left").fraction < found.fraction
    assert ask(practice().view(known, "ana"), "side", door="gold", side="left").fraction == found.fraction


def test_a_shadow_that_nobody_named_may_be_any_card() -> None:
    state = lay("purple half 3|0 / green / blue / gold / rates [1],3 / loose 1", step="fall").state
    assert forecast.risk(state) == Fraction(3, 44)
    assert told.LOOSE in ask(state, "lose").assumptions
    doors = tuple(replace(door, half=True, left=FULL[door.name], right=FULL[door.name]) for door in state.tower.doors)
    with pytest.raises(UnknownCardError, match="name the shadows"):
        forecast.risk(replace(state, tower=replace(state.tower, doors=doors)))


FULL = {name: tuple(PlayerCard("prism", "", (), name, "left") for _ in range(3)) for name in NAMES}


@pytest.mark.clause("four-doors.solo.wanderer", "four-doors.solo.wanderer-overflow")
def test_the_solo_wanderer_spares_the_own_door() -> None:
    text = "purple half 3|3 @ana / green / blue / gold / rates [2],2"
    spared = lay(text, "ana=wanderer", step="fall").state
    assert forecast.risk(spared) == 0
    assert forecast.risk(replace(spared, rules=HouseRules(wanderer_overflow=False))) > 0
    assert forecast.risk(lay(text, "ana=summoner", step="fall").state) > 0


# --------------------------------------------------------------------------------------------------- pile and level


@pytest.mark.clause("four-doors.pile.exact", "four-doors.draw.two")
@pytest.mark.parametrize(
    ("people", "turn", "step", "card", "space"),
    [
        (1, 9, "fall", 2, "space 2, rate 3"),
        (2, 9, "draw", 2, "space 2, rate 3"),
        (3, 8, "fall", 1, "space 2, rate 3"),
        (4, 8, "fall", 2, "space 2, rate 3"),
        # Five hold few cards too many, so there is little to shuffle, and soon nothing.
        (5, 8, "draw", 2, "space 4, rate 3; nothing to shuffle"),
    ],
)
def test_the_first_shuffle_comes_when_it_must(people: int, turn: int, step: str, card: int, space: str) -> None:
    state = replace(dealt(people).state, track=Track((2, 3), 0, False))
    assert forecast.next_shuffle(state) == forecast.Shuffle(turn, step, card)
    assert ask(state, "reshuffle").table == ((f"turn {turn}, card {card} of the {step}", 1),)
    assert ask(replace(state, turn=turn, down=1), "reshuffle").fraction == 1
    risen = ask(state, "level", turn=str(turn + 1))
    # Full hands have let go of what they drew, so there is a new pile.
    assert (risen.fraction, risen.table) == (1, ((space, 1),))
    assert ask(state, "level", turn=str(turn)).fraction == 0


@pytest.mark.clause("four-doors.hand-limit.five", "four-doors.pile.run-out")
def test_full_hands_let_go_of_what_they_draw() -> None:
    """Three cards are left, one of them for Purple left, and one falls; after a shuffle none does.

    If Ana's hand is full there are two cards to shuffle for Bo, else there is nothing for him to draw.
    """
    deck = Deck()
    cards = [deck.take(at=name, side="left") for name in ("purple", "gold", "blue")]
    lying = "+".join(deck.take(at="purple", side="left") for _ in range(3))
    hand = [deck.take(relic="oil") for _ in range(5)]

    def risks(held: int) -> tuple[Fraction, Fraction]:
        hollow = "+".join([*(f"#{name}" for name in deck.left), *hand[held:]])
        doors = f"purple half {lying}|0 / green / blue / gold / rates [2],2"
        state = lay(f"{doors} / hand ana {'+'.join(hand[:held])} / hollow {hollow}", "ana bo").state
        assert (len(state.unseen), state.down) == (len(cards), len(cards))
        state = replace(state, track=Track((1, 0), 0, True))
        return forecast.risk(state, 1), forecast.risk(state, 2)

    assert risks(5) == (Fraction(1, 3), Fraction(1, 3))
    assert risks(3) == (Fraction(1, 3), 1)


def test_a_level_in_the_past_is_refused() -> None:
    with pytest.raises(UnreadableError, match="this turn or a later one"):
        ask(replace(dealt(2).state, turn=4), "level", turn="3")


# --------------------------------------------------------------------------------------------------------------- cards


@pytest.mark.clause("four-doors.components.relic-cards", "four-doors.actions.find")
def test_relic_cards_in_draws_and_the_hollow() -> None:
    deck = Deck()
    lost = deck.relics("oil", 4)
    state = lay(f"purple / green / blue / gold / rates [2],2 / hollow {lost}").state
    found = ask(state, "draws", relic="oil", k="2", n="3")
    assert found.fraction == Fraction(comb(4, 2) * 40 + comb(4, 3), comb(44, 3))
    assert found.formula.doit() == found.value
    assert ask(state, "relic", relic="oil").fraction == 1
    more = lay(f"purple / green / blue / gold / rates [2],2 / hollow {lost}+{deck.take(relic='oil')}").state
    assert ask(more, "relic", relic="oil").fraction == 0
    # One of the 44 unseen cards lies in the Hollow untold: four of them are Oil cards.
    untold = lay(f"purple / green / blue / gold / rates [2],2 / hollow 1+{lost}").state
    assert ask(untold, "relic", relic="oil").table == (("3", 1), ("4", 10))


@pytest.mark.clause("four-doors.end.flux", "four-doors.components.spells")
def test_luminous_flux_that_can_still_be_reached() -> None:
    flux = Deck().take(spell="luminous-flux")
    state = lay(f"purple / green / blue / gold / rates [2],2 / hollow {flux}").state
    assert ask(state, "flux", k="1").fraction == 1
    assert ask(state, "flux", k="4").fraction == 0
    assert ask(state, "flux", k="4").counted == "3 Luminous Flux cards outside the Hollow, where 1 cards lie"


def test_how_many_draws_are_enough() -> None:
    state = lay("purple / green / blue / gold / rates [2],2").state
    found = ask(state, "wait", relic="oil", k="1", percent="90")
    enough = next(n for n in range(1, 48) if 1 - Fraction(comb(40, n), comb(48, n)) >= Fraction(9, 10))
    assert found.fraction == 1 - Fraction(comb(40, enough), comb(48, enough))
    assert found.counted.startswith(f"{enough} draws are enough;")
    law = wait_law(state, STAFF, 1)
    assert law.probability(1) == Fraction(8, 48)
    assert law.probability(2) == Fraction(40 * 8, 48 * 47)
    never = ask(state, "wait", relic="oil", k="9", percent="90")
    assert never.table == (("never", 1),)
    assert "no number of draws is enough" in never.counted


@pytest.mark.clause("four-doors.end.cards", "four-doors.end.skull")
def test_more_draws_than_there_are_name_both_numbers() -> None:
    deck = Deck()
    text = f"purple / green / blue / gold / pile 2 / discard {deck.relics('oil', 3)}"
    state = lay(f"{text} / rates [2],2").state
    assert ask(state, "draws", relic="oil", n="5").fraction == 1
    with pytest.raises(TooFewCardsError, match="Cannot draw 6 of 5 cards"):
        ask(state, "draws", relic="oil", n="6")
    with pytest.raises(TooFewCardsError, match="Cannot draw 3 of 2 cards"):
        ask(lay(f"{text} / rates [2],x").state, "draws", relic="oil", n="3")


# ---------------------------------------------------------------------------------------------- after an action, clears


def test_the_odds_after_an_action() -> None:
    deck = Deck()
    lit, oil = deck.take(lamp="purple"), deck.take(relic="oil", dark="purple")
    text = f"purple half 3|0 @ana / green / blue found / gold / rates [2],3 / hand ana {lit}+{oil} / relics ana blue"
    state = lay(text).state
    before = ask(state, "lose")
    cleared = ask(state, "lose", after=f"illuminate {lit} > purple-left")
    assert before.fraction == 1 - Fraction(comb(left(state) - left_of(state), 2), comb(left(state), 2))
    assert cleared.fraction < before.fraction
    assert cleared.question.endswith(f"after illuminate {lit} > purple-left?")
    assert ask(state, "lose", after=f"oil {oil}").fraction == 0
    assert ask(state, "lose", after=f"illuminate {lit} > purple-left; oil {oil}").fraction == 0
    with pytest.raises(IllegalMoveError):
        ask(state, "lose", after=f"illuminate {oil} > purple-left")


def left(state: Position) -> int:
    return len(state.unseen) - len(partly(state))


def left_of(state: Position) -> int:
    """Cards with the mark Purple left that may still come."""
    return sum((card.door, card.side) == ("purple", "left") for card in state.unseen) - 3


@pytest.mark.clause("four-doors.actions.search-empty")
def test_a_search_that_loses_the_game_is_certain_to() -> None:
    state = lay("purple @ana / green / blue / gold / rates [2],3 / pile 0", "ana").state
    assert ask(state, "lose", after="search").fraction == 1
    with pytest.raises(CompanionError, match="over"):
        ask(state, "doors", after="search")


def test_the_clear_that_saves_most() -> None:
    game = practice()
    state = lay("purple half 3|0 / green 3|2 / blue half found 3|3 / gold 2|0 / rates [2],3").state
    ranked = forecast.clears(game.box, state)
    assert (ranked[0].door, ranked[0].side) == ("purple", "left")
    assert ranked[0].before == forecast.risk(state)
    assert [clear.after for clear in ranked] == sorted(clear.after for clear in ranked)
    for clear in ranked:
        after = lay_clear(state, clear.door, clear.side)
        ends = forecast.fall_law(after, 1, {})
        assert clear.after == ends.where(lambda ending: bool(ending[1]))
    assert forecast.best_clear(game.box, state) == ranked[0]
    calm = lay("purple 1|0 / green / blue / gold / rates [2],3").state
    assert forecast.best_clear(game.box, calm) is None
    assert forecast.best_clear(game.box, calm, falls=4) is not None


def lay_clear(state: Position, name: str, side: str) -> Position:
    """Clear a side by hand: its first card goes to the discard pile."""
    door = state.tower[name]
    card, *rest = door.side(side)
    tower = state.tower.put(door.with_side(side, tuple(rest)))
    return replace(state, tower=tower, discard=state.discard.add(card))


# ----------------------------------------------------------------------------------------------------------- questions


@pytest.mark.parametrize("depth", ["full", "light", "sides"])
def test_every_question_that_is_offered_is_answered(depth: str) -> None:
    state = dealt(3, depth=depth).state
    offered = odds.questions(practice(), state)
    assert len({(question.id, question.params) for question in offered}) == len(offered)
    assert len({question.text for question in offered}) == len(offered)
    for question in offered:
        found = odds.answer(practice(), state, question)
        assert found.question == question.text
        assert found.formula.doit() == found.value
        assert all(clause in practice().rulebook for clause in found.clauses)
        assert found.clauses
        assert found.counted
        assert found.table


@pytest.mark.parametrize(("seed", "people", "depth"), [(1, 2, "full"), (2, 1, "sides"), (3, 4, "light")])
def test_positions_of_random_games_are_answered(seed: int, people: int, depth: str) -> None:
    """Half-told games too: every question that is offered has an answer, and the risk is that of the joint law."""
    history = random_game(seed, people, depth=depth, skip=0.2, free=0.1)
    asked = 0
    for state, _ in history[:: max(1, len(history) // 4)]:
        for question in odds.questions(practice(), state):
            odds.answer(practice(), state, question)
            asked += 1
        if state.step != "setup" and not state.ended:
            law = forecast.fall_law(state)
            assert forecast.risk(state) == law.where(lambda ending: bool(ending[1]))
    assert asked > 20


def test_many_unnamed_shadows_are_taken_to_lie_nowhere() -> None:
    text = "purple half 3|0 / green / blue / gold / rates [1],3"
    state = lay(f"{text} / loose {forecast.MOST_LOOSE + 1}", step="fall").state
    assert forecast.risk(state) == Fraction(3, 45)
    assert told.MANY_LOOSE in ask(state, "lose").assumptions


def test_nothing_is_asked_before_the_tower_is_laid_out_or_after_the_end() -> None:
    state = practice().setup(dealt_seats(), {})
    assert odds.questions(practice(), state) == ()
    with pytest.raises(CompanionError, match="setup"):
        ask(state, "lose")
    assert odds.questions(practice(), replace(dealt(2).state, ended="door")) == ()


def dealt_seats():  # type: ignore[no-untyped-def]
    from companion.engine.game import Seat

    return [Seat("ana", "Ana"), Seat("bo", "Bo")]


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("side", {"door": "red", "side": "left"}),
        ("side", {"door": "purple", "side": "top"}),
        ("door", {"door": "purple", "what": "opened"}),
        ("draws", {"relic": "sword"}),
        ("draws", {"spell": "abracadabra"}),
        ("next", {"lantern": "red"}),
        ("next", {"colour": "red"}),
        ("draws", {"relic": "oil", "n": "many"}),
        ("wait", {"relic": "oil", "percent": "0"}),
    ],
)
def test_a_parameter_that_says_nothing_is_refused(name: str, params: dict[str, str]) -> None:
    with pytest.raises(UnreadableError, match="expected"):
        ask(dealt(2).state, name, **params)


def test_an_unknown_question_names_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="stands"):
        ask(dealt(2).state, "weather")
