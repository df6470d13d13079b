"""Everything that can be found out about a rulebook from one state, in one report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ludex.bots.thinking import Thinking, thinking_of
from ludex.check.errors import attempt
from ludex.check.explore import (
    ExploreLimits,
    Finding,
    FindingKind,
    Graph,
    RemoteWorkers,
    dead_events,
    explore,
)
from ludex.check.explore.guard_reach import ASKED, THOROUGH, GuardReach, reach
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
from ludex.check.laws import LAWS, PLAY, PLAYS, BrokenLaw, LawCheck
from ludex.check.laws.of_events import hostile, purity
from ludex.check.laws.of_states import ends, properties, values
from ludex.check.processes import Opening
from ludex.check.timeout import Endless, watchdog
from ludex.check.todo import TodoItem, find_todos
from ludex.kernel import CHANCE, AnyGame, AnyState, Dice, Seat, seat_name
from ludex.language.position import position_line

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

    reach: GuardReach | None = None
    ends: Termination | None = None
    unwritten: list[TodoItem] = field(default_factory=list)
    """The places that the rulebook itself marks as open."""

    asymmetry: str | None = None
    """The fault of a declared symmetry: then none was used."""

    faults: Sequence[str] = ()
    """Faults that are known beforehand, such as a name that nobody can type."""

    acting: set[Seat] = field(default_factory=set)
    """The players who did something in the random games of the laws."""

    is_hiding: bool | None = None
    """Was anything hidden from a player in the random games of the laws?"""

    def findings(self) -> list[Finding]:
        """Return the findings in a state or a step of the graph."""
        found = [] if self.graph is None else [*self.graph.findings]
        known = {finding.event for finding in found}
        if self.reach is not None:
            for reason, (state, event) in self.reach.undefined.values():
                if event not in known:
                    problem = f"{event}: {reason}"
                    found.append(Finding(FindingKind.UNDEFINED, problem, state, event))
            if self.reach.endless is not None:
                reason, (state, event) = self.reach.endless
                found.append(Finding(FindingKind.ENDLESS, reason, state, event))
        return found

    def is_shortest(self, finding: Finding) -> bool:
        """Is no script shorter than the one to this finding? Asides are no part of the graph, and
        of some events only a sample was asked about."""
        graph, reach = self.graph, self.reach
        name = (finding.event or "").partition("(")[0]
        sampled = reach is not None and name in reach.sampled
        return graph is not None and graph.has_shortest_ways and not sampled

    def broken_laws(self) -> set[str]:
        """Name the laws that random games or the states explored have shown to be broken."""
        of_kinds = {
            FindingKind.PROPERTY: properties.name,
            FindingKind.DEAD_END: ends.name,
            FindingKind.VALUE: values.name,
            FindingKind.UNDEFINED: hostile.name,
        }
        found = {breach.law for breach in self.breaches}
        return found | {of_kinds.get(finding.kind, PLAY) for finding in self.findings()}

    def failures(self) -> list[str]:
        """Return the failures of the graph as a whole."""
        found = [*self.faults, *([] if self.asymmetry is None else [self.asymmetry])]
        if self.hides_nothing and not self.game.is_open and self.usual:
            found.append("the view hides nothing: every player saw everything in all random games")
        if self.game.is_open and thinking_of(self.game).imagine is not Thinking().imagine:
            found.append("the game imagines hidden values but has no `view`: all players see them")
        if self.usual:
            found += [f"{seat_name(seat)} did nothing in any random game" for seat in self._idle()]
        graph, ends = self.graph, self.ends
        if graph is None:
            return found
        if ends is not None:
            if ends.stranded is not None:
                found.append(f"from {ends.stranded[0]:,} states no end can be reached")
            missed = (promise.name for promise in ends.promises if not promise.holds)
            found += [f"not every play reaches: {name}" for name in missed]
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

    @property
    def hides_nothing(self) -> bool:
        """Did every player of several see everything, although chance takes part?"""
        has_chance = any(cls.by_chance for cls in self.game.events)
        return self.is_hiding is False and has_chance and self.game.players[1] > 1

    def _idle(self) -> list[Seat]:
        """The players who are never on turn, although others are."""
        everybody = {*map(Seat, range(self.game.seat_count(self.start)))}
        return sorted(everybody - self.acting) if everybody & self.acting else []

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
    symmetric: bool = False
    workers: int = 1
    elsewhere: RemoteWorkers | None = None
    thorough: bool = False
    """Ask about every event in every state, and not only until each guard was met."""

    compiled: bool = True
    """Explore on the engine that is derived from the rulebook, where that is worth compiling it."""


def examine(
    game: AnyGame,
    start: AnyState,
    options: CheckOptions,
    *,
    seed: int = 1,
    beginnings: Sequence[AnyState] = (),
    opening: Opening | None = None,
    usual: bool = True,
    faults: Sequence[str] = (),
    tell: Tell = lambda _: None,
    stage: Callable[[str], None] = lambda _: None,
) -> CheckResult:
    """Ask the laws, explore from `start`, and draw what follows from the graph."""
    position = attempt(position_line, game, start) or "its first state"
    found = CheckResult(game, start, usual, seed, position, faults=faults)
    found.unwritten = find_todos(game)
    found.laws = len(LAWS) + 1  # with the law that each move can be played
    try:
        stage("laws")
        _ask_laws(found, [*beginnings] or [start], options, stage)
        stage("exploring")
        found.unexplored = _why_not(found, options)
        if found.unexplored is None:
            _explore(found, options, opening, tell, stage)
    except KeyboardInterrupt:
        found.is_interrupted = True
    return found


def _ask_laws(
    found: CheckResult,
    beginnings: Sequence[AnyState],
    options: CheckOptions,
    stage: Callable[[str], None],
) -> None:
    laws_check = LawCheck(found.game, Dice(found.seed))
    try:
        laws_check.play_all(
            beginnings,
            plays=max(2, PLAYS // len(beginnings)),
            timeout=options.limits.timeout,
            tell=lambda done: stage(f"laws: asked {done:,} times"),
        )
    finally:
        found.breaches = [*laws_check.found.values()]
        found.crashed = {*laws_check.crashed}
        found.unasked = laws_check.unasked
        found.is_hiding, found.acting = laws_check.is_hiding, laws_check.acting


def _why_not(found: CheckResult, options: CheckOptions) -> str | None:
    """Return the reason why nothing can be explored, if there is one."""
    laws = {purity.name, values.name} - found.crashed  # what raises has not been seen to change
    if any(b.law in laws for b in found.breaches):
        return "its states change, or are not values"
    try:
        with watchdog(lambda: 0, options.limits.timeout):
            return unlisted(found.game, found.start)
    except Endless as endless:
        return str(endless)


def _explore(
    found: CheckResult,
    options: CheckOptions,
    opening: Opening | None,
    tell: Tell,
    stage: Callable[[str], None],
) -> None:
    if found.game.symmetries:
        found.asymmetry = asymmetry(found.game, found.start, is_used=options.symmetric)
    symmetric = options.symmetric and found.asymmetry is None
    graph = found.graph = explore(
        found.game,
        found.start,
        options.limits,
        symmetric=symmetric,
        workers=options.workers,
        opening=opening,
        elsewhere=options.elsewhere,
        tell=tell,
        compiled=options.compiled,
    )
    found.is_interrupted = INTERRUPTED in graph.cuts
    if any(finding.kind is FindingKind.ENDLESS for finding in graph.findings):
        return
    stage("guards")
    most, every = (None, None) if options.thorough else (ASKED, THOROUGH)
    found.reach = reach(
        graph,
        ASKED // HURRY if found.is_interrupted else most,
        thorough=every,
        seconds=None if graph.is_complete else options.limits.seconds,
        timeout=options.limits.timeout,
        tell=stage,
    )
    stage("ends")
    if is_known(graph) and not graph.findings:
        stranded = find_stranded(graph) if graph.game.can_end else None
        found.ends = ends = Termination(stranded, find_round(graph))
        if ends.round is None:
            ends.longest = longest_play(graph)
        ends.promises = [
            check_promise(graph, name, happens, options.limits.timeout)
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
