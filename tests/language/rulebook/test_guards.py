"""The guard table is what the guards say, and refusals can be traced to its rows."""

from functools import cache
from typing import Annotated

from ludex.check.strange_events import strange_event
from ludex.games.chess_solitaire.rules.events import MoveAndCapture, SetupChess
from ludex.kernel import Dice, Event, Guards, Sentence, Whole, say
from ludex.language.rulebook.guards import guard_table
from playing import every_game


def test_the_table_lists_reasons_in_order_with_arguments_by_name() -> None:
    assert [row.reason for row in guard_table(MoveAndCapture)] == [
        "The game has not started yet",
        "The game is over",
        "(r1, c1) is not on the board",
        "(r2, c2) is not on the board",
        "There is no piece on (r1, c1)",
        "There is no piece on (r2, c2)",
        "A ‹kind› does not move from (r1, c1) to (r2, c2)",
        "A piece stands in the way from (r1, c1) to (r2, c2)",
    ]
    first, *_ = guard_table(SetupChess)
    assert first.condition == "s.phase is Phase.SETUP"


def must_be_even(n: int) -> Guards:
    yield n % 2 == 0 or f"{n} is odd"


class Halve(Event[int]):
    """Halve an even number that is not too small."""

    def guards(self, s: int) -> Guards:
        yield from must_be_even(s)
        yield from self.large(s)
        yield s < 1000 or too_large(s)

    def large(self, s: int) -> Guards:
        yield s > 9 or "too small"

    def apply(self, s: int) -> int:
        return s // 2


def too_large(n: int) -> str:
    return f"{n} is too large"


def test_shared_guards_stand_in_the_table_where_they_are_called() -> None:
    rows = guard_table(Halve)
    assert [row.reason for row in rows] == ["… is odd", "too small", "…"]
    assert [row.site.function for row in rows] == [
        "must_be_even",
        "Halve.large",
        "Halve.guards",
    ]


def missing(n: int) -> Sentence:
    if n == 1:
        return say("missing", "one is missing")
    return say("missing", "{number} are missing", number=n)


def in_a_variable(n: int) -> Sentence:
    words = "it is {number}"
    return say("it_is", words, number=n)


@cache
def remembered(n: int) -> Sentence:
    return say("remembered", "{number} is remembered", number=n)


class Recall(Event[int]):
    """Recall."""

    number: Annotated[int, Whole(0, 9)]

    def guards(self, s: int) -> Guards:
        yield s > self.number or remembered(self.number)

    def apply(self, s: int) -> int:
        return s


def test_a_sentence_that_is_made_once_stands_in_the_table_like_any_other() -> None:
    (row,) = guard_table(Recall)
    assert (row.code, row.reason) == ("remembered", "‹number› is remembered")


class Count(Event[int]):
    """Count."""

    def guards(self, s: int) -> Guards:
        yield s > 9 or missing(s)
        yield s < 99 or in_a_variable(s)

    def apply(self, s: int) -> int:
        return s


def test_of_several_ways_to_say_a_reason_the_last_stands_in_the_table() -> None:
    several, unknown = guard_table(Count)
    assert (several.code, several.reason) == ("missing", "‹number› are missing")
    assert (unknown.code, unknown.reason) == ("", "…")


def test_a_refusal_carries_the_site_of_its_row() -> None:
    rows = guard_table(Halve)
    for state, i in ((3, 0), (4, 1), (2000, 2)):
        refusal = Halve().refusal(state)
        assert refusal is not None
        assert refusal.site == rows[i].site
        assert refusal.guard == i + 1


def test_every_refusal_of_every_game_has_its_row() -> None:
    for game in every_game():
        dice = Dice(1)
        sites = {cls: {row.site for row in guard_table(cls)} for cls in game.events}
        for _ in range(300):
            event = strange_event(game, dice)
            refusal = game.refusal(game.start(), event)
            if refusal is not None and refusal.guard:
                assert refusal.site in sites[type(event)]
