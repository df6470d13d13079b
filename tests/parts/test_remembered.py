"""What is remembered is what would be found out again."""

from ludex.parts.remembered import remembered


def test_the_same_object_is_looked_at_once_and_an_equal_one_again() -> None:
    looked_at: list[list[int]] = []

    @remembered(most=4)
    def total(numbers: list[int]) -> int:
        looked_at.append(numbers)
        return sum(numbers)

    one, other = [1, 2], [1, 2]
    assert [total(one), total(one), total(other)] == [3, 3, 3]
    assert [*map(id, looked_at)] == [id(one), id(other)]


def test_answers_stay_right_when_there_are_too_many_to_remember() -> None:
    @remembered(most=3)
    def double(number: tuple[int]) -> int:
        return 2 * number[0]

    things = [(n,) for n in range(20)]
    for _ in range(3):
        assert [double(thing) for thing in things] == [2 * n for n in range(20)]


def test_no_object_inherits_the_answer_of_one_that_is_gone() -> None:
    @remembered(most=1000)
    def first(things: tuple[int, int]) -> int:
        return things[0]

    # Each tuple would be gone, and its place in memory free, if it were not held.
    assert all(first((n, n)) == n for n in range(5000))


def test_nothing_is_also_an_answer() -> None:
    asked = []

    @remembered(most=2)
    def nothing(thing: object) -> None:
        asked.append(thing)

    thing = object()
    nothing(thing)
    nothing(thing)
    assert asked == [thing]
