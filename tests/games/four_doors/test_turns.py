"""Turns: steps, actions, drawing, the hand limit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.engine.game import TABLE
from companion.games.four_doors.cards import UNTOLD
from tests.games.four_doors.following import PLAIN, Deck, card, dealt, lay

# ------------------------------------------------------------------------------------------------------------ the turn


@pytest.mark.clause("four-doors.turn.steps", "four-doors.turn.order", "four-doors.shadows.number")
def test_a_turn_is_actions_then_two_cards_then_shadows() -> None:
    follower = dealt(3)
    follower.refused("shadow blue left", "turn.steps")
    follower.refused("draw ?", "turn.steps")
    follower.play("done")
    assert follower.actor == TABLE
    follower.play("draw ? ?")
    assert follower.state.step == "fall"
    assert follower.state.falling == 2
    follower.refused("search", "turn.own-turn")
    follower.play("shadow blue left")
    assert follower.state.active == "ana"
    follower.play("shadow blue left")
    assert (follower.state.active, follower.state.step, follower.state.turn) == ("bo", "act", 2)
    follower.play("done; draw ?; draw ?; shadow gold left; shadow gold left; done; draw ? ?; shadow ?; shadow ?")
    assert follower.state.active == "ana"


@pytest.mark.clause("four-doors.turn.actions")
def test_three_actions_in_any_order_and_the_same_again() -> None:
    follower = lay("purple @ana / green / blue / gold", "ana bo")
    follower.play("move down; move up; move down")
    assert follower.player("ana").at == "green"
    follower.refused("move down", "turn.actions")
    assert follower.actor == TABLE


@pytest.mark.clause("four-doors.turn.own-turn")
def test_actions_belong_to_ones_own_turn_and_fewer_are_allowed() -> None:
    follower = dealt(2)
    follower.refused("bo: search", "turn.own-turn")
    assert follower.offers("done")
    follower.play("done")
    follower.refused("done", "turn.actions")


# ------------------------------------------------------------------------------------------------------------- actions


def lamp_at_purple(people: str = "ana", side: str = "2|1", more: str = "") -> tuple[object, str, str]:
    deck = Deck()
    lit, dark = deck.take(lamp="purple"), deck.take(dark="purple")
    text = f"purple {side} @ana / green / blue / gold / rates [2],3 / hand ana {lit}+{dark}{more}"
    return lay(text, people), lit, dark


@pytest.mark.clause("four-doors.actions.illuminate", "four-doors.actions.own-hand")
def test_a_lantern_of_the_door_takes_a_shadow_away() -> None:
    follower, lit, dark = lamp_at_purple()
    follower.refused(f"illuminate {dark} > purple left", "actions.illuminate")
    follower.refused("illuminate #48 > purple left", "actions.own-hand")
    follower.refused(f"illuminate {lit} > green left", "actions.illuminate")
    lone, lamp, _ = lamp_at_purple(side="1|0")
    lone.refused(f"illuminate {lamp} > purple right", "actions.any-shadow")
    assert follower.offers(f"illuminate {lit} > purple left")
    follower.play(f"illuminate {lit} > purple left")
    assert follower.counts("purple") == (1, 1)
    assert follower.hand("ana") == 1
    assert card(lit) in follower.state.discard
    assert len(follower.state.discard) == 2
    assert follower.state.left == 2


@pytest.mark.clause("four-doors.actions.illuminate-needs-shadow")
def test_without_a_shadow_there_is_nothing_to_illuminate() -> None:
    follower, lit, _ = lamp_at_purple(side="0|0")
    follower.refused(f"illuminate {lit} > purple left", "actions.illuminate-needs-shadow")


@pytest.mark.clause("four-doors.actions.one-lantern", "four-doors.adventurers.shadowbinder")
def test_one_card_takes_one_shadow_but_for_the_shadowbinder() -> None:
    follower, lit, _ = lamp_at_purple("ana=wanderer")
    follower.refused(f"illuminate {lit} > purple left purple left", "adventurers.shadowbinder")


@pytest.mark.clause("four-doors.actions.any-shadow")
def test_any_of_the_shadows_may_go() -> None:
    deck = Deck()
    lit = deck.take(lamp="purple")
    three = [deck.take(at="purple", side="left") for _ in range(3)]
    follower = lay(f"purple {'+'.join(three)}|0 @ana / green / blue / gold / hand ana {lit}")
    for shadow in three:
        assert follower.offers(f"illuminate {lit} > {shadow}")
    follower.play(f"illuminate {lit} > {three[1]}")
    assert set(follower.door("purple").left) == {card(three[0]), card(three[2])}
    follower.refused(f"illuminate {lit} > {three[1]}", "actions.own-hand")


@pytest.mark.clause("four-doors.actions.move")
def test_pawns_go_from_card_to_card() -> None:
    follower = lay("purple @ana / green / blue / gold @bo", "ana bo")
    follower.play("move up")
    assert follower.player("ana").at == "beacon"
    reason = follower.refused("move up", "actions.move")
    assert "Beacon" in reason
    follower.play("move down")
    follower = lay("purple @ana / green / blue / gold @bo", "bo ana")
    follower.refused("move down", "actions.move")
    nowhere = lay(PLAIN)
    nowhere.refused("move up", "actions.move")
    nowhere.play("pawn ana gold; move up")
    assert nowhere.player("ana").at == "blue"


@pytest.mark.clause("four-doors.actions.search")
def test_searching_draws_the_top_card() -> None:
    follower = lay(PLAIN)
    before = follower.state.down
    follower.play("search")
    assert follower.actor == TABLE
    follower.refused("move up", "spells.no-interrupt")
    follower.refused("draw ? ?", "draw.two")
    follower.play("draw #7")
    assert follower.state.down == before - 1
    assert card("#7") in follower.player("ana").hand
    assert follower.actor == "ana"
    assert follower.state.left == 2


@pytest.mark.clause("four-doors.actions.search-at-five", "four-doors.hand-limit.when", "four-doors.hand-limit.five")
def test_searching_with_five_cards_is_allowed() -> None:
    follower = lay(f"{PLAIN} / hand ana #1+#2+#3+#4+#5")
    follower.play("search; draw #9")
    assert follower.actor == "ana"
    assert follower.state.due == ("limit ana",)
    follower.play("discard #9")
    assert follower.hand("ana") == 5
    assert follower.state.discard.count(card("#9")) == 1
    follower.refused("discard #1", "hand-limit.five")


@pytest.mark.clause("four-doors.actions.search-empty", "four-doors.end.cards")
def test_searching_where_no_card_is_left_loses() -> None:
    follower = lay(f"{PLAIN} / pile 0")
    follower.warned("search", "actions.search-empty")
    follower.play("search")
    outcome = follower.game.outcome(follower.state)
    assert outcome is not None
    assert outcome.clause == "four-doors.end.cards"
    assert outcome.winners == ()


@pytest.mark.clause("four-doors.actions.give", "four-doors.actions.give-one-way", "four-doors.hand-limit.when")
def test_a_card_is_given_at_the_same_door_and_the_taker_counts() -> None:
    follower = lay("purple @ana @bo / green @cy / blue / gold / hand ana #1+#2 / hand bo 5", "ana bo cy")
    follower.refused("give #1 cy", "actions.give")
    follower.refused("bo: give ? ana", "turn.own-turn")
    follower.refused("give #9 bo", "actions.own-hand")
    follower.play("give #1 bo")
    assert follower.actor == "bo"
    assert follower.hand("bo") == 6
    follower.play("discard ?")
    assert follower.actor == "ana"
    assert follower.hand("ana") == 1


@pytest.mark.clause("four-doors.actions.give", "four-doors.hand-limit.relics", "four-doors.actions.find-once")
def test_a_relic_is_given_and_does_not_count() -> None:
    follower = lay("purple found @ana @bo / green / blue / gold / hand bo 5 / relics ana purple", "ana bo")
    follower.refused("give relic-green bo", "relics.holder")
    assert follower.offers("give staff bo")
    follower.play("give staff bo")
    assert follower.player("bo").relics == ("purple",)
    assert follower.player("ana").relics == ()
    assert follower.actor == "ana"
    assert follower.state.tower.found == ("purple",)


@pytest.mark.clause("four-doors.actions.give-on-beacon")
def test_giving_on_the_beacon_is_a_house_rule() -> None:
    text = f"beacon @ana @bo / {PLAIN} / hand ana #1"
    follower = lay(text, "ana bo")
    follower.refused("give #1 bo", "actions.give-on-beacon")
    assert not follower.offers("give #1 bo")
    relaxed = lay(text, "ana bo", give_on_beacon=True)
    assert relaxed.offers("give #1 bo")
    relaxed.play("give #1 bo")
    assert relaxed.hand("bo") == 1


def with_staff(n: int, people: str = "ana bo") -> tuple[object, list[str]]:
    deck = Deck()
    cards = [deck.take(relic="staff") for _ in range(n)]
    text = f"purple @ana / green / blue / gold / hand ana {'+'.join([*cards, deck.take(relic='oil')])}"
    return lay(text, people), cards


@pytest.mark.clause("four-doors.actions.find", "four-doors.actions.find-own-hand", "four-doors.relics.zone")
def test_four_cards_of_the_door_find_its_relic() -> None:
    follower, cards = with_staff(4)
    assert follower.offers(f"find {' '.join(cards)}")
    follower.refused(f"find {' '.join(cards[:3])}", "actions.find")
    oil = next(c for c in follower.player("ana").hand if c.relic == "oil")
    follower.refused(f"find {' '.join(cards[:3])} {follower.game.language.card(oil)}", "actions.find")
    follower.play("find")
    assert follower.door("purple").found
    assert follower.player("ana").relics == ("purple",)
    assert follower.hand("ana") == 1
    assert len(follower.state.discard) == 4
    assert follower.state.left == 2
    follower.refused(f"find {' '.join(cards)}", "actions.find-once")


@pytest.mark.clause("four-doors.actions.find-own-hand")
def test_hands_are_not_pooled() -> None:
    follower, cards = with_staff(3)
    four = f"{' '.join(cards)} {Deck().take(relic='staff', spell='')}"
    follower.refused(f"find {four}", "actions.own-hand")
    follower.refused(f"find {cards[0]} {cards[0]} {cards[1]} {cards[2]}", "actions.own-hand")


@pytest.mark.clause("four-doors.actions.not-on-beacon")
def test_what_needs_a_door_is_not_done_on_the_beacon() -> None:
    deck = Deck()
    cards = [deck.take(relic="staff") for _ in range(4)]
    text = f"beacon @ana / {PLAIN} / hand ana {'+'.join(cards)} / discard #48"
    follower = lay(text, "ana=summoner bo")
    follower.refused(f"find {' '.join(cards)}", "actions.not-on-beacon")
    follower.refused(f"illuminate {cards[0]} > purple left", "actions.not-on-beacon")
    follower.refused("recall #48", "actions.not-on-beacon")


@pytest.mark.clause("four-doors.actions.one-purpose")
def test_a_spell_card_may_be_spent_for_its_lantern() -> None:
    deck = Deck()
    spell = deck.take(spell="luminous-flux", lamp="purple")
    follower = lay(f"purple 1|0 @ana / green / blue / gold / hand ana {spell}")
    assert follower.offers(f"illuminate {spell} > purple left")
    follower.play(f"illuminate {spell} > purple left")
    follower.refused(f"spell {spell}", "actions.own-hand")
    assert not follower.state.hollow


@pytest.mark.clause("four-doors.actions.half-door")
def test_a_partially_closed_door_serves_as_any_other() -> None:
    deck = Deck()
    cards = [deck.take(relic="staff", lamp="purple"), *(deck.take(relic="staff") for _ in range(3))]
    extra = deck.take(lamp="purple")
    text = f"purple half 1|0 @ana @bo / green / blue / gold / hand ana {'+'.join([*cards, extra])}"
    follower = lay(text, "ana=wanderer bo")
    follower.play(f"illuminate {extra} > purple left; find; move down; move up")
    assert follower.door("purple").half
    assert follower.door("purple").found


# ------------------------------------------------------------------------------------------------------------- drawing


@pytest.mark.clause("four-doors.draw.two", "four-doors.hand-limit.when")
def test_two_cards_are_drawn_and_then_the_hand_is_counted() -> None:
    follower = lay(f"{PLAIN} / hand ana 5", "ana bo")
    follower.play("done; draw #1")
    assert follower.state.due == ()
    assert follower.actor == TABLE
    follower.refused("draw ? ?", "draw.two")
    assert list(follower.game.asides(follower.state)) == []
    follower.play("draw #2")
    assert follower.state.due == ("limit ana",)
    follower.play("discard ?; discard #1")
    assert follower.state.step == "fall"
    assert follower.hand("ana") == 5


@pytest.mark.clause("four-doors.draw.in-hand", "four-doors.pile.run-out")
def test_the_pile_runs_out_between_the_two_cards() -> None:
    follower = lay(f"{PLAIN} / pile 1 / discard #5+#6+#7 / hand ana #1", "ana bo")
    follower.set(track=replace(follower.state.track, level=1, rates=(2, 2, 3)))
    follower.play("done; draw ?")
    assert follower.state.reshuffles == 1
    assert follower.state.track.level == 2
    assert follower.hand("ana") == 2
    assert not follower.state.discard
    assert follower.state.down == 3
    follower.play("draw #6")
    assert follower.state.falling == 3


# ---------------------------------------------------------------------------------------------------------- hand limit


@pytest.mark.clause("four-doors.hand-limit.spell", "four-doors.hand-limit.ways")
def test_seven_cards_come_down_by_a_spell_and_a_discard() -> None:
    """The suggested test (e)."""
    deck = Deck()
    hush = deck.take(spell="hush")
    rest = [deck.take(relic="oil") for _ in range(4)]
    follower = lay(f"{PLAIN} / hand ana {'+'.join([hush, *rest])}", "ana bo")
    follower.play("done; draw ? ?")
    assert follower.hand("ana") == 7
    follower.play(f"spell {hush}")
    assert follower.hand("ana") == 6
    assert follower.state.due == ("limit ana",)
    follower.play("discard ?")
    assert follower.hand("ana") == 5
    assert follower.state.step == "fall"


@pytest.mark.clause("four-doors.hand-limit.ways")
def test_actions_are_no_way_down() -> None:
    deck = Deck()
    oil = [deck.take(relic="oil") for _ in range(5)]
    text = f"purple 1|0 @ana @bo / green / blue found / gold / relics ana blue / hand ana {'+'.join(oil)}"
    follower = lay(text, "ana bo")
    follower.play("search; draw ?")
    for step in (f"oil {oil[0]}", f"give {oil[0]} bo", "search", "move up"):
        follower.refused(step, "hand-limit.first")


@pytest.mark.clause("four-doors.hand-limit.ways", "four-doors.relics.prism")
def test_paying_for_the_prism_brings_two_down() -> None:
    """The suggested test (f)."""
    deck = Deck()
    prisms = [deck.take(relic="prism") for _ in range(5)]
    text = f"{PLAIN} / relics ana gold / hand ana {'+'.join(prisms)}".replace("gold / rates", "gold found / rates")
    follower = lay(text, "ana bo")
    follower.play(f"done; draw ? ?; prism {prisms[0]} > {prisms[1]} bo")
    assert follower.hand("ana") == 5
    assert follower.hand("bo") == 1
    assert follower.state.due == ()


@pytest.mark.clause("four-doors.hand-limit.lumen")
def test_the_lumen_stone_as_a_way_down_is_a_house_rule() -> None:
    deck = Deck()
    stones = [deck.take(relic="stone") for _ in range(5)]
    text = f"purple @ana / green found / blue / gold / relics ana green / hand ana {'+'.join(stones)}"
    strict = lay(text, "ana bo", lumen_over_limit=False)
    strict.play("search; draw ?")
    strict.refused(f"lumen {stones[0]} ana beacon", "hand-limit.lumen")
    follower = lay(text, "ana bo")
    follower.play(f"search; draw ?; lumen {stones[0]} ana beacon")
    assert follower.state.due == ()
    assert follower.player("ana").at == "beacon"


@pytest.mark.clause("four-doors.hand-limit.first", "four-doors.hand-limit.order")
def test_whoever_is_over_comes_down_first_in_turn_order() -> None:
    deck = Deck()
    prism, hush = deck.take(relic="prism"), deck.take(spell="hush")
    tower = "purple / green / blue / gold found / relics ana gold"
    text = f"{tower} / hand ana {prism}+{hush}+5 / hand bo 5 / hand cy {deck.take(spell='hush')}"
    follower = lay(text, "ana bo cy")
    follower.state = follower.game.apply(follower.state, follower.game.parse("search", follower.state))
    follower.play("draw ?")
    assert follower.actor == "ana"
    follower.refused("cy: spell hush", "hand-limit.first")
    follower.play(f"prism {prism} > ? bo")
    assert follower.state.due == ("limit ana", "limit bo")
    follower.refused("bo: discard ?", "hand-limit.first", "hand-limit.order")
    follower.play("discard ?")
    assert follower.state.due == ("limit bo",)
    assert follower.actor == "bo"
    follower.play("discard ?; cy: spell hush")


@pytest.mark.clause("four-doors.hand-limit.always")
@pytest.mark.clause("four-doors.adventurers.summoner", "four-doors.adventurers.summoner-door")
def test_the_summoner_takes_a_card_of_the_own_door_and_counts() -> None:
    deck = Deck()
    left, right = deck.take(at="purple", side="left"), deck.take(at="purple", side="right")
    other = deck.take(at="green")
    text = f"purple @ana / green / blue / gold / hand ana 5 / discard {left}+{right}+{other}"
    follower = lay(text, "ana=summoner bo")
    follower.refused(f"recall {other}", "adventurers.summoner")
    follower.refused("recall #48", "adventurers.summoner")
    assert follower.offers(f"recall {left}")
    assert follower.offers(f"recall {right}")
    follower.play(f"recall {left}")
    assert follower.state.due == ("limit ana",)
    assert follower.state.left == 2
    follower.play(f"discard {left}")
    lay(text, "ana=wanderer bo").refused(f"recall {left}", "adventurers.summoner")


def test_an_untold_card_in_hand_is_told_by_using_it() -> None:
    follower = lay("purple 1|0 @ana / green / blue / gold / hand ana ?", "ana bo")
    lit = Deck().take(lamp="purple")
    verdict = follower.check(f"illuminate {lit} > purple left")
    assert verdict.cannot_tell
    assert "Ana's hand" in verdict.needs[0]
    before = len(follower.state.unseen)
    follower.play(f"illuminate {lit} > purple left")
    assert len(follower.state.unseen) == before - 1
    assert UNTOLD not in follower.player("ana").hand
