"""The start page: new games, open tables, what is put away, deleted, brought back, damaged."""

from __future__ import annotations

import sqlite3
from importlib import import_module

import pytest

import companion
from companion.engine.store import Store
from companion.ui.kit import PACKAGES


def test_a_new_game_in_light_is_set_up_in_twenty_taps(device):
    page = device()
    page.tap("new four-keys")
    for number, name in enumerate(("Ana", "Bo", "Cy"), 1):
        page.taps += 1
        page.at.body.fill(**{f"name{number}": name})
    page.at.body.fill(box="practice")
    page.taps += 1
    page.tap("next").tap("ready").tap("sit ana")
    assert page.taps <= 20
    assert [player.name for player in page.table.players] == ["Ana", "Bo", "Cy"]
    assert page.table.game.edition.made_up
    assert page.sentence == "Tap where your card goes"


@pytest.mark.clause("four-keys.setup.piles", "four-keys.two-players.colours-alternate")
def test_the_checklist_is_the_rulebooks_own(device):
    page = device()
    page.tap("new four-keys").tap("next")
    book = companion.engine.rulebook.load("four-keys")
    for clause in ("setup.piles", "setup.gold", "two-players.colours-alternate"):
        assert book[f"four-keys.{clause}"].text in page.at.body.text
    assert book["four-keys.three-players.tiles"].text not in page.at.body.text


def test_a_full_game_with_the_own_box_is_the_whole_tables(device):
    page = device()
    page.tap("new four-keys")
    page.at.body.fill(name1="Ana", name2="Bo", depth="full")
    page.tap("next").tap("ready")
    assert page.table.state.followed
    assert page.app.screen.session.seat == "all"
    assert page.table.game.edition.name == "our-box"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (("", ""), ["Player 1", "Player 2"]),
        (("Bo", "", "Cy", ""), ["Bo", "Cy"]),
        (("D'Ark", "<b>x</b>"), ["D'Ark", "<b>x</b>"]),
        (("שלום", "🐉" * 60), ["שלום", "🐉" * 40]),
        (("Ana", "Ana"), ["Ana", "Ana"]),
    ],
)
def test_names_are_text_whatever_is_in_them(device, typed, shown):
    page = device()
    page.tap("new four-keys")
    page.at.body.fill(**{f"name{i}": name for i, name in enumerate(typed, 1)})
    page.tap("next").tap("ready")
    assert [player.name for player in page.table.players] == shown
    assert len({player.handle for player in page.table.players}) == len(shown)
    page.tap(f"sit {page.table.players[0].handle}")
    assert page.sentence == "Tap where your card goes"
    assert page.app.shell.error == ""


def test_a_table_goes_on_where_it_was(device, light):
    page = device()
    assert "4 KEYS · Ana, Bo · 1 of 15 cards" in page.at.body.text
    page.tap(f"open {light.id}").tap("sit bo")
    assert page.table.id == light.id


def test_a_table_that_another_device_begins_appears_by_itself(device, store):
    from companion.ui.start import SELDOM

    page = device()
    table = companion.open_table("four-keys", ["Cy", "Di"], store=store, depth="light")
    for _ in range(SELDOM):
        page.follow()
    assert f"open {table.id}" in page.at.body


def test_a_table_that_can_only_be_read_says_why_and_goes_on_as_a_new_one(device, light, store, tmp_path):
    light.play("card ana e4 +1H")
    light.play("card ana f4 +1L")
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE entries SET data = '{' WHERE seq = 2")
    page = device("table", table=light.id, seat="ana")
    assert page.sentence == "This table can only be read"
    assert "Entry 2" in page.app.shell.error
    page.board("ana:d5").pad("1K", "H")
    assert "can only be read" in page.app.shell.error
    page.tap("menu").tap("carry on")
    assert page.table.id != light.id
    assert page.table.state.player("ana").dungeon["e4"].shows == "H"
    page.board("ana:d5").pad("1K", "X")
    assert page.table.state.player("ana").dungeon["d5"].shows == "X"


def test_a_table_is_renamed_put_away_and_taken_out_again(device, light):
    page = device()
    page.tap(f"more {light.id}")
    page.at.sheet.fill(title="Tuesday <i>")
    page.tap("rename")
    assert "Tuesday <i>" in page.at.body.text
    page.tap(f"more {light.id}").tap("archive")
    assert "Put away (1)" in page.at.body.text
    page.tap(f"more {light.id}").tap("archive")
    assert "Put away" not in page.at.body.text


def test_a_deleted_table_can_be_brought_back_for_a_while(device, light, store):
    page = device()
    page.tap(f"more {light.id}").tap("delete")
    assert light.id not in page.at.body.text
    assert f"Deleted {light.id}" in page.at.snack.text
    page.tap("undo delete")
    assert light.id in page.at.body.text
    page.tap(f"more {light.id}").tap("delete")
    page.app.screen.settle()
    assert store.tables() == ()


def test_an_exported_table_is_brought_in(device, light):
    light.play("card ana e4 +1H")
    page = device()
    page.at.body.fill(file=light.export())
    page.tap("import")
    assert page.table.id != light.id
    assert page.table.state == light.state
    again = device()
    again.at.body.fill(file="nonsense")
    again.tap("import")
    assert "not a table" in again.app.shell.error


def test_a_damaged_table_is_named_and_the_others_open(device, light, store, tmp_path):
    broken = companion.open_table("four-keys", ["Cy", "Di"], store=store, depth="light")
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE tables SET header = '{' WHERE id = ?", (broken.id,))
    page = device()
    assert f"{broken.id}: its description is damaged" in page.at.body.text
    page.tap(f"open {light.id}")
    assert page.table.id == light.id


def test_a_table_that_is_not_there_leads_to_the_start_page(device):
    page = device("table", table="ZZZZ")
    assert "no table 'ZZZZ'" in page.app.shell.error
    assert "At my table" in page.at.body.text


def test_a_table_without_anything_kept_is_still_a_page(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path))
    from companion.ui.app import App

    app = App(query={}, store=Store(":memory:"))
    assert "At my table" in app.layout.body.text


@pytest.fixture
def tower(store, monkeypatch):
    """A table of a game that has no page of its own."""
    monkeypatch.delitem(PACKAGES, "four-doors")
    return companion.open_table("four-doors", ["Ana", "Bo"], store=store, seed=1)


def test_a_table_without_a_page_says_where_it_is_followed(device, tower):
    page = device()
    assert f"The Four Doors · Ana, Bo · setting up · followed in the terminal: companion play {tower.id}" in (
        page.at.body.text
    )
    assert f"open {tower.id}" not in page.at.body
    assert page.app.shell.error == ""
    page.tap(f"more {tower.id}").tap("archive")
    assert companion.tables(store=page.app.store) == ()


def test_only_games_with_a_page_are_offered(device, monkeypatch):
    assert "game four-doors" in device().at.body
    monkeypatch.delitem(PACKAGES, "four-doors")
    page = device()
    assert "new four-keys" in page.at.body
    assert "game four-doors" not in page.at.body


def test_a_game_is_picked_before_the_way_to_begin(device):
    page = device()
    assert page.at.body["game four-keys"].on
    page.tap("game four-doors")
    assert page.at.body["game four-doors"].on
    assert "new four-doors" in page.at.body
    assert "new four-keys" not in page.at.body


def test_the_game_played_last_is_offered_first(device):
    companion.open_table("four-doors", players=["Ana"], seed=1, store=device().app.store)
    assert "new four-doors" in device().at.body


def test_the_address_of_a_table_without_a_page_leads_home(device, tower):
    page = device("table", table=tower.id)
    assert type(page.app.screen).__name__ == "StartScreen"
    assert f"The Four Doors is followed in the terminal: companion play {tower.id}." in page.app.shell.error


def test_a_table_without_a_page_is_brought_and_kept(device, store, tower):
    page = device()
    page.at.body.fill(file=tower.export())
    page.tap("import")
    (copy,) = [one.id for one in store.tables() if one.id != tower.id]
    assert f"The Four Doors is followed in the terminal: companion play {copy}." in page.app.shell.error


def test_a_table_without_a_page_is_not_advised_on_one(device, light, tower):
    page = device("advisor")
    assert f"open {light.id}" in page.at.body
    assert f"open {tower.id}" not in page.at.body


def test_the_start_page_lets_phones_in_or_says_how(device, monkeypatch):
    monkeypatch.delenv("COMPANION_JOIN_BASE", raising=False)
    page = device().tap("phones", "body")
    assert "companion serve --lan" in page.at.sheet.text
    monkeypatch.setenv("COMPANION_JOIN_BASE", "http://192.0.2.7:8866")
    monkeypatch.setenv("COMPANION_JOIN_TOKEN", "abc")
    page.tap("close", "sheet").tap("phones", "body")
    assert "Hold your phone here" in page.at.sheet.text
    assert "http://192.0.2.7:8866/?token=abc" in page.at.sheet.text


def test_back_goes_from_the_list_to_the_form_and_from_there_to_the_start(device):
    page = device().tap("new four-keys", "body")
    page.at.body.fill(name1="Ana", name2="Bo", box="practice", hints="everyone")
    page.tap("next", "body")
    assert page.app.shell.depth == 2
    page.app.shell._handle_custom_msg({"kind": "back", "sheet": "view 2"}, [])
    assert page.app.shell.depth == 1
    assert "Who plays?" in page.at.body.text
    page.app.shell._handle_custom_msg({"kind": "back", "sheet": "view 1"}, [])
    assert page.app.shell.depth == 0
    assert "new four-keys" in page.at.body


@pytest.mark.parametrize("tab", ["score", "learn"])
def test_an_address_of_no_game_leads_home_and_says_so(device, tab):
    page = device(tab, game="nope")
    assert "nope" in page.app.shell.error
    assert "new four-keys" in page.at.body


def test_three_heroes_are_refused_in_the_form_with_what_is_possible(device):
    page = device()
    page.tap("game one-deck-dungeon").tap("new one-deck-dungeon")
    assert "1, 2 or 4 heroes" in page.at.body.text
    page.at.body.fill(name1="Ana", name2="Bo", name3="Cy", depth="full", box="practice")
    page.tap("next")
    assert "One Deck Dungeon is for 1, 2 or 4 heroes, not 3" in page.at.body.text
    assert "Lay out" not in page.at.body.text
    assert page.at.body.values["name3"] == "Cy"  # nothing that was typed is lost
    assert page.at.body.values["depth"] == "full"
    page.at.body.fill(name4="Di")
    page.tap("next").tap("ready")
    assert [player.name for player in page.table.players] == ["Ana", "Bo", "Cy", "Di"]


def test_the_cure_potion_is_chosen_in_the_form_and_its_basic_potion_asked(device):
    page = device()
    page.tap("game one-deck-dungeon").tap("new one-deck-dungeon")
    assert page.at.body.values["reference"] == "healing"
    page.at.body.fill(name1="Ana", box="practice", deck="forest", reference="cure")
    page.tap("next").tap("ready")
    assert page.table.state.reference == "cure"
    assert "basic" in page.table.state.pending


def test_no_question_of_a_form_is_asked_twice(device):
    from companion.ui.panel import Pick, walk

    for game in PACKAGES:
        page = device()
        page.tap(f"game {game}").tap(f"new {game}")
        labels = [item.label for item in walk(page.at.body.shown) if isinstance(item, Pick)]
        assert len(labels) == len(set(labels)), game


def test_the_page_and_the_terminal_begin_with_the_same_settings(device):
    from companion.cli import USUAL

    for game in PACKAGES.values():
        for setting in import_module(game).KIT.settings:
            assert setting.value == USUAL[setting.id], setting.id
