"""The odds on the page are the game's own: every skill, what is left out, the boss, and what would help now."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

import companion
from companion.engine.odds import Odds
from companion.engine.rulebook import read
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.boss_odds import Before, Outlook
from companion.games.one_deck_dungeon.boxes import Pool
from companion.games.one_deck_dungeon.encounter import read_fight
from companion.games.one_deck_dungeon.fight import days
from companion.games.one_deck_dungeon.helping import Help, helping
from companion.games.one_deck_dungeon.losses import falls
from companion.games.one_deck_dungeon.odds import meeting
from companion.games.one_deck_dungeon.options import shared
from companion.games.one_deck_dungeon.skilled import Skilled
from companion.games.one_deck_dungeon.state import Due, Face, Rolled, in_order
from companion.ui.boards.one_deck_dungeon import View
from companion.ui.boards.one_deck_dungeon_fight import aids_fit
from companion.ui.odds_items import at_a_glance
from companion.ui.one_deck_dungeon import fights, pads, rolled, said, thinking
from companion.ui.one_deck_dungeon.count import Asking
from companion.ui.one_deck_dungeon.meeting import ending as boss_ending
from companion.ui.one_deck_dungeon.readying import Aid
from companion.ui.one_deck_dungeon.thinking import Job, Thinker
from companion.ui.panel import Button, Text
from tests.games.one_deck_dungeon.following import DIGEST

from .dungeon import DOWN, ROOM, table_of

FIGHT = "fight ana+bo #goblin | cy+di #boulder"
SOLO = ("explore", "enter 1", "card #cave-in")
OGRE = ("explore", "enter 1", "card #ogre")


def play(device):
    return device.app.screen.play


def state(device):
    return device.table.state


def finished(device):
    """Wait until all is worked out."""
    play(device).thinker.finish()
    device.app.screen.refresh()
    return device


def skilled(store, *lines, skills=("valor",), few=False, depth="light", **options):
    """A table of one hero with skills, after some lines.

    Args:
        few: whether most dice are out of the game, so that there are few rolls.
    """
    table = table_of(store, heroes=1, depth=depth, **options)
    taken = tuple(Face("shadow", "", name) for name in skills)
    told = table.state.with_hero(replace(table.state.heroes[0], skills=taken))
    table.correct(replace(told, exiled=Pool(6, 6, 7) if few else Pool()), note="skills")
    for line in lines:
        table.play(line)
    return table


def tall(device):
    """Give a device the board of a phone without bars."""
    device.at.board.size = [374, 520]
    device.app.screen.refresh()
    return device


def met_here(device):
    """What the one hero has before it behind the open door."""
    now = state(device)
    return meeting(device.table.game.cat, now, ("ana",), now.doors[now.opening].cards[0])


# ---------------------------------------------------------------------------------------------------- before a fight


def test_a_card_tells_the_odds_of_the_whole_game_tree(store, at):
    device = at(skilled(store, *OGRE, few=True))
    met = met_here(device)
    assert met.deep
    assert "valor" in met.low
    finished(device)
    drawn = play(device).meeting.drawn("")[0]
    law = met.playing().law("stay alive")
    assert drawn.days == tuple(map(said.cost, days(law)))
    assert play(device).meeting.shown[0].safe == law.where(lambda loss: not falls(met.fight, loss))
    assert "≥" not in drawn.safe
    assert "exact" in device.at.tray.text


def test_with_its_skills_a_fight_goes_better_than_the_page_says_first(store, at):
    met = met_here(at(skilled(store, *OGRE, few=True)))
    first, whole = fights.sure(met, "stay alive"), fights.whole(met, "stay alive")
    assert (first.exact, whole.exact) == (False, True)
    assert whole.safe >= first.safe
    assert whole.hearts < first.hearts


def test_skills_that_are_left_out_are_named(store, at):
    device = at(skilled(store, *OGRE, skills=("cleave",)))
    assert not met_here(device).deep
    finished(device)
    assert not play(device).meeting.sure
    assert "without Cleave" in device.at.tray.text
    (bound,) = [play(device).meeting.days(("ana",), 1, how="bound")]
    assert bound.without == ("cleave",)
    assert f"≥ {said.hundred(bound.safe)} in 100" in device.at.tray.text


def test_what_is_not_counted_wholly_is_told_as_an_estimate_with_every_skill(store, at):
    device = at(skilled(store, *OGRE, skills=("cleave",)))
    met = met_here(device)
    finished(device)
    (told,) = play(device).meeting.shown
    assert told == fights.about(met, "stay alive")
    assert told.safe > fights.counted(met, "stay alive").safe
    assert play(device).meeting.drawn("")[0].safe.startswith("safe ~")
    assert "about" in device.at.tray.text


def test_no_estimate_is_made_where_the_odds_are_known(store, at):
    device = finished(at(table_of(store, "explore", "enter 1", "card #goblin", heroes=1)))
    met = met_here(device)
    assert not met.low
    play(device).thinker.want([met], "stay alive")
    finished(device)
    assert play(device).thinker.best(met, "stay alive").exact


def test_what_takes_long_stays_at_what_is_sure(store, at, monkeypatch):
    monkeypatch.setattr(fights, "VAST", 10)
    fights.counted.cache_clear()
    device = at(table_of(store, *OGRE, heroes=1))
    met = met_here(device)
    finished(device)
    assert play(device).meeting.days(("ana",), 1, how="bound") == fights.sure(met, "stay alive")
    assert "black dice" in device.at.tray.text
    fights.counted.cache_clear()


def test_only_the_preference_that_is_shown_is_worked_out(store, at):
    device = finished(at(table_of(store, *SOLO, heroes=1)))
    thinker = play(device).thinker
    ways = [play(device).meeting.fight(("ana",), 1, way) for way in (1, 2)]
    assert all(thinker.best(way, "stay alive") is not None for way in ways)
    assert all(thinker.best(way, "save time") is None for way in ways)
    device.tap("prefer save time")
    finished(device)
    assert all(thinker.best(way, "save time") is not None for way in ways)


def test_the_whole_tree_is_gone_through_for_the_split_that_is_shown_alone(store, at):
    device = at(table_of(store, "explore", "enter 1", "card #cave-in", "card #boulder"))
    wanted = []
    thinker = play(device).thinker
    met = [one for one in play(device).meeting.fights(*play(device).meeting.every) if one is not None]
    thinker.do = wanted.extend
    trees = [replace(one, tree=True) for one in met]
    thinker.want(trees[:2], "stay alive", trees)
    assert [job.key[1] for job in wanted if job.key[0] == "whole"] == trees[:2]


def test_the_page_waits_for_small_fights_alone(store, at):
    device = at(table_of(store, *ROOM))
    thinker, wanted = play(device).thinker, []
    met = [one for one in play(device).meeting.fights(*play(device).meeting.every) if one is not None]
    thinker.do = wanted.extend
    thinker.want(met, "stay alive")
    quick = [job.key for job in wanted if job.quick]
    assert quick
    assert all(fights.size(key[1].fight) <= thinking.AT_ONCE for key in quick)
    assert all(fights.size(key[1].fight) <= thinking.TRIFLE for key in quick if key[0] != "sure")


def test_work_that_is_moot_is_not_begun():
    thinker, done = Thinker(lambda: None), []
    thinker.do([Job("a", lambda: done.append("a")), Job("b", lambda: done.append("b"), moot=lambda: bool(done))])
    thinker.finish()
    assert done == ["a"]


def test_splits_are_compared_by_one_measure(store, at, monkeypatch):
    monkeypatch.setattr(fights, "LESS", 50)
    device = at(table_of(store, *ROOM))
    assert play(device).meeting.level == "sure"
    finished(device)
    meeting_ = play(device).meeting
    assert meeting_.level == "sure"  # one of them takes long: none is compared by more
    assert meeting_.best


def test_what_was_paid_is_not_counted_again(store, at):
    lines = ("explore", "enter 1", "card #fire-elemental")
    device = at(table_of(store, *lines, heroes=1, depth="full"))
    ahead = meeting(device.table.game.cat, state(device), ("ana",), state(device).doors[0].cards[0])
    device.tap("primary")
    begun = fights.going(device.table.game.cat, state(device))
    assert ahead.fight.paid.damage == 1
    assert not begun.fight.paid
    assert begun.fight.bearable == ahead.fight.bearable - 1


# ----------------------------------------------------------------------------------------------------------- the boss


def test_the_boss_is_told_by_its_whole_outlook(store, at):
    device = at(table_of(store, *DOWN, "set boss 5", heroes=2, dungeon="yetis-cavern"))
    play(device).outlook()
    finished(device)
    told = Before(device.table.game.cat, state(device)).outlook()
    assert play(device).outlook().startswith(said.win(told))


@pytest.mark.clause("one-deck-dungeon.boss.resist")
def test_poison_counts_against_the_boss(store, at):
    given = {"heroes": 1, "deck": "hybrid", "dungeon": "venom-fen"}
    clean = at(table_of(store, *DOWN, "set boss 4", **given))
    play(clean).outlook()
    finished(clean)
    assert play(clean).outlook().startswith(said.win(Before(clean.table.game.cat, state(clean)).outlook()))
    ill = table_of(store, *DOWN, "set ana poison 2", "set boss 4", **given)
    ahead = replace(ill.state, fight=None, step="resist", resisting=(("ana",),))
    (job,) = boss_ending(ill.game.cat, ahead)
    assert job.work() == Before(ill.game.cat, ahead).outlook()
    # Once a round has begun the roll to resist is behind the party: nothing is told that counts it again.
    assert not boss_ending(ill.game.cat, ill.state)


# -------------------------------------------------------------------------------------------------- what would help


def test_a_skill_that_helps_is_priced_and_one_tap_away(store, at):
    device = at(skilled(store, *OGRE, "fight", "roll S 4 4 2 1 A 3 2 M 1", skills=("valor",), depth="full"))
    play(device).shown()
    finished(device)
    expected = helping(device.table.game.cat, state(device), "stay alive")
    assert expected
    assert said.help_words(expected[0]) in device.at.tray.text
    assert len(play(device).helps()) <= 2
    others = [name for name in ("other 1", "other 2") if name in device.at.tray]
    assert len(play(device).helps()) + len(others) <= 2
    before = device.taps
    device.tap("help 1")
    assert device.taps - before == 1
    assert ("ana", expected[0].move.name) in state(device).fight.used


def test_a_feat_that_helps_stands_on_the_board_before_the_roll(store, at):
    room = ("explore", "enter 1", "card #goblin", "card #ogre", "fight cy+di #ogre | ana+bo #goblin")
    device = at(table_of(store, *room, depth="full"))
    assert play(device).moment == "roll"
    play(device).outlook()
    finished(device)
    helps = play(device).helps()
    assert helps
    assert isinstance(helps[0].move, m.Feat)
    assert "use/1" in device.at.board.drawn.places
    assert "use/1" in device.at.board.legal
    device.board("use/1")
    assert (helps[0].move.hero, "feat") in state(device).fight.used


def test_the_worth_of_a_help_is_said_as_what_the_chance_becomes():
    half = Fraction(1, 2)
    one = Help(m.Skill("ana", "dodge"), Fraction(3, 25), half, Fraction(-1), Fraction(0), half)
    assert said.help_words(one) == "nobody falls 50 → 62 in 100"
    assert said.help_words(replace(one, sure=False)) == "nobody falls ≥50 → ≥62 in 100"
    assert said.help_words(replace(one, safe=Fraction(0))) == "saves 0.5 hearts, 1 time more"
    assert said.help_words(replace(one, safe=Fraction(0), damage=Fraction(0), time=half)) == "saves 0.5 time"
    # What rounds to the same says nothing: then it is told by hearts.
    assert said.help_words(replace(one, safe=Fraction(1, 1000))).startswith("saves 0.5 hearts")


def test_chances_fit_their_cards_and_are_never_nothing_while_they_are_something():
    tiny, nearly = Fraction(1, 10**5), 1 - Fraction(1, 10**5)
    assert said.safe(nearly) == "safe >99 in 100"
    assert said.safe(nearly, exact=False) == "safe ≥ 99 in 100"
    assert said.nobody(nearly, exact=False) == "Nobody falls: at least 99 in 100"
    assert said.nobody(tiny) == "Nobody falls: <1 in 100"
    assert said.nobody(Fraction(1, 2), exact=False, counting=True) == "Nobody falls: still counting … ≥ 5 in 10"
    slim = Outlook(0.0, 1e-9, None, 1e-12, 1.0, (0.0,))
    assert said.win(slim) == "We win <1 in 100"
    assert said.win(replace(slim, exact=Fraction(0), most=0.0)) == "We cannot win"
    assert said.win(replace(slim, exact=Fraction(0), most=0.0, left_out=("dodge",))) == "We win <1 in 100"
    assert said.win(Outlook(1.0, 1.0, None, 1.0, 1.0, (0.0,))) == "We win >99 in 100"


# --------------------------------------------------------------------------------------- feats before an encounter

STORED = ("set ana stored 1", "explore", "enter 1", "card #ogre")


@pytest.mark.clause("one-deck-dungeon.feats.stored")
def test_stored_dice_are_in_the_odds_before_a_fight_and_named(store, at):
    device = finished(tall(at(table_of(store, *STORED, "set ana damage 3", heroes=1, deck="core"))))
    (drawn,), without = play(device).meeting.drawn(""), fights.counted(met_here(device), "stay alive")
    stronger = table_of(store, *STORED, "set ana damage 3", heroes=1, deck="core", depth="full")
    stronger.play("fight")
    stronger.play("feat ana")
    used = fights.going(stronger.game.cat, stronger.state)
    with_it = fights.counted(used, "stay alive")
    assert play(device).meeting.shown[0] == with_it
    assert drawn.safe == said.safe(with_it.safe)
    assert with_it.safe > without.safe
    becomes = said.becomes(without.safe, with_it.safe).replace("nobody falls", "safe")
    tile = ("use/ana/0", "Ana's stored die", becomes, True)
    assert drawn.aids == (tile,)
    # A tap spares it: then the card tells the odds without, and the tile still what it is worth.
    device.board("use/ana/0")
    (drawn,) = play(finished(device)).meeting.drawn("")
    assert play(device).meeting.shown[0] == without
    assert drawn.aids == ((*tile[:3], False),)


@pytest.mark.clause("one-deck-dungeon.feats.stored")
def test_light_rolls_the_stored_die_with_the_result(store, at):
    device = tall(at(table_of(store, *STORED, heroes=1, deck="core")))
    device.tap("primary")
    outlook = finished(device)
    play(outlook).outlook()
    finished(device)
    met = play(device).prepared(fights.going(device.table.game.cat, state(device)))
    assert met.fight.pool.heroic == 1
    device.tap("primary")
    assert state(device).heroes[0].stored == 0
    assert state(device).fight is None
    spared = tall(at(table_of(store, *STORED, heroes=1, deck="core")))
    finished(spared).board("use/ana/0")
    spared.tap("primary").tap("primary")
    assert state(spared).heroes[0].stored == 1


@pytest.mark.clause("one-deck-dungeon.feats.before")
def test_a_feat_that_would_help_is_offered_in_light_and_changes_the_card(store, at):
    lines = ("explore", "enter 1", "card #ogre", "set ana damage 1")
    table = companion.open_table(
        "one-deck-dungeon", ["Ana"], store=store, edition="core", deck="core", depth="light", tier="expert"
    )
    for line in ("hero ana archer", "dungeon dragons-cave", *lines):
        table.play(line)
    device = finished(tall(at(table)))
    (drawn,), before = play(device).meeting.drawn(""), play(device).meeting.shown[0]
    place, name, worth, on = drawn.aids[0]
    assert name.startswith("Eagle Eye")
    assert not on
    assert place in device.at.board.drawn.places
    device.board(place)
    (drawn,), after = play(finished(device)).meeting.drawn(""), play(device).meeting.shown[0]
    assert after.safe > before.safe
    assert worth == said.becomes(before.safe, after.safe).replace("nobody falls", "safe")
    assert drawn.aids[0] == (place, name, worth, True)


def test_where_the_cards_have_no_room_stored_dice_and_feats_are_chips(store, at):
    assert aids_fit(View(size=(366, 350)), 2) == 0
    assert aids_fit(View(size=(366, 515)), 2) >= 2
    device = at(table_of(store, *STORED, heroes=1, deck="core"))
    device.at.board.size = [366, 330]
    finished(device)
    (drawn,) = play(device).meeting.drawn("", play(device).fit)
    assert drawn.aids == ()
    (chip,) = [chip for chip in play(device).chips() if chip.id.startswith("ready ")]
    assert (chip.text, chip.on) == ("Ana's stored die", True)
    assert "with Ana's stored die" in device.at.tray.text
    play(device).act(chip.id)
    assert not play(device).meeting.plans.on(Aid("ana", 0, chip.text))
    tall(finished(device))
    assert not [chip for chip in play(device).chips() if chip.id.startswith("ready ")]


def test_a_feat_is_worth_before_the_roll_what_the_sentence_says(store, at):
    """The chance in the sentence is the one without the feat that its tile begins with."""
    device = at(table_of(store, *STORED, "fight", "set ana damage 3", heroes=1, deck="core", depth="full"))
    play(device).outlook()
    finished(device)
    (one,) = play(device).helps()
    known = play(device).thinker.best(fights.going(device.table.game.cat, state(device)), "stay alive")
    assert one.without == known.safe
    device.board("use/1")
    finished(device)
    now = play(device).thinker.best(fights.going(device.table.game.cat, state(device)), "stay alive")
    assert now.safe == one.without + one.safe


# ------------------------------------------------------------------------------------------------------- large rolls


def test_many_dice_lie_somewhere_at_once_and_the_best_comes_after(store, at):
    device = at(table_of(store, *ROOM, FIGHT, depth="full"))
    told = state(device)
    dice = "SSSSSAAAAAMMMMM"
    values = [1 + 7 * n % 6 for n in range(len(dice))]
    lying = in_order([Rolled(colour, value, "ana") for colour, value in zip(dice, values, strict=True)])
    fight = replace(told.fight, tasks=(), dice=lying, thrown=True)
    device.table.correct(replace(told, fight=fight), note="a large roll")
    device.app.screen.refresh()
    first = play(device).placed()
    assert not first.proven
    assert first.placement.covered
    assert play(device).sought
    assert "Looking for the best placement" in device.at.tray.text
    play(device).shown()
    finished(device)
    assert not play(device).sought
    best = play(device).placed()
    assert (best.loss.damage, best.loss.time) <= (first.loss.damage, first.loss.time)


def test_a_first_placement_keeps_to_armor():
    fight = read_fight("2/1/0/0 | S6wx:h A4:h S2:hh")
    first = rolled.first(rolled.Lying(fight, (("S", 3), ("S", 3), ("A", 5))))
    assert first.placement.covered == (0, 1)
    short = rolled.first(rolled.Lying(fight, (("S", 2), ("S", 1), ("A", 5))))
    assert short.placement.covered == ()
    assert short.loss.damage == 4


def test_dice_that_lie_on_boxes_already_are_settled(store, at):
    lines = (*ROOM, FIGHT, "roll S 6 5 2 A 5 4 4 1 M 3", "place S6 > 1")
    device = at(table_of(store, *lines, depth="full"))
    assert play(device).placed() is None
    assert "already" in device.at.tray.text
    assert device.at.actions["primary"].text == "We did that"


def test_a_loss_that_floors_add_to_is_told_by_floor_and_box():
    fight = read_fight("2/1/0/0 | S6w:h A4:h M5:hh S2:t G9w:p | wards prevent 1h | hearts 9")
    roll = rolled.Lying(fight, (("S", 3), ("S", 3), ("A", 2)), (), (1, 2))
    (best, *_) = rolled.shown(roll, "stay alive")
    assert best.placement.covered == (0,)
    floors = "floor 1 (Magic 5) 2 hearts; floor 2 (Strength 2, any 9 wide) 1 time, 1 poison"
    assert rolled.open_words(roll, best) == f"the card 1 heart; {floors}; 1 heart prevented"
    alone = rolled.Lying(read_fight("2/1/0/0 | S6w:h A4:h"), roll.dice)
    assert rolled.open_words(alone, rolled.shown(alone, "stay alive")[0]) == ""
    rule = rolled.Lying(read_fight("1/0/0/0 | S6:h | rules extra 2t if open"), (("S", 2),))
    assert rolled.open_words(rule, rolled.shown(rule, "stay alive")[0]) == "the card 1 heart; by a rule 2 time"


def test_a_placement_that_fells_somebody_says_so(store, at):
    lines = ("set ana damage 3", "explore", "enter 1", "card #ogre", "fight", "roll S 1 1 1 1 A 1 1 M 1")
    device = finished(at(table_of(store, *lines, heroes=1, deck="core", dungeon="dragons-cave", depth="full")))
    play(device).shown()
    finished(device)
    assert "the party falls" in device.at.tray.text
    assert "floor 1" in device.at.tray.text
    device.tap("primary")
    assert state(device).ended == "fallen"


def test_who_takes_the_damage_is_one_clear_choice(store, at):
    """Of ten ways to share nine damage those are offered that nobody falls of."""
    table = table_of(store, heroes=2, deck="core", dungeon="dragons-cave")
    state_ = table.state
    cat, handles = table.game.cat, state_.handles

    def offered(n, *damage):
        hurt = [replace(hero, damage=have) for hero, have in zip(state_.heroes, damage, strict=True)]
        there = replace(state_, heroes=tuple(hurt), due=(Due("damage", n, handles),))
        moves = [m.Damage(shares) for shares in shared(handles, n)]
        return pads.due_choice(cat, there, moves, "who?")

    # Ana has 4 hearts and Bo 3: five can be borne in one way alone, nine in none.
    assert [move.shares for move in offered(5, 0, 0).moves.values()] == [(("ana", 3), ("bo", 2))]
    assert offered(5, 0, 0).ask.steps[0].prompt == "5 damage: only so nobody falls"
    assert [move.shares for move in offered(2, 2, 0).moves.values()] == [(("ana", 1), ("bo", 1)), (("bo", 2),)]
    (key,) = offered(9, 0, 0).ask.steps[0].keys
    assert (key.label, key.sub) == ("The party falls", "9 is more than can be borne")
    assert len(offered(2, 0, 0).moves) == 3


@pytest.mark.clause("one-deck-dungeon.potions.healing")
def test_a_potion_is_offered_where_it_would_do_something(store, at):
    device = at(table_of(store, "explore", heroes=2, deck="core"))
    chips = [chip.id for chip in play(device).chips()]
    assert state(device).potions
    assert "potion" not in chips
    hurt = at(table_of(store, "explore", "set bo damage 1", heroes=2, deck="core"))
    assert "potion" in [chip.id for chip in play(hurt).chips()]
    assert {move.hero for move in play(hurt).potions()} == {"bo"}


def test_skilled_odds_count_more_than_bare_ones(store, at):
    device = at(skilled(store, "explore", "enter 1", "card #goblin"))
    met = met_here(device)
    bare = met.bare()
    assert "valor" in bare.left_out
    assert Skilled(met.fight, met.fighters).nobody_falls >= Skilled(bare.fight, bare.fighters).nobody_falls


def test_an_estimate_and_a_bound_make_no_product(store, at):
    device = at(table_of(store, *ROOM))
    one = play(device).meeting
    thinker, sides = play(device).thinker, list(zip(one.split.pairs, one.cards, strict=True))
    first, second = (one.fight(pair, n, fights.ways(one.cat, one.state, n)[0]) for pair, n in sides)
    bound = fights.sure(first, "stay alive")
    half = replace(bound, safe=Fraction(1, 2))
    thinker._known.clear()
    one.way[2] = 1
    thinker._known["sure", first, "stay alive"] = half
    thinker._known["about", first, "stay alive"] = replace(half, safe=Fraction(3, 4), about=True)
    thinker._known["sure", one.fight(sides[1][0], 2, 1), "stay alive"] = half
    assert second is not None
    assert (one.nobody, one.about) == (Fraction(1, 4), False)
    thinker._known["about", one.fight(sides[1][0], 2, 1), "stay alive"] = replace(half, about=True, safe=Fraction(2, 3))
    assert (one.nobody, one.about) == (Fraction(1, 2), True)


def test_just_ask_says_that_it_still_counts_until_the_odds_are_there():
    page = Asking(lambda: None, "ogre 3/2/2/0 3 2")
    met = page.fight(page.fights[0])
    page._think()
    bound = fights.sure(met, "stay alive")
    assert page.counting
    assert page.heading() == said.nobody(bound.safe, exact=False, counting=True)
    assert "still counting …" in page.sentence()
    texts = [item.text for item in page.rows(read(DIGEST), "sheet") if isinstance(item, Text)]
    assert any(text.startswith("Still counting …") for text in texts)
    told = Odds.between("Nobody falls", bound.safe, Fraction(1))
    assert [item.sub for item in page.rows(read(DIGEST), "sheet") if isinstance(item, Button)] == [at_a_glance(told)]
    page.thinker.finish()
    assert not page.counting
    exact = fights.counted(met, "stay alive")
    assert page.sentence() == page.heading() == said.nobody(exact.safe)
    assert not any("counting" in item.text for item in page.rows(read(DIGEST), "sheet") if isinstance(item, Text))
