"""Full: every die. The faces are tapped, the best placement draws itself, and the table says that it did that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import PERIL
from companion.games.one_deck_dungeon.helping import Help, helping, readying
from companion.games.one_deck_dungeon.party import feat
from companion.games.one_deck_dungeon.plainly import effect_words, use_words
from companion.games.one_deck_dungeon.rooms import boxes, foe_of, room_kind
from companion.games.one_deck_dungeon.state import Position, Throw, in_order
from companion.games.one_deck_dungeon.telling import people, title
from companion.ui.boards.one_deck_dungeon import View
from companion.ui.boards.one_deck_dungeon_dice import Rolling, rolling_scene
from companion.ui.boards.one_deck_dungeon_fight import FightCard, meeting_scene, result_scene
from companion.ui.boards.one_deck_dungeon_places import Place
from companion.ui.kit import Desk, Primary
from companion.ui.one_deck_dungeon import pads, rolled, said
from companion.ui.one_deck_dungeon.base import DungeonPlay
from companion.ui.one_deck_dungeon.fights import going, rank
from companion.ui.one_deck_dungeon.keys import die_svg
from companion.ui.one_deck_dungeon.meeting import peril_ways
from companion.ui.one_deck_dungeon.owners import rows
from companion.ui.one_deck_dungeon.thinking import Job
from companion.ui.pad import Answer, Ask, Key, Step
from companion.ui.panel import Button, Group, Item, Text

if TYPE_CHECKING:
    from companion.ui.board import Scene

NAMES = {"S": "Strength (yellow)", "A": "Agility (pink)", "M": "Magic (blue)", "H": "black"}
FACES = tuple(str(n) for n in range(1, 7))
ROLL, CHANGE = "roll", "die"
"""The question what was rolled, and what a die really shows."""
BESIDE = 2
"""Alternatives that are told beside the placement drawn: what may be used first, then other placements."""


class Full(DungeonPlay):
    """The Table tab while every die is followed."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.differs: Position | None = None
        self.changing = 0
        self.picking = 0
        self._picked_at: Position | None = None
        self._clock: tuple[tuple[int, int, int], int] | None = None

    # ------------------------------------------------------------- the moments of a fight

    @property
    def moment(self) -> str:
        """What the table is at: a fight that is followed is "way", "roll", "pick" or "place"; else as in Light."""
        moment, fight = super().moment, self.state.fight
        if moment != "dice" or fight is None:
            return moment
        if self.differs == self.state:
            return "result"
        if fight.tasks:
            throw = fight.tasks[0].throw
            return "roll" if throw is not None and throw.dice else "pick"
        if not fight.thrown and room_kind(self.cat, self.state, fight) == PERIL and not fight.part.option:
            return "way"
        return "place"

    @property
    def throw(self) -> Throw:
        """The dice that are about to be rolled."""
        assert self.state.fight is not None
        throw = self.state.fight.tasks[0].throw
        assert throw is not None
        return throw

    def news(self) -> None:
        """Say that time is lost in the middle of a fight, when the table has to turn the cards over."""
        super().news()
        state, fight = self.state, self.state.fight
        before, self._clock = self._clock, None
        if fight is None or fight.closed:
            return
        key, left = (state.turn, state.round, fight.at), state.down - state.stairs
        self._clock = key, left
        lost = before[1] - left if before is not None and before[0] == key else 0
        if lost > 0:
            where = "lay it on the stairs" if state.stairs_open else f"turn over {lost} card{'s' * (lost > 1)}"
            self.desk.say(f"{lost} time is lost at once: {where}.")

    def shown(self) -> tuple[rolled.Shown, ...]:
        """Return the best placement of the dice that lie there and the ways beside it; a first one while it is sought.

        Nothing where the boxes are not known, or some dice are placed already.
        """
        roll, cat, state, preference = rolled.lying(self.cat, self.state), self.cat, self.state, self.preference
        if roll is None:
            return ()
        best = Job(
            (roll, preference), lambda: rolled.for_boss(cat, state) or rolled.shown(roll, preference), roll.quick
        )
        self.thinker.do([best, Job(self._aid, lambda: helping(self.cat, state, preference))])
        found: tuple[rolled.Shown, ...] | None = self.thinker.known(best.key)
        return found if found is not None else (rolled.first(roll),)

    @property
    def sought(self) -> bool:
        """Whether the best placement is still being looked for."""
        roll = rolled.lying(self.cat, self.state)
        return roll is not None and self.thinker.known((roll, self.preference)) is None

    @property
    def _aid(self) -> tuple[object, ...]:
        """What it rests on which skills, feats and potions would help now."""
        state = self.state
        return ("help", state.fight, state.heroes, state.potions, self.preference)

    def helps(self) -> tuple[Help, ...]:
        """Return what would help now, the best first; nothing while that is not known."""
        found: tuple[Help, ...] = self.thinker.known(self._aid) or ()
        return found[:BESIDE]

    def asked_beside(self) -> list[Job]:
        """Return what is to be worked out beside the odds: before the roll which feats would help."""
        state = self.state
        preference = self.preference
        feats = [Job(self._aid, lambda: readying(self.cat, state, preference))] if self.moment == "roll" else []
        return [*super().asked_beside(), *feats]

    def placed(self) -> rolled.Shown | None:
        """Return the placement that is drawn: the best, or the one that was tapped beside it."""
        every = self.shown()
        if self._picked_at != self.state:
            self.picking, self._picked_at = 0, self.state
        return every[min(self.picking, len(every) - 1)] if every else None

    # ------------------------------------------------------------------ drawing

    def scene(self, view: View) -> Scene:
        """Return the board of the moment."""
        state, moment = self.state, self.moment
        if self.picks_foe or moment not in ("way", "roll", "pick", "place", "result"):
            return super().scene(view)
        if moment == "result":
            return result_scene(self.cat, state, self.costs(), self.marked, view)
        if moment == "way":
            return meeting_scene(self.cat, state, [self._peril()], view)
        return rolling_scene(self.cat, state, self._rolling(), view)

    def _rolling(self) -> Rolling:
        state, fight = self.state, self.state.fight
        assert fight is not None
        asked = boxes(self.cat, state, fight)
        lying = {at: tuple((d.colour, d.value) for b, d in fight.placed if b == at) for at in range(len(asked))}
        spare = [(n, (die.colour, die.value)) for n, die in enumerate(fight.dice, start=1)]
        told = self.placed() if self.moment == "place" else None
        if told is not None:
            for at, dice in zip(told.placement.covered, told.placement.dice, strict=True):
                lying[at] = dice
            left = rolled.unused([die for _, die in spare], told.placement)
            kept = []
            for n, die in spare:
                if die in left:
                    left.remove(die)
                    kept.append((n, die))
            spare = kept
        kind = room_kind(self.cat, state, fight)
        pool = "" if self.moment != "roll" else "roll"
        helps = [
            (f"use/{n}", self._called(one), said.help_words(one, narrow=True))
            for n, one in enumerate(self.helps(), start=1)
        ]
        return Rolling(
            name=self.foe_name(), tone=kind or "plain", pair=fight.part.heroes, boxes=asked,
            lying={at: dice for at, dice in lying.items() if dice}, spare=tuple(spare), pool=pool,
            helps=tuple(helps) if pool else (), sought=self.moment == "place" and self.sought,
            rows=len(rows(self.cat, state, self.throw)) if pool else 0,
        )  # fmt: skip

    def _peril(self) -> FightCard:
        """Return the card of a peril whose way is still to be chosen."""
        state, fight = self.state, self.state.fight
        assert fight is not None
        foe = foe_of(self.cat, fight)
        every = [going(self.cat, state, way) for way in (1, 2)]
        self.thinker.want(every, self.preference)
        days = [self.thinker.best(one, self.preference) for one in every]
        known = [one for one in days if one is not None]
        best = max(known, key=lambda one: rank(one, self.preference)) if len(known) == len(every) else None
        options = (foe.options if foe is not None else None) or ()
        return FightCard(
            n=1,
            name=self.foe_name(),
            tone="peril",
            xp=(foe.xp or 0) if foe is not None else 0,
            heroes=fight.part.heroes,
            ways=tuple(peril_ways(options, every, days, 0, self.preference)),
            safe=said.safe(best.safe, best.exact, best.about) if best is not None else "",
            days=tuple(map(said.cost, (best.good, best.usual, best.bad))) if best is not None else (),
            swaps=False,
        )

    def lit(self) -> Iterable[str]:
        """Return the places that may be tapped now."""
        if self.moment == "way":
            return ["way/1/1", "way/1/2"]
        if self.moment == "roll":
            return [f"use/{n}" for n in range(1, len(self.helps()) + 1)]
        return super().lit()

    # ------------------------------------------------------------- what is asked

    def sentence(self) -> str:
        """Return the one sentence."""
        moment, fight = self.moment, self.state.fight
        if self.telling or fight is None:
            return super().sentence()
        who = people(self.state, fight.part.heroes)
        if moment == "way":
            return f"{self.foe_name()}: which way?"
        if moment == "roll":
            return " · ".join(filter(None, (f"{self.foe_name()}: tap the faces", self._chance())))
        if moment == "place":
            told = self.placed()
            if told is None:
                return f"{who}: place your dice"
            if self.picking:
                return f"{who}: another way to place"
            if self.sought:
                return f"{who}: a first placement"
            return f"{who}: this is the best placement{'' if told.proven else ' found'}"
        return super().sentence()

    def _chance(self) -> str:
        """Return the chance to win against the boss, or how safe the fight is, in a word."""
        return self.outlook().partition(",")[0]

    def ask(self) -> Ask | None:
        """Return what the pad asks now: the faces rolled, a die that is changed, or what both depths ask."""
        asked = super().ask()
        if asked is not None or self.session.watching or self.telling:
            return asked
        if self.changing and self.moment == "place":
            return self._die_ask()
        if self.moment == "roll":
            return self._roll_ask()
        if self.moment == "pick":
            return self._pick_choice().ask
        return None

    def _roll_ask(self) -> Ask:
        told = rows(self.cat, self.state, self.throw)
        return pads.dice_ask(f"{ROLL} {self.session.table.seq}", told, "Just enter the result")

    def _die_ask(self) -> Ask:
        fight = self.state.fight
        assert fight is not None
        die = fight.dice[min(self.changing, len(fight.dice)) - 1]
        keys = tuple(Key(face, face, svg=die_svg(die.colour, int(face))) for face in FACES)
        step = Step(f"{NAMES[die.colour]} {die.value}: what does it show?", (*keys, Key("gone", "×", sub="gone")), 7)
        return Ask(f"{CHANGE} {self.changing}", (step,), None, "Leave it")

    def _pick_choice(self) -> pads.Choice:
        moves = [move for move in self.session.table.legal if isinstance(move, m.Pick)]

        def say(move: Move) -> str:
            assert isinstance(move, m.Pick)
            return " ".join(map(str, move.dice)) or "That is all"

        fight = self.state.fight
        prompt = self.session.table.prompt(self.session.viewer).sentence
        effect = fight.tasks[0].effect if fight is not None and fight.tasks else None
        if effect is not None:
            prompt = f"{prompt} ({effect_words(effect)})"
        return pads.moves_choice(prompt, moves, say, "")

    def _standing_choice(self) -> pads.Choice | None:
        return self._pick_choice() if self.moment == "pick" else super()._standing_choice()

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        word = answer.name.split()[0]
        if word == ROLL:
            self.desk.enter(pads.roll_line(answer.value))
        elif word == CHANGE:
            n, self.changing = self.changing, 0
            self._changed(n, answer.value[0][0])
        else:
            super().answered(answer)
            return
        self.desk.refresh()

    def later(self, ask: Ask) -> None:
        """Take a "Not now": the result is entered without the dice, or a die stays as it is."""
        self.changing = 0
        if ask.name.startswith(ROLL):
            self.desk.enter("roll ?")
        super().later(ask)

    def _changed(self, n: int, face: str) -> None:
        """Put a die to what it really shows."""
        state, fight = self.state, self.state.fight
        assert fight is not None
        die, left = fight.dice[n - 1], [*fight.dice[: n - 1], *fight.dice[n:]]
        dice = left if face == "gone" else [*left, replace(die, value=int(face))]
        told = f"{die} is gone" if face == "gone" else f"{die} shows {face}"
        self.desk.correct(replace(state, fight=replace(fight, dice=in_order(dice))), told)

    # ------------------------------------------------------------------- the taps

    def touched(self, spot: Place) -> None:
        """Take a tap for which nothing else was asked."""
        moment = self.moment
        if moment == "way" and spot.kind == "way":
            self.desk.enter(f"option {spot.n}")
        elif moment == "place" and spot.kind == "die":
            self.changing = spot.n
        elif moment == "roll" and spot.kind == "use":
            self._use(spot.n)
        elif moment in ("roll", "place") and spot.kind == "hero":
            self._of_hero_now(spot.name)
        elif moment == "result":
            self._mark(spot)
        else:
            super().touched(spot)

    def _of_hero_now(self, handle: str) -> None:
        """Ask which skill, feat or potion of a hero is used."""
        moves = [move for move in self._uses() if getattr(move, "hero", "") == handle]
        if not moves:
            self.desk.say(f"{self.state.hero(handle).name} has nothing to use now.")
            return
        self.choice, self._choice_at = self._use_choice(moves), self.state

    def _use(self, n: int) -> None:
        """Use what stands there as a help, by its number from 1."""
        helps = self.helps()
        if n <= len(helps):
            self.desk.enter(helps[n - 1].move)

    def _called(self, one: Help) -> str:
        """Return what a help is called and whose it is; where two are called so, also what each costs or does."""
        said = self._name_of(one)
        if [self._name_of(other) for other in self.helps()].count(said) < 2:
            return said
        if isinstance(one.move, m.Feat):
            ability = feat(self.cat, self.state, self.state.hero(one.move.hero))
            ways = ability.uses("ready") if ability is not None else ()
            return f"{said}: {use_words(ways[one.move.n - 1])}" if one.move.n <= len(ways) else f"{said}, {one.move.n}"
        paid = " ".join(map(str, getattr(one.move, "pay", ())))
        kind = "a potion" if isinstance(one.move, m.Potion) else f"pay {paid}" if paid else "free"
        return f"{said}: {kind}"

    def _name_of(self, one: Help) -> str:
        hero = self.state.hero(one.move.hero)
        if isinstance(one.move, m.Feat):
            ability = feat(self.cat, self.state, hero)
            return f"{ability.name if ability is not None else 'Feat'} ({hero.name})"
        return f"{title(one.move.name)} ({hero.name})"

    def _uses(self) -> list[Move]:
        """Return skills, feats and potions that may be used now."""
        table = self.session.table
        return [move for move in (*table.legal, *table.asides) if isinstance(move, m.Skill | m.Feat | m.Potion)]

    def _use_choice(self, moves: Sequence[Move]) -> pads.Choice:
        """Ask whose it is, what is used, and which dice pay for it."""

        def path(move: Move) -> list[tuple[str, pads.Told]]:
            hero = getattr(move, "hero", "")
            named = feat(self.cat, self.state, self.state.hero(hero)) if isinstance(move, m.Feat) else None
            return [("Whose?", (hero, self.state.hero(hero).name, "")), *_use_path(move, named.name if named else "")]

        return pads.choice("What is used?", moves, path, "Nothing")

    # ------------------------------------------------------------------- the tray

    def headline(self) -> Item:
        """Return what the drawn placement costs, in words."""
        if self.moment != "place":
            return super().headline()
        told = self.placed()
        if told is None:
            fight = self.state.fight
            placed = fight is not None and fight.placed
            words = "Dice lie on boxes already." if placed else "Nobody has described its boxes: no odds."
            return Group((Text(words, "grow"),), "row")
        words = f"{self._words(told)}{self._open_words(told)}."
        if self.sought:
            words += " Looking for the best placement …"
        if told.placement.blacks:
            made = [f"{' '.join(f'{c}{v}' for c, v in b.of)} make a black {b.value}" for b in told.placement.blacks]
            # Said once, it need not be said of each.
            words += " " + ", ".join([made[0], *(one.replace("make a black", "a") for one in made[1:])])
        return Group((Text(words, "grow"),), "row")

    def _words(self, one: rolled.Shown) -> str:
        hits = [f"{one.hits} on the boss"] if self.state.at_boss else []
        roll = rolled.lying(self.cat, self.state)
        fallen = ["the party falls"] if roll is not None and rolled.falls(roll, one) else []
        return ", ".join([*hits, said.loss_words(one.loss), *fallen])

    def _open_words(self, one: rolled.Shown) -> str:
        """Say what the loss of a placement comes from, where that is not the card alone."""
        roll = rolled.lying(self.cat, self.state)
        words = rolled.open_words(roll, one) if roll is not None else ""
        return f" ({words})" if words else ""

    def chips(self) -> list[Button]:
        """Return the chips of the moment."""
        if self.session.watching or self.moment not in ("place", "way"):
            return super().chips()
        if self.moment == "way":
            return []
        helps = self.helps()
        chips = [
            self.button(f"help {n}", self._called(one), said.help_words(one)) for n, one in enumerate(helps, start=1)
        ]
        for n, one in enumerate(self.shown()[: 1 + BESIDE - len(helps)]):
            if n != self.picking:
                chips.append(self.button(f"other {n}", self._words(one) if n else "Best", "other way" if n else ""))
        if any(isinstance(move, m.Skill | m.Potion) for move in self._uses()):
            chips.append(self.button("use", "Skill or potion"))
        return chips

    def act(self, name: str) -> None:
        """Do what a button says."""
        word, _, rest = name.partition(" ")
        if word == "other":
            self.picking, self._picked_at = int(rest), self.state
        elif word == "help":
            self._use(int(rest))
        elif word == "did":
            told = self.placed()
            if told is None or self.sought:
                self.desk.say("The best placement is still being looked for: wait for it, or tap It differs.")
            else:
                self.desk.enter(rolled.line(told.placement))
        elif word == "differ":
            self.differs = self.state
        elif word == "use":
            self.choice, self._choice_at = self._use_choice(self._uses()), self.state
        else:
            super().act(name)
            return
        self.desk.refresh()

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked about a thing."""
        if not gone:
            self.changing, self.differs = 0, None
        super().drop(gone)

    def of_moment(self) -> Primary:
        """Return the large button where nothing else was asked."""
        moment = self.moment
        if moment == "roll":
            return Primary("Tap the faces")
        if moment == "pick":
            return Primary("Choose the dice")
        if moment == "place" and self.sought:
            return Primary("Looking …", "", "It differs", "differ")
        if moment == "place" and self.placed() is None:
            placed = self.state.fight is not None and self.state.fight.placed
            return (
                Primary("We did that", "settle", "It differs", "differ") if placed else Primary("What came?", "differ")
            )
        if moment == "place":
            return Primary("We did that", "did", "It differs", "differ")
        if moment == "way":
            ways = self._peril().ways
            best = next((n for n, way in enumerate(ways, start=1) if way.best), 0)
            if best:
                other = 3 - best
                said_best, said_other = _take(ways[best - 1].title), _take(ways[other - 1].title)
                return Primary(said_best, f"option {best}", said_other, f"option {other}")
            return Primary("Tap a way")
        return super().of_moment()


def _use_path(move: Move, feat_name: str) -> list[tuple[str, pads.Told]]:
    """Return what is used, and what pays for it.

    Args:
        move: the skill, feat or potion.
        feat_name: what the feat is called, where it is one.
    """
    free = ("free", "free", "")
    match move:
        case m.Skill(name=name, pay=pay, use=use):
            paid = " ".join(map(str, pay))
            what = (f"{name} {use}", title(name), f"way {use}" if use > 1 else "skill")
            return [("What is used?", what), ("Paid with?", (paid, paid, "") if paid else free)]
        case m.Feat(n=n):
            return [
                ("What is used?", (f"feat {n}", feat_name or "Feat", f"feat, way {n}" if n > 1 else "feat")),
                ("Paid with?", free),
            ]
        case m.Potion(name=name):
            return [("What is used?", (f"potion {name}", title(name), "potion")), ("Paid with?", free)]
    return [("What is used?", ("?", "?", "")), ("Paid with?", free)]


def _take(words: str) -> str:
    return "Take the free way" if words == "Free" else words


__all__ = ["Full"]
