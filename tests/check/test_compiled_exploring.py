"""A rulebook is explored on the engine that is derived from it: the graph is the interpreter's."""

from pathlib import Path
from typing import Any

import pytest

from broken_rulebooks import BASE
from ludex.check.examine import CheckOptions, examine
from ludex.check.explore import ExploreLimits, Graph, explore
from ludex.check.explore.compiled import NotExplored, explore_prepared, prepare
from ludex.check.explore.search import Goal
from ludex.kernel import AnyGame, AnyState
from ludex.language.position import read_position
from ludex.registry import load
from playing import example

ALL = ExploreLimits()


def explored(
    game: AnyGame,
    start: AnyState,
    limits: ExploreLimits = ALL,
    *,
    goal: Goal | None = None,
    is_compiled: bool = False,
) -> Graph:
    """The graph by the generated functions, as Python runs them unless they are compiled."""
    return explore_prepared(prepare(game, start), limits, goal, is_compiled=is_compiled)


def described(graph: Graph) -> dict[str, Any]:
    """What a graph says, by distances where the numbers of states depend on the order of events."""
    return {
        "verdict": (graph.verdict, graph.cuts, graph.looked_at),
        "layers": graph.layer_sizes(),
        "transitions": (graph.transitions, dict(graph.fired), len(graph.to)),
        "outcomes": (graph.outcomes(), {str(outcome.text) for outcome in graph.endings}),
        "turns": sorted(graph.turns),
        "sometimes": {
            name: at if at is None else graph.depth_of(at) for name, at in graph.sometimes.items()
        },
        "findings": [
            (one.kind, one.problem, one.event, one.count, graph.depth_of(one.state))
            for one in graph.findings
        ],
    }


def made(folder: Path, code: str, more: str) -> AnyGame:
    file = folder / "bad.py"
    file.write_text(f"{BASE}\n{code}\ngame = made({more})\n", encoding="utf-8")
    return load(str(file))


@pytest.mark.parametrize(
    ("name", "states"),
    [("kuhn_poker", None), ("tic_tac_toe", 1_500), ("pig", None), ("leduc_poker", 400),
     ("connect_four", 400), pytest.param("nine_mens_morris", 300, marks=pytest.mark.slow)],
)  # fmt: skip
def test_the_graph_of_an_example_is_that_of_the_interpreter(name: str, states: int | None) -> None:
    game, limits = example(name), ExploreLimits(states=states)
    found, expected = explored(game, game.start(), limits), explore(game, game.start(), limits)
    assert described(found) == described(expected)
    assert [*found.to] == [*expected.to]
    assert [found.script(n) for n in range(0, len(found), 97)] == [
        expected.script(n) for n in range(0, len(found), 97)
    ]


def test_a_puzzle_with_candidates_has_the_same_graph() -> None:
    game = load("chess-solitaire")
    start = read_position(game, "NP.Q/.R.B/K.N./....")
    assert described(explored(game, start)) == described(explore(game, start))


def test_a_depth_cuts_both_alike() -> None:
    game, limits = example("connect_four"), ExploreLimits(depth=3)
    found, expected = explored(game, game.start(), limits), explore(game, game.start(), limits)
    assert described(found) == described(expected)
    assert found.verdict == "cut: at depth 3"


def test_a_goal_ends_the_search_at_the_same_distance() -> None:
    game = example("tic_tac_toe")
    found = explored(game, game.start(), goal=lambda outcome: len(outcome.winners) == 1)
    assert any(found.ended)
    assert found.depth_of(next(n for n, ended in enumerate(found.ended) if ended)) == 5


WIDE = """
from typing import Annotated, NamedTuple
from ludex.kernel import Event, Game, Start, Whole, lost

class State(NamedTuple):
    a: int = 0
    b: int = 0
    c: int = 0

class Step(Event[State]):
    \"\"\"Take a step in a direction.\"\"\"
    way: Annotated[int, Whole(0, 2)]
    def guards(self, s: State):
        yield s[self.way] < 9 or "there is the wall"
    def apply(self, s: State):
        return State(s.a + (self.way == 0), s.b + (self.way == 1), s.c + (self.way == 2))

game = Game(
    name="wide", title="Wide", summary="Walk.", start=Start.fixed(State()), events=(Step,),
    text=str, outcome=lambda s: lost("the corner") if s == (9, 9, 9) else None,
    {more}
)
"""


def wide(folder: Path, more: str = "") -> AnyGame:
    file = folder / "wide.py"
    file.write_text(WIDE.replace("{more}", more), encoding="utf-8")
    return load(str(file))


def test_a_state_of_many_words_is_known_by_its_fingerprint_alone(tmp_path: Path) -> None:
    game = wide(tmp_path)
    found = explored(game, game.start())
    assert (len(found), found.is_exact) == (1_000, False)
    assert described(found) == described(explore(game, game.start()))
    assert found.collision() > 0
    assert explored(example("kuhn_poker"), example("kuhn_poker").start()).collision() == 0


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("", 'always={"few": lambda s: s.n < 4}'),
        ("", 'always={"none": lambda s: 6 // (s.n - 3) != 0}'),
        ("", 'steps={"slow": lambda s, e, t: t.n < 3}'),
        ("", 'sometimes={"far": lambda s: s.n == 5, "never": lambda s: s.n > 9}'),
        ("", "outcome=lambda s: won(Seat(3)) if s.n >= 6 else None"),
        ("", "outcome=lambda s: None"),
        ("", "turn=lambda s: Seat(s.n)"),
        (
            'class Jump(Event[State]):\n    """Jump."""\n    def guards(self, s):\n'
            '        yield s.n < 3 or "no"\n    def apply(self, s):\n        return State(s.n + 6 // (2 - s.n))\n'
            '    def ensures(self, s, t):\n        yield t.n < 8 or "too far"\n',
            "Jump",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found_as_the_rulebook_says_it(
    tmp_path: Path, code: str, more: str
) -> None:
    game = made(tmp_path, code, more)
    found, expected = explored(game, game.start()), explore(game, game.start())
    assert described(found) == described(expected)


def test_a_rulebook_that_cannot_be_compiled_says_why(tmp_path: Path) -> None:
    game = wide(tmp_path, 'always={"told": lambda s: str(s.a) != "7"}')
    with pytest.raises(NotExplored, match="'told' is not compiled"):
        prepare(game, game.start())


@pytest.mark.slow
def test_check_goes_over_to_the_engine_and_says_so() -> None:
    game = example("connect_four")
    limits = ExploreLimits(states=150_000)
    found = examine(game, game.start(), CheckOptions(limits=limits)).graph
    assert found is not None
    assert found.explored_on.startswith("the derived engine")
    assert described(found) == described(explore(game, game.start(), limits))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tic_tac_toe", "leduc_poker", "pig"])
def test_a_whole_graph_is_the_same_as_numba_compiles_it(name: str) -> None:
    game = example(name)
    found = explored(game, game.start(), is_compiled=True)
    assert described(found) == described(explore(game, game.start()))
