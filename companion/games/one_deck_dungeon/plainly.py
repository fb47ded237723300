"""What feats, skills, potions, foes, floors and bosses do, in plain words: "roll a black die; for 1 Strength die"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.one_deck_dungeon import abilities as a
from companion.games.one_deck_dungeon.abilities import Ability, Cost, Effect, Price, Use, Which
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool
from companion.games.one_deck_dungeon.telling import COLOUR_WORDS

UNTOLD = "Nobody has told what it does."
"""What is said of an ability that the box does not tell."""
_WHEN = {
    a.FIGHT: "", a.ANY: "at any time", "ready": "before the roll", "before": "before dice are taken",
    "turn": "each turn", "explore": "when you explore", "flee": "when you flee",
    "open-4": "when a door of 4 XP or more is opened", "damage": "for each damage taken", "descend": "when you go down",
    "floor": "at the start of the floor", "round": "at the start of each round",
    "use": "for each potion used", "gain": "for each potion gained", "loot": "when the card is won",
}  # fmt: skip
_ROOM = {a.COMBAT: "combats", a.PERIL: "perils", a.BOSS: "the boss"}
_WHO = {a.OWN: "", a.PARTNER: " of the partner", a.PARTY: " of anybody here"}


def ability_words(ability: Ability) -> str:
    """Return what an ability does as a sentence, with its price and the rooms where it counts."""
    if ability.does is None:
        return UNTOLD
    alike: dict[tuple[object, ...], list[Use]] = {}
    for use in ability.does:
        alike.setdefault((use.effects, use.rooms), []).append(use)
    said = _capital(". Or ".join(use_words(*uses) for uses in alike.values()))
    price = price_words(ability.price) if ability.price is not None else ""
    limits = _capital(", ".join(filter(None, (price, _against(ability.rooms or ())))))
    return f"{said}. {limits}." if limits else f"{said}."


def price_words(price: Price) -> str:
    """Return what a skill costs: "for 1 Strength die", "for 3 mana"; empty where it is free."""
    if price.mana:
        return f"for {price.mana} mana"
    return "" if price.free else f"for {pool_words(price.dice)}"


def pool_words(pool: Pool) -> str:
    """Return dice as people say them: "2 Agility dice and 1 black die"."""
    counts = ((n, COLOUR_WORDS[colour]) for n, colour in zip(pool.counts(), COLOURS, strict=True) if n)
    return _listed([f"{n} {word} {'die' if n == 1 else 'dice'}" for n, word in counts])


def cost_words(cost: Cost) -> str:
    """Return hearts, time and poison as people say them: "1 heart and 3 time"."""
    hearts = [f"{cost.damage} heart{'s' * (cost.damage > 1)}"] if cost.damage else []
    rest = [f"{n} {word}" for n, word in ((cost.time, "time"), (cost.poison, "poison")) if n]
    return _listed([*hearts, *rest]) or "nothing"


def use_words(*uses: Use) -> str:
    """Return one way to use an ability; the same way at several moments is said once."""
    done = "; ".join(map(effect_words, uses[0].effects))
    moments = _listed([_WHEN[use.when] for use in uses if _WHEN[use.when]], "or")
    when = ", ".join(filter(None, (moments, _against(uses[0].rooms))))
    return f"{when}: {done}" if when else done


def _against(rooms: tuple[str, ...]) -> str:
    """Return the rooms where something counts; empty where it counts in all."""
    return f"against {_listed([_ROOM[room] for room in rooms], 'or')}" if 0 < len(rooms) < len(a.ROOMS) else ""


def effect_words(effect: Effect) -> str:
    """Return what one effect does."""
    words: Callable[[Any], str] = _WORDS[type(effect)]
    return words(effect)


def _listed(parts: list[str] | tuple[str, ...], word: str = "and") -> str:
    return f" {word} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _which(which: Which) -> str:
    """Return which dice: "up to 2 Strength dice that show 1 or 2"."""
    colour = _listed([COLOUR_WORDS[c] for c in which.colours], "or")
    many = {0: "any", 1: "one"}.get(which.most, f"up to {which.most}")
    dice = " ".join(filter(None, (many, colour, "die" if which.most == 1 else "dice")))
    alike = " of one value" if which.same else ""
    shows = f" that {'shows' if which.most == 1 else 'show'} {_values(which.values)}" if which.values else ""
    return f"{dice}{_WHO[which.owner]}{alike}{shows}"


def _values(values: tuple[int, ...]) -> str:
    return _listed([str(n) for n in values], "or")


def _roll(effect: a.Roll) -> str:
    risk = f", and lose {cost_words(effect.risk)} if any of them shows {effect.face}" if effect.face else ""
    drop = f", and discard {effect.drop} of them" if effect.drop else ""
    who = "the partner rolls" if effect.owner == a.PARTNER else "roll"
    return f"{who} {pool_words(effect.pool)} more{drop}{risk}"


def _gain(effect: a.Gain) -> str:
    dice = _listed([f"{COLOUR_WORDS[die.colour]} {die.value}" for die in effect.dice])
    only = {"armor": ", for armor boxes only", "mana": ", for mana only"}.get(effect.only, "")
    return f"{'the partner gains' if effect.owner == a.PARTNER else 'gain'} {dice}{only}"


def _add(effect: a.Add) -> str:
    return f"{'raise' if effect.n > 0 else 'lower'} {_which(effect.which)} by {abs(effect.n)}"


def _convert(effect: a.Convert) -> str:
    return f"if exactly {cost_words(Cost(effect.damage))} would be lost, lose {cost_words(effect.into)} instead"


def _exile(effect: a.Exile) -> str:
    gone = [pool_words(effect.pool)] if any(effect.pool.counts()) else []
    gone += [f"{effect.poison} poison"] if effect.poison else []
    return f"put {_listed(gone)} of the supply back into the box"


def _discard(effect: a.Discard) -> str:
    colours = _listed([COLOUR_WORDS[c] for c in effect.colours], "or")
    return f"{f'{colours} dice' if colours else 'dice'} that are rolled as {_values(effect.values)} are discarded"


def _target(effect: a.Target) -> str:
    each = "open door" if effect.per == "door" else "damage on the boss"
    least = f", and at least {effect.least}" if effect.least else ""
    four = f" ({effect.four} with four heroes)" if effect.four else ""
    return f"boxes with * ask for {effect.n}{four} for each {each}{least}"


def _toll(effect: a.Toll) -> str:
    each = f"die rolled as {effect.face}" if effect.face else "skill used"
    return f"lose {cost_words(effect.cost)} for each {each}"


def _extra(effect: a.Extra) -> str:
    asked = f"{cost_words(effect.least)} or more is lost" if effect.least else "any box is open"
    return f"if {asked}, lose {cost_words(effect.cost)} more"


_WORDS: dict[type, Callable[[Any], str]] = {
    a.Roll: _roll,
    a.Gain: _gain,
    a.Add: _add,
    a.Set: lambda e: f"turn {_which(e.which)} to {e.value}",
    a.Reroll: lambda e: f"roll {_which(e.which)} again",
    a.Recolour: lambda e: f"exchange {_which(e.which)} for {COLOUR_WORDS[e.colour]} of the same value",
    a.Trade: lambda e: f"discard {_which(e.which)}, and gain {COLOUR_WORDS[e.die.colour]} {e.die.value} for each",
    a.Prevent: lambda e: f"prevent {cost_words(e.cost)}",
    a.Halve: lambda e: "prevent one of every two hearts lost",
    a.Convert: _convert,
    a.Lose: lambda e: f"lose {cost_words(e.cost)}",
    a.Drain: lambda e: "one item of a hero becomes XP",
    a.Heal: lambda e: f"heal {cost_words(Cost(e.n))} of one hero",
    a.Cure: lambda e: f"take {e.n} poison off one hero",
    a.Store: lambda e: f"lay {pool_words(e.pool)} on the hero card, where up to {e.most} may lie",
    a.Doors: lambda e: "add a closed door" if e.n == 1 else f"add {e.n} closed doors",
    a.Skip: lambda e: "skip the encounter and take its loot",
    a.Resist: lambda e: f"add {e.n} to rolls against poison",
    a.Exile: _exile,
    a.Discard: _discard,
    a.Weaken: lambda e: f"{COLOUR_WORDS[e.colour]} dice lose {e.n}",
    a.Harden: lambda e: f"all {COLOUR_WORDS[e.colour]} boxes are armor",
    a.Target: _target,
    a.Black: lambda e: f"a black die costs {e.dice} dice",
    a.Toll: _toll,
    a.Extra: _extra,
    a.Survive: lambda e: "while armor is open it leaves without loot",
    a.Bar: lambda e: f"no {COLOUR_WORDS[e.colour]} dice on boxes with a skull",
    a.Twice: lambda e: "each box with a skull takes a second die",
    a.Regrow: lambda e: f"each open box with a skull heals it by {e.n}",
    a.Limit: lambda e: f"exploring fills up to {e.doors} doors",
    a.ByHand: lambda e: e.text or "the table does it by hand",
}

__all__ = ["UNTOLD", "ability_words", "cost_words", "effect_words", "pool_words", "price_words", "use_words"]
