"""Exploring gives exact numbers, true shortest ways, and says whether that is all."""

import pickle
import signal
from collections import Counter, deque
from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest

from counting import COUNTING, Add, Forever
from ludex.check.explore import (
    ExploreLimits,
    ExploreProgress,
    FindingKind,
    Graph,
    dead_events,
    explore,
    workers,
)
from ludex.check.explore.expansion import Expander
from ludex.check.explore.search import GraphSearch, search_here
from ludex.check.explore.workers import search_with
from ludex.kernel import Event, Game, Guards, Outcome, Start, lost
from ludex.language.position import read_position
from ludex.registry import load
from playing import example

PUZZLE = "NP.Q/.R.B/K.N./.P.."
"""Of the spec sheet: every tool that was tried agrees on its numbers."""


def puzzle(line: str = PUZZLE) -> tuple[Game[Any], Any]:
    game = load("chess-solitaire")
    return game, read_position(game, line)


def plain(game: Game[Any], start: Any) -> tuple[dict[Any, int], int, Counter[str]]:
    """An independent search: whole states in a dict, nothing clever. Their distances."""
    distance, todo = {start: 0}, deque([start])
    transitions, ends = 0, Counter[str]()
    while todo:
        s = todo.popleft()
        ended = game.outcome(s)
        if ended is not None:
            ends["won" if ended.winners else "lost"] += 1
            continue
        for event in game.brute(s):
            if event.aside or game.refusal(s, event) is not None:
                continue
            transitions += 1
            t = event.apply(s)
            if t not in distance:
                distance[t] = distance[s] + 1
                todo.append(t)
    return distance, transitions, ends


def told(graph: Graph) -> dict[str, object]:
    """Everything about a graph that does not depend on who explored it."""
    return {
        "states": len(graph),
        "transitions": graph.transitions,
        "outcomes": graph.outcomes(),
        "layers": graph.layer_sizes(),
        "verdict": graph.verdict,
        "fired": graph.fired,
        "sometimes": graph.sometimes,
        "findings": graph.findings,
        "parents": graph.parent,
        "ways": [graph.script(n) for n in range(0, len(graph), 97)],
        "edges": (graph.to, graph.offsets),
    }


def test_the_puzzle_of_the_spec_sheet_has_its_numbers() -> None:
    graph = explore(*puzzle())
    assert (len(graph), graph.transitions) == (1_685, 4_288)
    assert graph.outcomes() == {"won": 33, "lost": 209}
    assert graph.verdict == "complete"
    assert graph.depth == 7
    assert not graph.findings


@pytest.mark.parametrize(
    ("name", "line"),
    [
        # Its numbers are known, and Spin counts them too (test_spin.py).
        pytest.param("chess-solitaire", PUZZLE, marks=pytest.mark.slow),
        ("chess-solitaire", "R.../.Q../..B./...N"),
        pytest.param("tic_tac_toe", None, marks=pytest.mark.slow),
        ("kuhn_poker", None),
    ],
)
def test_counts_and_distances_are_those_of_a_plain_search(name: str, line: str | None) -> None:
    game = load(name) if line else example(name)
    start = read_position(game, line) if line else game.start()
    distance, transitions, ends = plain(game, start)
    graph = explore(game, start)
    assert (len(graph), graph.transitions) == (len(distance), transitions)
    assert sum(graph.outcomes().values()) == sum(ends.values())
    states = dict(graph.states())
    assert {s: graph.depth_of(n) for n, s in states.items()} == distance
    for n in (0, 1, len(graph) // 2, len(graph) - 1):
        assert graph.state(n) == states[n]
        assert len(graph.path(n)) == graph.depth_of(n)


def test_tic_tac_toe_has_5478_states() -> None:
    game = example("tic_tac_toe")
    graph = explore(game, game.start())
    assert len(graph) == 5_478
    assert graph.outcomes() == {
        "player 1 wins": 626,
        "player 2 wins": 316,
        "player 1 and player 2 share": 16,
    }


def test_two_workers_give_the_same_graph_as_one() -> None:
    opening = partial(puzzle)
    one = explore(*puzzle())
    two = explore(*puzzle(), workers=2, alone=0, opening=opening)
    assert told(one) == told(two)


@pytest.mark.parametrize("limits", [None, ExploreLimits(states=700), ExploreLimits(depth=3)])
def test_workers_elsewhere_give_the_same_graph(limits: ExploreLimits | None) -> None:
    """Whoever gets a task knows nothing of the others, and is sent it as bytes."""

    def elsewhere(looking: Any, tasks: Any) -> Generator[Any, None, None]:
        for task in tasks:
            look = pickle.loads(pickle.dumps(looking)).ready()
            yield pickle.loads(pickle.dumps(look(pickle.loads(pickle.dumps(task)))))

    one = explore(*puzzle(), limits)
    others = explore(*puzzle(), limits, alone=0, opening=partial(puzzle), elsewhere=elsewhere)
    assert told(one) == told(others)


def test_a_layer_is_given_out_in_parts_that_are_much_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """For each worker there are four, so that nobody waits long for the last one."""
    monkeypatch.setattr(workers, "REMOTE_WORKERS", 1)
    layers: list[list[int]] = []

    def elsewhere(looking: Any, tasks: Any) -> Generator[Any, None, None]:
        layers.append([])
        look = looking.ready()
        for task in tasks:
            layers[-1].append(sum(len(block.wanted) for block in task.blocks))
            yield look(task)

    graph = explore(*puzzle(), alone=0, opening=partial(puzzle), elsewhere=elsewhere)
    assert sum(map(sum, layers)) == len(graph)
    for *parts, last in layers:
        share = max(1, sum((*parts, last)) // 4)
        assert all(share <= part < 2 * share for part in parts)
        assert 0 < last < 2 * share


def test_two_workers_are_cut_where_one_is() -> None:
    limits = ExploreLimits(states=700)
    one = explore(*puzzle(), limits)
    two = explore(*puzzle(), limits, workers=2, alone=0, opening=partial(puzzle))
    assert told(one) == told(two)
    assert len(one) == 700
    assert one.verdict == "cut: at 700 states"
    assert one.looked_at < 700


def test_a_depth_cuts_only_what_goes_on() -> None:
    graph = explore(*puzzle(), ExploreLimits(depth=3))
    assert graph.depth == 3
    assert graph.verdict == "cut: at depth 3"
    assert graph.looked_at == len(graph)
    assert explore(*puzzle(), ExploreLimits(depth=7)).is_complete


def test_a_state_takes_less_than_150_bytes() -> None:
    graph = explore(*puzzle("NPBQ/.RNB/K.N./...."))
    assert len(graph) == 3_418
    assert graph.size / len(graph) < 150


class Clock:
    """Time that runs as fast as it is asked for."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_ctrl_c_gives_what_was_found_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.check.explore.search.monotonic", Clock())
    told: list[ExploreProgress] = []

    def interrupting(progress: ExploreProgress) -> None:
        told.append(progress)
        signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    graph = explore(*puzzle(), tell=interrupting)
    assert graph.verdict == "cut: interrupted"
    assert 0 < graph.looked_at < 1_685
    assert told[0].states <= len(graph)
    assert signal.getsignal(signal.SIGINT) is before


# -- what can be wrong ------------------------------------------------------------------------


def test_a_broken_promise_is_found_by_a_shortest_script() -> None:
    broken = replace(COUNTING, always={"not nine": lambda s: s != 9})
    graph = explore(broken, 0)
    (found,) = graph.findings
    assert found.kind is FindingKind.PROPERTY
    assert (
        graph.script(found.state) == ("add(yes)",) * 4 + ("add(no)",)
        or len(graph.script(found.state)) == 5
    )


def test_a_dead_end_is_found() -> None:
    stuck = replace(COUNTING, outcome=lambda _: None)
    (found,) = explore(stuck, 0).findings
    assert found.kind is FindingKind.DEAD_END
    assert found.count == 2  # at twenty and at twenty-one


class Halve(Event[int]):
    """Divide; whoever has nothing stumbles."""

    def guards(self, s: int) -> Guards:
        yield 10 // (s - 3) > 0 or "too much"

    def apply(self, s: int) -> int:
        return s // 2


def test_a_guard_that_raises_is_undefined_and_the_rest_is_still_explored() -> None:
    game = replace(COUNTING, events=(Add, Halve))
    graph = explore(game, 0)
    (found,) = graph.findings
    assert found.kind is FindingKind.UNDEFINED
    assert found.event == "halve"
    assert "guard 1 raises ZeroDivisionError" in found.problem
    assert graph.state(found.state) == 3
    assert len(graph) == 22


class Vanish(Event[int]):
    """Leave something that is no value."""

    def guards(self, s: int) -> Guards:
        yield s == 5 or "only five vanishes"

    def apply(self, s: int) -> Any:
        return [s]


class Shatter(Event[int]):
    """Divide by what may be nothing."""

    def guards(self, s: int) -> Guards:
        yield s == 5 or "only five shatters"

    def apply(self, s: int) -> int:
        return s // (s - 5)


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"events": (Add, Vanish)}, FindingKind.VALUE),
        ({"events": (Add, Shatter)}, FindingKind.EFFECT),
        ({"steps": {"no steps from five": lambda s, _event, _t: s != 5}}, FindingKind.STEP),
        ({"steps": {"five has no steps": lambda s, _event, t: t // (s - 5)}}, FindingKind.STEP),
    ],
)
def test_what_is_wrong_with_a_step_has_its_kind(changes: dict[str, Any], kind: FindingKind) -> None:
    graph = explore(replace(COUNTING, **changes), 0)
    assert {found.kind for found in graph.findings} == {kind}
    assert {graph.state(found.state) for found in graph.findings} == {5}


class Never(Event[int]):
    """Something that nobody may do."""

    def guards(self, s: int) -> Guards:
        yield s > 100 or "there is not enough"

    def apply(self, s: int) -> int:
        return 0


def test_events_that_never_happen_are_named() -> None:
    game = replace(COUNTING, events=(Add, Never))
    assert dead_events(explore(game, 0)) == ["never"]


def test_a_guard_that_does_not_come_to_an_end_is_found() -> None:
    game = replace(COUNTING, events=(Add, Forever))
    graph = explore(game, 0, ExploreLimits(timeout=0.3))
    (found,) = graph.findings
    assert found.kind is FindingKind.ENDLESS
    assert found.event == "forever"
    assert graph.state(found.state) == 5
    assert not graph.is_complete


@dataclass(frozen=True)
class Loose:
    """A state that is equal to others that are not made of the same objects."""

    count: float
    marks: frozenset[str] = frozenset()


class Grow(Event[Loose]):
    """Add one, as one kind of number or the other."""

    whole: bool

    def apply(self, s: Loose) -> Loose:
        marks = ["left", "right", "middle"]
        order = marks if self.whole else marks[::-1]
        count = s.count + 1
        return Loose(int(count) if self.whole else float(count), frozenset(order))


def test_states_that_are_equal_and_not_identical_are_one() -> None:
    def outcome(s: Loose) -> Outcome | None:
        return lost("five") if s.count >= 5 else None

    game: Game[Loose] = Game(
        name="loose", title="Loose", summary="Count.", start=Start.fixed(Loose(0)),
        events=(Grow,), outcome=outcome, text=str,
    )  # fmt: skip
    graph = explore(game, game.start())
    assert len(graph) == 6
    assert graph.transitions == 10


def test_a_graph_is_handed_over_in_the_middle_and_stays_the_same() -> None:
    game, start = puzzle()
    search = GraphSearch(game, start, ExploreLimits(), symmetric=False, tell=lambda _: None)
    alone = iter([0.0] * 3)
    search.foreseen = lambda states: next(alone, 9.0)  # type: ignore[method-assign]  # noqa: ARG005
    left = search_here(search, Expander(game), 1.0)
    assert left.count
    search_with(search, 2, partial(puzzle), left)
    assert told(search.finished()) == told(explore(*puzzle()))


def test_a_small_graph_needs_no_other_processes() -> None:
    def opening() -> Any:
        raise AssertionError  # nobody asks for it

    graph = explore(*puzzle(), workers=2, alone=600, opening=opening)
    assert told(graph) == told(explore(*puzzle()))
