"""A solution at the table: the bot `solved`, and hints of it.

A game is solved when the first event is wanted, and what was found is kept for the next. A bot
sees views: where everybody sees everything it solves from what lies on the table, else from the
starts that the game has. Where there is no answer in time, it plays like a bot that searches.
"""

from collections.abc import Iterator

from ludex.bots import thinking_of
from ludex.bots.advice import Advisor, Hint, advisor_that_judges, hinted
from ludex.bots.catalogue import A_SECOND
from ludex.bots.judge import general_judge
from ludex.bots.observation import AnyBot, AnyView, unless_forced
from ludex.bots.search import searching_bot
from ludex.bots.tree import TreeBot
from ludex.check.explore import ExploreLimits
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice, Unreadable
from ludex.solve.small.method import (
    SolveOptions,
    demand_small,
    first_look,
    hides,
    sample_games,
    solve,
)
from ludex.solve.small.solution import Recommendation, Solution, Unsolved

QUICK = SolveOptions(ExploreLimits(states=20_000, seconds=4.0, size=200_000_000), target=1e-3)
"""The effort for a hint, and for a bot of a game that is offered to visitors."""

PATIENT = SolveOptions(ExploreLimits(states=400_000, seconds=60.0, size=1_000_000_000), target=1e-3)
"""The effort for a bot that somebody has asked for at their own keyboard."""

MOST_FAILURES = 3
"""After so many positions without an answer in time none is looked for any more."""

KEPT = 8
"""So many solutions are kept, from so many positions."""


class Solutions:
    """The solutions of a game that were found so far."""

    def __init__(self, game: AnyGame, options: SolveOptions, start: AnyState | None = None) -> None:
        self.game, self.options, self.start = game, options, start
        self._found: dict[AnyState, Solution | Unsolved] = {}
        self._failures = 0

    def recommend(self, view: AnyView) -> Recommendation | None:
        """Say what to do here; None where that is not known."""
        for found in self._all(view):
            advice = None if isinstance(found, Unsolved) else found.recommend(view)
            if advice is not None:
                return advice
        return None

    def _all(self, view: AnyView) -> Iterator[Solution | Unsolved]:
        """List what is known, then what can be found from more starts."""
        yield from [*self._found.values()]
        if self._failures < MOST_FAILURES:
            for start in self._starts(view):
                yield self._found.get(start) or self._solve(start)

    def _starts(self, view: AnyView) -> list[AnyState]:
        """List where a solution that knows this view may begin."""
        if not hides(self.game, view.shown, seed=1):
            return [view.shown]
        starts = [] if self.start is None else [self.start]
        return starts + [self.game.start(name) for name in self.game.start.presets]

    def _solve(self, start: AnyState) -> Solution | Unsolved:
        if len(self._found) >= KEPT:
            del self._found[next(iter(self._found))]
        found = solve(self.game, start, self.options)
        if isinstance(found, Unsolved):
            if found.is_interrupted:
                raise KeyboardInterrupt
            self._failures += 1
        self._found[start] = found
        return found


HOPELESS = 1e15
"""With more lines of play than this a closer look is not worth its time in a lobby."""

_PLAYED: dict[tuple[str, tuple[type, ...]], bool] = {}
_REASONS: dict[tuple[str, tuple[type, ...], object], str | None] = {}


def why_not(game: AnyGame, start: object = None, options: SolveOptions = QUICK) -> str | None:
    """Say why a game is not to be solved, by a quick look; asked once for each start."""
    begin = game.start() if start is None else start
    key = (game.name, game.events, (begin, options.limits.states))
    try:
        if key not in _REASONS:
            _REASONS[key] = _look(game, begin, options)
    except Exception as error:  # noqa: BLE001  # of the rulebook: bots say so when they play
        return f"{type(error).__name__}: {error}"
    return _REASONS[key]


def _look(game: AnyGame, start: AnyState, options: SolveOptions) -> str | None:
    try:
        first = first_look(game, start, options)
        demand_small(first, options, hidden=not game.is_open)
    except Unsolved as unsolved:
        if unsolved.is_interrupted:
            raise KeyboardInterrupt from None
        return unsolved.reason
    return None


def is_small(game: AnyGame) -> bool:
    """Can this be solved in a few seconds? Found out in a second at most, once."""
    key = (game.name, game.events)
    if key not in _PLAYED:
        try:
            lines, _ = sample_games(game, game.start(), Dice(1), seconds=0.15)
            _PLAYED[key] = lines < HOPELESS
        except Exception:  # noqa: BLE001  # of the rulebook, or a chance that lists nothing
            _PLAYED[key] = False
    return game.is_decided and _PLAYED[key] and why_not(game) is None


def solved_bot(game: AnyGame, start: AnyState | None = None) -> AnyBot | Unreadable:
    """Return the bot that plays the solution; why not, where the game is too large."""
    trouble = why_not(game, start, PATIENT)
    if trouble is not None:
        reason = trouble.replace("--states allows", "at most").removesuffix(
            " (--seed N fixes a deal at the start)"
        )
        return Unreadable((f"{game.name} cannot be solved: {reason}",))
    options = PATIENT if start is not None else QUICK
    solutions = Solutions(game.unchecked(), options, start)
    otherwise = (TreeBot if thinking_of(game).worth is None else searching_bot)(game, A_SECOND)

    def choose(view: AnyView, dice: Dice) -> AnyEvent:
        advice = solutions.recommend(view)
        return otherwise(view, dice) if advice is None else draw(advice, dice)

    return unless_forced(choose)


def draw(advice: Recommendation, dice: Dice) -> AnyEvent:
    """Return one of the events, each as likely as the solution plays it."""
    if len(advice.events) == 1:
        return advice.events[0][0]
    mark = dice.below(1 << 53) / (1 << 53)
    for event, p in advice.events:
        mark -= p
        if mark < 0:
            return event
    return advice.events[-1][0]


def advisor_that_solves(game: AnyGame) -> Advisor:
    """Give hints of the solution; of a bot that searches where there is none in time."""
    solutions = Solutions(game.unchecked(), QUICK)
    searching = advisor_that_judges(game, general_judge(game), A_SECOND)

    def hint(view: AnyView, dice: Dice) -> Hint | None:
        advice = solutions.recommend(view) if len(view.legal) > 1 else None
        if advice is None:
            return searching.hint(view, dice)
        return hinted(game, view, draw(advice, dice), advice.why)

    return Advisor(hint)
