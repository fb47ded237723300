"""Text of cards, towers and moves, both ways."""

from __future__ import annotations

import pytest

from companion.engine.errors import AmbiguousError, CompanionError, UnknownCardError, UnreadableError
from companion.engine.game import Seat
from companion.games.four_doors.cards import UNTOLD, PlayerCard, effect, mark
from companion.games.four_doors.moves import Draw, Shadow
from companion.games.four_doors.notation import parse_card, parse_tower, spell_card, spell_tower
from companion.games.four_doors.painting import paint
from tests.games.four_doors.following import PLAIN, Deck, blank_box, card, dealt, lay, practice, random_game

DOORS = ("purple", "green", "blue", "gold")
CARDS = [
    ("?", UNTOLD),
    ("blue-left", mark("blue", "left")),
    ("oil", PlayerCard("oil", "")),
    ("summon", PlayerCard("", "summon")),
    ("spell", PlayerCard("")),
    ("staff&summon", PlayerCard("staff", "summon")),
    ("oil{}", PlayerCard("oil", "", ())),
    ("{gold}", PlayerCard(lanterns=("gold",))),
    ("oil/blue-left", PlayerCard("oil", "", None, "blue", "left")),
    ("luminous-flux{blue,gold}/gold-right", PlayerCard("", "luminous-flux", ("blue", "gold"), "gold", "right")),
]


@pytest.mark.parametrize(("text", "shown"), CARDS)
def test_cards_are_read_and_printed(text: str, shown: PlayerCard) -> None:
    assert parse_card(text, DOORS) == shown
    assert parse_card(text.upper(), DOORS) == shown
    assert spell_card(shown) == text


def test_marks_are_read_in_short_where_they_are_clear() -> None:
    assert parse_card("pl", DOORS) == mark("purple", "left")
    assert parse_card("bl-r", DOORS) == mark("blue", "right")
    with pytest.raises(AmbiguousError, match="green or gold"):
        parse_card("gl", DOORS)
    with pytest.raises(UnreadableError, match="a door: purple"):
        parse_card("red-left", DOORS)
    with pytest.raises(UnreadableError, match="an id such as"):
        parse_card("b!", DOORS)
    with pytest.raises(UnreadableError, match="the id of a Player card"):
        parse_card("#99", DOORS, practice().language.ids)


def test_a_tower_is_read_and_printed() -> None:
    text = (
        "beacon @ana\n"
        "purple half found 3|1+staff{}/purple-right @bo @cy\n"
        "blue 2|0\n"
        "gold 0|0\n"
        "gone green\n"
        "loose 1\n"
        "rates 2,[2],3,4\n"
        "pile 14\n"
        "top blue-left\n"
        "discard 2+oil\n"
        "hollow 3\n"
        "hand bo 1+oil/blue-left\n"
        "relics bo purple\n"
        "ward 2"
    )
    painted = parse_tower(text, DOORS)
    assert painted.at == {"ana": "beacon", "bo": "purple", "cy": "purple"}
    assert painted.track is not None
    assert (painted.track.level, painted.track.rates, painted.track.complete) == (1, (2, 2, 3, 4), True)
    assert painted.tower.gone == ("green",)
    assert len(painted.tower["purple"].right) == 2
    assert (painted.down, painted.ward, painted.tower.loose) == (14, 2, 1)
    assert parse_tower(text.replace("\n", " / "), DOORS) == painted
    # A card that the practice box does not hold cannot be laid out, so the printed form is tried on cards told in part.
    plain = text.replace("staff{}/purple-right", "staff/purple-right")
    state = paint(practice(), plain)
    assert spell_tower(state) == plain
    assert practice().text(state) == plain


@pytest.mark.parametrize(
    "text",
    [
        "purple / green / blue",
        "purple / purple / green / blue / gold",
        "purple sideways / green / blue / gold",
        "purple 1|2 3|4 / green / blue / gold",
        "purple 1+blue-left|0 / green / blue / gold",
        f"{PLAIN} / pile many",
        f"{PLAIN} / hand",
        f"{PLAIN.split(' / rates')[0]} / rates two",
        "",
    ],
)
def test_a_tower_that_cannot_be_read_says_what_could(text: str) -> None:
    with pytest.raises(CompanionError) as caught:
        parse_tower(text, DOORS)
    assert "expected" in str(caught.value)


def test_painting_needs_no_more_than_marks() -> None:
    state = paint(practice(), "purple 3|1 / green half 2|3 / blue 1|2 / gold 0|2")
    assert state.depth == "light"
    assert state.laid == 14
    assert state.down == 34
    assert practice().actor(state) == "you"
    with pytest.raises(UnknownCardError, match="more than 48"):
        paint(practice(), f"{PLAIN} / pile 40 / hollow 9")
    with pytest.raises(UnreadableError, match="somebody who plays"):
        paint(practice(), "purple @bo / green / blue / gold", [Seat("ana", "Ana")])
    unknown = paint(blank_box(), "red 3|0 / green 0|0 / blue 0|1 / gone white")
    assert unknown.tower.names == ("red", "green", "blue", "white")


def test_every_position_is_printed_and_read_back() -> None:
    for seed in range(3):
        for state, _ in random_game(seed, 3, skip=0.2)[::9]:
            if state.tower.doors and not state.tower.lost:
                painted = parse_tower(spell_tower(state), state.tower.names)
                assert painted.tower == state.tower
                assert painted.track == state.track
                assert painted.down == state.down


def test_a_description_means_the_only_card_that_fits() -> None:
    deck = Deck()
    oil, staff = deck.take(relic="oil"), deck.take(relic="staff")
    follower = lay(f"{PLAIN} / hand ana {oil}+{staff}+4", "ana bo")
    follower.play("search; draw ?")
    parse = follower.game.parse
    assert parse("discard oil", follower.state) == parse(f"discard {oil}", follower.state)
    two = lay(f"{PLAIN} / hand ana {oil}+{deck.take(relic='oil')}+4", "ana bo")
    two.play("search; draw ?")
    with pytest.raises(AmbiguousError, match="or"):
        parse("discard oil", two.state)


def test_cards_are_named_by_id_mark_or_description() -> None:
    follower = dealt(2)
    parse = follower.game.parse
    assert parse("shadow blue left", follower.state) == Shadow(mark("blue", "left"))
    assert parse("draw #5 blue left ?", follower.state) == Draw((card("#5"), mark("blue", "left"), UNTOLD))
    assert follower.game.spell(Draw((card("#5"),)), follower.state) == "draw #5"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "fly",
        "move",
        "move sideways",
        "illuminate #1",
        "illuminate > purple left",
        "give #1",
        "find #1 #99",
        "kindle #1",
        "swap king",
        "swap s",
        "stand",
        "mark purple",
        "clear purple top",
        "level up",
        "pawn bo cellar",
        "pawn zed gold",
        "extra action",
        "prism #1 bo",
        "is bo.1",
        "bo:",
        "search now",
        "toss #1 #2",
        "🗝️",
        "'; drop table entries; --",
    ],
)
def test_garbage_gets_a_sentence_that_says_what_would_be_right(text: str) -> None:
    follower = dealt(2)
    with pytest.raises(CompanionError) as caught:
        follower.game.parse(text, follower.state)
    assert len(str(caught.value)) > 15


def test_sentences_for_what_happens() -> None:
    follower = lay("purple half found 3|0 @ana / green 3|0 / blue / gold", "ana bo", step="fall")
    game, state = follower.game, follower.state

    def said(text: str) -> str:
        return game.describe(game.parse(text, state), state)

    assert "partially closed" in said("shadow green left")
    assert "goes to the Hollow" in said("shadow purple left")
    assert said("shadow blue left") == "A shadow at Blue left."
    assert "nobody named" in said("shadow ?")
    assert game.prompt(state).sentence == "Shadow 1 of 2: tap its mark"
    assert game.prompt(dealt(2).state, "ana").sentence == "You have 3 actions: what now?"
    assert game.prompt(dealt(2, depth="light").state).button == "Shadows fall (2)"


@pytest.mark.parametrize("line", ["pile ²", "rates ²", "loose ³", "purple ²|0"])
def test_only_plain_digits_are_numbers(line: str) -> None:
    with pytest.raises(UnreadableError, match=r"[²³]"):
        parse_tower(f"purple / green / blue / gold / {line}", DOORS)
    with pytest.raises(ValueError, match="clear ²"):
        effect("clear ²")
