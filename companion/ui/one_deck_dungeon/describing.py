"""What is printed on a card, tapped on a keypad: boxes, what an open box costs, texts out of the known effects."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from companion.games.one_deck_dungeon.abilities import Ability, Price
from companion.games.one_deck_dungeon.boxes import Box, Pool
from companion.games.one_deck_dungeon.kinds import ITEM, SKILL
from companion.games.one_deck_dungeon.wording import read_ability, read_price
from companion.ui.one_deck_dungeon.keys import box_svg, cost_svg, die_svg, item_svg
from companion.ui.pad import Answer, Ask, Key, Picked, Step

Value = tuple[Picked, ...]

BOX = "told box"
"""What the questions for a box begin with."""
ONE_DIE, SUMS = (*map(str, range(1, 7)), "*"), (*map(str, range(3, 21)), "*")
"""Numbers of a box for one die, and of one for a sum; `*` stands where the number depends on the table."""
HIGH = tuple(map(str, range(21, 25)))
HIGHER, MORE = "21+", "more"
"""The keys behind which the highest numbers and every other cost lie."""
ROW = 7
"""Keys in a row of numbers and costs."""

PLAIN = ("", "x", "w", "wx")
"""Kinds of boxes on cards and floors: plain, armor, a sum, both."""
BOSSES = ("", "x", "k", "w", "wx", "wk", "wxk")
"""Kinds of boxes of bosses: some with a skull."""
COSTS = ("", "t", "tt", "h", "ht", "htt", "hh", "hht", "hhh", "p", "hp", "tp", "hhp", MORE)
"""What an open box of a foe, a floor or a boss costs, by one key."""
PERIL_COSTS = ("", "ht", "htt", "httt", "hht", "hhtt", "hhttt", "hhht", "hhhtt", "hhhht", "htttt", "p", "hp", MORE)
"""The same for the boxes of perils."""
BOSS_COSTS = ("", "h", "hh", "hhh", "hhhh", "hhhhh", "hp", "hhp", "p", "pp", "ht", "hht", "t", MORE)
"""The same for the boxes of bosses."""


# ---------------------------------------------------------------------------------------------------------------- boxes


def box_ask(
    number: int, colours: str = "SAMG", kinds: Sequence[str] = PLAIN, costs: Sequence[str] = COSTS, later: str = ""
) -> Ask:
    """Ask for the next box in three taps: its colour and kind, its number, and what it costs while it is open.

    Args:
        number: how many boxes there are already.
        colours: colours that there are, with "G" for any.
        kinds: kinds of boxes, each as its signs.
        costs: what stands on the keys.
        later: what the key says that ends the boxes; empty for none.
    """
    keys = tuple(_kind_key(colour, signs) for colour in colours for signs in kinds)
    first = Step(f"Box {number + 1}: which kind?", keys, len(kinds))
    cost = Step("What does it cost while it is open?", tuple(map(_cost_key, costs)), ROW)
    return Ask(f"{BOX} {number}", (first, cost), None, later)


def _kind_key(colour: str, signs: str) -> Key:
    words = " ".join(word for sign, word in (("w", "sum"), ("x", "armor"), ("k", "skull")) if sign in signs)
    numbers = _sums() if "w" in signs else Step("Which number?", tuple(Key(n, n) for n in ONE_DIE), ROW)
    return Key(f"{colour}{signs}", f"{colour} {words}".strip(), svg=box_svg(colour, signs), then=(numbers,))


def _sums() -> Step:
    higher = Step("Which number?", tuple(Key(n, n) for n in HIGH), len(HIGH))
    keys = (*(Key(n, n) for n in SUMS), Key(HIGHER, HIGHER, then=(higher,)))
    return Step("Which sum?", keys, ROW)


def _cost_key(cost: str) -> Key:
    if cost != MORE:
        return Key(cost or "0", cost or "nothing", svg=cost_svg(cost))
    signs = tuple(Key(one, word, sub=word, svg=cost_svg(one)) for one, word in _SIGN_WORDS)
    return Key(MORE, MORE, then=(Step("Tap each sign", signs, len(signs), 8),))


_SIGN_WORDS = (("h", "heart"), ("t", "time"), ("p", "poison"))


def box_of(answer: Answer) -> Box:
    """Return the box that an answer tells."""
    (kind,), *rest = answer.value
    number, cost = (picked for picked in rest if picked not in ((HIGHER,), (MORE,)))
    colour, signs, lost = kind[0], kind[1:], "".join(cost)
    return Box(
        colour, 0 if number == ("*",) else int(number[0]), "w" in signs, "x" in signs, "k" in signs,
        lost.count("h"), lost.count("t"), lost.count("p"),
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------- texts


class Printed(msgspec.Struct, frozen=True):
    """A kind of text on a card, out of the effects that the rules know.

    Args:
        id: its key.
        label, sub: what the key says.
        form: the effect as it is written, with a place for each step: "before: lose {0}".
        steps: what is asked besides.
    """

    id: str
    label: str
    sub: str
    form: str
    steps: tuple[Step, ...] = ()


def _step(prompt: str, *keys: tuple[str, str]) -> Step:
    return Step(prompt, tuple(Key(id, label) for id, label in keys), min(6, len(keys)))


def _counted(prompt: str, numbers: Sequence[int]) -> Step:
    return _step(prompt, *((str(n), str(n)) for n in numbers))


_LOST = ("1h", "2h", "1t", "2t", "3t", "4t", "5t", "1p", "2p", "1h1t")
_COLOUR = Step("Which color?", tuple(Key(c, c, svg=die_svg(c)) for c in "SAMH"), 4)
_FACE = tuple((str(n), str(n)) for n in range(1, 7))


def _lost(prompt: str) -> Step:
    keys = tuple(Key(cost, cost, svg=cost_svg("".join(c * int(n) for n, c in _pairs(cost)))) for cost in _LOST)
    return Step(prompt, keys, 5)


def _pairs(cost: str) -> list[tuple[str, str]]:
    return list(zip(cost[::2], cost[1::2], strict=True))


_HURT = _step(
    "After a fight that cost what?", ("open", "any open box"), ("1h", "1 heart"), ("3t", "3 time"), ("1p", "1 poison")
)
_DISCARD = Printed(
    "discard", "Discard", "by value", "discard {0}", (Step("Which values?", tuple(Key(*f) for f in _FACE), 6, 3),)
)
_WEAKEN = Printed("weaken", "Weak", "dice −1", "weaken {0} 1", (_COLOUR,))
_HARDEN = Printed("harden", "Armor", "by color", "harden {0}", (_COLOUR,))
_EXTRA = Printed("extra", "More", "is lost", "extra {1} if {0}", (_HURT, _lost("What is lost besides?")))
_BLACK = Printed("black", "Black", "costs more", "black {0}", (_counted("Dice for a black one?", (3, 4)),))
_SKILL = Printed("skill", "Skills", "cost", "toll {0} per skill", (_lost("What does each skill cost?"),))
_FACED = Printed(
    "face", "A face", "costs", "toll {1} per {0}", (_step("Which value?", *_FACE), _lost("What does each cost?"))
)
_HAND = Printed("hand", "Other", "by hand", "by hand")

FOE_TEXTS = (
    Printed("lose", "First", "lose", "before: lose {0}", (_lost("What is lost before the roll?"),)),
    Printed("drain", "Drain", "an item", "before: drain"),
    Printed("exile", "Exile", "a die", "before: exile {0}", (_COLOUR,)),
    Printed("swarm", "Swarm", "* by doors", "target {0} per door", (_counted("So much for each door?", (2, 3, 4, 5)),)),
    Printed("survive", "Stays", "no loot", "survive"),
    _EXTRA, _BLACK, _SKILL, _FACED, _DISCARD, _WEAKEN, _HARDEN, _HAND,
)  # fmt: skip
"""What foes do."""
FLOOR_TEXTS = (
    Printed("arrive", "Arrival", "lose", "floor: lose {0}", (_lost("What is lost on this floor's first turn?"),)),
    Printed("turn", "Turn", "lose", "turn: lose {0}", (_lost("What is lost each turn?"),)),
    Printed("explore", "Explore", "costs", "explore: lose {0}", (_lost("What does exploring cost?"),)),
    Printed("limit", "Doors", "fewer", "limit {0}", (_counted("Up to how many doors?", (1, 2, 3)),)),
    _EXTRA, _DISCARD, _WEAKEN, _HARDEN, _BLACK, _SKILL, _FACED, _HAND,
)  # fmt: skip
"""What floors do."""
BOSS_TEXTS = (
    Printed("bar", "Bar", "on skulls", "bar {0}", (_COLOUR,)),
    Printed("twice", "Twice", "on skulls", "twice"),
    Printed("regrow", "Regrow", "by skulls", "regrow {0}", (_counted("How much for each?", (1, 2)),)),
    Printed(
        "target", "Growth", "* by wounds", "target {0} per damage least {1}",
        (_counted("So much for each damage?", (1, 2, 3, 4)), _counted("And at least?", (6, 8, 10, 12, 14, 16))),
    ),
    _EXTRA, _DISCARD, _WEAKEN, _HARDEN, _BLACK, _SKILL, _FACED, _HAND,
)  # fmt: skip
"""What bosses do."""


_NONE, _SOME = "~", "some"
"""What stands in a text where nothing does, and the key behind which more is picked."""
_WHOSE = _step("Whose dice?", ("own", "own"), ("partner", "partner's"), ("party", "anybody's"))
_MANY = _step("How many dice?", ("1", "1"), ("2", "2"), ("3", "3"), ("any", "any"))
_OF = Step("Of which color?", (Key(_NONE, "any"), *(Key(c, c, svg=die_svg(c)) for c in "SAMH")), 5)
_DICE = Step("Which dice?", tuple(Key(c, c, svg=die_svg(c)) for c in "SAMH"), 4, 4)
_SHOWING = Step(
    "Showing what?",
    (
        Key(_NONE, "any"),
        Key(_SOME, "some", then=(Step("Which values?", tuple(Key(*f) for f in _FACE), 6, 5),)),
    ),
    2,
)
SKILL_TEXTS = (
    Printed("roll", "Roll", "more dice", "roll {0} {1}", (_DICE, _WHOSE)),
    Printed("gain", "Gain", "a die", "gain {0}{1} {2}", (_COLOUR, _step("Which value?", *_FACE), _WHOSE)),
    Printed("add", "Raise", "dice", "add {0} to {1} {2} {3}", (_counted("By what?", (1, 2, 3)), _MANY, _OF, _WHOSE)),
    Printed("set", "Turn", "dice", "set {0} to {1} {2} {3}", (_step("To which value?", *_FACE), _MANY, _OF, _WHOSE)),
    Printed("reroll", "Reroll", "dice", "reroll {0} ={1} {2}", (_MANY, _SHOWING, _WHOSE)),
    Printed("prevent", "Prevent", "losses", "prevent {0}", (_lost("What is prevented?"),)),
    Printed("heal", "Heal", "hearts", "heal {0}", (_counted("How many?", (1, 2, 3, 4)),)),
    Printed("cure", "Cure", "poison", "cure {0}", (_counted("How many?", (1, 2, 3)),)),
    Printed("resist", "Resist", "poison", "resist {0}", (_counted("How much is added?", (1, 2, 3)),)),
    _HAND,
)  # fmt: skip
"""What skills and potions do."""
ROOM_KEYS = (
    ("combat peril boss", "all"), ("combat", "combat"), ("peril", "peril"), ("boss", "boss"),
    ("combat boss", "no peril"), ("combat peril", "no boss"), ("peril boss", "no combat"),
)  # fmt: skip
"""Icons of skills: the rooms, and what the key says."""


def sort_ask() -> Ask:
    """Ask whether it is a skill or a potion."""
    return Ask("told sort", (_step("Skill or potion?", ("skill", "skill"), ("potion", "potion")),), None, "")


def price_ask() -> Ask:
    """Ask what a skill costs in dice or mana."""
    mana = Step("How much mana?", tuple(Key(f"M{n}", str(n)) for n in range(1, 11)), 5)
    keys = (Key("free", "free"), Key("dice", "dice", then=(_DICE,)), Key("mana", "mana", then=(mana,)))
    return Ask("told price", (Step("What does it cost?", keys, 3),), None, "")


def price_of(answer: Answer) -> Price:
    """Return the price that an answer tells."""
    (kind,), *rest = answer.value
    if kind == "free":
        return Price()
    picked = "".join(rest[0])
    return read_price(picked if kind == "mana" else "".join(f"{picked.count(c)}{c}" for c in "SAMH" if c in picked))


def rooms_ask() -> Ask:
    """Ask for the icons of a skill."""
    step = Step("Where may it be used?", tuple(Key(rooms, label) for rooms, label in ROOM_KEYS), 4)
    return Ask("told rooms", (step,), None, "")


def text_ask(number: int, prompt: str, texts: Sequence[Printed]) -> Ask:
    """Ask what a text does, and for what it leaves open.

    Args:
        number: how many texts there are already.
        prompt: what is asked.
        texts: the kinds of texts that there are.
    """
    keys = tuple(Key(one.id, one.label, sub=one.sub, then=one.steps) for one in texts)
    return Ask(f"told text {number}", (Step(prompt, keys, 5 if len(texts) > 12 else 4),), None, "")


def text_of(answer: Answer, texts: Sequence[Printed]) -> Ability:
    """Return what an answer tells; the name that is printed above the text is not asked for."""
    (which,), *picked = answer.value
    text = next(one for one in texts if one.id == which)
    values = ["".join(keys) for keys in picked if keys != (_SOME,)]
    effect = re.sub(f" ?=?{_NONE}", "", text.form.format(*values))
    return read_ability(f"{text.label} = {effect}")


# --------------------------------------------------------------------------------------------------------- other things

XP = range(1, 7)


def kind_ask() -> Ask:
    """Ask what a card is and what it is worth, in one tap."""
    keys = tuple(Key(f"{kind} {n}", str(n)) for kind in ("combat", "peril") for n in XP)
    step = Step("Combat or peril, and its XP?", keys, len(XP), rows=("Combat", "Peril"))
    return Ask("told kind", (step,), None, "")


def pays_ask(option: int) -> Ask:
    """Ask what choosing an option of a peril costs."""
    keys = tuple(Key(cost, cost, svg=cost_svg("".join(c * int(n) for n, c in _pairs(cost)))) for cost in _PAID)
    step = Step(f"Option {option}: what is paid for it?", (Key("0", "free"), *keys), 4)
    return Ask(f"told pays {option}", (step,), None, "")


_PAID = ("1t", "2t", "3t", "4t", "5t", "1h", "1p")


def arrows_ask() -> Ask:
    """Ask what the arrows beside the options of a peril point at."""
    keys = (
        Key("none", "none", sub="no arrows"),
        Key(ITEM, "item", sub="then skill"),
        Key(SKILL, "skill", sub="then item"),
    )
    return Ask("told arrows", (Step("The arrow beside option 1 points at the …", keys, 3),), None, "")


ITEMS = ("S", "A", "M", "S+h", "A+h", "M+h")


def item_ask() -> Ask:
    """Ask for the left edge of a card."""
    keys = tuple(Key(item, item, svg=item_svg(item)) for item in ITEMS)
    return Ask("told item", (Step("The item on its left edge?", keys, 3),), None, "")


def number_ask(name: str, prompt: str, numbers: Sequence[int]) -> Ask:
    """Ask for a number."""
    keys = tuple(Key(str(n), str(n)) for n in numbers)
    return Ask(f"told {name}", (Step(prompt, keys, min(ROW, len(keys))),), None, "")


def dice_ask() -> Ask:
    """Ask for the dice of a hero, colour by colour."""
    words = (("S", "Strength"), ("A", "Agility"), ("M", "Magic"))
    steps = tuple(
        Step(f"{word}: how many dice?", tuple(Key(f"{c}{n}", str(n)) for n in range(7)), ROW) for c, word in words
    )
    return Ask("told dice", steps, None, "")


def dice_of(answer: Answer) -> Pool:
    """Return the dice that an answer tells."""
    return Pool(*(int(picked[0][1:]) for picked in answer.value))
