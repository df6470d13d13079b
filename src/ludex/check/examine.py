"""Everything that can be found out about a rulebook from one state, in one report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ludex.check.errors import attempt
from ludex.check.explore import (
    Elsewhere,
    ExploreLimits,
    Finding,
    FindingKind,
    Graph,
    dead_events,
    explore,
)
from ludex.check.explore.guard_reach import ASKED, THOROUGH, Reach, reach
from ludex.check.explore.liveness import (
    EndlessRound,
    Promise,
    check_promise,
    find_round,
    find_stranded,
    is_known,
    longest_play,
)
from ludex.check.explore.search import INTERRUPTED, Tell
from ludex.check.explore.symmetry import asymmetry
from ludex.check.laws import LAWS, PLAYS, BrokenLaw, LawCheck
from ludex.check.laws.of_events import purity
from ludex.check.laws.of_states import values
from ludex.check.processes import Opening
from ludex.check.timeout import Endless, watchdog
from ludex.check.todo import TodoItem, find_todos
from ludex.kernel import CHANCE, AnyGame, AnyState, Dice

HURRY = 20
"""Once Ctrl-C was pressed, so many times fewer questions are asked."""


@dataclass
class Termination:
    """The ends of all plays; known where all of the graph is."""

    stranded: tuple[int, int] | None = None
    """The number of states from which no end can be reached, and the nearest of them."""

    round: EndlessRound | None = None
    """A play that can go on for ever."""

    longest: int = 0
    """Events of the longest play, where none goes on for ever."""

    promises: list[Promise] = field(default_factory=list)


@dataclass
class CheckResult:
    """The findings about a rulebook."""

    game: AnyGame
    start: AnyState
    usual: bool
    """Does it begin as the game does? Then whatever never happens is a defect."""

    seed: int
    position: str
    """The first state on one line, as it was at first."""

    breaches: list[BrokenLaw] = field(default_factory=list)
    laws: int = 0
    crashed: set[str] = field(default_factory=set)
    """The laws that could not be asked, because something raised."""

    graph: Graph | None = None
    unasked: str = ""
    """The reason for not checking the laws, where that is nobody's fault."""

    unexplored: str | None = None
    """The reason for not exploring anything."""

    is_interrupted: bool = False
    """Was Ctrl-C pressed? Then this is what was found so far."""

    reach: Reach | None = None
    ends: Termination | None = None
    unwritten: list[TodoItem] = field(default_factory=list)
    """The places that the rulebook itself marks as open."""

    asymmetry: str | None = None
    """The fault of a declared symmetry: then none was used."""

    def findings(self) -> list[Finding]:
        """Return the findings in a state or a step of the graph."""
        found = [] if self.graph is None else [*self.graph.findings]
        known = {finding.event for finding in found}
        if self.reach is not None:
            for said, (state, event) in self.reach.undefined.values():
                if event not in known:
                    problem = f"{event}: {said}"
                    found.append(Finding(FindingKind.UNDEFINED, problem, state, event))
            if self.reach.endless is not None:
                said, (state, event) = self.reach.endless
                found.append(Finding(FindingKind.ENDLESS, said, state, event))
        return found

    def failures(self) -> list[str]:
        """Return the failures of the graph as a whole."""
        found = [] if self.asymmetry is None else [self.asymmetry]
        graph, ends = self.graph, self.ends
        if graph is None:
            return found
        if ends is not None:
            if ends.stranded is not None:
                found.append(f"from {ends.stranded[0]:,} states no end can be reached")
            missed = (promise.name for promise in ends.promises if not promise.holds)
            found += [f"not every play gets there: {name}" for name in missed]
        if self.usual and graph.is_complete:
            found += [
                f"proved unreachable, though it should happen sometimes: {name}"
                for name, state in graph.sometimes.items()
                if state is None
            ]
            if self.reach is not None and self.reach.everything:
                found += [
                    f"never happens: {name}"
                    for name in self.dead_events()
                    if name not in self.reach.sampled
                ]
        return found

    def dead_events(self) -> list[str]:
        """Events that were never legal."""
        assert self.graph is not None
        return dead_events(self.graph, self.reach.happened if self.reach else ())

    @property
    def is_sound(self) -> bool:
        """Was nothing found to be wrong?"""
        return not (self.unwritten or self.breaches or self.findings() or self.failures())


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The limits of a check."""

    limits: ExploreLimits = field(default_factory=ExploreLimits)
    seat: int | None = None
    symmetric: bool = False
    workers: int = 1
    elsewhere: Elsewhere | None = None
    thorough: bool = False
    """Ask about every event in every state, and not only until each guard was met."""


def examine(
    game: AnyGame,
    start: AnyState,
    asked: CheckOptions,
    *,
    seed: int = 1,
    beginnings: Sequence[AnyState] = (),
    opening: Opening | None = None,
    usual: bool = True,
    tell: Tell = lambda _: None,
    stage: Callable[[str], None] = lambda _: None,
) -> CheckResult:
    """Ask the laws, explore from `start`, and draw what follows from the graph."""
    position = attempt(game.position, start) or "its first state"
    found = CheckResult(game, start, usual, seed, position)
    found.unwritten = find_todos(game)
    found.laws = len(LAWS)
    try:
        stage("laws")
        _ask_laws(found, [*beginnings] or [start], asked, stage)
        stage("exploring")
        found.unexplored = _why_not(found, asked)
        if found.unexplored is None:
            _explore(found, asked, opening, tell, stage)
    except KeyboardInterrupt:
        found.is_interrupted = True
    return found


def _ask_laws(
    found: CheckResult,
    beginnings: Sequence[AnyState],
    asked: CheckOptions,
    stage: Callable[[str], None],
) -> None:
    asking = LawCheck(found.game, Dice(found.seed))
    try:
        asking.play_all(
            beginnings,
            plays=max(2, PLAYS // len(beginnings)),
            patience=asked.limits.patience,
            tell=lambda done: stage(f"laws: asked {done:,} times"),
        )
    finally:
        found.breaches = [*asking.found.values()]
        found.crashed = {*asking.crashed}
        found.unasked = asking.unasked


def _why_not(found: CheckResult, asked: CheckOptions) -> str | None:
    """Return the reason why nothing can be explored, if there is one."""
    laws = {purity.name, values.name} - found.crashed  # what raises has not been seen to change
    if any(b.law in laws for b in found.breaches):
        return "its states change, or are not values"
    try:
        with watchdog(lambda: 0, asked.limits.patience):
            return unlisted(found.game, found.start)
    except Endless as endless:
        return str(endless)


def _explore(
    found: CheckResult,
    asked: CheckOptions,
    opening: Opening | None,
    tell: Tell,
    stage: Callable[[str], None],
) -> None:
    symmetric = asked.symmetric
    if symmetric:
        found.asymmetry = asymmetry(found.game, found.start)
        symmetric = found.asymmetry is None
    graph = found.graph = explore(
        found.game,
        found.start,
        asked.limits,
        seat=asked.seat,
        symmetric=symmetric,
        workers=asked.workers,
        opening=opening,
        elsewhere=asked.elsewhere,
        tell=tell,
    )
    found.is_interrupted = INTERRUPTED in graph.cuts
    if any(finding.kind is FindingKind.ENDLESS for finding in graph.findings):
        return
    stage("guards")
    most, every = (None, None) if asked.thorough else (ASKED, THOROUGH)
    found.reach = reach(
        graph,
        ASKED // HURRY if found.is_interrupted else most,
        thorough=every,
        seconds=None if graph.is_complete else asked.limits.seconds,
        patience=asked.limits.patience,
        tell=stage,
    )
    stage("ends")
    if is_known(graph) and not graph.findings:
        found.ends = ends = Termination(find_stranded(graph), find_round(graph))
        if ends.round is None:
            ends.longest = longest_play(graph)
        ends.promises = [
            check_promise(graph, name, happens, asked.limits.patience)
            for name, happens in graph.game.eventually.items()
        ]


def unlisted(game: AnyGame, start: AnyState) -> str | None:
    """Return why nothing can be explored from a state: chance could do too many things there."""
    return attempt(_unlisted, game, start)  # what is wrong is told by the laws


def _unlisted(game: AnyGame, start: AnyState) -> str | None:
    if game.outcome(start) is not None or game.turn(start) != CHANCE:
        return None
    for cls in game.events:
        ways = getattr(cls, "ways", None)
        number = ways(start) if ways is not None else None
        if number is not None:
            return f"{cls.name} has {number:.3g} outcomes, too many to be listed"
    return None
