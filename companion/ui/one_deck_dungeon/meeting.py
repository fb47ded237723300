"""Behind an open door: who meets what, the odds of each fight, and the better split once it is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.engine.errors import EditionIncompleteError
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import COMBAT
from companion.games.one_deck_dungeon.boss_odds import Outlook, standing_of
from companion.games.one_deck_dungeon.boss_placing import before
from companion.games.one_deck_dungeon.helping import Help, gains
from companion.games.one_deck_dungeon.rooms import boss, boss_health
from companion.games.one_deck_dungeon.state import Position
from companion.games.one_deck_dungeon.telling import card_words, title, way_words
from companion.ui.boards.one_deck_dungeon_fight import FightCard, Way
from companion.ui.one_deck_dungeon import said
from companion.ui.one_deck_dungeon.fights import ALIVE, Days, Met, Pair, Split, facing, rank, splits, ways
from companion.ui.one_deck_dungeon.readying import Aid, Plans, aids, help_of
from companion.ui.one_deck_dungeon.thinking import Job, Thinker

if TYPE_CHECKING:
    from companion.games.one_deck_dungeon.catalogue import Catalogue
    from companion.games.one_deck_dungeon.kinds import Option

MOST_AIDS = 2
"""Feats and stored dice that are offered to a pair at once."""
ROUND, SAMPLE = 300_000, 100
"""Microseconds, about, for the exact count of one round against the boss, and rolls of a sample where it is longer."""


class Meeting:
    """The open room of one position.

    Args:
        cat: the cards.
        state: the position, at a door or at a round against the boss.
        thinker: works out the odds.
        preference: what the party prefers.
    """

    def __init__(self, cat: Catalogue, state: Position, thinker: Thinker, preference: str = ALIVE) -> None:
        self.cat, self.state, self.thinker, self.preference = cat, state, thinker, preference
        self.every = splits(state)
        self.split = self.every[0]
        self.chosen = False
        self.found = False
        self.way: dict[int, int] = {}
        self.plans = Plans()
        self._fights: dict[tuple[Pair, int, int, Plans], Met | None] = {}

    # -------------------------------------------------------------------- the fights

    @property
    def cards(self) -> tuple[int, ...]:
        """The numbers of the cards, in the order of the split's pairs; 0 for the boss."""
        if self.state.at_boss:
            return (0,) * len(self.split.pairs)
        return tuple(range(1, len(self.split.pairs) + 1))

    def fight(self, pair: Pair, n: int, way: int, plans: Plans | None = None) -> Met | None:
        """Return the fight of a pair with a card, with the feats that are to be used; None where nobody described it.

        Args:
            pair: who fights.
            n: number of the card; 0 for the boss.
            way: the way at a peril.
            plans: what is to be used; None for what the party means to use.
        """
        key = (pair, n, way, plans or self.plans)
        if key not in self._fights:
            bare = facing(self.cat, self.state, pair, n, way)
            self._fights[key] = bare and key[3].met(self.cat, self.state, pair, bare, self._room(n))
        return self._fights[key]

    def _room(self, n: int) -> str:
        foe = self.cat.foe(self.state.doors[self.state.opening].cards[n - 1]) if n else None
        return (foe.kind if foe is not None else "") or COMBAT

    def fights(self, *every: Split) -> list[Met | None]:
        """Return all fights that may come about with some splits."""
        return [
            self.fight(pair, n, way)
            for split in every
            for pair, n in zip(split.pairs, self.cards, strict=True)
            for way in ways(self.cat, self.state, n)
        ]

    def days(self, pair: Pair, n: int, way: int = -1, how: str = "") -> Days | None:
        """Return how it goes for a pair with a card, at the way that is chosen or is the best; None while unknown.

        Args:
            pair: who fights.
            n: number of the card.
            way: the way at a peril; -1 for the one that is chosen or is the best.
            how: a word of `thinking.HOW`, or "bound" for the best that is proven; empty for the best that is known.
        """
        if way >= 0:
            fight = self.fight(pair, n, way)
            if how == "sure":
                return self.thinker.look(fight, self.preference, how) or self.days(pair, n, way, "rated")
            if how == "bound":
                return self.thinker.bound(fight, self.preference)
            return self.thinker.look(fight, self.preference, how) if how else self.thinker.best(fight, self.preference)
        picked = self.way.get(n, 0)
        asked = (picked,) if picked else ways(self.cat, self.state, n)
        options = [self.days(pair, n, one, how) for one in asked]
        known = [days for days in options if days is not None]
        return max(known, key=lambda days: rank(days, self.preference)) if len(known) == len(options) else None

    def think(self) -> None:
        """Ask for the odds: of this split first, then of all others."""
        self.thinker.want(
            self.fights(self.split),
            self.preference,
            self.fights(*self.every),
            ending(self.cat, self.state),
            [met for _, pair, n, plans in self._other_plans() for met in self._by_way(pair, n, plans)],
        )
        self.improve()

    def prefer(self, preference: str) -> None:
        """Take what the party prefers: the odds of that are worked out now."""
        self.preference = preference
        self.think()

    @property
    def win(self) -> Outlook | None:
        """How the fight against the boss is likely to end; None while it is unknown."""
        return winning(self.thinker, self.state)

    @property
    def described(self) -> bool:
        """Whether at least one of the cards is described."""
        return any(
            self.fight(pair, n, ways(self.cat, self.state, n)[0]) is not None
            for pair, n in zip(self.split.pairs, self.cards, strict=True)
        )

    # -------------------------------------------------------------------- the splits

    @property
    def level(self) -> str:
        """What splits are compared by: what could be counted of all of them, or before that what is sure."""
        told = [self.thinker.look(met, self.preference, "rated") for met in self.fights(*self.every) if met is not None]
        return "rated" if all(days is not None and not days.rough for days in told) else "sure"

    def worth(self, split: Split) -> tuple[float, ...] | None:
        """Return what splits are compared by, the highest best; None while some of it is unknown.

        What was counted is compared with what was counted, and what is sure with what is sure.
        """
        sums: list[tuple[float, ...]] = []
        level = self.level
        for pair, n in zip(split.pairs, self.cards, strict=True):
            if self.fight(pair, n, ways(self.cat, self.state, n)[0]) is None:
                continue
            days = self.days(pair, n, how=level)
            if days is None:
                return None
            sums.append((float(days.safe), -days.hearts, -days.time))
        if not sums:
            return None
        together = 1.0
        for one in sums:
            together *= one[0]
        hurt, late = sum(one[1] for one in sums), sum(one[2] for one in sums)
        return {"fewest wounds": (hurt, together, late), "save time": (round(together, 2), late, hurt)}.get(
            self.preference, (together, hurt, late)
        )

    def improve(self) -> None:
        """Take the best split that is known by now, unless somebody has chosen one."""
        known = [(worth, split) for split in self.every if (worth := self.worth(split)) is not None]
        if self.chosen or not known:
            return
        most, best = max(known, key=lambda pair: pair[0])
        now = self.worth(self.split)
        if (now is None or most > now) and best.pairs != self.split.pairs:
            self.found = self.found or now is not None
            self.split = Split(best.pairs, self.split.second_first)
            self.think()

    @property
    def best(self) -> bool:
        """Whether all splits are known and this is the best of them."""
        worths = [self.worth(split) for split in self.every]
        known = [worth for worth in worths if worth is not None]
        return len(known) == len(worths) and bool(known) and self.worth(self.split) == max(known)

    @property
    def shown(self) -> list[Days]:
        """What is known of the fights of the present split."""
        found = [self.days(pair, n) for pair, n in zip(self.split.pairs, self.cards, strict=True)]
        return [days for days in found if days is not None]

    @property
    def sure(self) -> bool:
        """Whether the numbers of the present split are the odds, not only what is sure."""
        return all(days.exact for days in self.shown)

    @property
    def without(self) -> tuple[str, ...]:
        """The skills that what is proven of the present split leaves out."""
        return tuple(dict.fromkeys(title(name) for days in self._proven for name in days.without))

    @property
    def about(self) -> bool:
        """Whether the number of the present split is an estimate from sampled rolls."""
        return any(days.about for days in self.shown) and _one_kind(self.shown)

    @property
    def least(self) -> Fraction:
        """The chance that nobody falls with the present split, as far as it is proven."""
        chance = Fraction(1)
        for days in self._proven:
            chance *= days.safe
        return chance

    @property
    def _proven(self) -> list[Days]:
        found = [self.days(pair, n, how="bound") for pair, n in zip(self.split.pairs, self.cards, strict=True)]
        return [days for days in found if days is not None]

    @property
    def nobody(self) -> Fraction | None:
        """The chance that nobody falls in either fight; None while it is unknown, or a foe is."""
        return self.chance(self.split)[0]

    def chance(self, split: Split) -> tuple[Fraction | None, bool]:
        """Return the chance that nobody falls with a split, and whether it is exact; None where a part is unknown."""
        meetings = list(zip(split.pairs, self.cards, strict=True))
        known = [self.days(pair, n) for pair, n in meetings]
        if not _one_kind(known):
            known = [self.days(pair, n, how="bound") for pair, n in meetings]
        chance, exact = Fraction(1), True
        for days in known:
            if days is None:
                return None, False
            chance *= days.safe
            exact = exact and days.exact
        return chance, exact

    # -------------------------------------------------------------------- the feats

    def _other_plans(self) -> Iterator[tuple[Aid, Pair, int, Plans]]:
        """Yield what may be used in the fights of the present split, with the plans that turn it over."""
        for pair, n in zip(self.split.pairs, self.cards, strict=True):
            if n:
                for aid in aids(self.cat, self.state, pair, self._room(n)):
                    yield aid, pair, n, self.plans.turned(aid, pair)

    def _by_way(self, pair: Pair, n: int, plans: Plans) -> list[Met | None]:
        picked = self.way.get(n, 0)
        return [self.fight(pair, n, way, plans) for way in ((picked,) if picked else ways(self.cat, self.state, n))]

    def aids(self, pair: Pair) -> list[tuple[Aid, Help | None]]:
        """Return what a pair may use before its roll: stored dice, and the feats that matter, with what each is worth.

        What is to be used stays told; the worth is None where it cannot be told.
        """
        found: list[tuple[Aid, Help | None]] = []
        for aid, who, n, plans in self._other_plans():
            if who != pair:
                continue
            now, other = self._best(self._by_way(pair, n, self.plans)), self._best(self._by_way(pair, n, plans))
            on = self.plans.on(aid)
            told = None if now is None or other is None else help_of(aid, *((now, other) if on else (other, now)))
            if on or not aid.n or (told is not None and gains(told, self.preference)):
                found.append((aid, told))
        # Stored dice and what is used first, then the feats that help most.
        found.sort(key=lambda one: (not self.plans.on(one[0]), one[0].n > 0, -one[1].safe if one[1] else 0))
        return found[:MOST_AIDS]

    def _best(self, fights: Sequence[Met | None]) -> Days | None:
        """Return how the best way of some goes, as far as it is proven; None while one of them is unknown."""
        known = [days for met in fights if (days := self.thinker.bound(met, self.preference)) is not None]
        return max(known, key=lambda days: rank(days, self.preference)) if len(known) == len(fights) else None

    def turn(self, hero: str, n: int) -> None:
        """Use what a hero may use before the roll, or spare it where it was to be used."""
        for aid, _, _, plans in list(self._other_plans()):
            if (aid.hero, aid.n) == (hero, n):
                self.plans = plans
        self.think()

    def choose(self, split: Split) -> None:
        """Take a split that somebody chose; it stays, and its odds come first."""
        self.split, self.chosen, self.found = split.ordered(self.state.handles), True, False
        self.think()

    # -------------------------------------------------------------------- the cards

    def order(self) -> tuple[int, ...]:
        """Return the places of the pairs in the order in which they fight."""
        every = tuple(range(len(self.split.pairs)))
        return every[::-1] if self.split.second_first else every

    def arranged(self) -> m.Arrange:
        """Return the move that begins the encounters so."""
        order = self.order()
        groups = tuple(self.split.pairs[at] for at in order)
        return m.Arrange(groups, () if self.state.at_boss else tuple(self.cards[at] for at in order))

    def planned(self) -> tuple[int, ...]:
        """Return the way that stands on each card in the order of the fights; 0 where there is none, or it is open."""
        return tuple(self._standing_way(self.split.pairs[at], self.cards[at]) for at in self.order())

    def _standing_way(self, pair: Pair, n: int) -> int:
        if ways(self.cat, self.state, n) == (0,):
            return 0
        return next((at for at, way in enumerate(self._ways(pair, n), start=1) if way.on), 0)

    def name(self, n: int) -> str:
        """Return what a card is called."""
        if not n:
            enemy = boss(self.cat, self.state)
            return enemy.name if enemy is not None else "The boss"
        face = self.state.doors[self.state.opening].cards[n - 1]
        return card_words(self.cat, face) if face.name else "Not told"

    def drawn(self, picked: str, fit: int = MOST_AIDS) -> list[FightCard]:
        """Return the cards as the board draws them.

        Args:
            picked: the hero that was tapped first, to be swapped.
            fit: how many feats and stored dice each card has room for.
        """
        out = []
        two = len(self.split.pairs) > 1
        places = self.order()
        for at, (pair, n) in enumerate(zip(self.split.pairs, self.cards, strict=True)):
            card = self._card(pair, n, places.index(at) + 1 if two else 0, two, picked)
            out.append(replace(card, aids=card.aids[:fit]))
        return out

    def _card(self, pair: Pair, n: int, order: int, swaps: bool, picked: str) -> FightCard:
        face = self.state.doors[self.state.opening].cards[n - 1] if n else None
        foe = self.cat.foe(face) if face is not None else None
        options = ways(self.cat, self.state, n)
        first = self.fight(pair, n, options[0])
        days = self.days(pair, n)
        named = face is None or bool(face.name)
        note = "" if first is not None else "Nobody has described it" if named else "Not named yet"
        hearts = boss_health(self.cat, self.state) if not n else None
        return FightCard(
            n=n,
            name=self.name(n),
            tone="boss" if not n else (foe.kind if foe is not None and foe.kind else "plain"),
            xp=(foe.xp or 0) if foe is not None else 0,
            hearts=max(0, hearts - self.state.wounds) if hearts is not None else 0,
            heroes=pair,
            boxes=first.fight.all_boxes if first is not None and options == (0,) else (),
            ways=tuple(self._ways(pair, n)) if options != (0,) else (),
            safe=said.safe(days.safe, days.exact, days.about) if days is not None else "",
            days=tuple(said.cost(day) for day in (days.good, days.usual, days.bad)) if days is not None else (),
            order=order,
            note=note,
            swaps=swaps,
            picked=picked,
            aids=tuple(self._aid(aid, told) for aid, told in self.aids(pair)) if n else (),
        )

    def beside(self, fit: int) -> list[tuple[str, str, str, bool]]:
        """Return the feats and stored dice that the cards have no room for.

        Args:
            fit: how many each card has room for.
        """
        every = [self.aids(pair)[fit:] for pair, n in zip(self.split.pairs, self.cards, strict=True) if n]
        return [self._aid(*one) for some in every for one in some]

    def _aid(self, aid: Aid, told: Help | None) -> tuple[str, str, str, bool]:
        worth = said.help_words(told, narrow=True) if told is not None else ""
        return f"use/{aid.hero}/{aid.n}", aid.name, worth, self.plans.on(aid)

    def _ways(self, pair: Pair, n: int) -> list[Way]:
        foe = self.cat.foe(self.state.doors[self.state.opening].cards[n - 1])
        both = [self.days(pair, n, way) for way in (1, 2)]
        asked = [self.fight(pair, n, way) for way in (1, 2)]
        options = (foe.options if foe is not None else None) or ()
        return peril_ways(options, asked, both, self.way.get(n, 0), self.preference)


def _one_kind(known: Sequence[Days | None]) -> bool:
    """Return whether no estimate stands beside what is only proven at least: such chances make no product."""
    told = [days for days in known if days is not None]
    return not any(days.about for days in told) or all(days.about or days.exact for days in told)


def peril_ways(
    options: Sequence[Option], asked: Sequence[Met | None], both: Sequence[Days | None], picked: int, preference: str
) -> list[Way]:
    """Return the two ways of a peril as the board draws them.

    Args:
        options: as printed.
        asked: the fight at each way; None where it is not known.
        both: how each goes; None while that is not known.
        picked: the way that was chosen; 0 for the better one.
        preference: what the party prefers.
    """
    known = [days for days in both if days is not None]
    best = max(known, key=lambda days: rank(days, preference)) if len(known) == len(options) else None
    out = []
    for n, (option, met, days) in enumerate(zip(options, asked, both, strict=True), start=1):
        better = days is not None and days is best
        out.append(
            Way(
                way_words(option.pays),
                said.often(days.safe, days.exact, days.about) if days is not None else "…",
                said.cost(days.usual) if days is not None else None,
                better,
                picked == n or (not picked and better),
                met.fight.all_boxes if met is not None else option.boxes,
                option.edge,
            )
        )
    return out


def ending(cat: Catalogue, state: Position) -> list[Job]:
    """Return the question how the fight against the boss ends, where a round is about to begin."""
    return [Job(_standing(state), lambda: _outlook(cat, state))] if _fresh(state) else []


def winning(thinker: Thinker, state: Position) -> Outlook | None:
    """Return how the fight against the boss is likely to end, where it is known."""
    found: Outlook | None = thinker.known(_standing(state)) if _fresh(state) else None
    return found


def _fresh(state: Position) -> bool:
    """Whether a round against the boss is about to begin: with poison, before it is resisted."""
    fight = state.fight
    begun = fight is not None and (fight.at > 0 or fight.thrown or fight.closed or bool(fight.dice))
    return state.at_boss and not state.ended and not begun and (state.step == "resist" or not state.tokens)


def _outlook(cat: Catalogue, state: Position) -> Outlook | None:
    """Return how the fight against the boss is likely to end; None where something of it is not told."""
    try:
        known = before(cat, state, ROUND, SAMPLE)
        return known.outlook(standing_of(cat, state)) if state.wounds < known.health else None
    except EditionIncompleteError:
        return None


def _standing(state: Position) -> tuple[object, ...]:
    """Return all of a position that the fight against the boss rests on at the start of a round."""
    return ("boss", state.dungeon, state.wounds, state.heroes, state.level, state.exiled, state.poison_exiled)
