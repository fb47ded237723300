"""Cards, card lists and the counts of the box."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

from companion.engine.edition import PRACTICE_LABEL, Edition
from companion.engine.errors import EditionError, UnknownCardError
from companion.engine.piles import Multiset
from companion.games.four_doors.cards import (
    ADVENTURERS,
    RELICS,
    SCHEMA,
    UNTOLD,
    Adventurer,
    DoorCard,
    LevelCard,
    PlayerCard,
    SpellCard,
    effect,
    mark,
    player_card,
)
from tests.games.four_doors.following import blank_box, practice


def practice_cards() -> list[object]:
    return list(practice().edition.cards)


@pytest.mark.clause(
    "four-doors.components.adventurers",
    "four-doors.components.pawns",
    "four-doors.components.doors",
    "four-doors.components.player-cards",
    "four-doors.components.relics",
    "four-doors.components.level-card",
    "four-doors.components.beacon",
)
def test_a_box_is_sixty_four_cards() -> None:
    counts = Counter(type(card) for card in practice_cards())
    assert counts[PlayerCard] == 48
    assert counts[DoorCard] == 4
    assert counts[Adventurer] == 6 == len(ADVENTURERS)
    assert counts[LevelCard] == 2
    level_card = beacon = 1
    assert counts[PlayerCard] + counts[DoorCard] + counts[Adventurer] + len(RELICS) + level_card + beacon == 64


@pytest.mark.clause(
    "four-doors.components.relic-cards", "four-doors.components.spells", "four-doors.components.seven-spells"
)
def test_relics_and_spells_have_their_copies() -> None:
    deck = [card for card in practice_cards() if isinstance(card, PlayerCard)]
    assert Counter(card.relic for card in deck if card.relic) == dict.fromkeys(RELICS, 8)
    spells = Counter(card.spell for card in deck if card.spell)
    assert sorted(spells.values()) == [2, 2, 2, 2, 2, 2, 4]
    assert spells["luminous-flux"] == 4
    assert spells["summon"] == 2


@pytest.mark.clause("four-doors.components.face")
def test_relic_and_spell_on_one_card_are_taken_with_a_warning() -> None:
    both = [PlayerCard("staff", "summon", (), "purple", "left")]
    cards = [card for card in practice_cards() if not isinstance(card, PlayerCard)]
    deck = [card for card in practice_cards() if isinstance(card, PlayerCard)]
    assert SCHEMA.check([*cards, *deck[:-1], *both]) == []
    assert "1 cards show a relic and a spell" in SCHEMA.warnings([*deck[:-1], *both])[0]
    assert SCHEMA.warnings(deck) == []


@pytest.mark.clause("four-doors.components.six-per-side")
def test_uneven_shadow_marks_are_warned_about_not_refused() -> None:
    deck = [card for card in practice_cards() if isinstance(card, PlayerCard)]
    first = deck[0]
    other = next(card for card in deck if (card.door, card.side) != (first.door, first.side))
    uneven = [PlayerCard(first.relic, first.spell, first.lanterns, other.door, other.side), *deck[1:]]
    warnings = SCHEMA.warnings(uneven)
    assert "not 6 a side" in warnings[0]
    assert f"{first.door} {first.side} 5" in warnings[0]
    others = [card for card in practice_cards() if not isinstance(card, PlayerCard)]
    assert SCHEMA.check([*others, *uneven]) == []


@pytest.mark.clause("four-doors.components.unprinted")
def test_a_new_box_knows_only_what_the_rulebook_tells() -> None:
    box = blank_box().box
    assert len(box.deck) == 48
    assert box.doors == ("purple", "door2", "door3", "door4")
    assert not box.relics
    assert not box.starts
    assert sum(card.relic == "oil" for card in box.deck) == 8
    assert all(card.lanterns is None and card.door is None for card in box.deck)
    told, of = blank_box().edition.told
    assert (told, of) == (0, 67)
    assert SCHEMA.check(blank_box().edition.cards) == []


def test_practice_cards_are_told_as_made_up() -> None:
    edition = practice().edition
    assert edition.made_up
    assert edition.label == PRACTICE_LABEL
    assert all(card.known for card in edition.cards)


def test_an_edition_is_written_and_read_back() -> None:
    edition = practice().edition
    pairs = list(zip(edition.ids, edition.cards, strict=True))
    again, complaints = SCHEMA.read(SCHEMA.write(pairs))
    assert complaints == []
    assert again == pairs
    assert Edition.from_json("four-doors", edition.to_json()) == edition


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda t: t["card"].pop(), "48 Player cards, not 47"),
        (lambda t: t["card"][0].update(relic="oil"), "8 cards of staff, not 7"),
        (lambda t: t["card"][0].update(relic="sword"), "`relic` is one of staff"),
        (lambda t: t["card"][0].update(door="red"), "there is no door 'red'"),
        (lambda t: t["card"][0].update(side="top"), "`side` is one of left, right"),
        (lambda t: t["card"][0].update(lanterns="purple"), "`lanterns` is a list"),
        (lambda t: t["card"][0].update(relic="", spell=""), "a relic or a spell"),
        (lambda t: t["card"][0].update(colour="blue"), "unknown entries colour"),
        (lambda t: t["card"][40].update(spell="tickle"), "there is no spell 'tickle'"),
        (lambda t: t["door"][0].update(relic="oil"), "2 Door cards have the relic 'oil'"),
        (lambda t: t["door"][1].update(colour="purple"), "2 Door cards have the colour 'purple'"),
        (lambda t: t["adventurer"][0].update(name="wanderer"), "there is one wanderer, not 2"),
        (lambda t: t["adventurer"][0].update(start="red"), "there is no door 'red'"),
        (lambda t: t["adventurer"][0].pop("name"), "an adventurer has a `name`"),
        (lambda t: t["spell"][1].update(effect="dance 3"), "an effect is clear"),
        (lambda t: t["spell"][1].update(copies="two"), "`copies` is a number"),
        (lambda t: t["level"][0].update(players=[1, 2]), "one side of the Shadow Level"),
        (lambda t: t["level"][0].update(rates=["two"]), "`rates` is a list of numbers"),
        (lambda t: t["level"][0].update(starts=[0, 1]), "`starts` are the spaces"),
        (lambda t: t.update(hat=[]), "there is no table 'hat'"),
        (lambda t: t.update(card="many"), "with [[card]] before each"),
    ],
)
def test_a_wrong_card_list_is_refused_with_every_complaint(change, complaint, tmp_path) -> None:
    edition = practice().edition
    tables = SCHEMA.write(zip(edition.ids, edition.cards, strict=True))
    change(tables)
    cards, complaints = SCHEMA.read(tables)
    complaints += SCHEMA.check([card for _, card in cards])
    assert any(complaint in one for one in complaints), complaints


def test_a_faulty_file_names_its_faults(tmp_path) -> None:
    path = practice().edition.save(tmp_path / "box.toml")
    text = path.read_text().replace('relic = "staff"', 'relic = "spoon"', 1)
    assert tomllib.loads(text)
    path.write_text(text)
    with pytest.raises(EditionError, match="spoon"):
        Edition.load("four-doors", path)


def test_cards_fit_what_is_told_of_them() -> None:
    full = PlayerCard("staff", "", ("gold",), "blue", "left")
    assert UNTOLD.fits(full)
    assert mark("blue", "left").fits(full)
    assert not mark("blue", "right").fits(full)
    assert not full.fits(SpellCard())
    assert player_card("oil", None, None, None, None) == PlayerCard("oil", "")
    assert player_card(None, "summon", None, None, None) == PlayerCard("", "summon")
    assert full.known
    assert not mark("blue", "left").known


def test_effects_are_read() -> None:
    assert effect("clear 2").n == 2
    assert effect("move") == effect("MOVE 1")
    assert effect(None).verb == "by hand"
    with pytest.raises(ValueError, match="an effect is"):
        effect("clear 0")


def test_a_told_card_fills_the_blank_it_fits() -> None:
    box = blank_box()
    oil = PlayerCard("oil", "", ("gold",), "purple", "left")
    learned = box.with_cards([oil])
    assert learned.box.deck.count(oil) == 1
    assert sum(card.relic == "oil" for card in learned.box.deck) == 8
    with pytest.raises(UnknownCardError):
        practice().with_cards([oil])
    assert isinstance(box.box.deck, Multiset)
