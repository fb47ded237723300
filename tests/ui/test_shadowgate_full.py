"""Shadowgate on the page, full: mats, cards, trades, riddles. Every legal move can be entered; taps are counted."""

from __future__ import annotations

import random

import pytest

import companion
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.cards import PuzzleCard
from companion.ui.boards.shadowgate import quest_item
from companion.ui.boards.shadowgate_view import QuestLine
from companion.ui.shadowgate.full import Full
from companion.ui.shadowgate.menus import path
from companion.ui.shadowgate.pads import faces_ask

from .castle import Scribe

TURNS = 6


@pytest.fixture
def table(store):
    """Ana and Bo with practice cards, laid out: Ana holds two swords and a relic, Bo a bow and two Puzzle items."""
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition="practice", seed=2)
    table.play("character ana jair; character bo fezlyn")
    while table.actor == "TABLE" and table.state.token[0] in ("quest", "item", "riddle"):
        table.sample()
    table.play("first ana")
    return table


@pytest.fixture
def page(table, at):
    return at(table)


def item(table, kind, skip=0):
    """An item of a type that nobody holds, as text."""
    deck = table.state.deck("item").unseen
    found = [card for card in table.game.edition.cards if getattr(card, "types", None) == (kind,) and card in deck]
    return table.game.language.card(list(dict.fromkeys(found))[skip])


def give(table, seat, text):
    table.play(f"get {seat} {text}")
    bag = table.state.player(seat).inventory
    return f"{seat}.{len(bag)}"


def lines(page):
    return {one.place: one.label for one in page.at.board.drawn.items if one.place}


def test_the_setup_can_be_dealt_by_chance(store, at):
    page = at(companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition="practice", seed=5))
    assert page.at.actions["primary"].text == "Deal by chance"
    page.tap("primary")
    assert page.table.state.step == "turn"
    assert page.taps == 1
    assert isinstance(page.app.screen.play, Full)


def test_tokens_and_the_staff_are_drawn_for_letters_that_a_phone_lacks(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition="practice", seed=2)
    table.play("character ana katalia; character bo jair")
    while table.state.token[0] != "tokens":
        table.sample()
    keys = at(table).at.pad.ask.steps[0].keys
    assert [(key.id, key.sub, bool(key.svg)) for key in keys] == [
        ("ice", "Ice", True),
        ("fire", "Fire", True),
        ("wind", "Wind", True),
    ]
    staff = next(key for key in faces_ask("blue").steps[0].keys if key.id == "staff")
    assert staff.svg


def test_a_quest_with_room_for_four_lines_has_its_name_in_full(page):
    quest = QuestLine(space=1, kind="quest", name="Collapsed Shaft", xp=5, needs=((1, 6),), filled=6, odds="6 in 10")
    svg = quest_item(quest, (0, 0, 176, 124), True).svg
    assert ">Collapsed Shaft</text>" in svg
    assert ">5 XP</text>" in svg


def test_a_puzzle_quest_shows_the_trait_of_which_so_much_is_short(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition="practice", seed=2)
    quest = next(card for card in table.game.edition.cards if getattr(card, "name", "") == "stone-idol")
    table.play(f"character ana jair; character bo fezlyn; quest 1 {table.game.language.card(quest)}")
    while table.actor == "TABLE" and table.state.token[0] != "first":
        table.sample()
    table.play("first ana")
    said = lines(at(table))["quest.1"]
    assert "Mental 9; or " in said
    assert "Red Gem" in said
    assert "7 short" in said


def test_items_are_picked_by_type_then_name(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition="practice", seed=2)
    table.play("character ana jair; character bo fezlyn")
    while table.state.token[0] == "quest":
        table.sample()
    page = at(table)
    assert page.sentence == "Ana draws an item"
    text = item(table, "magic")
    assert f"pick/{text}" not in lines(page)
    page.board("tab/magic", f"pick/{text}")
    assert page.taps == 2
    assert page.table.game.language.card(page.table.state.player("ana").inventory[0]) == text


@pytest.mark.clause("shadowgate.equip.match", "shadowgate.equip.from-inventory")
def test_a_card_is_equipped_with_two_taps_and_taken_off_with_two(page, table):
    place = give(table, "ana", item(table, "weapon"))
    page.follow().board(place).tap("use Equip")
    assert page.taps == 2
    assert page.table.state.player("ana").slots[1]
    table.refresh()
    table.play("turn ana")
    page.follow().taps = 0
    page.board("ana.slot2").tap("use Take off")
    assert page.taps == 2
    assert not page.table.state.player("ana").slots[1]


@pytest.mark.clause("shadowgate.trade.once", "shadowgate.trade.agreed")
def test_a_swap_is_two_cards_and_the_second_one_is_refused(page, table):
    mine, theirs = give(table, "ana", item(table, "weapon")), give(table, "bo", item(table, "relic"))
    given, got = table.state.player("ana").inventory[-1], table.state.player("bo").inventory[-1]
    page.follow().board(mine, "seat/bo", theirs)
    assert page.taps == 3
    assert page.table.state.player("bo").inventory[-1] == given
    assert page.table.state.player("ana").inventory[-1] == got
    page.board("ana.1", "seat/bo", "bo.1")
    assert "One trade a turn, and Ana has had it." in page.at.sheet.text


@pytest.mark.clause("shadowgate.information.view", "shadowgate.items.face-down")
def test_puzzle_items_lie_face_down_on_every_page_but_their_owners(table, at):
    place = give(table, "bo", "#puzzle-3")
    name = table.state.player("bo").inventory[-1].name.replace("-", " ").title()
    for seat, sees in (("all", False), ("ana", False), ("bo", True)):
        page = at(table, seat)
        if page.app.screen.play.looking != "bo":
            page.board("seat/bo")
        assert (name in lines(page)[place]) is sees, seat
        mat = "".join(one.svg + one.label for one in page.at.board.drawn.items if one.place.startswith("bo."))
        assert (name.split()[0] in mat) is sees, seat


@pytest.mark.clause("shadowgate.information.view", "shadowgate.items.face-down")
def test_the_log_names_a_face_down_card_to_its_owner_only(table, at):
    give(table, "bo", "#puzzle-3")
    for seat, sees in (("all", False), ("ana", False), ("bo", True)):
        page = at(table, seat)
        page.tap("tab log", "tabs").tap(f"entry {table.seq}", "body")
        assert ("puzzle-3" in page.at.sheet.text) is sees, seat
        assert ("puzzle-3" in page.at.sheet.values["text"]) is sees, seat


def test_a_face_down_card_is_swapped_by_its_place(table, at):
    table.play("get ana #puzzle-3")
    theirs = give(table, "bo", item(table, "relic"))
    mine = f"ana.{len(table.state.player('ana').inventory)}"
    page = at(table)
    page.board(mine, "seat/bo", theirs)
    held = [card for card in page.table.state.player("bo").inventory if isinstance(card, PuzzleCard)]
    assert [card.name for card in held] == [table.game.language.ids["puzzle-3"].name]


@pytest.mark.clause("shadowgate.quest-phase.dice", "shadowgate.cost.divide")
def test_a_roll_is_two_taps_and_settles_the_quest(page, table):
    space = next(
        n for n, one in enumerate(table.state.spaces, 1) if one.card.kind == "standard" and "," not in one.card.cost
    )
    page.board(f"quest.{space}")
    if page.at.pad.ask is None:
        pytest.skip("nothing is short for this quest")
    page.taps = 0
    page.answer((("4", "4"),))
    assert page.taps == 2
    assert page.table.state.attempt == 0


@pytest.mark.clause("shadowgate.cost.after-roll", "shadowgate.cost.equipped", "shadowgate.cost.decline")
def test_paying_is_the_large_button_and_giving_up_the_one_beside_it(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition="practice", seed=2)
    quest = next(card for card in table.game.edition.cards if getattr(card, "name", "") == "hidden-spring")
    table.play("character ana jair; character bo fezlyn")
    table.play(f"quest 1 {table.game.language.card(quest)}")
    while table.actor == "TABLE" and table.state.token[0] != "first":
        table.sample()
    table.play("first ana; token ana ice")
    page = at(table).board("quest.1")
    assert "pay for it, or give up" in page.sentence
    assert page.at.actions["primary"].text == "Pay for it"
    assert page.at.actions["beside"].text == "Give up"
    page.tap("primary")
    assert page.taps == 2
    assert page.table.state.player("ana").magic == (0, 0, 0)
    assert quest in page.table.state.player("ana").done


@pytest.mark.clause("shadowgate.bonus.at-once", "shadowgate.bonus.xp")
def test_a_bonus_is_one_tap_on_the_card(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition="practice", seed=2)
    quest = next(card for card in table.game.edition.cards if getattr(card, "name", "") == "rope-bridge")
    table.play("character ana jair; character bo fezlyn")
    table.play(f"quest 1 {table.game.language.card(quest)}")
    while table.actor == "TABLE" and table.state.token[0] != "first":
        table.sample()
    table.play("first ana")
    place = give(table, "ana", item(table, quest.bonus[0]))
    table.play("made 1")
    while table.state.due:
        table.sample() if table.actor == "TABLE" else table.play(next(iter(table.legal)))
    card = table.state.player("ana").inventory[int(place.split(".")[1]) - 1]
    page = at(table)
    assert page.sentence.startswith("Bonus (")
    assert page.at.actions["primary"].text == "Keep it; next: Bo"
    page.board(place)
    assert page.taps == 1
    assert card in page.table.state.player("ana").done


@pytest.mark.clause("shadowgate.riddles.death")
def test_a_riddle_is_answered_from_its_chip(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition="practice", seed=2)
    riddle = next(card for card in table.game.edition.cards if getattr(card, "answer", None) == "death")
    table.play("character ana jair; character bo fezlyn")
    while table.actor == "TABLE" and table.state.token[0] != "first":
        table.play(f"riddle {table.game.language.card(riddle)}") if table.state.token == ["riddle"] else table.sample()
    table.play("first ana; death ana")
    page = at(table).tap("use Answer the riddle")
    assert page.taps == 1
    assert page.table.state.player("ana").deaths == 0
    assert riddle in page.table.state.player("ana").done


@pytest.mark.parametrize(("seed", "players"), [(4, 2), (5, 4)])
def test_every_legal_move_stands_in_the_menu_of_everything(store, at, seed, players):
    names = ["Ana", "Bo", "Cy", "Di"][:players]
    table = companion.open_table("shadowgate", names, store=store, edition="practice", seed=seed)
    rng, policy = random.Random(seed), table.game.policy("random")
    seen = set()
    for _ in range(70):
        table.play(policy(table.game, table.state, rng))
        if table.actor in ("TABLE", "NOBODY") or table.state.due or rng.random() < 0.5:
            continue
        play = at(table).app.screen.play
        offered = set(play.moves())
        legal = set(play.game.legal(play.state))
        assert offered >= {move for move in legal if not isinstance(move, m.Made | m.Failed | m.Roll)}
        words = [path(play.game, play.state, move) for move in offered]
        assert len(set(words)) >= len({play.game.spell(move, play.state) for move in offered}) - _alike(words)
        seen |= {type(move) for move in offered}
    assert {m.Equip, m.Trade, m.Cycle, m.Attempt, m.Done} <= seen


def _alike(words):
    """How many paths are the same as another's: cards of one name that differ in nothing that is said."""
    return len(words) - len(set(words))


def test_a_whole_practice_game_is_entered_by_taps(store, at):
    table = companion.open_table("shadowgate", ["Ana", "Bo"], store=store, edition="practice", seed=1)
    scribe = Scribe(at(table))
    scribe.follow(table.game.policy("greedy"), random.Random(1), 80)
    turns = [taps for turn, taps in scribe.taps.items() if 1 < turn < scribe.table.state.turn]
    assert len(turns) >= TURNS
    assert sum(turns) / len(turns) <= 12


def test_what_else_happened_to_a_seat_is_entered_too(page):
    page.tap("else").pad("token 1", "ice").tap("else").pad("curse 1", "mental").tap("else").pad("get", "puzzle")
    state = page.table.state.player("ana")
    assert state.magic == (1, 0, 0)
    assert state.curses == (0, 0, 1)
    assert isinstance(state.inventory[-1], PuzzleCard)
    page.tap("else").pad("ledger").pad("xp +", "3")
    assert page.table.state.player("ana").xp == 3


def test_a_held_card_is_another_one_or_discarded(page, table):
    place = give(table, "ana", item(table, "weapon"))
    other = item(table, "weapon", 1)
    page.follow().hold(place).pad("do tell")
    page.board("tab/weapon") if "tab/weapon" in lines(page) else None
    page.board(f"pick/{other}")
    assert page.table.game.language.card(page.table.state.player("ana").inventory[-1]) == other
    page.hold(place).pad("do lose")
    assert len(page.table.state.player("ana").inventory) == int(place.split(".")[1]) - 1


@pytest.mark.clause("shadowgate.end.inventory", "shadowgate.end.equipped")
def test_the_end_greys_the_inventory_and_says_what_is_moved(table, at):
    give(table, "ana", item(table, "weapon"))
    table.play("stairwell; hall; barrier; get ana staff; get ana staff; get bo staff; xp bo 2")
    page = at(table)
    while not page.table.state.final:
        page.tap("primary")
    while page.table.state.due:
        page.pad("reaper") if page.at.pad.ask else page.tap("beside")
    assert "What stays in the Inventory scores nothing" in page.at.tray.text or page.at.pad.ask
    table.refresh()
    table.play("life 1")
    while table.state.due:
        table.sample()
    table.play("done; hit 9")
    page.follow()
    assert page.table.state.ended == "boss"
    assert "sg-grey" in "".join(one.svg for one in page.at.board.drawn.items)
    page.tap("primary")
    assert "Move everything equipped to completed" in page.at.body.text
    assert "worth nothing now:" in page.at.body.text


def test_going_lighter_and_deeper_keeps_the_table(page):
    page.tap("menu").tap("depth")
    assert page.table.state.depth == "light"
    assert page.app.screen.play.shown_mat() == ""
    page.tap("menu").tap("depth")
    assert page.table.state.depth == "full"


def test_a_house_rule_is_turned_round_at_its_refusal(page, table):
    give(table, "ana", item(table, "general"))
    before = table.state.rules.general_from_inventory
    after = page.app.screen.kit.flipped(table.state, "general_from_inventory")
    assert after.rules.general_from_inventory is not before
