"""The laws that every rulebook obeys, and looking for where one does not.

`broken(game, starts, dice)` plays random games and asks every law in some positions of each.
What it finds comes with a script of which no event can be left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, Final, TypeVar

from ludex.check.laws import of_events, of_seats, of_states
from ludex.check.laws import parts as stock
from ludex.check.laws.law import Law
from ludex.check.shrink import least, shrunk
from ludex.check.timeout import PATIENCE, Endless, impatient
from ludex.kernel import Dice, Event, Fault, Game, History, Refusal
from ludex.kernel.enumeration import every_event
from ludex.kernel.random_play import random_event

S = TypeVar("S")

LAWS: Final = (
    of_events.purity,  # first: where states change, nothing else can be believed
    *of_states.LAWS,
    *stock.LAWS,
    *of_events.LAWS,
    *of_seats.LAWS,
)

PLAYS: Final = 12
"""Random games of a beginning."""

STEPS: Final = 120
"""Events of each at most."""

CROWD: Final = 20_000
"""Where so many events would have to be tried, no law is asked: it would take too long."""

PLAY: Final = "play"
"""What a legal event breaks when it is played, is put under this name."""

__all__ = ["LAWS", "Asking", "Breach", "Law", "broken"]


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that is broken, and a script that shows it."""

    law: str
    problem: str
    script: tuple[str, ...]
    start: object
    """The state in which the script begins."""

    is_shortest: bool = False
    """Is it known that there is no shorter one? Else no event of it can be left out."""


def broken(
    game: Game[S],
    starts: Sequence[S],
    dice: Dice,
    *,
    laws: Sequence[Law] = LAWS,
    plays: int = PLAYS,
    steps: int = STEPS,
    patience: float = PATIENCE,
    tell: Callable[[int], None] = lambda _: None,
) -> list[Breach]:
    """Every law that random games have shown to be broken, each once."""
    asking = Asking(game, dice, laws)
    asking.play_all(starts, plays=plays, steps=steps, patience=patience, tell=tell)
    return [*asking.found.values()]


class Asking:
    """Which laws are broken so far."""

    def __init__(self, game: Game[Any], dice: Dice, laws: Sequence[Law] = LAWS) -> None:
        self.game = game
        self.laws = laws
        self.dice = dice
        self.seed = dice.word()
        self.found: dict[str, Breach] = {}
        self.done = 0
        self.is_hopeless = False
        self.unasked = ""
        """Why no law is asked any more, where that is nobody's fault."""

    def play_all(
        self,
        starts: Sequence[object],
        *,
        plays: int = PLAYS,
        steps: int = STEPS,
        patience: float = PATIENCE,
        tell: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Random games from every start."""
        with impatient(lambda: self.done, patience):
            for start in starts:
                for number in range(plays):
                    length = 0 if not number else self.dice.below(steps) + 1
                    self.play(start, self.dice.split(), length)
                    tell(self.done)
                    if self.is_hopeless:
                        return

    def play(self, start: object, dice: Dice, steps: int) -> None:
        """One random game; the laws are asked where it stops and somewhere on the way."""
        history = History(self.game, start)
        event: Event[Any] | None = None
        try:
            for _ in range(steps):
                self.done += 1
                if self._is_crowded(history.state):
                    return
                event = random_event(self.game, history.state, dice)
                if event is None:
                    break
                played = history.play(event)
                if isinstance(played, Refusal):
                    problem = f"it is listed as a move, and refused: {played.text}"
                    raise Fault(problem, event, history.state)  # noqa: TRY301  # told below
                history, event = played, None
        except Endless as endless:
            self._left(endless, history)
        except Exception as error:  # noqa: BLE001  # a crash in a rulebook is a finding
            self._failed(error, history, event)
        else:
            self._ask(history)
            if history.past is not None:
                some = dice.below(history.past.count)
                self._ask(
                    History(self.game, start, history.steps[some - 1] if some else None)
                )

    def _left(self, endless: Endless, history: History[Any]) -> None:
        self.is_hopeless = True
        if endless.is_crowd:
            self.unasked = str(endless)
            return
        script = tuple(map(str, history.journal))
        self.found[PLAY] = Breach(PLAY, str(endless), script, history.start)

    def _failed(
        self, error: Exception, history: History[Any], event: Event[Any] | None
    ) -> None:
        if PLAY in self.found:
            return
        told = error.event if isinstance(error, Fault) else None
        last = event or (told if isinstance(told, Event) else None)
        script = (*history.journal, *([last] if last else []))
        small = least(self.game, history.start, script)
        if small is None:
            problem = str(error) or type(error).__name__
            texts = tuple(map(str, script))
            self.found[PLAY] = Breach(PLAY, problem, texts, history.start)
            return
        texts = tuple(map(str, small.script))
        self.found[PLAY] = Breach(
            PLAY, small.problem, texts, history.start, small.is_shortest
        )

    def _ask(self, history: History[Any]) -> None:
        if self._is_crowded(history.state):
            return
        try:
            for law in self.laws:
                self.done += 1
                if law.name not in self.found:
                    problem = self._problem(law, history)
                    if problem is not None:
                        self._note(law, problem, history)
        except Endless as endless:
            self._left(endless, history)

    def _is_crowded(self, state: object) -> bool:
        if not self.unasked and is_crowded(self.game, state):
            self.unasked = f"more than {CROWD:,} events would be tried in each state"
        return bool(self.unasked)

    def _problem(self, law: Law, history: History[Any]) -> str | None:
        try:
            return next(law.broken(self.game, history, Dice(self.seed)), None)
        except Fault as fault:
            return str(fault)
        except Exception as bug:  # noqa: BLE001  # a crash in a rulebook is a finding
            return f"{type(bug).__name__}: {bug}"

    def _note(self, law: Law, problem: str, history: History[Any]) -> None:
        """Keep a broken law with a script of which nothing can be left out."""
        script = shrunk(
            self.game,
            history.start,
            history.journal,
            lambda some: self._problem_after(law, history.start, some) is not None,
        )
        problem = self._problem_after(law, history.start, script) or problem
        texts = tuple(map(str, script))
        self.found[law.name] = Breach(
            law.name, problem, texts, history.start, is_shortest=not texts
        )

    def _problem_after(
        self, law: Law, start: object, script: Sequence[Event[Any]]
    ) -> str | None:
        """What is wrong after a script; nothing where it cannot be played."""
        history = History(self.game, start)
        self.done += 1
        for event in script:
            try:
                played = history.play(event)
            except Exception:  # noqa: BLE001  # that is another law
                return None
            if isinstance(played, Refusal):
                return None
            history = played
        return self._problem(law, history)


def is_crowded(game: Game[S], s: S) -> bool:
    """Is there more to be tried than can be, again and again?"""
    candidates = game.speed.candidates
    if candidates is None:
        return _is_wide(game.events)
    try:
        return sum(1 for _ in islice(candidates(s), CROWD)) == CROWD
    except Exception:  # noqa: BLE001  # that is told when the moves are asked for
        return False


@cache
def _is_wide(events: tuple[type[Event[Any]], ...]) -> bool:
    """Do the domains make so many?"""
    return sum(1 for _ in islice(every_event(events), CROWD)) == CROWD
