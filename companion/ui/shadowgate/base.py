"""What both depths have in common: the ledger, the torch, quests and the fight; what is asked, and what a tap means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.engine.errors import CompanionError
from companion.engine.game import Question
from companion.games.shadowgate.advice import warnings
from companion.games.shadowgate.cards import GATES
from companion.games.shadowgate.costs import deficit, stage, traits_told
from companion.games.shadowgate.decks import deck_of, is_blank
from companion.games.shadowgate.judging import understood
from companion.games.shadowgate.mats import card_at
from companion.games.shadowgate.scoring import title
from companion.games.shadowgate.state import CYCLED, PHASES, Position
from companion.games.shadowgate.table_checks import wields_staff
from companion.games.shadowgate.traits import for_attack, told
from companion.ui.boards.shadowgate import castle_scene
from companion.ui.boards.shadowgate_fight import fight_scene
from companion.ui.boards.shadowgate_glance import glance_scene
from companion.ui.boards.shadowgate_list import Choice, Slip, choice_scene, slip_scene, spelled, tapped
from companion.ui.boards.shadowgate_places import Place, read_place
from companion.ui.kit import Desk, Drawn, Primary
from companion.ui.pad import Answer, Ask
from companion.ui.panel import Button, Group, Item, Text
from companion.ui.shadowgate import chances, pads
from companion.ui.shadowgate.cards import asked_words, candidates, choice_of, coming, due_deck, due_text
from companion.ui.shadowgate.fixing import Fixing
from companion.ui.shadowgate.picture import best_trait, quest_name, trait_words, view_of

if TYPE_CHECKING:
    from companion.games.shadowgate.rules import Shadowgate
    from companion.ui.session import Session

DUE = "due"
"""What the slip and the list say where they tell the card that is turned up next."""
MOST_SKIPPED = 12


class CastlePlay(Fixing):
    """The Table tab, as far as both depths do the same.

    Args:
        desk: the page.
    """

    low = True

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.seat = ""
        self.ledger = self.asking = self.arming = self.telling = self.tab = self.trait = ""
        self.slip: Slip | None = None
        self.unasked: set[str] = set()
        self.warned: set[str] = set()

    # ------------------------------------------------------------ what is there

    @property
    def begun(self) -> bool:
        """Say that every tap has a meaning of its own here: odds stand on the board, or are asked by their chip."""
        return True

    @property
    def session(self) -> Session:
        """This device at the table."""
        return self.desk.session

    @property
    def game(self) -> Shadowgate:
        """The game with its box, as it is known now."""
        game: Shadowgate = self.session.table.game  # type: ignore[assignment]
        return game

    @property
    def state(self) -> Position:
        """The position, as this device may see it."""
        state: Position = self.session.table.view(self.session.viewer)
        return state

    def name(self, seat: str) -> str:
        """Return the name of a seat."""
        return self.state.player(seat).name

    @property
    def looking(self) -> str:
        """The seat whose mat is shown: whoever has to do something, unless another one was tapped."""
        state = self.state
        word, *rest = state.token or [""]
        due = rest[0] if word in ("item", "puzzle", "staff", "tokens", "uncurse", "character") else ""
        return self.seat or due or understood(state) or state.players[0].handle

    def look(self, seat: str) -> None:
        """Show the mat of a seat; once more, whatever the turn brings."""
        self.seat = "" if seat == self.seat else seat

    @property
    def moment(self) -> str:
        """What the table is at, in a word.

        "over", "traits" (of the setup), a word of what is due, "attempt", "attack", "fight" (an attack may be made),
        "turn" (a quest may be attempted), "late" (what is left is the next seat).
        """
        state = self.state
        if state.ended:
            return "over"
        if self.untold_traits():
            return "traits"
        if state.due:
            return state.token[0]
        if state.attempt:
            return "attempt"
        if state.attack:
            return "attack"
        if PHASES.index(state.phase) > PHASES.index(CYCLED):
            return "late"
        return "fight" if state.final else "turn"

    def untold_traits(self) -> str:
        """Return the seat whose traits are asked in the setup, once its character is settled; empty for none."""
        state = self.state
        if state.step != "setup":
            return ""
        for player in state.players:
            if f"character {player.handle}" in state.due:
                return ""
            if player.handle not in self.unasked and not all(told(self.game.box, player, n) for n in range(3)):
                return player.handle
        return ""

    @property
    def made_up(self) -> bool:
        """Whether the cards are made up, so that chance may turn them over."""
        return self.game.edition.made_up

    # ------------------------------------------------------------------ drawing

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Draw the slip or the list that is open, the fight, or the castle."""
        state, trying = self.state, self.desk.trying
        if self.slip is not None:
            scene = slip_scene(self.slip, size, self.gates(self.slip.deck), trying)
            return Drawn(scene)
        choice = self.choice()
        if choice is not None:
            scene = choice_scene(choice, size, trying)
            return Drawn(scene, tuple(place for place in scene.places if place.startswith("pick/")))
        line = self.desk.hinted
        ghost = {line.ghost[0]: str(line.ghost[1])} if line is not None and line.ghost is not None else {}
        view = view_of(self.game, state, size, self.shown_mat(), self.chosen_card(), self.trait, ghost, trying)
        scene = fight_scene(view) if state.final else castle_scene(view)
        lit = () if self.session.watching else tuple(self.lit())
        marked = tuple(place for place in (line.places if line is not None else ()) if place in scene.places)
        return Drawn(scene, tuple(place for place in lit if place in scene.places), marked)

    def shown_mat(self) -> str:
        """Return the seat whose mat is drawn; empty where mats are not followed."""
        return self.looking if self.state.full else ""

    def chosen_card(self) -> str:
        """Return the card that is chosen, as the game names it."""
        return ""

    def glance(self, size: tuple[int, int]) -> Drawn:
        """Draw the numbers large."""
        return Drawn(glance_scene(view_of(self.game, self.state, size)))

    def lit(self) -> Iterable[str]:
        """Return the places that may be tapped now for what the moment asks."""
        state = self.state
        if self.moment != "turn":
            return []
        events = self.arming == "cycle"
        return [
            f"quest.{n}"
            for n, space in enumerate(state.spaces, start=1)
            if space.card is not None and (events or space.card.kind != "event")
        ]

    def gates(self, deck: str) -> list[tuple[str, str]]:
        """Return the event of a deck that opens something, as id and name."""
        return [(name, title(name)) for name, where in GATES.items() if where == deck]

    def choice(self) -> Choice | None:
        """Return the list that is picked from now; None for none."""
        if self.session.watching or self.slip is not None or self.ledger or self.asking:
            return None
        state = self.state
        if self.telling:
            cards = candidates(self.game, state, self.telling)
            return (
                choice_of(self.game, cards, "Which card is it?", self.tab, self._is_item(self.telling))
                if cards or self._is_item(self.telling)
                else None
            )
        deck = due_deck(state)
        if not deck or deck == "boss" or self.moment == "traits":
            return None
        cards = coming(self.game, state)
        if not cards and deck != "item":
            return None
        return choice_of(self.game, cards, asked_words(state, deck), self.tab, deck == "item")

    def _is_item(self, place: str) -> bool:
        try:
            return deck_of(card_at(self.state, place)) == "item"
        except LookupError:
            return False

    # ------------------------------------------------------------- what is asked

    def sentence(self) -> str:
        """Return the one sentence."""
        state = self.state
        if self.slip is not None:
            return "What does the quest say? Tap its numbers"
        if self.arming == "cycle":
            return "Tap the quest that goes under its deck"
        if self.telling:
            return "Which card is it?"
        if self.moment == "traits":
            return f"Read {self.name(self.untold_traits())}'s mat"
        if self.moment == "fight" and not self.session.watching:
            trait = self.trait or best_trait(self.game, state)
            best = "best with" if trait == best_trait(self.game, state) else "with"
            number = for_attack(self.game.box, state, state.player(state.active), trait)
            return f"{self.name(state.active)} attacks: {best} {trait.title()} ({number})"
        if self.moment == "attempt" and not self.session.watching:
            return f"{self.name(state.active)}: {self._tried(state)}"
        return self.session.table.prompt(self.session.viewer).sentence

    def _tried(self, state: Position) -> str:
        card = state.quest(state.attempt)
        name = quest_name(card, state.attempt) if card is not None else "the quest"
        what = "pay for it, or give up" if stage(self.game.box, state).name == "pay" else "made or failed?"
        return f"{name}, {what}"

    def ask(self) -> Ask | None:
        """Return what the pad asks now."""
        if self.session.watching or self.slip is not None:
            return None
        state = self.state
        if self.ledger:
            return pads.ledger_ask(state, self.ledger, trait_words(self.game, state, state.player(self.ledger)))
        if self.asking:
            return self._asked(state)
        if self.telling or self.arming:
            return None
        return self.of_due(state)

    def _asked(self, state: Position) -> Ask | None:
        word, *rest = self.asking.split()
        if word == "faces":
            return pads.faces_ask(rest[0])
        if word == "xp":
            return pads.xp_ask(int(rest[0]))
        if word == "fails":
            return pads.fails_ask(int(rest[0]))
        if word == "deck":
            return pads.deck_ask(f"deck {rest[0]}", "From which deck comes the new one?", state.open_decks())
        if word == "life":
            return pads.life_ask()
        if word == "roll":
            return pads.roll_ask("roll", self.name(state.active), self.game.box, False)
        return pads.torch_ask(state) if word == "torch" else pads.castle_ask(state)

    def of_due(self, state: Position) -> Ask | None:
        """Return what the moment itself asks on the pad."""
        moment, rest = self.moment, state.token[1:]
        if moment == "traits":
            seat = self.untold_traits()
            untold = [n for n in range(3) if not told(self.game.box, state.player(seat), n)]
            return pads.traits_ask(state, seat, untold)
        if moment == "character":
            return pads.character_ask(state, rest[0], self._free_characters(rest[0]))
        if moment == "first":
            return pads.first_ask(state)
        if moment == "refill":
            return pads.deck_ask("refill", f"New quest on space {rest[0]}: from which deck?", state.open_decks())
        if moment in ("red", "curse"):
            who = f"{self.name(rest[0])} is cursed" if moment == "curse" else "The torch is on red"
            return pads.red_ask(moment, f"{who}: what does the red die show?")
        if moment == "boss":
            names = [card.name or "" for card in state.deck("boss").unseen.kinds()]
            return pads.boss_ask(names or [])
        if moment == "uncurse":
            return pads.uncurse_ask(state, rest[0])
        if moment == "tokens":
            return pads.tokens_ask(state, rest[0], int(rest[1]), rest[2])
        return self._of_dice(state, moment, rest)

    def _of_dice(self, state: Position, moment: str, rest: list[str]) -> Ask | None:
        box = self.game.box
        if moment == "defend" and box.black is not None:
            return pads.roll_ask("defend", f"{self.name(rest[0])} rolls", box, wields_staff(state.player(rest[0])))
        if moment in ("fight", "attack"):
            if box.black is None:
                trait = state.attack or self.trait or best_trait(self.game, state)
                return pads.hit_ask(for_attack(box, state, state.player(state.active), trait))
            return pads.roll_ask("attack", self.name(state.active), box, wields_staff(state.player(state.active)))
        return None

    def _free_characters(self, seat: str) -> list[str]:
        from companion.games.shadowgate.cards import CHARACTERS
        from companion.games.shadowgate.moves import Assign

        return [name for name in CHARACTERS if self.game.check(self.state, Assign(seat, name)).legal]

    # ----------------------------------------------------------------- answers

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        word, *rest = answer.name.split()
        self._answered(word, rest, answer)
        self.desk.refresh()

    def _answered(self, word: str, rest: list[str], answer: Answer) -> None:
        value, picked = answer.value, answer.value[0][0]
        if word == "ledger":
            self.ledger = ""
            self.enter(pads.ledger_text(rest[0], value))
        elif word == "traits":
            seat, *names = rest
            self.enter("; ".join(f"trait {seat} {name} {n}" for name, (n,) in zip(names, value, strict=True)))
        elif word in ("character", "first"):
            self.enter(" ".join([word, *rest, picked]))
        elif word in ("xp", "fails"):
            self._told_late(word, int(rest[0]), picked)
        elif word == "deck":
            self.asking = ""
            self.enter(f"cycle {rest[0]} from {picked}")
        elif word == "faces":
            self.asking = ""
            self.enter(f"faces {rest[0]} {' '.join(face for (face,) in value)}")
        elif word in ("torch", "castle"):
            self.asking = ""
            self.enter(pads.torch_text(self.state, value) if word == "torch" else pads.castle_text(value))
        else:
            self._of_moment(word, value)

    def _of_moment(self, word: str, value: tuple[tuple[str, ...], ...]) -> None:
        self.asking = ""
        picked = value[0][0]
        if word == "life":
            self.enter(f"life {int(picked) * 10 + int(value[1][0])}")
        elif word == "refill":
            self.enter(f"from {picked}")
        elif word in ("red", "curse"):
            self.enter(f"red {picked}")
        elif word in ("boss", "uncurse"):
            self.enter(f"{word} {picked}")
        elif word == "tokens":
            self.enter(f"tokens {' '.join(value[0])}")
        elif word == "attack":
            self._attacked(pads.roll_text(value))
        elif word == "hit":
            self._hit(picked)
        elif word in ("roll", "defend"):
            self.enter(pads.roll_text(value))

    def _attacked(self, roll: str) -> None:
        """Enter an attack with its dice; the trait is entered with it where it was not before."""
        first = "" if self.state.attack else f"attack {self.trait or best_trait(self.game, self.state)}; "
        self.trait = ""
        self.enter(first + roll)

    def _hit(self, picked: str) -> None:
        seat, self.trait = self.state.active, ""
        self.enter(f"hit 0; death {seat}" if picked == "fail" else f"hit {picked}")

    def _told_late(self, word: str, space: int, picked: str) -> None:
        """Take what a quest is worth, or what failing has cost, told when it is over."""
        self.asking = ""
        card = self.state.quest(space)
        deck = card.deck if card is not None else "I"
        if word == "xp":
            self.enter(f"is quest.{space} {deck}/xp:{picked}; made {space}")
        else:
            torch, skulls = picked.split()
            self.enter(f"is quest.{space} {deck}/torch:{torch}/skulls:{skulls}; failed {space}")

    def later(self, ask: Ask) -> None:
        """Take a "Not now" of the pad: what was asked is left open, or entered without being told."""
        word, *rest = ask.name.split()
        self.ledger = self.asking = ""
        if word == "traits":
            self.unasked.add(rest[0])
        elif word == "xp":
            self.enter(f"made {rest[0]}")
        elif word == "fails":
            self.enter(f"failed {rest[0]}")
        elif word in ("character", "first", "boss", "tokens", "red", "curse"):
            self.enter({"character": f"character {' '.join(rest)} ?", "curse": "red ?"}.get(word, f"{word} ?"))
        elif word == "refill":
            self.enter(f"from {self.state.open_decks()[-1]}")
        elif word in ("attack", "hit") and not self.state.attack:
            self.enter("done")
        self.desk.refresh()

    # ----------------------------------------------------------------- entering

    def enter(self, line: str) -> bool:
        """Enter a line, and skip what this depth does not follow behind it."""
        return self.desk.enter(self.with_skips(line))

    def skips(self, state: Position) -> bool:
        """Say whether what is due is not asked at this depth."""
        return False

    def with_skips(self, line: str) -> str:
        """Return a line with what is skipped behind it; the line alone where it cannot be followed."""
        table = self.session.table.fork()
        try:
            table.play(line)
            for _ in range(MOST_SKIPPED):
                state: Position = table.state
                if not state.due or not self.skips(state):
                    break
                more = due_text(state, "?")
                table.play(more)
                line = f"{line}; {more}"
        except CompanionError:
            pass
        return line

    # ------------------------------------------------------------------- the taps

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        if self.session.watching:
            return
        spot = read_place(place)
        if spot.kind == "slip":
            self._slipped(spot)
        elif spot.kind == "tab":
            self.tab = spot.name
        elif spot.kind == "pick":
            self._picked(spot.name)
        else:
            self._touched(spot)
        self.desk.refresh()

    def _touched(self, spot: Place) -> None:
        self.ledger = ""
        if spot.kind == "quest":
            self.quest_tapped(spot.number)
        elif spot.kind == "seat":
            self.seat_tapped(spot.name)
        elif spot.kind in ("torch", "castle") and not self.state.ended and self.state.step != "setup":
            self.asking = "" if self.asking == spot.kind else spot.kind
        elif spot.kind == "trait" and self.moment == "fight":
            self.trait = spot.name
        else:
            self.other_tapped(spot)

    def seat_tapped(self, seat: str) -> None:
        """Take a tap on a line of the ledger: what has changed?"""
        self.asking = self.arming = ""
        if not self.state.ended:
            self.ledger = seat

    def other_tapped(self, spot: Place) -> None:
        """Take a tap on anything else."""

    def quest_tapped(self, space: int) -> None:
        """Take a tap on a quest: it is attempted, cycled where that was begun, or told where nobody has told it."""
        card, moment = self.state.quest(space), self.moment
        if card is None or moment in ("over", "traits"):
            return
        if self.arming == "cycle":
            self.arming = ""
            self._cycle(space)
        elif is_blank(card):
            self.tell(f"quest.{space}")
        elif moment == "turn":
            self._careful(space)
            self.enter(f"attempt {space}")
        elif moment == "attempt":
            self.desk.say("That attempt is still open: made it, or failed?")
        else:
            self.enter(f"attempt {space}")

    def _cycle(self, space: int) -> None:
        decks = self.state.open_decks()
        if len(decks) > 1:
            self.asking = f"deck {space}"
        else:
            self.enter(f"cycle {space} from {decks[0] if decks else 'I'}")

    def _careful(self, space: int) -> None:
        """Say once what a careful friend would say before an attempt."""
        state = self.state
        card = state.quest(space)
        name = title(card.name) if card is not None and card.name else "a quest"
        for problem in warnings(self.game.box, state, state.active):
            if name.lower() in problem.text.lower() and problem.clauses[0] not in self.warned:
                self.warned.add(problem.clauses[0])
                self.desk.say(problem.text)
                return

    # ------------------------------------------------------------- slips and lists

    def _slipped(self, spot: Place) -> None:
        assert self.slip is not None
        key, _, number = spot.name.partition("/")
        if key == "event":
            from msgspec.structs import replace

            self.slip = replace(self.slip, event="" if self.slip.event == number else number)
        else:
            self.slip = tapped(self.slip, key, int(number))

    def _picked(self, text: str) -> None:
        place, self.telling, self.tab = self.telling, "", ""
        if place:
            self.desk.tell(place, text)
        else:
            self.enter(due_text(self.state, text))

    def tell(self, token: str) -> None:
        """Ask for an untold thing: by its name where the box knows what it may be, else on a slip."""
        self.drop()
        if token.startswith("quest.") and not candidates(self.game, self.state, token):
            space = int(token[6:])
            card = self.state.quest(space)
            self.slip = Slip(space=space, deck=card.deck if card is not None else "I")
        self.telling = token

    def slip_for_due(self) -> None:
        """Open a slip for the quest that is turned up next."""
        _, space, deck = self.state.token
        self.slip, self.telling = Slip(space=int(space), deck=deck), DUE

    def _needs_no_roll(self, slip: Slip) -> bool:
        """Say whether the traits of whose turn it is are enough for what a slip says so far."""
        values = trait_words(self.game, self.state, self.state.player(self.state.active))
        asked = [(n, value) for n, value in zip(slip.traits, values, strict=True) if n]
        return bool(asked) and slip.xp >= 0 and all(value != "?" and int(value) >= n for n, value in asked)

    def _slip_told(self, word: str) -> None:
        """Tell what a slip says; attempt the quest as well, or have made it at once."""
        assert self.slip is not None
        slip, place, self.slip, self.telling = self.slip, self.telling, None, ""
        text = spelled(slip)
        if place == DUE:
            self.enter(f"quest {slip.space} {text or '?'}")
        elif word != "told" and not slip.event:
            first = f"is {place} {text}; " if text else ""
            self.enter(f"{first}attempt {slip.space}" + (f"; made {slip.space}" if word == "now" else ""))
        elif text:
            self.desk.tell(place, text)

    # ------------------------------------------------------------------ what is untold

    def untold(self) -> tuple[str, ...]:
        """Return the untold things that matter: quests without a cost."""
        state = self.state
        if state.ended or state.step == "setup" or state.final:
            return ()
        return tuple(
            f"quest.{n}"
            for n, space in enumerate(state.spaces, start=1)
            if space.card is not None and is_blank(space.card)
        )

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked about a thing; `gone`: only where it is no longer there to be asked about."""
        if not gone:
            self.ledger = self.asking = self.arming = self.telling = self.tab = ""
            self.slip = None
        state = self.state
        if self.asking.split()[:1] in (["xp"], ["fails"]) and state.quest(int(self.asking.split()[1])) is None:
            self.asking = ""
        if self.telling == DUE and due_deck(state) not in GATES.values():
            self.telling, self.slip = "", None
        if self.trait and not state.final:
            self.trait = ""

    # ------------------------------------------------------------------- the tray

    def button(self, name: str, text: str, sub: str = "", look: str = "chip", on: bool = False) -> Button:
        """Return a button of the tray."""
        enabled = not self.session.watching
        return Button(name, text, lambda: self.act(name), sub=sub, look=look, enabled=enabled, on=on)

    def headline(self) -> Item:
        """Return the line over the chips: the odds of the attempt, what is still wanted, or how far the game is."""
        state = self.state
        if state.attempt and not state.due:
            return self._attempt_line(state)
        if state.step == "turn" and not self.session.watching:
            if chances.faces_wanted(self.game, state):
                return Group(
                    (self.button("faces black", "Odds? Look at one black die", "tap its six faces, once", "row grow"),),
                    "row",
                )
            careful = self._careful_line(state)
            if careful:
                return Group((Text(careful, "grow told"),), "row")
        return Group((Text(self._likely_line(state), "small grow"),), "row")

    def _likely_line(self, state: Position) -> str:
        """Return when the next deck opens, as far as that can be said; else how far the game is."""
        said = chances.opening(self.game, state) if state.step == "turn" and not state.final else ""
        return said or self.session.table.game.progress(state)

    def _careful_line(self, state: Position) -> str:
        """Return what scores nothing where it lies, once the end is near; in a tie, what still counts."""
        if state.tied:
            return "Tied: whoever brings the new boss to 0 wins; points no longer count."
        found = [
            problem.text for problem in warnings(self.game.box, state, state.active) if "Inventory" in problem.text
        ]
        return found[0] if found else ""

    def _attempt_line(self, state: Position) -> Item:
        here = chances.chance_of(self.game, state, state.active, state.attempt)
        card = state.quest(state.attempt)
        name = quest_name(card, state.attempt) if card is not None else ""
        if here.short is None:
            return Group((Text(f"{name}: what it takes is not told", "grow"),), "row")
        if here.short <= 0:
            said = "no roll needed" if not here.short else "what it costs is not there"
            return Group((Text(f"{name}: {said}", "grow"),), "row")
        words = f"needs {here.short} or more on two dice"
        if here.chance is None:
            return Group(
                (self.button("faces black", words, "the odds: look at one black die, tap its six faces", "row grow"),),
                "row",
            )
        filled = "●" * (here.filled or 0) + "○" * (10 - (here.filled or 0))
        return Group((self.button("why odds", words, f"{filled}  {here.words}", "row odds grow"),), "row")

    def chips(self) -> list[Button]:
        """Return the chips of the moment."""
        state = self.state
        if self.session.watching or state.ended or state.step == "setup":
            return []
        if self.slip is not None or self.telling or self.arming:
            return [self.button("leave", "Leave it")]
        chips = []
        if self.moment == "attempt" and self.game.box.black is not None and self._may_roll(state):
            chips.append(self.button("roll", "Dice", on=self.asking == "roll"))
        if self.moment == "turn" and not state.extra:
            chips.append(self.button("cycle", "Cycle"))
        if self.moment == "quest" and not self.made_up:
            chips.append(self.button("slip", "Tell it"))
        return chips

    def _may_roll(self, state: Position) -> bool:
        at = stage(self.game.box, state)
        return at.name == "roll" or at.open

    def tray(self) -> Iterable[Item]:
        """Return what lies in the tray while the pad asks nothing."""
        return [self.headline(), Group(tuple(self.chips()), "chips")]

    def rail(self) -> Iterable[Item]:
        """Return the quests that are best for whoever is to move, for the right rail of a wide page."""
        state = self.state
        if state.step != "turn" or state.ended or state.final:
            return
        rows = []
        for n, space in enumerate(state.spaces, start=1):
            here = chances.chance_of(self.game, state, state.active, n)
            if space.card is not None and here.chance is not None:
                worth = here.chance * (space.card.xp or 0)
                rows.append((worth, quest_name(space.card, n), here.words, space.card.xp or 0))
        if rows:
            yield Text(f"{self.name(state.active)}'s best", "title")
        for _, name, words, xp in sorted(rows, key=lambda row: -row[0]):
            yield Group((Text(name, "grow"), Text(f"{words}, {xp} XP")), "row")

    def act(self, name: str) -> None:
        """Do what a button says."""
        word, _, rest = name.partition(" ")
        if word in ("made", "failed"):
            self._result(word)
        elif word in ("told", "try", "now"):
            self._slip_told(word)
        elif word in ("spared", "struck", "done"):
            self.enter(word)
        elif word == "skip":
            self.tab = ""
            self.enter(due_text(self.state, "?"))
        elif word == "leave":
            self.drop()
        elif word == "deal":
            self.tab = ""
            self.desk.deal(0 if rest == "all" else 1)
        elif word == "slip":
            self.slip_for_due()
        elif word == "cycle":
            self.arming = "" if self.arming else "cycle"
        elif name == "why odds":
            self.desk.explain(self.attempt_questions())
        elif word in ("faces", "roll"):
            self.asking = "" if self.asking == name else name
        else:
            self.enter(name)
        self.desk.refresh()

    def attempt_questions(self) -> list[Question]:
        """Return the questions behind the odds of the quest that is attempted."""
        state = self.state
        mine = [q for q in self.game.questions(state) if dict(q.params).get("space") == str(state.attempt)]
        return [q for q in mine if dict(q.params).get("seat") == state.active]

    def _result(self, word: str) -> None:
        """Enter that a quest was made or failed; what nobody has told of it is asked first."""
        state = self.state
        space = state.attempt
        card = state.quest(space)
        if card is not None and not card.known and word == "made" and card.xp is None:
            self.asking = f"xp {space}"
        elif card is not None and not card.known and word == "failed" and card.torch is None:
            self.asking = f"fails {space}"
        else:
            self.enter(f"{word} {space}")

    # -------------------------------------------------------------- the large button

    def primary(self) -> Primary:
        """Return the large button, moment by moment."""
        if self.moment == "over":
            return Primary("Count up", "count")
        if self.session.watching:
            return Primary("")
        if self.slip is not None:
            if self.telling != DUE and self.moment == "turn" and not self.slip.event:
                if self._needs_no_roll(self.slip):
                    return Primary("Made it, no roll", "now", "Only tell", "told")
                return Primary("Told: try it", "try", "Only tell", "told")
            return Primary("That is what it says", "told")
        if self.telling:
            return Primary("Not now", "leave")
        if self.arming:
            return Primary("Tap a quest")
        if self.ledger or self.asking:
            return Primary("Nothing changed", "leave") if self.ledger else Primary("Leave it", "leave")
        return self.of_moment()

    def of_moment(self) -> Primary:
        """Return the large button where nothing else was asked."""
        state, moment = self.state, self.moment
        if state.step == "setup" and self.made_up and moment != "traits":
            return Primary("Deal the practice cards by chance", "deal all")
        if moment == "attempt":
            return self.of_attempt(state)
        if due_deck(state) and moment != "boss":
            return Primary("Turn it up", "deal", "Not now", "skip") if self.made_up else Primary("Not now", "skip")
        if moment == "defend":
            return Primary("Spared", "spared", "Struck", "struck")
        if moment == "fight":
            return Primary("No attack", "done")
        if moment in ("turn", "late"):
            return Primary(self.session.table.prompt(self.session.viewer).button.replace(" to ", " → "), "done")
        return Primary("")

    def of_attempt(self, state: Position) -> Primary:
        """Return the pair of buttons of an attempt."""
        player, card = state.player(state.active), state.quest(state.attempt)
        assert card is not None
        sure = traits_told(self.game.box, state, player, card) and not deficit(self.game.box, state, player, card)
        return Primary("Made it, no roll" if sure else "Made it", "made", "Failed", "failed")
