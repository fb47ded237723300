"""The normal form of each move, as `shorthand` reads it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.game import Move
from companion.games.one_deck_dungeon import moves as m
from companion.games.one_deck_dungeon import printed
from companion.games.one_deck_dungeon.notation import Cards, is_colour, spell_die, spell_shares
from companion.games.one_deck_dungeon.state import UNTOLD, Dice, Face, Position


def spell(move: Move, state: Position, cards: Cards) -> str:
    """Return a move in normal form."""
    alone = state.fight is not None and len(state.fight.part.heroes) == 1
    said = _spell_dice(move, alone) or _spell_fight(move, state, cards) or _spell_rest(move, cards)
    return said or PLAIN.get(move) or type(move).__name__.lower()


PLAIN: dict[Move, str] = {
    m.End(True): "won",
    m.End(False): "lost",
    m.Depth("light"): "light",
    m.Depth("full"): "full",
}
"""Steps of one word that is not the name of the move."""


def _spell_dice(move: Move, alone: bool) -> str:
    """Spell the moves that name dice; "" for the others."""

    def say(dice: Dice) -> str:
        return " ".join(spell_die(die, alone) for die in dice)

    match move:
        case m.Roll(dice=dice):
            return f"roll {_spell_roll(dice)}" if dice else "roll ?"
        case m.Skill(hero=hero, name=name, pay=pay, use=use):
            return " ".join(["skill", hero, name, *([say(pay)] if pay else []), *([f"way {use}"] if use != 1 else [])])
        case m.Pick(dice=dice) | m.Black(dice=dice):
            return f"{type(move).__name__.lower()} {say(dice)}".rstrip()
        case m.Place(die=die, box=box):
            return f"place {say((die,))} > {box}"
        case m.Settle(placed=placed):
            return " ".join(["settle", *(f"{say((die,))} > {box}" for box, die in placed)])
    return ""


def _spell_roll(dice: Dice) -> str:
    """Spell a roll: dice by owner and colour, `ana S 6 5 + H 3`."""
    out: list[str] = []
    owner, colour = None, ""
    for die in dice:
        if die.owner != owner:
            out.append(f"{die.owner}:" if is_colour(die.owner) else die.owner or "+")
            owner, colour = die.owner, ""
        if die.colour != colour:
            out.append(die.colour)
            colour = die.colour
        out.append(str(die.value))
    return " ".join(out)


def _spell_fight(move: Move, state: Position, cards: Cards) -> str:
    """Spell who fights what, and loot; "" for the others."""
    match move:
        case m.Arrange(groups=groups, cards=numbers, odd=odd):
            return f"fight {_spell_groups(groups, numbers, state, cards)}{f' odd {odd}' if odd else ''}".rstrip()
        case m.Loot(n=n, what=what, hero=hero, card=card, drop=drop, xp=xp):
            where = _spell_spoil(n, state, cards)
            words = ["loot", where, what, *([hero] if hero else [])]
            words += ["as", cards.spell(card)] if card != UNTOLD else []
            words += ["over", str(drop)] if drop else []
            return " ".join([*words, *(["worth", str(xp)] if xp else [])])
    return ""


def _spell_groups(groups: tuple[tuple[str, ...], ...], numbers: tuple[int, ...], state: Position, cards: Cards) -> str:
    if groups == (state.handles,) and numbers in ((), (1,)):
        return ""
    at = state.opening
    faces = state.doors[at].cards if not state.at_boss and at < len(state.doors) else ()
    said = []
    for place, group in enumerate(groups):
        n = numbers[place] if place < len(numbers) else 0
        said.append("+".join(group) + (f" {_one_of(n, faces, cards)}" if n else ""))
    return " | ".join(said)


def _one_of(n: int, faces: Sequence[Face], cards: Cards) -> str:
    """Return which of some cards is meant: its name where no other has it, else its number."""
    face = faces[n - 1] if 1 <= n <= len(faces) else UNTOLD
    if not face.name or sum(not other.name or other.name == face.name for other in faces) != 1:
        return str(n)
    return f"#{face.name}"


def _spell_spoil(n: int, state: Position, cards: Cards) -> str:
    return _one_of(n, [part.card for part in state.spoils], cards)


def _spell_rest(move: Move, cards: Cards) -> str:
    """Spell the moves of heroes, numbers and cards; "" for those of one word."""
    match move:
        case m.Assign(hero=hero, card=card):
            return f"hero {hero} {card or '?'}"
        case m.Dungeon(name=name) | m.Basic(name=name):
            return f"{type(move).__name__.lower()} {name or '?'}"
        case m.Card(card=face):
            return f"card {cards.spell(face)}"
        case m.Resist(group=group, die=die):
            return f"resist {'+'.join(group)}{f' {die}' if die else ''}"
        case m.Enter(door=n) | m.Option(n=n):
            return f"{type(move).__name__.lower()} {n}"
        case m.Take(box=n):
            return f"take back {n}"
        case m.Feat(hero=hero, n=n) | m.Drain(hero=hero, item=n):
            return f"{type(move).__name__.lower()} {hero} {n}"
        case m.Potion(name=name, hero=hero):
            return f"potion {name} {hero}"
        case m.Damage(shares=shares) | m.Poison(shares=shares):
            return f"{type(move).__name__.lower()} {spell_shares(shares)}"
        case m.Choose(hero=hero):
            return f"on {hero}"
        case m.Heal(hero=hero, what=what):
            return f"heal {hero} {what}"
        case m.Result():
            return _spell_result(move)
        case m.Set(what=what, n=n, hero=hero):
            return " ".join(["set", *([hero] if hero else []), what, str(n)])
        case m.Exile(what=what):
            return f"exile {what}"
        case m.Name(place=place, card=card):
            return f"is {place} {cards.spell(card)}"
        case m.Describe(card=told):
            return f"describe {printed.spell(told)}"
    return ""


def _spell_result(move: m.Result) -> str:
    words = ["result", *([spell_shares(move.damage)] if move.damage else [])]
    words += [f"time {move.time}"] if move.time else []
    words += [f"skulls {move.skulls}"] if move.skulls else []
    return " ".join([*words, *([f"poison {spell_shares(move.poison)}"] if move.poison else [])])
