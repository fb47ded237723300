"""What is laid over a table: refusals, fixes, the menu, the code for phones, who sits here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.engine.errors import MisfitError
from companion.engine.game import Verdict
from companion.engine.seats import LONGEST_NAME
from companion.ui.address import join_url
from companion.ui.hints import setting
from companion.ui.kit import Doubt, apart
from companion.ui.panel import Button, Download, Field, Group, Item, Picture, Text
from companion.ui.right import PuttingRight
from companion.ui.session import WATCHING, WHOLE_TABLE
from companion.ui.words import clause_items, shortened

if TYPE_CHECKING:
    from companion.ui.entering import Entering
    from companion.ui.play import TableScreen


def lay(screen: Entering, name: str, *items: Item) -> None:
    """Lay items over the page, with a button that takes them away.

    Args:
        screen: the table on this device.
        name: of the sheet.
        items: from top to bottom.
    """
    close = Button("close", "Close", screen.app.safely(screen.at.close_sheet), look="ghost")
    screen.at.open_sheet(name, (*items, close), screen.session.table.seq)


def refused(screen: Entering, verdict: Verdict, happened: Callable[[], object] | None, more: Sequence[Button]) -> None:
    """Say what is in the way, with the rule, and what may be done about it.

    Args:
        screen: the table on this device.
        verdict: why it may not be done.
        happened: enters it all the same; None where nobody can tell what it would lead to.
        more: further ways out.
    """
    book = screen.session.table.game.rulebook
    why = Button("why", "Why", look="row", inside=tuple(clause_items(book, verdict.clauses)))
    calm = Button("close", "Take it back", screen.app.safely(screen.at.close_sheet), look="primary")
    forced = [] if happened is None else [Button("happened", "It happened", screen.app.safely(happened))]
    items: tuple[Item, ...] = (Text(verdict.reason, "sentence"), why, calm, *forced, *more)
    screen.at.open_sheet("refused", items, screen.session.table.seq)


def differently(screen: Entering, verdict: Verdict) -> Iterable[Button]:
    """Return the buttons that turn round a house rule which a refusal rests on."""
    for option in _options(screen, verdict):
        flip = screen.app.safely(lambda option=option: screen.differently(option))  # type: ignore[misc]
        yield Button(f"differently {option}", "We play it differently", flip, sub="from here on")


def _options(screen: Entering, verdict: Verdict) -> Iterable[str]:
    switches = screen.session.table.game.rulebook.options()
    return (option for option, clause in switches.items() if clause.id in verdict.clauses)


def choose(screen: Entering, moves: Sequence[tuple[str, str]], title: str) -> None:
    """Ask which of several moves was meant."""

    def enter(move: str) -> None:
        screen.at.close_sheet()
        screen.enter(move)

    rows = [
        Button(f"move {text}", label, screen.app.safely(lambda text=text: enter(text)), look="row")  # type: ignore[misc]
        for text, label in moves
    ]
    lay(screen, "choose", Text(title, "sentence"), *rows)


def doubted(screen: Entering, doubt: Doubt) -> None:
    """Ask whether what follows from a change is so on the table."""

    def otherwise() -> None:
        screen.at.close_sheet()
        for step in doubt.otherwise:
            if step == "undo":
                screen.undo()
            else:
                screen.enter(step)

    yes = Button("so", "Yes", screen.app.safely(screen.at.close_sheet), look="primary")
    no = Button("not so", "No", screen.app.safely(otherwise), sub="it stands as it lay")
    items = (Text(doubt.question, "sentence"), Group((yes, no), "row even"))
    screen.at.open_sheet("doubted", items, screen.session.table.seq)


def misfit(screen: Entering, found: MisfitError, keep: Callable[[], object]) -> None:
    """Show the first later entry that would no longer fit, before anything is changed."""
    record = screen.session.table.log[found.seq - 1]
    book = screen.session.table.game.rulebook

    def kept() -> None:
        screen.at.close_sheet()
        keep()

    lay(
        screen,
        "misfit",
        Text(f"{record.sentence} {found.verdict.reason}", "sentence"),
        Button("why", "Why", look="row", inside=tuple(clause_items(book, found.verdict.clauses))),
        Button("keep", "Keep what lies on the table", screen.app.safely(kept), look="primary"),
        Button("take back", "Take the change back", screen.app.safely(screen.at.close_sheet)),
    )


def record(screen: TableScreen, seq: int) -> None:
    """Open an entry of the log: change it, or strike it out."""
    entry = screen.session.table.log[seq - 1]

    def put_right() -> None:
        screen.amend(seq, screen.at.sheet.values.get("text", ""))

    items: list[Item] = [Text(entry.sentence, "sentence"), Text(_about(screen, seq), "small")]
    if entry.standing and not entry.auto and entry.kind in ("play", "observe", "tell") and not screen.session.watching:
        if PuttingRight.entry(screen, seq) is not None:
            again = screen.app.safely(lambda: screen.ask_again(seq))
            items.append(Button("again", "Change", again, look="primary"))
        items += [
            Field("text", "Or type what it should have been", _as_typed(screen, seq), enter="put right"),
            Button("put right", "Change it to this", screen.app.safely(put_right)),
            Button("strike", "Strike it out", screen.app.safely(lambda: screen.amend(seq, "")), look="danger"),
        ]
    lay(screen, "record", *items)


def _as_typed(screen: TableScreen, seq: int) -> str:
    """Return an entry as it would be typed; nothing where it names what lies hidden from whoever sits here."""
    session, entry = screen.session, screen.session.table.log[seq - 1]
    down = session.table.game.face_down(session.table.state, session.viewer)
    words = entry.text.replace(":", " ").replace(";", " ").split()
    return "" if any(set(card.split()) <= set(words) for card in down) else entry.text


def _about(screen: TableScreen, seq: int) -> str:
    entry = screen.session.table.log[seq - 1]
    facts = [f"entry {seq}", *filter(None, (_as_typed(screen, seq),))]
    if entry.by:
        facts.append(f"entered by {screen.session.name_of(entry.by)}")
    if entry.undone:
        facts.append("taken back")
    if entry.changed_by:
        facts.append(f"changed by entry {entry.changed_by}")
    if entry.corrected:
        facts.append("on the table's word")
    return " · ".join(facts)


def untold(screen: TableScreen, tokens: Sequence[str]) -> None:
    """List what nobody has told yet."""
    state = screen.session.table.state
    rows = [
        Button(
            f"tell {token}",
            screen.kit.token_words(state, token),
            screen.app.safely(lambda token=token: screen.tell_later(token)),  # type: ignore[misc]
            look="row",
        )
        for token in tokens
    ]
    lay(screen, "untold", Text("Not told yet. Tell any of it, any time", "sentence"), *rows)


def who(screen: TableScreen) -> None:
    """Ask who sits at this device."""

    def sit(seat: str) -> None:
        screen.session.seat = seat
        screen.at.close_sheet()
        screen.seated()

    def row(seat: str, text: str, sub: str = "") -> Button:
        return Button(f"sit {seat}", text, screen.app.safely(lambda: sit(seat)), sub=sub, look="row big")

    table = screen.session.table
    names = [row(one.handle, one.name, screen.kit.stands(table, one.handle)) for one in table.players]
    everybody = (row(WHOLE_TABLE, "All of us", "this device enters for everybody"),)
    more = (
        *(() if apart(screen.kit, screen.session.table.state) else everybody),
        row(WATCHING, "Just watching", "nothing can be entered here"),
    )
    lay(screen, "who", Text("Who are you?", "sentence"), *names, *more)


def _all_names(screen: TableScreen) -> str:
    return ", ".join(player.name for player in screen.session.table.players)


def names(screen: TableScreen) -> None:
    """Ask what everybody is called, and who joins; where nobody can, say why."""
    table = screen.session.table
    may = table.game.may_join(table.state)
    fields: list[Item] = [
        Field(f"name {player.handle}", f"Player {n}", player.name, most=LONGEST_NAME, enter="save names")
        for n, player in enumerate(screen.session.table.players, start=1)
    ]
    if may:
        fields.append(Field("name newcomer", "Somebody joins", "", most=LONGEST_NAME, enter="save names"))
    else:
        fields.append(Text(f"Somebody wants to join? {may.reason}", "small muted"))
    save = Button("save names", "Save", screen.app.safely(lambda: _save_names(screen)), look="primary")
    lay(screen, "names", Text("What is everybody called?", "sentence"), *fields, save)


def _save_names(screen: TableScreen) -> None:
    typed = dict(screen.at.sheet.values)
    for player in screen.session.table.players:
        name = typed.get(f"name {player.handle}", player.name)
        if name != player.name and not screen.call(player.handle, name):
            return
    newcomer = str(typed.get("name newcomer", "")).strip()
    if newcomer and not screen.join(newcomer):
        return
    screen.at.close_sheet()


def phones(screen: TableScreen) -> None:
    """Show the code that brings a phone to this table."""
    lay(screen, "phones", *phone_items(join_url(screen.session.table.id)))


def phone_items(address: str | None) -> tuple[Item, ...]:
    """Return the code that brings a phone to an address, or how to let phones in.

    Args:
        address: where the phone goes; None while phones cannot reach this machine.
    """
    if address is None:
        return (
            Text("Phones cannot reach this machine yet", "sentence"),
            Text("Stop Companion in its terminal and start it again with: companion serve --lan", "lead"),
            Text("Everything is still here after that.", "small"),
        )
    return (
        Text("Hold your phone here", "sentence"),
        Picture(code_svg(address), f"Code of the address {address}", "code"),
        Text(address, "small"),
    )


def code_svg(address: str) -> str:
    """Return an address as a QR code that phones read."""
    import segno

    code = segno.make(address, micro=False)
    svg: str = code.svg_inline(scale=6, border=3, dark="#000", light="#fff", omitsize=True)
    return svg


def typing(enter: Button, times: int, hint: str) -> list[Item]:
    """Return the line for shorthand, seen on wide pages, and the button that Enter taps.

    Args:
        enter: the button.
        times: how often a line was entered; another number empties the field.
        hint: a line of shorthand that shows what may be typed.
    """
    return [Field("line", "", hint=f"type it: {hint}", enter=enter.id, look="wide", turn=times), enter]


def menu(screen: TableScreen) -> None:
    """Open the menu of a table."""
    app, table = screen.app, screen.session.table
    lay(
        screen,
        "menu",
        Text(f"{table.header.title} · table {table.id}", "title"),
        *_rows(screen),
        Field("title", "Call the table", table.header.title, most=60, enter="rename"),
        Button("rename", "Rename", app.safely(lambda: _rename(screen))),
        Download("Save this table as a file", f"companion-{table.id or 'table'}.json", table.export()),
        Group(tuple(_theme(screen, name) for name in ("light", "dark", "auto")), "row even"),
    )


def _theme(screen: TableScreen, name: str) -> Button:
    label = {"light": "Light", "dark": "Dark", "auto": "As the device"}[name]
    return Button(f"theme {name}", label, screen.app.safely(lambda: screen.app.shell.theme(name)), look="chip")


def _rows(screen: TableScreen) -> Iterable[Button]:
    app, table = screen.app, screen.session.table

    def row(id: str, text: str, do: Callable[[], object], sub: str = "") -> Button:
        def and_close() -> None:
            screen.at.close_sheet()
            do()

        return Button(id, text, app.safely(and_close), sub=sub, look="row")

    seat = screen.session.name_of(screen.session.viewer) if screen.session.viewer else "nobody in particular"
    yield row("phones", "Bring phones to the table", lambda: phones(screen))
    yield row("who", "Who sits here", lambda: who(screen), f"now: {shortened(seat, 30)}")
    if not screen.session.watching:
        yield row("names", "Who plays, and who joins", lambda: names(screen), shortened(_all_names(screen), 40))
    yield row("glance", "Glance", screen.glance, "numbers to be read from across the table")
    yield row("turn", "Turn the board round", lambda: _turn(screen))
    yield row("try", "Try something", lambda: screen.attempt(()), "the table stays as it is")
    if not screen.session.watching:
        if screen.hints.there:
            yield row("hints", "Hints", screen.hints.choose, f"now: {setting(table)}")
        for number, other in enumerate(
            depth for depth in screen.kit.depths if depth.id != screen.kit.depth(table.state)
        ):
            go = partial(screen.enter, other.id)
            yield row(f"depth {other.id}" if number else "depth", f"Follow it {other.title.lower()}", go, other.cost)
        for id, text, sub, do in getattr(screen.play, "jobs", tuple)():
            yield row(id, text, do, sub)
        if table.header.ended is None and screen.session.table.outcome() is None:
            yield row("end", "We stop here", lambda: _end(screen), "an agreed end, with the standings")
        elif table.header.ended is not None:
            yield row("reopen", "Go on after all", lambda: _reopen(screen))
        if table.read_only:
            go_on = "a new table from this position, under the rules of today"
            yield row("carry on", "Go on from here", lambda: _carry_on(screen), go_on)
        yield row("rematch", "Same players again", lambda: rematch(screen))
    yield row("home", "To the start page", app.home)


def _turn(screen: TableScreen) -> None:
    screen.at.board.turned = not screen.at.board.turned


def _rename(screen: TableScreen) -> None:
    screen.session.table.rename(screen.at.sheet.values.get("title", ""))
    screen.at.close_sheet()
    screen.refresh()


def _end(screen: TableScreen) -> None:
    screen.session.table.end(screen.session.viewer)
    screen.open_tab("end")


def _carry_on(screen: TableScreen) -> None:
    screen.app.sit(screen.session.table.carry_on(screen.session.viewer), screen.session.seat)


def _reopen(screen: TableScreen) -> None:
    screen.session.table.reopen()
    screen.open_tab("table")


def rematch(screen: TableScreen) -> None:
    """Set up the same game with the same players, and go there."""
    screen.app.sit(screen.session.table.rematch(), screen.session.seat)
