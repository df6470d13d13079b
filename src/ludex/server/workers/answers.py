"""The questions that thinkers answer: a bot's event, hints, whether a position is winnable, puzzles,
and a game looked back at, a part at a time.

These run in other processes. What is sent there are views and names; what comes back are
texts and small values.
"""

from itertools import pairwise
from time import monotonic
from typing import Any

from ludex.bots import View, thinking_of
from ludex.bots.cancellation import Stopped
from ludex.check.why.explanation import Explanation, explain
from ludex.kernel import AnyEvent, AnyGame, Dice, Refusal, Seat, Unreadable
from ludex.kernel.history import replayed
from ludex.language.position import read_position
from ludex.play.protocol.effects import ExplanationRequest
from ludex.players.advice import why_no_hint
from ludex.players.opponents import judge_of
from ludex.players.review import JudgedMove, looked, value
from ludex.registry import Puzzle, PuzzleSpec
from ludex.server.game_list import OfferedGame
from ludex.server.http.schemas import Reviewed, ReviewedMove, ReviewedSeat, as_sentence_data
from ludex.table import looks_of
from ludex.table.sentence_data import packed

PUZZLE_SECONDS = 5.0
"""For so long boards are looked at for one with the properties asked for."""


ANSWERS = {True: "yes", False: "no", None: "unknown"}
"""The answer whether a game can be won, as it is told."""

PUZZLE_TRIES = 20_000
"""So many boards are looked at for the puzzle of a day."""


def bots_event(offered: OfferedGame, name: str, view: View[Any], seed: int) -> str:
    """Return the event that a bot chooses."""
    return str(offered.bot(name)(view, Dice(seed)))


def hint(offered: OfferedGame, view: View[Any], seed: int) -> dict[str, Any] | None:
    """Return an event worth making as it is sent, if there is one."""
    found = offered.advisor.hint(view, Dice(seed))
    if found is None:
        return None
    words, why = found.gesture.words, found.why
    return {
        "event": str(found.event),
        "pick": found.gesture.pick,
        "drop": found.gesture.drop,
        "words": words,
        "why": why,
        "way": [*map(str, found.way)],
        "said": {"words": packed(words), "why": packed(why)},
    }


def no_hint(offered: OfferedGame, view: View[Any]) -> str:
    """Return why there is no hint."""
    return why_no_hint(offered.game, offered.advisor, view)


def is_winnable(offered: OfferedGame, view: View[Any]) -> bool | None:
    """Can the game still be won from here?"""
    light = offered.advisor.winnable
    return light(view) if light else None


def explain_event(offered: OfferedGame, request: ExplanationRequest) -> Explanation:
    """Explain every guard of an event, by what its asker sees."""
    return explain(
        offered.game,
        request.shown,
        request.event,
        of_another=request.of_another,
        is_view=request.hides,
    )


def new_puzzle(offered: OfferedGame, spec: PuzzleSpec, seed: int) -> Puzzle[Any] | None:
    """Return a puzzle of a game with these properties, unless none is found in time."""
    puzzles, dice, begun = offered.puzzles, Dice(seed), monotonic()
    assert puzzles is not None
    while monotonic() - begun < PUZZLE_SECONDS:
        found = puzzles.make(spec, dice, tries=1, tell=lambda _: None)
        if found is not None:
            return found
    return None


def puzzle_of_day(offered: OfferedGame, ordinal: int) -> Puzzle[Any] | None:
    """Return the puzzle of a game that everybody has on a day."""
    assert offered.puzzles is not None
    return offered.puzzles.of_day(ordinal, tries=PUZZLE_TRIES, tell=lambda _: None)


def judge_board(offered: OfferedGame, position: str) -> tuple[bool | None, Puzzle[Any] | None]:
    """Can this board of a game be won, and which puzzle is it?"""
    game, puzzles = offered.game, offered.puzzles
    state = read_position(game, position)
    assert puzzles is not None
    assert not isinstance(state, Unreadable)
    state = puzzles.begun(state)
    winnable = is_winnable(offered, View(game.turn(state), state, ()))
    if not winnable:
        return winnable, None
    try:
        return True, puzzles.judged(state)
    except Stopped:  # what is known already is known
        return True, None


SECONDS = 3.0
"""For so long a part is looked at; the next one is asked for when it is there."""


def review_part(
    offered: OfferedGame,
    start: Any,  # noqa: ANN401  # a state of that game
    journal: tuple[AnyEvent, ...],
    seats: tuple[Seat, ...],
    begun: int,
) -> Reviewed:
    """Return the events from one on, as many as there is time for."""
    until, game = monotonic() + SECONDS, offered.game
    history = replayed(game, start, journal)
    assert not isinstance(history, Refusal)
    states = [start, *(step.state for step in history.steps)]
    judge, game = judge_of(game), game.unchecked()
    unit = thinking_of(game).unit if thinking_of(game).worth is not None else "of a win"
    part = Reviewed(unit=as_sentence_data(unit), events=len(journal), next=None, seats=[], moves=[])
    for seat in seats:
        one = ReviewedSeat(seat=seat + 1, standing=[], luck=0.0, choices=0)
        if not begun:
            one.standing.append(round(value(game, start, seat, Dice(0), judge.proved_value), 3))
        part.seats.append(one)
    for number, (s, after) in enumerate(pairwise(states[begun:]), begun + 1):
        event = journal[number - 1]
        found = looked(
            game,
            (s, event, after),
            seats,
            Dice(number),
            judge=judge,
            playouts=judge.tries,
            number=number,
        )
        for one, seat in zip(part.seats, seats, strict=True):
            one.standing.append(round(found.standings[seat], 3))
            one.luck += found.luck.get(seat, 0.0)
            one.choices += found.move is not None and found.move.seat == seat
        if found.move is not None and found.move.better is not None:
            part.moves.append(_reviewed_move(game, s, found.move))
        if monotonic() > until and number < len(journal):
            part.next = number
            break
    for one in part.seats:
        one.luck = round(one.luck, 3)
    return part


def _reviewed_move(game: AnyGame, s: Any, move: JudgedMove) -> ReviewedMove:  # noqa: ANN401  # a state of that game
    known = game.view(s, move.seat)
    assert move.better is not None
    return ReviewedMove(
        number=move.number,
        seat=move.seat + 1,
        lost=round(move.lost, 3),
        words=as_sentence_data(_words(game, known, move.event)),
        better=as_sentence_data(_words(game, known, move.better)),
    )


def _words(game: AnyGame, known: Any, event: AnyEvent) -> str:  # noqa: ANN401
    """Return what is done, as a button says it; of a bet the sum."""
    gesture = looks_of(game).gesture(known, event)
    return event.spoken() if gesture.amount else gesture.words
