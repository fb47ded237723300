"""What cards are and do: effects, abilities, boxes and cards as text, what is unknown, and what a box learns."""

from __future__ import annotations

import re
from typing import get_args

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import given

from companion.engine.edition import OUR_BOX, Edition
from companion.engine.errors import UnknownCardError, UnreadableError
from companion.engine.told import is_known
from companion.games.one_deck_dungeon import wording
from companion.games.one_deck_dungeon.abilities import (
    CHANCES,
    COMBAT,
    CURSES,
    EDGES,
    MOMENTS,
    OWNERS,
    PERIL,
    ROOMS,
    Ability,
    Add,
    ByHand,
    Cost,
    Die,
    Effect,
    Gain,
    Price,
    Reroll,
    Roll,
    Use,
    Which,
)
from companion.games.one_deck_dungeon.boxes import Box, Pool, read_boxes, spell_boxes
from companion.games.one_deck_dungeon.cards import SCHEMA, UNTOLD, EncounterCard, Item, Option, SkillCard, handle
from companion.games.one_deck_dungeon.kinds import LEAF
from companion.games.one_deck_dungeon.printed import parse, spell
from companion.games.one_deck_dungeon.reading import read_item, read_option, spell_option

GAME = "one-deck-dungeon"


def small(least: int, most: int) -> st.SearchStrategy[int]:
    return st.integers(least, most)


colours = st.sampled_from("SAMH")
colour_sets = st.sets(st.sampled_from("SAMH")).map(lambda found: "".join(c for c in "SAMH" if c in found))
some_colours = colour_sets.filter(bool)
faces = st.sets(small(1, 6)).map(lambda found: tuple(sorted(found)))
costs = st.builds(Cost, small(0, 9), small(0, 9), small(0, 9)).filter(bool)
pools = st.builds(Pool, *[small(0, 3)] * 4).filter(lambda pool: any(pool.counts()))
dice = st.builds(Die, colours, small(1, 6))
which = st.builds(Which, small(0, 9), st.booleans(), colour_sets, faces, st.sampled_from(OWNERS))
owners = st.sampled_from(OWNERS)


def made(verb: str, *values: st.SearchStrategy[object]) -> st.SearchStrategy[Effect]:
    """Effects of a verb with such values."""
    return st.builds(KINDS[verb], *values)


KINDS: dict[str, type] = {str(kind.__struct_config__.tag): kind for kind in get_args(Effect)}
purposes = st.sampled_from(("", "armor", "mana"))


risky = st.builds(Roll, pools, small(0, 3), small(1, 6), costs, owners)
EFFECTS = {
    "roll": risky | st.builds(Roll, pools, small(0, 3), owner=owners),
    "gain": made("gain", st.lists(dice, min_size=1, max_size=3).map(tuple), purposes, owners),
    "add": made("add", small(-5, 5).filter(bool), which),
    "set": made("set", small(1, 6), which),
    "reroll": made("reroll", which),
    "recolour": made("recolour", colours, which),
    "trade": made("trade", dice, which),
    "prevent": made("prevent", costs),
    "halve": made("halve"),
    "convert": made("convert", small(1, 9), costs),
    "lose": made("lose", costs),
    "drain": made("drain"),
    "heal": made("heal", small(1, 9)),
    "cure": made("cure", small(1, 9)),
    "store": made("store", pools, small(1, 9)),
    "doors": made("doors", small(1, 4)),
    "skip": made("skip"),
    "resist": made("resist", small(-9, 9)),
    "exile": made("exile", pools) | made("exile", st.just(Pool()), small(1, 9)),
    "discard": made("discard", faces.filter(bool), colour_sets),
    "weaken": made("weaken", colours, small(1, 5)),
    "harden": made("harden", colours),
    "target": made("target", small(1, 9), st.sampled_from(("door", "damage")), small(0, 24), small(0, 9)),
    "black": made("black", small(2, 6)),
    "toll": made("toll", costs, small(0, 6)),
    "extra": made("extra", costs, costs | st.just(Cost())),
    "survive": made("survive"),
    "bar": made("bar", colours),
    "twice": made("twice"),
    "regrow": made("regrow", small(1, 9)),
    "limit": made("limit", small(1, 4)),
    "by-hand": made("by-hand", st.sampled_from(("", "the wind turns", "draw two: keep one"))),
}
effects = st.one_of(*EFFECTS.values())
rooms = st.sets(st.sampled_from(ROOMS)).map(lambda found: tuple(room for room in ROOMS if room in found))
uses = st.builds(Use, st.lists(effects, min_size=1, max_size=3).map(tuple), st.sampled_from(MOMENTS), rooms)
prices = st.builds(Price, mana=small(1, 24)) | st.builds(Price, pools) | st.just(Price())
names = st.from_regex(re.compile(r"[A-Z][a-z]{0,8}( [A-Z][a-z']{0,8}){0,2}", re.ASCII), fullmatch=True)
abilities = st.builds(Ability, names) | st.builds(
    Ability, names, st.lists(uses, min_size=1, max_size=3).map(tuple), prices, rooms
)


def test_every_verb_has_an_example_and_a_strategy_here() -> None:
    tags = set(KINDS)
    assert tags == set(EFFECTS)
    examples = wording._examples()
    assert {text.split()[0] for text in examples} >= set(wording.VERBS) == tags - {"by-hand"}
    assert all(wording.spell_uses(wording.read_uses(text)) == text for text in examples)


@given(effects)
def test_effects_are_written_and_read_back(effect: Effect) -> None:
    assert wording.read_effect(wording.spell_effect(effect)) == effect
    assert wording.read_effect(wording.spell_effect(effect).upper()) == effect or isinstance(effect, ByHand)


@given(abilities)
def test_abilities_are_written_and_read_back(ability: Ability) -> None:
    assert wording.read_ability(wording.spell_ability(ability)) == ability
    raw = msgspec.json.encode(ability)
    assert msgspec.json.decode(raw, type=Ability) == ability


@given(prices)
def test_prices_are_written_and_read_back(price: Price) -> None:
    assert wording.read_price(wording.spell_price(price)) == price
    assert price.free == (wording.spell_price(price) == "free")


def test_families_hold_every_effect_that_bears_on_the_dice() -> None:
    families = [*EDGES, *CHANCES, *CURSES]
    assert len(set(families)) == len(families)
    assert set(families) < set(KINDS.values())
    outside = {"lose", "drain", "heal", "cure", "store", "doors", "skip", "resist", "exile", "by-hand"}
    assert {tag for tag, kind in KINDS.items() if kind not in families} == outside


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("dance 2", "one of roll, gain, add"),
        ("roll XYZ", "roll SH"),
        ("gain S7", "gain S4 A4"),
        ("add 1", "add 1 to 4"),
        ("prevent h", "prevent 1h"),
        ("target 4", "target 4 per door"),
        ("set 6 to 2 of A", "set 6 to 5 same"),
    ],
)
def test_a_wrong_effect_is_answered_with_its_form(text: str, complaint: str) -> None:
    with pytest.raises(UnreadableError, match=re.escape(complaint)) as caught:
        wording.read_effect(text)
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("Haste roll AA", "name [price rooms] = what it does"),
        ("Haste [M3 kitchen] = roll AA", "one price (free, 2S, M3)"),
        ("Haste [3Q] = roll AA", "free, dice such as 2S or 1S1A, or mana such as M3"),
        ("Haste = dusk: roll AA", "a moment (fight, any, ready"),
        ("Haste = turn floor: roll AA", "one moment"),
    ],
)
def test_a_wrong_ability_is_answered_with_what_would_be_right(text: str, complaint: str) -> None:
    with pytest.raises(UnreadableError, match=re.escape(complaint)):
        wording.read_ability(text)


@pytest.mark.parametrize(("text", "read"), [("0", Cost()), ("1h3t", Cost(1, 3)), ("2p", Cost(poison=2))])
def test_costs_are_read(text: str, read: Cost) -> None:
    assert wording.read_cost(text) == read
    assert str(read) == text
    assert bool(read) == (text != "0")


def test_costs_and_dice_that_are_none_are_refused() -> None:
    with pytest.raises(UnreadableError, match="as in 1h3t"):
        wording.read_cost("3q")
    with pytest.raises(UnreadableError, match="a letter for each die"):
        wording.read_dice("SG")
    assert wording.read_dice("hssa") == Pool(2, 1, 0, 1)


def test_uses_are_found_by_moment_and_room() -> None:
    dodge = wording.read_ability("Dodge [1A combat boss] = combat: prevent 1h | boss: prevent 2h")
    assert [use.effects for use in dodge.uses("fight", "boss")] == [wording.read_use("prevent 2h").effects]
    assert [use.rooms for use in dodge.uses("fight", COMBAT)] == [(COMBAT,)]
    assert dodge.uses("fight", PERIL) == dodge.uses("turn") == ()
    choice = wording.read_ability("Lucky Familiar [combat] = reroll 1 | add 1 to 1")
    assert len(choice.uses("fight", COMBAT)) == 2
    assert choice.effects(CHANCES) == (Reroll(Which(1)),)
    assert choice.effects(EDGES) == (Add(1, Which(1)),)
    assert not Ability("Lost Art").uses("fight")


@pytest.mark.parametrize("text", ["Z4", "S0", "S25", "S4q", "4S", "S4:z"])
def test_a_wrong_box_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError, match="a box such as S6w:ht") as caught:
        read_boxes(f"S4 {text}")
    assert repr(text) in str(caught.value)


boxes = st.builds(Box, st.sampled_from("SAMHG"), small(0, 24), *[st.booleans()] * 3, *[small(0, 4)] * 3)
rows = st.lists(boxes, min_size=1, max_size=4).map(tuple)


@given(rows, costs | st.just(Cost()), st.sampled_from(("", "item", "skill")))
def test_boxes_and_options_are_written_and_read_back(some: tuple[Box, ...], pays: Cost, edge: str) -> None:
    assert read_boxes(spell_boxes(some)) == some
    option = Option(some, pays, edge)
    assert read_option(spell_option(option)) == option


def test_items_are_read() -> None:
    assert read_item("S+h") == Item("S", 1)
    assert read_item("S+h").pool == Pool(1)
    assert read_item("H+A") == Item("HA")
    assert str(Item("M", 1)) == "M+h"
    with pytest.raises(ValueError, match="as in S or"):
        read_item("sword")
    with pytest.raises(ValueError, match="an option is its arrow"):
        read_option("")


def test_names_are_typed_in_small_letters_with_dashes() -> None:
    assert handle("Dragon's Cave") == "dragons-cave"
    assert handle("Cave-in") == "cave-in"
    assert handle("Pit of Spikes") == "pit-of-spikes"
    assert handle(None) == ""


RAZORBEAK = EncounterCard(
    "forest", "Razorbeak", COMBAT, 4, (), read_boxes("S6w:hp A4x"), (), Item("S", 1), "Shriek", LEAF
)


def test_cards_fit_what_is_told_of_them() -> None:
    assert UNTOLD.fits(RAZORBEAK)
    assert RAZORBEAK.known
    assert RAZORBEAK.leaves == 1
    assert not UNTOLD.known
    seen = EncounterCard("forest", "Razorbeak")
    assert seen.fits(RAZORBEAK)
    assert RAZORBEAK.fits(seen)
    assert not seen.fits(EncounterCard("forest", "Panther"))
    assert not seen.fits(SkillCard("forest"))
    dull = msgspec.structs.replace(RAZORBEAK, item=Item("A"), mark="")
    assert not dull.fits(RAZORBEAK)
    assert dull.face.fits(RAZORBEAK.face)
    told, untold = Ability("Shriek", (), Price(), ()), Ability("Shriek")
    assert SkillCard("forest", False, "deck", untold).fits(SkillCard("forest", False, "deck", told))
    assert not is_known(untold)
    assert is_known(told)


def test_a_split_loot_peril_is_told_by_its_arrows() -> None:
    options = tuple(map(read_option, ("item 2t A6w:htt", "skill S11w:hhpt")))
    assert EncounterCard("forest", "Ivy", PERIL, 2, (), (), options).split
    assert not RAZORBEAK.split


def test_a_new_box_knows_the_core_set_and_learns_the_forest() -> None:
    box = Edition.load(GAME, OUR_BOX)
    forest = [card for card in box.cards if isinstance(card, EncounterCard) and card.set == "forest"]
    assert len(forest) == 44
    assert all(card.name is None for card in forest)
    assert all(card.mark is None for card in forest)
    assert SCHEMA.check(box.cards) == []
    text = (
        "encounter set: forest name: Razorbeak kind: combat xp: 4 rule: none boxes: S6w:hp A4x"
        " item: S+h skill: Shriek mark: leaf"
    )
    described = parse(text, box)
    assert described == RAZORBEAK
    learned = box.learn([described])
    assert learned.cards.count(RAZORBEAK) == 1
    assert learned.told[0] == box.told[0] + 1
    assert SCHEMA.check(learned.cards) == []
    shriek = SkillCard("forest", False, "deck", wording.read_ability("Shriek [1S combat boss] = roll AA"))
    assert learned.learn([shriek]).told[0] == box.told[0] + 2


def test_boxes_make_a_combat_and_options_a_peril() -> None:
    box = Edition.load(GAME, OUR_BOX)
    foe = parse("encounter set: forest name: Panther boxes: S6w:hp A4x", box)
    assert isinstance(foe, EncounterCard)
    assert (foe.kind, foe.options, foe.rule) == (COMBAT, (), None)
    trap = parse("encounter set: forest name: Vine Trap options.1: 2t S6w:hp options.2: A11w:hht", box)
    assert isinstance(trap, EncounterCard)
    assert (trap.kind, trap.boxes, trap.rule) == (PERIL, (), ())


def test_a_basic_skill_of_the_core_set_can_be_told() -> None:
    box = Edition.load(GAME, "core")
    told = parse("skill set: core potion: no place: basic ability: Force Bolt [1S combat] = gain S5", box)
    learned = box.learn([told])
    assert learned["force-bolt"] == told
    assert learned.told[0] == box.told[0] + 1


def test_what_is_left_out_of_an_entry_is_unknown_and_may_be_anything() -> None:
    box = Edition.load(GAME, "practice")
    needed = {"set", "level", "four", "place", "potion", "kind"}
    for name, card in zip(box.ids, box.cards, strict=True):
        ((table, (row,)),) = SCHEMA.write([(name, card)]).items()
        for field in set(row) - needed - {"id"}:
            less = {key: value for key, value in row.items() if key != field}
            ((_, vague),), complaints = SCHEMA.read({table: [less]})
            assert complaints == []
            assert not vague.known, (name, field)
            assert vague.fits(card)
            assert card.fits(vague)


def test_a_learned_box_is_saved_and_loaded(tmp_path) -> None:
    learned = Edition.load(GAME, OUR_BOX).learn([RAZORBEAK])
    again = Edition.load(GAME, learned.save(tmp_path / "ours.toml"))
    assert again.cards == learned.cards
    assert again.ids == learned.ids


def test_a_third_card_of_a_name_is_one_too_many() -> None:
    box = Edition.load(GAME, OUR_BOX)
    third = box.learn([RAZORBEAK] * 3)
    assert any("2 cards of Razorbeak, not 3" in complaint for complaint in SCHEMA.check(third.cards))
    with pytest.raises(UnknownCardError):
        Edition.load(GAME, "practice").learn([RAZORBEAK])


@pytest.mark.parametrize("name", ["core", "practice", OUR_BOX])
def test_every_card_is_one_line_and_is_read_back(name: str) -> None:
    box = Edition.load(GAME, name)
    for card in box.cards:
        assert parse(spell(card), box) == card
        assert "\n" not in spell(card)
    assert spell(UNTOLD) == "?"
    assert parse("?", box) is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("trap name: Pit", "a kind of card (encounter, skill, hero"),
        ("encounter Goblin", "fields with a colon behind each"),
        ("encounter set: core name: Pit kind: hole", "`kind` is one of combat, peril"),
        ("hero set: core name: Bard solo.dice: 4", "as in 4/2/1"),
        ("encounter set: forest name: Panther", "core"),
    ],
)
def test_a_line_that_is_no_card_of_the_box_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(UnreadableError, match=re.escape(complaint)):
        parse(text, Edition.load(GAME, "core"))


def test_gains_hold_their_purpose() -> None:
    assert wording.read_effect("gain H6 armor") == Gain((Die("H", 6),), "armor")
    assert str(Die("H", 6)) == "H6"
