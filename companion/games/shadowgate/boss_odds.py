"""Answers about the Final Quest: attack and kill, who lands it, Energy cards, Death cards, sniping, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.engine import formulas as common
from companion.engine.errors import CompanionError, EditionIncompleteError
from companion.engine.odds import Odds, Table, at_least
from companion.games.shadowgate import boss, fight, formulas, scoring, sniping, traits, winning
from companion.games.shadowgate.asking import Asked
from companion.games.shadowgate.boss import Chain, Laws, Track
from companion.games.shadowgate.box import Box
from companion.games.shadowgate.cards import DEATH_COST, TIE_LIFE, EnergyCard
from companion.games.shadowgate.dice import Attack, attack, defence, skull_chance
from companion.games.shadowgate.state import Player, Position
from companion.games.shadowgate.table_checks import wields_staff
from companion.games.shadowgate.vocabulary import TRAITS, cost, effects

ABOUT_ATTACK = (
    "shadowgate.attack.score",
    "shadowgate.attack.floor",
    "shadowgate.attack.skulls",
    "shadowgate.boss.life",
)
ABOUT_ROTA = (*ABOUT_ATTACK, "shadowgate.attack.optional", "shadowgate.boss.stop", "shadowgate.boss.killer")
STATED_CARD = Fraction(3)
"""XP that an Energy card of which nothing is told counts, where points are weighed."""


class Front(NamedTuple):
    """The boss fight as questions see it.

    Args:
        asked: the question.
        players: the seats that fight, the one to move first or later, in seating order.
        first: which of them attacks next.
        track: where the marker stands.
    """

    asked: Asked
    players: tuple[Player, ...]
    first: int
    track: Track

    @property
    def seat(self) -> int:
        """Return the place among the fighters of the seat that is asked about.

        Raises:
            CompanionError: it does not fight.
        """
        handles = [player.handle for player in self.players]
        if self.asked.player.handle not in handles:
            raise CompanionError(f"{self.asked.player.name} takes no part in this fight.")
        return handles.index(self.asked.player.handle)

    @property
    def laws(self) -> Laws:
        """Return the law of each fighter's attack with the best trait: now, and once the Energy card has gone."""
        box, state = self.asked.box, replace(self.asked.state, boosts=(0, 0, 0, 0))
        later = replace(state, energy=None)
        now = [law_of(self.asked, box, state, player) for player in self.players]
        then = [law_of(self.asked, box, later, player) for player in self.players]
        return lambda seat, taken: then[seat] if taken else now[seat]

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return what is taken for granted of a whole fight."""
        told = ["everybody attacks with the best trait", "later Energy cards change no roll"]
        if self.asked.box.board.red_boss is None:
            told.append("no red spaces, for nobody has told them")
        return tuple(told)


def front(asked: Asked) -> Front:
    """Return the fight.

    Raises:
        CompanionError: the Final Quest has not begun, or is over.
        FacesUntoldError: the faces of the black dice are not told.
    """
    state = asked.state
    asked.black()
    if not state.final:
        raise CompanionError("The Final Quest has not begun: there is no boss to attack yet.")
    if state.ended or state.life == 0:
        raise CompanionError("The fight is over.")
    players = state.fighters()
    handles = [player.handle for player in players]
    first = handles.index(state.active) if state.active in handles else 0
    reds = tuple(red for red in asked.box.board.red_boss or () if red < state.life)
    cards = state.deck("energy").down + (state.energy is not None)
    return Front(asked, players, first, Track(state.life, reds, cards))


def best_trait(box: Box, state: Position, player: Player) -> str:
    """Return the trait to attack with: the highest (question 28)."""
    return max(TRAITS, key=lambda trait: traits.for_attack(box, state, player, trait))


def law_of(
    asked: Asked, box: Box, state: Position, player: Player, trait: str = "", staff: bool | None = None
) -> Attack:
    """Return the law of a player's attack.

    Args:
        asked: the question, for its complaints.
        box, state, player: who attacks.
        trait: with what; the best where none is named.
        staff: whether the blue die is rolled; as equipped where nothing is said.

    Raises:
        EditionIncompleteError: a trait, or the faces of a die, are not told.
    """
    if not all(traits.told(box, player, at) for at in range(len(TRAITS))):
        raise EditionIncompleteError(f"Tell how the traits of {player.name} stand; then attacks can be reckoned.")
    value = traits.for_attack(box, state, player, trait or best_trait(box, state, player))
    blue = box.blue if (wields_staff(player) if staff is None else staff) else None
    if blue is None and (wields_staff(player) if staff is None else staff):
        raise EditionIncompleteError("Tell what the faces of the blue die show; then this attack can be reckoned.")
    boost = traits.roll_boost(box, state, player)
    return attack(value, asked.black(), blue, boost, state.rules.skulls_of_three)


def _now(asked: Asked) -> tuple[Attack, str]:
    """Return the law of the attack that is asked about, and its trait."""
    trait = asked.trait if asked.params.get("trait") else best_trait(asked.box, asked.state, asked.player)
    return law_of(asked, asked.box, asked.state, asked.player, trait), trait


def _rows(law: Table[int]) -> tuple[tuple[str, int], ...]:
    return tuple((str(n), weight) for n, weight in sorted(law.items()))


def score(asked: Asked) -> Odds:
    """Return the chance to score at least k; the table is the law of the score (question 21)."""
    law, trait = _now(asked)
    k = asked.number("k")
    return Odds.of(
        asked.text,
        at_least(law.law, k),
        recipe=lambda: common.ratio(sum(w for n, w in law.law.items() if n >= k), law.total),
        table=_rows(law.law),
        counted=f"with {trait}, {float(law.mean):.1f} on average; {law.fails} of {law.total} rolls fail",
        clauses=ABOUT_ATTACK,
    )


def kill(asked: Asked) -> Odds:
    """Return the chance to bring the boss to 0 with this attack (question 22)."""
    here = front(asked)
    law, trait = _now(asked)
    life = here.track.life
    return Odds.of(
        asked.text,
        law.kills(life),
        recipe=lambda: common.ratio(sum(w for n, w in law.scores if n >= life), law.total),
        table=_rows(law.law),
        counted=f"the boss at {life}, with {trait}",
        clauses=ABOUT_ROTA,
    )


def attacks(asked: Asked) -> Odds:
    """Return the chance that the boss falls within so many attacks, and how many it takes on average (question 23)."""
    here, n = front(asked), asked.number("attacks")
    seats = len(here.players)
    value = boss.within(here.track, here.laws, seats, here.first, n)
    (mean,) = boss.attacks_left(here.track, here.laws, seats).at(here.track.life, here.first)
    return Odds.of(
        asked.text,
        value,
        counted=f"the boss at {here.track.life}; {float(mean):.2f} attacks on average",
        assumptions=here.assumptions,
        clauses=ABOUT_ROTA,
    )


def _by_seat(here: Front, chain: Chain) -> tuple[Fraction, ...]:
    return chain.at(here.track.life, here.first)


def blow(asked: Asked) -> Odds:
    """Return the chance that a seat lands the last blow; the table is all seats (question 24)."""
    here = front(asked)
    chain = boss.last_blow(here.track, here.laws, len(here.players))
    weights = chain.rows[here.track.life][here.first]
    table = tuple((player.name, weight) for player, weight in zip(here.players, weights, strict=True))
    return Odds.of(
        asked.text,
        _by_seat(here, chain)[here.seat],
        table=table,
        counted=f"the boss at {here.track.life}, {here.players[here.first].name} to attack",
        assumptions=here.assumptions,
        clauses=ABOUT_ROTA,
    )


def energy(asked: Asked) -> Odds:
    """Return the chance that a seat takes at least k more Energy cards (question 25)."""
    if asked.box.board.red_boss is None:
        raise EditionIncompleteError(
            "Tell which spaces of the Boss life track are red; then Energy cards can be reckoned."
        )
    here = front(asked)
    law = boss.spoils_law(here.track, here.laws, len(here.players), here.seat, here.first).map(lambda s: s.cards)
    mean = _by_seat(here, boss.energy_cards(here.track, here.laws, len(here.players)))[here.seat]
    return Odds.of(
        asked.text,
        at_least(law, asked.number("k")),
        table=_rows(law),
        counted=f"{float(mean):.2f} cards on average of {len(here.track.reds)} red spaces to come",
        assumptions=here.assumptions,
        clauses=(*ABOUT_ROTA, "shadowgate.boss.crossed", "shadowgate.boss.more-reds"),
    )


def fight_of(here: Front) -> fight.Fight:
    """Return the fight with Death cards and Energy points.

    Raises:
        EditionIncompleteError: nobody has told what the boss does.
    """
    asked = here.asked
    state, card = asked.state, asked.state.boss
    if card is None or card.action is None or card.defence is None:
        raise EditionIncompleteError(
            "Tell what the boss does and what spares from it; then Death cards can be reckoned."
        )
    each = sum(step.n for step in effects(card.action) if step.verb == "death")
    fighters = tuple(fight.Fighter(player.deaths, _spared(here, player)) for player in here.players)
    competition = state.mode == "competition"
    return fight.Fight(here.track, here.laws, fighters, here.first, _energy_xp(asked), max(0, each), competition)


def _spared(here: Front, player: Player) -> Fraction:
    asked, card = here.asked, here.asked.state.boss
    assert card is not None
    need = next((need for way in cost(card.defence) for need in way), None)
    if need is None:
        return Fraction(0)
    state = replace(asked.state, energy=None, boosts=(0, 0, 0, 0))
    value = traits.for_attack(asked.box, state, player, need.what)
    boost = traits.roll_boost(asked.box, state, player)
    return defence(value, need.n, asked.black(), asked.box.blue if wields_staff(player) else None, boost)


def _energy_xp(asked: Asked) -> tuple[int, ...]:
    """Return the XP of the Energy cards to come: the active one, then the others at their rounded average."""
    unseen = [
        card.xp for card in asked.state.deck("energy").unseen if isinstance(card, EnergyCard) and card.xp is not None
    ]
    later = round(Fraction(sum(unseen), len(unseen))) if unseen else int(STATED_CARD)
    active = asked.state.energy
    return (later if active is None or active.xp is None else active.xp, later) if active is not None else (later,)


def _fight_assumptions(here: Front) -> tuple[str, ...]:
    later = _energy_xp(here.asked)[-1]
    return (
        *here.assumptions,
        f"an Energy card that is not revealed counts {later} XP",
        f"no more than {fight.MISSES} attacks of the fight come to nothing",
    )


def survive(asked: Asked) -> Odds:
    """Return the chance that a seat is there when the boss falls (question 26)."""
    here = front(asked)
    value = fight.survival(fight_of(here))[here.seat]
    mode = "the fifth Death card defeats" if asked.state.mode == "competition" else "nobody is defeated in this mode"
    return Odds.of(
        asked.text,
        value,
        counted=f"{here.players[here.seat].deaths} Death cards now; {mode}",
        assumptions=_fight_assumptions(here),
        clauses=("shadowgate.death.fifth", "shadowgate.boss.acts", "shadowgate.boss.defence"),
    )


def deaths(asked: Asked) -> Odds:
    """Return the chance of at least k more Death cards for a seat; the table is the law (question 26)."""
    here = front(asked)
    whole = fight_of(here)
    law = fight.deaths_law(whole, here.seat)
    mean = mean_deaths(here, whole, law)
    return Odds.of(
        asked.text,
        at_least(law, asked.number("k")),
        table=_rows(law),
        counted=f"{float(mean):.2f} on average, {DEATH_COST} XP each",
        assumptions=_fight_assumptions(here),
        clauses=("shadowgate.attack.skulls", "shadowgate.boss.acts", "shadowgate.death.points"),
    )


def mean_deaths(here: Front, whole: fight.Fight, law: Table[int]) -> Fraction:
    """Return the expected Death cards of a seat: where nobody can be defeated, of all courses, however many misses."""
    if whole.competition:
        return Fraction(sum(n * weight for n, weight in law.items()), law.total)
    seats = len(here.players)
    own = _by_seat(here, boss.own_skulls(here.track, here.laws, seats))[here.seat]
    (acts,) = _by_seat(here, boss.boss_acts(here.track, here.laws, seats))
    return own + acts * whole.action_deaths * (1 - whole.fighters[here.seat].spared)


def snipe(asked: Asked) -> Odds:
    """Return the chance to kill now, and in words whether holding is worth more (question 27)."""
    here = front(asked)
    card = asked.state.boss
    if card is None or card.xp is None:
        raise EditionIncompleteError("Tell what the boss is worth; then it can be said whether to wait.")
    prize = sniping.Prize(Fraction(card.xp), Fraction(_energy_xp(asked)[-1]))
    table = sniping.choices(here.track, here.laws, len(here.players), prize)
    choice = table[here.track.life][here.seat]
    better = "holding" if choice.holds else "attacking"
    law, trait = _now(asked)
    counted = f"{better} is worth more: {float(choice.attack):.2f} XP by attacking, {float(choice.hold):.2f} by holding"
    return Odds.of(
        asked.text,
        law.kills(here.track.life),
        counted=f"{counted}, with {trait}",
        assumptions=(*here.assumptions, "everybody plays for points and may hold"),
        clauses=(*ABOUT_ROTA, "shadowgate.boss.crossed"),
    )


def trait(asked: Asked) -> Odds:
    """Return the chance to kill with the best trait, and what each trait would do (question 28)."""
    here, player = front(asked), asked.player
    best = best_trait(asked.box, asked.state, player)
    laws = {name: law_of(asked, asked.box, asked.state, player, name) for name in TRAITS}
    listed = ", ".join(f"{name} {float(law.mean):.1f}" for name, law in laws.items())
    return Odds.of(
        asked.text,
        laws[best].kills(here.track.life),
        table=_rows(laws[best].law),
        counted=f"{best} is best; average scores: {listed}",
        clauses=ABOUT_ATTACK,
    )


def staff(asked: Asked) -> Odds:
    """Return the chance to land the last blow with a Staff item equipped, and without (question 29)."""
    here = front(asked)
    state, player = asked.state, asked.player
    chances = []
    for equipped in (True, False):
        law = law_of(asked, asked.box, replace(state, boosts=(0, 0, 0, 0)), player, staff=equipped)
        later = law_of(asked, asked.box, replace(state, energy=None, boosts=(0, 0, 0, 0)), player, staff=equipped)
        laws = _with(here.laws, here.seat, law, later)
        chances.append(_by_seat(here, boss.last_blow(here.track, laws, len(here.players)))[here.seat])
    return Odds.of(
        asked.text,
        chances[0],
        counted=f"{float(chances[0]):.3f} with the blue die, {float(chances[1]):.3f} without",
        assumptions=here.assumptions,
        clauses=(*ABOUT_ROTA, "shadowgate.attack.blue", "shadowgate.attack.one-blue"),
    )


def _with(laws: Laws, who: int, now: Attack, later: Attack) -> Laws:
    return lambda seat, taken: (later if taken else now) if seat == who else laws(seat, taken)


def win(asked: Asked) -> Odds:
    """Return the chance that a seat wins the game (question 30)."""
    here = front(asked)
    card = asked.state.boss
    if card is None or card.xp is None:
        raise EditionIncompleteError("Tell what the boss is worth; then it can be said who wins.")
    race = winning.Race(fight_of(here), tuple(scoring.points(player) for player in here.players), card.xp)
    told = winning.win_chances(race, _tie_laws(here))
    return Odds.of(
        asked.text,
        told.wins[here.seat],
        table=_shares(here, told.wins),
        counted=f"a tie before the next boss: {float(told.tie):.3f}",
        assumptions=(*_fight_assumptions(here), "nothing but the fight changes the XP any more"),
        clauses=("shadowgate.end.count", "shadowgate.end.winner", "shadowgate.tie.next-boss"),
    )


def _shares(here: Front, chances: tuple[Fraction, ...]) -> tuple[tuple[str, int], ...]:
    unit = lcm(*(chance.denominator for chance in chances))
    return tuple((player.name, int(p * unit)) for player, p in zip(here.players, chances, strict=True))


def _tie_laws(here: Front) -> Callable[[int], Attack]:
    return lambda seat: here.laws(seat, 1)


def tie(asked: Asked) -> Odds:
    """Return the chance that a seat fells the second boss, if these seats tie (question 31)."""
    asked.black()
    state = asked.state
    named = [name for name in asked.params.get("tied", "").replace(",", " ").lower().split() if name]
    players = [state.player(name) for name in named] or list(state.fighters())
    killer = state.killer or state.active
    order = [player.handle for player in state.players]
    later = replace(state, energy=None, boosts=(0, 0, 0, 0))
    chances = winning.tie_break(
        [order.index(player.handle) for player in players],
        order.index(killer) if killer in order else 0,
        len(order),
        lambda seat: law_of(asked, asked.box, later, state.players[seat]),
        TIE_LIFE,
    )
    if asked.seat not in chances:
        raise CompanionError(f"{asked.player.name} is not among those who tie.")
    return Odds.of(
        asked.text,
        chances[asked.seat],
        counted=f"the second boss at {TIE_LIFE}; who comes after the last blow begins",
        assumptions=("everybody attacks with the best trait", "Energy cards change no roll", "nobody is defeated"),
        clauses=("shadowgate.tie.next-boss", "shadowgate.tie.order", "shadowgate.tie.winner"),
    )


def clean(asked: Asked) -> Odds:
    """Return the chance of no two skulls in so many attacks: (1 - s**2)**m (question 32)."""
    n, skull = asked.number("attacks"), skull_chance(asked.black())
    return Odds.of(
        asked.text,
        (1 - skull**2) ** n,
        recipe=lambda: formulas.clean(skull, n),
        counted=f"a black die shows a skull with chance {skull}",
        clauses=("shadowgate.attack.skulls",),
    )


def fails(asked: Asked) -> Odds:
    """Return the chance that an attack fails: two skulls, on black dice or any of three (question 33)."""
    law, _ = _now(asked)
    about: dict[str, Any] = {"clauses": ("shadowgate.attack.skulls", "shadowgate.attack.which-skulls")}
    two, blue = skull_chance(asked.black()) ** 2, asked.box.blue
    if wields_staff(asked.player) and blue is not None:
        other = attack(0, asked.black(), blue, of_three=not asked.state.rules.skulls_of_three)
        which = "two of three dice" if not asked.state.rules.skulls_of_three else "the two black dice"
        about["counted"] = f"counting {which}: {Fraction(other.fails, other.total)}"
    else:
        about["counted"] = f"two skulls on the black dice: {two}"
    return Odds.of(
        asked.text,
        Fraction(law.fails, law.total),
        recipe=lambda: common.ratio(law.fails, law.total),
        **about,
    )
