"""Scripts that notice mistakes: walks with near misses, each as far as a mistake shows in it.

Mistakes are made in the rulebook, those that people make. A walk is run with each mistake that no
script has noticed so far. Where it shows, the walk is taken to that event.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import inf
from time import process_time

from ludex.check.rulebooks import rulebook_of
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice, History, Query
from ludex.language.script_check import Dialect
from ludex.language.transcript import run_script
from ludex.study.coverage.walks import drop_needless
from ludex.study.mutants.evaluation import BySuite, record_expected
from ludex.study.mutants.mutant import Mutant
from ludex.study.mutants.reached import at_work, run_scripts, walk_with_probes
from ludex.study.mutants.trial import mutants_of

Script = tuple[AnyEvent, ...]

VAIN = 60
"""So many walks in a row in which nothing shows are enough."""

TOGETHER = 36
"""The mistakes that show within so many events of a walk have a script together."""

FINE = 100
"""Events of a script of which each is tried without."""


def noticing_scripts(
    game: AnyGame,
    start: AnyState,
    scripts: Sequence[Script],
    dice: Dice,
    *,
    end: float,
    vain: int = VAIN,
    count: int | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[Script]:
    """Yield scripts for mistakes that the given ones do not notice, until `end` on the processor.

    Of many mistakes so many may be drawn (`count`): what notices one mostly notices others, too.
    """
    if process_time() > end:
        return
    mutants = mutants_of(game, count=count, seed=dice.below(1 << 16), source_only=True, start=start)
    alive = [one for one in mutants if process_time() < end and not _is_known(one)]
    for script in scripts:
        noticed = _first_shown(game, start, script, alive, end)
        alive = [one for one in alive if id(one) not in noticed]
    missed = 0
    while alive and missed < vain and process_time() < end:
        tell(f"looking for scripts that notice {len(alive)} mistakes")
        tried = walk_with_probes(game, start, dice)
        noticed = _first_shown(game, start, tried, alive, end)
        missed = missed + 1 if not noticed else 0
        while noticed:
            near = {at for at in noticed.values() if at <= TOGETHER}
            length = max(1, *(near or noticed.values()))
            found = {key: at for key, at in noticed.items() if at <= length}
            mutants = [one for one in alive if id(one) in found]
            yield _shortened(game, start, tried[:length], mutants, {*found.values()})
            alive = [one for one in alive if id(one) not in found]
            noticed = {key: at for key, at in noticed.items() if key not in found}


def noticed_by_walks(
    game: AnyGame, start: AnyState, mutants: Sequence[Mutant], dice: Dice, walks: int
) -> list[Mutant]:
    """Return the mutants that any of some random walks notices: measures what a suite leaves out."""
    noticed: set[int] = set()
    for _ in range(walks):
        rest = [one for one in mutants if id(one) not in noticed]
        noticed |= {*_first_shown(game, start, walk_with_probes(game, start, dice), rest, inf)}
    return [one for one in mutants if id(one) in noticed]


def _is_known(mutant: Mutant) -> bool:
    """Is it known to mean the same?"""
    with mutant.put():
        return bool(mutant.same())


def _first_shown(
    game: AnyGame, start: AnyState, script: Script, mutants: Sequence[Mutant], end: float
) -> dict[int, int]:
    """Return after how many events a script shows each mutant that it shows, by its `id`."""
    run = partial(run_scripts, game, start, [script])
    reached = at_work(rulebook_of(game), mutants, run)
    return {
        id(one): at for one, at in _noticed(game, start, script, reached, end) if at is not None
    }


def _noticed(
    game: AnyGame, start: AnyState, script: Script, mutants: Sequence[Mutant], end: float
) -> Iterator[tuple[Mutant, int | None]]:
    """Yield each mutant with the number of events after which a script shows it, if it does."""
    judge = BySuite(game, start, [record_expected(game, start, "", script, Dialect.DOCUMENT)])
    for one in mutants:
        if process_time() > end:
            yield one, None
            continue
        with one.put():
            yield one, judge.first_difference(judge.scripts[0])


def _shortened(
    game: AnyGame, start: AnyState, script: Script, mutants: Sequence[Mutant], noticed: set[int]
) -> Script:
    """The script without events that are not needed for the mistakes to show: for one mistake each
    event is tried without, for more those that change nothing and show nothing (`noticed`).
    """

    def is_enough(fewer: Script) -> bool:
        return all(at is not None for _, at in _noticed(game, start, fewer, mutants, inf))

    if len(mutants) == 1 and len(script) <= FINE:
        return drop_needless(script, is_enough)
    entries = islice(run_script(History(game, start), script), 1, None)
    fewer = tuple(
        e.event
        for at, e in enumerate(entries, start=1)
        if e.event and (at in noticed or (e.refusal is None and not isinstance(e.event, Query)))
    )
    return fewer if is_enough(fewer) else script
