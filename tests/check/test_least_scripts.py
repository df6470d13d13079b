"""The smallest script that shows what is wrong, and whether there can be no smaller one."""

from dataclasses import replace

from counting import COUNTING, Add
from ludex.check.shrink import shrink_problem
from ludex.check.simulate import find_circle, simulate
from ludex.kernel import CHANCE, Chance, Dice, Event, Guards

ONE, TWO = Add(two=False), Add(two=True)
BELOW_FIVE = replace(COUNTING, always={"below five": lambda s: s < 5 or s > 100})


class Jump(Event[int]):
    """Jump far back, which is no move."""

    aside = True

    def guards(self, s: int) -> Guards:
        yield s == 0 or "only at first"

    def apply(self, s: int) -> int:
        return s - 50


class One(Event[int]):
    """Go one up."""

    def apply(self, s: int) -> int:
        return s + 1


class Two(Event[int]):
    """Go two up."""

    def apply(self, s: int) -> int:
        return s + 2


def test_exploring_finds_a_shorter_script_than_leaving_out_does() -> None:
    game = replace(COUNTING, events=(One, Two), always={"not three": lambda s: s != 3})
    found = shrink_problem(game, 0, [One(), One(), One()])
    assert found is not None
    assert len(found.script) == 2
    assert found.is_shortest


def test_a_script_of_one_event_is_a_shortest_one() -> None:
    found = shrink_problem(BELOW_FIVE, 4, [ONE])
    assert found is not None
    assert (len(found.script), found.is_shortest) == (1, True)


def test_what_only_an_aside_leads_to_is_not_said_to_be_nearest() -> None:
    always = {"not there": lambda s: s != -49}
    game = replace(COUNTING, events=(Add, Jump), always=always)
    found = shrink_problem(game, 0, [Jump(), ONE])
    assert found is not None
    assert (found.script, found.is_shortest) == ((Jump(), ONE), False)


def test_random_games_try_what_is_no_move_and_tell_where_it_breaks_a_promise() -> None:
    game = replace(COUNTING, events=(Add, Jump), always={"near": lambda s: s >= 0})
    report = simulate(game, 0, 20, dice=Dice(1))
    assert report.breach is not None
    assert report.breach.script[-1] == "jump"
    assert report.violations > 0


class Turn(Chance[int]):
    """Chance turns a wheel."""

    def guards(self, s: int) -> Guards:
        yield True

    def apply(self, s: int) -> int:
        return (s + 1) % 4


def test_a_wheel_that_chance_turns_goes_in_a_circle() -> None:
    wheel = replace(
        COUNTING,
        events=(Turn,),
        outcome=lambda _: None,
        turn=lambda _: CHANCE,
    )
    assert find_circle(wheel, 0, 4) == 4
    assert find_circle(wheel, 0, 3) is None
    assert find_circle(replace(wheel, outcome=COUNTING.outcome), 20, 9) is None


class Sleep(Event[int]):
    """Wait, as long as nobody has come to six."""

    aside = True
    hours: bool

    def guards(self, s: int) -> Guards:
        yield 10 // (s - 6) < 99 or "awake"

    def apply(self, s: int) -> int:
        return s


def test_an_aside_that_goes_wrong_is_tried_where_it_is_nearest() -> None:
    """Exploring plays no asides: a script of six moves was called shortest, and three suffice."""
    game = replace(COUNTING, events=(Add, Sleep))
    found = shrink_problem(game, 0, [ONE, ONE, ONE, ONE, ONE, ONE, Sleep(hours=True)])
    assert found is not None
    assert (len(found.script), found.is_shortest) == (4, True)
