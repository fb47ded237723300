"""The Pad widget without a page: the book of a half-filled answer, and answers as a page sends them."""

from __future__ import annotations

import itertools
import random

import pytest

from companion.engine.errors import CompanionError, UnreadableError
from companion.ui import base
from companion.ui.pad import Answer, Ask, Draft, Key, Pad, Step, check
from companion.ui.shell import Shell

SYMBOLS = tuple(Key(letter, letter) for letter in "HLCX")
FRONT = Step("Front?", SYMBOLS, most=2)
BACK = Step("Back?", SYMBOLS, most=2)
ANY_KEY = Ask("key", (FRONT, BACK))


@pytest.fixture
def pad():
    made = Pad()
    made.seq = 7
    return made


@pytest.fixture
def heard(pad):
    answers = []
    pad.on_commit(answers.append)
    return answers


def walk(ask, taps):
    draft = Draft(ask)
    for tap in taps:
        draft.end() if tap == "." else draft.back() if tap == "<" else draft.tap(tap)
    return draft


# --- the half-filled answer


def test_symbols_gather_and_their_order_does_not_matter():
    assert walk(ANY_KEY, "LHCC").value == walk(ANY_KEY, "HLCC").value == (("H", "L"), ("C", "C"))


def test_fewer_are_ended_by_hand():
    assert walk(ANY_KEY, "H.X.").value == (("H",), ("X",))
    with pytest.raises(UnreadableError, match="at least 1 picked"):
        walk(ANY_KEY, ".")


def test_back_takes_one_pick_across_steps():
    assert walk(ANY_KEY, "HL<").picked == [["H"]]
    assert walk(ANY_KEY, "HLC<").picked == [["H", "L"], []]
    assert walk(ANY_KEY, "<").picked == [[]]


def test_a_key_may_bring_its_own_steps():
    requirement = Step("Which Box?", (Key("HL", "H L"), Key("CX", "C X")))
    rooms = Step("Room?", (Key("box", "Box", then=(requirement,)), Key("throne", "Throne")))
    gold = Step("Gold?", (Key("0", "0"), Key("1", "1")))
    ask = Ask("room", (rooms, gold))
    assert walk(ask, ["box", "CX", "1"]).value == (("box",), ("CX",), ("1",))
    assert walk(ask, ["throne", "0"]).value == (("throne",), ("0",))
    assert check(ask, [["box"], ["HL"], ["0"]]) == (("box",), ("HL",), ("0",))
    with pytest.raises(UnreadableError):
        check(ask, [["throne"], ["HL"], ["0"]])


def test_the_answer_is_complete_as_soon_as_it_is_the_only_one():
    known = ((("H",), ("L",)), (("H",), ("C",)), (("X", "X"), ("L",)))
    ask = Ask("key", (FRONT, BACK), answers=known)
    assert walk(ask, "X").value == (("X", "X"), ("L",))
    draft = walk(ask, "H")
    assert draft.value is None
    assert draft.step is BACK
    draft.tap("C")
    assert draft.value == (("H",), ("C",))


def test_keys_that_lead_nowhere_are_greyed_in_place():
    ask = Ask("key", (FRONT,), answers=((("H", "L"),), (("H", "H"),), (("C",),)))
    draft = Draft(ask)
    assert [draft.may(key) for key in FRONT.keys] == [True, True, True, False]
    draft.tap("H")
    assert [draft.may(key) for key in FRONT.keys] == [True, True, False, False]
    assert not draft.may_end()
    with pytest.raises(UnreadableError, match="'C': expected one of H, L"):
        draft.tap("C")


def test_an_answer_inside_another_needs_that_is_all():
    ask = Ask("key", (FRONT,), answers=((("H",),), (("H", "L"),)))
    draft = walk(ask, "H")
    assert draft.value is None
    assert draft.may_end()
    draft.end()
    assert draft.value == (("H",),)


@pytest.mark.parametrize("seed", range(40))
def test_every_answer_can_be_reached_and_nothing_else(seed):
    """Against the plain list of answers: each is typed key by key, and each draft that ends is one of them."""
    rng = random.Random(seed)
    faces = [face for size in (1, 2) for face in itertools.combinations_with_replacement("HLCX", size)]
    answers = tuple(dict.fromkeys((rng.choice(faces), rng.choice(faces)) for _ in range(rng.randint(1, 9))))
    ask = Ask("key", (FRONT, BACK), answers=answers)
    for answer in answers:
        draft = Draft(ask)
        for at, face in enumerate(answer):
            for letter in face:
                if draft.value is None and len(draft.picked) == at + 1:
                    draft.tap(letter)
            if draft.value is None and len(draft.picked) == at + 1:
                draft.end()
        assert draft.value == answer
    draft = Draft(ask)
    while draft.value is None:
        taps = [key.id for key in draft.step.keys if draft.may(key)]
        draft.tap(rng.choice(taps)) if taps else draft.end()
    assert draft.value in answers


# --- answers


def test_choosing_is_what_a_page_sends(pad, heard):
    pad.show(ANY_KEY)
    pad.choose("HL", "C")
    pad._handle_custom_msg(
        {"kind": "pad", "value": [["H", "L"], ["C"]], "seq": 7, "showing": pad.showing, "beat": base.clock()}, []
    )
    assert heard[0] == heard[1] == Answer("key", (("H", "L"), ("C",)), 7)
    assert heard[0].keys == ("HL", "C")


def test_the_same_answer_twice_is_one_commit(pad, heard):
    pad.show(ANY_KEY)
    message = {"kind": "pad", "value": [["H"], ["C"]], "seq": 7, "showing": pad.showing}
    pad._handle_custom_msg(message, [])
    pad._handle_custom_msg(message, [])
    assert len(heard) == 1


def test_an_answer_to_a_question_that_is_gone_is_ignored(pad, heard):
    pad.show(ANY_KEY)
    message = {"kind": "pad", "value": [["H"], ["C"]], "seq": 7, "showing": pad.showing}
    pad.hide()
    pad._handle_custom_msg(message, [])
    assert heard == []
    assert pad.question == {}


def test_a_refused_answer_is_asked_again(pad):
    speaker = Shell()

    def refuse(answer):
        raise CompanionError("Every HC key has been seen.")

    pad.on_commit(refuse)
    pad.show(ANY_KEY)
    before = pad.showing
    pad.choose("H", "C")
    assert speaker.error == "Every HC key has been seen."
    assert pad.ask is ANY_KEY
    assert pad.showing == before + 1
    base.set_speaker(None)


def test_the_next_question_stays(pad):
    nxt = Ask("next", (FRONT,))
    pad.on_commit(lambda answer: pad.show(nxt))
    pad.show(ANY_KEY)
    pad.choose("H", "C")
    assert pad.ask is nxt


def test_skipping_names_the_question(pad):
    skipped = []
    pad.on_later(lambda ask: skipped.append(ask.name))
    pad.show(ANY_KEY)
    pad.skip()
    assert skipped == ["key"]


@pytest.mark.parametrize(
    "value",
    [
        None,
        "H",
        3,
        [],
        [["H"]],
        [["H"], ["Q"]],
        [["H", "H", "H"], ["C"]],
        [[], ["C"]],
        [["H"], ["C"], ["C"]],
        [["H"], [None]],
    ],
)
def test_rubbish_from_a_page_is_refused(pad, heard, value):
    speaker = Shell()
    pad.show(ANY_KEY)
    pad._handle_custom_msg({"kind": "pad", "value": value, "seq": 7, "showing": pad.showing}, [])
    assert heard == []
    assert "Cannot read" in speaker.error
    base.set_speaker(None)


def test_an_answer_that_is_no_longer_possible_is_refused():
    ask = Ask("key", (FRONT,), answers=((("H",),),))
    assert check(ask, [["H"]]) == (("H",),)
    with pytest.raises(UnreadableError, match="one of the answers still possible"):
        check(ask, [["L"]])


def test_a_greyed_key_is_refused():
    ask = Ask("room", (Step("Room?", (Key("box", "Box"), Key("throne", "Throne", enabled=False))),))
    with pytest.raises(UnreadableError):
        check(ask, [["throne"]])


def test_a_choice_that_does_not_fit_is_refused(pad):
    with pytest.raises(UnreadableError, match="no question is on the pad"):
        pad.choose("H")
    pad.show(ANY_KEY)
    with pytest.raises(UnreadableError, match=r"an answer to 'Back\?'"):
        pad.choose("H")
    with pytest.raises(UnreadableError, match="'Q'"):
        pad.choose("Q", "H")


def test_the_question_travels_as_plain_data(pad):
    pad.show(Ask("key", (Step("Front?", (Key("H", "Heart", sub="2 left", likely=True),), columns=1),), later=""))
    (step,) = pad.question["steps"]
    assert step == {
        "prompt": "Front?",
        "keys": ({"id": "H", "label": "Heart", "sub": "2 left", "likely": True},),
        "columns": 1,
    }
    assert pad.question["later"] == ""
    assert repr(pad) == "Pad('key')"
