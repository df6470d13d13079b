"""The laws that every rulebook obeys, and the search for broken ones.

`find_broken_laws(game, starts, dice)` plays random games and tests every law in some positions of
each. Each finding has a script from which no event can be removed.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from ludex.check.errors import attempt, describe_error
from ludex.check.laws import of_events, of_seats, of_states
from ludex.check.laws import parts as stock
from ludex.check.laws.law import AnyHistory, Law
from ludex.check.laws.of_seats import hides
from ludex.check.shrink import shrink_problem, shrink_script
from ludex.check.timeout import TIMEOUT, Endless, watchdog
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    Event,
    Fault,
    History,
    Refusal,
    Seat,
)
from ludex.kernel.loop import random_event

LAWS = (
    of_events.purity,  # first: where states change, nothing else can be believed
    *of_states.LAWS,
    *stock.LAWS,
    *of_events.LAWS,
    *of_seats.LAWS,
)

PLAYS = 12
"""The number of random games from each start."""

STEPS = 120
"""The most events of each."""

CROWD = 20_000
"""The most candidate events in a state; with more of them the laws are not tested."""

PLAY = "play"
"""The name for faults found when a legal event is played."""

__all__ = ["LAWS", "BrokenLaw", "Law", "LawCheck", "find_broken_laws"]


class BrokenLaw(NamedTuple):
    """A law that is broken, and a script that shows it."""

    law: str
    problem: str
    script: tuple[str, ...]
    start: object
    """The state in which the script begins."""

    is_shortest: bool = False
    """Is it proved that no script is shorter? Otherwise no event of it can be removed."""


def find_broken_laws(
    game: AnyGame,
    starts: Sequence[AnyState],
    dice: Dice,
    *,
    laws: Sequence[Law] = LAWS,
    plays: int = PLAYS,
    steps: int = STEPS,
    timeout: float = TIMEOUT,
    tell: Callable[[int], None] = lambda _: None,
) -> list[BrokenLaw]:
    """Return every law that random games have broken, each once."""
    laws_check = LawCheck(game, dice, laws)
    laws_check.play_all(starts, plays=plays, steps=steps, timeout=timeout, tell=tell)
    return [*laws_check.found.values()]


class LawCheck:
    """Tests laws in random games, and collects the broken ones."""

    def __init__(self, game: AnyGame, dice: Dice, laws: Sequence[Law] = LAWS) -> None:
        self.game, self.laws, self.dice, self.seed = game, laws, dice, dice.word()
        self.found: dict[str, BrokenLaw] = {}
        self.crashed: set[str] = set()
        """The laws that could not be asked, because something raised."""

        self.done = 0
        self.is_hopeless = False
        self.is_wide = game.speed.candidates is None and _is_many(game.brute(None))
        self.unasked = ""
        """The reason for asking no law any more, where that is nobody's fault."""

        self.acting: set[Seat] = set()
        """The players who did something in a random game."""

        self.is_hiding: bool | None = None
        """Was anything hidden from a player in some position? None where nobody was asked."""

    def play_all(
        self,
        starts: Sequence[object],
        *,
        plays: int = PLAYS,
        steps: int = STEPS,
        timeout: float = TIMEOUT,
        tell: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Play random games from every start."""
        with watchdog(lambda: self.done, timeout):
            for start in starts:
                for number in range(plays):
                    length = 0 if not number else self.dice.below(steps) + 1
                    self.play(start, self.dice.split(), length)
                    tell(self.done)
                    if self.is_hopeless:
                        return

    def play(self, start: object, dice: Dice, steps: int) -> None:
        """Play one random game; test the laws at its end and at a random position."""
        history = History(self.game, start)
        event: AnyEvent | None = None
        try:
            for _ in range(steps):
                self.done += 1
                if self._is_crowded(history.state):
                    return
                event = random_event(self.game, history.state, dice)
                if event is None:
                    break
                self.acting.add(self.game.seat_of(history.state, event))
                played = history.play(event)
                if isinstance(played, Refusal):
                    problem = f"it is listed as a move, and refused: {played.text}"
                    raise Fault(problem, event, history.state)
                history, event = played, None
        except Endless as endless:
            self._left(endless, history)
        except Exception as error:  # noqa: BLE001  # a crash in a rulebook is a finding
            self._failed(error, history, event)
        else:
            self._ask(history)
            if history.past is not None:
                some = dice.below(history.past.count)
                self._ask(History(self.game, start, history.steps[some - 1] if some else None))

    def _left(self, endless: Endless, history: AnyHistory) -> None:
        self.is_hopeless = True
        if endless.is_crowd:
            self.unasked = str(endless)
            return
        self._keep(PLAY, str(endless), history.journal, history)

    def _failed(self, error: Exception, history: AnyHistory, event: AnyEvent | None) -> None:
        if PLAY in self.found:
            return
        last_event = error.event if isinstance(error, Fault) else None
        last = event or (last_event if isinstance(last_event, Event) else None)
        script = (*history.journal, *([last] if last else []))
        small = shrink_problem(self.game, history.start, script)
        if small is None:
            self._keep(PLAY, str(error) or type(error).__name__, script, history)
        else:
            self._keep(PLAY, small.problem, small.script, history, is_shortest=small.is_shortest)

    def _keep(
        self,
        law: str,
        problem: str,
        script: Iterable[AnyEvent],
        history: AnyHistory,
        *,
        is_shortest: bool = False,
    ) -> None:
        texts = tuple(map(str, script))
        self.found[law] = BrokenLaw(law, problem, texts, history.start, is_shortest)

    def _ask(self, history: AnyHistory) -> None:
        if self._is_crowded(history.state):
            return
        try:
            self.is_hiding = self.is_hiding or attempt(hides, self.game, history.state)
            for law in self.laws:
                self.done += 1
                if law.name not in self.found:
                    problem = self._problem(law, history)
                    if problem is not None:
                        self._note(law, problem, history)
        except Endless as endless:
            self._left(endless, history)

    def _is_crowded(self, state: object) -> bool:
        """Is there more to be tried than can be, again and again?"""
        candidates = self.game.speed.candidates
        if candidates is not None:
            # What the candidates raise is told when the moves are asked for.
            self.is_wide = attempt(lambda: _is_many(candidates(state))) or False
        if self.is_wide and not self.unasked:
            self.unasked = f"more than {CROWD:,} events would be tried in each state"
        return bool(self.unasked)

    def _problem(self, law: Law, history: AnyHistory) -> str | None:
        try:
            return next(law.broken(self.game, history, Dice(self.seed)), None)
        except Exception as error:  # noqa: BLE001  # a crash in a rulebook is a finding
            self.crashed.add(law.name)
            return describe_error(error)

    def _note(self, law: Law, problem: str, history: AnyHistory) -> None:
        """Keep a broken law with a script of which nothing can be left out."""
        script = shrink_script(
            self.game,
            history.start,
            history.journal,
            lambda some: self._problem_after(law, history.start, some) is not None,
        )
        problem = self._problem_after(law, history.start, script) or problem
        self._keep(law.name, problem, script, history, is_shortest=not script)

    def _problem_after(self, law: Law, start: object, script: Sequence[AnyEvent]) -> str | None:
        """Return what is wrong after a script; None where it cannot be played."""
        history = History(self.game, start)
        self.done += 1
        for event in script:
            played = attempt(history.play, event)
            if played is None or isinstance(played, Refusal):
                return None  # that is another law
            history = played
        return self._problem(law, history)


def _is_many(events: Iterable[AnyEvent]) -> bool:
    return sum(1 for _ in islice(events, CROWD)) == CROWD
