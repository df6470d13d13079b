"""Hints and the light that tells whether it can still be won, asked for in threads."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from ludex.bots.advice import Advisor, Hint
from ludex.kernel import Dice, Game, Scene, Seat
from ludex.play.table import Table
from ludex.tui.aside import aside
from ludex.tui.spots import Spot, spot_of

LIGHTS: Final = {True: "● can be won", False: "○ cannot be won", None: "? not known"}

POINTED, EXPLAINED = 1, 2
"""The steps of a hint: first where, then why; the third is doing it."""


class Advising:
    """What an advisor has said about the position of now."""

    def __init__(
        self,
        table: Table[Any],
        advisor_for: Callable[[Game[Any]], Advisor[Any]],
        seed: int,
    ) -> None:
        self.table = table
        self.hint: Hint[Any] | None = None
        self.step = 0
        self.is_lit = False
        self.light = ""
        self._advisor_for = advisor_for
        self._advisor: Advisor[Any] | None = None
        self._seed = seed

    def forget(self) -> None:
        """The position is another."""
        self.hint, self.step = None, 0

    def spots(self, scene: Scene) -> tuple[Spot, ...]:
        """What the hint points at by now."""
        if self.hint is None:
            return ()
        gesture = self.hint.gesture
        keys = [gesture.pick] if self.step == POINTED else [gesture.pick, gesture.drop]
        found = [spot_of(scene, key) for key in keys if key]
        return tuple(spot for spot in found if spot is not None)

    async def ask(self, seat: Seat) -> bool:
        """Find a hint; False when the position has changed meanwhile."""
        history, view = self.table.history, self.table.view(seat)
        dice = Dice(self._seed + history.length)
        advisor = await aside(self._adviser)
        hint = await aside(partial(advisor.hint, view, dice))
        if self.table.history is not history:
            return False
        if hint is not None:
            self.table.advised()
        self.hint, self.step = hint, POINTED
        return True

    async def prove(self, seat: Seat) -> bool:
        """Find out whether it can be won; False where nobody can know."""
        history, view = self.table.history, self.table.view(seat)
        advisor = await aside(self._adviser)
        if advisor.winnable is None:
            return False
        if self.table.is_over:
            self.light = ""
            return True
        answer = await aside(partial(advisor.winnable, view))
        if self.table.history is history:
            self.table.advised()
            self.light = LIGHTS[answer]
        return True

    def _adviser(self) -> Advisor[Any]:
        """Made when it is first needed: solvers are heavy."""
        if self._advisor is None:
            self._advisor = self._advisor_for(self.table.game)
        return self._advisor
