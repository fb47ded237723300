"""The Four Doors on the page, full: hands, actions and every card; whatever may be done can be entered."""

from __future__ import annotations

import random
from itertools import chain

import pytest

import companion
from companion.engine.policies import at_random
from companion.games.four_doors import moves as m
from companion.games.four_doors.policies import greedy
from companion.ui.boards.four_doors import _size
from companion.ui.four_doors.menus import choices, menu
from companion.ui.pad import Draft
from tests.ui.scribe import Scribe

SETUP = (
    "doors purple green blue gold",
    *(f"shadow #{n}" for n in (3, 19, 30, 12, 41, 24, 7, 38, 46)),
    "adventurer ana illuminant",
    "adventurer bo wanderer",
)


def opened(store, players=2, seed=1):
    names = ["Ana", "Bo", "Cy", "Di", "Eve"][:players]
    return companion.open_table("four-doors", names, store=store, edition="practice", seed=seed)


def laid_out(table):
    while table.actor == "TABLE":
        table.sample()
    return table


def played(table, steps, policy=greedy, seed=3):
    """Go on by a policy, without a page."""
    rng = random.Random(seed)
    for _ in range(steps):
        if table.state.ended:
            break
        table.play(policy(table.game, table.state, rng))
    return table


def hand_of(page, seat):
    return list(page.table.state.player(seat).hand)


def with_hand(table, seat, place, *cards):
    """Put a pawn somewhere and cards into its hand, as the table would say they are."""
    table.play(f"hand {seat} {' '.join(cards)}")
    if table.state.player(seat).at != place:
        table.play(f"pawn {seat} {place}")


def ids(table, **wanted):
    """The cards of the box with these traits, which nobody has seen yet."""
    unseen = [card for card in table.state.unseen.kinds() if all(_has(card, name, wanted[name]) for name in wanted)]
    return [table.game.language.card(card) for card in unseen]


def _has(card, name, value):
    told = getattr(card, name)
    return value in (told or ()) if name == "lanterns" else told == value


@pytest.fixture
def acting(store):
    """Ana, the Illuminant, acts; Bo, the Wanderer, waits."""
    table = opened(store)
    for step in SETUP:
        table.play(step)
    while table.actor == "TABLE":
        table.play("first ana") if table.state.pending[:1] == ("first",) else table.sample()
    return table


def test_a_turned_card_is_its_mark_and_then_one_of_that_mark(store, at):
    page = at(opened(store))
    page.pad("purple", "green", "blue")
    page.taps = 0
    page.board("purple.left")
    asked = page.at.pad.ask
    assert asked.name == "marked purple-left"
    assert 2 <= len(asked.steps[0].keys) <= 6
    assert page.sentence == "Which card is it?"
    page.pad(asked.steps[0].keys[0].id)
    assert page.taps == 2
    assert page.table.state.tower["purple"].left[0].known
    page.board("purple.left").skip()
    assert not all(card.known for card in page.table.state.tower["purple"].left)
    assert "1 to tell" in page.at.tray.text


def test_the_last_card_of_a_mark_is_not_asked_for(acting, at):
    acting.play("hand bo ?")
    gold = ids(acting, door="gold", side="left")
    with_hand(acting, "bo", "green", *gold[1:])
    page = at(acting)
    acting.play("search")
    page.follow()
    page.taps = 0
    page.board("gold.left")
    assert page.taps == 1
    assert page.table.state.player("ana").hand.count(page.table.game.language.ids[gold[0][1:]]) == 1


def test_setting_up_asks_who_is_who_and_deals_the_hands(store, at):
    page = at(opened(store))
    scribe, rng = Scribe(page, page.table), random.Random(5)
    while page.table.state.step == "setup":
        scribe.enter(page.table.game.chances(page.table.state).sample(rng))
    assert page.taps <= 45
    assert len(hand_of(page, "ana")) == len(hand_of(page, "bo")) == 3
    assert all(player.adventurer and player.at for player in page.table.state.players)


def test_moving_and_searching_are_one_tap_each(acting, at):
    page = at(acting)
    start = page.table.state.player("ana").at
    up = page.table.state.tower.beside(start, "up")
    assert {f"door/{up}", "level"} <= set(page.at.board.legal)
    page.board(f"door/{up}")
    assert page.table.state.player("ana").at == up
    page.board("level")
    assert page.table.state.to_draw == 1
    assert "fd-drawing" in page.at.board.drawn.items[0].svg
    assert page.taps == 2
    assert page.at.actions["primary"].text == "Not now: skip it"


@pytest.mark.clause("four-doors.actions.illuminate")
def test_a_shadow_is_cleared_with_a_lantern_from_the_side_or_from_the_card(acting, at):
    lamp = ids(acting, lanterns="purple")[0]
    with_hand(acting, "ana", "purple", lamp)
    page = at(acting)
    side = next(side for side in ("left", "right") if page.table.state.tower["purple"].side(side))
    count = len(page.table.state.tower["purple"].side(side))
    page.board(f"purple.{side}")
    if page.at.pad.ask is not None:
        page.pad(page.at.pad.ask.steps[0].keys[0].id)
    assert len(page.table.state.tower["purple"].side(side)) == count - 1
    assert page.table.log[-1].text.startswith("illuminate")


def test_a_card_says_what_it_can_do_now(acting, at):
    card = ids(acting, relic="staff")[0]
    with_hand(acting, "ana", "green", card)
    acting.play("pawn bo green")
    page = at(acting)
    page.board("card/ana.1")
    assert "Give to Bo" in page.at.tray.text
    assert "fd-chosen" in page.at.board.drawn["card/ana.1"].svg
    page.tap("use Give to Bo")
    assert page.taps == 2
    assert len(hand_of(page, "bo")) == 4
    assert page.app.screen.play.card == ""


@pytest.mark.clause("four-doors.actions.find")
def test_a_relic_is_found_by_a_tap_on_its_star(acting, at):
    with_hand(acting, "ana", "purple", *ids(acting, relic="staff")[:4])
    page = at(acting)
    page.board("star/purple")
    assert page.taps == 1
    assert page.table.state.tower.found == ("purple",)
    assert page.table.state.player("ana").relics == ("purple",)
    assert "purple" in page.table.state.tower.found
    assert "1 of 4" in page.at.head.text


@pytest.mark.clause("four-doors.hand-limit.five", "four-doors.hand-limit.spell")
def test_over_the_limit_a_card_goes_by_a_tap_or_is_spent(acting, at):
    acting.play("hand ana ?")
    plain = [name for name in ids(acting, spell="") if name not in ids(acting, relic="prism")]
    with_hand(acting, "ana", "green", *plain[:5])
    acting.play("search; draw ?")
    page = at(acting)
    assert page.sentence == "Ana lets go of 1"
    assert page.at.actions["primary"].text == "Tap a card: it goes"
    page.board("card/ana.1")
    assert page.taps == 1
    assert len(hand_of(page, "ana")) == 5


@pytest.mark.clause("four-doors.relics.windows", "four-doors.spells.no-interrupt")
def test_spells_have_a_lamp_and_no_windows(acting, at):
    page = at(acting)
    assert "spells: yes" in lamps(page)
    page.board("level")
    assert "spells: wait" in lamps(page)


def lamps(page):
    return next(item.svg for item in page.at.board.drawn.items if item.key == "lamps")


@pytest.mark.clause("four-doors.actions.own-hand", "four-doors.actions.illuminate")
def test_a_refusal_says_what_is_in_the_way_and_the_table_wins(acting, at):
    lamps = [name for name in ids(acting, door="blue") if name not in ids(acting, lanterns="purple")]
    with_hand(acting, "ana", "purple", lamps[0])
    page = at(acting)
    side = next(side for side in ("left", "right") if page.table.state.tower["purple"].side(side))
    page.board("card/ana.1", f"purple.{side}")
    assert page.at.sheet.text.splitlines()[0] == "That card has no purple lantern."
    assert "Actions: illuminate" in page.at.sheet.text
    assert page.at.board.flash["places"] == ["door/purple"]
    page.tap("happened")
    assert page.table.log[-1].corrected
    assert hand_of(page, "ana") == []
    assert page.at.sheet.hidden


@pytest.mark.clause("four-doors.actions.give-on-beacon")
def test_a_house_rule_is_met_at_the_refusal(acting, at):
    with_hand(acting, "ana", "beacon", ids(acting, relic="staff")[0])
    acting.play("pawn bo beacon")
    page = at(acting)
    page.at.actions.fill(line="give ana.1 bo".replace("ana.1", ids_of_hand(page, "ana")[0]))
    page.tap("enter line")
    assert "on the Beacon" in page.at.sheet.text
    page.tap("differently give_on_beacon")
    assert page.table.state.rules.give_on_beacon
    assert len(hand_of(page, "bo")) == 4


def ids_of_hand(page, seat):
    return [page.table.game.language.card(card) for card in hand_of(page, seat)]


def test_another_hand_is_looked_at_and_left_again(acting, at):
    page = at(acting)
    assert page.app.screen.play.looking == "ana"
    page.tap("look bo")
    assert "card/bo.1" in page.at.board.drawn.places
    page.tap("look ana")
    assert "card/ana.1" in page.at.board.drawn.places


def test_a_wrong_card_takes_three_taps_and_changes_where_it_was_told(acting, at):
    page = at(acting)
    right = next(name for name in ids(acting, door="blue", side="left"))
    page.hold("card/ana.2").pad("blue-left", right)
    assert page.taps <= 3
    assert right in ids_of_hand(page, "ana")
    assert page.table.log[-1].text.startswith("amend")


def test_a_card_that_is_not_there_is_taken_out_of_the_hand(acting, at):
    page = at(acting)
    page.tap("look bo").hold("card/bo.1").pad("do left")
    assert len(hand_of(page, "bo")) == 2


def test_a_card_told_late_is_tapped_on_the_tower(acting, at):
    acting.play("search; draw ?")
    page = at(acting)
    token = next(token for token in page.table.game.tokens(page.table.state) if token.startswith("ana."))
    page.tap("to tell")
    assert page.sentence == "Which card is it? Tap the side of its mark"
    page.board("blue.left")
    page.pad(page.at.pad.ask.steps[0].keys[0].id)
    assert token not in page.table.game.tokens(page.table.state)
    assert all(card.known for card in hand_of(page, "ana"))


@pytest.mark.clause("four-doors.end.win")
def test_the_beacon_is_lit_by_the_large_button(acting, at):
    for door in ("purple", "green", "blue", "gold"):
        acting.play(f"relic {door} ana")
    acting.play("hand ana " + ids(acting, spell="luminous-flux")[0])
    page = at(acting)
    assert page.at.actions["primary"].text.startswith("Done acting")
    acting.play("pawn ana beacon; pawn bo beacon")
    page.follow()
    assert page.at.actions["primary"].text == "Light the Beacon"
    page.tap("primary")
    assert page.table.state.ended == "won"
    assert page.sentence == "The Beacon is lit!"


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_legal_move_stands_in_the_menu(store, players):
    table = laid_out(opened(store, players, seed=players))
    for step in range(6):
        moves = choices(chain(table.legal, table.asides))
        assert reached(table, moves) == set(moves)
        played(table, 7, at_random, seed=step)
        if table.state.ended:
            break


def reached(table, moves):
    """Every move that some answers of the menu lead to; a few of the answers are tapped."""
    if len(moves) < 2:
        return set(moves)
    found, out = menu(table.game, table.state, moves, "menu", "What?"), set()
    for value in list(found.moves)[:: max(1, len(found.moves) // 3)]:
        assert answered(found.ask, value) == value
    for left in found.moves.values():
        assert len(left) < len(moves)
        out |= reached(table, left)
    return out


def answered(ask, value):
    """Tap an answer, as a finger would."""
    draft = Draft(ask)
    for picked in value:
        at = len(draft.picked)
        for key in picked:
            if draft.value is None:
                draft.tap(key)
        if draft.value is None and len(draft.picked) == at:
            draft.end()
    return draft.value


@pytest.mark.parametrize(("players", "seed"), [(4, 6)])
def test_a_whole_game_costs_what_was_promised(store, at, players, seed):
    table = laid_out(opened(store, players))
    page, rng, turns = at(table), random.Random(seed), {}
    scribe = Scribe(page, page.table)
    while not page.table.state.ended and page.table.state.turn <= 12:
        state, before = page.table.state, page.taps
        scribe.enter(greedy(page.table.game, state, rng))
        turns[state.turn] = turns.get(state.turn, 0) + page.taps - before
    assert len(turns) >= 8
    assert sum(turns.values()) / len(turns) <= 15


def test_trying_is_the_same_tower_striped(acting, at):
    page = at(acting)
    page.tap("menu").tap("try")
    assert "trying" in [item.key for item in page.at.board.drawn.items]
    page.board("level")
    assert acting.state.to_draw == 0
    page.tap("back")
    assert "trying" not in [item.key for item in page.at.board.drawn.items]


def test_moves_without_a_card_are_under_more(acting, at):
    page = at(acting)
    page.tap("acts")
    labels = [key.label for key in page.at.pad.ask.steps[0].keys]
    assert {"Move", "Search", "Done"} <= set(labels)
    page.skip()
    assert page.at.pad.ask is None
    assert page.table.log[-1].text != "done"


def test_the_kinds_of_moves_that_are_asked_otherwise_stay_out():
    assert choices([m.Search(), m.Draw(), m.Search()]) == [m.Search()]


def test_a_box_that_is_not_known_yet_is_described_card_by_card(store, at):
    from companion.engine.edition import OUR_BOX

    table = companion.open_table("four-doors", ["Ana"], store=store, edition=OUR_BOX)
    page = at(table)
    page.pad("red", "white", "green", "blue").board("red.left")
    page.taps = 0
    page.answer((("staff",), ("red", "blue")))
    assert page.taps == 4
    (card,) = page.table.state.tower["red"].left
    assert (card.relic, card.door, card.side) == ("staff", "red", "left")
    assert set(card.lanterns) == {"red", "blue"}
    page.board("red.left").skip()
    assert len(page.table.state.tower["red"].left) == 2
    page.board("white.right").answer((("luminous-flux",), ("green",)))
    assert page.table.state.tower["white"].right[0].spell == "luminous-flux"
    assert page.table.state.tower["white"].right[0].known


def test_the_shadow_that_goes_is_asked_for_by_that_name(acting):
    """The second card of a clear is the one beside the door, and not one more that is paid."""
    kinds = [card for card in acting.state.unseen.kinds() if card.known]
    moves = [m.Kindle(paid, shadow) for paid in kinds[:3] for shadow in kinds[3:9]]
    asked = menu(acting.game, acting.state, moves, "menu", "How is it cleared?").ask
    assert [step.prompt for step in asked.steps] == ["With which card?", "Which shadow goes?"]
    assert {key.sub[-3:] for key in asked.steps[1].keys} > {"Pu▶"}, "they lie at several sides"


@pytest.mark.parametrize("said", ["11/100 SHUTS", "100/100 SHUTS", "over 99/100 SHUTS", "none left"])
def test_words_on_a_side_stay_inside_it(said):
    """In bold, a letter of a side's words is at most three quarters as wide as high."""
    w, h = 108.0, 74.0
    size = _size(said, w, h)
    assert 9 <= size <= 13.5
    wide = sum(0.72 if letter.isupper() else 0.58 for letter in said)
    assert wide * size <= w - 12 or size == 9
    assert _size("9/100 flips", w, h) == 13.5


@pytest.mark.clause("four-doors.hand-limit.spell", "four-doors.hand-limit.ways")
def test_over_the_limit_any_card_goes_by_one_tap_and_a_spell_is_spent_by_its_chip(acting, at):
    with_hand(acting, "ana", "purple", *ids(acting, spell="hush")[:1], *ids(acting, relic="oil")[:4])
    acting.play("search")
    while acting.actor == "TABLE":
        acting.sample()
    page = at(acting)
    assert page.sentence.startswith("Ana lets go of 1")
    assert [place for place in page.at.board.legal if place.startswith("card/ana.")]
    hush = next(n for n, card in enumerate(hand_of(page, "ana"), start=1) if card.spell == "hush")
    page.board(f"card/ana.{hush}")
    assert page.taps == 1
    assert page.table.log[-1].text.startswith("discard")
    page.tap("undo").tap("use Hush")
    assert page.table.log[-1].text.startswith("spell")
    assert len(hand_of(page, "ana")) == 5
    assert "use Hush" not in page.at.tray


def alike(cards, n):
    """So many cards, each of another kind."""
    return list(dict.fromkeys(cards))[:n]


def beside_green(table, n):
    """Put so many shadows of different kinds, all told, to the left of Green."""
    while len(table.state.tower["green"].left) > n:
        table.play("clear green left")
    told = [token for token in table.game.tokens(table.state) if token.startswith("green.left")]
    for name in alike(ids(table, door="green", side="left"), n - len(table.state.tower["green"].left) + len(told)):
        if not told:
            table.play("mark green left")
        table.tell(next(token for token in table.game.tokens(table.state) if token.startswith("green.left")), name)
        told = told[1:]
    assert len(set(table.state.tower["green"].left)) == n


@pytest.mark.clause("four-doors.actions.illuminate")
def test_the_card_that_pays_and_the_shadow_that_goes_are_one_key_of_a_grid(acting, at):
    acting.play("hand ana ?")
    with_hand(acting, "ana", "green", *alike(ids(acting, lanterns="green"), 4))
    beside_green(acting, 3)
    page = at(acting)
    cards, shadows = hand_of(page, "ana"), list(page.table.state.tower["green"].left)
    page.board("green.left")
    (step,) = page.at.pad.ask.steps
    assert step.prompt == "Below what pays: which goes?"
    assert step.columns == len(step.heads) == 4
    assert len(step.keys) == 12
    language = page.table.game.language
    page.pad(f"{language.card(cards[1])} {language.card(shadows[2])}")
    assert page.taps == 2
    assert list(page.table.state.tower["green"].left) == shadows[:2]
    assert cards[1] not in hand_of(page, "ana")


@pytest.mark.clause("four-doors.adventurers.shadowbinder")
def test_the_shadowbinder_clears_a_whole_side_in_two_taps_and_fewer_in_three(store, at):
    table = opened(store)
    for step in (*SETUP[:-2], "adventurer ana shadowbinder", "adventurer bo wanderer"):
        table.play(step)
    while table.actor == "TABLE":
        table.play("first ana") if table.state.pending[:1] == ("first",) else table.sample()
    table.play("hand ana ?")
    with_hand(table, "ana", "green", *alike(ids(table, lanterns="green"), 2))
    beside_green(table, 3)
    page = at(table)
    paying = page.table.game.language.card(hand_of(page, "ana")[0])
    page.board("green.left")
    (step,) = page.at.pad.ask.steps
    assert [key.label for key in step.keys] == ["all 3", "all 3", "fewer", "fewer"]
    page.pad(f"{paying} all")
    assert page.taps == 2
    assert not page.table.state.tower["green"].left
    page.tap("undo")
    page.taps = 0
    page.board("green.left").pad(f"{paying} fewer")
    page.pad(page.at.pad.ask.steps[0].keys[0].id)
    assert page.taps == 3
    assert len(page.table.state.tower["green"].left) in (1, 2)


@pytest.mark.clause("four-doors.relics.kindle")
def test_the_staff_is_not_offered_beside_the_same_card_as_a_lantern(acting, at):
    acting.play("relic purple ana; hand ana ?")
    lamp = next(n for n in ids(acting, relic="staff") if n in ids(acting, lanterns="green"))
    with_hand(acting, "ana", "green", lamp)
    beside_green(acting, 1)
    page = at(acting)
    page.board("green.left")
    assert page.taps == 1
    assert page.table.log[-1].text.startswith("illuminate")
    assert not page.table.state.tower["green"].left


def test_a_pad_asks_nothing_that_has_one_answer(acting, at):
    """With one card that pays, only the shadow is asked for, wherever it lies."""
    acting.play("relic purple ana; hand ana ?")
    with_hand(acting, "ana", "beacon", *ids(acting, relic="staff")[:1])
    page = at(acting)
    shadows = [card for door in page.table.state.tower.doors for card in door.shadows]
    assert len(set(shadows)) > 8
    page.board("card/ana.1").tap("use Kindle Staff")
    (step,) = page.at.pad.ask.steps
    assert len(step.keys) == len(set(shadows))
    page.pad(step.keys[0].id)
    assert page.taps == 3
    assert page.table.log[-1].text.startswith("kindle")


def test_alone_a_turn_costs_no_more_than_with_others(store, at):
    """Swap Adventurer, too, which is under More; a game from its first turn."""
    page, rng = at(laid_out(opened(store, 1, 8))), random.Random(8)
    scribe, turns, swaps = Scribe(page, page.table), {}, 0
    while not page.table.state.ended and page.table.state.turn <= 12:
        state, before = page.table.state, page.taps
        move = greedy(page.table.game, state, rng)
        scribe.enter(move)
        swaps += isinstance(move, m.Swap)
        turns[state.turn] = turns.get(state.turn, 0) + page.taps - before
    assert swaps
    assert len(turns) == 12
    assert sum(turns.values()) / len(turns) <= 15
