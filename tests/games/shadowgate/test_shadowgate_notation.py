"""Cards, quests and boss positions as text; what cannot be read; a table with undo and redo; the terminal."""

from __future__ import annotations

from random import Random

import pytest

import companion
from companion.engine.errors import AmbiguousError, CompanionError, UnknownCardError, UnknownNameError, UnreadableError
from companion.engine.game import NOBODY, TABLE
from companion.games.shadowgate.cards import QuestCard
from companion.games.shadowgate.costs import deficit
from companion.games.shadowgate.notation import parse_card, spell_card
from companion.games.shadowgate.painting import paint, spell
from companion.games.shadowgate.traits import for_attack, for_quest
from tests.games.shadowgate.following import begin, blank_box, card, lay, practice, random_game

# --------------------------------------------------------------------------------------------------------------- cards


def test_every_card_of_the_box_is_read_back() -> None:
    for deck, cards in practice().box.decks.items():
        for one in cards.kinds():
            assert parse_card(spell_card(one)) == one
            assert parse_card(spell_card(one).partition("/")[2], deck) == one
    for game in (practice(), blank_box()):
        for deck in game.box.decks:
            assert spell_card(parse_card("?", deck)) == deck


def test_people_say_a_quest_shortly() -> None:
    quest = parse_card('"Bat Cave" S4 M3 5xp torch 2skulls ice', "I")
    assert quest == QuestCard("I", "bat-cave", cost="strength 4, mental 3, ice", torch=1, skulls=2, xp=5)
    assert parse_card("Old Well res 2 xp 2", "II") == QuestCard("II", "old-well", cost="resourceful 2", xp=2)
    assert parse_card("storm event", "I") == QuestCard("I", "storm", kind="event", cost="")


@pytest.mark.parametrize(
    ("text", "deck"),
    [("item/colour:red", ""), ("cost:luck_4", "I"), ("xp:many", "item"), ("sword", ""), ("torch:77", "I")],
)
def test_what_is_no_card_says_what_would_be(text: str, deck: str) -> None:
    with pytest.raises(UnreadableError, match="expected"):
        parse_card(text, deck)


# ---------------------------------------------------------------------------------------------------------------- steps


@pytest.mark.parametrize(
    "text",
    [
        *("atempt 1", "attempt", "attempt one", "equip #1 hat", "roll 2", "roll 2 blue", "trade #1 bo", "pay #1 luck"),
        *("tokens luck", "from IV", "trait bo luck 3", "is zoo.3 #1", "give in", "red blue", "done now", ""),
    ],
)
def test_an_unreadable_step_says_how_it_goes(text: str) -> None:
    follower = lay().give("ana", "#1")
    with pytest.raises(UnreadableError) as caught:
        follower.game.parse(text, follower.state)
    assert caught.value.expected


def test_names_ids_and_places_mean_cards() -> None:
    follower = lay().give("ana", "#1", "#16").give("bo", "#3")
    for text in ("equip #1 weapon", "equip short-sword weapon", "equip Short Sword 2", "equip ana.1 WEAPON"):
        assert follower.game.spell(follower.game.parse(text, follower.state), follower.state) == "equip #1 weapon"
    with pytest.raises(UnknownCardError, match="#99"):
        follower.check("equip #99 weapon")
    with pytest.raises(UnknownNameError, match="zed"):
        follower.check("xp zed 3")
    with pytest.raises(UnreadableError, match="place"):
        follower.check("equip ana.9 weapon")
    two = card("item/sword/xp:1"), card("item/sword/xp:2")
    follower.mat("ana", inventory=two)
    with pytest.raises(AmbiguousError, match="say which"):
        follower.check("lose ana sword")
    assert "cy" not in {player.handle for player in follower.state.players}


def test_a_lone_question_mark_leaves_untold_what_is_due() -> None:
    follower = begin(2)
    follower.play("?; ?; ?; ?; ?; ?; ?; ?; ?; ?; ?; ?")
    assert follower.state.step == "turn"
    assert follower.player().character == ""
    with pytest.raises(UnreadableError, match="due"):
        follower.check("?")
    cursed = lay().set(due=("curse ana", "tokens bo 2 token"))
    cursed.play("?; ?")
    assert cursed.player().curses == (0, 0, 0)
    told = lay()
    told.play("stairwell; banquet")
    assert told.state.opened == ("I", "II", "III")


def test_our_box_learns_a_card_that_is_told_in_full() -> None:
    text = "I/bat-cave/kind:monster/cost:strength_4,_ice/torch:1/skulls:0/reward:draw_1_item/xp:5/bonus:melee/stays:no"
    follower = lay("ana=jair bo=katalia", "I", game=blank_box())
    move = follower.game.parse(f"is quest.1 {text}", follower.state)
    (learned,) = follower.game.learns(follower.state, move)
    assert learned == parse_card(text)
    richer = follower.game.with_cards([learned])
    assert learned in richer.box.decks["I"]
    assert len(richer.box.decks["I"]) == 15
    assert richer.learns(follower.state, move) == ()
    half = follower.game.parse("is quest.1 S4 5xp", follower.state)
    assert follower.game.learns(follower.state, half) == ()
    follower.play(f"is quest.1 {text}")
    assert "quest.1" not in follower.game.tokens(follower.state)
    assert "quest.2" in follower.game.tokens(follower.state)


# ------------------------------------------------------------------------------------------------------------- painting


def test_a_quest_and_a_players_traits_have_a_text() -> None:
    game = blank_box()
    state = paint(game, 'ana S4 R1 M2 / quest "Bat Cave" S4 M3 5xp torch / torch 4 strength')
    quest = state.quest(1)
    assert quest is not None
    ana = state.player("ana")
    assert for_quest(game.box, state, ana) == (3, 1, 2)
    assert deficit(game.box, state, ana, quest) == 2
    assert state.active == "ana"
    assert game.legal(state)


def test_a_boss_position_has_a_text() -> None:
    state = paint(practice(), "ana S6 xp 14 deaths 1 staff / bo jair / boss reaper 23 / energy #energy-4 / turn bo")
    assert (state.life, state.active, state.torch) == (23, "bo", 0)
    assert state.boss is not None
    assert for_attack(practice().box, state, state.player("ana"), "strength") == 6
    assert practice().score(state)[0].points == 9


@pytest.mark.parametrize("depth", ["full", "light"])
def test_a_position_is_painted_as_it_is_spelled(depth: str) -> None:
    # With equipped cards that nobody told, how the traits stand is not told either; a ledger has none.
    for game in (practice(), blank_box()) if depth == "light" else (practice(),):
        for state, _ in random_game(3, 3, game=game, cap=400, depth=depth, player="greedy")[::23]:
            if state.step == "turn" and not state.ended:
                text = spell(game, state)
                assert game.text(state) == text
                again = paint(game, text)
                assert spell(game, again) == text


@pytest.mark.parametrize(
    "text",
    [
        *("torch 12", "boss reaper", "boss reaper 99", "ana luck 4", "ana S", "quest #I-99", "turn zed", "open IV"),
        *("energy #I-2", "turn", "quest xp:many"),
    ],
)
def test_a_position_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(CompanionError):
        paint(practice(), f"ana S4 / {text}")


# -------------------------------------------------------------------------------------------------------------- a table


@pytest.mark.parametrize("mode", ["beginner", "standard", "competition"])
def test_undo_to_the_start_and_redo_give_every_position_back(mode: str) -> None:
    table = companion.open_table("shadowgate", ["Ana", "Bo", "Cy"], seed=5, store=":memory:", mode=mode)
    rng = Random(5)
    states = [table.state]
    while len(states) < 90:
        game, state = table.game, table.state
        move = game.chances(state).sample(rng) if table.actor == TABLE else rng.choice(list(game.legal(state)))
        table.play(move)
        states.append(table.state)
    for state in reversed(states[:-1]):
        table.undo()
        assert table.state == state
    for state in states[1:]:
        table.redo()
        assert table.state == state
    again = companion.import_table(table.export(), store=":memory:")
    assert again.state == table.state
    assert table.actor != NOBODY
