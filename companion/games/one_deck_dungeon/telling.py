"""Sentences of One Deck Dungeon: what a move was, for the log, and what to do now, for the top of the page."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.errors import CompanionError
from companion.engine.game import Move, Prompt
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon.abilities import PERIL, Cost
from companion.games.one_deck_dungeon.bearing import stairs_limits
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.catalogue import Catalogue
from companion.games.one_deck_dungeon.described import name_of
from companion.games.one_deck_dungeon.effects import apply
from companion.games.one_deck_dungeon.kinds import DungeonCard, EncounterCard, HeroCard, SkillCard
from companion.games.one_deck_dungeon.party import feat
from companion.games.one_deck_dungeon.rooms import boss, room_kind
from companion.games.one_deck_dungeon.state import Dice, Due, Face, Fight, Position
from companion.games.one_deck_dungeon.throws import pool_text
from companion.games.one_deck_dungeon.turns import begun_with, needed

COLOUR_WORDS = {"S": "Strength", "A": "Agility", "M": "Magic", "H": "black"}
AT_ONCE = m.Roll | m.Skill | m.Feat | m.Pick | m.Potion
"""Moves that a toll or a price may take time for."""


def title(name: str) -> str:
    """Return a name of small letters as it is written for people: "Plague Rat"."""
    return name.replace("-", " ").title()


def card_words(cat: Catalogue, card: Face) -> str:
    """Return an encounter card as people say it, with its printed name where the box tells one."""
    return _printed(cat.encounters.get(card.name), card.name) if card.name else "a card"


def skill_words(cat: Catalogue, name: str) -> str:
    """Return a skill or potion by its printed name where the box tells one."""
    return _printed(cat.skills.get(name), name)


def _printed(card: EncounterCard | HeroCard | DungeonCard | SkillCard | None, name: str) -> str:
    return (card.name if card is not None else None) or title(name)


def people(state: Position, handles: Sequence[str]) -> str:
    """Return heroes as people say them: "Ana and Bo"."""
    names = [state.hero(handle).name for handle in handles]
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def place_words(place: str) -> str:
    """Return where a card lies, as people say it: "Card 1 of door 2" for "door.2.1"."""
    where, *rest = place.split(".")
    if where == "door" and len(rest) == 2:
        return f"Card {rest[1]} of door {rest[0]}"
    named = {"fight": "Card {} of this fight", "loot": "Card {} that was won", "discard": "Card {} of the discard"}
    return named[where].format(*rest) if where in named and rest else f"The card at {place}"


def dice_words(dice: Dice) -> str:
    """Return dice as people say them: "S6 S5 A4"."""
    return " ".join(map(str, dice))


def way_words(pays: Cost) -> str:
    """Return what a way through a peril costs: "Pay 3 time", or that it is free."""
    hearts = f"{pays.damage} heart{'s' * (pays.damage > 1)}"
    paid = [*[f"{pays.time} time"] * bool(pays.time), *[hearts] * bool(pays.damage)]
    return f"Pay {' and '.join(paid)}" if paid else "Free"


def lost_words(state: Position, shares: m.Shares, what: str) -> str:
    """Return who takes how much: "Ana 2 hearts, Bo 1 heart"."""
    return ", ".join(f"{state.hero(handle).name} {n} {what}{'s' * (n != 1)}" for handle, n in shares)


def stored_words(cat: Catalogue, state: Position, handles: Sequence[str]) -> list[str]:
    """Return the stored dice of heroes that they may roll: "Ana's stored die is rolled too"."""
    held = [state.hero(handle) for handle in handles if feat(cat, state, state.hero(handle)) is not None]
    return [
        f"{hero.name}'s stored {'die is' if hero.stored == 1 else f'{hero.stored} dice are'} rolled too"
        for hero in held
        if hero.stored
    ]


def pool_words(pool: Pool) -> str:
    """Return dice as people say them: "3 Strength, 2 Agility and 1 black dice"."""
    found = [f"{n} {COLOUR_WORDS[c]}" for c, n in zip(COLOURS, pool.counts(), strict=True) if n]
    said = " and ".join(filter(None, (", ".join(found[:-1]), found[-1]))) if found else "no"
    return f"{said} {'die' if sum(pool.counts()) == 1 else 'dice'}"


# -------------------------------------------------------------------------------------------------------------- the log


def describe(cat: Catalogue, move: Move, state: Position) -> str:
    """Return a move as a sentence for the log."""
    said = _reveals(cat, move, state) or _turns(cat, move, state) or _dice(cat, move, state)
    said = said or _settled(move, state) or _looted(cat, move, state) or _seen(cat, move, state)
    gone = at_once(cat, state, move) if isinstance(move, AT_ONCE) else 0
    return f"{said}; {gone} time is lost at once." if gone else f"{said}."


def at_once(cat: Catalogue, state: Position, move: Move) -> int:
    """Return the time that a move takes before any consequences (a toll, a price); 0 where it has no meaning."""
    try:
        after = apply(cat, state, move)
    except (CompanionError, LookupError, ValueError, AssertionError, TypeError):
        return 0
    tokens, _ = stairs_limits(cat, state)
    full = sum(due.what == "stairs" for due in after.due) - sum(due.what == "stairs" for due in state.due)
    return state.down - after.down + after.stairs - state.stairs + tokens * full


def _reveals(cat: Catalogue, move: Move, state: Position) -> str:
    match move:
        case m.Assign(hero=hero, card=card):
            which = f"the {_printed(cat.heroes.get(card), card)}" if card else "a hero that nobody names"
            return f"{state.hero(hero).name} is {which}"
        case m.Dungeon(name=name):
            return f"The dungeon is {_printed(cat.dungeons.get(name), name) if name else 'one that nobody names'}"
        case m.Basic(name=name):
            return f"{skill_words(cat, name)} is the basic potion"
        case m.Card(card=card):
            where = "to begin with, as XP" if state.step == "setup" else "behind the door"
            said = card_words(cat, card)
            return f"{said[0].upper()}{said[1:]} {where}"
        case m.Roll(dice=dice):
            return f"Rolled {dice_words(dice)}" if dice else "Rolled, and nobody said what"
        case m.Resist(group=group, die=0):
            return f"{people(state, group)} resist poison first"
        case m.Resist(group=group, die=die):
            word = "resist" if die >= needed(cat, state, group) else "do not resist"
            return f"{people(state, group)} rolled {die} and {word} the poison"
    return ""


def _turns(cat: Catalogue, move: Move, state: Position) -> str:
    match move:
        case m.Explore():
            return "The party explored"
        case m.Enter(door=door):
            return f"The party entered door {door}"
        case m.Flee():
            return "The party fled"
        case m.Descend():
            return "The party went down" if state.floor < 3 else "The party went down to the boss"
        case m.Next():
            return "The party stayed"
        case m.Begin():
            fight = state.fight
            return f"{people(state, fight.part.heroes)} began" if fight is not None else "The encounter began"
        case m.Option(n=n):
            return f"They took way {n}"
        case m.Arrange(groups=groups, cards=numbers):
            return _arranged(cat, state, groups, numbers)
    return ""


def _arranged(cat: Catalogue, state: Position, groups: tuple[tuple[str, ...], ...], numbers: tuple[int, ...]) -> str:
    at = state.opening
    faces = state.doors[at].cards if not state.at_boss and at < len(state.doors) else ()
    said = []
    for place, group in enumerate(groups):
        n = numbers[place] if place < len(numbers) else 0
        foe = card_words(cat, faces[n - 1]) if 1 <= n <= len(faces) else "the boss"
        said.append(f"{people(state, group)} met {foe}")
    return ", then ".join(said)


def _dice(cat: Catalogue, move: Move, state: Position) -> str:
    match move:
        case m.Feat(hero=hero):
            return f"{state.hero(hero).name} used the heroic feat"
        case m.Skill(hero=hero, name=name, pay=pay):
            return f"{state.hero(hero).name} used {skill_words(cat, name)}{f' for {dice_words(pay)}' if pay else ''}"
        case m.Potion(name=name, hero=hero):
            return f"A potion of {skill_words(cat, name)} for {state.hero(hero).name}"
        case m.Pick(dice=dice):
            return f"Chose {dice_words(dice)}" if dice else "Chose no more"
        case m.Black(dice=dice):
            return f"Made a black {min(die.value for die in dice) if dice else 'die'} of {dice_words(dice)}"
        case m.Place(die=die, box=box):
            return f"Placed {die} on box {box}"
        case m.Take(box=box):
            return f"Took back what lay on box {box}"
        case m.Settle():
            return "Accepted the placement"
    return ""


def _settled(move: Move, state: Position) -> str:
    match move:
        case m.Damage(shares=shares):
            return f"Took damage: {lost_words(state, shares, 'heart')}"
        case m.Poison(shares=shares):
            return f"Took poison: {lost_words(state, shares, 'token')}"
        case m.Choose(hero=hero):
            return f"A poison token goes from {state.hero(hero).name}"
        case m.Heal(hero=hero, what=what):
            return f"{state.hero(hero).name} is healed of one {what}"
        case m.Drain(hero=hero):
            return f"An item of {state.hero(hero).name} is drained"
    return ""


def _looted(cat: Catalogue, move: Move, state: Position) -> str:
    if not isinstance(move, m.Loot):
        return ""
    card = card_words(cat, state.spoils[move.n - 1].card) if 1 <= move.n <= len(state.spoils) else "a card"
    if move.what == "gone":
        return f"{card[0].upper()}{card[1:]} escaped"
    if move.what == "xp":
        return f"Took {card} as XP"
    who = state.hero(move.hero).name if move.hero else "The party"
    return f"{who} took the {move.what} of {card}"


def _seen(cat: Catalogue, move: Move, state: Position) -> str:
    """Tell an observation."""
    match move:
        case m.Result():
            return _result_words(move, state)
        case m.Set(what=what, n=n, hero=hero):
            whose = f"{state.hero(hero).name}'s " if hero else ""
            return f"{whose}{what} stands at {n}"
        case m.Exile(what=what):
            return f"{COLOUR_WORDS.get(what, what).capitalize()} is exiled: it is out for good"
        case m.End(won=won):
            return "The boss is dead" if won else "A hero has fallen"
        case m.Name(place=place, card=card):
            return f"{place_words(place)} is {card_words(cat, card)}"
        case m.Describe(card=described):
            return f"{name_of(described)} is described for the box"
        case m.Depth(depth=depth):
            return "Every die is followed from here on" if depth == "full" else "Results are followed from here on"
    return "Something happened"


def _result_words(move: m.Result, state: Position) -> str:
    parts = [lost_words(state, move.damage, "heart")] if move.damage else ["no heart lost"]
    parts += [f"{move.time} time"] if move.time else []
    parts += [lost_words(state, move.poison, "poison token")] if move.poison else []
    parts += [f"{move.skulls} on the boss"] if move.skulls else []
    return f"The result: {', '.join(parts)}"


# ------------------------------------------------------------------------------------------------------------- prompts


def prompt(cat: Catalogue, state: Position) -> Prompt:
    """Return the one sentence and the likeliest next step."""
    if state.ended:
        return Prompt(
            "The boss is dead!" if state.ended == "won" else "A hero has fallen", "How brave were we?", "done"
        )
    if state.due:
        return _prompt_due(state, state.due[0])
    if state.step == "setup":
        return _prompt_setup(state, state.pending[0])
    if state.step == "fight" and state.fight is not None:
        return _prompt_fight(cat, state, state.fight)
    return _prompt_step(cat, state)


def _prompt_setup(state: Position, token: str) -> Prompt:
    word, *rest = token.split()
    if word == "hero":
        return Prompt(f"{state.hero(rest[0]).name}: which hero?", "Not now", "hero", f"hero {rest[0]} ?")
    if word == "dungeon":
        return Prompt("Which dungeon?", "Not now", "dungeon", "dungeon ?")
    if word == "basic":
        return Prompt("Which basic potion?", "", "basic")
    return Prompt("One card to begin with, as XP: which?", "Not now", "card", "card ?")


def _prompt_due(state: Position, due: Due) -> Prompt:
    who = people(state, due.among)
    sentences = {
        "damage": f"{due.n} damage: who takes it, {who}?",
        "poison": f"{due.n} poison: who takes it, {who}?",
        "stairs": f"The stairs hurt {due.n} of {who}",
        "cleanse": f"Resisted: a token goes, from {who}?",
        "sicken": f"Not resisted: who bears it, {who}?",
        "heal": f"{due.n} to heal: {who}",
        "drain": f"Drained: which item of {who}?",
    }
    return Prompt(sentences[due.what], "", due.what, "", due.among)


def _prompt_fight(cat: Catalogue, state: Position, fight: Fight) -> Prompt:
    who = people(state, fight.part.heroes)
    foe = _foe_words(cat, state, fight)
    if not fight.begun:
        return Prompt(f"{who}: {foe}", f"Fight {foe}", "begin", "begin")
    if fight.untold:
        return Prompt(f"{foe}: what did it cost {who}?", "Result: no one hurt", "result", "result")
    if fight.tasks:
        task = fight.tasks[0]
        if task.throw is not None and task.throw.dice:
            return Prompt(f"{foe}: tap the faces you rolled ({pool_text(task.throw)})", "Not now", "roll", "roll ?")
        drop = task.throw is not None
        return Prompt(
            "Which die is discarded?" if drop else "Which dice?", "" if drop else "That is all", "pick", "pick"
        )
    if not fight.thrown and room_kind(cat, state, fight) == PERIL:
        return Prompt(f"{foe}: which way?", "", "option")
    return Prompt(f"{foe}: place your dice", "We did that", "place", "settle")


def _foe_words(cat: Catalogue, state: Position, fight: Fight) -> str:
    if state.at_boss:
        enemy = boss(cat, state)
        return enemy.name if enemy is not None else "The boss"
    said = card_words(cat, fight.part.card)
    return f"{said[0].upper()}{said[1:]}"


def _prompt_step(cat: Catalogue, state: Position) -> Prompt:
    match state.step:
        case "turn":
            doors = tuple(f"door.{n}" for n in range(1, len(state.doors) + 1))
            return Prompt(_turn_words(cat, state), "Explore", "door", "explore", doors)
        case "open":
            n, of = state.shown + 1, len(state.doors[state.opening].cards)
            return Prompt(
                "What is behind the door?" if of == 1 else f"Card {n} of {of}: what is it?", "Not now", "card", "card ?"
            )
        case "meet":
            split = "Split up, then fight" if state.four else "Fight"
            flee = state.doors[state.opening].fresh
            return Prompt(f"{split} or flee" if flee else split, "Fight", "fight", "" if state.four else "fight")
        case "loot":
            return Prompt(f"Loot: take {card_words(cat, state.spoils[0].card)}", "XP", "loot", "loot 1 xp")
        case "resist" if state.resisting:
            group = state.resisting[0]
            least = needed(cat, state, group)
            return Prompt(f"{people(state, group)} resist: needs {max(1, least)} or more", "", "resist")
        case "resist":
            return Prompt("Two and two resist poison: who first?", "", "groups")
        case "end":
            return Prompt("The stairs are open: go down?", "Go down", "descend", "descend")
        case "round":
            return Prompt(f"Round {state.round}: who fights first?", "Fight", "fight", "" if state.four else "fight")
    return Prompt("What now?")


def _turn_words(cat: Catalogue, state: Position) -> str:
    """Say what a turn begins with: cards turned over, or once the stairs are open the time that is laid on them."""
    time = begun_with(cat, state)
    ways = ["explore", *["enter"] * bool(state.doors), *["go down"] * (state.sighted and state.fresh)]
    then = " or ".join(filter(None, (", ".join(ways[:-1]), ways[-1])))
    if state.sighted:
        return f"The stairs are open: {then}"
    spent = f"Lay {time} time on the stairs" if state.stairs_open else f"Turn over {time} cards"
    return f"{spent}, then {then}"
