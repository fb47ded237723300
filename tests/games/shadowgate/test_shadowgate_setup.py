"""Setting up: modes, characters, quests, starting items, and who begins."""

from __future__ import annotations

import pytest

from companion.engine.errors import CompanionError
from companion.engine.game import TABLE, Seat
from companion.games.shadowgate.cards import STAIRWELL
from companion.games.shadowgate.decks import every, law
from companion.games.shadowgate.state import DECKS
from tests.games.shadowgate.following import Follower, begin, blank_box, practice

PEOPLE = "character ana jair; character bo katalia"


def dealt(n: int = 2, **options: object) -> Follower:
    """Follow the deal to its end."""
    follower = begin(n, **options)
    follower.play("character ana jair; character bo fezlyn")
    follower.play("quest 1 #I-4; quest 2 #I-5; quest 3 #I-6; quest 4 #I-7")
    return follower


@pytest.mark.clause("shadowgate.setup.players")
def test_two_to_four_players() -> None:
    for n in (2, 3, 4):
        assert len(begin(n).state.players) == n
    for n in (1, 5):
        with pytest.raises(CompanionError, match=f"not {n}"):
            practice().setup([Seat(f"p{i}", "P") for i in range(n)], {})
    assert practice().settings["mode"] == ("beginner", "standard", "competition")


@pytest.mark.clause("shadowgate.setup.order", "shadowgate.setup.active-quests", "shadowgate.setup.first")
def test_the_setup_asks_in_its_order() -> None:
    follower = begin(2)
    assert [token.split()[0] for token in follower.state.due] == [
        *["character"] * 2,
        *["quest"] * 4,
        *["item"] * 4,
        "riddle",
        "first",
    ]
    assert follower.actor == TABLE
    follower.refused("attempt 1", "setup.order")
    follower = dealt()
    assert [space.card.name for space in follower.state.spaces if space.card] == [
        "rope-bridge",
        "rat-swarm",
        "faded-runes",
        "cave-spider",
    ]
    follower.play("item #1; item #3; item #5; item ?; riddle #riddle-3")
    assert follower.names("ana") == ["short-sword", "war-hammer"]
    assert follower.names("bo") == ["broad-axe", None]
    follower.play("first bo")
    assert (follower.state.active, follower.state.step, follower.state.turn) == ("bo", "turn", 1)
    follower.refused("first ana", "setup.first")
    follower.play("done")
    assert follower.state.active == "ana"


@pytest.mark.clause("shadowgate.setup.first-any")
def test_anybody_may_begin_and_nobody_has_to_say_so() -> None:
    follower = begin(3)
    assert follower.offers("first cy")
    follower.play("first cy")
    assert follower.state.first == "cy"
    untold = begin(3)
    untold.play("first ?")
    assert untold.state.first == "ana"


@pytest.mark.clause("shadowgate.modes.beginner", "shadowgate.components.mats")
def test_beginner_mode_plays_the_starred_sides_and_the_warlock_lord() -> None:
    follower = begin(2, mode="beginner")
    follower.refused("character ana lakmir", "modes.beginner")
    follower.play(PEOPLE)
    assert follower.state.deck("boss").down == 1
    assert [boss.name for boss in law(follower.state, "boss")] == ["warlock-lord"]
    assert sum(token.startswith("item") for token in follower.state.due) == 4
    assert len(follower.player().slots) == 4


@pytest.mark.clause("shadowgate.modes.standard", "shadowgate.setup.characters", "shadowgate.components.characters")
def test_standard_mode_plays_any_character_once() -> None:
    follower = begin(2, mode="standard")
    follower.play("character ana lakmir")
    assert not follower.player().full
    follower.refused("character bo lakmir", "setup.characters")
    follower.refused("character ana jair", "setup.characters")
    assert follower.state.deck("boss").down == 3
    with pytest.raises(CompanionError, match="akaaria, fezlyn"):
        follower.play("character bo conan")


@pytest.mark.clause("shadowgate.setup.two-sides")
def test_the_other_side_of_a_mat_is_out_of_the_game() -> None:
    follower = begin(2)
    follower.play("character ana jair")
    assert "other side" in follower.refused("character bo lakmir", "setup.two-sides")
    assert not follower.offers("character bo lakmir")
    assert follower.offers("character bo gorin")


@pytest.mark.clause("shadowgate.components.character-tokens")
def test_eight_characters_and_a_second_spelling() -> None:
    follower = begin(2)
    follower.play("character ana theradun")
    assert follower.player().character == "thuradun"
    assert len(practice().box.people) == 8


@pytest.mark.clause("shadowgate.modes.competition", "shadowgate.setup.items", "shadowgate.setup.items-once")
def test_items_are_dealt_once_and_not_in_competition() -> None:
    follower = dealt()
    follower.play("item ?; item ?; item ?; item ?")
    assert [len(follower.player(seat).inventory) for seat in ("ana", "bo")] == [2, 2]
    assert not any(token.startswith("item") for token in follower.state.due)
    fierce = begin(2, mode="competition")
    assert not any(token.startswith("item") for token in fierce.state.due)


@pytest.mark.clause("shadowgate.setup.stairwell")
def test_the_stairwell_is_not_dealt_but_comes_later() -> None:
    follower = begin(2)
    follower.play("character ana jair; character bo fezlyn")
    follower.refused("quest 1 #I-1", "decks.one-each")
    assert STAIRWELL not in {quest.name for quest in law(follower.state, "I")}
    follower.play("quest 1 ?; quest 2 ?; quest 3 ?; quest 4 ?")
    follower.play("item ?; item ?; item ?; item ?; riddle ?; first ana")
    assert STAIRWELL in {quest.name for quest in law(follower.state, "I")}


@pytest.mark.clause("shadowgate.setup.event")
def test_an_event_of_the_setup_is_resolved_or_replaced() -> None:
    follower = begin(2)
    follower.play("character ana jair; character bo fezlyn; quest 1 #I-3")
    assert follower.state.token == ["item", "ana"]
    follower.play("item #1; item ?")
    assert follower.names("ana") == ["short-sword"]
    assert follower.state.token == ["quest", "1", "I"]
    house = begin(2, setup_event_resolves=False)
    house.play("character ana jair; character bo fezlyn; quest 1 #I-3")
    assert house.state.token == ["quest", "1", "I"]
    assert house.state.deck("I").down == 15
    assert house.names("ana") == []


@pytest.mark.clause(
    "shadowgate.components.quests",
    "shadowgate.components.items",
    "shadowgate.components.riddles",
    "shadowgate.components.energy",
)
def test_a_box_holds_what_the_rulebook_counts() -> None:
    for game in (practice(), blank_box()):
        state = begin(2, game=game).state
        assert every(state) == dict(zip(DECKS, (15, 15, 15, 55, 10, 3, 10, 7, 3), strict=True))


@pytest.mark.clause("shadowgate.setup.torch", "shadowgate.components.locks")
def test_the_torch_starts_on_ten_and_two_decks_are_locked() -> None:
    state = begin(2).state
    assert state.torch == 10
    assert state.opened == ("I",)


@pytest.mark.clause("shadowgate.cost.tokens", "shadowgate.rewards.tokens")
def test_katalia_starts_with_two_magic_tokens_of_her_choice() -> None:
    follower = begin(2)
    follower.play("character ana katalia")
    assert follower.actor == "ana"
    follower.refused("tokens ice", "rewards.tokens")
    follower.play("tokens wind ice")
    assert follower.player().magic == (1, 0, 1)
    unsaid = begin(2)
    unsaid.play("character ana katalia; tokens ?")
    assert unsaid.player().magic == (0, 0, 0)


@pytest.mark.clause("shadowgate.components.blanks", "shadowgate.turn.close")
def test_light_starts_with_untold_quests_and_an_untold_box_blocks_nothing() -> None:
    follower = begin(3, game=blank_box(), depth="light")
    assert [space.card for space in follower.state.spaces] == [follower.state.spaces[0].card] * 4
    follower.play("character ana ?; character bo jair; character cy ?; first ?")
    assert follower.state.step == "turn"
    follower.play("made 2")
    assert follower.player().done[0].xp is None
    follower.play("done")
    assert follower.state.token[:2] == ["quest", "2"]
    follower.play("quest 2 ?; made 1")
    assert follower.state.active == "bo"


def test_options_that_do_not_exist_are_refused() -> None:
    for options in ({"depth": "sides"}, {"mode": "epic"}, {"clamp": True}, {"skulls_of_three": "yes"}):
        with pytest.raises(CompanionError):
            begin(2, **options)
