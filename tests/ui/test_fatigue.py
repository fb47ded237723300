"""What is skipped three times in a row is no longer asked, until somebody wants it again."""

from __future__ import annotations

from companion.ui.fatigue import Fatigue


def test_three_in_a_row_are_enough_and_an_answer_begins_anew():
    fatigue = Fatigue()
    for _ in range(2):
        fatigue.skipped("top")
    assert not fatigue.tired("top")
    fatigue.answered("top")
    for _ in range(3):
        fatigue.skipped("top")
        fatigue.skipped("room")
        fatigue.answered("room")
    assert fatigue.tired("top")
    assert not fatigue.tired("room")


def test_new_tops_are_no_longer_asked_after_three(full, at):
    scribe = at(full)
    for pile in ("1D", "1K", "2D"):
        scribe.board(pile).board(f"{scribe.table.state.mover}:e4" if pile != "2D" else lit(scribe))
        if scribe.at.pad.ask is not None and scribe.at.pad.ask.name == pile:
            scribe.skip()
    assert any("New tops are no longer asked" in text for text in scribe.toasts)
    scribe.board("2K").board(lit(scribe))
    assert scribe.at.pad.ask is None
    assert scribe.sentence.endswith("tap a pile")
    scribe.tap("ask again top")
    assert scribe.at.pad.ask.name == "2K"


def lit(device):
    """The first space that is lit."""
    return device.at.board.legal[0]


def test_the_tops_of_the_set_up_are_always_asked(full, at, store):
    import companion

    scribe = at(companion.open_table("four-keys", ["Ana", "Bo"], store=store, seed=2))
    scribe.pad("ana")
    while scribe.table.state.pending:
        asked = scribe.at.pad.ask.name
        scribe.skip()
        assert asked not in scribe.table.state.pending
    assert "ask again top" not in scribe.at.tray
