"""Hints and the light that tells whether it can still be won, asked for in threads."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ludex.bots import View
from ludex.bots.advice import FURTHER, Advisor, Hint
from ludex.kernel import Dice, Game, History, Seat, say
from ludex.play.table import Table
from ludex.table import Scene
from ludex.tui.background import in_background
from ludex.tui.board.spots import BoardSpot, spot_of

LIGHTS = {True: "● can be won", False: "○ cannot be won", None: "? not known"}
FURTHER_LIGHT = "? not known in {limit:,} positions (w w: further)"
FURTHER_HINT = "No way to win was found in {limit:,} positions (h: look further)"
NO_HINT = "No hint: no good way is known from here."
LOST = "No hint: this position cannot be won."

POINTED, EXPLAINED = 1, 2
"""The steps of a hint: first where, then why; the third is doing it."""


class HintState:
    """The hint for the present position, and whether it can be won."""

    def __init__(
        self,
        table: Table,
        advisor_for: Callable[[Game[Any]], Advisor],
        seed: int,
    ) -> None:
        self.table = table
        self.hint: Hint | None = None
        self.step = 0
        self.is_lit = False
        self.light = ""
        self.why_no_hint = NO_HINT
        self._advisor_for = advisor_for
        self._advisor: Advisor | None = None
        self._in_vain: tuple[History[Any], int] | None = None
        self._seed = seed

    def forget(self) -> None:
        """Forget the hint: the position is another."""
        self.hint, self.step = None, 0

    def spots(self, scene: Scene) -> tuple[BoardSpot, ...]:
        """List what the hint points at by now."""
        if self.hint is None:
            return ()
        gesture = self.hint.gesture
        keys = [gesture.pick] if self.step == POINTED else [gesture.pick, gesture.drop]
        found = [spot_of(scene, key) for key in keys if key]
        return tuple(spot for spot in found if spot is not None)

    async def ask(self, seat: Seat) -> bool:
        """Find a hint; False when the position has changed since."""
        history, view = self.table.history, self.table.view(seat)
        dice = Dice(self._seed + history.length)
        advisor = await in_background(self._adviser)
        hint = await in_background(partial(advisor.hint, view, dice))
        if self.table.history is not history:
            return False
        if hint is not None:
            self.table.advised()
        else:
            self.why_no_hint = await in_background(partial(self._why_not, advisor, view))
        self.hint, self.step = hint, POINTED
        return True

    def _why_not(self, advisor: Advisor, view: View[Any]) -> str:
        answer = advisor.winnable(view) if advisor.winnable else None
        if answer is False:
            return LOST
        if self._gave_up(advisor, view):
            return say("hint_further", FURTHER_HINT, limit=advisor.limit(view))
        return NO_HINT

    async def prove(self, seat: Seat) -> bool:
        """Find out whether it can be won; False where nobody can know."""
        history, view = self.table.history, self.table.view(seat)
        advisor = await in_background(self._adviser)
        if advisor.winnable is None:
            return False
        if self.table.is_over:
            self.light = ""
            return True
        answer = await in_background(partial(advisor.winnable, view))
        if self.table.history is history:
            self.table.advised()
            self.light = LIGHTS[answer]
            if answer is None and self._gave_up(advisor, view):
                limit = advisor.limit(view)
                self.light = say("light_further", FURTHER_LIGHT, limit=limit)
        return True

    def _gave_up(self, advisor: Advisor, view: View[Any]) -> bool:
        """Remember a limit that was reached: who asks again about it looks further."""
        limit = advisor.limit(view)
        if limit is None or advisor.looking_into is None:
            return False
        self._in_vain = self.table.history, limit
        return True

    def _adviser(self) -> Advisor:
        """Return the advisor, made when it is first needed: solvers are heavy."""
        if self._advisor is None:
            self._advisor = self._advisor_for(self.table.game)
        further = self._advisor.looking_into
        if self._in_vain is not None and further is not None:
            history, limit = self._in_vain
            if history is self.table.history:
                self._advisor = further(FURTHER * limit)
            self._in_vain = None
        return self._advisor
