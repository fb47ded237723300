"""Components, setup, tiers and options."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.edition import Edition
from companion.engine.errors import CompanionError, UnknownCardError, UnreadableError
from companion.engine.game import PARTY, TABLE, Seat
from companion.engine.rulebook import load
from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.kinds import DungeonCard, EncounterCard, HeroCard, LevelCard
from companion.games.one_deck_dungeon.party import supply
from companion.games.one_deck_dungeon.rules import OneDeckDungeon
from tests.games.one_deck_dungeon.following import DIGEST, FOUR, NAMES, Follower, begin, blank_box, core, practice

GAME = "one-deck-dungeon"


def fresh(n: int, **options: Any) -> Follower:
    game = practice()
    return Follower(game, game.setup([Seat(name, name.title()) for name in NAMES[:n]], options))


@pytest.mark.clause(
    f"{GAME}.components.encounters",
    f"{GAME}.components.heroes",
    f"{GAME}.components.dungeons",
    f"{GAME}.components.levels",
)
def test_a_set_is_complete() -> None:
    cards = core().edition.cards
    encounters = [card for card in cards if isinstance(card, EncounterCard) and card.set == "core"]
    assert len(encounters) == 44
    names = [card.name for card in encounters]
    assert all(names.count(name) == 2 for name in names)
    assert len({card.name for card in encounters}) == 22
    assert sum(isinstance(card, HeroCard) and card.set == "core" for card in cards) == 5
    dungeons = [card for card in cards if isinstance(card, DungeonCard) and card.set == "core"]
    assert len(dungeons) == 5
    assert all(card.floors is not None and len(card.floors) == 3 and card.boss is not None for card in dungeons)
    levels = [card for card in cards if isinstance(card, LevelCard)]
    assert [(card.level, card.party, card.bonus, card.xp) for card in levels] == [
        (1, (1, 1), 0, 6), (2, (2, 2), 1, 8), (3, (3, 3), 1, 10), (4, (4, 4), 2, 5),
    ]  # fmt: skip


@pytest.mark.clause(f"{GAME}.components.dice", f"{GAME}.supply.dice")
def test_dice_of_a_set() -> None:
    follower = begin()
    assert supply(follower.state) == Pool(8, 8, 8, 6)
    follower.set_hero("ana", stored=2).set(exiled=Pool(1, 0, 0, 1))
    assert supply(follower.state) == Pool(7, 8, 8, 3)


@pytest.mark.clause(f"{GAME}.components.unprinted", f"{GAME}.encounter.result")
def test_a_foe_that_nobody_described_is_played_by_its_result() -> None:
    follower = begin("ana=warrior bo=rogue", game=core(), deck="forest")
    follower.play("explore; enter 1; card #razorbeak; fight")
    assert follower.fight.untold
    assert follower.game.problems(follower.state)[0].clauses == (f"{GAME}.encounter.result",)
    follower.refused("roll ?", "encounter.result")
    before = follower.state.down
    follower.play("result ana 1 time 3 poison bo 1")
    assert follower.hearts() == "1 0"
    assert follower.hero("bo").poison == 1
    assert follower.state.down == before - 3
    assert "counting 0" in follower.doubted("loot #razorbeak xp")
    follower.play("loot #razorbeak xp worth 4")
    assert follower.state.xp == 4


def test_heroes_and_dungeon_may_be_told_later_or_be_of_another_box() -> None:
    follower = fresh(1).play("hero ana ?; dungeon ?")
    assert follower.state.step == "turn"
    follower.play("explore; hero ana warrior; dungeon yeti")
    follower.refused("dungeon hydra", "setup.dungeon")
    follower.refused("hero ana mage", "setup.heroes")
    with pytest.raises(UnreadableError, match="alchemist"):
        fresh(1).play("hero ana alchemist")
    other = Follower(core(), core().setup([Seat("ana", "Ana")], {"deck": "forest"}))
    other.play("hero ana alchemist; dungeon mudlands; explore; enter 1; card ?; fight; result time 2")
    other.play("loot 1 xp worth 3")
    assert other.state.xp == 3


def test_a_hero_whose_dice_nobody_knows_fights_by_results() -> None:
    follower = Follower(blank_box(), blank_box().setup([Seat("ana", "Ana")], {"deck": "hybrid"}))
    follower.play("hero ana druid; dungeon yeti; explore; enter 1; card #goblin-a; fight")
    assert follower.fight.untold
    follower.play("result ana 2 time 3; loot #goblin xp")
    assert follower.hearts() == "2"


def test_a_card_told_wrongly_is_found_where_it_was_told() -> None:
    follower = begin()
    history = []
    for step in (
        "explore",
        "enter 1",
        "card #goblin",
        "fight",
        "begin",
        "result",
        "loot #goblin item ana as #goblin-b",
    ):
        move = follower.game.parse(step, follower.state)
        history.append((follower.state, move))
        follower.state = follower.game.apply(follower.state, move)
    found = follower.game.retell(history, follower.state, "ana.item.1", "#ogre")
    assert found == (2, follower.game.parse("card #ogre", begin().state))
    variant = follower.game.retell(history, follower.state, "ana.item.1", "#goblin-a")
    assert variant is not None
    assert variant[0] == 6
    assert follower.game.retell(history[:2], follower.state, "ana.item.1", "#ogre") is None
    with pytest.raises(UnreadableError, match=r"ana\.item\.7"):
        follower.game.retell(history, follower.state, "ana.item.7", "#ogre")


def test_a_card_of_another_box_is_named_only_where_the_box_is_not_complete() -> None:
    with pytest.raises(UnknownCardError, match="razorbeak"):
        practice().parse("card #razorbeak", fresh(1).state)
    assert core().parse("card #razorbeak", fresh(1).state)


@pytest.mark.clause(f"{GAME}.setup.order", f"{GAME}.setup.dungeon")
def test_the_setup_asks_heroes_then_the_dungeon() -> None:
    follower = fresh(2)
    assert follower.actor == TABLE
    assert all(move.startswith("hero ana") for move in follower.legal())
    follower.refused("explore", "setup.order")
    follower.play("hero ana warrior; hero bo rogue")
    names = ("dragons-cave", "hydras-reef", "yetis-cavern", "lichs-tomb", "minotaurs-maze", "?")
    assert follower.legal() == [f"dungeon {name}" for name in names]
    follower.play("dungeon hydra")
    assert follower.state.step == "turn"
    assert follower.state.dungeon == "hydras-reef"
    assert follower.actor == PARTY


@pytest.mark.clause(f"{GAME}.setup.heroes", f"{GAME}.hybrid.heroes")
def test_every_hero_is_another_card_of_any_set() -> None:
    follower = fresh(2)
    follower.play("hero ana warrior")
    follower.refused("hero bo warrior", "setup.heroes")
    follower.refused("hero ana mage", "setup.heroes")
    follower.play("hero bo herbalist")
    assert [hero.card for hero in follower.state.heroes] == ["warrior", "herbalist"]


@pytest.mark.clause(f"{GAME}.setup.players", f"{GAME}.four.three")
def test_one_two_or_four_heroes() -> None:
    for n in (1, 2, 4):
        assert len(fresh(n).state.heroes) == n
    with pytest.raises(CompanionError, match="one, two or four heroes, not 3"):
        fresh(3)


@pytest.mark.clause(f"{GAME}.tiers.expert", f"{GAME}.tiers.novice", f"{GAME}.four.potions")
@pytest.mark.parametrize(("n", "tier", "level", "potions"), [
    (1, "expert", 1, 1), (1, "novice", 2, 2), (2, "novice", 2, 2), (4, "expert", 1, 2), (4, "novice", 2, 4),
])  # fmt: skip
def test_tiers(n: int, tier: str, level: int, potions: int) -> None:
    state = fresh(n, tier=tier).state
    assert (state.level, state.potions, state.xp) == (level, potions, 0)


@pytest.mark.clause(f"{GAME}.tiers.standard")
def test_the_standard_tier_begins_with_a_card_of_xp() -> None:
    follower = fresh(1, tier="standard")
    follower.play("hero ana warrior; dungeon yeti")
    assert follower.actor == TABLE
    follower.play("card #ogre-a")
    assert follower.state.xp == 4
    assert follower.state.down == 43 - 2
    later = fresh(1, tier="standard").play("hero ana warrior; dungeon yeti; card ?")
    assert later.state.xp == 0
    later.play("is xp.1 #ogre")
    assert later.state.xp == 4


@pytest.mark.clause(f"{GAME}.tiers.standard-four")
@pytest.mark.parametrize(("option", "cards"), [(False, 2), (True, 1)])
def test_the_standard_tier_for_four(option: bool, cards: int) -> None:
    state = fresh(4, tier="standard", standard_xp_cards=option).state
    assert state.pending.count("xp") == cards


@pytest.mark.clause(f"{GAME}.hybrid.dungeon")
def test_a_dungeon_goes_with_its_deck() -> None:
    follower = fresh(1, deck="forest").play("hero ana warrior")
    follower.refused("dungeon dragons-cave", "hybrid.dungeon")
    assert "dungeon dragons-cave" not in follower.legal()
    for deck, dungeon in (("core", "dragons-cave"), ("hybrid", "dragons-cave"), ("hybrid", "venom-fen")):
        fresh(1, deck=deck).play(f"hero ana warrior; dungeon {dungeon}")


@pytest.mark.clause(f"{GAME}.hybrid.deck", f"{GAME}.hybrid.deck-four", f"{GAME}.four.sets")
@pytest.mark.parametrize(("n", "deck", "size", "forest"), [
    (1, "core", 44, 0), (2, "forest", 44, 44), (2, "hybrid", 44, 22), (4, "core", 88, 0), (4, "hybrid", 88, 44),
])  # fmt: skip
def test_decks(n: int, deck: str, size: int, forest: int) -> None:
    follower = fresh(n, deck=deck)
    cat = follower.game.cat
    assert follower.state.down == len(follower.state.unseen) == size
    assert sum(cat.faces[face].set == "forest" for face in follower.state.unseen) == forest
    if (n, deck) == (2, "hybrid"):
        marks = {cat.faces[face].mark for face in follower.state.unseen}
        assert marks == {"castle", "leaf"}
        names = [face.name for face in follower.state.unseen if cat.faces[face].set == "core"]
        assert len(set(names)) == 22


def test_a_deck_that_the_box_does_not_list_is_untold() -> None:
    deck = core().cat.deck("forest", False)
    assert len(deck) == 44
    assert not any(face.name for face in deck)


@pytest.mark.clause(f"{GAME}.hybrid.tokens", f"{GAME}.exile.tokens")
@pytest.mark.parametrize(("n", "deck", "tokens"), [
    (1, "core", 0), (2, "forest", 8), (4, "forest", 16), (2, "hybrid", 8), (4, "hybrid", 8),
])  # fmt: skip
def test_poison_tokens(n: int, deck: str, tokens: int) -> None:
    follower = begin(" ".join(FOUR.split()[:n]), deck=deck)
    assert follower.state.poison_left == tokens
    if tokens:
        follower.play("exile poison")
        assert follower.state.poison_left == tokens - 1
        follower.set_hero("ana", poison=2)
        assert follower.state.poison_left == tokens - 3


@pytest.mark.clause(f"{GAME}.cure.basic", f"{GAME}.cure.no-second", f"{GAME}.hybrid.reference")
def test_the_cure_potion_comes_with_a_basic_one() -> None:
    for deck in ("core", "forest", "hybrid"):
        follower = fresh(1, deck=deck, reference="cure")
        follower.play("hero ana warrior")
        follower.play(follower.legal()[0])
        assert follower.actor == PARTY
        assert len(follower.legal()) == 4
        follower.refused("explore", "setup.order")
        follower.play("basic bitterroot")
        assert follower.state.potions == 1
        assert {"potion cure ana", "potion bitterroot ana"} <= set(follower.asides())
    plain = fresh(1)
    plain.play("hero ana warrior; dungeon yeti")
    assert plain.state.step == "turn"
    plain.refused("basic bitterroot", "cure.basic")


@pytest.mark.clause(f"{GAME}.four.hordes")
def test_hordes_are_for_four_and_done_by_hand() -> None:
    with pytest.raises(CompanionError, match="Hordes of the Things is for four heroes, not 2"):
        fresh(2, hordes="yes")
    follower = fresh(4, hordes="yes")
    assert any("done by hand" in problem.text for problem in follower.game.problems(follower.state))


@pytest.mark.parametrize(("options", "message"), [
    ({"tier": "hard"}, "`tier` is novice, standard, expert, not 'hard'"),
    ({"swarm": True}, "There is no house rule 'swarm'"),
    ({"boss_resist": 1}, "on or off"),
])  # fmt: skip
def test_wrong_options_are_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(CompanionError, match=message):
        fresh(4, **options)


def test_house_rules_are_those_of_the_digest() -> None:
    assert set(load(GAME).options()) == set(begin().state.rules.__struct_fields__)
    assert OneDeckDungeon.settings["deck"] == ("core", "forest", "hybrid")
    assert DIGEST.exists()
    assert Edition.load(GAME, "core").name == "core"


@pytest.mark.clause(f"{GAME}.overview.together", f"{GAME}.overview.goal", f"{GAME}.end.won", f"{GAME}.end.over")
def test_the_party_wins_or_loses_together() -> None:
    follower = begin(FOUR, dungeon="dragons-cave", floor=4)
    follower.play("set boss 12")
    outcome = follower.game.outcome(follower.state)
    assert outcome is not None
    assert outcome.winners == ("ana", "bo", "cy", "di")
    assert outcome.clause == f"{GAME}.end.won"
    assert follower.legal() == follower.asides() == []
    follower.refused("fight ana+bo | cy+di", "end.over")


@pytest.mark.clause(f"{GAME}.end.fallen")
def test_a_hero_without_a_heart_loses_the_game() -> None:
    follower = begin("ana=warrior bo=rogue")
    follower.play("set bo damage 2")
    assert not follower.state.ended
    follower.play("set bo damage 3")
    outcome = follower.game.outcome(follower.state)
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.clause == f"{GAME}.end.fallen"


@pytest.mark.clause(f"{GAME}.end.marks")
def test_the_sheet_counts_campaign_marks() -> None:
    follower = begin("ana=warrior", dungeon="dragons-cave", floor=4, tier="expert")
    (sheet,) = follower.game.score(follower.set(level=3).state)
    assert [line.points for line in sheet.lines] == [3, 2, 0, 0]
    follower.play("set boss 6")
    (sheet,) = follower.game.score(follower.state)
    assert [line.points for line in sheet.lines] == [3, 2, 3, 2]
    assert sheet.settled


@pytest.mark.clause(f"{GAME}.story.notes")
def test_story_mode_is_kept_in_the_notes_of_the_table() -> None:
    from companion import open_table

    table = open_table(GAME, ["Ana"], edition="practice", seed=1)
    table.note("Story: the old well is open.")
    assert "the old well" in table.log[-1].text
