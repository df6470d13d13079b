"""The judges of mutants: a suite of scripts with their transcripts, or the laws."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludex.check.laws import LawCheck
from ludex.check.timeout import Endless, watchdog
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice, History
from ludex.language.script_check import Dialect
from ludex.language.transcript import entry_text, run_script

TIMEOUT = 5.0
"""Seconds in which a mutant must have gone on: one that does not is noticed."""

PLAYS = 4
STEPS = 40
"""Random games of the laws, and events of each."""


class Expected(NamedTuple):
    """A script, and what its transcript shows after each event."""

    name: str
    events: Sequence[AnyEvent]
    texts: tuple[str, ...]


def record_expected(
    game: AnyGame,
    start: AnyState,
    name: str,
    events: Sequence[AnyEvent],
    dialect: Dialect,
) -> Expected:
    """Return a script with the transcript of the rulebook as it is now."""
    return Expected(name, events, tuple(_texts(game, start, events, dialect)))


def _texts(
    game: AnyGame, start: AnyState, events: Sequence[AnyEvent], dialect: Dialect
) -> Iterator[str]:
    for entry in run_script(History(game, start), events):
        yield entry_text(entry, dialect)


class BySuite:
    """A suite notices what changes one of its transcripts."""

    def __init__(
        self,
        game: AnyGame,
        start: AnyState,
        scripts: Sequence[Expected],
        dialect: Dialect = Dialect.DOCUMENT,
    ) -> None:
        self.game, self.start = game.unchecked(), start
        self.scripts = list(scripts)
        self.dialect = dialect
        self.done = 0

    @property
    def words(self) -> str:
        """The number of scripts and events."""
        events = sum(len(one.events) for one in self.scripts)
        scripts = f"{len(self.scripts)} script{'s' * (len(self.scripts) != 1)}"
        return f"{scripts} of {events} events"

    def notices(self) -> str | None:
        """The first event that shows something else; who noticed is asked first again."""
        for i, one in enumerate(self.scripts):
            noticed = self._differs(one)
            if noticed is not None:
                self.scripts.insert(0, self.scripts.pop(i))
                return noticed
        return None

    def _differs(self, one: Expected) -> str | None:
        number = -1
        try:
            with watchdog(lambda: self.done, TIMEOUT):
                texts = _texts(self.game, self.start, one.events, self.dialect)
                for number, (text, usual) in enumerate(zip(texts, one.texts, strict=True)):
                    self.done += 1
                    if text != usual:
                        return f"{one.name}, event {number}"
        except Endless:
            return f"{one.name}, event {number + 1}: it does not come to an end"
        except Exception as error:  # noqa: BLE001  # a mutant may do anything
            return f"{one.name}, event {number + 1}: {type(error).__name__}"
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
            asking = LawCheck(self.game, Dice(self.seed))
            asking.play_all([self.start], plays=PLAYS, steps=STEPS, patience=TIMEOUT)
        except Endless:
            return ["it does not come to an end"]
        except Exception as error:  # noqa: BLE001  # a mutant may do anything
            return [type(error).__name__]
        return [*asking.found, *([asking.unasked] if asking.unasked else [])]


MutantJudge = BySuite | ByLaws
