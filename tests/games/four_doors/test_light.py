"""Light depth, sides, observations, things told later, hidden hands."""

from __future__ import annotations

import pytest

from companion.engine.game import NOBODY, TABLE
from companion.engine.table import Table
from companion.games.four_doors.cards import UNTOLD, mark
from companion.games.four_doors.moves import Depth, Shadow
from companion.games.four_doors.names import card_name, every_card
from tests.games.four_doors.following import PLAIN, Deck, begin, blank_box, card, dealt, lay, practice, random_game


@pytest.mark.clause("four-doors.shadows.placing", "four-doors.shadows.number")
def test_light_follows_the_tower_without_hands() -> None:
    follower = dealt(3, depth="light")
    assert follower.actor == "ana"
    assert follower.state.down == 48 - 9 - 9
    assert follower.state.laid == 9
    follower.play("clear purple left; clear green right; done")
    assert follower.counts("purple") == (1, 1)
    assert follower.actor == TABLE
    assert follower.state.falling == 2
    follower.play("shadow blue left; shadow blue left")
    assert follower.state.active == "bo"
    assert follower.counts("blue") == (3, 1)
    assert all(player.hand == type(player.hand)() for player in follower.state.players)


@pytest.mark.clause("four-doors.shadows.flip", "four-doors.shadows.shut", "four-doors.end.door")
def test_light_infers_flips_shut_doors_and_losses() -> None:
    follower = dealt(2, depth="light")
    follower.play("mark purple left")
    assert follower.state.step == "fall"
    follower.play("mark purple left")
    assert follower.door("purple").half
    assert follower.state.active == "bo"
    follower.play("relic purple; mark purple left")
    assert follower.state.tower.gone == ("purple",)
    follower.play("mark purple left")
    assert follower.state.active == "ana"
    follower.play("mark green left; mark green left; mark green left; mark green left")
    assert follower.state.ended == "door"
    assert follower.actor == NOBODY


@pytest.mark.clause("four-doors.pile.run-out", "four-doors.pile.rate-at-once", "four-doors.end.skull")
def test_light_is_told_when_the_pile_runs_out() -> None:
    follower = dealt(2, depth="light")
    follower.play("level +2; done; shadow gold left; reshuffled")
    assert follower.state.track.level == 4
    assert follower.state.bound == 3
    assert follower.state.mixed
    follower.play("shadow gold left; shadow blue left; reshuffled; level -1; level +2; level +1")
    assert follower.state.ended == "skull"


def test_light_knows_when_no_card_can_be_left() -> None:
    follower = dealt(2, depth="light")
    follower.play("pile 3; done")
    assert follower.state.down == 1
    follower.play("shadow blue left")
    follower.refused("mark blue left", "pile.run-out")
    assert [follower.game.spell(move, follower.state) for move in follower.game.legal(follower.state)] == ["reshuffled"]
    follower.refused("pile 99", "components.player-cards")


def test_hands_are_not_followed_in_light() -> None:
    follower = dealt(2, depth="light")
    follower.refused("search", "turn.steps")
    follower.refused("draw ?", "turn.steps")
    follower.play("full")
    assert follower.state.full
    follower.play("hand ana #1 #2 ?; search; draw ?")
    assert follower.hand("ana") == 4
    follower.play("light; done")
    assert follower.state.falling == 2
    follower.refused("light", "turn.steps")
    assert isinstance(follower.game.parse("sides", follower.state), Depth)


def test_sides_asks_for_the_marks_of_drawn_cards() -> None:
    follower = dealt(2, depth="sides")
    follower.play("done")
    assert follower.actor == TABLE
    moves = list(follower.game.legal(follower.state))
    assert len(moves) == 9
    follower.play("draw blue left gold right")
    assert mark("blue", "left") in follower.player("ana").hand
    law = follower.game.chances(follower.state)
    assert law.total == sum(law.weight(move) for move in law)
    left = {move.card: law.probability(move) for move in law if isinstance(move, Shadow)}
    assert left[mark("blue", "left")] * 37 == 4
    assert left[mark("purple", "left")] * 37 == 4
    assert left[mark("gold", "left")] * 37 == 5
    follower.play("shadow gold left; shadow gold left; reshuffled")
    assert follower.hand("ana") == 0
    follower.play("hand ana blue left gold left")
    assert follower.hand("ana") == 2


@pytest.mark.clause("four-doors.end.win")
def test_the_beacon_is_lit_in_light_on_the_tables_word() -> None:
    follower = dealt(2, depth="light")
    follower.play("relic purple; relic green; relic oil")
    follower.refused("relic blue", "actions.find-once")
    follower.play("relic gold bo")
    verdict = follower.check("spell luminous-flux")
    assert verdict.cannot_tell
    follower.play("pawn ana beacon; spell luminous-flux")
    assert follower.state.ended == "won"


def test_light_with_a_box_nobody_knows() -> None:
    follower = begin(2, game=blank_box(), depth="light")
    follower.play("doors red green blue gold")
    while follower.state.step == "setup":
        follower.play("shadow red left; shadow green left; shadow blue right")
    follower.play("mark gold left; mark gold left; mark gold left; mark gold left; rate 3")
    assert follower.counts("gold") == (3, 0)
    assert follower.door("gold").half
    assert follower.state.bound == 3
    follower.play("skull")
    assert follower.state.ended == "skull"


@pytest.mark.clause("four-doors.shadows.number")
def test_a_rate_that_nobody_told_is_not_named() -> None:
    """The log promises no number for a space of the Shadow Level of which the box tells nothing."""
    for game, said in ((blank_box(), "the level rises, and"), (practice(), "the level rises to 2 cards a fall, and")):
        follower = begin(2, game=game, depth="light")
        follower.play("doors purple green blue gold")
        while follower.state.step == "setup":
            follower.play("shadow purple left; shadow green left; shadow blue right")
        move = follower.game.parse("reshuffled", follower.state)
        assert follower.game.describe(move, follower.state) == f"The pile ran out: {said} the discards are shuffled."


@pytest.mark.clause("four-doors.components.player-cards")
def test_a_refusal_names_cards_in_words() -> None:
    here = table("shadow #1", depth="full")
    told = here.check("shadow #1").reason
    assert told == f"Every {card_name(card('#1')).removeprefix('a ')} has been seen already."
    assert every_card(mark("purple", "left")) == "Every Purple left card"
    assert every_card(UNTOLD) == "Every card"


@pytest.mark.parametrize("depth", ["light", "sides"])
def test_random_games_end(depth: str) -> None:
    for seed in range(4):
        for game in (practice(), blank_box()):
            history = random_game(seed, 2, game=game, skip=0.2, depth=depth)
            assert history[-1][0].ended


# -------------------------------------------------------------------------------------------------------- observations


def test_what_is_seen_corrects_a_full_game() -> None:
    follower = lay("purple @ana / green / blue / gold 1|0", "ana bo")
    down = follower.state.down
    follower.play("mark blue left; half gold; pawn bo green; clear gold left; relic gold; turn bo")
    assert follower.counts("blue") == (1, 0)
    assert follower.state.down == down - 1
    assert follower.door("gold").half
    assert follower.player("ana").relics == ("gold",)
    assert follower.state.active == "bo"
    assert follower.state.left == 3
    follower.play("open gold")
    assert not follower.door("gold").half
    for step, clause in (
        ("open gold", "shadows.flip"),
        ("clear gold left", "actions.any-shadow"),
        ("level -5", "setup.level"),
        ("rate 77", "setup.level"),
        ("pawn bo green", "adventurers.no-move"),
    ):
        follower.refused(step, clause)


@pytest.mark.clause("four-doors.information.open")
def test_an_untold_card_is_told_wherever_it_lies() -> None:
    deck = Deck()
    shadow = deck.take(at="purple", side="left")
    text = "purple 1|0 @ana / green / blue / gold / hand bo ?+? / discard 1 / hollow 1"
    follower = lay(text, "ana bo")
    assert set(follower.game.tokens(follower.state)) == {"purple.left.1", "bo.1", "bo.2", "discard.1", "hollow.1"}
    before = len(follower.state.unseen)
    follower.play(f"is purple.left.1 {shadow}; is bo.1 #30; is discard.1 #31; is hollow.1 #32")
    assert follower.game.tokens(follower.state) == ("bo.1",)
    assert len(follower.state.unseen) == before - 4
    assert card("#30") in follower.player("bo").hand
    follower.refused("is purple.left.1 #33", "information.open")
    follower.refused("is purple.left.7 #33", "information.open")
    follower.refused("is bo.1 #30", "components.player-cards")
    follower.refused("is shadow blue left", "shadows.placing")
    assert follower.game.tell(follower.state, "bo.1", "#33") == follower.game.parse("is bo.1 #33", follower.state)


def table(*steps: str, n: int = 2, **options: object) -> Table:
    opened = Table.start(practice(), ["Ana", "Bo", "Cy"][:n], options)
    opened.play("; ".join(["doors purple green blue gold", *steps]))
    return opened


def test_a_wrong_shadow_is_fixed_where_it_was_told() -> None:
    marks = [f"shadow {name} left; shadow {name} right" for name in ("purple", "green", "blue", "gold")]
    opened = table(*marks, "shadow gold left", depth="light")
    opened.play("done; shadow blue left; shadow blue left; done")
    opened.tell("blue.left.3", "blue right")
    assert len(opened.state.tower["blue"].left) == 2
    assert len(opened.state.tower["blue"].right) == 2
    assert opened.state.active == "bo"


def test_a_wrong_card_in_a_hand_is_fixed_and_an_untold_one_told() -> None:
    marks = [f"shadow {name} left; shadow {name} right" for name in ("purple", "green", "blue", "gold")]
    opened = table(*marks, "shadow gold left", n=2)
    opened.play("adventurer ana wanderer; adventurer bo summoner; draw #1; draw ?; draw #3; draw ?; draw ?; draw ?")
    opened.play("first ana")
    place = next(f"ana.{n}" for n, one in enumerate(opened.state.player("ana").hand, start=1) if one == card("#1"))
    opened.tell(place, "#2")
    assert card("#2") in opened.state.player("ana").hand
    assert card("#1") in opened.state.unseen
    opened.tell(next(token for token in opened.game.tokens(opened.state) if token.startswith("ana")), "#5")
    assert card("#5") in opened.state.player("ana").hand


def test_the_table_plays_reshuffles_in_the_middle_of_a_draw_by_itself() -> None:
    marks = [f"shadow {name} left; shadow {name} right" for name in ("purple", "green", "blue", "gold")]
    opened = table(*marks, "shadow gold left", "adventurer ana wanderer; draw ?; draw ?; draw ?; draw ?", n=1)
    opened.play("first ana; clear gold left; pile 0; search")
    assert opened.state.reshuffles == 1
    assert any("ran out" in record.sentence for record in opened.log)
    opened.undo()
    assert opened.state.reshuffles == 0


# -------------------------------------------------------------------------------------------------------- hidden hands


@pytest.mark.clause("four-doors.information.hidden", "four-doors.information.open")
def test_hidden_hands_are_seen_by_their_owner_only() -> None:
    follower = lay(f"{PLAIN} / hand ana #1+#2 / hand bo #3", "ana bo", hidden=True)
    game, state = follower.game, follower.state
    mine = game.view(state, "ana")
    assert mine.player("ana").hand == state.player("ana").hand
    assert list(mine.player("bo").hand) == [UNTOLD]
    assert card("#3") in mine.unseen
    assert card("#1") not in mine.unseen
    nobody = game.view(state, "")
    assert [len(player.hand) for player in nobody.players] == [2, 1]
    assert all(one == UNTOLD for player in nobody.players for one in player.hand)
    open_game = lay(f"{PLAIN} / hand ana #1", "ana bo")
    assert open_game.game.view(open_game.state, "bo") == open_game.state


def test_what_a_viewer_sees_does_not_depend_on_hidden_cards() -> None:
    one = lay(f"{PLAIN} / hand ana #1 / hand bo #3", "ana bo", hidden=True)
    other = lay(f"{PLAIN} / hand ana #1 / hand bo #20", "ana bo", hidden=True)
    assert one.game.view(one.state, "ana") == other.game.view(other.state, "ana")
    assert one.game.view(one.state, "bo") != other.game.view(other.state, "bo")


@pytest.mark.clause("four-doors.information.hidden")
def test_the_log_names_no_card_that_comes_into_a_hidden_hand() -> None:
    follower = lay(f"{PLAIN} / hand ana #1+#2 / hand bo #3", "ana bo", hidden=True)
    game, state = follower.game, follower.state
    moves = (f"give #1 {state.players[1].handle}", "is ana.1 #1", "draw #20")
    for text in moves:
        move = game.parse(text, state)
        assert card_name(card("#1")) not in game.describe(move, state)
        assert card_name(card("#20")) not in game.describe(move, state)
        assert "#" not in game.describe(move, state)
    assert game.describe(game.parse("discard #1", state), state).endswith(f"{card_name(card('#1'))}.")


@pytest.mark.clause("four-doors.information.hidden")
@pytest.mark.parametrize(("said", "meant"), [("yes", True), ("no", False), (True, True)])
def test_hidden_hands_are_a_word_or_a_truth_value(said: object, meant: bool) -> None:
    assert dealt(2, hidden=said).state.hidden is meant
