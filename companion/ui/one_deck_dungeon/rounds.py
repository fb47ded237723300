"""The rounds against the boss, told in Light by what came of them, and how the game ended, in a word."""

from __future__ import annotations

from companion.games.one_deck_dungeon.rooms import boss, boss_health
from companion.games.one_deck_dungeon.telling import people
from companion.ui.one_deck_dungeon.standing import verdict
from companion.ui.one_deck_dungeon.tray import Tray
from companion.ui.panel import Button


class Rounds(Tray):
    """What is said of a round against the boss, and of the end."""

    _seen: tuple[int, int] = (0, 0)
    """Round and wounds of the boss when this device looked last; 0 before the boss."""

    def what_it_cost(self) -> str:
        """Return what is asked after a fight; against the boss also how many skulls were covered."""
        state = self.state
        assert state.fight is not None
        who = people(state, state.fight.part.heroes)
        return f"{who}: skulls covered, hearts lost?" if state.at_boss else f"{who}: what did it cost?"

    def _life(self) -> str:
        """Return how many wounds the boss has, in the words of the board; empty elsewhere."""
        life = super()._life()
        return f"{life} wounds" if life else ""

    def over(self) -> str:
        """Return how the game ended: won or lost, and by what."""
        return verdict(self.cat, self.state)

    def chips(self) -> list[Button]:
        """Return the chips of the moment; a round against the boss opens the odds of all that is to come."""
        chips = super().chips()
        if self.moment == "result" and self._asks_boss:
            chips.insert(0, self.button("odds", "Odds"))
        return chips

    @property
    def _asks_boss(self) -> bool:
        """Whether the odds against the boss are those of a round that nobody has rolled for yet."""
        state = self.state
        return state.at_boss and not state.full and not self.session.watching

    def explain(self) -> None:
        """Open the odds of what stands on the board; in a round that is told by its result, those against the boss."""
        if self.moment == "result" and self._asks_boss:
            from companion.ui.one_deck_dungeon import KIT

            self.desk.explain(KIT.asked_too(self.session.table))
        else:
            super().explain()

    def news(self) -> None:
        """Say what a round against the boss has come to, once on each device."""
        super().news()
        state = self.state
        (before, wounds), self._seen = self._seen, (state.round, state.wounds) if state.at_boss else (0, 0)
        if not before or state.round != before + 1 or state.ended:
            return
        enemy, hearts = boss(self.cat, state), boss_health(self.cat, state)
        name = enemy.name if enemy is not None else "The boss"
        hit = f"{state.wounds - wounds} hit" if state.wounds > wounds else "no hit"
        left = f" {name} has {hearts - state.wounds} of {hearts} hearts left." if hearts is not None else ""
        self.desk.say(f"Round {before}: {hit}.{left}")
