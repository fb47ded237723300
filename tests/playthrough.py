"""Golden playthroughs: a whole game as text, with what could be done, what was refused and what it scored.

`python -m tests.playthrough` writes the files anew from the recipes below; the suite replays the moves that stand in
them and compares line by line. Read the difference before keeping it: a changed line is a changed rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.edition import Edition, package_of
from companion.engine.errors import CompanionError
from companion.engine.game import NOBODY, TABLE, Game, Move, Seat
from companion.engine.rulebook import load
from companion.games.four_doors.policies import greedy
from companion.games.one_deck_dungeon.policies import greedy as careful
from companion.games.shadowgate.policies import greedy as striving

FOLDER = Path(__file__).parent / "golden"
NAMES = ("ana", "bo", "cy", "dee", "eve")
FULL_EVERY = 10
"""Every so many steps all legal moves are listed, not only counted."""


@dataclass(frozen=True)
class Recipe:
    """How a playthrough is made: the game, how many play, the options, the seed, and moves to try at every step.

    `skip`: how often a reveal is left untold; `free`: how often an aside is played; `player` chooses instead of chance.
    """

    name: str
    game: str
    players: int
    seed: int
    skip: float = 0.0
    options: Mapping[str, Any] = field(default_factory=dict)
    probes: tuple[str, ...] = ()
    free: float = 0.0
    player: Callable[[Any, Any, Random], Move] | None = None


FOUR_KEYS_PROBES = ("renew", "take 1D", "take 2K push 1K", "place e4", "place g7", "point e4 up", "reveal 1K H/C")

FOUR_DOORS_PROBES = (
    "move up",
    "search",
    "done",
    "shadow purple left",
    "draw ?",
    "reshuffled",
    "clear purple left",
    "mark gold right",
    "pawn ana gold",
    "stand up",
)

SHADOWGATE = (
    "attempt 1",
    "cycle 1 from II",
    "made 2",
    "done",
    "flip",
    "ability",
    "riddle with death",
    "attack strength",
    "red mental",
    "hall",
    "out ana",
)

ONE_DECK = (
    "explore",
    "enter 2",
    "flee",
    "option 1",
    "roll S 6 5 4 3 A 6 5 M 4",
    "place S6 > 1",
    "settle",
    "damage ana 1",
    "loot 1 xp",
    "descend",
    "potion healing ana",
    "set ana damage 1",
    "result ana 1",
)

RECIPES = (
    Recipe("four_keys_two_players", "four-keys", 2, 11, probes=FOUR_KEYS_PROBES),
    Recipe("four_keys_three_players", "four-keys", 3, 12, probes=FOUR_KEYS_PROBES),
    Recipe("four_keys_four_players_untold", "four-keys", 4, 13, skip=0.3, probes=FOUR_KEYS_PROBES),
    Recipe("four_keys_light", "four-keys", 2, 14, options={"depth": "light"}, probes=FOUR_KEYS_PROBES),
    Recipe(
        "four_keys_house_rules",
        "four-keys",
        2,
        15,
        options={"acolyte_collects": False, "acolyte_renew": True, "multiplicity": False, "start_order_2p": True},
        probes=FOUR_KEYS_PROBES,
    ),
    Recipe("four_doors_solo_won", "four-doors", 1, 0, player=greedy, probes=FOUR_DOORS_PROBES),
    Recipe(
        "four_doors_two_players_won",
        "four-doors",
        2,
        2,
        options={"difficulty": "intro"},
        player=greedy,
        probes=FOUR_DOORS_PROBES,
    ),
    Recipe("four_doors_two_players_door", "four-doors", 2, 0, skip=0.2, free=0.1, probes=FOUR_DOORS_PROBES),
    Recipe(
        "four_doors_five_players_skull",
        "four-doors",
        5,
        0,
        options={"difficulty": "epic"},
        player=greedy,
        probes=FOUR_DOORS_PROBES,
    ),
    Recipe("four_doors_five_players_cards", "four-doors", 5, 0, free=0.2, probes=FOUR_DOORS_PROBES),
    Recipe("four_doors_light", "four-doors", 3, 1, options={"depth": "light"}, probes=FOUR_DOORS_PROBES),
    Recipe("four_doors_sides", "four-doors", 4, 2, options={"depth": "sides"}, probes=FOUR_DOORS_PROBES),
    Recipe(
        "four_doors_house_rules",
        "four-doors",
        2,
        6,
        free=0.1,
        options={
            "give_on_beacon": True,
            "relic_windows": False,
            "oil_stacks": False,
            "lumen_over_limit": False,
            "lumen_consent": True,
            "difficulty": "heroic",
            "hidden": True,
        },
        probes=FOUR_DOORS_PROBES,
    ),
    Recipe("one_deck_solo_boss", "one-deck-dungeon", 1, 6, options={"tier": "novice"}, player=careful, probes=ONE_DECK),
    Recipe("one_deck_two_heroes", "one-deck-dungeon", 2, 7, free=0.1, player=careful, probes=ONE_DECK),
    Recipe("one_deck_two_heroes_untold", "one-deck-dungeon", 2, 7, skip=0.05, free=0.1, probes=ONE_DECK),
    Recipe(
        "one_deck_four_heroes_hybrid",
        "one-deck-dungeon",
        4,
        8,
        options={"deck": "hybrid", "tier": "standard"},
        player=careful,
        probes=ONE_DECK,
    ),
    Recipe(
        "one_deck_light_hybrid",
        "one-deck-dungeon",
        4,
        9,
        options={"deck": "hybrid", "depth": "light", "tier": "novice"},
        player=careful,
        probes=ONE_DECK,
    ),
    Recipe(
        "one_deck_house_rules",
        "one-deck-dungeon",
        4,
        13,
        free=0.1,
        options={
            "deck": "forest",
            "tier": "standard",
            "reference": "cure",
            "hordes": "yes",
            "poison_counts_party": True,
            "boss_resist": True,
            "swarm_per_card": True,
            "standard_xp_cards": True,
            "xp_cards_return": True,
            "poison_supply_damage": True,
        },
        player=careful,
        probes=ONE_DECK,
    ),
    Recipe("shadowgate_beginner", "shadowgate", 2, 5, options={"mode": "beginner"}, player=striving, probes=SHADOWGATE),
    Recipe("shadowgate_tie_break", "shadowgate", 4, 67, player=striving, probes=SHADOWGATE),
    Recipe("shadowgate_competition", "shadowgate", 3, 0, options={"mode": "competition"}, free=0.1, probes=SHADOWGATE),
    Recipe("shadowgate_untold", "shadowgate", 2, 0, skip=0.1, player=striving, probes=SHADOWGATE),
    Recipe("shadowgate_light", "shadowgate", 3, 1, options={"depth": "light"}, player=striving, probes=SHADOWGATE),
    Recipe(
        "shadowgate_house_rules",
        "shadowgate",
        2,
        0,
        options={
            "general_from_inventory": False,
            "clamp_before_dice": False,
            "torch_penalty_scope": False,
            "dice_divide_freely": False,
            "skulls_of_three": True,
            "setup_event_resolves": False,
        },
        player=striving,
        probes=SHADOWGATE,
    ),
)


def bound(game_id: str) -> Game:
    """Return the game with its practice cards."""
    rules: type[Game] = import_module(f"{package_of(game_id)}.rules").GAME
    return rules(Edition.load(game_id, "practice"), load(game_id))


def start(game: Game, recipe: Recipe) -> Any:
    """Return the position before anything is drawn."""
    return game.setup([Seat(name, name.title()) for name in NAMES[: recipe.players]], recipe.options)


def chosen(recipe: Recipe) -> Iterator[str]:
    """Choose the moves of a playthrough by its seed."""
    game, rng = bound(recipe.game), Random(recipe.seed)
    state = start(game, recipe)
    while (actor := game.actor(state)) != NOBODY:
        asides = list(game.asides(state)) if recipe.free and rng.random() < recipe.free else []
        if asides:
            move = rng.choice(asides)
        elif actor == TABLE and rng.random() >= recipe.skip:
            move = game.chances(state).sample(rng)
        elif actor != TABLE and recipe.player is not None:
            move = recipe.player(game, state, rng)
        else:
            move = rng.choice(list(game.legal(state)))
        yield game.spell(move, state)
        state = game.apply(state, move)


def told(recipe: Recipe, moves: list[str]) -> Iterator[str]:
    """Tell a game line by line, from the moves that were made."""
    game = bound(recipe.game)
    state = start(game, recipe)
    yield f"{game.title}: {recipe.players} players, options {dict(recipe.options)}, rules version {game.rules_version}"
    for step, text in enumerate(moves, start=1):
        yield from _position(game, state, step, recipe)
        move = game.parse(text, state)
        yield f"> {text}"
        yield f"  {game.describe(move, state)}"
        state = game.apply(state, move)
    yield from _end(game, state)


def _position(game: Game, state: Any, step: int, recipe: Recipe) -> Iterator[str]:
    legal = [game.spell(move, state) for move in game.legal(state)]
    asides = [game.spell(move, state) for move in game.asides(state)]
    yield f"[{step}] {game.actor(state)}: {game.prompt(state).sentence} ({game.progress(state)})"
    if step % FULL_EVERY == 1:
        yield f"  legal: {'; '.join(legal)}"
        yield f"  asides: {'; '.join(asides)}"
        yield from _scores(game, state)
        yield from _probes(game, state, recipe.probes)
    else:
        yield f"  legal {len(legal)}, asides {len(asides)}"


def _probes(game: Game, state: Any, probes: tuple[str, ...]) -> Iterator[str]:
    for text in probes:
        try:
            verdict = game.check(state, game.parse(text, state))
        except CompanionError as unreadable:
            yield f"  {text}? {unreadable}"
            continue
        word = "cannot tell" if verdict.cannot_tell else "yes" if verdict else "no"
        yield f"  {text}? {word}. {verdict.reason} {' '.join(verdict.clauses)}".rstrip()


def _scores(game: Game, state: Any) -> Iterator[str]:
    for sheet in game.score(state):
        lines = ", ".join(f"{line.what} {line.points}..{line.up_to} ({line.why})" for line in sheet.lines)
        yield f"  {sheet.seat} {sheet.points}..{sheet.up_to}: {lines}"


def _end(game: Game, state: Any) -> Iterator[str]:
    outcome = game.outcome(state)
    yield "[end]"
    yield from _scores(game, state)
    for problem in game.problems(state):
        yield f"  problem: {problem.text}"
    yield f"  outcome: {outcome.reason if outcome else 'none'} {outcome.clause if outcome else ''}".rstrip()


def main() -> None:
    """Write every playthrough anew."""
    FOLDER.mkdir(exist_ok=True)
    for recipe in RECIPES:
        moves = list(chosen(recipe))
        (FOLDER / f"{recipe.name}.txt").write_text("\n".join(told(recipe, moves)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
