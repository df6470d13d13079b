"""Random play finds what is broken and says how to get there."""

from dataclasses import replace

from ludex.check.simulate import simulate
from ludex.games.chess_solitaire.game import game
from ludex.kernel import Dice, Event, Game, Guards, Outcome, Query, Start, lost
from playing import example


class Add(Event[int]):
    """Add one."""

    def guards(self, s: int) -> Guards:
        yield s < 9 or "that is enough"

    def apply(self, s: int) -> int:
        return s + 1


def never(_: int) -> Outcome | None:
    return None


counting: Game[int] = Game(
    name="counting",
    title="Counting",
    summary="Count.",
    start=Start.fixed(0),
    events=(Add,),
    outcome=lambda s: lost("nine") if s == 9 else None,
    over=None,  # the guard says it
    text=str,
)


def test_the_same_seed_gives_the_same_report() -> None:
    first = simulate(game, game.start(), 5, dice=Dice(3)).summary
    second = simulate(game, game.start(), 5, dice=Dice(3)).summary
    del first["seconds"], second["seconds"]
    assert first == second


def test_a_sound_game_ends_and_is_counted() -> None:
    report = simulate(counting, 0, 4, dice=Dice(1))
    assert (report.games, report.ended, report.events, report.violations) == (
        4,
        4,
        36,
        0,
    )
    assert report.summary["length"] == {"mean": 9, "median": 9, "longest": 9}
    assert report.coverage.unreached_guards() == []


def test_a_broken_property_gives_the_shortest_way_there() -> None:
    broken = replace(counting, always={"small": lambda s: s < 4})
    report = simulate(broken, 0, 3, dice=Dice(1))
    assert report.violations == 3
    assert report.breach is not None
    assert report.breach.script == ("add",) * 4
    assert "'small' does not hold" in report.breach.problem


def test_a_game_that_goes_on_without_a_move_is_broken() -> None:
    stuck = replace(counting, outcome=never)
    report = simulate(stuck, 0, 1, dice=Dice(1))
    assert report.breach is not None
    assert report.breach.problem == "the game is not over, but no player can move"


def test_a_crash_in_the_rules_is_a_finding() -> None:
    class Crash(Add):
        """Add one, badly."""

        def apply(self, s: int) -> int:
            return 1 // (s - 2)

    crashing = replace(counting, events=(Crash,))
    report = simulate(crashing, 2, 1, dice=Dice(1))
    assert report.breach is not None
    assert report.breach.problem.startswith("crash: its effect raises ZeroDivision")


def test_progress_is_told_game_by_game() -> None:
    told: list[int] = []
    simulate(
        example("tic_tac_toe"),
        example("tic_tac_toe").start(),
        3,
        dice=Dice(1),
        progress=told.append,
    )
    assert told == [1, 2, 3]


def test_what_breaks_only_when_tried_out_of_the_blue_ends_the_script() -> None:
    class Peek(Query[int]):
        """Look, and stumble over a three."""

        def answer(self, s: int) -> str:
            return str(1 // (3 - s))

    fragile = replace(counting, events=(Add, Peek))
    report = simulate(fragile, 0, 20, dice=Dice(1))
    assert report.breach is not None
    assert report.breach.script == ("add", "add", "add", "peek")


def test_the_first_state_keeps_the_promises_too() -> None:
    broken = replace(counting, always={"positive": lambda s: s > 0})
    report = simulate(broken, 0, 1, dice=Dice(1))
    assert report.breach is not None
    assert report.breach.script == ()


def test_checking_does_not_change_the_games_that_are_played() -> None:
    checked = simulate(game, game.start(), 5, dice=Dice(3))
    quick = simulate(game.unchecked(), game.start(), 5, dice=Dice(3))
    assert checked.coverage.events == quick.coverage.events


def test_what_should_sometimes_happen_and_never_did_is_told() -> None:
    hoping = replace(counting, sometimes={"ten": lambda s: s == 10, "two": lambda s: s == 2})
    report = simulate(hoping, 0, 2, dice=Dice(1))
    assert report.summary["never_happened"] == ["ten"]
