"""What serves Heaps beside its rules: hints that win, a format, and the command `heaps`.

Ludex imports this file whenever it lists commands, so heavy modules belong inside the
functions. This game needs none.
"""

from functools import reduce
from operator import xor

from heaps import State, Take
from ludex.bots.advice import Advisor, Hint, advisor_that_judges, hinted
from ludex.bots.catalogue import A_SECOND
from ludex.bots.observation import View
from ludex.kernel import Dice, Game, Unreadable
from ludex.players.opponents import judge_of
from ludex.registry import Command, Companion, Format


def good_move(heaps: tuple[int, ...]) -> Take | None:
    """The move that leaves a nim-sum of nought, if there is one."""
    total = reduce(xor, heaps)
    for number, stones in enumerate(heaps, start=1):
        wanted = stones ^ total
        if wanted < stones:
            return Take(number, stones - wanted)
    return None


def advisor(game: Game[State], _: int | None) -> Advisor:
    """Hints by the nim-sum; where the last stone loses, or all is lost, by trying out."""
    trying = advisor_that_judges(game, judge_of(game), A_SECOND)

    def hint(view: View[State], dice: Dice) -> Hint | None:
        move = None if view.shown.misere else good_move(view.shown.heaps)
        if move is None:
            return trying.hint(view, dice)
        return hinted(game, view, move, "It leaves a nim-sum of nought.")

    return Advisor(hint)


def written(s: State) -> str:
    """`3+5+7`."""
    return "+".join(map(str, s.heaps))


def read(start: State, text: str) -> State | Unreadable:
    """The heaps written as `3+5+7`."""
    words = text.strip().split("+")
    if len(words) != len(start.heaps) or not all(word.isdecimal() for word in words):
        return Unreadable((f"expected heaps such as {written(start)}",))
    return State(tuple(map(int, words)), start.turn, start.misere)


companion = Companion(
    advisor=advisor,
    advised_by="the nim-sum",
    formats=(Format(name="sum", write=written, read=read, is_line=True),),
    commands=(
        Command(
            name="heaps",
            at="heaps.command:value",
            summary="Who wins heaps of these sizes, and by which move.",
        ),
    ),
)
