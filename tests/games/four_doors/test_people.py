"""Adventurers, relics, and the game for one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.four_doors.moves import Extra, Give, Pass, Prism, Shift, Swap, Toss, Walk
from tests.games.four_doors.following import PLAIN, Deck, Follower, card, dealt, lay


def kinds(follower: Follower, kind: type) -> list[object]:
    """The moves and asides of a kind."""
    game, state = follower.game, follower.state
    return [move for move in (*game.legal(state), *game.asides(state)) if isinstance(move, kind)]


# --------------------------------------------------------------------------------------------------------- adventurers


@pytest.mark.clause("four-doors.adventurers.bestower", "four-doors.adventurers.bestower-window")
def test_the_bestower_passes_for_free_in_anybodys_turn() -> None:
    text = "purple found @ana @bo / green @cy / blue / gold / hand bo #1+#2 / relics bo purple"
    follower = lay(text, "ana bo=bestower cy")
    assert len(kinds(follower, Pass)) == 3
    follower.play("pass #1 ana; pass staff ana")
    assert follower.state.left == 3
    assert follower.player("ana").relics == ("purple",)
    assert card("#1") in follower.player("ana").hand
    follower.refused("pass #2 cy", "actions.give")
    follower.refused("ana: pass #1 bo", "adventurers.bestower")
    follower.play("search")
    follower.refused("pass #2 ana", "spells.no-interrupt")


@pytest.mark.clause("four-doors.adventurers.bestower", "four-doors.hand-limit.ways")
def test_the_bestower_passes_instead_of_discarding_and_the_taker_counts() -> None:
    text = "purple @ana @bo / green / blue / gold / hand ana 5 / hand bo 5"
    follower = lay(text, "ana=bestower bo")
    follower.play("search; draw #1; pass #1 bo")
    assert follower.state.due == ("limit bo",)
    assert follower.hand("ana") == 5
    beacon = lay("beacon @ana @bo / purple / green / blue / gold / hand ana #1", "ana=bestower bo")
    beacon.refused("pass #1 bo", "actions.give-on-beacon")


@pytest.mark.clause("four-doors.adventurers.illuminant")
def test_the_illuminant_dispels_on_entering_a_door() -> None:
    text = "purple 3|3 / green 2|3 @ana / blue / gold"
    follower = lay(text, "ana=illuminant bo")
    follower.refused("dispel green right", "adventurers.illuminant")
    follower.play("move up")
    assert follower.state.dispel == ("left", "right")
    assert follower.offers("dispel purple left")
    follower.play("dispel purple left")
    follower.refused("dispel purple left", "adventurers.illuminant")
    follower.play("dispel purple right")
    assert follower.counts("purple") == (2, 2)
    assert len(follower.state.discard) == 2
    assert follower.state.left == 2
    follower.play("move down")
    assert follower.state.dispel == ("right",)
    follower.play("search; draw ?")
    follower.refused("dispel green right", "adventurers.illuminant")


@pytest.mark.clause("four-doors.adventurers.illuminant-when", "four-doors.shadows.displaced")
def test_a_displaced_illuminant_dispels_before_the_next_shadow() -> None:
    """The suggested test (h)."""
    text = "purple half found 3|0 @bo / green 3|3 / blue / gold / rates [2],3"
    follower = lay(text, "ana bo=illuminant", step="fall")
    follower.play("shadow purple left; stand down")
    assert follower.state.dispel == ("left", "right")
    follower.play("dispel green left; dispel green right; shadow green left")
    assert follower.counts("green") == (3, 2)
    assert not follower.door("green").half


@pytest.mark.clause("four-doors.adventurers.illuminant-when")
def test_the_illuminant_does_not_dispel_at_the_setup_nor_on_the_beacon() -> None:
    follower = dealt(2)
    assert follower.player("bo").adventurer == "illuminant"
    assert follower.state.dispel == ()
    up = lay("purple 3|3 @ana / green / blue / gold", "ana=illuminant")
    up.play("move up")
    assert up.state.dispel == ()


@pytest.mark.clause(
    "four-doors.adventurers.placeshifter",
    "four-doors.adventurers.placeshifter-doors",
    "four-doors.adventurers.placeshifter-consent",
    "four-doors.adventurers.no-move",
)
def test_the_placeshifter_moves_any_pawn_to_any_door() -> None:
    follower = lay("purple 3|0 @ana / green / blue / gold @bo", "ana=placeshifter bo=illuminant")
    assert len(kinds(follower, Shift)) == 6
    follower.refused("shift bo beacon", "adventurers.placeshifter-doors")
    follower.refused("shift bo gold", "adventurers.no-move")
    assert "Bo" in follower.warned("shift bo purple", "adventurers.placeshifter-consent")
    assert follower.check("shift ana gold").reason == ""
    follower.play("shift bo purple")
    assert follower.player("bo").at == "purple"
    assert follower.state.left == 2
    assert follower.state.dispel == ("left",)
    follower.play("dispel purple left; shift ana gold")
    lay("purple @ana / green / blue / gold", "ana=wanderer bo").refused("shift ana gold", "adventurers.placeshifter")


@pytest.mark.clause("four-doors.adventurers.shadowbinder", "four-doors.adventurers.shadowbinder-only")
def test_the_shadowbinder_takes_up_to_three_of_one_side() -> None:
    deck = Deck()
    lit, staff = deck.take(lamp="purple", relic="oil"), deck.take(relic="staff")
    text = f"purple found 3|1 @ana / green / blue / gold / relics ana purple / hand ana {lit}+{staff}"
    follower = lay(text, "ana=shadowbinder bo")
    follower.refused(f"illuminate {lit} > purple left purple right", "adventurers.shadowbinder")
    for n in (1, 2, 3):
        assert follower.offers(f"illuminate {lit} > {' '.join(['purple-left'] * n)}")
    follower.refused(f"illuminate {lit} > {' '.join(['purple-right'] * 2)}", "actions.any-shadow")
    follower.play(f"illuminate {lit} > purple left purple left purple left")
    assert follower.counts("purple") == (0, 1)
    assert follower.hand("ana") == 1
    follower.play(f"kindle {staff} > purple right")
    assert follower.counts("purple") == (0, 0)


@pytest.mark.clause("four-doors.adventurers.wanderer")
def test_the_wanderer_has_four_actions() -> None:
    assert lay(PLAIN, "ana=wanderer bo").state.left == 4
    assert lay(PLAIN, "ana=summoner bo").state.left == 3


# -------------------------------------------------------------------------------------------------------------- relics


def holding(relic: str, door: str, people: str = "ana bo", shadows: str = "1|0", step: str = "act", **rules: object):
    """A tower whose relic of a door is found and lies before Ana, with two cards to pay and one for another relic."""
    deck = Deck()
    other = "oil" if relic != "oil" else "staff"
    cards = [deck.take(relic=relic), deck.take(relic=relic), deck.take(relic=other)]
    lines = [f"{name}{' found' if name == door else ''}" for name in ("purple", "green", "blue", "gold")]
    lines[0] += f" {shadows} @ana"
    text = f"{' / '.join(lines)} / rates [2],3 / relics ana {door} / hand ana {'+'.join(cards)}"
    return lay(text, people, step=step, **rules), cards


@pytest.mark.clause("four-doors.relics.holder", "four-doors.relics.payment", "four-doors.relics.payment-own")
def test_only_the_holder_uses_a_relic_and_pays_with_its_own_cards() -> None:
    follower, (one, _, wrong) = holding("staff", "purple")
    follower.refused(f"kindle {wrong} > purple left", "relics.payment")
    follower.refused("kindle #8 > purple left", "actions.own-hand")
    follower.play(f"kindle {one} > purple left")
    assert card(one) in follower.state.discard
    without, (one, _, _) = holding("staff", "purple")
    without.state = without.state.with_player(replace(without.player("ana"), relics=()))
    without.refused(f"kindle {one} > purple left", "relics.holder")


@pytest.mark.clause("four-doors.relics.kindle", "four-doors.relics.kindle-standing")
def test_the_kindle_staff_reaches_any_door() -> None:
    follower, (one, two, _) = holding("staff", "purple", shadows="0|0")
    follower.refused(f"kindle {one} > gold left", "relics.kindle")
    follower.play("mark gold left")
    assert follower.offers(f"kindle {one} > gold left")
    follower.play(f"kindle {one} > gold left")
    assert follower.counts("gold") == (0, 0)
    assert follower.state.left == 2
    follower.refused(f"kindle {two} > gold left", "relics.kindle")


@pytest.mark.clause("four-doors.relics.lumen", "four-doors.relics.lumen-anywhere", "four-doors.relics.lumen-consent")
def test_the_lumen_stone_moves_any_pawn_anywhere() -> None:
    follower, (one, _, _) = holding("stone", "green")
    for step in (f"lumen {one} ana beacon", f"lumen {one} ana gold"):
        assert follower.offers(step)
        assert follower.check(step).reason == ""
    follower.refused(f"lumen {one} ana purple", "adventurers.no-move")
    follower.play("pawn bo gold")
    assert follower.check(f"lumen {one} bo beacon").reason == ""
    follower.play(f"lumen {one} bo beacon")
    assert follower.player("bo").at == "beacon"
    assert follower.state.left == 3
    asking, (one, _, _) = holding("stone", "green", lumen_consent=True)
    assert "consent" in asking.warned(f"lumen {one} bo gold", "relics.lumen-consent")


@pytest.mark.clause("four-doors.relics.windows")
def test_powers_keep_to_the_times_of_spells_unless_the_table_plays_otherwise() -> None:
    follower, (one, _, _) = holding("stone", "green")
    follower.play("search")
    follower.refused(f"lumen {one} ana beacon", "spells.no-interrupt")
    loose, (one, _, _) = holding("stone", "green", relic_windows=False)
    loose.play("search")
    assert loose.offers(f"lumen {one} ana beacon")
    loose.play(f"lumen {one} ana beacon; draw ?")


@pytest.mark.clause("four-doors.relics.oil", "four-doors.relics.oil-none", "four-doors.pile.exact")
def test_the_oil_spares_two_shadows_and_with_none_left_no_card_is_needed() -> None:
    """The suggested test (c)."""
    follower, (one, _, _) = holding("oil", "blue")
    follower.play(f"oil {one}")
    assert follower.state.left == 2
    follower.set(down=2)
    follower.play("done; draw ? ?")
    assert follower.state.active == "bo"
    assert follower.state.down == 0
    assert follower.state.track.level == 0


@pytest.mark.clause("four-doors.relics.oil-next", "four-doors.relics.oil-stacks")
def test_two_uses_of_the_oil_leave_none_and_nothing_is_carried_over() -> None:
    """The suggested test (d)."""
    follower, (one, two, _) = holding("oil", "blue")
    follower.play("level +1")
    assert follower.state.bound == 3
    follower.play(f"oil {one}; oil {two}")
    assert follower.state.bound == 0
    follower.play("done; draw ? ?")
    assert follower.state.active == "bo"
    assert follower.state.bound == 3
    single, (one, two, _) = holding("oil", "blue", oil_stacks=False)
    single.play(f"level +1; oil {one}; oil {two}")
    assert single.state.bound == 1


@pytest.mark.clause("four-doors.relics.oil-stacks", "four-doors.pile.reread")
def test_the_oil_goes_off_the_rate_as_it_stands_at_each_card() -> None:
    follower, (one, _, _) = holding("oil", "blue")
    follower.play(f"level +1; oil {one}")
    follower.set(down=3, discard=follower.state.discard.add(card("#44")), track=follower.state.track)
    follower.play("rate 3; done; draw ? ?; shadow ?")
    assert follower.state.active == "bo"


@pytest.mark.clause("four-doors.relics.prism", "four-doors.relics.prism-player-card")
def test_the_prism_passes_a_player_card_to_anyone() -> None:
    follower, (one, two, other) = holding("prism", "gold")
    follower.play("pawn bo gold")
    assert follower.offers(f"prism {one} > {other} bo")
    follower.refused(f"prism {one} > {other} ana", "relics.prism")
    follower.refused(f"prism {other} > {one} bo", "relics.payment")
    follower.refused(f"prism {one} > {one} bo", "actions.own-hand")
    follower.play(f"prism {one} > {other} bo")
    assert card(other) in follower.player("bo").hand
    assert follower.state.left == 3
    assert kinds(follower, Prism) == []
    follower.play(f"hand bo {other} ? ? ? ?; search; draw ?; prism {two} > ? bo")
    assert follower.state.due == ("limit bo",)


def test_the_card_paid_for_the_prism_is_found_where_there_is_only_one() -> None:
    follower, (one, two, other) = holding("prism", "gold")
    follower.play(f"pawn bo purple; give {two} bo")
    move = follower.game.parse(f"prism {other} bo", follower.state)
    assert move == Prism(card(one), card(other), "bo")


# ---------------------------------------------------------------------------------------------------------------- solo


@pytest.mark.clause("four-doors.solo.same", "four-doors.solo.instead")
def test_alone_the_same_rules_hold_with_other_abilities() -> None:
    follower = dealt(1)
    assert follower.state.left == 3
    assert kinds(follower, Give) == []
    alone = lay("purple @ana / green / blue / gold", "ana=wanderer")
    assert alone.state.left == 3
    shifter = lay("purple @ana / green / blue / gold", "ana=placeshifter")
    shifter.refused("shift ana gold", "solo.instead")
    others = lay("purple @ana / green / blue / gold", "ana=placeshifter bo")
    others.refused("walk gold", "solo.instead")
    bestower = lay(f"{PLAIN} / hand ana #1+#2 / hollow #3", "ana=bestower bo")
    bestower.refused("toss #1 #2 > #3", "solo.instead")
    assert kinds(bestower, Toss) == []


@pytest.mark.clause("four-doors.solo.swap", "four-doors.solo.swap-place")
def test_an_adventurer_is_swapped_at_its_starting_door() -> None:
    follower = lay("purple 3|3 @ana / green / blue / gold / hand ana #1", "ana=illuminant")
    assert {move.adventurer for move in kinds(follower, Swap)} == {"placeshifter", "summoner"}
    follower.refused("swap wanderer", "solo.swap")
    follower.refused("swap illuminant", "solo.swap")
    follower.play("swap summoner")
    assert follower.player("ana").adventurer == "summoner"
    assert follower.player("ana").at == "purple"
    assert follower.hand("ana") == 1
    assert follower.state.left == 2
    entering = lay("purple 3|3 / green / blue / gold 3|3 @ana", "ana=wanderer")
    entering.play("swap illuminant")
    assert entering.state.dispel == ()
    gone = lay("beacon @ana / green / blue / gold / gone purple", "ana=wanderer")
    gone.refused("swap summoner", "solo.swap")
    lay("purple @ana / green / blue / gold", "ana bo").refused("swap summoner", "solo.swap")


@pytest.mark.clause("four-doors.solo.bestower", "four-doors.solo.bestower-how")
def test_the_lone_bestower_buys_a_card_of_the_hollow() -> None:
    follower = lay(f"{PLAIN} / hand ana #1+#2+#3 / hollow #9", "ana=bestower")
    assert follower.offers("toss #1 #2 > #9")
    assert follower.offers("toss #1 #2 > #1")
    follower.refused("toss #1 #2 > #30", "solo.bestower")
    follower.play("toss #1 #2 > #9")
    assert follower.hand("ana") == 2
    assert {card("#1"), card("#2")} <= set(follower.state.hollow)
    assert card("#9") in follower.player("ana").hand
    assert follower.state.left == 3
    over = lay(f"{PLAIN} / hand ana #1+#2+3 / hollow #9", "ana=bestower")
    over.play("search; draw ?; toss #1 #2 > #9")
    assert over.state.due == ()


@pytest.mark.clause("four-doors.solo.placeshifter", "four-doors.solo.placeshifter-when")
def test_the_lone_placeshifter_walks_for_free_while_acting() -> None:
    follower = lay("purple @ana / green / blue / gold", "ana=placeshifter")
    assert len(kinds(follower, Walk)) == 4
    follower.play("walk gold; walk beacon; walk green")
    assert follower.state.left == 3
    follower.play("done; walk blue; draw ? ?")
    follower.refused("walk gold", "solo.placeshifter-when")
    lay("purple @ana / green / blue / gold", "ana=wanderer").refused("walk gold", "adventurers.placeshifter")


@pytest.mark.clause("four-doors.solo.wanderer", "four-doors.solo.wanderer-overflow")
def test_the_lone_wanderer_discards_the_shadows_of_the_own_door() -> None:
    follower = lay("purple 3|0 @ana / green / blue / gold / rates [2],3", "ana=wanderer", step="fall")
    follower.play("shadow purple right; shadow purple left")
    assert follower.counts("purple") == (3, 0)
    assert not follower.door("purple").half
    assert len(follower.state.discard) == 2
    assert follower.state.turn == 2
    strict = lay("purple 3|0 @ana / green / blue / gold", "ana=wanderer", step="fall", wanderer_overflow=False)
    strict.play("shadow purple right; shadow purple left")
    assert strict.door("purple").half
    assert len(strict.state.discard) == 1
    assert len(strict.state.hollow) == 1


@pytest.mark.clause("four-doors.solo.prism", "four-doors.solo.prism-when")
def test_alone_the_prism_gives_one_more_action() -> None:
    follower, (one, two, _) = holding("prism", "gold", "ana")
    follower.refused(f"prism {one} > {two} ana", "solo.prism")
    follower.play("move up; move down; move up")
    assert kinds(follower, Extra)
    follower.play(f"extra action {one}")
    assert follower.actor == "ana"
    assert follower.state.left == 1
    follower.play("move down; extra action; done; draw ? ?")
    last, (one, _, _) = holding("prism", "gold", "ana", step="fall")
    last.refused(f"extra action {one}", "solo.prism-when")
    others, (one, _, _) = holding("prism", "gold", "ana bo")
    others.refused(f"extra action {one}", "solo.prism")


@pytest.mark.clause("four-doors.solo.prism-when", "four-doors.hand-limit.ways")
def test_over_the_limit_the_lone_prism_may_be_paid_for_nothing() -> None:
    follower, (one, _, _) = holding("prism", "gold", "ana")
    follower.play(f"hand ana {' '.join(follower.game.language.card(c) for c in follower.player('ana').hand)} ? ?")
    follower.play("done; draw ?; draw ?")
    assert follower.state.due == ("limit ana",)
    follower.play(f"extra action {one}; discard ?")
    assert follower.state.step == "fall"
    assert follower.state.left == 0
