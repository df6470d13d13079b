"""Nobody acts for another: every event has an owner, or belongs to the seat on turn.

At tables of every game every seat tries everything: what is legal, asides, near misses and
nonsense. Only whoever an event belongs to gets it through, and the others change nothing.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from ludex.check.strange_events import strange_event
from ludex.kernel import (
    CHANCE,
    ONLOOKER,
    Dice,
    Event,
    Game,
    History,
    Query,
    Refusal,
    Seat,
)
from ludex.play.protocol.log import LogLine
from ludex.play.table import Table
from playing import every_game, random_history, varied_starts

VARIANTS = {
    "russian-bank": (
        {"enforcement": "stop", "faults": "all_faults"},
        {"enforcement": "penalise", "faults": "all_faults"},
        {"match_target": "none"},
    ),
}
"""Options under which there are more events."""

FREE_TO_ALL = {"next_game"}
"""The only events that any player may make whoever is on turn."""

PLAYS, STRANGE = 3, 20


def histories(game: Game[Any]) -> Iterator[History[Any]]:
    """Positions from the first to the last of random games, with ends that were agreed."""
    starts = [*varied_starts(game, VARIANTS)]
    for number, start in enumerate(starts):
        for seed in range(PLAYS if len(starts) == 1 else 1):
            whole = random_history(game, 31 * number + seed, 300, start)
            count = len(whole.steps)
            for at in {0, 1, count // 3, count // 2, count}:
                past = whole.steps[at - 1] if at else None
                history = History(game, whole.start, past)
                yield history
                for event in game.legal(history.state):
                    if event.aside and not event.by_chance:
                        after = history.play(event)  # such as a resignation
                        assert isinstance(after, History)
                        yield after
                        break


def tries(game: Game[Any], s: Any, dice: Dice) -> list[Event[Any]]:
    """Everything legal, and a lot that is nearly so or not at all."""
    legal = game.legal(s)
    strange = [
        strange_event(game, dice, dice.choice(legal) if legal else None) for _ in range(STRANGE)
    ]
    return list(dict.fromkeys([*legal, *strange]))


def intrusions(game: Game[Any], kind: type[Table] = Table) -> tuple[list[str], int]:
    """What a seat could do that was not its own to do; and how much its owners could."""
    found, done, dice = [], 0, Dice(5)
    for history in histories(game):
        s, turn = history.state, game.turn(history.state)
        seats = [*map(Seat, range(game.seat_count(s))), ONLOOKER, CHANCE]
        for event in tries(game, s, dice):
            own = event.seat(s)
            allowed = game.refusal(s, event) is None
            for seat in seats:
                lines: list[LogLine] = []
                table = kind(history, Dice(0), {}, record=lines.append)
                refused = isinstance(table.act(seat, event), Refusal)
                is_player = seat in range(game.seat_count(s))
                owner = (turn if own is None else own) == seat
                if event.name in FREE_TO_ALL:
                    owner = is_player
                if refused:
                    assert table.history is history
                    assert not lines
                if owner and allowed:
                    assert not refused, f"{seat} may not make its own {event}"
                    done += 1
                elif not refused:
                    found.append(f"{game.name}: seat {seat} could {event}, turn {turn}")
    return found, done


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_only_the_owner_of_an_event_or_the_seat_on_turn_gets_it_through(
    game: Game[Any],
) -> None:
    found, done = intrusions(game)
    assert found == []
    if any(not issubclass(cls, Query) for cls in game.events):
        assert done > 10


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_the_rulebook_names_what_any_player_may_do(game: Game[Any]) -> None:
    free = {cls.name for cls in game.events if cls.by_anyone}
    assert free <= FREE_TO_ALL


class Careless(Table):
    """A table that lets anybody make an aside that has no owner."""

    def act(self, seat: Seat, event: Event[Any]) -> Refusal | None:
        if event.aside and event.seat(self.state) is None:
            seat = self.turn
        return super().act(seat, event)


def test_the_law_notices_a_table_that_does_not_ask_whose_an_aside_is() -> None:
    game = next(game for game in every_game() if game.name == "russian-bank")
    found, _ = intrusions(game, Careless)
    assert any("move_run" in one for one in found)
    assert any("misplay" in one for one in found)
