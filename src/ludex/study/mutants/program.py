"""The judge of mutants of a document's program: inputs, and the right output of each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from ludex.check.rulebooks import Rulebook, rulebook_below
from ludex.check.timeout import Endless, watchdog
from ludex.kernel import AnyGame, Dice
from ludex.registry import Filter
from ludex.study.grade.filters import generate_inputs
from ludex.study.mutants.equivalence import Equivalence
from ludex.study.mutants.evaluation import TIMEOUT
from ludex.study.mutants.mutant import Mutant
from ludex.study.mutants.reached import at_work

T = TypeVar("T")

INPUTS = 40
SEED = 1

SAMPLE = 150
"""Other inputs: by them it is known what the program does at all, and survivors are compared."""


class ByProgram:
    """The inputs of a filter notice a program that prints something wrong for one of them."""

    def __init__(self, program: Filter, inputs: int = INPUTS, others: int = SAMPLE) -> None:
        self.program = program
        self.inputs = [*generate_inputs(program, inputs, SEED)]
        self.read = [*map(program.read, self.inputs)]
        self.others = [*islice(generate_inputs(program, inputs + others, SEED), inputs, None)]
        self.sample = [*map(program.read, self.others)]
        self.known: dict[tuple[str, str], bool] = {}
        """Of outputs: are they right?"""

        self.usual: list[frozenset[str]] = []
        self.done = 0

    def book(self, game: AnyGame) -> Rulebook:
        """The functions and tables of the program, as far as they belong to its game."""
        return rulebook_below(game, self.program.run)

    def reached(self, book: Rulebook, mutants: Iterable[Mutant]) -> list[Mutant]:
        """The mutants of what is at work for some valid input."""

        def run() -> None:
            for number, given in enumerate(self.sample[:SAMPLE]):
                self.program.run(given, Dice(number))

        return at_work(book, mutants, run)

    @property
    def words(self) -> str:
        """The number of inputs."""
        return f"{len(self.inputs)} inputs of {self.program.name}"

    def notices(self, mutant: Mutant) -> str | None:
        """The first input for which a mutant prints something wrong."""
        at = self._first_wrong(mutant, self.inputs, self.read)
        return None if at is None else f"input {at + 1}"

    def compare(self, mutant: Mutant) -> Equivalence:
        """Ask a mutant that survives about other inputs; where there is a choice, about all of it."""
        with mutant.put():
            because = mutant.same()
        count = len(self.sample)
        if because:
            return Equivalence(None, is_proved=True, states=0, because=because)
        if self.program.choices is not None and self._is_right(mutant):
            because = f"all that it may print is right in {count} inputs"
            return Equivalence(None, is_proved=True, states=0, because=because)
        found = self._first_wrong(mutant, self.others, self.sample)
        words = f"one of {count} other inputs would kill it"
        none = f"no difference was found in {count} other inputs"
        return Equivalence(
            None, is_proved=False, states=0, because=none if found is None else words
        )

    def _first_wrong(
        self, mutant: Mutant, inputs: Sequence[str], read: Sequence[Any]
    ) -> int | None:
        """The first input for which something wrong is printed, by the program as it should be."""
        with mutant.put():
            outputs = [*self._each(read, lambda given, at: self.program.run(given, Dice(at)))]
        for at, (given, output) in enumerate(zip(inputs, outputs, strict=False)):
            if not isinstance(output, str) or not self._accepts(given, output):
                return at
        return None

    def _accepts(self, given: str, output: str) -> bool:
        if (given, output) not in self.known:
            parts = self.program.right(given, output)
            is_same = isinstance(parts, tuple) and "".join(part.text for part in parts) == output
            self.known[given, output] = is_same
        return self.known[given, output]

    def _is_right(self, mutant: Mutant) -> bool:
        """Does a program with a choice print something of each input, and only what is right?"""
        listed = self.program.choices
        assert listed is not None
        if not self.usual:
            self.usual = [frozenset(listed(given)) for given in self.sample]
        with mutant.put():
            found = [*self._each(self.sample, lambda given, _: frozenset(listed(given)))]
        return len(found) == len(self.usual) and all(
            one and one <= right for one, right in zip(found, self.usual, strict=True)
        )

    def _each(self, read: Sequence[Any], ask: Callable[[Any, int], T]) -> Iterator[T | None]:
        """Ask about inputs one after the other; None, and no more, where nothing comes of it."""
        try:
            with watchdog(lambda: self.done, TIMEOUT):
                for number, given in enumerate(read):
                    self.done += 1
                    yield ask(given, number)
        except Endless:
            yield None
        except Exception:  # noqa: BLE001  # a mutant may do anything
            yield None
