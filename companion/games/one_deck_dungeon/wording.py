"""The text of effects, uses, abilities and prices, both ways.

Effects are verbs with parameters, a use is effects separated by `;` after its moment and rooms, an ability is uses
separated by `|`::

    roll SH                 roll HHH drop 1          roll H risk 1 1h3t        roll H partner
    gain S4 A4              gain H6 armor            gain M6 mana              gain S1 partner
    add 1 to 4              add 1 to 1 S partner     set 6 to 5 same           set 6 to 2 SAM party
    reroll any =12          recolour 2 A into H      trade any =5 for S6       prevent 1h
    halve                   convert 1h into 1t       lose 1h3t                 drain
    heal 2                  cure 1                   store H most 2            doors 1
    skip                    resist 1                 exile S                   exile 1p
    discard 13              discard 1 H              weaken H 1                harden S
    target 4 per door       target 4 per damage least 12 four 2                black 3
    toll 1t per skill       toll 1t per 1            extra 2t if open          extra 1h if 3t
    survive                 bar H                    twice                     regrow 1
    limit 3                 by hand (the table's own words)

    combat: prevent 1h | boss: prevent 2h            lose 2t; roll HH drop 1   turn: heal 3 | any: heal 2

An ability is its name, its price and rooms in brackets, and its uses, `?` where nobody has told them: `Haste [M3 combat
boss] = roll AA`, `Second Wind = descend: heal 2`, `Force Bolt = ?`. Without a price it is free, without rooms it counts
everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.engine.errors import UnreadableError
from companion.games.one_deck_dungeon.abilities import (
    FIGHT,
    MOMENTS,
    OWN,
    ROOMS,
    Ability,
    Add,
    Bar,
    Black,
    ByHand,
    Convert,
    Cost,
    Cure,
    Die,
    Discard,
    Doors,
    Drain,
    Effect,
    Exile,
    Extra,
    Gain,
    Halve,
    Harden,
    Heal,
    Limit,
    Lose,
    Prevent,
    Price,
    Recolour,
    Regrow,
    Reroll,
    Resist,
    Roll,
    Set,
    Skip,
    Store,
    Survive,
    Target,
    Toll,
    Trade,
    Twice,
    Use,
    Weaken,
    Which,
)
from companion.games.one_deck_dungeon.boxes import COLOURS, Pool

_COST = r"((?:[0-9][htp])+)"
_WHICH = r"([0-9]|any)( same)?(?: ([SAMH]+))?(?: =([1-6]+))?(?: (own|partner|party))?"
_OWNER = r"(?: (own|partner|party))?"


def read_cost(text: str) -> Cost:
    """Read hearts, time and poison, as in 1h3t; "0" is nothing.

    Raises:
        UnreadableError: it is none.
    """
    bare = text.strip().lower()
    if not re.fullmatch(r"0|(?:[0-9]{1,2}[htp])+", bare):
        raise UnreadableError(text, "numbers with h (hearts), t (time) or p (poison), as in 1h3t")
    found = {letter: int(n) for n, letter in re.findall(r"([0-9]+)([htp])", bare)}
    return Cost(found.get("h", 0), found.get("t", 0), found.get("p", 0))


def read_dice(text: str) -> Pool:
    """Read dice as one letter each, as in SSH.

    Raises:
        UnreadableError: another letter.
    """
    bare = text.strip().upper()
    if not bare or set(bare) - set(COLOURS):
        raise UnreadableError(text, "a letter for each die: S, A, M or H, as in SSH")
    return Pool(*(bare.count(colour) for colour in COLOURS))


def spell_dice(pool: Pool) -> str:
    """Write dice as `read_dice` reads them."""
    return "".join(colour * n for colour, n in zip(COLOURS, pool.counts(), strict=True))


def read_price(text: str) -> Price:
    """Read what a skill costs: free, dice as in 2S or 1S1A, or mana as in M3.

    Raises:
        UnreadableError: it is none.
    """
    bare = text.strip().upper()
    if bare == "FREE":
        return Price()
    if mana := re.fullmatch(r"M([0-9]{1,2})", bare):
        return Price(mana=int(mana[1]))
    found = re.findall(r"([0-9])([SAMH])", bare)
    if not found or "".join(n + colour for n, colour in found) != bare:
        raise UnreadableError(text, "free, dice such as 2S or 1S1A, or mana such as M3")
    return Price(Pool(*(sum(int(n) for n, c in found if c == colour) for colour in COLOURS)))


def spell_price(price: Price) -> str:
    """Write a price as `read_price` reads it."""
    if price.mana:
        return f"M{price.mana}"
    counts = zip(COLOURS, price.dice.counts(), strict=True)
    return "".join(f"{n}{colour}" for colour, n in counts if n) or "free"


def _die(text: str) -> Die:
    return Die(text[0].upper(), int(text[1]))


def _which(most: str, same: str | None, colours: str | None, values: str | None, owner: str | None) -> Which:
    return Which(
        0 if most == "any" else int(most),
        bool(same),
        (colours or "").upper(),
        tuple(int(v) for v in values or ""),
        owner or OWN,
    )


def _spell_which(which: Which) -> str:
    parts = [str(which.most or "any"), "same" * which.same, which.colours]
    parts += ["=" + "".join(map(str, which.values)) if which.values else ""]
    return " ".join([*filter(None, parts), *_owner(which.owner)])


def _owner(owner: str) -> list[str]:
    return [] if owner == OWN else [owner]


def _roll(dice: str, drop: str | None, face: str | None, risk: str | None, owner: str | None) -> Roll:
    return Roll(read_dice(dice), int(drop or 0), int(face or 0), read_cost(risk) if risk else Cost(), owner or OWN)


def _gain(dice: str, only: str | None, owner: str | None) -> Gain:
    return Gain(tuple(_die(part) for part in dice.split()), only or "", owner or OWN)


def _target(n: str, per: str, least: str | None, four: str | None) -> Target:
    return Target(int(n), per, int(least or 0), int(four or 0))


_FORMS: tuple[tuple[str, Callable[..., Effect]], ...] = (
    (r"roll ([SAMH]+)(?: drop ([0-9]))?(?: risk ([1-6]) " + _COST + ")?" + _OWNER, _roll),
    (r"gain ([SAMH][1-6](?: [SAMH][1-6])*)(?: (armor|mana))?" + _OWNER, _gain),
    (rf"add (-?[1-5]) to {_WHICH}", lambda n, *which: Add(int(n), _which(*which))),
    (rf"set ([1-6]) to {_WHICH}", lambda value, *which: Set(int(value), _which(*which))),
    (rf"reroll {_WHICH}", lambda *which: Reroll(_which(*which))),
    (rf"recolour {_WHICH} into ([SAMH])", lambda *parts: Recolour(parts[-1].upper(), _which(*parts[:-1]))),
    (rf"trade {_WHICH} for ([SAMH][1-6])", lambda *parts: Trade(_die(parts[-1]), _which(*parts[:-1]))),
    (rf"prevent {_COST}", lambda cost: Prevent(read_cost(cost))),
    ("halve", Halve),
    (rf"convert ([0-9])h into {_COST}", lambda damage, into: Convert(int(damage), read_cost(into))),
    (rf"lose {_COST}", lambda cost: Lose(read_cost(cost))),
    ("drain", Drain),
    (r"heal ([0-9])", lambda n: Heal(int(n))),
    (r"cure ([0-9])", lambda n: Cure(int(n))),
    (r"store ([SAMH]+) most ([0-9])", lambda dice, most: Store(read_dice(dice), int(most))),
    (r"doors ([1-4])", lambda n: Doors(int(n))),
    ("skip", Skip),
    (r"resist (-?[0-9])", lambda n: Resist(int(n))),
    (r"exile ([SAMH]+)", lambda dice: Exile(read_dice(dice))),
    (r"exile ([0-9])p", lambda n: Exile(poison=int(n))),
    (
        r"discard ([1-6]+)(?: ([SAMH]+))?",
        lambda values, colours: Discard(tuple(int(v) for v in values), (colours or "").upper()),
    ),
    (r"weaken ([SAMH]) ([1-5])", lambda colour, n: Weaken(colour.upper(), int(n))),
    (r"harden ([SAMH])", lambda colour: Harden(colour.upper())),
    (r"target ([0-9]) per (door|damage)(?: least ([0-9]+))?(?: four ([0-9]))?", _target),
    (r"black ([2-6])", lambda dice: Black(int(dice))),
    (rf"toll {_COST} per (skill|[1-6])", lambda cost, per: Toll(read_cost(cost), 0 if per == "skill" else int(per))),
    (
        rf"extra {_COST} if (?:open|{_COST})",
        lambda cost, least: Extra(read_cost(cost), read_cost(least) if least else Cost()),
    ),
    ("survive", Survive),
    (r"bar ([SAMH])", lambda colour: Bar(colour.upper())),
    ("twice", Twice),
    (r"regrow ([0-9])", lambda n: Regrow(int(n))),
    (r"limit ([1-4])", lambda doors: Limit(int(doors))),
)
"""The form of every verb, and what makes its effect of the parts."""

VERBS = tuple(dict.fromkeys(re.match(r"[a-z]+", form)[0] for form, _ in _FORMS))  # type: ignore[index]
"""The verbs that begin an effect which the rules resolve."""


def read_effect(text: str) -> Effect:
    """Read one effect.

    Raises:
        UnreadableError: no verb, or not its form.
    """
    bare = " ".join(text.split())
    if found := re.fullmatch(r"by hand(?: \(([^|;()]*)\))?", bare, re.IGNORECASE):
        return ByHand(found[1] or "")
    for form, make in _FORMS:
        if found := re.fullmatch(form, bare.lower(), re.IGNORECASE):
            return make(*found.groups())
    verb = bare.partition(" ")[0].lower()
    forms = [form for form in _examples() if form.split()[0] == verb]
    raise UnreadableError(text, " or ".join(forms) if forms else f"one of {', '.join(VERBS)}, or by hand (your words)")


def _examples() -> list[str]:
    """Return the examples at the head of this module."""
    lines = [line for line in (__doc__ or "").splitlines() if line.startswith("    ")]
    return [part.strip() for line in lines for part in re.split(r"\s{2,}|\|", line) if part.strip()]


def spell_effect(effect: Effect) -> str:
    """Write an effect as `read_effect` reads it."""
    match effect:
        case Roll(pool, drop, face, risk, owner):
            parts = [f"drop {drop}"] * bool(drop) + [f"risk {face} {risk}"] * bool(face)
            return " ".join(["roll", spell_dice(pool), *parts, *_owner(owner)])
        case Gain(dice, only, owner):
            return " ".join(["gain", *map(str, dice), *filter(None, [only]), *_owner(owner)])
        case Add(n, which) | Set(n, which):
            return f"{'add' if isinstance(effect, Add) else 'set'} {n} to {_spell_which(which)}"
        case Reroll(which):
            return f"reroll {_spell_which(which)}"
        case Recolour(colour, which):
            return f"recolour {_spell_which(which)} into {colour}"
        case Trade(die, which):
            return f"trade {_spell_which(which)} for {die}"
        case Convert(damage, into):
            return f"convert {damage}h into {into}"
        case Store(pool, most):
            return f"store {spell_dice(pool)} most {most}"
        case Exile(pool, poison):
            return f"exile {poison}p" if poison else f"exile {spell_dice(pool)}"
        case _:
            return _spell_curse(effect)


def _spell_curse(effect: Effect) -> str:
    """Write an effect that has numbers only, or none."""
    match effect:
        case Discard(struck, colours):
            return " ".join(filter(None, ["discard", "".join(map(str, struck)), colours]))
        case Target(n, per, least, four):
            return f"target {n} per {per}" + f" least {least}" * bool(least) + f" four {four}" * bool(four)
        case Toll(cost, face):
            return f"toll {cost} per {face or 'skill'}"
        case Extra(cost, least):
            return f"extra {cost} if {least or 'open'}"
        case ByHand(words):
            return f"by hand ({words})" if words else "by hand"
        case _:
            values = [str(getattr(effect, name)) for name in effect.__struct_fields__]
            return " ".join([str(effect.__struct_config__.tag), *values])


def read_use(text: str) -> Use:
    """Read a use: its moment and rooms before a colon, if any, then its effects.

    Raises:
        UnreadableError: an unknown moment or room, or an effect that cannot be read.
    """
    head, colon, rest = text.rpartition(":") if "(" not in text else text.partition("(")[0].rpartition(":")
    if "(" in text:
        rest += text[text.index("(") :]
    words = head.lower().split() if colon else []
    strange = [word for word in words if word not in MOMENTS + ROOMS]
    if strange:
        raise UnreadableError(strange[0], f"a moment ({', '.join(MOMENTS)}) or a room ({', '.join(ROOMS)})")
    when = [word for word in words if word in MOMENTS]
    if len(when) > 1:
        raise UnreadableError(head.strip(), "one moment and any rooms before the colon")
    rooms = tuple(room for room in ROOMS if room in words)
    return Use(tuple(read_effect(part) for part in rest.split(";")), when[0] if when else FIGHT, rooms)


def spell_use(use: Use) -> str:
    """Write a use as `read_use` reads it."""
    head = [use.when] * (use.when != FIGHT) + list(use.rooms)
    does = "; ".join(map(spell_effect, use.effects))
    return f"{' '.join(head)}: {does}" if head else does


def read_uses(text: str) -> tuple[Use, ...]:
    """Read the uses of an ability, separated by `|`.

    Raises:
        UnreadableError: one cannot be read.
    """
    return tuple(read_use(part) for part in text.split("|"))


def spell_uses(uses: tuple[Use, ...]) -> str:
    """Write uses as `read_uses` reads them."""
    return " | ".join(map(spell_use, uses))


_ABILITY = re.compile(r"([^\[\]=|;:]+?)\s*(?:\[([^\]]*)\])?\s*=\s*(.*)", re.DOTALL)


def read_ability(text: str) -> Ability:
    """Read an ability as `spell_ability` writes it.

    Raises:
        UnreadableError: it has no name, or its price, rooms or uses cannot be read.
    """
    found = _ABILITY.fullmatch(text.strip())
    if found is None:
        raise UnreadableError(text, "name [price rooms] = what it does, as in Haste [M3 combat boss] = roll AA")
    name, head, does = found[1].strip(), (found[2] or "").lower().split(), found[3].strip()
    if does == "?":
        return Ability(name)
    rooms = tuple(room for room in ROOMS if room in head)
    price = [word for word in head if word not in ROOMS]
    if len(price) > 1:
        raise UnreadableError(found[2], f"one price (free, 2S, M3) and rooms ({', '.join(ROOMS)})")
    return Ability(name, read_uses(does), read_price(price[0] if price else "free"), rooms)


def spell_ability(ability: Ability) -> str:
    """Write an ability as `read_ability` reads it."""
    if ability.does is None or ability.price is None:
        return f"{ability.name} = ?"
    head = " ".join([*([] if ability.price.free else [spell_price(ability.price)]), *(ability.rooms or ())])
    return f"{ability.name}{f' [{head}]' if head else ''} = {spell_uses(ability.does)}"
