"""What both depths have in common: the dungeon, the open room with its odds, what a fight cost, and the loot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.engine.game import Move
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.checks import basics
from companion.games.one_deck_dungeon.kinds import CORE
from companion.games.one_deck_dungeon.state import Position
from companion.games.one_deck_dungeon.telling import people, title
from companion.games.one_deck_dungeon.turns import needed
from companion.ui.boards.one_deck_dungeon import View, dungeon_scene, picking_scene
from companion.ui.boards.one_deck_dungeon_fight import Marks, aids_fit, meeting_scene, result_scene
from companion.ui.boards.one_deck_dungeon_loot import loot_scene
from companion.ui.boards.one_deck_dungeon_places import Place, read_place
from companion.ui.kit import Desk, Drawn, Primary
from companion.ui.one_deck_dungeon import pads, picks, said
from companion.ui.one_deck_dungeon.doors import Doors
from companion.ui.one_deck_dungeon.fights import ALIVE
from companion.ui.one_deck_dungeon.fixing import Fixing
from companion.ui.one_deck_dungeon.jobs import Job
from companion.ui.one_deck_dungeon.meeting import Meeting
from companion.ui.one_deck_dungeon.readying import Plans
from companion.ui.one_deck_dungeon.resisting import partings
from companion.ui.one_deck_dungeon.results import Results
from companion.ui.one_deck_dungeon.sofa import TOLD, Sofa
from companion.ui.one_deck_dungeon.thinking import Thinker
from companion.ui.pad import Answer, Ask

if TYPE_CHECKING:
    from companion.ui.board import Scene


_ORDINALS = ("First", "Second", "Third", "Fourth")


ON_BUTTON = 12
"""Letters of a name that has room on the large button of a phone."""


class DungeonPlay(Sofa, Fixing, Results, Doors):
    """The Table tab, as far as both depths do the same.

    Args:
        desk: the page.
    """

    low = True

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.seat = ""
        self.telling = self.picked = self.using = ""
        self.foes = CORE
        self.marks = Marks()
        self.preference = ALIVE
        self.thinker = Thinker(self._thought)
        self.choice: pads.Choice | None = None
        self._choice_at: Position | None = None
        self._meeting: Meeting | None = None
        self._marked_at: Position | None = None
        self.planned = (None, ())
        self.taken = {}
        self.plans = Plans()
        self.fit = 0
        self.job: Job | None = None
        self._level = self._unseen_leaves = 0
        self.choosing = False

    # ------------------------------------------------------------ what is there

    @property
    def begun(self) -> bool:
        """Say whether the next tap belongs to something that was begun."""
        return bool(self.telling or self.picked or self.choice is not None or self.described_here)

    @property
    def looking(self) -> str:
        """The hero that is shown large; without one the first."""
        return self.seat or self.state.handles[0]

    def look(self, seat: str) -> None:
        """Show a hero; once more, none."""
        self.seat = "" if seat == self.seat else seat

    @property
    def meeting(self) -> Meeting:
        """The open room, with the split that stands on the board."""
        state = self.state
        if self._meeting is None or self._meeting.state != state or self._meeting.cat is not self.cat:
            self._meeting = Meeting(self.cat, state, self.thinker, self.preference)
            self.picked = ""
            self._meeting.think()
        return self._meeting

    def _thought(self) -> None:
        """Draw again when something new is known of the room that is open still."""
        if self._meeting is not None and self.moment in ("meet", "round"):
            self._meeting.improve()
        if self.moment in ("meet", "round", "result", "roll", "place", "way"):
            self.desk.refresh()

    # ------------------------------------------------------------------ drawing

    @property
    def picks_foe(self) -> bool:
        """Whether the board shows foes and perils to pick from."""
        return bool(self.telling) or self.moment in ("open", "xp")

    def view(self, size: tuple[int, int]) -> View:
        """Return how the board is drawn now."""
        fled = {n: "fled" for n, door in enumerate(self.state.doors, start=1) if door.open}
        return View(size=size, trying=self.desk.trying, chosen=self.seat, doors=fled)

    def draw(self, size: tuple[int, int]) -> Drawn:
        """Draw what the moment needs."""
        self.news()
        scene = self.scene(self.view(size))
        lit = () if self.session.watching else tuple(self.lit())
        line = self.desk.hinted
        high = tuple(place for place in (line.places if line is not None else ()) if place in scene.places)
        return Drawn(scene, tuple(place for place in lit if place in scene.places), high)

    def scene(self, view: View) -> Scene:
        """Return the board of the moment."""
        state, moment = self.state, self.moment
        if moment == "describe":
            return self.job_scene(view)
        if self.picks_foe:
            tiles = picks.foe_tiles(self.cat, self.shown_set, None if self.telling else picks.left(state))
            if not self._named_set:
                tiles = [] if self.telling else [picks.UNKNOWN]
            return picking_scene(
                tiles,
                min(picks.COLUMNS, max(1, len(tiles))),
                view,
                "Which card?",
                picks.set_tiles(self.cat, state.deck, self.shown_set),
            )
        if moment == "hero":
            return picking_scene(picks.hero_tiles(self.cat, state), 2, view, "Heroes")
        if moment == "dungeon":
            return picking_scene(picks.dungeon_tiles(self.cat, state), 2, view, "Dungeons")
        if moment == "basic":
            names = list(basics(self.cat))
            return picking_scene(picks.named_tiles(names, [title(name) for name in names]), 2, view, "Basic potions")
        if moment in ("meet", "round"):
            self.fit = aids_fit(view, len(self.meeting.cards))
            return meeting_scene(self.cat, state, self.meeting.drawn(self.picked, self.fit), view)
        if moment == "result":
            return result_scene(self.cat, state, self.costs(), self.marked, view)
        if moment == "loot":
            return loot_scene(self.cat, state, self.won(), view)
        return dungeon_scene(self.cat, state, view)

    @property
    def _named_set(self) -> bool:
        """Whether anybody has told the names of the set that is shown."""
        return picks.has_names(self.cat, self.shown_set)

    def glance(self, size: tuple[int, int]) -> Drawn:
        """Draw the numbers large."""
        from companion.ui.boards.one_deck_dungeon_glance import glance_scene

        return Drawn(glance_scene(self.cat, self.state, self._party_line(), View(size=size)))

    def _party_line(self) -> str:
        if self.moment in ("meet", "round"):
            chance = self.meeting.nobody
            return said.nobody(chance, self.meeting.sure, self.meeting.about) if chance is not None else ""
        return ""

    def lit(self) -> Iterable[str]:
        """Return the places that may be tapped now."""
        state, moment = self.state, self.moment
        if self.picks_foe or moment in ("hero", "dungeon", "basic"):
            return []
        if moment == "turn":
            return [f"door/{n}" for n in range(1, len(state.doors) + 1)]
        if moment == "loot":
            return [f"loot/{n}/xp" for n in range(1, len(state.spoils) + 1)]
        return []

    # ------------------------------------------------------------- what is asked

    def sentence(self) -> str:
        """Return the one sentence."""
        state, moment = self.state, self.moment
        if self.telling:
            return "Which card is it really?"
        if moment == "describe":
            return self.job_sentence()
        if moment == "meet":
            return f"{'Split up, then fight' if state.four else 'Fight'}{' or flee' if self._may_flee() else ''}"
        if moment == "round":
            return f"Round {state.round}: {'who fights first?' if state.four else 'fight the boss'}"
        if moment == "result" and state.fight is not None:
            return self.what_it_cost()
        if moment == "over":
            return self.over()
        if moment == "turn":
            return self.turn_sentence()
        if moment == "due" and state.due[0].what in ("damage", "poison"):
            return f"{state.due[0].n} {state.due[0].what}: who takes it?"
        if self._leaf_choice():
            return "Before anybody resists: the leaves that lie open"
        if moment == "resist" and (group := self.resisting):
            return f"{people(state, group)} resist: needs {max(1, needed(self.cat, state, group))} or more"
        if moment == "loot":
            return "Loot: tap the edge that you take"
        if moment == "xp":
            left = state.pending.count("xp")
            number, every = len(state.xp_cards) + 1, len(state.xp_cards) + left
            which = f"{_ORDINALS[number - 1]} of {every} cards" if every > 1 else "One card"
            return f"{which} to begin with, as XP: which?"
        return self.session.table.prompt(self.session.viewer).sentence

    def _may_flee(self) -> bool:
        state = self.state
        return self.moment == "meet" and state.doors[state.opening].fresh

    def ask(self) -> Ask | None:
        """Return what the pad asks now."""
        if self.session.watching or self.telling:
            return None
        if self.described_here:
            return self.job_ask()
        if self.choice is not None and self._choice_at == self.state:
            return self.choice.ask
        state = self.state
        if leaf := self._leaf_choice():
            return leaf.ask
        if self.moment == "resist" and (group := self.resisting):
            return pads.resist_ask(state, group, needed(self.cat, state, group))
        choice = self._standing_choice()
        return choice.ask if choice is not None else None

    @property
    def resisting(self) -> tuple[str, ...]:
        """The group that rolls against poison now; nobody while four heroes may part in ways that differ."""
        if self.state.resisting:
            return self.state.resisting[0]
        known = partings(self.cat, self.state)
        return known[0].groups[0] if len(known) == 1 else ()

    def _leaf_choice(self) -> pads.Choice | None:
        """Return the question whether an open card shows a leaf, before anybody resists; once put off, not again."""
        state = self.state
        if self.moment != "resist" or state.at_boss or self._unseen_leaves == state.turn:
            return None
        return pads.leaf_choice(self.cat, state)

    def _standing_choice(self) -> pads.Choice | None:
        """Return the question that the moment asks by itself."""
        state = self.state
        if leaf := self._leaf_choice():
            return leaf
        if self.moment == "due":
            prompt = self.session.table.prompt(self.session.viewer).sentence
            return pads.due_choice(self.cat, state, list(self.session.table.legal), prompt)
        if self.moment == "resist":
            return pads.groups_choice(state, partings(self.cat, state))
        return None

    def answered(self, answer: Answer) -> None:
        """Take an answer of the pad."""
        word, *rest = answer.name.split()
        if word == TOLD:
            self.job_answered(answer)
        elif word == "resist":
            self.desk.enter(m.Resist(tuple(rest[0].split("+")), int(answer.value[0][0])))
        elif word == pads.CHOICE:
            choice = (
                self.choice if self.choice is not None and self._choice_at == self.state else self._standing_choice()
            )
            self.choice = None
            if choice is not None and answer.value in choice.moves:
                self.desk.enter(choice.moves[answer.value])
        self.desk.refresh()

    def later(self, ask: Ask) -> None:
        """Take a "Not now" of the pad."""
        leaf = self._leaf_choice()
        if leaf is not None and leaf.ask == ask:
            self._unseen_leaves = self.state.turn
        self.choice, self.choosing = None, False
        self.telling = ""
        self.desk.refresh()

    # ------------------------------------------------------------------- the taps

    def tapped(self, place: str) -> None:
        """Take a tap on the board."""
        if self.session.watching or self.described_here:
            return
        self.choice = None
        spot = read_place(place)
        if self.picks_foe and spot.kind == "foe":
            self._named(spot.name)
        elif spot.kind == "set":
            self.foes = spot.name
        elif spot.kind == "pick":
            self._setup(spot.name)
        else:
            self.touched(spot)
        self.desk.refresh()

    def _named(self, name: str) -> None:
        """Take the name of a card: of one that is turned up, or of one that is told late."""
        if name == picks.ANY:
            self.desk.enter("card ?")
        elif self.telling:
            token, self.telling = self.telling, ""
            self.desk.tell(token, f"#{name}")
        else:
            self.desk.enter(f"card #{name}")

    def _setup(self, name: str) -> None:
        token = self.state.pending[0].split()
        words = {"hero": f"hero {token[-1]} {name}", "dungeon": f"dungeon {name}", "basic": f"basic {name}"}
        self.desk.enter(words[token[0]])

    def touched(self, spot: Place) -> None:
        """Take a tap for which nothing else was asked."""
        moment = self.moment
        if spot.kind == "door" and moment == "turn":
            self.desk.enter(f"enter {spot.n}")
        elif moment in ("meet", "round"):
            self._at_the_door(spot)
        elif moment == "result":
            self._mark(spot)
        elif moment == "loot" and spot.kind == "loot":
            self._loot(spot.n, spot.name)
        elif spot.kind == "hero":
            self.look(spot.name)
        elif spot.kind == "potions":
            self.act("potion")

    def _at_the_door(self, spot: Place) -> None:
        meeting = self.meeting
        if spot.kind == "swap":
            self._swap(spot.name)
        elif spot.kind == "way":
            meeting.way[int(spot.name)] = 0 if meeting.way.get(int(spot.name)) == spot.n else spot.n
        elif spot.kind == "use":
            meeting.turn(spot.name, spot.n)
        elif spot.kind in ("card", "boss") and len(meeting.split.pairs) > 1:
            meeting.split = replace(meeting.split, second_first=not meeting.split.second_first)
        elif spot.kind == "potions":
            self.act("potion")

    def _swap(self, handle: str) -> None:
        """Take the first of two heroes that change places, or the second."""
        first, self.picked = self.picked, ""
        if not first:
            self.picked = handle
        elif first != handle:
            pair = next(pair for pair in self.meeting.split.pairs if first in pair)
            if handle in pair:
                self.picked = handle
            else:
                self.meeting.choose(self.meeting.split.swapped(first, handle))
                self.meeting.think()

    # ------------------------------------------------------------------ what is untold

    def untold(self) -> tuple[str, ...]:
        """Return the cards that lie open and of which nobody has said the name."""
        state = self.state
        return tuple(
            f"door.{n}.{k}"
            for n, door in enumerate(state.doors, start=1)
            if door.open and self.moment != "open"
            for k, card in enumerate(door.cards, start=1)
            if not card.name
        )

    def tell(self, token: str) -> None:
        """Ask for an untold card."""
        self.telling, self.job, self.choosing = token, None, False

    def drop(self, gone: bool = False) -> None:
        """Forget what was asked about a thing; `gone`: only where it is no longer there to be asked about."""
        if not gone:
            self.telling = self.picked = ""
            self.choice = None
        if self.telling and self.telling not in self.session.table.game.tokens(self.state):
            self.telling = ""

    def act(self, name: str) -> None:
        """Do what a button says."""
        word, _, rest = name.partition(" ")
        if self.described_here or name == "describe":
            self.job_act(name)
        elif word == "prefer":
            self.preference = rest
            if self._meeting is not None:
                self._meeting.prefer(rest)
        elif name == "fight":
            going = self.meeting.arranged()
            self.planned = ((self.state.turn, going.groups), self.meeting.planned())
            self.plans = self.meeting.plans
            self.desk.enter(going)
        elif name == "result":
            self._enter_result()
        elif name == "leave":
            self.drop()
        elif name == "deal":
            self.desk.deal(1)
        elif word == "ready":
            hero, n = rest.split()
            self.meeting.turn(hero, int(n))
        elif name == "odds":
            self.explain()
        elif name == "potion":
            self._potion()
        elif name == "name":
            self.tell(self.unnamed()[0])
        elif name == "loot":
            self._loot(1, "xp")
        else:
            self.desk.enter(name)
        self.desk.refresh()

    def _potion(self) -> None:
        """Ask which potion for whom."""
        moves = self.potions()
        if not moves:
            self.desk.say("No potion would do anything now.")
            return

        def path(move: Move) -> Sequence[tuple[str, pads.Told]]:
            assert isinstance(move, m.Potion)
            hero = self.state.hero(move.hero)
            one = self.for_one(move)
            key = (hero.handle, hero.name, pads.hurt_words(hero)) if one else ("party", "All of us", "")
            return [("", (move.name, title(move.name), "")), ("For whom?", key)]

        self.choice = pads.choice("Which potion?", moves, path, "None")
        self._choice_at = self.state

    # -------------------------------------------------------------- the large button

    def primary(self) -> Primary:
        """Return the large button, moment by moment."""
        if self.moment == "over":
            return Primary("How brave were we?", "count")
        if self.session.watching:
            return Primary("")
        if self.telling:
            return Primary("Tap its name")
        if self.described_here:
            return self.job_primary()
        return self.of_moment()

    def of_moment(self) -> Primary:
        """Return the large button where nothing else was asked."""
        state, moment = self.state, self.moment
        match moment:
            case "turn":
                return self.turn_primary()
            case "open" | "xp":
                return Primary("Not now: skip it" if self._named_set else "Unknown card", "card ?")
            case "meet" | "round":
                meeting = self.meeting
                n = meeting.cards[meeting.order()[0]]
                told = state.at_boss or state.doors[state.opening].cards[n - 1].name
                first = meeting.name(n) if told and len(meeting.name(n)) <= ON_BUTTON else "it"
                beside = ("Flee", "flee") if self._may_flee() else ("", "")
                pair = ", first pair" if state.four else ": fight"
                return Primary(f"Fight {first}" if moment == "meet" else f"Round {state.round}{pair}", "fight", *beside)
            case "before":
                return Primary(f"Fight {self.foe_name()}", "begin")
            case "result":
                return Primary(self._result_words(), "result")
            case "loot":
                return Primary(self.loot_words(), "loot")
            case "end":
                return Primary("Go down", "descend", "Stay", "next")
        return Primary(
            {
                "hero": "Tap the hero card",
                "dungeon": "Tap the dungeon",
                "basic": "Tap a potion",
                "resist": "Tap the die" if self.resisting else "Tap the groups",
                "due": "Tap who",
            }.get(moment, "")
        )
