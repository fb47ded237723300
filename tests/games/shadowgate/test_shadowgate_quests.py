"""Quests: cycling, attempts, costs, rewards, bonus, failure, events, locks."""

from __future__ import annotations

import pytest

from companion.engine.game import TABLE
from companion.games.shadowgate.cards import BARRIER, HALL, STAIRWELL
from companion.games.shadowgate.costs import deficit, stage
from tests.games.shadowgate.following import Follower, blank_box, card, lay, practice

TWO = "ana=jair bo=katalia"


def on(cost: str, more: str = "", people: str = TWO, **options: object) -> Follower:
    """Lay one made-up quest on space 1."""
    return lay(people, f"I/trial/kind:standard/cost:{cost}/xp:4{more}", **options)


# ------------------------------------------------------------------------------------------------------ the Quest Phase


@pytest.mark.clause("shadowgate.quest-phase.two-things", "shadowgate.quest-phase.optional")
def test_nothing_one_or_two_things_are_done() -> None:
    lay(TWO).play("done")
    for steps in ("cycle 1 from I; quest 1 ?", "cycle 1 from I; quest 1 ?; cycle 2 from I; quest 2 ?"):
        lay(TWO, "#I-4", "#I-5").play(f"{steps}; done")
    both = on("strength_1")
    both.play("cycle 2 from I; quest 2 ?; attempt 1")
    assert both.points() == 4
    third = lay(TWO, "#I-4", "#I-5", "#I-6")
    third.play("cycle 1 from I; quest 1 ?; cycle 2 from I; quest 2 ?")
    third.refused("cycle 3 from I", "quest-phase.two-things")
    third.refused("attempt 3", "quest-phase.two-things")


@pytest.mark.clause("shadowgate.quest-phase.order")
def test_cycling_comes_before_the_attempt() -> None:
    follower = on("strength_1")
    follower.play("attempt 1")
    assert follower.refused("cycle 2 from I", "quest-phase.order").startswith("Cycle first")


@pytest.mark.clause("shadowgate.quest-phase.attempt", "shadowgate.quest-phase.face-up")
def test_an_attempt_is_on_a_quest_that_lies_there() -> None:
    follower = lay(TWO, "", "I/trial/cost:strength_5")
    follower.refused("attempt 1", "quest-phase.face-up")
    follower.refused("attempt 9", "setup.active-quests")
    follower.play("attempt 2")
    assert follower.state.attempt == 2
    assert follower.actor == TABLE
    follower.refused("made 1", "quest-phase.attempt")
    follower.refused("done", "quest-phase.attempt")


@pytest.mark.clause("shadowgate.cycle.bottom", "shadowgate.cycle.draw", "shadowgate.cycle.same-deck")
def test_a_cycled_quest_goes_under_its_own_deck() -> None:
    follower = lay(TWO, "#I-4")
    follower.set(opened=("I", "II"))
    follower.refused("cycle 1 from III", "locks.hall")
    follower.play("cycle 1 from II")
    assert follower.state.deck("I").bottom == (card("#I-4"),)
    follower.refused("quest 1 #I-5", "cycle.draw")
    follower.play("quest 1 #II-3")
    assert follower.state.quest(1) == card("#II-3")
    event = lay(TWO, "#I-2")
    assert event.offers("cycle 1 from I")
    empty = lay(TWO, "#I-4")
    deck = empty.state.deck("I")
    empty.state = empty.state.with_deck("I", type(deck)(0, deck.unseen))
    empty.play("cycle 1 from I; quest 1 #I-4")
    assert empty.state.quest(1) == card("#I-4")


# ------------------------------------------------------------------------------------------------------ traits and dice


@pytest.mark.clause("shadowgate.cost.example", "shadowgate.quest-phase.no-roll", "shadowgate.cost.traits")
def test_katalia_rolls_where_jair_does_not() -> None:
    """The rulebook's example: Strength 2 against Strength 1 and Strength 3."""
    jair = on("strength_2")
    jair.play("attempt 1")
    assert jair.points() == 4
    katalia = on("strength_2", people="ana=katalia bo=jair")
    quest = katalia.state.quest(1)
    assert quest is not None
    assert deficit(practice().box, katalia.state, katalia.player(), quest) == 1
    katalia.play("attempt 1")
    assert katalia.actor == TABLE
    ends = {roll: katalia.game.apply(katalia.state, roll) for roll in katalia.game.legal(katalia.state)}
    lost = [katalia.game.spell(roll, katalia.state) for roll, after in ends.items() if after.quest(1) is not None]
    assert lost == ["roll skull skull"]
    katalia.play("roll 1 skull")
    assert katalia.points() == 4
    choice = on("strength_9_or_fire").mat("ana", magic=(0, 1, 0))
    choice.play("attempt 1")
    assert choice.offers("roll 4 4"), "the other way is still open to the dice"
    choice.refused("roll 4 9", "components.dice")
    choice.play("give up")
    choice.refused("roll 4 4", "quest-phase.dice")


@pytest.mark.clause("shadowgate.quest-phase.dice", "shadowgate.dice.skull", "shadowgate.dice.skulls-quest")
def test_two_dice_once_and_skulls_are_nothing() -> None:
    follower = on("strength_5", "/torch:1")
    follower.play("attempt 1")
    for text in ("roll 2 3 blue 1", "roll 2 9"):
        assert not follower.check(text)
    follower.play("roll skull skull")
    assert follower.player().deaths == 0
    assert follower.state.torch == 9
    follower.refused("roll 2 2", "quest-phase.dice")


@pytest.mark.clause("shadowgate.cost.divide", "shadowgate.quests.standard")
def test_only_the_sum_of_what_is_short_counts() -> None:
    follower = on("strength_4,_mental_4")
    follower.play("attempt 1; roll 3 skull")
    assert follower.points() == 4, "one and two short: the die of three is divided"
    strict = on("strength_4,_mental_4", dice_divide_freely=False)
    strict.play("attempt 1; roll 3 skull")
    assert strict.points() == 0
    whole = on("strength_4,_mental_4", dice_divide_freely=False)
    whole.play("attempt 1; roll 1 2")
    assert whole.points() == 4


@pytest.mark.clause("shadowgate.traits.sum", "shadowgate.torch.penalty")
def test_a_trait_is_the_sum_of_what_lies_there() -> None:
    follower = lay(TWO).give("ana", "#3", slot=2).mat("ana", plus=(1, 0, 0), curses=(2, 0, 1))
    assert follower.traits() == (4, 2, 1)
    follower.set(torch=3, penalty="strength")
    assert follower.traits() == (3, 2, 1)
    assert follower.traits("bo") == (0, 2, 4)
    event = lay(TWO, "#I-2")
    assert event.traits() == (3, 1, 2), "an event that takes one from Resourceful"


@pytest.mark.clause("shadowgate.traits.floor", "shadowgate.traits.clamp")
def test_no_trait_counts_less_than_nothing() -> None:
    cursed = {"curses": (3, 0, 0)}
    follower = on("strength_2", people="ana=katalia bo=jair").mat("ana", **cursed)
    assert follower.traits() == (0, 2, 4)
    follower.play("attempt 1; roll 2 skull")
    assert follower.points() == 4
    late = on("strength_2", people="ana=katalia bo=jair", clamp_before_dice=False).mat("ana", **cursed)
    assert late.traits() == (-2, 2, 4)
    late.play("attempt 1; roll 2 skull")
    assert late.points() == 0
    late.refused("trait ana strength -1", "traits.floor")


@pytest.mark.clause("shadowgate.quest-phase.hopeless", "shadowgate.quests.monster")
def test_a_hopeless_quest_may_be_tried_to_burn_the_torch() -> None:
    follower = lay(TWO, "I/ogre/kind:monster/cost:strength_20/torch:2/skulls:1/xp:9")
    assert follower.offers("attempt 1")
    follower.play("attempt 1; give up")
    assert (follower.state.torch, follower.player().deaths) == (8, 1)


# -------------------------------------------------------------------------------------------------------------- paying


@pytest.mark.clause("shadowgate.cost.discard", "shadowgate.cost.equipped")
def test_item_cards_pay_from_their_slots() -> None:
    follower = on("melee").give("ana", "#1", slot=2).give("ana", "#3")
    follower.play("attempt 1")
    assert follower.actor == "ana"
    assert "equipped" in follower.refused("pay #3", "cost.equipped")
    follower.refused("pay", "cost.equipped")
    follower.play("pay #1")
    assert follower.state.discard == (card("#1"),)
    assert follower.points() == 4
    bag = on("melee").give("ana", "#3")
    bag.play("attempt 1")
    assert bag.points() == 0, "nothing to pay with: failed at once"


@pytest.mark.clause("shadowgate.quests.puzzle")
def test_puzzle_items_pay_from_the_inventory() -> None:
    key, other = card("#puzzle-1"), card("#puzzle-5")
    follower = on(f"puzzle_{key.name}").give("ana", "#puzzle-1", "#puzzle-5")  # type: ignore[union-attr]
    follower.play("attempt 1")
    assert key in follower.player().inventory
    follower.refused("pay #puzzle-5", "cost.discard")
    follower.play("pay #puzzle-1")
    assert follower.state.discard == (key,)
    assert follower.player().inventory == (other,)


@pytest.mark.clause("shadowgate.cost.general")
def test_a_general_item_pays_from_the_inventory_or_not() -> None:
    follower = on("general").give("ana", "#55")
    follower.play("attempt 1; pay #55")
    assert follower.points() == 4
    strict = on("general", general_from_inventory=False).give("ana", "#55")
    assert strict.offers("equip #55 any")
    strict.play("attempt 1")
    assert strict.points() == 0
    worn = on("general", general_from_inventory=False).give("ana", "#55")
    worn.play("equip #55 any; attempt 1; pay #55")
    assert worn.points() == 4


@pytest.mark.clause("shadowgate.cost.magic")
def test_an_element_is_a_token_and_the_type_magic_an_item() -> None:
    follower = on("magic,_fire").give("ana", "#31", slot=3).mat("ana", magic=(1, 1, 0))
    follower.play("attempt 1")
    follower.refused("pay #31 ice", "cost.equipped")
    follower.play("pay #31 fire")
    assert follower.player().magic == (1, 0, 0)
    wild = on("weapon,_magic").give("ana", "#39", slot=2)
    wild.play("attempt 1")
    assert wild.points() == 0, "one card pays one symbol"


@pytest.mark.clause("shadowgate.cost.after-roll", "shadowgate.cost.decline")
def test_dice_come_before_paying_and_one_may_still_decline() -> None:
    follower = on("strength_4,_ice", "/skulls:1").mat("ana", magic=(1, 0, 0))
    follower.play("attempt 1")
    follower.refused("pay ice", "cost.discard")
    follower.play("roll 1 1")
    assert follower.actor == "ana"
    assert follower.offers("pay ice")
    follower.play("give up")
    assert follower.player().magic == (1, 0, 0)
    assert follower.player().deaths == 1


@pytest.mark.clause("shadowgate.cost.double-use")
def test_an_equipped_card_counts_and_is_discarded_then() -> None:
    follower = on("strength_5,_melee").give("ana", "#3", slot=2)
    follower.play("attempt 1; pay #3")
    assert follower.points() == 4
    assert follower.traits()[0] == 3


@pytest.mark.clause("shadowgate.cost.either")
def test_one_of_several_ways_is_enough() -> None:
    for tokens, paid in (((0, 1, 0), "pay fire"), ((0, 0, 1), "pay wind")):
        follower = on("fire_or_wind").mat("ana", magic=tokens)
        follower.play(f"attempt 1; {paid}")
        assert follower.points() == 4
    free = on("fire_or_strength_3")
    free.play("attempt 1")
    assert free.points() == 4


def test_what_is_written_on_a_quest_is_judged_by_the_table() -> None:
    follower = on("strength_3,_by_hand")
    follower.play("attempt 1")
    assert stage(follower.game.box, follower.state).name == "judge"
    assert follower.offers("made 1")
    follower.play("made 1")
    assert follower.points() == 4
    untold = lay("ana=fezlyn bo=gorin", "I/well/cost:strength_4", game=blank_box())
    untold.play("attempt 1")
    assert untold.offers("failed 1")
    untold.refused("pay", "cost.discard")


def test_an_untold_card_is_told_when_it_pays() -> None:
    follower = on("melee").mat("ana", slots=((), (card("item"),), (), ()))
    follower.give("bo", "#5")
    follower.play("attempt 1")
    assert follower.offers("pay item")
    assert follower.doubted("pay #3")
    follower.refused("pay #16", "cost.equipped")
    follower.refused("pay #5", "cost.equipped")
    follower.play("pay #3")
    assert follower.state.discard == (card("#3"),)
    assert card("#3") in follower.state.deck("item").unseen, "the other copy"
    known = lay(TWO).give("bo", "#39").mat("ana", inventory=(card("item"),), slots=((), (card("item"),), (), ()))
    known.refused("lose ana #39", "action.items")
    known.give("ana", "#33").play("lose ana #33")
    assert known.player().slots[1] == (card("item"),)


# ------------------------------------------------------------------------------------------------------ reward, bonus


@pytest.mark.clause("shadowgate.rewards.gain", "shadowgate.quests.completed", "shadowgate.rewards.draw")
def test_a_completed_quest_pays_at_once() -> None:
    follower = on("strength_1", "/reward:gain_1_mental,_draw_1_item,_death_-1").mat("ana", deaths=1)
    follower.play("attempt 1")
    assert follower.player().plus == (0, 0, 1)
    assert follower.player().deaths == 0
    follower.refused("puzzle ?", "rewards.draw")
    follower.play("item #7")
    assert follower.names() == ["hunting-bow"]
    assert [one.name for one in follower.player().done] == ["trial"]
    assert follower.state.quest(1) is None


@pytest.mark.clause("shadowgate.tokens.limited", "shadowgate.tokens.two-sided", "shadowgate.components.tokens")
def test_what_the_board_lacks_is_not_gained() -> None:
    follower = on("strength_1", "/reward:gain_3_strength,_gain_2_ice").mat("bo", plus=(2, 0, 0), magic=(4, 0, 0))
    follower.mat("ana", curses=(1, 0, 0))
    follower.play("attempt 1")
    assert follower.player().plus == (2, 0, 0)
    assert follower.player().magic == (1, 0, 0)
    follower.refused("token bo ice", "tokens.limited")
    follower.refused("token bo curse strength", "tokens.limited")
    choose = on("strength_1", "/reward:gain_2_trait").mat("bo", plus=(5, 0, 0))
    choose.play("attempt 1")
    choose.refused("tokens strength mental", "tokens.limited")
    choose.play("tokens mental mental")


@pytest.mark.clause("shadowgate.tokens.no-cap")
def test_any_number_of_magic_tokens_may_be_held() -> None:
    follower = on("strength_1", "/reward:gain_4_ice,_gain_4_fire")
    follower.play("attempt 1")
    assert follower.player().magic == (4, 4, 0)


@pytest.mark.clause(
    "shadowgate.bonus.at-once", "shadowgate.bonus.where", "shadowgate.bonus.symbol", "shadowgate.bonus.xp"
)
def test_a_quest_bonus_puts_an_item_away_for_its_points() -> None:
    follower = on("strength_1", "/bonus:melee,relic").give("ana", "#5", slot=2).give("ana", "#1", "#16")
    follower.refused("bonus #5", "bonus.at-once")
    follower.play("attempt 1")
    follower.refused("bonus #6", "bonus.where")
    xp = card("#5").xp or 0
    follower.play("bonus #5")
    assert follower.points() == 4 + xp
    assert follower.player().slots[1] == ()
    follower.refused("bonus #1", "bonus.symbol")
    follower.play("bonus #16; done")
    late = on("strength_1", "/bonus:melee").give("ana", "#1", "#3", "#43")
    late.play("attempt 1; use #43")
    late.refused("bonus #1", "bonus.at-once")


@pytest.mark.clause("shadowgate.bonus.items-only", "shadowgate.bonus.after-reward")
def test_only_items_are_put_away_even_one_just_drawn() -> None:
    follower = on("strength_1", "/bonus:melee/reward:draw_1_item").give("ana", "#puzzle-1")
    follower.play("attempt 1; item #3")
    follower.refused("bonus #puzzle-1", "bonus.items-only")
    assert follower.offers("bonus #3")
    follower.play("bonus #3")
    assert follower.names() == [card("#puzzle-1").name]
    assert follower.state.bonus == ()


# ------------------------------------------------------------------------------------------------------------- failure


@pytest.mark.clause("shadowgate.failure.torch", "shadowgate.failure.skull", "shadowgate.failure.both")
def test_each_icon_of_a_failure_counts() -> None:
    follower = on("strength_9", "/torch:2/skulls:2")
    follower.play("attempt 1; roll 1 1")
    assert follower.state.torch == 8
    assert follower.player().deaths == 2
    assert follower.player("bo").deaths == 0


@pytest.mark.clause("shadowgate.failure.stays")
def test_a_failed_quest_stays() -> None:
    follower = on("strength_9")
    before = follower.state.quest(1)
    follower.play("attempt 1; roll 1 1; done")
    assert follower.state.quest(1) == before
    assert follower.state.active == "bo"


# -------------------------------------------------------------------------------------------------------- events, locks


@pytest.mark.clause("shadowgate.events.no-attempt", "shadowgate.events.effect", "shadowgate.events.everybody")
def test_an_event_works_while_it_is_in_play_and_is_not_attempted() -> None:
    follower = lay(TWO, "#I-4").set(opened=("I", "II"))
    follower.play("cycle 1 from I; quest 1 #I-2")
    assert [follower.traits(seat)[1] for seat in ("ana", "bo")] == [1, 1]
    follower.refused("attempt 1", "events.no-attempt")
    follower.refused("made 1", "events.no-attempt")
    follower.play("cycle 1 from II; quest 1 ?")
    assert follower.traits()[1] == 2
    doom = lay(TWO, "", game=blank_box()).set(due=("quest 1 I",))
    doom.play("quest 1 I/gale/kind:event/cost:/reward:death_1,_torch_1/stays:yes")
    assert [doom.player(seat).deaths for seat in ("ana", "bo")] == [1, 1]
    assert doom.state.torch == 9


@pytest.mark.clause("shadowgate.events.replace", "shadowgate.events.replace-unlocked", "shadowgate.events.any-reveal")
def test_an_event_that_leaves_is_replaced_at_once() -> None:
    follower = lay(TWO, "#I-4").set(opened=("I", "II"))
    follower.play("cycle 1 from I; quest 1 #I-3")
    assert follower.state.due == ("item ana", "item bo", "leave 1")
    follower.play("item ?; item ?")
    assert follower.state.token == ["refill", "1"]
    assert follower.actor == "ana"
    follower.refused("from III", "locks.hall")
    follower.play("from II; quest 1 #II-1")
    assert follower.state.opened == ("I", "II", "III"), "the replacement is an event itself"
    assert [one.name for one in follower.state.gone] == ["forgotten-pack", HALL]
    follower.play("quest 1 #II-4")
    assert follower.state.quest(1) == card("#II-4")
    by_hand = lay(TWO, "#I-2")
    by_hand.play("leave 1; quest 1 #I-4")
    assert by_hand.state.quest(1) == card("#I-4")


@pytest.mark.clause("shadowgate.locks.stairwell", "shadowgate.locks.hall", "shadowgate.locks.permanent")
def test_two_events_open_two_decks_for_good() -> None:
    follower = lay(TWO, "#I-4", "#I-5")
    assert "Cavern Stairwell" in follower.refused("cycle 1 from II", "locks.stairwell")
    follower.refused("hall", "locks.stairwell")
    follower.play("cycle 1 from I; quest 1 #I-1")
    assert follower.state.opened == ("I", "II")
    assert follower.state.gone == (card("#I-1"),)
    follower.play("from II; quest 1 #II-2; cycle 1 from I; quest 1 ?")
    assert follower.state.opened == ("I", "II")
    told = lay(TWO)
    told.play("stairwell; hall; barrier")
    assert told.state.opened == ("I", "II", "III")
    assert told.state.barrier
    names = {STAIRWELL, HALL, BARRIER}
    assert names <= {quest.name for deck in ("I", "II", "III") for quest in practice().box.decks[deck].kinds()}
