"""Turns, doors, stairs and levels."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.piles import Multiset
from companion.games.one_deck_dungeon.state import UNTOLD, Door
from tests.games.one_deck_dungeon.following import FOUR, Follower, begin, core, meet, room

GAME = "one-deck-dungeon"
DUO = "ana=warrior bo=rogue"


def short(n: int, people: str = "ana=warrior", **options: Any) -> Follower:
    """A game with so many cards left in the deck."""
    follower = begin(people, **options)
    return follower.play(f"set deck {n}") if n >= follower.state.down - 2 else _emptied(follower, n)


def _emptied(follower: Follower, n: int) -> Follower:
    gone = follower.state.down - n
    return follower.set(down=n, discard=follower.state.discard.add(UNTOLD, gone))


@pytest.mark.clause(f"{GAME}.turn.order", f"{GAME}.turn.time")
def test_a_turn_begins_with_two_time() -> None:
    follower = begin()
    assert follower.state.down == 42
    assert len(follower.state.discard) == 2
    assert follower.legal() == ["explore"]
    follower.play("explore")
    assert follower.state.turn == 2
    assert follower.state.down == 42 - 4 - 2
    assert follower.legal() == ["explore", "enter 1", "enter 2", "enter 3", "enter 4"]
    follower.refused("flee", "turn.order")


@pytest.mark.clause(f"{GAME}.turn.explore")
def test_exploring_fills_up_to_four_doors_open_ones_included() -> None:
    follower = meet("ogre-a").play("flee")
    assert len(follower.state.doors) == 4
    before = follower.state.down
    follower.play("explore")
    assert len(follower.state.doors) == 4
    assert follower.state.down == before - 2
    follower.set(doors=follower.state.doors[:1], down=follower.state.down + 3)
    follower.play("explore")
    assert len(follower.state.doors) == 4
    assert follower.state.doors[0].open


@pytest.mark.clause(f"{GAME}.turn.null-explore")
def test_exploring_without_a_card_is_still_exploring() -> None:
    follower = begin("ana=mage")
    follower.play("explore; explore")
    assert len(follower.state.doors) == 4
    assert follower.hero("ana").stored == 2
    empty = short(2, "ana=mage")
    empty.play("explore")
    assert empty.state.down == 0
    assert len(empty.state.doors) == 2


@pytest.mark.clause(f"{GAME}.turn.enter", f"{GAME}.turn.flee")
def test_only_a_door_of_this_turn_is_fled_from() -> None:
    follower = meet("goblin-a")
    assert follower.legal() == ["fight", "flee"]
    follower.play("flee")
    assert follower.state.turn == 3
    assert [door.open for door in follower.state.doors] == [True, False, False, False]
    follower.refused("enter 5", "turn.enter")
    follower.state = follower.game.apply(follower.state, follower.game.parse("enter 1", follower.state))
    assert follower.legal() == ["fight"]
    reason = follower.refused("flee", "turn.flee")
    assert reason == "You may flee only from a door opened this turn."


def test_the_only_thing_to_do_at_an_open_door_plays_itself() -> None:
    follower = meet("goblin-a").play("flee")
    follower.play("enter 1")
    assert follower.fight.begun


@pytest.mark.clause(f"{GAME}.turn.counts")
def test_counts_are_set_right() -> None:
    follower = begin(DUO)
    follower.play("set ana damage 2; set potions 3; set deck 40; set xp 5; set level 2; set stairs 1")
    state = follower.state
    assert state.hero("ana").damage == 2
    assert (state.potions, state.down, state.xp, state.level, state.stairs) == (3, 40, 5, 2, 1)
    assert len(state.discard) == 4
    follower.play("set deck 43")
    assert len(follower.state.discard) == 1
    follower.refused("set deck 60", "turn.counts")
    follower.refused("set potions 7", "supply.tokens")
    follower.refused("set ana potions 2", "turn.counts")
    follower.refused("set boss 2", "boss.after")
    follower.play("light")
    assert not follower.state.full


@pytest.mark.clause(f"{GAME}.stairs.visible", f"{GAME}.stairs.tokens")
def test_the_stairs_hurt_at_the_third_token() -> None:
    follower = short(2, DUO)
    follower.set(step="turn", doors=(Door(), Door(), Door(), Door()))
    follower.refused("descend", "stairs.visible")
    follower.play("explore")
    assert follower.state.down == 0
    follower.play("explore")
    assert follower.state.step == "end"
    follower.play("next")
    assert follower.state.stairs == 2
    follower.play("explore; next")
    assert follower.state.due[0].what == "stairs"
    follower.refused("damage ana 2", "consequences.damage")
    follower.play("damage bo 1")
    assert follower.hearts() == "0 1"
    assert follower.state.stairs == 1


@pytest.mark.clause(f"{GAME}.stairs.repeat")
def test_one_payment_may_fill_the_stairs_twice() -> None:
    follower = room("ogre-a", DUO)
    follower.set(down=0, discard=follower.state.discard.add(UNTOLD, follower.state.down), stairs=2)
    follower.play("result time 7")
    assert [due.what for due in follower.state.due] == ["stairs"] * 3
    follower.play("damage ana 1; damage bo 1; damage ana 1")
    assert follower.hearts() == "2 1"
    assert follower.state.stairs == 0


@pytest.mark.clause(f"{GAME}.stairs.after")
def test_the_stairs_hurt_after_the_consequences() -> None:
    follower = room("goblin-a", DUO)
    follower.set(down=0, discard=follower.state.discard.add(UNTOLD, follower.state.down), stairs=1)
    follower.play("roll ana S 1 1 1 A 1 bo A 1 1 1 M 1")
    follower.play("settle")
    assert [due.what for due in follower.state.due] == ["damage", "stairs"]
    follower.refused("damage ana 1", "consequences.damage")


@pytest.mark.clause(f"{GAME}.stairs.descend", f"{GAME}.stairs.stay")
def test_going_down_shuffles_what_was_not_won() -> None:
    follower = room("goblin-a")
    follower.play("result; loot #goblin xp")
    follower.set(down=0, discard=follower.state.discard.add(UNTOLD, follower.state.down), step="end", stairs=2)
    lying = len(follower.state.discard) + sum(len(door.cards) for door in follower.state.doors)
    assert follower.legal() == ["descend", "next"]
    follower.play("descend")
    assert follower.state.floor == 2
    assert follower.state.stairs == 0
    assert follower.state.doors == ()
    assert follower.state.down == lying - 2 == 43 - 2
    assert follower.state.xp == 2


@pytest.mark.clause(f"{GAME}.stairs.at-once")
def test_stairs_uncovered_by_the_first_time_of_a_turn_may_be_taken_at_once() -> None:
    follower = short(2).set(step="turn", doors=(Door(), Door(), Door(), Door()))
    follower.play("explore")
    assert follower.state.sighted
    assert "descend" in follower.legal()
    follower.play("explore")
    assert follower.state.step == "end"
    follower.play("next")
    assert "descend" not in follower.legal()
    follower.refused("descend", "stairs.descend")


@pytest.mark.clause(f"{GAME}.levels.up", f"{GAME}.levels.overflow")
def test_xp_buys_a_level_and_the_rest_stays() -> None:
    follower = room("ogre-a").set(xp=5)
    follower.play("result; loot #ogre xp")
    assert follower.state.level == 2
    assert follower.state.xp == 3
    assert follower.state.potions == 2


@pytest.mark.clause(f"{GAME}.levels.spent")
@pytest.mark.parametrize("back", [False, True])
def test_where_spent_xp_goes(back: bool) -> None:
    follower = room("ogre-a", xp_cards_return=back).set(xp=2)
    follower.play("result; loot #ogre xp")
    assert follower.state.level == 2
    ogre = follower.game.cards.ids["ogre-a"]
    assert (ogre in follower.state.discard) == back
    assert (ogre in follower.state.out) != back
    assert follower.state.xp_cards == ()


@pytest.mark.clause(f"{GAME}.levels.top")
@pytest.mark.parametrize("people", ["ana=warrior", "ana=warrior bo=rogue cy=mage di=archer"])
def test_on_the_last_level_five_xp_are_a_potion(people: str) -> None:
    cards = "ogre-a goblin-a" if " " in people else "ogre-a"
    follower = room(cards, people).set(level=4, xp=2, potions=0)
    follower.play("result" + "; result" * (" " in cards))
    follower.play("loot #ogre xp")
    follower.play("loot #goblin xp") if " " in cards else None
    assert follower.state.level == 4
    assert follower.state.potions == 1
    assert follower.state.xp == (3 if " " in cards else 1)


def test_a_floor_may_take_time_before_its_first_turn_and_each_turn() -> None:
    assert begin(dungeon="dragons-cave").state.down == 44 - 5 - 2
    assert begin(dungeon="hydras-reef").state.down == 44 - 3
    assert begin(dungeon="minotaurs-maze", floor=2).play("explore").state.down == 44 - 2 - 1 - 3 - 2


def test_a_limit_of_doors_holds() -> None:
    follower = begin(dungeon="minotaurs-maze").play("explore")
    assert len(follower.state.doors) == 3


def test_discards_are_a_heap_of_untold_cards_until_told() -> None:
    follower = begin()
    assert follower.state.discard == Multiset.of([UNTOLD, UNTOLD])
    assert "discard.2" in follower.game.tokens(follower.state)
    follower.state = follower.game.apply(follower.state, follower.game.tell(follower.state, "discard.2", "#ogre-a"))
    assert len(follower.state.unseen) == 43
    follower.refused("is discard.1 #ogre-a", "components.encounters")
    follower.play("is discard.1 #ogre-b")
    follower.refused("is discard.9 #goblin", "components.encounters")


@pytest.mark.parametrize(
    ("people", "dungeon", "first", "later"),
    [
        ("ana=warrior", "", 2, 2),
        ("ana=warrior", "dragons-cave", 7, 2),
        ("ana=warrior", "hydras-reef", 3, 3),
        (FOUR, "dragons-cave", 14, 4),
    ],
)
def test_the_sentence_of_a_turn_says_all_cards_that_go(people: str, dungeon: str, first: int, later: int) -> None:
    follower = begin(people, dungeon=dungeon, game=core())
    game = follower.game
    assert game.prompt(follower.state).sentence == f"Turn over {first} cards, then explore"
    assert len(follower.state.discard) == first
    down = follower.state.down
    follower.play("explore")
    assert down - follower.state.down == 4 * (1 + follower.state.four) + later, "doors, and the next turn's time"
    assert game.prompt(follower.state).sentence.startswith(f"Turn over {later} cards, then explore")


def test_a_dungeon_that_takes_time_each_turn_is_counted_in_it() -> None:
    follower = begin("ana=warrior", dungeon="hydras-reef", floor=2, game=core())
    assert follower.game.prompt(follower.state).sentence == "Turn over 3 cards, then explore"
    stairs = next(one for one in follower.game.questions(follower.state) if one.id.startswith("stairs"))
    assert "3 go each turn" in follower.game.answer(follower.state, stairs).counted


@pytest.mark.parametrize(("roll", "gone"), [("roll S 5 1 A 4 1 1 M 2 1", 4), ("roll S 5 2 A 4 3 1 M 2 2", 1)])
def test_the_log_says_what_a_roll_costs_at_once(roll: str, gone: int) -> None:
    follower = room("glooping-ooze-a", "ana=archer", game=core())
    down = follower.state.down
    said = follower.game.describe(follower.game.parse(roll, follower.state), follower.state)
    assert said.endswith(f"; {gone} time is lost at once.")
    assert follower.play(roll).state.down == down - gone


def test_nothing_is_said_where_a_roll_costs_nothing() -> None:
    follower = room("goblin-a", "ana=archer", game=core())
    said = follower.game.describe(follower.game.parse("roll S 5 1 A 4 1 1 M 2 1", follower.state), follower.state)
    assert said == "Rolled S5 S1 A4 A1 A1 M2 M1."


@pytest.mark.clause(f"{GAME}.stairs.visible", f"{GAME}.stairs.tokens")
def test_the_sentence_of_a_turn_says_where_its_time_goes() -> None:
    follower = begin(DUO)
    assert follower.game.prompt(follower.state, "").sentence == "Turn over 2 cards, then explore"
    follower.play("explore")
    assert follower.game.prompt(follower.state, "").sentence == "Turn over 2 cards, then explore or enter"
    follower.set(down=0)
    assert follower.game.prompt(follower.state, "").sentence == "Lay 2 time on the stairs, then explore or enter"
    follower.set(sighted=True)
    assert follower.game.prompt(follower.state, "").sentence == "The stairs are open: explore, enter or go down"


def test_cards_are_called_as_they_are_printed() -> None:
    follower = meet("cave-in-a pit-of-spikes-a", FOUR)
    said = [follower.game.describe(move, follower.state) for move in follower.game.legal(follower.state)]
    assert any("met Cave-in" in sentence and "met Pit of Spikes" in sentence for sentence in said)
    assert not any("Cave In" in sentence or "Pit Of" in sentence for sentence in said)
    inside = room("cave-in-a", "ana=warrior")
    assert inside.game.prompt(inside.state, "").sentence.startswith("Cave-in:")
