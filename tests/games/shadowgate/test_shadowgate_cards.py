"""Card lists of Shadowgate: what they may say, the counts of the box, and a box that is learned card by card."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.edition import PRACTICE_LABEL, Edition
from companion.engine.errors import EditionError, UnreadableError
from companion.games.shadowgate import printed
from companion.games.shadowgate.cards import (
    BARRIER,
    BOSSES,
    CHARACTERS,
    HALL,
    SCHEMA,
    STAIRWELL,
    BossCard,
    Character,
    Die,
    EnergyCard,
    ItemCard,
    PuzzleCard,
    QuestCard,
    RiddleCard,
    StaffCard,
    quest_cost,
    quest_reward,
)
from companion.games.shadowgate.vocabulary import (
    BY_HAND,
    CATEGORIES,
    ELEMENTS,
    OBJECTS,
    TRAITS,
    TYPES,
    VERBS,
    Ability,
    Effect,
    Need,
    ability,
    cost,
    effects,
    spell_cost,
    spell_effects,
)

PRACTICE = Edition.load("shadowgate", "practice")
BLANK = Edition.blank("shadowgate")


def cards_of(kind: type, edition: Edition = PRACTICE) -> list[Any]:
    return [card for card in edition.cards if isinstance(card, kind)]


def tables() -> dict[str, Any]:
    return dict(SCHEMA.write(zip(PRACTICE.ids, PRACTICE.cards, strict=True)))


def complaints(changed: dict[str, Any]) -> list[str]:
    cards, unread = SCHEMA.read(changed)
    return unread + SCHEMA.check([card for _, card in cards])


def entry(changed: dict[str, Any], table: str, id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in changed[table] if row["id"] == id)
    return found


# ---------------------------------------------------------------------------------------------------------- the counts


@pytest.mark.clause(
    "shadowgate.components.quests",
    "shadowgate.components.items",
    "shadowgate.components.riddles",
    "shadowgate.components.energy",
    "shadowgate.components.characters",
    "shadowgate.components.dice",
)
def test_a_box_holds_what_the_rulebook_counts() -> None:
    counts = Counter(type(card) for card in PRACTICE.cards)
    assert counts[QuestCard] + counts[BossCard] == 48
    assert Counter(card.deck for card in cards_of(QuestCard)) == {"I": 15, "II": 15, "III": 15}
    assert (counts[ItemCard], counts[PuzzleCard], counts[StaffCard]) == (55, 10, 3)
    assert (counts[RiddleCard], counts[EnergyCard], counts[Character]) == (10, 7, 8)
    assert sum(card.copies for card in cards_of(Die)) == 6


def test_the_practice_cards_are_whole_and_told_as_made_up() -> None:
    assert PRACTICE.label == PRACTICE_LABEL
    assert PRACTICE.told == (145, 145)
    assert {card.name for card in cards_of(QuestCard)} >= {STAIRWELL, HALL, BARRIER}
    assert {card.name for card in cards_of(Character)} == set(CHARACTERS)
    assert {card.name for card in cards_of(BossCard)} == set(BOSSES)
    kinds = Counter(card.kind for card in cards_of(QuestCard))
    assert set(kinds) == {"standard", "monster", "puzzle", "event"}
    verbs = {step.verb for card in cards_of(QuestCard) for step in quest_reward(card)}
    assert verbs == set(VERBS)


def test_what_the_rulebook_tells_of_cards_is_in_every_box() -> None:
    for edition in (PRACTICE, BLANK):
        people = {card.name: card for card in cards_of(Character, edition)}
        assert people["katalia"].traits[0] == 1
        assert people["jair"].traits[0] == 3
        assert ability(people["katalia"].ability) == Ability("start", (Effect("gain", 2, "token"),))
        assert [card.name for card in cards_of(BossCard, edition) if card.star] == ["warlock-lord"]


def test_every_practice_quest_can_be_met() -> None:
    """Somebody with two good items and a token reaches it with the dice: at most 8 more."""
    best = [max(card.traits[at] for card in cards_of(Character)) + 4 for at in range(3)]
    for card in cards_of(QuestCard):
        if card.kind != "event":
            short = [
                sum(max(0, need.n - best[TRAITS.index(need.what)]) for need in way if need.kind == "trait")
                for way in quest_cost(card)
            ]
            assert min(short) <= 4, card.name


@pytest.mark.parametrize(
    ("table", "id", "changes", "said"),
    [
        ("quest", "I-4", {"cost": "stength 5"}, "I-4: a cost is made of strength"),
        ("quest", "I-4", {"cost": "strength"}, "I-4: a cost is made of strength"),
        ("quest", "I-4", {"cost": ""}, "rope-bridge: what is no event costs something"),
        ("quest", "I-4", {"reward": "draw 2 gold"}, "I-4: `draw` takes item, puzzle, staff, riddle"),
        ("quest", "I-4", {"reward": "gain -1 ice"}, "I-4: the number of `gain` does not fit"),
        ("quest", "I-4", {"reward": "juggle 2"}, "I-4: an effect is `gain 2 token`"),
        ("quest", "I-4", {"deck": "IV"}, "I-4: `deck` is one of I, II, III, not 'IV'"),
        ("quest", "I-4", {"kind": "trap"}, "I-4: `kind` is one of standard, monster, puzzle, event"),
        ("quest", "I-4", {"torch": 10}, "I-4: `torch` is a number from 0 to 9, not 10"),
        ("quest", "I-4", {"xp": True}, "I-4: `xp` is a number from -99 to 99, not True"),
        ("quest", "I-4", {"bonus": ["sword"]}, "I-4: `bonus` is one of general, weapon"),
        ("quest", "I-4", {"bonus": "general"}, "I-4: `bonus` lists words"),
        ("quest", "I-4", {"stays": "no"}, "I-4: `stays` is true or false, not 'no'"),
        ("quest", "I-4", {"colour": "red"}, "I-4: unknown entries colour; known: deck, name"),
        ("quest", "I-4", {"name": "Rat Swarm"}, "rat-swarm: there is one quest of that name, not 2"),
        ("quest", "I-4", {"name": 4}, "I-4: `name` is a text, not 4"),
        ("quest", "I-1", {"cost": "strength 2"}, "cavern-stairwell: an event costs nothing"),
        ("quest", "I-1", {"name": "stairs"}, "cavern-stairwell: it is a card of deck I, and is missing"),
        ("quest", "II-1", {"deck": "I"}, "banquet-hall: it is a card of deck II, not of I"),
        ("quest", "I-11", {"cost": "puzzle rope"}, "sealed-grate: there is no Puzzle item 'rope'; there are iron-key"),
        ("item", "1", {"traits": [1, 2]}, "1: `traits` are three numbers"),
        ("item", "1", {"types": ["sword"]}, "1: `types` is one of general, weapon, relic, magic"),
        ("item", "1", {"ability": "often: death 1"}, "1: an ability begins with start, turn, game"),
        ("die", "die-black", {"faces": ["1", "x"]}, "die-black: a face is a number up to 20"),
        ("die", "die-black", {"faces": []}, "die-black: `faces` lists the faces of a die"),
        ("die", "die-black", {"copies": 5}, "a box has 6 dice, not 7"),
        ("die", "die-black", {"copies": 1}, "black: a quest rolls 2 black dice"),
        ("die", "die-black", {"colour": "red"}, "red: there is one entry for dice of that name, not 2"),
        ("board", "board", {"red_torch": [11]}, "board: `red_torch` is a number from 1 to 10, not 11"),
        ("board", "board", {"red_boss": 5}, "board: `red_boss` lists numbers from 0 to 50"),
        ("board", "board", {"riddles": "often"}, "board: `riddles` is one of always, drawn"),
        ("character", "jair", {"name": "gandalf"}, "jair: `name` is one of akaaria"),
        ("character", "jair", {"slots": ["relic"]}, "jair: a mat has 4 slots, not 1"),
        ("character", "jair", {"mat": 2}, "mat 2 has two characters, not 3"),
        ("character", "lakmir", {"star": True}, "mat 1: one side has the star, not 2"),
        ("boss", "reaper", {"star": True}, "reaper: the star of Beginner Mode is on warlock-lord"),
        ("boss", "reaper", {"defence": "relic"}, "reaper: `defence` is a trait and a number"),
        ("boss", "reaper", {"name": "behemoth"}, "behemoth: there is one Final Quest card of that name"),
    ],
)
def test_a_fault_names_its_card_and_what_is_expected(table: str, id: str, changes: dict[str, Any], said: str) -> None:
    changed = tables()
    entry(changed, table, id).update(changes)
    found = complaints(changed)
    assert any(said in complaint for complaint in found), found
    assert all(len(complaint) < 260 for complaint in found)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("quest", "deck II has 15 quests, not 14"),
        ("item", "a box has 55 Item cards, not 54"),
        ("puzzle", "a box has 10 Puzzle items, not 9"),
        ("staff", "a box has 3 Staff items, not 2"),
        ("riddle", "a box has 10 riddles, not 9"),
        ("energy", "a box has 7 Energy cards, not 6"),
        ("boss", "a box has 3 Final Quest cards, not 2"),
        ("character", "a box has 8 characters, not 7"),
        ("board", "a box has 1 board, not 0"),
        ("die", "a box has 3 colours of dice, not 2"),
    ],
)
def test_a_card_too_few_is_counted(table: str, said: str) -> None:
    changed = tables()
    at = next((i for i, row in enumerate(changed[table]) if row["id"] == "II-9"), -1)
    del changed[table][at]
    assert any(complaint.startswith(said) for complaint in complaints(changed))


def test_an_entry_without_its_deck_says_which_there_are() -> None:
    changed = tables()
    del entry(changed, "quest", "I-4")["deck"]
    assert any("I-4: its `deck` is missing: one of I, II, III" in complaint for complaint in complaints(changed))


def test_a_list_with_faults_is_refused_with_all_of_them(tmp_path: Path) -> None:
    changed = tables()
    entry(changed, "quest", "I-4")["kind"] = "trap"
    del changed["energy"][0]
    file = tmp_path / "mine.toml"
    file.write_text(tomli_w.dumps({"game": "shadowgate", "title": "Mine", "made_up": True, **changed}))
    with pytest.raises(EditionError) as refused:
        Edition.load("shadowgate", str(file))
    assert len(refused.value.complaints) == 3


# ------------------------------------------------------------------------------------------------- both ways, learning


@pytest.mark.parametrize("edition", [PRACTICE, BLANK], ids=["practice", "blank"])
def test_a_list_is_written_and_read_back(edition: Edition) -> None:
    text = tomli_w.dumps(SCHEMA.write(zip(edition.ids, edition.cards, strict=True)))
    cards, faults = SCHEMA.read(tomllib.loads(text))
    assert not faults
    assert tuple(card for _, card in cards) == edition.cards
    assert Edition.from_json("shadowgate", edition.to_json()) == edition


@pytest.mark.parametrize("edition", [PRACTICE, BLANK], ids=["practice", "blank"])
def test_every_card_is_one_line_of_text_both_ways(edition: Edition) -> None:
    for card in edition.cards:
        read = printed.parse(printed.spell(card), edition)
        assert read in (card, None)
        assert read is not None or printed.spell(card) in (
            "I",
            "II",
            "III",
            "item",
            "puzzle",
            "staff",
            "riddle",
            "energy",
        )


def test_an_unknown_box_is_learned_card_by_card() -> None:
    box = BLANK
    for card in PRACTICE.cards:
        assert any(blank.fits(card) for blank in BLANK.cards)
        box = box.learn([card])
    assert box.told == (145, 145)
    assert Counter(box.cards) == Counter(PRACTICE.cards)


def test_a_die_is_learned_face_by_face() -> None:
    some = printed.parse("die/black/faces:1,2,?,?,?,skull", BLANK)
    assert some == Die("black", None, ("1", "2", None, None, None, "skull"))
    box = BLANK.learn([some])
    assert not box["die-black"].known
    whole = printed.parse("die/black/copies:4/faces:1,2,2,3,4,skull", box)
    assert box.learn([whole])["die-black"] == whole
    other = Die("black", 4, ("2", "2", "2", "3", "4", "skull"))
    assert not box["die-black"].fits(other)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("die/green", "die/ and one of black, red, blue"),
        ("die/black/faces:1,x", "a face is a number"),
        ("die/black/six", "a field and its value"),
        ("character/gandalf", "character/ and one of"),
        ("zebra", "beginning with I, II, III"),
        ("board/red_torch:12", "a number from 1 to 10"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, said: str) -> None:
    with pytest.raises(UnreadableError, match=said):
        printed.parse(text, BLANK)


@pytest.mark.clause("shadowgate.components.character-tokens")
def test_a_name_has_both_its_spellings() -> None:
    assert printed.parse("character/Theradun", BLANK) == Character("thuradun")
    assert len(CHARACTERS) == 8


# ------------------------------------------------------------------------------------------------------ the vocabulary


needs = st.one_of(
    st.builds(lambda what, n: Need("trait", what, n), st.sampled_from(TRAITS), st.integers(1, 20)),
    st.builds(
        lambda what, n: Need("item", what, n),
        st.sampled_from([w for w in CATEGORIES if w not in ELEMENTS]),
        st.integers(1, 3),
    ),
    st.builds(lambda what, n: Need("item", what, n), st.sampled_from(TYPES), st.integers(1, 3)),
    st.builds(lambda what, n: Need("token", what, n), st.sampled_from((*ELEMENTS, "token")), st.integers(1, 3)),
    st.just(Need("puzzle", "puzzle", 2)),
    st.just(Need("puzzle", "iron-key")),
    st.just(Need(BY_HAND, n=0)),
)


@given(st.lists(st.lists(needs, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple))
def test_a_cost_is_read_as_it_is_written(ways: tuple[tuple[Need, ...], ...]) -> None:
    assert cost(spell_cost(ways)) == ways


steps = st.sampled_from(VERBS).flatmap(
    lambda verb: st.builds(
        Effect,
        st.just(verb),
        st.integers(1, 9) if verb in ("gain", "draw") else st.integers(-5, 5).filter(bool),
        st.sampled_from(OBJECTS.get(verb, ("",))),
    )
)


@given(st.lists(steps | st.just(Effect(BY_HAND)), max_size=3).map(tuple))
def test_effects_are_read_as_they_are_written(does: tuple[Effect, ...]) -> None:
    assert effects(spell_effects(does)) == does
    assert ability(str(Ability("game", does))) == Ability("game", does)
    assert ability(str(Ability("turn", does))) == Ability("turn", does)


def test_there_are_six_verbs() -> None:
    assert len(VERBS) == 6
    assert set(OBJECTS) < set(VERBS)


@pytest.mark.clause("shadowgate.components.blanks")
def test_what_nobody_told_is_done_and_judged_by_hand() -> None:
    assert effects(None) == (Effect(BY_HAND),)
    assert ability(None).by_hand
    assert cost(None) == ((Need(BY_HAND, n=0),),)
    assert effects("") == ()
    assert cost("") == ((),)


def test_a_quest_is_named_in_an_error_by_what_is_told_of_it() -> None:
    assert str(QuestCard("I", torch=0, skulls=1)) == "a quest of deck I (torch 0, skulls 1)"
    assert str(QuestCard("II", name="bat-cave", xp=5)) == "Bat Cave"
