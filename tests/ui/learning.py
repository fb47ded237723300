"""Learn a game in tests as a pupil does: on the board, or by a button."""

from __future__ import annotations


def school(device):
    """Return the lessons that a device shows."""
    return device.app.screen.school


def answer(device, place):
    """Answer the puzzle on the page; on the board by any place that means the answer."""
    teacher, puzzle = school(device).teacher, school(device).puzzle
    if not puzzle.on_board:
        return device.tap(f"answer {place}", "tray")
    spots = [spot for spot in device.at.board.legal if teacher.answer(puzzle, spot, False) == place]
    assert spots, f"{place} cannot be tapped"
    return device.board(spots[0])


def lesser(puzzle):
    """Return an answer that is not right."""
    return next(choice for choice in puzzle.choices if not puzzle.right(choice.place))
