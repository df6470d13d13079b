"""The judges of mutants: a suite of scripts with their transcripts, or the laws."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludex.check.laws import LawCheck
from ludex.check.timeout import Endless, watchdog
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice, History, Outcome
from ludex.language.script_check import Dialect
from ludex.language.transcript import entry_text, run_script

TIMEOUT = 5.0
"""Seconds in which a mutant must have gone on: one that does not is noticed."""

PLAYS = 4
STEPS = 40
"""Random games of the laws, and events of each."""


class ExpectedRun(NamedTuple):
    """A script, what its transcript shows after each event, and how the game has ended then."""

    name: str
    events: Sequence[AnyEvent]
    texts: tuple[str, ...]
    ends: tuple[Outcome | None, ...]


def record_expected(
    game: AnyGame,
    start: AnyState,
    name: str,
    events: Sequence[AnyEvent],
    dialect: Dialect,
) -> ExpectedRun:
    """Return a script with the transcript of the rulebook as it is now."""
    texts, ends = zip(*_results(game, start, events, dialect), strict=True)
    return ExpectedRun(name, events, texts, ends)


def _results(
    game: AnyGame, start: AnyState, events: Sequence[AnyEvent], dialect: Dialect
) -> Iterator[tuple[str, Outcome | None]]:
    for entry in run_script(History(game, start), events):
        yield entry_text(entry, dialect), game.outcome(entry.state)


class BySuite:
    """A suite notices what changes one of its transcripts, or the end of a game."""

    def __init__(
        self,
        game: AnyGame,
        start: AnyState,
        scripts: Sequence[ExpectedRun],
        dialect: Dialect = Dialect.DOCUMENT,
    ) -> None:
        self.game, self.start = game.unchecked(), start
        self.scripts = list(scripts)
        self.dialect = dialect
        self.done = 0
        self.because = ""

    @property
    def words(self) -> str:
        """The number of scripts and events."""
        events = sum(len(one.events) for one in self.scripts)
        scripts = f"{len(self.scripts)} script{'s' * (len(self.scripts) != 1)}"
        return f"{scripts} of {events} events"

    def notices(self) -> str | None:
        """The first event that shows something else; who noticed is asked first again."""
        for i, one in enumerate(self.scripts):
            at = self.first_difference(one)
            if at is not None:
                self.scripts.insert(0, self.scripts.pop(i))
                return f"{one.name}, event {at}{self.because}"
        return None

    def first_difference(self, one: ExpectedRun) -> int | None:
        """The first event of a script, counted from 1, that shows something else; 0: the beginning."""
        number, self.because = -1, ""
        try:
            with watchdog(lambda: self.done, TIMEOUT):
                found = _results(self.game, self.start, one.events, self.dialect)
                usual = zip(one.texts, one.ends, strict=True)
                for number, (result, right) in enumerate(zip(found, usual, strict=True)):
                    self.done += 1
                    if result != right:
                        return number
        except Endless:
            self.because = ": it does not finish"
            return number + 1
        except Exception as error:  # noqa: BLE001  # a mutant may do anything
            self.because = f": {type(error).__name__}"
            return number + 1
        return None


class ByLaws:
    """The laws notice what breaks one of them that was kept before."""

    def __init__(self, game: AnyGame, start: AnyState, seed: int = 1) -> None:
        self.game, self.start, self.seed = game, start, seed
        self.usual = {*self._broken()}

    @property
    def words(self) -> str:
        """The number of random games."""
        return f"the laws in {PLAYS} random games"

    def notices(self) -> str | None:
        """The first law that is newly broken."""
        return next((law for law in self._broken() if law not in self.usual), None)

    def _broken(self) -> list[str]:
        try:
            laws_check = LawCheck(self.game, Dice(self.seed))
            laws_check.play_all([self.start], plays=PLAYS, steps=STEPS, timeout=TIMEOUT)
        except Endless:
            return ["it does not finish"]
        except Exception as error:  # noqa: BLE001  # a mutant may do anything
            return [type(error).__name__]
        return [*laws_check.found, *([laws_check.unasked] if laws_check.unasked else [])]


MutantJudge = BySuite | ByLaws
