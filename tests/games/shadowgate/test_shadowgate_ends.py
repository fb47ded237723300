"""Ends of turns, the torch, curses, deaths, the Final Quest, scoring and the tie-break."""

from __future__ import annotations

import pytest

from companion.engine.game import NOBODY, TABLE
from companion.games.shadowgate.decks import every
from companion.games.shadowgate.rules import Shadowgate
from companion.games.shadowgate.scoring import points
from companion.games.shadowgate.state import Deck
from tests.games.shadowgate.following import Follower, blank_box, card, fight, lay

TWO = "ana=jair bo=katalia"
THREE = "ana=jair bo=katalia cy=fezlyn"

# -------------------------------------------------------------------------------------------------------- the End Phase


@pytest.mark.clause("shadowgate.end-phase.refill", "shadowgate.end-phase.choose", "shadowgate.end-phase.order")
def test_spaces_are_filled_then_the_torch_then_the_red_die() -> None:
    follower = lay(TWO, "", "#I-4", turn="bo").set(opened=("I", "II"), torch=5)
    follower.play("done")
    assert follower.actor == "bo"
    assert follower.state.token == ["refill", "1"]
    assert follower.state.torch == 5
    follower.refused("quest 2 II ?", "end-phase.refill")
    follower.play("from II; quest 1 #II-6")
    assert follower.state.torch == 4
    assert follower.state.token == ["red"]
    assert follower.actor == TABLE
    follower.play("red mental")
    assert (follower.state.penalty, follower.state.active, follower.state.round) == ("mental", "ana", 2)
    direct = lay(TWO, "").set(opened=("I", "II"))
    direct.play("done; quest 1 #II-4")
    assert direct.state.quest(1) == card("#II-4")


@pytest.mark.clause("shadowgate.end-phase.empty", "shadowgate.decks.empty")
def test_with_empty_decks_spaces_stay_empty() -> None:
    follower = lay(TWO, "")
    follower.state = follower.state.with_deck("I", Deck(0, follower.state.deck("I").unseen))
    follower.play("done")
    assert follower.state.active == "bo"
    assert follower.state.quest(1) is None
    other = lay(TWO, "").set(opened=("I", "II"))
    other.state = other.state.with_deck("II", Deck(0, other.state.deck("II").unseen))
    other.play("done")
    assert other.state.token == ["quest", "1", "I"]
    other.set(due=("refill 1",)).refused("from II", "decks.empty")


@pytest.mark.clause("shadowgate.discard.reshuffle", "shadowgate.decks.one-each")
def test_discarded_items_become_a_new_deck_and_no_other() -> None:
    follower = lay(TWO).give("ana", "#1", "#puzzle-1")
    follower.play("lose ana #1; lose ana #puzzle-1")
    assert len(follower.state.discard) == 2
    deck = follower.state.deck("item")
    follower.state = follower.state.with_deck("item", Deck(0, type(deck.unseen)()))
    follower.set(due=("item bo",))
    follower.refused("item #3", "decks.one-each")
    follower.play("item #1")
    assert follower.names("bo") == ["short-sword"]
    assert follower.state.discard == (card("#puzzle-1"),)


# ------------------------------------------------------------------------------------------------------------ the torch


@pytest.mark.clause("shadowgate.torch.track", "shadowgate.torch.round")
def test_the_last_of_a_round_moves_the_torch() -> None:
    follower = lay(THREE)
    follower.play("done; done")
    assert follower.state.torch == 10
    follower.play("done")
    assert (follower.state.torch, follower.state.round) == (9, 2)
    follower.refused("torch 11", "torch.track")


@pytest.mark.clause("shadowgate.torch.last-out")
def test_the_last_who_still_plays_ends_the_round() -> None:
    follower = lay(THREE, mode="competition").mat("cy", deaths=5)
    follower.play("done; done")
    assert follower.state.torch == 9
    assert follower.state.active == "ana"
    dying = lay(THREE, "I/x/cost:strength_19/skulls:1/torch:0", mode="competition", turn="cy").mat("cy", deaths=4)
    dying.play("attempt 1; roll 1 1")
    assert dying.player("cy").out
    assert (dying.state.torch, dying.state.active) == (9, "ana")


@pytest.mark.clause("shadowgate.torch.skull", "shadowgate.torch.skull-at-once", "shadowgate.death.points")
def test_the_skull_strikes_everybody_at_once() -> None:
    follower = lay(TWO, "I/x/cost:strength_19/torch:1", turn="bo").set(torch=1, penalty="mental", reddened=False)
    assert "skull" in follower.warned("attempt 1", "torch.skull")
    follower.play("attempt 1; roll 1 1")
    assert [follower.player(seat).deaths for seat in ("ana", "bo")] == [1, 1]
    assert (follower.state.torch, follower.state.penalty, follower.state.reddened) == (5, "", False)
    assert follower.points() == -5
    follower.play("done")
    assert follower.state.token == ["red"], "from 5 to 4 at the end of the round"
    last = lay(TWO, turn="bo").set(torch=1, penalty="mental")
    last.play("done")
    assert last.state.torch == 5
    assert last.state.active == "ana", "no red die after the skull"


@pytest.mark.clause("shadowgate.torch.red", "shadowgate.torch.red-once")
def test_the_red_die_is_rolled_once_a_turn() -> None:
    follower = lay(TWO, "I/x/cost:strength_19/torch:2", turn="bo").set(torch=5)
    follower.play("attempt 1; roll 1 1")
    assert follower.state.torch == 3
    follower.refused("red mental", "torch.red")
    follower.play("done")
    assert follower.state.torch == 2
    follower.play("red strength")
    assert follower.state.active == "ana"
    follower.play("done")
    assert follower.state.active == "bo", "the marker did not move in this turn"
    up = lay(TWO).give("ana", "#43").set(torch=2)
    up.play("use #43; done")
    assert (up.state.torch, up.state.active) == (4, "bo")


@pytest.mark.clause("shadowgate.torch.scope")
def test_the_penalty_counts_while_the_marker_is_on_red() -> None:
    follower = lay(TWO).set(torch=4, penalty="strength")
    assert follower.traits()[0] == 2
    assert follower.set(torch=5).traits()[0] == 3
    always = lay(TWO, torch_penalty_scope=False).set(torch=5, penalty="strength")
    assert always.traits()[0] == 2


@pytest.mark.clause("shadowgate.torch.replace")
def test_the_old_token_goes_back_first() -> None:
    follower = lay(TWO, turn="bo").set(torch=4, penalty="mental").mat("ana", plus=(0, 0, 4)).set(due=("red",))
    follower.play("red mental")
    assert follower.state.penalty == "mental"
    follower.set(due=("red",), penalty="").mat("ana", plus=(0, 0, 5)).play("red mental")
    assert follower.state.penalty == ""
    follower.play("penalty strength; penalty none")
    follower.set(due=("red",)).play("red ?")
    assert follower.state.penalty == "?"
    assert follower.traits() == (3, 2, 7)


# ------------------------------------------------------------------------------------------------------------- curses


@pytest.mark.clause("shadowgate.curses.roll", "shadowgate.curses.stack")
def test_the_red_die_says_which_curse() -> None:
    follower = lay(TWO, "I/x/cost:strength_1/reward:curse_2").mat("bo", plus=(4, 0, 0))
    follower.play("attempt 1; red strength; red strength")
    assert follower.player().curses == (1, 0, 0), "five tokens of a trait"
    follower.play("token ana curse mental; token ana curse mental")
    assert follower.traits() == (2, 2, 0)


@pytest.mark.clause("shadowgate.curses.lift", "shadowgate.curses.which")
def test_the_owner_chooses_the_curse_that_goes() -> None:
    follower = lay(TWO).give("ana", "#47", "#48").mat("ana", curses=(1, 0, 2))
    follower.play("use ana.1")
    assert follower.actor == "ana"
    follower.refused("uncurse resourceful", "curses.lift")
    follower.play("uncurse strength")
    assert follower.player().curses == (0, 0, 2)
    follower.play("use ana.1")
    assert follower.player().curses == (0, 0, 1), "only one kind: no choice"


# -------------------------------------------------------------------------------------------------------------- deaths


@pytest.mark.clause("shadowgate.death.unlimited", "shadowgate.components.deaths")
def test_deaths_have_no_limit_but_in_competition() -> None:
    follower = lay(TWO).mat("ana", deaths=22)
    follower.play("death ana 3")
    assert follower.player().deaths == 25
    assert not follower.player().out
    assert follower.points() == -125
    follower.refused("out ana", "death.unlimited")


@pytest.mark.clause("shadowgate.death.fifth", "shadowgate.death.at-once", "shadowgate.death.cards-leave")
def test_a_fifth_death_defeats_in_competition() -> None:
    follower = lay(THREE, mode="competition").give("ana", "#1", "#staff-1").mat("ana", deaths=4)
    before = every(follower.state)
    follower.play("death ana")
    assert follower.player().out
    assert follower.state.active == "bo"
    assert every(follower.state) == before
    assert follower.state.deck("staff").down == 2
    follower.refused("turn ana", "death.fifth")
    both = lay(THREE, mode="competition").mat("ana", deaths=4).mat("cy", deaths=4).set(torch=1)
    both.play("done; done; done")
    assert [player.handle for player in both.state.alive] == ["bo"]


@pytest.mark.clause("shadowgate.death.all-out", "shadowgate.death.one-left", "shadowgate.end.over")
def test_if_all_are_defeated_nobody_wins() -> None:
    follower = lay(TWO, mode="competition").mat("ana", deaths=5).mat("bo", deaths=4)
    follower.play("done")
    assert not follower.state.ended, "one is left and goes on"
    follower.play("death bo")
    outcome = follower.game.outcome(follower.state)
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.clause == "shadowgate.death.all-out"
    assert follower.actor == NOBODY
    follower.refused("done", "end.over")
    assert list(follower.game.legal(follower.state)) == []


# ----------------------------------------------------------------------------------------------------- the Final Quest


def unlocked(turn: str = "ana", game: Shadowgate | None = None) -> Follower:
    """The Great Barrier is out, and two pieces of the Staff."""
    follower = lay(THREE, "I/x/cost:strength_1/reward:draw_1_staff/xp:2", turn=turn, game=game)
    pieces = ("#staff-1", "#staff-2") if game is None else ()
    follower.give("bo", *pieces).set(barrier=True)
    for _ in range(2 - len(pieces)):
        follower.play("get bo staff")
    return follower


@pytest.mark.clause("shadowgate.final.trigger", "shadowgate.final.any-order")
def test_the_barrier_and_the_staff_unlock_the_end() -> None:
    follower = unlocked()
    assert not follower.state.unlocked
    follower.play("attempt 1; staff #staff-3")
    assert follower.state.unlocked
    other = lay(THREE, "#I-4").give("bo", "#staff-1", "#staff-2", "#staff-3").set(opened=("I", "II", "III"))
    other.play("lose bo #staff-1; cycle 1 from III")
    assert not other.state.unlocked
    other.play("quest 1 #III-1")
    assert other.state.barrier
    assert other.state.unlocked


@pytest.mark.clause("shadowgate.final.last-turns", "shadowgate.final.who", "shadowgate.final.next")
def test_everybody_has_one_more_full_turn() -> None:
    follower = unlocked(turn="bo")
    follower.play("attempt 1; staff ?")
    follower.play("done; quest 1 ?")
    order = []
    while not follower.state.final:
        order.append(follower.state.active)
        assert follower.state.extra
        follower.play("done")
    assert order == ["cy", "ana", "bo"]
    assert follower.state.active == "cy"


@pytest.mark.clause("shadowgate.final.no-reveals", "shadowgate.final.no-cycle")
def test_no_quest_is_revealed_in_the_last_turns() -> None:
    follower = unlocked(game=blank_box())
    follower.mat("ana", extra=(3, 3, 3)).mat("bo", extra=(3, 3, 3))
    follower.play("attempt 1; staff ?; done; quest 1 I/y/cost:strength_1/torch:1/xp:1")
    assert follower.state.extra
    follower.refused("cycle 1 from I", "final.no-reveals")
    follower.play("attempt 1; done")
    assert follower.state.quest(1) is None
    assert follower.state.active == "cy"
    follower.play("done")
    assert follower.state.torch == 9, "the torch goes on"


def test_an_event_that_leaves_in_the_last_turns_is_not_replaced() -> None:
    follower = lay(THREE, "#I-2").set(unlocked=True, extra=True, waits=("bo",), opened=("I", "II"))
    follower.play("leave 1")
    assert follower.state.quest(1) is None
    assert follower.state.due == ()
    follower.play("done")
    assert (follower.state.active, follower.state.waits) == ("bo", ())


def test_a_boss_and_points_that_nobody_told_block_nothing() -> None:
    follower = lay(TWO, "I").set(due=("boss", "energy"), life=50, torch=0).mat("ana", xp=3)
    for steps in ("boss ?; energy ?; hit 8", "done; hit 30", "done; hit 12"):
        follower.play(steps)
        while follower.state.due:
            follower.play("?")
    assert follower.state.ended == "boss"
    lines = {line.what for sheet in follower.game.score(follower.state) for line in sheet.lines}
    assert "An Energy card" in lines
    assert any("points nobody told" in problem.text for problem in follower.game.problems(follower.state))


@pytest.mark.clause("shadowgate.final.begin", "shadowgate.final.torch-gone", "shadowgate.attack.phase")
def test_the_final_quest_begins() -> None:
    follower = unlocked().set(penalty="mental", torch=3)
    follower.refused("attack strength", "attack.phase")
    follower.play("attempt 1; staff ?; done; quest 1 ?; done; done; red mental; done")
    state = follower.state
    assert (state.life, state.torch, state.penalty, state.extra) == (50, 0, "", False)
    assert state.due == ("boss", "energy")
    follower.play("boss reaper; energy #energy-2")
    assert follower.state.boss is not None
    follower.refused("attempt 1", "attack.phase")
    follower.refused("torch 4", "final.torch-gone")
    follower.refused("boss reaper", "final.begin")


@pytest.mark.clause("shadowgate.attack.score", "shadowgate.boss.life", "shadowgate.attack.optional")
def test_an_attack_is_a_trait_and_two_dice() -> None:
    follower = fight(energy="").mat("ana", plus=(1, 0, 0)).give("ana", "#1", slot=2)
    follower.play("attack strength")
    assert follower.actor == TABLE
    follower.refused("done", "attack.score")
    follower.play("roll 2 skull")
    assert follower.state.life == 43
    follower.refused("attack mental", "attack.optional")
    follower.play("done; done")
    assert follower.state.active == "ana"
    assert follower.state.torch == 0


def test_events_and_the_energy_card_count_while_they_are_in_play() -> None:
    follower = fight(energy="#energy-2", life=48)
    assert follower.traits() == (2, 2, 2), "the Energy card takes one from Strength"
    event = card("#I-2")
    follower.state = follower.state.with_quest(1, event)  # type: ignore[arg-type]
    assert follower.traits() == (2, 1, 2)
    follower.play("attack resourceful; roll 1 1")
    assert follower.state.life == 45


@pytest.mark.clause("shadowgate.attack.floor")
def test_a_trait_counts_at_least_nothing_in_an_attack() -> None:
    follower = fight("ana=katalia bo=jair", energy="").mat("ana", curses=(3, 0, 0)).set(penalty="strength")
    follower.play("attack strength; roll 1 1")
    assert follower.state.life == 48


@pytest.mark.clause("shadowgate.attack.skulls", "shadowgate.attack.which-skulls")
def test_two_skulls_are_a_death_and_no_hit() -> None:
    follower = fight()
    follower.play("attack strength; roll skull skull")
    assert (follower.state.life, follower.player().deaths) == (50, 1)
    staff = {"slots": ((card("#staff-1"),), (), (), ())}
    mixed = fight(energy="").mat("ana", **staff)
    mixed.play("attack strength; roll 2 skull blue skull")
    assert mixed.player().deaths == 0
    assert mixed.state.life < 50
    house = fight(skulls_of_three=True).mat("ana", **staff)
    house.play("attack strength; roll 2 skull blue skull")
    assert (house.state.life, house.player().deaths) == (50, 1)


@pytest.mark.clause("shadowgate.attack.blue", "shadowgate.attack.one-blue", "shadowgate.components.dice")
def test_who_has_a_staff_item_equipped_rolls_the_blue_die() -> None:
    follower = fight(energy="").give("ana", "#staff-1")
    follower.play("attack strength")
    follower.refused("roll 1 1 blue 2", "attack.blue")
    both = fight(energy="").mat("ana", slots=((card("#staff-1"), card("#staff-2")), (), (), ()))
    base = both.traits()[0]
    both.play("attack strength")
    both.refused("roll 1 1 blue 9", "components.dice")
    assert both.offers("roll 1 1 blue staff")
    both.play("roll 1 1 blue 2")
    assert both.state.life == 50 - base - 4


@pytest.mark.clause("shadowgate.boss.crossed", "shadowgate.boss.energy", "shadowgate.boss.acts", "shadowgate.boss.stop")
def test_a_red_space_gains_the_energy_and_wakes_the_boss() -> None:
    follower = fight(life=43, energy="#energy-4")
    follower.play("attack strength; roll 1 skull")
    assert follower.state.life <= 42
    assert [one.name for one in follower.player().done] == [card("#energy-4").name]
    assert follower.state.due == ("energy", "act")
    follower.play("energy ?; red mental; red mental")
    assert [follower.player(seat).curses for seat in ("ana", "bo")] == [(0, 0, 1), (0, 0, 1)]
    assert follower.points() == (card("#energy-4").xp or 0)
    short = fight(life=48, energy="")
    short.play("attack strength; roll 1 skull")
    assert short.state.due == ()
    over = fight(life=3, energy="")
    over.play("attack strength; roll 4 4")
    assert over.state.life == 0


@pytest.mark.clause("shadowgate.boss.more-reds", "shadowgate.boss.no-energy")
def test_more_red_spaces_gain_more_and_the_boss_acts_once() -> None:
    follower = fight(life=43).mat("ana", plus=(5, 0, 0))
    follower.play("hit 10")
    assert follower.state.due == ("spoil ana", "energy", "act")
    follower.play("energy #energy-5; energy #energy-6")
    assert [one.name for one in follower.player().done] == [card("#energy-4").name, card("#energy-5").name]
    assert follower.state.due == ("curse ana", "curse bo")
    empty = fight(life=43)
    empty.state = empty.state.with_deck("energy", Deck(0, empty.state.deck("energy").unseen))
    empty.play("hit 3; red ?; red ?")
    assert empty.state.energy is None


@pytest.mark.clause("shadowgate.boss.defence")
def test_a_defence_spares_who_reaches_its_number() -> None:
    follower = fight(boss="#reaper", life=43, energy="")
    follower.play("hit 2; energy ?")
    assert follower.state.token == ["defend", "ana"]
    assert follower.actor == TABLE
    follower.play("roll skull skull")
    assert follower.player("ana").deaths == 1, "two skulls count nothing more here"
    follower.play("roll 4 skull")
    assert follower.player("bo").deaths == 0
    by_hand = fight(boss="#reaper", life=43, energy="")
    by_hand.play("hit 2; energy ?; struck; spared")
    assert [by_hand.player(seat).deaths for seat in ("ana", "bo")] == [1, 0]
    by_hand.refused("spared", "boss.defence")


@pytest.mark.clause("shadowgate.boss.killer", "shadowgate.boss.last-blow")
def test_the_last_blow_takes_the_boss_and_its_energy() -> None:
    follower = fight(life=11).mat("ana", deaths=1)
    follower.play("hit 30")
    assert follower.state.life == 0
    assert follower.state.due == ("spoil ana", "fall")
    follower.play("energy #energy-7")
    names = {one.name for one in follower.player().done}
    assert names == {"behemoth", card("#energy-4").name, card("#energy-7").name}
    assert follower.player().curses == (0, 0, 0)
    assert follower.actor == NOBODY
    assert follower.state.ended == "boss"


# ------------------------------------------------------------------------------------------------------------- the end


@pytest.mark.clause("shadowgate.end.equipped", "shadowgate.end.inventory", "shadowgate.end.count")
def test_what_is_equipped_counts_and_the_inventory_does_not() -> None:
    follower = fight(life=1, energy="").give("ana", "#5", slot=2).give("ana", "#3").mat("ana", deaths=1)
    sheet = follower.game.score(follower.state)[0]
    equipped, bag = card("#5").xp or 0, card("#3").xp or 0
    assert (sheet.points, sheet.up_to) == (-5, -5 + equipped + bag)
    assert any("score nothing" in problem.text for problem in sheet.problems)
    follower.play("hit 1")
    sheet = follower.game.score(follower.state)[0]
    assert sheet.points == sheet.up_to == 20 + equipped - 5
    assert sheet.points == points(follower.player())


@pytest.mark.clause("shadowgate.end.winner", "shadowgate.end.negative", "shadowgate.overview.goal")
def test_the_most_experience_wins() -> None:
    follower = fight(life=1, energy="").mat("bo", xp=30).mat("ana", deaths=5)
    follower.play("hit 1")
    outcome = follower.game.outcome(follower.state)
    assert outcome is not None
    assert outcome.winners == ("bo",)
    assert follower.points("ana") == -5
    fierce = fight(life=1, energy="", mode="competition").mat("bo", xp=30, out=True)
    fierce.play("hit 1")
    assert fierce.game.outcome(fierce.state).winners == ("ana",)  # type: ignore[union-attr]


def tied(people: str = THREE, **options: object) -> Follower:
    """Bo lands the last blow, and Ana and Bo are tied."""
    follower = fight(people, life=1, energy="", turn="bo", **options).mat("ana", xp=20)
    follower.play("hit 1")
    return follower


@pytest.mark.clause("shadowgate.tie.next-boss", "shadowgate.tie.order")
def test_a_tie_fights_the_next_boss_from_twenty_five() -> None:
    follower = tied()
    assert (follower.state.tied, follower.state.life) == (("ana", "bo"), 25)
    assert follower.state.active == "ana", "clockwise from the killer, past who is not tied"
    assert follower.state.due == ("boss", "energy")
    follower.refused("boss behemoth", "decks.one-each")
    follower.play("boss warlock-lord; energy ?; attack strength; roll 1 1; done")
    assert follower.state.active == "bo"
    assert follower.state.life == 20
    follower.play("done")
    assert follower.state.active == "ana"


@pytest.mark.clause("shadowgate.tie.winner", "shadowgate.tie.no-points")
def test_the_last_blow_of_the_tie_break_decides() -> None:
    follower = tied().give("ana", "#1", slot=2)
    before = follower.points("bo")
    follower.play("boss reaper; energy #energy-3; hit 0; death ana 2; done; hit 25; energy ?; energy ?")
    outcome = follower.game.outcome(follower.state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (("bo",), "shadowgate.tie.winner")
    assert follower.points("bo") == before
    assert follower.player("ana").late_deaths == 2
    assert len(follower.player("bo").spoils) >= 2


@pytest.mark.clause("shadowgate.tie.beginner")
def test_in_beginner_mode_a_boss_comes_out_of_the_box() -> None:
    follower = fight("ana=jair bo=katalia", boss="#warlock-lord", life=1, energy="", mode="beginner").mat("bo", xp=20)
    follower.play("hit 1")
    assert follower.state.tied == ("ana", "bo")
    follower.refused("boss warlock-lord", "decks.one-each")
    law = dict(follower.game.chances(follower.state).items())
    assert set(law.values()) == {1}
    assert len(law) == 2
    follower.play("boss reaper; energy ?")


@pytest.mark.clause("shadowgate.tie.all-out")
def test_if_all_who_are_tied_fall_nobody_wins() -> None:
    follower = tied(mode="competition").mat("ana", deaths=0)
    follower.play("boss reaper; energy ?; death bo 5")
    assert not follower.state.ended
    follower.play("death ana 5")
    outcome = follower.game.outcome(follower.state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == ((), "shadowgate.tie.all-out")


def test_red_spaces_of_an_untold_box_are_told_when_they_are_crossed() -> None:
    follower = fight(energy="")
    follower.refused("crossed 1", "boss.crossed")
    untold = lay(TWO, game=blank_box()).set(life=50, torch=0)
    untold.play("attack strength; hit 9; crossed 1; energy ?")
    assert untold.state.life == 41
    assert untold.state.energy is not None
    untold.play("done; life 30")
    assert untold.state.life == 30
