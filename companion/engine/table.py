"""A table: a game being played. What every front end holds; it knows no game and no page."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from companion.engine.changing import Changing
from companion.engine.draft import Draft
from companion.engine.edition import Edition
from companion.engine.entering import Clock, now, one_line
from companion.engine.errors import BlankError, CompanionError, SaveError
from companion.engine.game import Game, Seat
from companion.engine.header import Ended, Header, to_text
from companion.engine.journal import Journal, Moment
from companion.engine.learning import keep
from companion.engine.seats import seats
from companion.engine.store import Store

Bind: TypeAlias = Callable[[str, str], Game]
"""Binds a game, by its id, to the JSON of an edition. The engine knows no game, so whoever opens tables brings it."""


class Table(Changing):
    """A game being played.

    Made by `start` and `load`.
    """

    @classmethod
    def start(
        cls,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        store: Store | None = None,
        seed: int | None = None,
        title: str = "",
        rematch_of: str = "",
        clock: Clock = now,
    ) -> Table:
        """Set a new table up.

        Args:
            game: the game, bound to its edition.
            players: names as typed, in seating order, clockwise.
            options: house-rule switches and `depth`.
            store: where it is kept; None: nowhere.
            seed: start of the chance of practice games; by default a new one.
            title: what people call the table; by default the title of the game.
            rematch_of: the table that this one follows.
            clock: tells the time.

        Raises:
            CompanionError: a wrong number of players, or an option that does not exist.
            SaveError: it cannot be written.
        """
        header = Header(
            "",
            game.id,
            title or game.title,
            game.rules_version,
            seats(players),
            dict(options or {}),
            game.edition.to_json(),
            secrets.randbits(32) if seed is None else seed,
            clock(),
            rematch_of=rematch_of,
        )
        moment = Moment(game, game.setup(header.players, header.options))
        draft = Draft(moment, 0, "", header.created)
        draft.settle(0)
        if store is not None:
            header = store.create(header, draft.entries, game.progress(draft.state))
        table = cls(header, Journal(moment), store, clock)
        table._journal.extend(draft.entries, draft.moments)
        table._version = (0, table.seq)
        return table

    @classmethod
    def load(cls, store: Store, table_id: str, bind: Bind, clock: Clock = now) -> Table:
        """Open a saved table. One that cannot be followed to its end opens read-only at its last good entry.

        Raises:
            UnknownNameError: there is no such table, or no such game.
            SaveError: its description is damaged, or it cannot be set up under the rules of today.
        """
        header = store.header(table_id)
        version = store.version(header.id)
        game = bind(header.game, header.edition)
        try:
            start = Moment(game, game.setup(header.players, header.options))
        except CompanionError as error:
            raise SaveError(f"Table {header.id} cannot be set up under the rules of today: {error}") from error
        table = cls(header, Journal(start, strict=header.rules_version != game.rules_version), store, clock)
        table._take_in(store.entries(header.id))
        table._version = version
        return table

    # ------------------------------------------------------------------ what it is

    @property
    def id(self) -> str:
        """Return the four letters and digits that name it; empty where it is kept nowhere."""
        return self._header.id

    @property
    def players(self) -> tuple[Seat, ...]:
        """Return the seats, in seating order, with the names that they have now."""
        return self.header.seated

    def __repr__(self) -> str:
        names = ", ".join(seat.name for seat in self.players)
        return f"<Table {self.id or '(not saved)'}: {self.game.title}, {names}, {self.seq} entries>"

    # ------------------------------------------------------------------ the table as a thing

    def rename(self, title: str) -> None:
        """Call the table something else.

        Raises:
            UnreadableError: the title is blank.
            SaveError: it cannot be written.
        """
        line = one_line(title)
        if not line:
            raise BlankError(title, "a title of at least one letter")
        if self._store is not None:
            self._store.rename(self.id, line)
        self._header = msgspec.structs.replace(self._header, title=line)

    def archive(self, archived: bool = True) -> None:
        """Put the table away, or take it out again.

        Raises:
            SaveError: it cannot be written.
        """
        if self._store is not None:
            self._store.archive(self.id, archived)
        self._header = msgspec.structs.replace(self._header, archived=archived)

    def end(self, by: str = "") -> tuple[tuple[str, int, int], ...]:
        """Write down that the table agrees to end the game here, with the standings, and return those.

        Raises:
            SaveError: it cannot be written.
        """
        self._set_ended(Ended(self._clock(), by, self.standings()))
        return self.standings()

    def reopen(self) -> None:
        """Go on after an agreed end.

        Raises:
            SaveError: it cannot be written.
        """
        self._set_ended(None)

    def _set_ended(self, ended: Ended | None) -> None:
        if self._store is not None:
            self._store.end(self.id, ended)
        self._header = msgspec.structs.replace(self._header, ended=ended)

    def rematch(self, players: Sequence[str] | None = None, seed: int | None = None) -> Table:
        """Set up the same game again, with the same cards, those learned included, and the same house rules.

        Args:
            players: names in their new order; by default the same.
            seed: start of the chance of a practice game.

        Raises:
            CompanionError: a wrong number of players.
            SaveError: it cannot be written.
        """
        names = [seat.name for seat in self.players] if players is None else players
        head = self._header
        return Table.start(self.game, names, head.options, self._store, seed, head.title, self.id, self._clock)

    def carry_on(self, by: str = "") -> Table:
        """Set up a new table that goes on from this position under the rules of today; this one stays as it is.

        Raises:
            SaveError: it cannot be written.
        """
        table = self.rematch(seed=self._header.seed)
        table.correct(self.state, f"carried on from table {self.id}, entry {self.seq}", by=by)
        return table

    def fork(self) -> Table:
        """Return a copy to try things on. It is never written to the store, and never changes this table."""
        header = msgspec.structs.replace(self._header, id="")
        table = Table(header, self._journal.copy(), None, self._clock)
        table._broken, table._unfollowed = self._broken, list(self._unfollowed)
        return table

    def export(self) -> str:
        """Return the whole table as one JSON text, entries that cannot be followed included."""
        return to_text(self._header, [*self._journal.entries, *self._unfollowed])

    # ------------------------------------------------------------------ cards learned

    @property
    def new_cards(self) -> tuple[Any, ...]:
        """Return the cards (JSON values) that were told in play and that the edition did not know, in order."""
        return tuple(card for cards in self._taught() for card in cards)

    def _taught(self) -> list[list[Any]]:
        """Return the new cards, those that were told at once together."""
        learned = [node.entry.data for node in self._journal.line() if node.entry.kind == "learn"]
        return [msgspec.json.decode(data) for data in learned]

    def keep_cards(self) -> int:
        """Save the new cards into the edition, so that later games know them.

        Returns:
            How many were new to it: cards that another table has kept meanwhile are not kept twice.

        Raises:
            UnknownCardError: the box has no room for them.
            SaveError: it cannot be written.
        """
        return keep(Edition.from_json(self._header.game, self._header.edition), self._taught())
