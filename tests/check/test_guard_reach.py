"""What never happens, what every play comes to, and symmetries that are none."""

from dataclasses import replace
from functools import cache
from typing import Any

from counting import COUNTING, Add
from ludex.check.explore import Graph, explore
from ludex.check.explore.guard_reach import GuardReach, reach
from ludex.check.explore.liveness import (
    check_promise,
    find_round,
    find_stranded,
    longest_play,
)
from ludex.check.explore.symmetry import asymmetry
from ludex.kernel import Event, Game, Guards
from ludex.language.position import read_position
from ludex.registry import load
from playing import example

PUZZLE = "NP.Q/.R.B/K.N./.P.."


def puzzle() -> tuple[Game[Any], Any]:
    game = load("chess-solitaire")
    return game, read_position(game, PUZZLE)


@cache
def reached() -> tuple[Graph, GuardReach]:
    graph = explore(*puzzle())
    return graph, reach(graph)


def test_dead_guards_are_told_from_guards_merely_not_met() -> None:
    graph, whole = reached()
    played = ("setup_chess", "reset_game", "move_and_capture", "moves")
    dead = {(g.event, g.number) for g in whole.dead() if g.event in played}
    assert dead == {
        ("setup_chess", 2),
        ("setup_chess", 3),
        ("reset_game", 1),
        ("move_and_capture", 1),
        ("moves", 1),
    }
    assert whole.not_met() == []
    part = reach(graph, most=10)
    assert part.dead() == []
    assert part.not_met()


def test_a_witness_shows_a_guard_refusing() -> None:
    graph, found = reached()
    game = graph.game
    for guard in found.guards.values():
        if guard.refused is not None:
            number, text = guard.refused
            event = game.read(text)
            refusal = game.refusal(graph.state(number), event)  # type: ignore[arg-type]
            assert refusal is not None
            assert refusal.guard == guard.number


def test_an_event_that_never_happens_names_the_guard_that_alone_blocks() -> None:
    _, found = reached()
    assert "setup_chess" not in found.happened
    assert {"moves", "reset_game"} <= found.happened
    assert [guard.number for guard in found.blocking("start_game")] == [1]


class Back(Event[int]):
    """Go back to three."""

    def guards(self, s: int) -> Guards:
        yield s == 7 or "only from seven"

    def apply(self, s: int) -> int:
        return 3


def test_a_play_that_goes_on_for_ever_is_found_with_its_round() -> None:
    graph = explore(replace(COUNTING, events=(Add, Back)), 0)
    found = find_round(graph)
    assert found is not None
    assert found.events.count("back") == 1
    assert len(found.events) == 3
    s = graph.state(found.state)
    for text in found.events:
        event = graph.game.read(text)
        s = event.apply(s)  # type: ignore[union-attr]
    assert s == graph.state(found.state)


def test_where_no_play_goes_on_for_ever_the_longest_is_known() -> None:
    graph = explore(COUNTING, 0)
    assert find_round(graph) is None
    assert longest_play(graph) == 20
    assert find_stranded(graph) is None


class Trap(Event[int]):
    """Fall into a hole."""

    def guards(self, s: int) -> Guards:
        yield s in (5, -1) or "there is no hole"

    def apply(self, s: int) -> int:
        return -1


def test_states_without_a_way_to_an_end_are_counted_and_the_nearest_is_shown() -> None:
    class Only(Add):
        """Add one or two, out of the hole."""

        def guards(self, s: int) -> Guards:
            yield 0 <= s < 20 or "that is enough"

    graph = explore(replace(COUNTING, events=(Only, Trap)), 0)
    found = find_stranded(graph)
    assert found is not None
    count, nearest = found
    assert count == 1
    assert len(graph.path(nearest)) == 4


def test_what_every_play_comes_to_is_proved_or_refuted_by_a_play() -> None:
    graph = explore(COUNTING, 0)
    assert check_promise(graph, "ten or eleven", lambda s: s in (10, 11)).holds
    refuted = check_promise(graph, "ten", lambda s: s == 10)
    assert not refuted.holds
    s = 0
    for text in refuted.script:
        event = COUNTING.read(text)
        s = event.apply(s)  # type: ignore[union-attr]
        assert s != 10
    assert s >= 20
    round_and_round = explore(replace(COUNTING, events=(Add, Back)), 0)
    for_ever = check_promise(round_and_round, "the end", lambda s: s >= 20)
    assert not for_ever.holds
    assert "back" in for_ever.around


def test_the_mirror_of_chess_solitaire_is_a_symmetry_and_folds_states() -> None:
    game, start = puzzle()
    assert asymmetry(game, start) is None
    plain, folded = explore(game, start), explore(game, start, symmetric=True)
    assert len(folded) < len(plain)
    images = {game.symmetries["left and right exchanged"](s) for _, s in folded.states()}
    own = {s for _, s in folded.states()}
    assert own | images == {s for _, s in plain.states()} | images


def test_a_symmetry_that_is_none_is_found_out() -> None:
    game = example("tic_tac_toe")
    upside = replace(
        game,
        symmetries={
            "cells 1 and 2": lambda s: s._replace(cells=(s.cells[1], s.cells[0], *s.cells[2:]))
        },
    )
    problem = asymmetry(upside, game.start())
    assert problem is not None
    assert "'cells 1 and 2' is not a symmetry" in problem
