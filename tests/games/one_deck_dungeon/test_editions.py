"""The core set against what is known of it, the practice cards, and card lists that are wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from companion.engine.edition import PRACTICE_LABEL, Edition
from companion.engine.errors import EditionError
from companion.games.one_deck_dungeon.abilities import COMBAT, PERIL, Exile, Resist
from companion.games.one_deck_dungeon.boxes import Box, Pool
from companion.games.one_deck_dungeon.cards import (
    SCHEMA,
    DungeonCard,
    EncounterCard,
    HeroCard,
    HordesCard,
    LevelCard,
    SkillCard,
    StairsCard,
)

GAME = "one-deck-dungeon"
Tables = dict[str, list[dict[str, Any]]]


def box(name: str) -> Edition:
    return Edition.load(GAME, name)


def deck(name: str = "core", of: str = "core") -> list[EncounterCard]:
    return [card for card in box(name).cards if isinstance(card, EncounterCard) and card.set == of]


def named(cards: list[EncounterCard]) -> dict[str, EncounterCard]:
    return {card.name or "": card for card in cards}


def tally(boxes: tuple[Box, ...]) -> tuple[int, int, int, int, int]:
    """Boxes, armor, targets added up, hearts, time."""
    return (
        len(boxes),
        sum(b.armor for b in boxes),
        sum(b.target for b in boxes),
        sum(b.damage for b in boxes),
        sum(b.time for b in boxes),
    )


def test_the_core_deck_has_its_census() -> None:
    cards = deck()
    assert len(cards) == 44
    assert Counter(card.xp for card in cards) == {2: 18, 3: 14, 4: 12}
    assert sum(card.xp or 0 for card in cards) == 126
    assert Counter(str(card.item)[0] for card in cards) == {"S": 16, "A": 14, "M": 14}
    assert sum("+h" in str(card.item) for card in cards) == 14
    assert Counter(card.kind for card in cards) == {COMBAT: 24, PERIL: 20}
    assert set(Counter(card.name for card in cards).values()) == {2}
    fresh = 1 - Fraction(comb(44 - 12, 4), comb(44, 4))
    assert round(float(fresh), 4) == 0.7351
    assert not any(card.leaves or card.split for card in cards)


def test_the_castle_half_has_one_card_of_each_name_and_each_potion() -> None:
    half = [card for card in deck() if card.mark == "castle"]
    assert len({card.name for card in half}) == len(half) == 22
    assert sum(card.xp or 0 for card in half) == 63
    potions = {"Heroism", "Clarity", "Invisibility", "Mana"}
    assert Counter(card.skill for card in half if card.skill in potions) == dict.fromkeys(potions, 1)
    assert Counter(card.skill for card in deck() if card.skill in potions) == dict.fromkeys(potions, 2)
    assert sorted(Counter(card.skill for card in deck()).values()) == [1] * 12 + [2] * 16


@pytest.mark.parametrize(
    ("name", "xp", "tally_"),
    [
        ("Goblin", 2, (5, 1, 16, 4, 2)),
        ("Plague Rat", 2, (5, 1, 16, 2, 5)),
        ("Beetle", 2, (6, 4, 25, 1, 3)),
        ("Skeleton", 2, (6, 2, 25, 2, 5)),
        ("Bandit", 3, (5, 0, 25, 4, 4)),
        ("Shadow", 3, (5, 1, 27, 4, 4)),
        ("Glooping Ooze", 3, (6, 2, 24, 3, 5)),
        ("Wraith", 3, (5, 2, 28, 3, 3)),
        ("Ogre", 4, (6, 0, 42, 8, 3)),
        ("Phantom", 4, (6, 2, 30, 6, 2)),
        ("Ice Elemental", 4, (5, 1, 29, 4, 3)),
        ("Fire Elemental", 4, (5, 0, 29, 4, 5)),
    ],
)
def test_core_foes_cost_what_they_cost(name: str, xp: int, tally_: tuple[int, ...]) -> None:
    foe = named(deck())[name]
    assert foe.xp == xp
    assert tally(foe.boxes or ()) == tally_
    assert bool(foe.rule) == (name != "Ogre")


@pytest.mark.parametrize(
    ("name", "xp", "paid", "costly", "free"),
    [
        ("Rune Puzzle", 2, 2, "M6 1 3", "S11 3 2"),
        ("Locked Door", 2, 1, "A8 1 4", "S11 2 2"),
        ("Cave-in", 2, 2, "S6 1 3", "A11 2 2"),
        ("Arrow Wall", 2, 1, "M6 2 3", "A11 3 2"),
        ("Bear Traps", 2, 3, "A6 2 1", "A11 3 2"),
        ("Flame Statues", 3, 3, "M8 2 3", "A14 3 1"),
        ("Spiked Log", 3, 2, "S8 3 1", "A14 3 2"),
        ("Pit of Spikes", 3, 3, "S8 2 2", "A14 3 2"),
        ("Boulder", 4, 3, "M11 3 2", "A14 4 1"),
        ("Force Wall", 4, 3, "A11 2 4", "M14 4 2"),
    ],
)
def test_core_perils_offer_what_they_offer(name: str, xp: int, paid: int, costly: str, free: str) -> None:
    peril = named(deck())[name]
    assert peril.xp == xp
    first, second = peril.options or ()
    assert (first.pays.time, second.pays.time) == (paid, 0)
    for option, said in ((first, costly), (second, free)):
        (only,) = option.boxes
        assert f"{only.colour}{only.target} {only.damage} {only.time}" == said
        assert only.wide
        assert not only.armor


def test_core_heroes_lose_a_die_of_each_kind_and_two_hearts_on_the_other_side() -> None:
    heroes = {card.name: card for card in box("core").cards if isinstance(card, HeroCard)}
    assert set(heroes) == {"Warrior", "Rogue", "Mage", "Archer", "Paladin"}
    for card in heroes.values():
        solo, party = card.solo, card.party
        assert solo is not None
        assert party is not None
        assert solo.dice is not None
        assert party.dice is not None
        assert [a - b for a, b in zip(solo.dice.counts(), party.dice.counts(), strict=True)] == [1, 1, 1, 0]
        assert (solo.health or 0) - (party.health or 0) == 2
        assert card.side(1) == solo
        assert card.side(4) == card.side(2) == party
    rolls = {name: _rolls(card.solo.dice) for name, card in heroes.items() if card.solo and card.solo.dice}
    assert (rolls["Warrior"], rolls["Paladin"], rolls["Archer"]) == (15_876, 18_816, 24_696)


def _rolls(pool: Pool) -> int:
    """How many different rolls a pool has, dice of a colour being alike."""
    out = 1
    for dice in pool.counts():
        out *= comb(dice + 5, 5)
    return out


@pytest.mark.parametrize(
    ("name", "dots", "floors", "boss"),
    [
        ("Dragon's Cave", 1, (6, 3, 31, 4, 0), ("Dragon", 6, 7, 3, 11)),
        ("Hydra's Reef", 2, (7, 2, 31, 5, 3), ("Hydra", 5, 6, 3, 15)),
        ("Yeti's Cavern", 2, (8, 4, 31, 6, 4), ("Yeti", 6, 8, 4, 11)),
        ("Lich's Tomb", 3, (7, 4, 34, 4, 3), ("Lich", 5, 6, 3, 15)),
        ("Minotaur's Maze", 3, (8, 4, 36, 7, 1), ("Minotaur", 10, 8, 5, 14)),
    ],
)
def test_core_dungeons_and_bosses(name: str, dots: int, floors: tuple[int, ...], boss: tuple[Any, ...]) -> None:
    card = next(card for card in box("core").cards if isinstance(card, DungeonCard) and card.name == name)
    rows = tuple(b for floor in card.floors or () for b in (*floor.peril, *floor.combat))
    assert card.dots == dots
    assert tally(rows) == floors
    assert all(b.colour == "G" for floor in card.floors or () for b in floor.peril)
    foe = card.boss
    assert foe is not None
    boxes = foe.boxes or ()
    assert (foe.name, foe.health, len(boxes), sum(b.skull for b in boxes), sum(b.damage for b in boxes)) == boss
    assert len(foe.rules or ()) == 1


def test_levels_and_stairs() -> None:
    levels = [card for card in box("core").cards if isinstance(card, LevelCard)]
    assert [card.places(1) for card in levels] == [(1, 2), (3, 3), (5, 4), (7, 5)]
    assert [card.places(2) for card in levels] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [(card.bonus, card.xp) for card in levels] == [(0, 6), (1, 8), (1, 10), (2, 5)]
    stairs = [card for card in box("core").cards if isinstance(card, StairsCard)]
    assert [(card.four, card.tokens, card.victims) for card in stairs] == [(False, 3, 1), (True, 6, 2)]


def test_what_nobody_read_of_the_core_set_is_unknown() -> None:
    edition = box("core")
    unread = [card for card in edition.cards if not card.known]
    assert {card.name for card in unread} == {"Force Bolt", "Precision", "True Strike", "Ingenuity"}
    assert all(isinstance(card, SkillCard) and card.place == "basic" for card in unread)
    assert not edition.made_up
    assert edition.label == "One Deck Dungeon, core set"


@pytest.mark.parametrize(
    ("skill", "does"),
    [
        ("Shimmerblast", "M3"),
        ("Accuracy", "3A"),
        ("Cleave", "1S"),
        ("Valor", "free"),
        ("Mana Fountain", "free"),
        ("Crushing Fist", "M6"),
        ("Poison", "1A"),
    ],
)
def test_core_skills_cost_what_they_cost(skill: str, does: str) -> None:
    card = next(card for card in box("core").cards if isinstance(card, SkillCard) and card.name == skill)
    assert SCHEMA.write([("x", card)])["skill"][0]["ability"].startswith(
        f"{skill} [combat" if does == "free" else f"{skill} [{does} combat"
    )


def test_practice_cards_are_the_core_set_and_a_forest_that_is_made_up() -> None:
    edition = box("practice")
    assert edition.made_up
    assert edition.label == PRACTICE_LABEL
    assert [card for card in edition.cards if getattr(card, "set", None) == "core"] == [
        card for card in box("core").cards if getattr(card, "set", None) == "core"
    ]
    assert all(card.known for card in edition.cards if getattr(card, "set", None) == "forest")
    kinds = Counter(type(card) for card in edition.cards if getattr(card, "set", None) == "forest")
    assert kinds == {EncounterCard: 44, SkillCard: 28 + 5, HeroCard: 5, DungeonCard: 5}
    assert sum(isinstance(card, HordesCard) for card in edition.cards) == 1


def test_the_practice_forest_has_the_weights_of_the_core_deck() -> None:
    forest, core = deck("practice", "forest"), deck()
    for field in ("xp", "kind"):
        assert Counter(getattr(card, field) for card in forest) == Counter(getattr(card, field) for card in core)
    assert sum("+h" in str(card.item) for card in forest) == 14
    assert sorted(Counter(card.skill for card in forest).values()) == [1] * 12 + [2] * 16
    for kind, xp in ((COMBAT, 2), (COMBAT, 3), (COMBAT, 4), (PERIL, 2), (PERIL, 3), (PERIL, 4)):
        theirs, ours = (_burden(cards, kind, xp) for cards in (core, forest))
        assert 0.85 <= ours / theirs <= 1.15, (kind, xp)


def _burden(cards: list[EncounterCard], kind: str, xp: int) -> int:
    """Hearts, time and poison of all boxes of such cards; a heart and a poison token weigh two time."""
    found = [b for card in cards if (card.kind, card.xp) == (kind, xp) for b in _boxes(card)]
    return sum(2 * b.damage + b.time + 2 * b.poison for b in found)


def _boxes(card: EncounterCard) -> Iterator[Box]:
    yield from card.boxes or ()
    for option in card.options or ():
        yield from option.boxes


def test_the_practice_forest_shows_every_rule_of_the_expansion() -> None:
    forest = deck("practice", "forest")
    assert sum(card.leaves for card in forest) == 22
    assert all(sum(other.leaves for other in forest if other.name == card.name) == 1 for card in forest)
    assert len({card.name for card in forest if any(b.poison for b in _boxes(card))}) >= 15
    split = {card.name for card in forest if card.split}
    assert len(split) == 4
    assert all({option.edge for option in card.options or ()} == {"item", "skill"} for card in forest if card.split)
    skills = [card for card in box("practice").cards if isinstance(card, SkillCard) and card.set == "forest"]
    assert Counter((card.place, card.potion) for card in skills) == {
        ("deck", False): 24,
        ("deck", True): 4,
        ("basic", True): 4,
        ("reference", True): 1,
    }
    assert next(card.name for card in skills if card.place == "reference") == "Cure"
    abilities = [card.ability for card in skills if card.ability]
    abilities += [rule for card in forest for rule in card.rule or ()]
    assert any(ability.effects((Resist,)) for ability in abilities)
    assert {bool(e.poison) for ability in abilities for e in ability.effects((Exile,))} == {True, False}
    dungeons = [card for card in box("practice").cards if isinstance(card, DungeonCard) and card.set == "forest"]
    for card in dungeons:
        rows = [b for floor in card.floors or () for b in (*floor.peril, *floor.combat)]
        assert any(b.poison for b in rows)
        assert card.boss is not None
        assert any(b.poison for b in card.boss.boxes or ())
    assert Counter(card.dots for card in dungeons) == {1: 1, 2: 2, 3: 2}


def test_names_of_made_up_cards_are_not_those_of_printed_ones() -> None:
    names = [card.handle for card in box("practice").cards if hasattr(card, "handle")]
    kinds = {(type(card), card.handle) for card in box("practice").cards if hasattr(card, "handle")}
    encounters = {card.handle for card in deck("practice") + deck("practice", "forest")}
    assert len(kinds) == len(names) - len(encounters)


@pytest.mark.parametrize("name", ["core", "practice"])
def test_an_edition_is_written_and_read_back(name: str, tmp_path: Any) -> None:
    edition = box(name)
    pairs = list(zip(edition.ids, edition.cards, strict=True))
    assert SCHEMA.read(SCHEMA.write(pairs)) == (pairs, [])
    assert Edition.from_json(GAME, edition.to_json()) == edition
    assert Edition.load(GAME, edition.save(tmp_path / "again.toml")).cards == edition.cards


def first(tables: Tables, table: str, **found: Any) -> dict[str, Any]:
    return next(row for row in tables[table] if all(row.get(name) == value for name, value in found.items()))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda t: t["encounter"].pop(), "forest set: there are 44 encounter cards, not 43"),
        (lambda t: first(t, "encounter", name="Goblin").update(xp=3), "the two cards of Goblin are alike"),
        (lambda t: first(t, "encounter", name="Goblin").update(xp=3), "they differ in xp"),
        (lambda t: first(t, "encounter", name="Goblin").update(xp=3), "18 cards have 2 XP, not 17"),
        (lambda t: first(t, "encounter", name="Goblin").update(name="Gnome"), "2 cards of Gnome, not 1"),
        (lambda t: first(t, "encounter", name="Goblin").update(item="A"), "16 cards give a S item, not 15"),
        (lambda t: first(t, "encounter", name="Goblin").update(item="S+h"), "14 items have a heart, not 15"),
        (lambda t: first(t, "encounter", name="Goblin").update(mark=""), "22 cards have a castle beside the title"),
        (lambda t: first(t, "encounter", name="Goblin").update(mark="leaf"), "its cards have no leaf, but 1 do"),
        (lambda t: first(t, "encounter", name="Goblin").update(skill="Tickle"), "no skill or potion 'Tickle'"),
        (lambda t: first(t, "encounter", name="Goblin").update(rule=""), "Goblin: the box S*wx needs a rule"),
        (lambda t: first(t, "encounter", name="Ogre").update(boxes="S6k"), "Ogre: only bosses have skulls, not S6k"),
        (lambda t: first(t, "encounter", name="Ogre").update(boxes="G6"), "Ogre: a box of an encounter has a colour"),
        (lambda t: first(t, "encounter", name="Ogre").update(boxes="S6:p"), "Ogre: only Forest of Shadows has poison"),
        (lambda t: first(t, "encounter", name="Ogre").update(boxes="S6:q"), "ogre-a: Cannot read 'S6:q'"),
        (lambda t: first(t, "encounter", name="Ogre").update(boxes=""), "Ogre: a combat has at least one box"),
        (lambda t: first(t, "encounter", name="Ogre").update(kind="peril"), "a peril has two `options`"),
        (lambda t: first(t, "encounter", name="Ogre").update(xp="four"), "`xp` is a number from 1 to 9"),
        (lambda t: first(t, "encounter", name="Ogre").update(hat=1), "unknown entries hat"),
        (lambda t: first(t, "encounter", name="Ogre").update(rule=5), "`rule` is an ability such as"),
        (lambda t: first(t, "encounter", name="Ogre").update(set="sea"), "`set` is one of core, forest"),
        (lambda t: first(t, "encounter", name="Ogre").pop("set"), "a card has a `set`"),
        (lambda t: first(t, "encounter", name="Boulder").update(options=["A4"]), "the two options of a peril"),
        (lambda t: first(t, "encounter", name="Boulder").update(options=["item A4", "A5"]), "one option has the arrow"),
        (lambda t: first(t, "skill", id="dodge").update(ability="Dodge = hide"), "dodge: Cannot read 'hide'"),
        (lambda t: first(t, "skill", id="dodge").update(potion="no"), "`potion` is true or false"),
        (lambda t: first(t, "skill", id="dodge").update(ability="Haste = ?"), "Haste is listed 2 times as a skill"),
        (lambda t: t["skill"].remove(first(t, "skill", id="potion-cure")), "the turn reference has one potion, not 0"),
        (lambda t: t["hero"].remove(first(t, "hero", id="mage")), "core set: there are 5 heroes, not 4"),
        (lambda t: first(t, "hero", id="mage").update(solo="1/2/4"), "`solo` is a table"),
        (lambda t: first(t, "hero", id="mage")["solo"].update(dice="124"), "as in 4/2/1, not '124'"),
        (lambda t: t["dungeon"].pop(0), "core set: there are 5 dungeons, not 4"),
        (lambda t: t["dungeon"][0]["floors"].pop(), "`floors` are three"),
        (lambda t: t["dungeon"][0]["floors"][0].update(combat="S3k"), "Dragon's Cave: only bosses have skulls"),
        (lambda t: t["dungeon"][0]["boss"].update(boxes="S3"), "Dragon: a boss has boxes with skulls"),
        (lambda t: t["dungeon"][0]["boss"].update(boxes="S*k"), "Dragon: the box S*k needs a rule"),
        (lambda t: t["dungeon"][0]["boss"].pop("name"), "a boss has a `name`"),
        (lambda t: t["level"].pop(), "one level card of each level 1 to 4, not [1, 2, 3]"),
        (lambda t: t["level"][0].update(solo=[1]), "`solo` are places for items and for skills"),
        (lambda t: t["stairs"].pop(), "a side for four heroes and one for fewer, not 1 sides"),
        (lambda t: t["stairs"][0].update(four=3), "`four` is true or false"),
        (lambda t: t["hordes"].append({"id": "more"}), "one Hordes card, not 2"),
        (lambda t: t.update(includes=["sea"]), "`includes` is a list of core"),
        (lambda t: t.update(potion=[]), "there is no table 'potion'"),
    ],
)
def test_a_wrong_card_list_is_refused_naming_card_and_right(change: Callable[[Tables], object], complaint: str) -> None:
    edition = box("practice")
    tables = SCHEMA.write(zip(edition.ids, edition.cards, strict=True))
    change(tables)
    cards, complaints = SCHEMA.read(tables)
    complaints += SCHEMA.check([card for _, card in cards])
    assert any(complaint in one for one in complaints), complaints


def test_a_faulty_file_names_its_faults(tmp_path: Any) -> None:
    path = box("core").save(tmp_path / "box.toml")
    path.write_text(path.read_text().replace("S6w:h A4:t", "S6w:h Z4:t", 1))
    with pytest.raises(EditionError, match="Z4:t"):
        Edition.load(GAME, path)


def test_a_list_without_a_set_is_refused() -> None:
    others = [card for card in box("core").cards if isinstance(card, LevelCard | StairsCard)]
    assert SCHEMA.check(others) == ["a card list holds the cards of a set: core, forest"]
