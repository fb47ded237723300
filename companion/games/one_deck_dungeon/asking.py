"""Questions of chance that a position raises, answered exactly.

    safe        [group, card, option, door]             nobody of those who fight need fall
    cover       [group, card, option, door]             every box can be covered
    armor       [group, card, option, door]             all armor can be covered
    hearts      k[, group, card, option, door]          k or more hearts are lost, the fewest wounds counting first
    late        k[, group, card, option, door]          k or more time is lost, time counting first
    doors       n[, group, card, door]                  every box can be covered with n open doors
    worth       what[, group, card, option, door]       nobody falls with a skill, feat or potion, and without it
    split                                               four heroes, two cards: nobody falls under the best split
    item        colour[, group]                         nobody falls before the next foe with a die more, and without
    win                                                 the boss is beaten, as if it came now where it is still far
    behind      what[, n]                               the next n cards: a foe, a peril, 4 XP, a potion (`WHAT`)
    leaf        k, n                                    k or more leaves on the next n cards
    xp          k, rooms                                the next rooms bring k or more XP
    level       rooms                                   the XP of so many rooms pays for the next level
    stairs      turns                                   the stairs are open within so many turns
    crumble     time                                    so much time at the stairs hurts somebody
    resist      group                                   a group resists poison now, with the leaves that are told
    sick        group, k                                k or more hearts are lost until no token can hurt
    over        group, rolls                            after so many rolls no token can hurt

Without a group the heroes who fight now are meant, or all; without a card the first of the door.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.errors import CompanionError, UnknownNameError
from companion.engine.game import Question
from companion.engine.odds import Odds
from companion.games.one_deck_dungeon import boss_answers
from companion.games.one_deck_dungeon import card_answers as cards
from companion.games.one_deck_dungeon import fight_answers as fights
from companion.games.one_deck_dungeon import poison_answers as poison
from companion.games.one_deck_dungeon.abilities import PERIL
from companion.games.one_deck_dungeon.asked import USUAL, Asked, begins, plain
from companion.games.one_deck_dungeon.rooms import boss_health
from companion.games.one_deck_dungeon.state import MAX_LEVEL, Position
from companion.games.one_deck_dungeon.telling import COLOUR_WORDS, card_words, skill_words, way_words
from companion.games.one_deck_dungeon.turns import pairs, price, tokens_against

if TYPE_CHECKING:
    from companion.games.one_deck_dungeon.rules import OneDeckDungeon

Params = dict[str, str]


class Kind(NamedTuple):
    """One kind of question: its words, with the parameters in braces, and what answers it."""

    words: str
    tell: Callable[[Asked], Odds]


KINDS: dict[str, Kind] = {
    "safe": Kind("{Do} {who} {both}survive {it}?", fights.here(fights.safe)),
    "cover": Kind("Can {who} cover every box of {it}?", fights.here(fights.cover)),
    "armor": Kind("Can {who} cover all the armor of {it}?", fights.here(fights.armor)),
    "hearts": Kind("{Do} {who} lose {hearts} or more {against}?", fights.here(fights.hearts)),
    "late": Kind("Does {it} cost {k} time or more?", fights.here(fights.late)),
    "doors": Kind("Can {who} cover every box of {it} with {open_doors} open?", fights.doors),
    "worth": Kind("How safe {are} {who} {against} with {what}?", fights.worth),
    "split": Kind("Does everybody survive with the best split?", fights.split),
    "item": Kind("How safe {are} {who} against the next foe with one more {colour} die?", fights.item),
    "win": Kind("Do we beat the boss?", boss_answers.win),
    "behind": Kind("Is {next} {what}?", cards.behind),
    "leaf": Kind("Are there {k} leaves or more on the next {n} cards?", cards.leaf),
    "xp": Kind("{Do_rooms} {rooms} bring {k} XP or more?", cards.xp),
    "level": Kind("Is the XP of {rooms} enough for the next level?", cards.level),
    "stairs": Kind("Are the stairs open within {turns}?", cards.stairs),
    "crumble": Kind("Do the stairs hurt if {time} more time is lost?", cards.crumble),
    "resist": Kind("{Do} {who} resist the poison now?", poison.resist),
    "sick": Kind("Does poison cost {who} {hearts} or more from here on?", poison.sick),
    "over": Kind("{Are} {who} safe from poison after {rolls}?", poison.over),
}
"""Every kind of question, by its id."""

WHAT = {"foe": "a foe", "peril": "a peril", "rich": "worth 4 XP", "potion": "one with a potion"}
"""What the next cards may be, in words."""

THIS = "this fight"
"""The fight that goes on, in words."""


def questions(game: OneDeckDungeon, state: Position) -> tuple[Question, ...]:
    """Return the questions that make sense now; `answer` takes other parameters of the same kinds too."""
    if state.ended or state.step == "setup":
        return ()
    asked = Asked(game.cat, state, {})
    found = (*_fights(asked), *_poison(state), *_cards(asked))
    return tuple(_question(asked, name, params) for name, params in found)


def _question(asked: Asked, name: str, params: Params) -> Question:
    return Question(name, _words(asked._replace(params=params), name), tuple(params.items()))


def answer(game: OneDeckDungeon, state: Position, question: Question) -> Odds:
    """Answer a question exactly, or where that would take long with a bound that says so.

    Raises:
        UnknownNameError: there is no such question, or a parameter names what is not there.
        UnreadableError: a parameter is no number where one is asked for.
        EditionIncompleteError: it rests on cards that nobody has told.
        CompanionError: it has no meaning at this moment.
    """
    if question.id not in KINDS:
        raise UnknownNameError("question", question.id, tuple(KINDS))
    asked = Asked(game.cat, state, dict(question.params), question.text)
    return KINDS[question.id].tell(asked._replace(text=question.text or _words(asked, question.id)))


def _words(asked: Asked, name: str) -> str:
    """Return a question in words."""
    one = len(asked.group) == 1
    told = {**USUAL, **asked.params}
    what, it = asked.params.get("what", ""), _it(asked)
    words = {
        "who": asked.who,
        "Do": "Does" if one else "Do",
        "are": "is" if one else "are",
        "Are": "Is" if one else "Are",
        "both": {1: "", 2: "both "}.get(len(asked.group), "all "),
        "it": it,
        "against": "in this fight" if it == THIS else f"against {it}",
        "what": WHAT.get(what, what) if name == "behind" else _helper(asked, what),
        "colour": COLOUR_WORDS.get(told.get("colour", "S"), ""),
        "next": "the next card" if told["n"] == "1" else f"one of the next {told['n']} cards",
        "open_doors": _many(told["n"], "door"),
        "hearts": "a heart" if told["k"] == "1" else f"{told['k']} hearts",
        "rooms": "the next room" if told["rooms"] == "1" else f"the next {told['rooms']} rooms",
        "Do_rooms": "Does" if told["rooms"] == "1" else "Do",
        "turns": _many(told["turns"], "turn"),
        "rolls": _many(told["rolls"], "roll"),
    }
    return KINDS[name].words.format(**{**told, **words})


def _many(n: str, what: str) -> str:
    return f"{n} {what}{'s' * (n != '1')}"


def _helper(asked: Asked, name: str) -> str:
    """Return a skill, potion or feat by name; of a potion that it is one."""
    said = skill_words(asked.cat, name)
    return f"a potion of {said}" if asked.cat.is_potion(name) else said


def _it(asked: Asked) -> str:
    """Return which fight is meant: this one, or the card behind a door with the way through it."""
    if not {"card", "option", "door"} & set(asked.params):
        return THIS
    foe = asked.cat.foe(asked.face)
    name = f"the {card_words(asked.cat, asked.face)}" if asked.face.name else "the card"
    options = (foe.options if foe is not None else None) or ()
    chosen = asked.params.get("option", "")
    if not chosen.isdigit() or not 1 <= int(chosen) <= len(options):
        return name
    pays = way_words(options[int(chosen) - 1].pays)
    return f"{name} ({'the free way' if pays == 'Free' else pays[0].lower() + pays[1:]})"


# ----------------------------------------------------------------------------------------------------------- which ones


def _fights(asked: Asked) -> Iterator[tuple[str, Params]]:
    """Yield what there is to ask about the fight that begins, or those behind open doors."""
    state = asked.state
    if state.at_boss and _round_begins(state) and boss_health(asked.cat, state) is not None:
        yield "win", {}
    if state.fight is not None and begins(state):
        for params in _ways(asked):
            yield from _one_fight(asked._replace(params=params))
    elif state.fight is not None and plain(state):
        yield from _one_fight(asked)
    if state.fight is not None or state.at_boss:
        return
    if state.four and state.step == "meet":
        yield "split", {}
    for params in _open_cards(asked):
        if state.four:
            for pair in dict.fromkeys(pair for both in pairs(state) for pair in both):
                yield from _known(asked, ("safe", {"group": "+".join(pair), **params}))
        else:
            yield from _one_fight(asked._replace(params=params))
    if not state.four and cards.nameable(state):
        yield from (("item", {"colour": colour}) for colour in "SAM")


def _round_begins(state: Position) -> bool:
    """Say whether a whole round against the boss lies ahead, poison and all."""
    if state.fight is None:
        return True
    return state.fight.at == 0 and plain(state) and not state.tokens


def _ways(asked: Asked) -> Iterator[Params]:
    """Yield both ways through the peril that is met, where none is chosen yet; else the fight as it is."""
    state = asked.state
    foe = asked.cat.foe(asked.face) if not state.at_boss else None
    options = (foe.options if foe is not None and foe.kind == PERIL else None) or ()
    if options and state.fight is not None and not state.fight.part.option:
        yield from ({"option": str(way)} for way in range(1, len(options) + 1))
    else:
        yield {}


def _open_cards(asked: Asked) -> Iterator[Params]:
    """Yield the cards behind open doors, and both ways through a peril."""
    for number, door in enumerate(asked.state.doors, 1):
        for card, face in enumerate(door.cards if door.open else (), 1):
            foe = asked.cat.foe(face)
            here = {"door": str(number), "card": str(card)}
            if foe is not None and foe.kind == PERIL and foe.options:
                yield from ({**here, "option": str(way)} for way in range(1, len(foe.options) + 1))
            elif foe is not None and foe.boxes:
                yield here


def _one_fight(asked: Asked) -> Iterator[tuple[str, Params]]:
    """Yield everything about one fight."""
    try:
        found, here = asked.meeting, dict(asked.params)
    except CompanionError:
        return
    if found.fight.hearts:
        yield "safe", here
    yield "cover", here
    if any(box.armor for box in found.fight.all_boxes):
        yield "armor", here
    yield from ((name, {"k": k, **here}) for name in ("hearts", "late") for k in ("1", "2", "3"))
    if fights.grows(asked):
        yield from (("doors", {"n": n, **here}) for n in "1234")
    yield from (("worth", {"what": name, **here}) for name in fights.helpers(asked))


def _known(asked: Asked, *found: tuple[str, Params]) -> Iterator[tuple[str, Params]]:
    """Yield those whose fight is told."""
    for name, params in found:
        try:
            _ = asked._replace(params=params).meeting
        except CompanionError:
            continue
        yield name, params


def _poison(state: Position) -> Iterator[tuple[str, Params]]:
    groups = state.resisting or (() if state.four else (state.handles,))
    for group in (group for group in groups if tokens_against(state, group)):
        who = {"group": "+".join(group)}
        yield "resist", who
        yield from (("sick", {**who, "k": k}) for k in ("1", "3"))
        yield "over", {**who, "rolls": "3"}


def _cards(asked: Asked) -> Iterator[tuple[str, Params]]:
    """Yield what there is to ask about the deck and the stairs."""
    state = asked.state
    if state.at_boss:
        return
    if cards.nameable(state) and state.down:
        yield from (("behind", {"what": what}) for what in WHAT)
        yield from (("behind", {"what": what, "n": "2"}) for what in WHAT if state.down > 1)
        if state.deck != "core" and state.down > 3:
            yield "leaf", {"n": "4", "k": "2"}
        rooms = min(3, state.down // (2 if state.four else 1))
        if rooms and price(asked.cat, state) is not None:
            yield "xp", {"rooms": str(rooms), "k": "9"}
            yield from [("level", {"rooms": str(rooms)})] if state.level < MAX_LEVEL else []
    if state.stairs_open:
        yield from (("crumble", {"time": time}) for time in ("1", "2", "3"))
    else:
        yield from (("stairs", {"turns": turns}) for turns in ("3", "6"))
