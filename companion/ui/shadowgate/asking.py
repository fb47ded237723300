"""What the pad asks, moment by moment, and what its answers enter."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.shadowgate.state import Position
from companion.games.shadowgate.table_checks import wields_staff
from companion.games.shadowgate.traits import for_attack, told
from companion.ui.pad import Answer, Ask
from companion.ui.shadowgate import pads
from companion.ui.shadowgate.picture import best_trait, trait_words
from companion.ui.shadowgate.seen import Seen


class Asking(Seen):
    """The questions of the Table tab."""

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
            return pads.xp_ask(int(rest[0]), lambda xp: self._may_say(int(rest[0]), xp=xp))
        if word == "fails":
            return pads.fails_ask(int(rest[0]), lambda t, s: self._may_say(int(rest[0]), torch=t, skulls=s))
        if word == "deck":
            return pads.deck_ask(f"deck {rest[0]}", "From which deck comes the new one?", state.open_decks())
        if word == "life":
            return pads.life_ask()
        if word == "roll":
            return pads.roll_ask("roll", self.game.box, False)
        return pads.torch_ask(state) if word == "torch" else pads.castle_ask(state)

    def _may_say(self, space: int, **told: int) -> bool:
        """Say whether a quest may be told so: made-up cards are all listed; real ones show what they show."""
        card = self.state.quest(space)
        if card is None or not self.made_up:
            return True
        said = replace(card, **told)
        return any(said.fits(kind) for kind in self.state.deck(card.deck).unseen.kinds())

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
            return pads.roll_ask("defend", box, wields_staff(state.player(rest[0])))
        if moment in ("fight", "attack"):
            if box.black is None:
                trait = state.attack or self.trait or best_trait(self.game, state)
                return pads.hit_ask(for_attack(box, state, state.player(state.active), trait))
            return pads.roll_ask("attack", box, wields_staff(state.player(state.active)))
        return None

    def _free_characters(self, seat: str) -> list[str]:
        from companion.games.shadowgate.cards import CHARACTERS
        from companion.games.shadowgate.moves import Assign

        return [name for name in CHARACTERS if self.game.check(self.state, Assign(seat, name)).legal]

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
