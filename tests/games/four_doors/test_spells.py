"""Spells and their times, and how the game ends."""

from __future__ import annotations

import pytest

from companion.engine.game import NOBODY, PARTY
from companion.games.four_doors.cards import FLUX, PlayerCard
from companion.games.four_doors.state import Position
from tests.games.four_doors.following import PLAIN, Deck, Follower, blank_box, card, lay


def lit(people: str = "ana bo", at: str = "beacon @ana @bo", hand: str = "", step: str = "act") -> tuple[Follower, str]:
    """All relics found; Ana holds a Luminous Flux."""
    deck = Deck()
    flux = deck.take(spell=FLUX)
    text = f"{at} / purple found / green found / blue found / gold found / hand ana {flux}{hand}"
    return lay(text, people, step=step), flux


def outcome(follower: Follower) -> tuple[str, tuple[str, ...]]:
    """Clause and winners of the end."""
    found = follower.game.outcome(follower.state)
    return ("", ()) if found is None else (found.clause.removeprefix("four-doors."), found.winners)


# ----------------------------------------------------------------------------------------------------------------- end


@pytest.mark.clause("four-doors.end.win", "four-doors.end.over")
@pytest.mark.clause("four-doors.overview.goal", "four-doors.overview.together")
def test_a_luminous_flux_on_the_beacon_wins_for_everybody() -> None:
    follower, flux = lit()
    assert outcome(follower) == ("", ())
    assert follower.offers(f"spell {flux}")
    follower.play(f"spell {flux}")
    assert outcome(follower) == ("end.win", ("ana", "bo"))
    assert follower.actor == NOBODY
    assert list(follower.game.legal(follower.state)) == []
    follower.refused("search", "end.over")
    (sheet,) = follower.game.score(follower.state)
    assert sheet.seat == PARTY
    assert (sheet.points, sheet.up_to) == (6, 6)


@pytest.mark.clause("four-doors.end.win-anywhere")
def test_it_may_be_cast_between_shadows_in_anybodys_turn_and_over_the_limit() -> None:
    """The suggested test (i) and two more."""
    follower, flux = lit("bo ana", step="fall")
    follower.play(f"shadow purple left; ana: spell {flux}")
    assert outcome(follower)[0] == "end.win"
    over, flux = lit(hand="+4")
    over.play(f"done; draw ? ?; spell {flux}")
    assert outcome(over)[0] == "end.win"


@pytest.mark.clause("four-doors.end.flux")
def test_too_early_it_is_wasted_after_a_warning() -> None:
    follower, flux = lit(at="beacon @ana", people="ana bo")
    follower.play("pawn bo gold")
    follower.warned(f"spell {flux}", "end.flux")
    follower.play(f"spell {flux}")
    assert outcome(follower) == ("", ())
    assert card(flux) in follower.state.hollow
    deck = Deck()
    early = lay(f"beacon @ana / {PLAIN} / hand ana {deck.take(spell=FLUX)}", "ana")
    assert "not all relics" in early.warned("spell luminous-flux", "end.flux")


@pytest.mark.clause("four-doors.end.pushed-up")
def test_being_pushed_up_counts_as_being_there() -> None:
    deck = Deck()
    flux = deck.take(spell=FLUX)
    text = f"beacon @ana / gold half found 3|0 @bo / gone purple green blue / hand ana {flux}"
    follower = lay(text, "ana bo", step="fall")
    follower.play(f"shadow gold left; spell {flux}")
    assert outcome(follower)[0] == "end.win"


@pytest.mark.clause("four-doors.end.door-at-once", "four-doors.end.door", "four-doors.end.at-once")
def test_a_shut_door_loses_at_once_whatever_is_held() -> None:
    deck = Deck()
    hand = "+".join([*(deck.take(relic="staff") for _ in range(4)), deck.take(spell=FLUX)])
    text = f"beacon @ana / purple half 3|0 / green found / blue found / gold found / hand ana {hand}"
    follower = lay(text, "ana", step="fall")
    follower.play("shadow purple left")
    assert outcome(follower) == ("end.door", ())
    assert "Purple" in follower.game.outcome(follower.state).reason
    assert list(follower.game.asides(follower.state)) == []
    assert len(follower.state.hollow) == 4
    assert follower.state.tower.gone == ("purple",)
    (sheet,) = follower.game.score(follower.state)
    assert sheet.points == sheet.up_to == 4


@pytest.mark.clause("four-doors.end.dead")
def test_hopeless_positions_are_told_and_do_not_end_the_game() -> None:
    deck = Deck()
    flux = "+".join(deck.take(spell=FLUX) for _ in range(4))
    summons = "+".join(deck.take(spell="summon") for _ in range(2))
    gone = lay(f"{PLAIN} / hollow {flux}+{summons}", "ana bo")
    assert "Every Luminous Flux" in gone.game.problems(gone.state)[0].text
    assert outcome(gone) == ("", ())
    fetched = lay(f"{PLAIN} / hollow {flux}", "ana bo")
    assert fetched.game.problems(fetched.state) == ()
    oil = "+".join(deck.take(relic="oil") for _ in range(5))
    few = lay(f"{PLAIN} / hollow {oil}+{summons}", "ana bo")
    assert "Only 3 cards for the Oil of Evermore" in few.game.problems(few.state)[0].text
    assert few.game.problems(few.state)[0].where == ("blue",)
    one = lay(f"{PLAIN} / hollow {oil}", "ana bo")
    assert one.game.problems(one.state) == ()
    alone = lay(f"{PLAIN} / hollow {flux}+{summons}", "ana")
    assert alone.game.problems(alone.state) == ()


# -------------------------------------------------------------------------------------------------------------- spells


@pytest.mark.clause("four-doors.spells.hollow", "four-doors.spells.any-time", "four-doors.spells.who-first")
def test_a_spell_costs_no_action_and_goes_to_the_hollow_in_anybodys_turn() -> None:
    deck = Deck()
    hush, other = deck.take(spell="hush"), deck.take(spell="hush")
    follower = lay(f"{PLAIN} / hand ana {hush} / hand bo {other}", "ana bo")
    assert follower.offers(f"bo: spell {other}")
    follower.play(f"bo: spell {other}; spell {hush}")
    assert follower.state.left == 3
    assert len(follower.state.hollow) == 2
    assert not follower.state.discard
    assert follower.state.ward == 2


def windows(state: Position, follower: Follower) -> bool:
    """Whether a spell of Bo's is offered."""
    follower.state = state
    verdict = follower.check("bo: spell hush")
    assert verdict.legal == follower.offers("bo: spell hush")
    return verdict.legal


@pytest.mark.clause("four-doors.spells.windows", "four-doors.spells.no-interrupt")
def test_when_spells_may_be_played() -> None:
    deck = Deck()
    follower = lay(f"{PLAIN} / hand bo {deck.take(spell='hush')} / hand ana 4", "ana bo")
    found = []
    for step in ("search", "draw ?", "done", "draw ?", "draw ?", "discard ?", "discard ?", "shadow ?", "shadow ?"):
        before = follower.state
        found.append((step, windows(before, follower)))
        follower.state = before
        follower.play(step)
    assert found == [
        ("search", True),
        ("draw ?", False),
        ("done", True),
        ("draw ?", True),
        ("draw ?", False),
        ("discard ?", False),
        ("discard ?", False),
        ("shadow ?", True),
        ("shadow ?", True),
    ]
    assert windows(follower.state, follower)


@pytest.mark.clause("four-doors.spells.no-interrupt")
def test_a_drawn_shadow_cannot_be_answered() -> None:
    deck = Deck()
    sweep = deck.take(spell="sweep")
    text = f"purple half found 3|0 @ana @bo / green / blue / gold / hand bo {sweep}"
    follower = lay(text, "ana bo", step="fall")
    assert follower.offers(f"bo: spell {sweep} > purple left")
    follower.play("shadow purple left")
    follower.refused(f"bo: spell {sweep} > purple left", "spells.no-interrupt")


@pytest.mark.clause("four-doors.spells.no-effect")
def test_a_spell_without_effect_is_not_played() -> None:
    deck = Deck()
    sweep, stride = deck.take(spell="sweep"), deck.take(spell="stride")
    summon, recollect = deck.take(spell="summon"), deck.take(spell="recollect")
    text = f"purple @ana / green / blue / gold / hand ana {sweep}+{stride}+{summon}+{recollect}"
    follower = lay(text, "ana bo")
    for step in (sweep, stride, summon, recollect, f"{stride} ana purple"):
        follower.refused(f"spell {step}", *(("adventurers.no-move",) if "ana" in step else ("spells.no-effect",)))
    relic = deck.take(relic="oil")
    bare = lay(f"{PLAIN} / hand ana {relic}", "ana bo")
    bare.refused(f"spell {relic}", "components.face")
    hush = lay(f"{PLAIN} / hand ana {deck.take(spell='hush')}", "ana bo")
    hush.refused("spell hush ana beacon", "spells.no-effect")


@pytest.mark.clause("four-doors.spells.aside", "four-doors.spells.summon", "four-doors.spells.no-doors")
def test_a_summon_fetches_a_player_card_but_not_itself() -> None:
    deck = Deck()
    summon, wanted = deck.take(spell="summon"), deck.take(relic="oil")
    text = f"green / blue / gold / gone purple / hand ana {summon} / hollow {wanted}+1"
    follower = lay(text, "ana bo")
    follower.refused(f"spell {summon} > {summon}", "spells.summon")
    picks = {move.cards for move in follower.game.asides(follower.state) if hasattr(move, "cards")}
    assert picks == {(card(wanted),), (PlayerCard(),)}
    follower.play(f"spell {summon} > {wanted}")
    assert card(wanted) in follower.player("ana").hand
    assert card(summon) in follower.state.hollow
    assert follower.state.tower.gone == ("purple",)


def test_the_other_kinds_of_effect() -> None:
    deck = Deck()
    sweep, stride, insight, recollect = (deck.take(spell=name) for name in ("sweep", "stride", "insight", "recollect"))
    known = deck.take(relic="prism")
    text = (
        f"purple 2|1 @ana / green 1|0 / blue / gold @bo / hand ana {sweep}+{stride}+{insight}+{recollect}"
        f" / discard {known}"
    )
    follower = lay(text, "ana bo")
    follower.refused(f"spell {sweep} > purple left purple left purple right green left", "spells.no-effect")
    follower.play(f"spell {sweep} > purple left purple left green left")
    assert (follower.counts("purple"), follower.counts("green")) == ((0, 1), (0, 0))
    follower.play(f"spell {stride} bo beacon")
    assert follower.player("bo").at == "beacon"
    down = follower.state.down
    follower.play(f"spell {recollect} > {known}")
    assert follower.state.top == (card(known),)
    assert follower.state.down == down + 1
    follower.play(f"spell {insight}")
    assert follower.state.to_draw == 3
    follower.play(f"draw {known}; draw ?; draw ?")
    assert card(known) in follower.player("ana").hand
    assert follower.state.top == ()
    assert follower.state.left == 3


@pytest.mark.clause("four-doors.hand-limit.always", "four-doors.hand-limit.when")
def test_a_spell_that_draws_counts_the_hand_after() -> None:
    deck = Deck()
    insight = deck.take(spell="insight")
    follower = lay(f"{PLAIN} / hand bo {insight}+3", "ana bo")
    follower.play(f"bo: spell {insight}; draw ?; draw ?; draw ?")
    assert follower.state.due == ("limit bo",)
    assert follower.actor == "bo"


@pytest.mark.clause("four-doors.spells.by-hand", "four-doors.components.unprinted")
def test_an_effect_nobody_told_is_done_by_hand() -> None:
    game = blank_box()
    follower = lay("purple 2|0 / red 0|0 / blue 0|0 / black 0|0 / hand ana 2", game=game)
    verdict = follower.check("spell ?")
    assert verdict.cannot_tell
    follower.play("spell ?; clear purple left; level +1; level -1; rate 3")
    assert follower.counts("purple") == (1, 0)
    assert follower.state.track.rate == 3
    assert follower.hand("ana") == 1
    assert len(follower.state.hollow) == 1
