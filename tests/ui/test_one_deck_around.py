"""One Deck Dungeon on the page around its fights: what is asked, found, shown of the party, and said at the end."""

from __future__ import annotations

from .dungeon import table_of


# ------------------------------------------------------------------------------------- odds where there is something


def test_odds_are_offered_only_where_something_can_be_asked_about(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #goblin", heroes=2))
    device.tap("primary")
    assert device.app.screen.play.moment == "result"
    assert "odds" not in device.at.tray
    device.tap("primary")
    assert "odds" in device.at.tray  # the deck lies there: what comes next
    device.tap("odds").board("deck")
    assert "next card" in device.at.tray["odds line"].text


def test_a_tap_beside_what_can_be_asked_about_does_nothing_else(store, at):
    device = at(table_of(store, "set ana poison 2", "explore", deck="hybrid", dungeon="venom-fen", heroes=2))
    device.pad("6")
    before = device.table.seq
    device.tap("odds").board("door/1")
    assert device.table.seq == before  # nobody went in
    assert "No odds about that" in device.toasts[-1]
    device.board("hero/ana")
    assert "poison" in device.at.tray["odds line"].text
    assert not device.app.screen.odds.armed
