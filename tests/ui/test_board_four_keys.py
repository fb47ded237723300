"""The scenes of 4 KEYS: what they show, what can be tapped, how large it is. No browser."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from companion.engine.errors import UnreadableError
from companion.engine.piles import UNTOLD, Multiset, Pile
from companion.games.four_keys.cards import COPIES
from companion.games.four_keys.dungeon import Dungeon, KeyCell, cell_name
from companion.games.four_keys.glyphs import SYMBOL_PATHS
from companion.games.four_keys.notation import parse_card, parse_cell
from companion.games.four_keys.scoring import score
from companion.games.four_keys.state import HouseRules, Player, Position
from companion.ui.board import PHONE, still
from companion.ui.boards.four_keys import View, dungeon_scene, glance_scene, paint_scene, table_scene
from companion.ui.boards.places import Place, placed, read_place

BO = Dungeon.parse(". +1H box{HL} / !?1{HC} !start(b1,c1){HX} +2LC(X) / gold=2")
FULL = Dungeon.parse(
    "+H trap ? +LC(HX) / control start(a2,a3) box !chest{LLX} / !?1{HC} compass^ +X(C) ?2 / throne larder ajar5 A3"
)
WIDE = Dungeon.parse("+H . . / . !start{HL} . / . . +L / gold=0")
"""Three by three: the ring makes five by five, the most that is ever drawn."""
PLAYERS = (("bo", "Bo", BO), ("ana", "Ana", WIDE), ("cy", "Cy <i>&", FULL), ("di", "ディ" * 20, BO))


def pile(number, text, down=20):
    return Pile(down, text if text in ("?", "!") else parse_card(text, number), Multiset())


def table(n=3, **changes):
    players = tuple(Player(*player) for player in PLAYERS[:n])
    piles = (pile(0, "box{HL}"), pile(1, "H/CX"), pile(2, UNTOLD), pile(3, "HX/LL", 1))
    facts = {"order": ("bo", "ana*"), "choice": ("", "ana", "", "bo*"), "round": 6} | changes
    return Position(players, HouseRules(), facts.pop("followed", True), piles, Multiset(), **facts)


def text_of(scene, place):
    return re.sub("<[^>]+>", " ", scene[place].svg)


# --- one dungeon


def test_the_frame_floats_with_one_ring_around_it():
    scene = dungeon_scene(BO, seat="bo")
    columns = {place[3] for place in scene.places}
    rows = {place[4] for place in scene.places}
    assert (columns, rows) == (set("bcdef"), set("2345"))
    assert {f"bo:{cell_name(i)}" for i in BO.holes()} <= set(scene.places)


def test_a_settled_frame_has_no_ring():
    scene = dungeon_scene(FULL)
    assert len(scene.places) == 16
    assert "d4" in scene.places


def test_every_cell_is_worded_for_who_hears_it():
    scene = dungeon_scene(FULL)
    labels = {item.label.rpartition(", row")[0] for item in scene.items}
    assert {
        "Key with a Heart",
        "Trap Room, worth 1",
        "a card not told",
        "Key with a Lightning and a Cross, on its back a Heart and a Hexagon",
        "closed Door, level 2, the Treasure Chest Room behind it; needs two Lightnings and a Hexagon, "
        "lacks a Lightning and a Hexagon",
        "Magic Compass, pointing up, worth 1",
        "Adventurer tile with 3 gold",
    } <= labels


def test_a_coin_is_hollow_until_the_value_is_certain():
    floating = dungeon_scene(Dungeon.parse("trap / !start{HL}"), seat="bo")
    sure = dungeon_scene(Dungeon.parse("trap . . . / . . . . / . . . . / . . . start"))
    assert "fk-coin-maybe" in floating["bo:d3"].svg
    assert "1?" in text_of(floating, "bo:d3")
    assert "fk-coin-maybe" not in sure["a1"].svg
    assert text_of(sure, "a1").split() == ["Trap", "3"]


def test_a_closed_door_shows_what_is_there_hollow_what_is_not_and_says_lacks():
    scene = dungeon_scene(BO, seat="bo")
    door = scene["bo:d4"].svg
    assert door.count('class="fk-miss"') == 1
    assert 'href="#fk-X"' in door.split("fk-miss")[0].rpartition("<use")[2]
    assert "lacks" in text_of(scene, "bo:d4")
    assert 'class="fk-pale"' in door


def test_two_symbols_of_a_kind_count_twice_unless_the_house_says_otherwise():
    dungeon = Dungeon.parse("+H !box{HH}")
    strict, loose = dungeon_scene(dungeon, seat="b"), dungeon_scene(dungeon, seat="b", rules={"multiplicity": False})
    assert strict["b:e4"].svg.count('class="fk-miss"') == 1
    assert loose["b:e4"].svg.count('class="fk-miss"') == 0
    assert "keys here" in text_of(loose, "b:e4")


def test_every_room_has_a_picture_of_its_own_and_a_name():
    drawn = {}
    for room in [*COPIES, "start"]:
        scene = dungeon_scene(Dungeon.parse(room), seat="b")
        drawn[room] = re.sub(r"fk-coin.*", "", scene["b:d4"].svg)
        assert text_of(scene, "b:d4").split()[0].rstrip(".").isalpha()
    ajar = {drawn.pop(name) for name in ("ajar0", "ajar3", "ajar5")}
    assert len(ajar) == 1
    assert len(set(drawn.values()) | ajar) == len(drawn) + 1


def test_the_symbols_are_different_shapes_and_letters_are_offered():
    scene = dungeon_scene(Dungeon.parse("+H +L +C +X"), View(letters=True), seat="b")
    for column, letter in zip("defg", "HLCX", strict=True):
        svg = scene[f"b:{column}4"].svg
        assert f'href="#fk-{letter}"' in svg
        assert f">{letter}</text>" in svg
    assert len(set(SYMBOL_PATHS.values())) == 4


def test_a_hidden_face_stands_small_in_the_corner():
    plain, marked = (dungeon_scene(Dungeon.parse(text), seat="b")["b:d4"].svg for text in ("+LC", "+LC(X)"))
    assert "fk-corner" in marked
    assert "fk-corner" not in plain
    sizes = [float(width) for width in re.findall(r'<use href="#fk-X"[^>]*width="([\d.]+)"', marked)]
    assert sizes
    assert max(sizes) < min(float(w) for w in re.findall(r'<use href="#fk-[LC]"[^>]*width="([\d.]+)"', marked))


def test_the_arrow_of_a_compass_is_drawn_and_an_unpointed_one_asks():
    pictures = {arrow: dungeon_scene(Dungeon.parse(f"compass{arrow}"), seat="b")["b:d4"].svg for arrow in "^>v<?"}
    assert len(set(pictures.values())) == 5
    assert "fk-needle" not in pictures["?"]
    assert "rotate(90" in pictures[">"]


def test_pointing_makes_the_four_neighbours_arrows_even_outside():
    dungeon = Dungeon.parse("compass? +H +H +H / . . . . / . . . . / . . . start at=a1")
    scene = dungeon_scene(dungeon, View(pointing="a1"), seat="bo")
    arrows = [place for place in scene.places if read_place(place).kind == "arrow"]
    assert sorted(arrows) == ["bo:a1:down", "bo:a1:left", "bo:a1:right", "bo:a1:up"]
    assert scene["bo:a1:left"].x < scene["bo:a1"].x < scene["bo:a1:right"].x
    assert "bo:b1" not in scene.places
    assert min(scene["bo:a1:up"].w, scene["bo:a1:up"].h) >= 44


def test_gains_ghost_stripes_and_the_time_of_an_old_picture():
    view = View(gains={"c3": "+7\nopens 2"}, ghost=("f4", KeyCell("HX")), trying=True, as_of="21:43")
    scene = dungeon_scene(BO, view, seat="bo")
    assert text_of(scene, "bo:c3").split() == ["+7", "opens", "2"]
    assert "fk-ghost-edge" in scene["bo:f4"].svg
    assert "fk-ghost" not in scene["bo:e5"].svg
    over = {item.key: item for item in scene.items if not item.place}
    assert "fk-try-b" in over["trying"].svg
    assert "as of 21:43" in over["as-of"].svg


def test_a_card_laid_and_a_door_opened_change_their_face():
    before, after = dungeon_scene(BO, seat="bo"), dungeon_scene(BO.opened([24]).put(17, KeyCell("H")), seat="bo")
    faces = [(scene["bo:d4"].face, scene["bo:d3"].face, scene["bo:c5"].face) for scene in (before, after)]
    assert faces[0][0] != faces[1][0]
    assert faces[0][1] == faces[1][1]
    assert faces[1][2] == ""


def test_only_what_changed_differs_between_two_scenes():
    before, after = dungeon_scene(BO, seat="bo"), dungeon_scene(BO.put(31, KeyCell("L")), seat="bo")
    assert [item.place for item, then in zip(after.items, before.items, strict=False) if item != then] != []
    inside = dungeon_scene(BO.put(23 - 7, KeyCell("L")), seat="bo")
    changed = {item.place for item, then in zip(inside.items, before.items, strict=True) if item != then}
    assert changed == {"bo:c3"}


# --- sizes


def boxes(scene):
    return [(item.place, item.w, item.h) for item in scene.items if item.place]


@pytest.mark.parametrize("dungeon", [BO, FULL, WIDE, Dungeon.parse("!start")])
def test_cells_are_60_pixels_or_more_on_a_phone(dungeon):
    assert all(min(w, h) >= 60 for _, w, h in boxes(dungeon_scene(dungeon, seat="b")))


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("looking", ["bo", "ana", ""])
@pytest.mark.parametrize("size", [PHONE, (370, 366), (370, 540), (690, 500), (900, 620)])
def test_no_target_of_the_table_is_smaller_than_44_or_outside(n, looking, size):
    scene = table_scene(table(n), View(size=size), looking=looking)
    assert [box for box in boxes(scene) if min(box[1], box[2]) < 44] == []
    for item in scene.items:
        assert item.x >= -2, item.key
        assert item.x + item.w <= size[0] + 2, item.key
        assert item.y + item.h <= size[1] + 2, item.key


@pytest.mark.parametrize("size", [PHONE, (370, 540), (690, 500), (1280, 700)])
def test_no_two_targets_overlap(size):
    for scene in (table_scene(table(4), View(size=size)), dungeon_scene(BO, View(size=size), seat="bo")):
        items = [item for item in scene.items if item.place]
        for i, a in enumerate(items):
            for b in items[i + 1 :]:
                apart = (
                    a.x + a.w <= b.x + 0.1 or b.x + b.w <= a.x + 0.1 or a.y + a.h <= b.y + 0.1 or b.y + b.h <= a.y + 0.1
                )
                assert apart, (a.place, b.place)


SCENES = [
    dungeon_scene(FULL, View(gains={"c3": "+7\nopens 2"}, as_of="21:43")),
    dungeon_scene(WIDE, seat="b"),
    table_scene(table(2), View(size=(900, 620))),
    table_scene(table(4)),
    table_scene(table(4), looking="cy"),
    table_scene(table(3), View(size=(370, 540))),
    table_scene(table(2, followed=False)),
    glance_scene(table(4)),
    glance_scene(table(3), View(size=(370, 560))),
    paint_scene(Dungeon(frame=0)),
]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.label)
def test_no_type_is_smaller_than_12_pixels_and_each_picture_is_well_formed(scene):
    picture = ET.fromstring(still(scene))
    sizes = [float(node.get("font-size")) for node in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert [size for size in sizes if size < 12] == []
    assert "<i>" not in still(scene)
    assert len({item.key for item in scene.items}) == len(scene.items)
    assert len(set(scene.places)) == len(scene.places)


def test_each_class_and_symbol_that_is_drawn_exists():
    for scene in SCENES:
        text = still(scene)
        style, _, rest = text.partition("</style>")
        classes = {name for found in re.findall(r'class="([^"]+)"', rest) for name in found.split()}
        missing = {name for name in classes if name.startswith("fk-") and f".{name} " not in style}
        assert missing == set()
        assert set(re.findall(r'href="#([^"]+)"', rest)) <= set(re.findall(r'id="([^"]+)"', rest))


# --- the table


def test_the_table_has_piles_choice_line_and_the_acting_dungeon():
    scene = table_scene(table(3))
    assert {"1D", "1K", "2D", "2K", "choice/1D", "choice/1K", "choice/2D", "choice/2K"} <= set(scene.places)
    assert {"bo:d4", "gold/bo", "seat/ana", "seat/cy"} <= set(scene.places)
    assert not any(place.startswith("ana:") for place in scene.places)


def test_looking_at_another_dungeon_makes_that_one_large():
    scene = table_scene(table(3), looking="ana")
    assert "ana:d4" in scene.places
    assert "seat/bo" in scene.places
    assert scene.label.endswith("Ana's dungeon")


def test_a_wide_screen_shows_both_dungeons_whole_and_gains_in_one():
    scene = table_scene(table(2), View(size=(800, 560), gains={"c3": "+7"}))
    assert {"bo:d4", "ana:d4", "gold/bo", "gold/ana"} <= set(scene.places)
    assert "+7" in text_of(scene, "bo:c3")
    assert "+7" not in text_of(scene, "ana:c3")


def test_the_piles_tell_their_tops_and_what_is_not_told():
    scene = table_scene(table(3))
    assert "needs a Heart and a Lightning" in scene["1D"].label
    assert "Key with a Heart or a Cross and a Hexagon" in scene["1K"].label
    assert scene["2D"].label.endswith("not told yet")
    assert "?" in text_of(scene, "2D")
    assert "20" in text_of(scene, "1D")


def test_an_empty_pile_says_so():
    position = table(3)
    piles = (*position.piles[:3], Pile(0, None, Multiset()))
    scene = table_scene(Position(position.players, HouseRules(), True, piles, Multiset(), ("bo",)))
    assert "empty" in text_of(scene, "2K")


def test_the_lines_name_who_plays_now_and_next():
    scene = table_scene(table(3))
    order = next(item for item in scene.items if item.key == "order")
    assert order.label == "still to play: Bo, Ana (Acolyte); next round so far: Ana, Bo (Acolyte)"
    assert scene["choice/1K"].label.endswith("Ana's Adventurer tile")
    assert scene["choice/2K"].label.endswith("Bo's Acolyte tile")
    assert "free" in text_of(scene, "choice/1D")


def test_followed_lightly_there_are_dungeons_only():
    scene = table_scene(table(2, followed=False, order=(), choice=("",) * 4))
    assert not {"1D", "choice/1D"} & set(scene.places)


def test_gold_is_shown_on_the_tile():
    scene = table_scene(table(3))
    assert scene["gold/bo"].svg.count('"fk-coin"') == 2
    assert scene["gold/bo"].svg.count('"fk-hole"') == 2
    assert "2 gold, whose turn it is" in scene["gold/bo"].label


# --- painting and the glance


def test_painting_offers_all_sixteen_spaces_of_the_final_frame():
    scene = paint_scene(Dungeon(frame=5))
    assert len(scene.places) == 16
    assert paint_scene(Dungeon(frame=5).put(24, parse_cell("trap")))["d4"].label.startswith("Trap Room, worth 1, row")


def test_a_floating_dungeon_is_given_a_frame_for_painting():
    assert len(paint_scene(BO).places) == 16


def test_the_glance_has_numbers_of_40_pixels_and_more():
    position = table(4)
    for size in ((1280, 700), (370, 600)):
        scene = glance_scene(position, View(size=size))
        for player in position.players:
            item = next(item for item in scene.items if item.key == f"glance:{player.handle}")
            points = score(player.dungeon).points
            size_of = float(re.search(rf'font-size="([\d.]+)"[^>]*>{points}</text>', item.svg).group(1))
            assert size_of >= 40
    assert scene.places == ()


# --- names of places


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("bo:e4", Place("cell", "bo", 25)),
        ("e4", Place("cell", "", 25)),
        ("bo:e4:left", Place("arrow", "bo", 25, arrow="<")),
        ("2K", Place("pile", pile=3)),
        ("choice/1K", Place("choice", pile=1)),
        ("seat/bo", Place("seat", "bo")),
        ("gold/bo", Place("gold", "bo")),
        ("hand", Place("hand")),
        ("gold:e4", Place("cell", "gold", 25)),
    ],
)
def test_places_are_read(text, place):
    assert read_place(text) == place


@pytest.mark.parametrize("text", ["", "bo:z9", "bo:e4:sideways", "3D", "choice/e4", ":e4", "<b>"])
def test_what_is_no_place_is_refused_in_words(text):
    with pytest.raises(UnreadableError, match="such as bo:e4"):
        read_place(text)


def test_every_place_that_is_drawn_can_be_read():
    for scene in SCENES:
        for place in scene.places:
            read_place(place)


def test_what_a_verdict_names_becomes_places():
    assert placed(["e4", "1D", "ana:c3"], "bo") == ["bo:e4", "1D", "ana:c3"]


# --- pictures without a page


def test_a_notebook_shows_a_dungeon():
    picture = ET.fromstring(FULL._repr_svg_())
    assert picture.get("aria-label") == "A dungeon of 4 KEYS with 15 cards"
    assert "prefers-color-scheme:dark" in FULL._repr_svg_()
    assert len(Dungeon.parse(".")._repr_svg_()) > 1000


def test_the_striped_edge_lies_around_the_scene_and_covers_nothing():
    calm, trying = (dungeon_scene(BO, View(size=(354, 334), trying=striped), seat="bo") for striped in (False, True))
    assert (trying.w, trying.h) == (370, 350)
    for item in calm.items:
        moved = next(one for one in trying.items if one.key == item.key)
        assert (moved.x, moved.y) == (item.x + 8, item.y + 8)
        assert moved.x + moved.w <= 370 - 8
        assert moved.y + moved.h <= 350 - 8
