"""A table that is restored from a long log is the one that was left."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.kernel import CHANCE, Dice, History, Seat, Unreadable
from ludex.language.position import position_line
from ludex.play.protocol import act, hear, replay_lines
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.restored import StoredStep, restored
from ludex.play.protocol.situation import Situation, TableSetting
from ludex.registry import load

GAMES = ("freecell", "carcassonne", "russian-bank", "holdem", "chess-solitaire")


def played(name: str, seed: int, every: int) -> tuple[Situation, list[LogLine], dict[int, str]]:
    """A new table, lines that it accepts, and the positions after some of them."""
    game, dice = load(name), Dice(seed)
    new = table = Situation(TableSetting(game), History(game, game.start()))
    lines, positions = list[LogLine](), dict[int, str]()
    for _ in range(60):
        if table.turn == CHANCE and not table.is_over:
            heard = act(table, CHANCE, game.draw(table.state, dice))
        elif table.is_over or dice.below(4) == 0:
            heard = hear(table, Seat(0), None, ("undo", "undo", "redo")[dice.below(3)])
        else:
            moves = [*game.moves(table.state, table.turn)]
            heard = act(table, table.turn, moves[dice.below(len(moves))])
        lines, table = [*lines, *heard.lines], heard.after
        if lines and len(lines) % every == 0:
            positions[len(lines)] = position_line(game, table.state)
    return new, lines, positions


@settings(max_examples=15)
@given(name=st.sampled_from(GAMES), seed=st.integers(0, 10**6), every=st.integers(2, 30))
def test_what_is_restored_is_what_was_played(name: str, seed: int, every: int) -> None:
    new, lines, positions = played(name, seed, every)
    judged, again = replay_lines(new, lines), restored(new, lines, positions)
    assert isinstance(judged, Situation)
    assert isinstance(again, Situation)
    assert again.state == judged.state
    assert again.history == judged.history
    pairs = zip(again.history.steps, judged.history.steps, strict=True)
    assert all(one.state == two.state for one, two in pairs)
    assert (again.number, again.notes) == (judged.number, judged.notes)
    assert (again.can_undo, again.can_redo) == (judged.can_undo, judged.can_redo)
    for word in ("undo", "redo"):
        assert hear(again, Seat(0), None, word).after.state == (
            hear(judged, Seat(0), None, word).after.state
        )


def test_only_what_is_looked_at_is_worked_out() -> None:
    game = load("freecell")
    new, lines, _ = played("freecell", 1, 1)
    judged = replay_lines(new, lines)
    assert isinstance(judged, Situation)
    end = {len(lines): position_line(game, judged.state)}
    read: list[str] = []
    setting = replace(new.setting, reader=lambda text: read.append(text) or game.read(text))
    again = restored(replace(new, setting=setting), lines, end)
    assert isinstance(again, Situation)
    assert again.state == judged.state
    assert read == []
    assert all(isinstance(step, StoredStep) for step in again.history.steps)


def test_a_log_that_begins_with_going_back_is_not_restored() -> None:
    game = load("freecell")
    new = Situation(TableSetting(game), History(game, game.start()))
    for word in ("undo", "redo", "new_game"):
        assert isinstance(restored(new, [LogLine(word, 1)], {}), Unreadable)


def test_a_snapshot_that_cannot_be_read_any_more_is_not_used() -> None:
    new, lines, positions = played("carcassonne", 5, 20)
    judged = replay_lines(new, lines)
    again = restored(new, lines, dict.fromkeys(positions, "of another version"))
    assert isinstance(judged, Situation)
    assert isinstance(again, Situation)
    assert again.state == judged.state
