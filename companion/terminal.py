"""Following a game in a terminal: one line of shorthand after the other, and the words that ask about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from companion import printing
from companion.engine.amend import Amended
from companion.engine.choices import Choices
from companion.engine.errors import (
    CompanionError,
    IllegalMoveError,
    MisfitError,
    StaleError,
    UnknownNameError,
    UnreadableError,
)
from companion.engine.game import NOBODY, PARTY, TABLE, Outcome, Question, Verdict
from companion.engine.journal import Entry
from companion.engine.table import Table

HELP = """\
Enter what happens, several steps with a semicolon between them. Besides that:
  ?                what may be done now; of very many the best, "? all" lists every one
  why              the rules behind the last refusal
  yes              after a refusal: it happened all the same
  score            every score, line by line
  odds             what is likely now; "odds WORDS" for those about them, "odds 2" for all about the second
  log              everything that was entered
  undo, redo       take the last entry back, bring it back
  amend 12 TEXT    entry 12 should have been TEXT; "amend 12" alone strikes it out
  tell PLACE TEXT  say what an untold thing is, or what a thing really is
  call SEAT NAME   give a seat another name
  join NAME        let somebody sit down in the middle of the game
  note TEXT        write something into the log
  rules WORDS      search the rules
  deal             let chance turn over what is to be revealed (practice cards)
  keep             keep the cards that were told in this game for the next one
  end, reopen      agree to end the game here, go on after all
  quit             leave; everything is saved"""

MOST_MOVES = 120
"""Moves that `?` lists; more are counted only."""
FEW_MOVES, BEST = 24, 3
"""Moves up to which a party that plays together is shown all of them; of more so many of the best."""
ADVISED = 1.0
"""Seconds that it takes to find those."""
MOST_ODDS = 30
"""Questions that `odds WORDS` answers at once."""
OF_EACH_KIND = 4
"""Questions of one kind that `odds` alone answers."""
MOST_CLAUSES = 5
"""Clauses that `rules` prints."""


class Refusal(NamedTuple):
    """What was refused last, and how to enter it all the same."""

    verdict: Verdict
    again: Callable[[], Sequence[Entry]] | None


class Session:
    """One table, followed line by line.

    Args:
        table: the table.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.refusal: Refusal | None = None
        self._ended = table.outcome() is not None
        self._words: dict[str, Callable[[str], None]] = {
            "?": self._what_now,
            "help": lambda _: printing.say(HELP),
            "why": self._why,
            "yes": self._it_happened,
            "it": self._it_happened,
            "score": self._score,
            "odds": self._odds,
            "log": self._log,
            "undo": lambda _: self._happened(self.table.undo()),
            "redo": lambda _: self._happened(self.table.redo()),
            "amend": self._amend,
            "tell": self._tell,
            "call": self._call,
            "join": self._join,
            "note": lambda words: self._happened(self.table.note(words)),
            "rules": self._rules,
            "deal": self._deal,
            "keep": self._keep,
            "end": self._end,
            "reopen": self._reopen,
        }

    def run(self, lines: Iterator[str]) -> None:
        """Follow the game until the lines end, or one says quit."""
        printing.say(*self.table.notices, style="yellow")
        self._prompt()
        for line in lines:
            if line.strip().lower() in ("quit", "q", "exit"):
                return
            self.enter(line)
            self._prompt()

    def enter(self, line: str) -> None:
        """Do what a line says; a fault is said in a sentence, and the rest of the line is left out."""
        seen = self.table.seq
        try:
            for question, steps in groupby(_steps(line), self._is_word):
                for step in steps if question else ["; ".join(steps)]:
                    self._do(step)
        except CompanionError as error:
            printing.say(str(error), style="red")
            if isinstance(error, StaleError):
                self._news(seen)

    def _is_word(self, step: str) -> bool:
        return step.partition(" ")[0].lower() in self._words

    def _do(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        known = self._words.get(word.lower())
        if known is not None:
            known(rest.strip())
        else:
            self._play(text)

    def _play(self, text: str) -> None:
        doubt = self.table.check(text)
        forced = (lambda: self.table.it_happened(text)) if doubt or self.table.could_happen(text) else None
        self._attempt(lambda: self.table.play(text), forced)
        if doubt.cannot_tell:
            printing.say(f"On your word: {doubt.reason}", style="yellow")

    def _attempt(self, first: Callable[[], Sequence[Entry]], again: Callable[[], Sequence[Entry]] | None) -> None:
        """Enter something; remember how to enter it all the same where the rules refuse it and anybody can tell how."""
        try:
            entries = first()
        except (IllegalMoveError, MisfitError) as error:
            self.refusal = Refusal(error.verdict, again)
            raise CompanionError(f"{error}\n({'why?' if again is None else 'why? or yes, it happened'})") from error
        self.refusal = None
        self._happened(entries)

    # ------------------------------------------------------------------ what is said

    def _prompt(self) -> None:
        seen = self.table.seq
        if self.table.refresh():
            self._news(seen)
        outcome = self.table.outcome()
        if outcome is not None and not self._ended:
            self._over(outcome)
        self._ended = outcome is not None
        if outcome is None:
            printing.say(f"> {self.table.prompt().sentence}", style="bold")

    def _happened(self, entries: Sequence[Entry]) -> None:
        log = self.table.log
        printing.say(*(f"{entry.seq:4} {log[entry.seq - 1].sentence}" for entry in entries))

    def _news(self, seen: int) -> None:
        """Say what others have entered meanwhile."""
        for record in self.table.log[seen:]:
            printing.say(f"{record.seq:4} {self.table.header.name_of(record.by)}: {record.sentence}")

    def _over(self, outcome: Outcome) -> None:
        names = [self.table.header.name_of(seat) for seat in outcome.winners]
        printing.say(outcome.reason, style="bold")
        if not all(name in outcome.reason for name in names):
            printing.say(f"{' and '.join(names)} won.", style="bold")
        self._score("")
        new = len(self.table.new_cards)
        if new and not self.table.game.edition.made_up:
            printing.say(f"Keep {new} new cards in {self.table.game.edition.title}? Enter keep.")

    # ------------------------------------------------------------------ words

    def _what_now(self, words: str) -> None:
        actor = self.table.actor
        who = {
            TABLE: "What the table may see",
            PARTY: "Anybody may",
            NOBODY: "The game is over; what may still be entered",
        }
        best = self._best() if words.lower() != "all" else []
        if best:
            printing.say("The best that may be done:", *best, 'and more; "? all" lists every one')
        else:
            self._list(who.get(actor, f"{self.table.header.name_of(actor)} may"), self.table.legal)
        self._list("Besides", self.table.asides)
        places = self.table.game.tokens(self.table.state)
        if places:
            printing.say(f"To tell, any time: {', '.join(places)}")

    def _best(self) -> list[str]:
        """Return the best steps, each with its reason, where a party has more of them than can be looked through."""
        # Rivals are told no more than what is allowed: a party plays together.
        if self.table.actor != PARTY or len(list(islice(self.table.legal, FEW_MOVES + 1))) <= FEW_MOVES:
            return []
        try:
            found = self.table.advise(top=BEST, seconds=ADVISED)
        except CompanionError:
            return []
        return [f"  {'; '.join(advice.moves)}  ({advice.why.rstrip('.')})" for advice in found if advice.moves]

    def _list(self, heading: str, moves: Choices) -> None:
        texts = list(moves.texts())
        if texts:
            printing.say(f"{heading}:", *printing.columns(texts[:MOST_MOVES]))
        if len(texts) > MOST_MOVES:
            printing.say(f"and {len(texts) - MOST_MOVES} more")

    def _why(self, _: str) -> None:
        if self.refusal is None:
            raise CompanionError("Nothing was refused since the last entry.")
        printing.say(self.refusal.verdict.reason)
        for clause in self.refusal.verdict.clauses:
            printing.say(*printing.clause_lines(self.table.game.rulebook[clause]))

    def _it_happened(self, _: str) -> None:
        if self.refusal is None:
            raise CompanionError("Nothing was refused since the last entry; enter what happened.")
        if self.refusal.again is None:
            raise CompanionError("What that leads to cannot be worked out from here; enter what lies there now.")
        again, self.refusal = self.refusal.again, None
        self._happened(again())

    def _score(self, _: str) -> None:
        for sheet in self.table.score():
            printing.sheet(sheet, self.table.header.name_of(sheet.seat))

    def _odds(self, words: str) -> None:
        questions = self.table.questions()
        if not questions:
            raise CompanionError("There is nothing to ask about chance now.")
        found = questions_about(words, questions) if words else [*range(len(questions))]
        if len(found) == 1:
            printing.say(*printing.odds_lines(self.table.odds(questions[found[0]])))
            return
        shown = found[:MOST_ODDS] if words else first_of_each_kind(questions)
        for number in shown:
            printing.say(f"{number + 1:3} {self._short(questions[number])}")
        if len(found) > len(shown):
            printing.say(f"and {len(found) - len(shown)} more; add words that must be in the question: odds WORDS")

    def _short(self, question: Question) -> str:
        try:
            return printing.odds_line(self.table.odds(question))
        except CompanionError as error:
            return f"{question.text}: {error}"

    def _log(self, _: str) -> None:
        for one in self.table.log:
            marks = [word for word, holds in (("undone", one.undone), ("on the table's word", one.corrected)) if holds]
            marks += [f"changed by {one.changed_by}"] if one.changed_by else []
            printing.say(f"{one.seq:4} {one.sentence}" + (f" ({', '.join(marks)})" if marks else ""))

    def _amend(self, words: str) -> None:
        number, _, text = words.partition(" ")
        if not _is_number(number):
            raise UnreadableError(f"amend {words}", "the number of an entry and what it should have been")
        self._changing(lambda keep: self.table.amend(int(number), text.strip(), keep=keep))

    def _call(self, words: str) -> None:
        seat, _, name = words.partition(" ")
        self._happened(self.table.call(seat, name))

    def _join(self, words: str) -> None:
        self._happened(self.table.join(words))

    def _tell(self, words: str) -> None:
        token, _, text = words.partition(" ")
        if not text:
            raise UnreadableError(f"tell {words}", "a place and what lies there; ? lists the places")
        self._changing(lambda keep: self.table.tell(token, text.strip(), keep=keep))

    def _changing(self, change: Callable[[bool], Amended]) -> None:
        """Enter a change of the past; where later entries no longer fit, `yes` keeps what lies on the table."""

        def enter(keep: bool) -> Sequence[Entry]:
            amended = change(keep)
            for misfit in amended.misfits:
                what = "stands on the table's word" if misfit.kept else "was left out"
                printing.say(f"Entry {misfit.entry.seq} ({misfit.entry.text}) {what}: {misfit.verdict.reason}")
            return amended.entries

        self._attempt(lambda: enter(False), lambda: enter(True))

    def _rules(self, words: str) -> None:
        found = self.table.game.rulebook.search(words)
        if not found:
            raise UnreadableError(words, f"words that the rules of {self.table.game.title} hold")
        for clause in found[:MOST_CLAUSES]:
            printing.say(*printing.clause_lines(clause))

    def _deal(self, _: str) -> None:
        self._happened(self.table.deal())

    def _keep(self, _: str) -> None:
        kept = self.table.keep_cards()
        printing.say(f"{kept} cards are new in {self.table.game.edition.title}.")

    def _end(self, _: str) -> None:
        self.table.end()

    def _reopen(self, _: str) -> None:
        if self.table.header.ended is None:
            raise CompanionError("The table has not ended this game: there is nothing to reopen.")
        self.table.reopen()
        printing.say("The game goes on.")


def _steps(line: str) -> list[str]:
    """Split a line at its semicolons; a note is one step, whatever stands in it."""
    if line.strip().lower().startswith("note "):
        return [line.strip()]
    return [step.strip() for step in line.split(";") if step.strip()]


def _is_number(word: str) -> bool:
    """Whether a word is a number that an entry or a question could have: "\u00b2" is a digit too, but none of those."""
    return re.fullmatch("[0-9]{1,9}", word) is not None


def questions_about(words: str, questions: Sequence[Question]) -> list[int]:
    """Return which questions a number, or words that they hold, means.

    Raises:
        UnreadableError: no question has that number.
        UnknownNameError: none holds those words.
    """
    if _is_number(words):
        if not 1 <= int(words) <= len(questions):
            raise UnreadableError(words, f"a question from 1 to {len(questions)}")
        return [int(words) - 1]
    wanted = words.casefold().split()
    texts = [f"{q.id} {q.text} {' '.join(f'{k}={v}' for k, v in q.params)}".casefold() for q in questions]
    found = [number for number, text in enumerate(texts) if all(word in text for word in wanted)]
    if not found:
        raise UnknownNameError("question", words, tuple(dict.fromkeys(q.id for q in questions)))
    return found


def first_of_each_kind(questions: Sequence[Question]) -> list[int]:
    """Return the first questions of each kind."""
    seen: Counter[str] = Counter()
    few = []
    for number, question in enumerate(questions):
        seen[question.id] += 1
        if seen[question.id] <= OF_EACH_KIND:
            few.append(number)
    return few
