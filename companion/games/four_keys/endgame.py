"""Exact margins at the very end of the game: when the last card is taken, and the last but one.

Everything is worked out where whoever still moves cannot renew, could not gain by it, or has one gold to do it with.
Otherwise, and where anything that counts is not told, there is no exact value here. A renewal that cannot be better
than the best other turn, whatever it uncovers, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from companion.games.four_keys.dungeon import FULL
from companion.games.four_keys.evaluation import points
from companion.games.four_keys.moves import Renew
from companion.games.four_keys.plan import Piece, Plan, layings
from companion.games.four_keys.state import Position, is_acolyte, patterns, seat_of
from companion.games.four_keys.turns import Choice, Turn

Law: TypeAlias = dict[int, Fraction]
"""Points to their chance."""


def exact_values(choice: Choice, turns: Sequence[Turn]) -> list[tuple[Turn, Fraction]] | None:
    """Return the exact final margin of every turn that may be best; None where it cannot be worked out here."""
    if not _settled(choice.state) or not choice.scene.collects:
        return None
    counts = [FULL - plan.count for plan in choice.scene.plans]
    own, to_come = counts[choice.number], sum(counts)
    if own > 1 or to_come - own > 1:
        return None
    if to_come == own:
        return _last(choice, turns)
    return _last_but_one(choice, turns)


def _settled(state: Position) -> bool:
    """Say whether everything in the dungeons is told, and every card that may still come is known."""
    hand = state.hand is None or (state.hand.card is not None and state.hand.card.known)
    cells = all(seat == state.mover and state.to_point for seat, _, _ in state.untold_cards())
    cards = all(kind.known for pile in state.piles for kind in pile.unseen.kinds())
    doubtful = any(pile.unseen.owing() or patterns(state, index) for index, pile in enumerate(state.piles))
    return hand and cells and cards and not doubtful


# ------------------------------------------------------------------------------------------------------ the last card


def _last(choice: Choice, turns: Sequence[Turn]) -> list[tuple[Turn, Fraction]] | None:
    """Value the last turn of the game: nothing comes after it."""
    rivals = _best_rival(choice)
    renewal = next((turn for turn in turns if turn.first and isinstance(turn.first[0], Renew)), None)
    found = [(turn, Fraction(round(points(turn.plan, choice.rules)) - rivals)) for turn in turns if turn.done]
    if len(found) < len(turns) - (renewal is not None):
        return None
    if renewal is None:
        return found
    others = [tile is not None for tile in choice.scene.choice]
    options = Options(choice.rules, renewal.plan, others, True)
    if found and options.most(choice.scene.unseen) - rivals <= max(value for _, value in found):
        return found
    if renewal.plan.gold:
        return None
    law = _renewed(options, choice.scene.unseen, choice.scene.below)
    return [*found, (renewal, _mean(law) - rivals)]


def _best_rival(choice: Choice) -> int:
    finished = (plan for i, plan in enumerate(choice.scene.plans) if i != choice.number)
    return max((round(points(plan, choice.rules)) for plan in finished), default=0)


class Options:
    """What the tile that takes the last card can make of the piles.

    Args:
        rules: house rules.
        plan: the dungeon of the tile's owner, one card short.
        taken: for each space of the Choice Line whether a tile stands there.
        bare: whether the tile cannot push.
    """

    def __init__(self, rules: Mapping[str, bool], plan: Plan, taken: Sequence[bool], bare: bool) -> None:
        self.rules = rules
        self.plan = plan
        self.paid = plan.paying(1)
        self.taken = taken
        self.bare = bare
        self._worth: dict[tuple[int, bool], int] = {}

    def worth(self, pile: int, piece: Piece) -> int | None:
        """Return the points that a card brings the dungeon to, None where it cannot be taken."""
        pushing = self.taken[pile]
        if pushing and self.bare:
            return None
        key = id(piece), pushing
        if key not in self._worth:
            plan = self.paid if pushing else self.plan
            self._worth[key] = max(round(points(after, self.rules)) for _, _, after in layings(plan, piece))
        return self._worth[key]

    def most(self, unseen: Iterable[Iterable[Piece]]) -> int:
        """Return the most that any of these cards, taken freely, can bring the dungeon to."""
        after = (plan for cards in unseen for piece in dict.fromkeys(cards) for _, _, plan in layings(self.plan, piece))
        return max((round(points(plan, self.rules)) for plan in after), default=0)

    def law(self, pile: int, unseen: Sequence[Piece]) -> Law:
        """Return the law of what the next card of a pile brings; empty where it cannot be taken."""
        law: Law = {}
        for piece in unseen:
            worth = self.worth(pile, piece)
            if worth is not None:
                law[worth] = law.get(worth, Fraction(0)) + Fraction(1, len(unseen))
        return law


def _renewed(options: Options, unseen: Sequence[Sequence[Piece]], below: Sequence[int]) -> Law:
    """Return the law of the points after a renewal: the best of four new tops."""
    laws = [options.law(pile, cards) for pile, cards in enumerate(unseen) if below[pile] and cards]
    return _best_of([law for law in laws if law])


def _best_of(laws: Iterable[Law]) -> Law:
    """Return the law of the greatest of independent numbers."""
    below: dict[int, Fraction] = {}
    laws = list(laws)
    for value in sorted({value for law in laws for value in law}):
        chance = Fraction(1)
        for law in laws:
            chance *= sum((p for x, p in law.items() if x <= value), start=Fraction(0))
        below[value] = chance
    out: Law = {}
    before = Fraction(0)
    for value, chance in below.items():
        if chance > before:
            out[value] = chance - before
        before = chance
    return out


def _better(now: Law, renewed: Law) -> Law:
    """Return the law that is worth more to whoever chooses; a gold is not spent for nothing."""
    return renewed if _mean(renewed) > _mean(now) else now


def _mean(law: Mapping[int, Fraction]) -> Fraction:
    return sum((value * chance for value, chance in law.items()), start=Fraction(0))


# --------------------------------------------------------------------------------------------------- the last but one


def _last_but_one(choice: Choice, turns: Sequence[Turn]) -> list[tuple[Turn, Fraction]] | None:
    """Value the last turn but one: a rival answers as well as they can."""
    if not all(turn.done for turn in turns):
        return None
    replies: dict[tuple[int | None, int | None], Law | None] = {}
    found = []
    for turn in turns:
        if turn.group not in replies:
            replies[turn.group] = _reply(choice, turn)
        law = replies[turn.group]
        if law is None:
            return None
        own = round(points(turn.plan, choice.rules))
        found.append((turn, sum((chance * (own - points_) for points_, chance in law.items()), start=Fraction(0))))
    return found


def _reply(choice: Choice, turn: Turn) -> Law | None:
    """Return the law of the best rival's points after a turn; None where it cannot be worked out."""
    scene, state = choice.scene, choice.state
    takes = bool(turn.first) and turn.pile is not None
    tile = state.order[1] if takes else state.order[0]
    number = next(i for i, player in enumerate(state.players) if player.handle == seat_of(tile))
    plan, acolyte = scene.plans[number], is_acolyte(tile)
    taken = [space is not None for space in scene.choice]
    tops, below = list(scene.tops), list(scene.below)
    if takes and turn.pile is not None:
        taken[turn.pile] = True
        if turn.push is not None:
            taken[turn.push] = True
        tops[turn.pile] = None
    options = Options(choice.rules, plan, taken, acolyte or not plan.gold)
    renews = plan.gold > 0 and (not acolyte or state.rules.acolyte_renew)
    law = _answer(options, choice, tops, below, renews)
    if law is None:
        return None
    others = [round(points(p, choice.rules)) for i, p in enumerate(scene.plans) if i not in (number, choice.number)]
    return _best_of([law, *({worth: Fraction(1)} for worth in others)])


def _answer(
    options: Options, choice: Choice, tops: Sequence[Piece | None], below: Sequence[int], renews: bool
) -> Law | None:
    """Return the law of the points of whoever takes the last card."""
    unseen = choice.scene.unseen
    known = [options.worth(pile, top) for pile, top in enumerate(tops) if top is not None]
    hidden = [pile for pile, top in enumerate(tops) if top is None and below[pile]]
    least = max((worth for worth in known if worth is not None), default=None)
    sure: list[Law] = [] if least is None else [{least: Fraction(1)}]
    if renews and least is not None and Options(options.rules, options.paid, options.taken, True).most(unseen) <= least:
        renews = False
    if not renews:
        laws = [options.law(pile, unseen[pile]) for pile in hidden]
        return _best_of([*sure, *(law for law in laws if law)])
    if options.plan.gold > 1 or len(hidden) > 1:
        return None
    return _renewing_or_not(options, unseen, below, hidden, sure)


def _renewing_or_not(
    options: Options, unseen: Sequence[Sequence[Piece]], below: Sequence[int], hidden: Sequence[int], sure: list[Law]
) -> Law:
    """Return the law where the last tile may renew once, after it has seen the hidden top, if there is one."""
    poorer = Options(options.rules, options.paid, options.taken, True)
    if not hidden:
        return _better(_best_of(sure), _renewed(poorer, unseen, below))
    (pile,) = hidden
    out: Law = {}
    for number, piece in enumerate(unseen[pile]):
        worth = options.worth(pile, piece)
        now = _best_of([*sure, *([{worth: Fraction(1)}] if worth is not None else [])])
        rest = [cards if i != pile else [*cards[:number], *cards[number + 1 :]] for i, cards in enumerate(unseen)]
        left = [n - (i == pile) for i, n in enumerate(below)]
        for value, chance in _better(now, _renewed(poorer, rest, left)).items():
            out[value] = out.get(value, Fraction(0)) + chance / len(unseen[pile])
    return out
