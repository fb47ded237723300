"""The Four Doors with hidden hands on the page: chosen at the start, and seen by nobody but the owner."""

from __future__ import annotations

import pytest

import companion
from companion.games.four_doors import moves as m
from companion.games.four_doors.people import mover
from companion.games.four_doors.telling import card_name
from companion.ui.four_doors.hidden import OUT_OF_A_HAND
from companion.ui.panel import Button, Pick, walk
from tests.ui.test_four_doors_full import hand_of, ids, with_hand

pytestmark = pytest.mark.clause("four-doors.information.hidden")
PANELS = ("head", "top", "left", "right", "tray", "actions", "body", "snack", "sheet")


@pytest.fixture
def hidden(store):
    """Ana's turn; she and Bo hold cards that the other must not see."""
    table = companion.open_table("four-doors", ["Ana", "Bo"], store=store, edition="practice", seed=1, hidden="yes")
    while table.actor == "TABLE":
        table.play("first ana") if table.state.pending[:1] == ("first",) else table.sample()
    table.play("hand ana ?; hand bo ?")
    spells = {name: ids(table, spell=name)[0] for name in ("hush", "sweep")}
    with_hand(table, "ana", "purple", spells["hush"], *ids(table, relic="staff")[:3])
    with_hand(table, "bo", "purple", spells["sweep"], *ids(table, relic="oil")[:3])
    return table


def everything(page):
    """All that a device shows: the words of its panels, what its pad asks, and what is drawn."""
    words = [getattr(page.at, name).text for name in PANELS]
    words += [str(page.at.pad.ask or ""), *(item.svg + item.label for item in page.at.board.drawn.items)]
    return "\n".join(words)


def test_hidden_hands_are_chosen_in_the_form_and_each_sits_at_an_own_device(device):
    page = device()
    page.tap("game four-doors").tap("new four-doors")
    assert "How are hands held?" in [one.label for one in walk(page.at.body.shown) if isinstance(one, Pick)]
    page.at.body.fill(name1="Ana", name2="Bo", depth="full", box="practice", hidden="yes")
    page.tap("next").tap("ready")
    assert page.table.state.hidden
    assert page.app.screen.session.seat == ""
    offered = [one.id for one in walk(page.at.sheet.shown) if isinstance(one, Button)]
    assert "sit ana" in offered
    assert "sit all" not in offered
    page.tap("sit ana")
    assert page.app.screen.session.viewer == "ana"


def test_hands_are_open_unless_somebody_says_so(device):
    page = device()
    page.tap("game four-doors").tap("new four-doors")
    page.at.body.fill(name1="Ana", name2="Bo", depth="full", box="practice")
    page.tap("next").tap("ready")
    assert not page.table.state.hidden
    assert page.app.screen.session.seat == "all"


def test_an_address_for_the_whole_table_asks_who_is_there(hidden, at):
    page = at(hidden, "all")
    assert page.app.screen.session.seat == ""
    assert "Sweep" not in everything(page)
    assert "Hush" not in everything(page)


def test_each_device_shows_its_own_hand_and_not_the_others(hidden, at):
    ana, bo = at(hidden, "ana"), at(hidden, "bo")
    assert (ana.app.screen.play.looking, bo.app.screen.play.looking) == ("ana", "bo")
    assert "Hush" in everything(ana)
    assert "Hush" not in everything(bo)
    assert "Sweep" in everything(bo)
    bo.tap("look ana")
    assert "card/ana.1" in bo.at.board.drawn.places
    assert "Hush" not in everything(bo)


def test_what_may_be_done_with_a_hidden_card_is_offered_to_its_owner_alone(hidden, at):
    ana, bo = (at(hidden, seat).app.screen.play for seat in ("ana", "bo"))
    box, state = hidden.game.box, hidden.state
    for play, other in ((ana, "bo"), (bo, "ana")):
        assert play.moves()
        paid = [move for move in play.moves() if isinstance(move, OUT_OF_A_HAND)]
        assert not [move for move in paid if mover(box, state, move) == other]
    assert any(isinstance(move, m.Cast) for move in ana.moves())
    assert not [place for place in at(hidden, "bo").at.board.legal if place.startswith("purple.")]


def test_a_tap_on_what_another_hand_does_enters_nothing(hidden, at):
    page = at(hidden, "bo")
    seq = page.table.seq
    page.tap("look ana").board("card/ana.1")
    assert page.toasts == ["Ana's hand is hidden: Ana enters that on a phone of their own."]
    page.hold("card/ana.1")
    assert page.at.pad.ask is None
    side = next(side for side in ("left", "right") if page.table.state.tower["purple"].side(side))
    page.board(f"purple.{side}")
    assert "purple" in page.at.tray.text.lower(), "its odds, as of anything that cannot be done"
    page.board("star/purple")
    assert page.table.seq == seq
    assert page.at.sheet.hidden


def test_a_drawn_card_is_told_by_its_owner_and_the_log_keeps_it(hidden, at):
    ana, bo = at(hidden, "ana"), at(hidden, "bo")
    bo.board("level")
    assert bo.table.state.to_draw == 1
    bo.board("blue.left")
    assert bo.at.pad.ask is None
    assert not bo.at.board.legal
    ana.follow().board("blue.left")
    ana.pad(ids(ana.table, door="blue", side="left")[0])
    assert len(hand_of(ana, "ana")) == 5
    card = next(card for card in hand_of(ana, "ana") if (card.door, card.side) == ("blue", "left"))
    assert ana.table.log[-1].sentence == "Ana drew a card."
    for tab in ("table", "log"):
        bo.follow().tap(f"tab {tab}")
        assert card_name(card) not in everything(bo)
    bo.tap(f"entry {ana.table.seq}")
    assert card_name(card) not in everything(bo)
    assert ana.table.log[-1].text not in everything(bo)


def test_hidden_cards_are_not_to_tell_on_other_devices(hidden, at):
    hidden.play("search; draw ?")
    assert "to tell" in at(hidden, "ana").at.tray.text
    assert "to tell" not in at(hidden, "bo").at.tray.text


def test_putting_the_tower_right_leaves_hidden_hands_as_they_are(hidden, at):
    page = at(hidden, "bo")
    held = hidden.state.player("ana").hand
    page.hold("gold.left").pad("do add")
    assert page.table.state.player("ana").hand == held
    assert page.table.log[-1].kind == "correct"


def test_over_the_limit_only_the_owner_is_asked_for_a_card(hidden, at):
    held = [hidden.game.language.card(card) for card in hidden.state.player("ana").hand]
    hidden.play(f"hand ana {' '.join(held)} {ids(hidden, relic='prism')[0]}; search; draw ?")
    ana, bo = at(hidden, "ana"), at(hidden, "bo")
    assert ana.at.actions["primary"].text == "Tap a card: it goes"
    assert bo.at.actions["primary"].text == "Ana lets a card go"
    assert "use Hush" in ana.at.tray
    assert "Hush" not in everything(bo)
