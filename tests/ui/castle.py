"""One who follows a game of Shadowgate on the page: every move of a policy is entered by taps."""

from __future__ import annotations

from companion.engine.game import TABLE
from companion.games.shadowgate import moves as m
from companion.games.shadowgate.cards import ItemCard
from companion.ui.shadowgate.cards import tab_of
from companion.ui.shadowgate.menus import path


class Scribe:
    """Somebody with the page of a table open.

    Attributes:
        page: the device.
        taps: taps of each turn that was followed, by its number.
    """

    def __init__(self, page):
        self.page = page
        self.taps = {}

    @property
    def play(self):
        return self.page.app.screen.play

    @property
    def table(self):
        return self.page.table

    def follow(self, policy, rng, moves):
        """Enter so many moves of a policy, or less where the game ends."""
        for _ in range(moves):
            state = self.table.state
            if state.ended:
                return
            before, turn = self.page.taps, state.turn
            # Who decides sees what the page sees: Puzzle items of others lie face down.
            seen = state if self.table.actor == TABLE else self.play.state
            move = policy(self.table.game, seen, rng)
            if isinstance(move, m.Attack):
                self.attack(move, policy(self.table.game, self.table.game.apply(state, move), rng))
            else:
                self.enter(move)
            self.taps[turn] = self.taps.get(turn, 0) + self.page.taps - before

    def attack(self, move, roll):
        """Enter an attack with its dice, as the page asks for them: the trait only where it is not the best one."""
        game, state = self.table.game, self.table.state
        expected = game.apply(game.apply(state, move), roll)
        if self.play.state.final and f"with {move.trait.title()}" not in self.page.sentence:
            self.page.board(f"trait/{move.trait}")
        self.page.answer(
            (roll.black, (roll.blue,)) if "and the blue die" in str(self.page.at.pad.ask) else (roll.black,)
        )
        assert self.table.state == expected

    def enter(self, move):
        """Enter a move by taps; the table has gone on by it."""
        page, game, state, seq = self.page, self.table.game, self.table.state, self.table.seq
        expected = game.apply(state, move)
        self._enter(move, state)
        assert self.table.seq > seq, f"nothing was entered for {game.spell(move, state)}: {page.sentence}"
        assert "puzzle" in game.spell(move, state) or self.table.state == expected, (
            f"{game.spell(move, state)} came out otherwise"
        )

    def _enter(self, move, state):
        page, game = self.page, self.table.game
        match move:
            case m.Assign(character=name) | m.First(seat=name) | m.Red(trait=name):
                page.skip() if name == "?" else page.pad(name)
            case m.Deal() | m.Draw() | m.Djinn() | m.Energy():
                self._pick(move.card)
            case m.Boss(card=card):
                page.pad(card.name)
            case m.Roll(black=black, blue=blue) if not state.attempt or "roll" in str(page.at.pad.ask):
                page.answer(((black), (blue,)) if blue else (black,))
            case m.Roll(black=black):
                page.tap("roll").answer((black,))
            case m.Refill(deck=deck):
                page.pad(deck)
            case m.Uncurse(trait=trait):
                page.pad(trait)
            case m.Tokens(tokens=tokens):
                page.answer((tuple(tokens),)) if tokens else page.skip()
            case m.Cycle(space=space, deck=deck) if not state.full:
                page.tap("cycle").board(f"quest.{space}")
                if page.at.pad.ask is not None:
                    page.pad(deck)
            case m.Attempt(space=space):
                page.board(f"quest.{space}")
                if self.play.telling:
                    page.tap("beside")
            case m.Done():
                page.tap("primary")
            case m.Made(space=space) | m.Failed(space=space) if space:
                page.tap("primary" if isinstance(move, m.Made) else "beside")
                if page.at.pad.ask is not None:
                    page.skip()
            case m.Made():
                page.tap("primary")
            case m.Failed():
                page.tap("beside")
            case m.GiveUp():
                page.tap("beside")
            case m.Answer() | m.Ability():
                page.tap(f"use {path(game, self.play.state, move)[0]}")
                self._walk(path(game, self.play.state, move))
            case m.Unequip(card=card) | m.Equip(card=card) | m.Use(card=card) | m.Bonus(card=card):
                self._card(card, move)
            case _:
                self._menu(path(game, self.play.state, move))

    def _pick(self, card):
        page = self.page
        if not card.known:
            page.tap("primary" if page.at.actions["primary"].text in ("Not now", "Face down") else "beside")
            return
        text = self.table.game.language.card(card)
        if isinstance(card, ItemCard):
            tab = f"tab/{tab_of(card)}"
            if tab in page.at.board.drawn.places and f"pick/{text}" not in page.at.board.drawn.places:
                page.board(tab)
        page.board(f"pick/{text}")

    def _card(self, card, move):
        """Tap a card, and what is done with it; a slot of another type than its own is picked in the list."""
        page, game, state = self.page, self.table.game, self.play.state
        player = state.player(state.active)
        if self.play.looking != player.handle:
            page.board(f"seat/{player.handle}")
        worn = [f"{player.handle}.slot{n}" for n, cards in enumerate(player.slots, 1) if card in cards[-1:]]
        bag = [f"{player.handle}.{n}" for n, held in enumerate(player.inventory, 1) if held == card]
        places = worn + bag if isinstance(move, m.Unequip | m.Bonus) else bag + worn
        plain = isinstance(move, m.Equip) and game.box.slots(player)[move.slot - 1] == "any"
        if plain or not places:
            self._menu(path(game, state, move))
            return
        seq = self.table.seq
        page.board(places[0])
        if self.table.seq == seq and self.play.menu is None:
            page.tap(f"use {path(game, state, move)[0]}")
        self._walk(path(game, state, move))

    def _menu(self, words):
        """Walk through the list of everything that may be done."""
        self.page.tap("more")
        self._walk(words)

    def _walk(self, words):
        for _ in range(len(words) + 1):
            menu = self.play.menu
            if menu is None:
                return
            left = menu.choice().entries
            found = next(entry for entry in left if entry.name in words)
            self.page.board(f"pick/{found.id}")
