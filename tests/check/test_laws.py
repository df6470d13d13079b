"""What random games show to be broken comes with a script of which nothing can be left out."""

from dataclasses import replace
from typing import Any

from counting import COUNTING, Add, Forever
from ludex.check.laws import LAWS, BrokenLaw, LawCheck, find_broken_laws
from ludex.check.shrink import shrink_problem
from ludex.kernel import (
    ONLOOKER,
    Chance,
    Dice,
    Event,
    Game,
    Guards,
    Notation,
    Query,
    Seat,
    Unreadable,
    won,
)


def read(line: str) -> int | Unreadable:
    return int(line) if line.isdigit() else Unreadable(("a number expected",))


counting = replace(COUNTING, notation=Notation(str, read))


def found(game: Game[Any], *names: str, **more: Any) -> BrokenLaw:
    """The breach of the first of these laws; no others are broken."""
    breaches = find_broken_laws(game, [game.start()], Dice(5), **more)
    by_name = {breach.law: breach for breach in breaches}
    assert {*by_name} == {*names}
    return by_name[names[0]]


def test_a_sound_game_breaks_no_law() -> None:
    assert find_broken_laws(counting, [0], Dice(1)) == []


def test_a_property_is_found_by_a_shortest_script() -> None:
    bad = replace(counting, always={"not nine": lambda s: s != 9})
    breach = found(bad, "play", laws=())
    assert breach.problem == "'not nine' does not hold"
    assert len(breach.script) == 5
    assert breach.is_shortest


def test_a_position_that_reads_back_as_another_is_found() -> None:
    assert counting.notation is not None
    bad = replace(counting, notation=replace(counting.notation, write=lambda s: str(s // 2)))
    breach = found(bad, "positions")
    assert breach.problem.startswith("the position line reads back as another state")
    assert len(breach.script) == 1


def test_each_law_has_a_script_of_its_own() -> None:
    """None is shrunk to a script that shows that another law is broken."""
    assert counting.notation is not None
    bad = replace(
        counting,
        notation=replace(counting.notation, write=lambda s: str(min(s, 8))),
        view=lambda s, seat: 0 if seat == ONLOOKER else s + (4 <= s < 18),
        outcome=lambda s: won(Seat(7), "far") if s >= 20 else None,
    )
    laws = ("positions", "views", "ends")
    scripts = [found(bad, law, *laws, plays=30).script for law in laws]
    assert [len(script) for script in scripts] == [5, 2, 10]


class Peek(Query[int]):
    """Look, and stumble over a three."""

    def answer(self, s: int) -> str:
        return str(1 // (s - 3))


def test_a_query_that_stumbles_is_found_by_a_small_script() -> None:
    breach = found(replace(counting, events=(Add, Peek)), "hostile arguments", plays=40)
    assert "peek: it raises ZeroDivisionError" in breach.problem
    assert len(breach.script) == 2


class Halve(Event[int]):
    """Divide; whoever has three stumbles."""

    def guards(self, s: int) -> Guards:
        yield 10 // (s - 3) > 100 or "too much"

    def apply(self, s: int) -> int:
        return s // 2


def test_a_guard_that_raises_is_found_by_a_shortest_script() -> None:
    breach = found(replace(counting, events=(Add, Halve)), "play", laws=(), plays=30)
    assert "halve: guard 1 raises ZeroDivisionError" in breach.problem
    assert len(breach.script) == 3
    assert breach.script[-1] == "halve"


class Sloppy(Event[int]):
    """Do something; the guard says 1 where it means yes."""

    def guards(self, s: int) -> Guards:
        yield 1  # type: ignore[misc]

    def apply(self, s: int) -> int:
        return s


def test_a_guard_that_says_1_instead_of_true_is_found() -> None:
    breach = found(replace(counting, events=(Add, Sloppy)), "play", laws=())
    assert breach.problem == "sloppy: guard 1 gave 1, not True or a text"


def test_a_guard_that_does_not_come_to_an_end_is_not_waited_for() -> None:
    game = replace(counting, events=(Add, Forever))
    breaches = find_broken_laws(game, [0], Dice(1), plays=30, timeout=0.3)
    assert any("forever: it has not finished" in b.problem for b in breaches)


def test_chance_that_does_not_weigh_right_is_found() -> None:
    class Throw(Chance[int]):
        """Throw nothing."""

        def weight(self, s: int) -> int:
            return 0

        def apply(self, s: int) -> int:
            return s

    bad = replace(counting, events=(Throw, Add), turn=lambda _: Seat(-1))
    assert find_broken_laws(bad, [0], Dice(1))


class Moody(Add):
    """Add one or two, but the fifth time that anybody tries."""

    tries = 0

    def apply(self, s: int) -> int:
        Moody.tries += 1
        if Moody.tries == 5:
            raise ArithmeticError("not today")
        return super().apply(s)


def test_what_is_wrong_only_once_is_reported_too() -> None:
    Moody.tries = 0
    [found] = find_broken_laws(replace(counting, events=(Moody,)), [0], Dice(1), laws=())
    assert (found.law, found.is_shortest) == ("play", False)
    assert "not today" in found.problem
    assert found.script


def test_laws_that_raise_are_told_from_laws_that_are_broken() -> None:
    asking = LawCheck(replace(counting, text=lambda s: str(6 // (s - 5))), Dice(1))
    asking.play_all([5])
    assert asking.crashed
    assert all("ZeroDivisionError" in asking.found[name].problem for name in asking.crashed)
    tame = LawCheck(replace(counting, notation=Notation(str, lambda _: 1)), Dice(1))
    tame.play_all([0])
    assert tame.found
    assert not tame.crashed


def test_every_law_has_a_name_of_its_own() -> None:
    names = [law.name for law in LAWS]
    assert len(set(names)) == len(names)


def test_a_script_is_shrunk_to_the_same_trouble() -> None:
    """Not to less that shows something else: three is reached before eight."""
    bad = replace(counting, always={f"not {n}": lambda s, n=n: s != n for n in (3, 8)})
    small = shrink_problem(bad, 0, [Add(two=True)] * 4)
    assert small is not None
    assert (small.problem, small.is_shortest) == ("'not 8' does not hold", True)
    assert small.script == (Add(two=True),) * 4
    other = shrink_problem(bad, 0, [Add(two=False)] * 3)
    assert other is not None
    assert (other.problem, len(other.script)) == ("'not 3' does not hold", 2)
