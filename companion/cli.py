"""The `companion` command. An error is one plain sentence on the standard error and exit code 2, never a traceback."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer
from typer.core import TyperGroup

import companion
from companion import printing
from companion.engine import rulebook
from companion.engine.edition import OUR_BOX, Edition, editions, package_of, place_of
from companion.engine.errors import CompanionError, UnknownNameError, UnreadableError, excerpt
from companion.engine.game import Question, ScoreSheet
from companion.engine.home import write_atomically
from companion.engine.odds import Odds
from companion.games import game_class

if TYPE_CHECKING:
    from companion.engine.store import Store
    from companion.engine.table import Table
    from companion.games.four_doors.rules import FourDoors
    from companion.games.four_doors.state import Position

Asking: TypeAlias = tuple[Sequence[Question], Callable[[Question], Odds]]
"""Questions, and what answers them."""

MOST_CLAUSES = 12
"""Clauses that a search prints; more are counted only."""
ASKED = {
    "depth": "How closely",
    "difficulty": "How hard",
    "mode": "Which mode",
    "tier": "How hard",
    "deck": "Which encounter deck",
    "reference": "Which potion is on the turn reference",
    "hordes": "With the Hordes card",
    "hidden": "With hidden hands",
}
"""How the settings of a new table are asked for."""
USUAL = {
    "depth": "full",
    "difficulty": "standard",
    "mode": "standard",
    "tier": "standard",
    "deck": "core",
    "reference": "healing",
    "hordes": "no",
    "hidden": "no",
}
"""What they are unless somebody says otherwise."""


class PlainErrors(TyperGroup):
    """Commands that say what went wrong in one sentence."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command; say an error that is meant for people, and end with code 2."""
        try:
            return super().invoke(ctx)
        except CompanionError as error:
            printing.complain(str(error))
        except OSError as error:
            what = f"{excerpt(str(error.filename))}: " if error.filename else ""
            printing.complain(f"{what}{error.strerror or error}.")
        raise typer.Exit(2)


def _group(help: str, invoke_without_command: bool = False) -> typer.Typer:
    return typer.Typer(
        cls=PlainErrors,
        help=help,
        invoke_without_command=invoke_without_command,
        no_args_is_help=not invoke_without_command,
        add_completion=False,
        pretty_exceptions_enable=False,
    )


app = _group("Follow a board game at a real table: what is allowed and why, what it scores, how likely it is.")
edition_app = _group("The cards of a box: list them, check them, describe them.")
tables_app = _group("The saved tables: list them, rename them, put them away, end them.", invoke_without_command=True)
app.add_typer(edition_app, name="edition")
app.add_typer(tables_app, name="tables")

GameId = Annotated[str, typer.Argument(help="the game, such as four-keys", metavar="GAME")]
EditionName = Annotated[str, typer.Argument(help="practice, our-box, or a TOML file", metavar="EDITION")]
TableId = Annotated[str, typer.Argument(help="the four letters and digits of a table", metavar="TABLE")]
House = Annotated[list[str] | None, typer.Option("--house", help="a house rule, such as multiplicity=off")]


@app.command()
def serve(
    lan: Annotated[bool, typer.Option("--lan", help="let phones of this network in")] = False,
    port: Annotated[int, typer.Option(help="where to listen", min=0, max=65535)] = 8866,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page here")] = True,
    token: Annotated[str | None, typer.Option(help="what phones must bring; random if not given")] = None,
    home: Annotated[Path | None, typer.Option(help="folder of the saved tables")] = None,
) -> None:
    """Open Companion in the browser, and with --lan on the phones around."""
    from companion.ui.server import serve as run

    run(port=port, lan=lan, open_browser=browser, token=token, home=home)


@app.command()
def play(
    table: Annotated[str | None, typer.Argument(help="a saved table to go on with; none begins a new one")] = None,
    game: Annotated[str, typer.Option(help="the game of a new table")] = "four-keys",
    players: Annotated[str | None, typer.Option(help="names in seating order, such as 'Ana,Bo'")] = None,
    edition: Annotated[str | None, typer.Option(help="practice, our-box, or a TOML file")] = None,
    depth: Annotated[str | None, typer.Option(help="how closely: light, sides (The Four Doors), full")] = None,
    difficulty: Annotated[str | None, typer.Option(help="The Four Doors: intro, standard, heroic, epic")] = None,
    mode: Annotated[str | None, typer.Option(help="Shadowgate: beginner, standard, competition")] = None,
    tier: Annotated[str | None, typer.Option(help="One Deck Dungeon: novice, standard, expert")] = None,
    deck: Annotated[str | None, typer.Option(help="One Deck Dungeon: core, forest, hybrid")] = None,
    reference: Annotated[str | None, typer.Option(help="One Deck Dungeon, the potion: healing, cure")] = None,
    hordes: Annotated[str | None, typer.Option(help="One Deck Dungeon with four heroes: no, yes")] = None,
    hidden: Annotated[str | None, typer.Option(help="The Four Doors with hands held hidden: no, yes")] = None,
    seed: Annotated[int | None, typer.Option(help="start of the chance of a practice game")] = None,
    house: House = None,
) -> None:
    """Follow a game in the terminal; a line is what happened, ? lists what may be done now."""
    from companion.terminal import HELP, Session

    settings = {
        "depth": depth,
        "difficulty": difficulty,
        "mode": mode,
        "tier": tier,
        "deck": deck,
        "reference": reference,
        "hordes": hordes,
        "hidden": hidden,
    }
    followed = companion.load_table(table) if table else _new_table(game, players, edition, settings, seed, house)
    head = followed.header
    printing.say(f"Table {head.id}: {', '.join(seat.name for seat in head.players)}; {followed.game.edition.label}.")
    printing.say("help lists the words that help; ? what may be done now." if table else HELP)
    Session(followed).run(_lines())
    printing.say(f"Saved. Go on with: companion play {head.id}")


def _new_table(
    game: str,
    players: str | None,
    edition: str | None,
    settings: Mapping[str, str | None],
    seed: int | None,
    house: Sequence[str] | None,
) -> Table:
    """Set a new table up; ask for what was not said, unless the players were."""
    rules = game_class(game)
    ask = players is None
    if players is None:
        players = str(typer.prompt("Who plays, in seating order (names with commas between them)"))
    if edition is None:
        edition = str(typer.prompt(f"Which cards ({', '.join(editions(game))})", "practice")) if ask else "practice"
    chosen: dict[str, Any] = {name: value for name, value in settings.items() if value is not None}
    said = house_rules(house)
    for name, words in rules.settings.items():
        if name not in {*chosen, *said}:
            asked = f"{ASKED[name]} ({', '.join(words)})"
            chosen[name] = str(typer.prompt(asked, USUAL[name])) if ask else USUAL[name]
    names = [name.strip() for name in players.split(",")]
    return companion.open_table(game, names, edition=edition, seed=seed, **chosen, **said)


def _lines() -> Iterator[str]:
    """Yield what people type, line by line, until the input ends."""
    if sys.stdin.isatty():
        # Gives the arrow keys and the history to input().
        import readline  # noqa: F401
    while True:
        try:
            yield input()
        except (EOFError, KeyboardInterrupt):
            return


@tables_app.callback()
def tables(
    ctx: typer.Context,
    everything: Annotated[bool, typer.Option("--all", help="list those that were put away too")] = False,
) -> None:
    """List the saved tables, the one entered last first."""
    if ctx.invoked_subcommand is not None:
        return
    found = companion.tables(archived=everything)
    for one in found:
        printing.say(f"{one.id}  {one.line}{'  (put away)' if one.archived else ''}")
    if not found:
        printing.say("No tables yet. Begin one with: companion play")


@tables_app.command("rename")
def tables_rename(table: TableId, title: Annotated[list[str], typer.Argument(help="what to call it")]) -> None:
    """Call a table something else."""
    followed = companion.load_table(table)
    followed.rename(" ".join(title))
    printing.say(f"{followed.id} is now called {followed.header.title}.")


@tables_app.command("archive")
def tables_archive(
    table: TableId, back: Annotated[bool, typer.Option("--back", help="take it out again")] = False
) -> None:
    """Put a table away from the list."""
    header = _saved().archive(table, not back)
    printing.say(f"{header.id} is {'back in the list' if back else 'put away; tables --all lists it'}.")


@tables_app.command("delete")
def tables_delete(
    table: TableId, sure: Annotated[bool, typer.Option("--yes", help="do not ask again")] = False
) -> None:
    """Delete a table and everything that was entered, for good."""
    if sure or typer.confirm(f"Delete {table.upper()} for good?"):
        _saved().delete(table)
        printing.say(f"{table.upper()} is gone.")


@tables_app.command("end")
def tables_end(
    table: TableId, back: Annotated[bool, typer.Option("--back", help="go on with it after all")] = False
) -> None:
    """Agree to end a game before its end; says how everyone stands."""
    followed = companion.load_table(table)
    if back:
        followed.reopen()
        printing.say(f"{followed.id} goes on.")
        return
    printing.say(f"{followed.id} is over by agreement.")
    for seat, points, up_to in followed.end():
        printing.say(f"  {followed.header.name_of(seat)}: {printing.span(points, up_to)}")


@app.command()
def export(
    table: TableId, file: Annotated[Path | None, typer.Argument(help="where to; none prints it")] = None
) -> None:
    """Write a whole table as one text, to keep it or to carry it to another machine."""
    text = _saved().export(table)
    if file is None:
        sys.stdout.write(text + "\n")
    else:
        write_atomically(file, text.encode())
        printing.say(f"Written: {file}")


@app.command("import")
def import_(file: Annotated[str, typer.Argument(help="what export wrote, or - for the standard input")]) -> None:
    """Take in a table that was exported."""
    followed = companion.import_table(_read(file))
    printing.say(f"Table {followed.id} is here. Go on with: companion play {followed.id}")


def _saved() -> Store:
    from companion.engine.store import store_at

    return store_at(None)


def _read(file: str) -> str:
    """Return the text of a file, or of the standard input for `-`."""
    try:
        return (sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnreadableError(file, "text (UTF-8)") from None


@app.command()
def rules(
    game: GameId,
    words: Annotated[list[str] | None, typer.Argument(help="words to look for, or the id of a clause")] = None,
    everything: Annotated[bool, typer.Option("--all", help="print every clause that is found")] = False,
) -> None:
    """Search the rules of a game, told in our own words."""
    book = rulebook.load(game)
    text = " ".join(words or ())
    found = (book[text],) if text in book else book.search(text)
    if not found:
        raise UnreadableError(text, f"words that the rules of {book.title} hold")
    shown = found if everything else found[:MOST_CLAUSES]
    for clause in shown:
        printing.say(*printing.clause_lines(clause))
    if len(found) > len(shown):
        printing.say(f"{len(found) - len(shown)} more; add a word, or --all.")


@app.command()
def score(
    game: GameId,
    file: Annotated[str, typer.Argument(help="a text of the position, or - for the standard input")],
    house: House = None,
    clauses: Annotated[bool, typer.Option("--clauses", help="name the rule of each line")] = False,
) -> None:
    """Score a position without a game: painted as text, whole or in part."""
    sheets = _scorer(game)(_read(file), house_rules(house))
    for sheet in sheets:
        printing.sheet(sheet, sheet.seat if len(sheets) > 1 else "", clauses=clauses)


def _scorer(game: str) -> Callable[[str, Mapping[str, Any]], Sequence[ScoreSheet]]:
    scorers = {"four-keys": _score_four_keys, "four-doors": _score_four_doors, "shadowgate": _score_shadowgate}
    if game not in scorers:
        raise UnknownNameError("game that is scored from a text", game, tuple(scorers))
    return scorers[game]


def _score_four_keys(text: str, options: Mapping[str, Any]) -> Sequence[ScoreSheet]:
    from companion.games.four_keys.dungeon import Dungeon
    from companion.games.four_keys.scoring import score as score_dungeon

    return (score_dungeon(Dungeon.parse(text), **options),)


def _score_four_doors(text: str, options: Mapping[str, Any]) -> Sequence[ScoreSheet]:
    doors, state = _tower(text, OUR_BOX, options)
    return doors.score(state)[:1]


def _score_shadowgate(text: str, options: Mapping[str, Any]) -> Sequence[ScoreSheet]:
    from companion.games.shadowgate.painting import paint
    from companion.games.shadowgate.rules import Shadowgate

    game = Shadowgate(Edition.load("shadowgate", OUR_BOX), rulebook.load("shadowgate"))
    return game.score(paint(game, text, options=options))


@app.command("odds")
def odds_of(
    game: GameId,
    file: Annotated[str, typer.Argument(help="a text of the tower or the fight, or - for the standard input")],
    words: Annotated[list[str] | None, typer.Argument(help="words of the question, such as: lose falls=2")] = None,
    edition: Annotated[str, typer.Option(help="practice, our-box, or a TOML file")] = OUR_BOX,
) -> None:
    """Say what is likely without a game: The Four Doors, the tower as text; One Deck Dungeon, a fight as text."""
    from companion.terminal import first_of_each_kind, questions_about

    asked, answer = _asked_of(game)(_read(file), edition)
    found = questions_about(" ".join(words), asked) if words else first_of_each_kind(asked)
    tell = printing.odds_lines if len(found) == 1 else lambda odds: [printing.odds_line(odds)]
    for number in found:
        printing.say(*tell(answer(asked[number])))


def _asked_of(game: str) -> Callable[[str, str], Asking]:
    """Return what makes questions of a text and the name of a card list.

    Raises:
        UnknownNameError: nothing is asked of a text of that game.
    """
    readers = {"four-doors": _asked_of_a_tower, "one-deck-dungeon": _asked_of_a_fight}
    if game not in readers:
        raise UnknownNameError("game whose odds are asked of a text", game, tuple(readers))
    return readers[game]


def _asked_of_a_tower(text: str, edition: str) -> Asking:
    doors, state = _tower(text, edition)
    return doors.questions(state), lambda question: doors.answer(state, question)


def _asked_of_a_fight(text: str, _: str) -> Asking:
    from companion.games.one_deck_dungeon.encounter import read_fight
    from companion.games.one_deck_dungeon.fight_answers import answer_of, questions_of

    fight = read_fight(" ".join(text.split()))
    return questions_of(fight), lambda question: answer_of(fight, question)


def _tower(text: str, edition: str, options: Mapping[str, Any] | None = None) -> tuple[FourDoors, Position]:
    """Return the game and the position of a tower that is written as text."""
    from companion.games.four_doors.painting import paint
    from companion.games.four_doors.rules import FourDoors

    doors = FourDoors(Edition.load("four-doors", edition), rulebook.load("four-doors"))
    return doors, paint(doors, text, options=options)


def house_rules(texts: Sequence[str] | None) -> dict[str, Any]:
    """Read house rules as they stand on the command line: "multiplicity=off".

    Raises:
        UnreadableError: not a name and a value.
    """
    values = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}
    options: dict[str, Any] = {}
    for text in texts or ():
        name, _, value = text.partition("=")
        if not name or value.lower() not in values:
            raise UnreadableError(text, "a house rule and on or off, such as multiplicity=off")
        options[name.strip()] = values[value.lower()]
    return options


@edition_app.command("list")
def edition_list(game: GameId) -> None:
    """Name the card lists that there are."""
    for name in editions(game):
        printing.say(_headline(Edition.load(game, name)))


@edition_app.command("new")
def edition_new(
    game: GameId,
    name: Annotated[str, typer.Argument(help="a name for the card list, or the TOML file to write")],
    title: Annotated[str, typer.Option(help="what people see")] = "Our box",
) -> None:
    """Begin the card list of a box with what the rulebook tells; fill it in with an editor, or let it learn."""
    if not name.endswith(".toml") and not re.fullmatch(r"\w[\w -]*", name):
        raise UnreadableError(name, "a name of letters, digits and hyphens, or a file that ends in .toml")
    target = Path(name) if name.endswith(".toml") else place_of(game, name)
    if target.exists() or (target.stem == name and name in editions(game) and name != OUR_BOX):
        raise CompanionError(f"There is an edition {name!r} already; choose another name.")
    printing.say(f"Written: {Edition.blank(game, target.stem, title).save(target)}")


@edition_app.command("show")
def edition_show(game: GameId, name: EditionName) -> None:
    """Print every card of a card list."""
    edition = Edition.load(game, name)
    spell = _printed(game).spell
    printing.say(_headline(edition))
    words = [f"{id} {spell(card)}" for id, card in zip(edition.ids, edition.cards, strict=True)]
    printing.say(*printing.columns(words))


@edition_app.command("check")
def edition_check(game: GameId, name: EditionName) -> None:
    """Compare a card list with the counts of the rulebook; every fault is named at once."""
    edition = Edition.load(game, name)
    printing.say(f"{_headline(edition)}: fits the box.")


@edition_app.command("describe")
def edition_describe(
    game: GameId,
    name: EditionName,
    cards: Annotated[list[str], typer.Argument(help="cards as `edition show` prints them, such as 'box{HL}' '1H/L'")],
) -> None:
    """Tell cards of a box: each fills an entry that was not known yet."""
    edition = Edition.load(game, name)
    told: list[Any] = []
    for card in cards:
        told.append(_described(edition.learn(told), card))
    learned = edition.learn(told)
    printing.say(f"Written: {learned.save(name if name.endswith('.toml') else None)}", _headline(learned))


def _described(edition: Edition, text: str) -> Any:
    card = _printed(edition.game).parse(text, edition)
    if card is None or not card.known:
        raise UnreadableError(text, "a card with everything that is printed on it")
    return card


def _printed(game: str) -> Any:
    import importlib

    return importlib.import_module(f"{package_of(game)}.printed")


def _headline(edition: Edition) -> str:
    known, total = edition.told
    return f"{edition.name}: {edition.label}, {known} of {total} cards known"


def main() -> None:
    """Run the `companion` command."""
    app()


if __name__ == "__main__":
    main()
