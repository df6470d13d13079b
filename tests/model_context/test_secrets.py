"""A client learns what its seat sees: states that differ in the rest look the same to it."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ludex.bots import random_bot
from ludex.bots.advice import Advisor, hinted
from ludex.kernel import Dice, Game, History, Seat
from ludex.mcp.responses import ClientLimits, ToolAnswer, ToolError
from ludex.mcp.seat import ClientSeat
from ludex.play.protocol.log import Header
from ludex.play.saved import SaveFile
from ludex.play.seating import PERSON, Sitting
from ludex.play.table import Table
from playing import every_game, random_history
from secrets_of_games import SECRETS

HIDING = [game for game in every_game() if game.name in SECRETS]
EVERY_KIND = ("view", "legal", "hint", "why")


def chair_at(game: Game[Any], s: Any, seat: Seat, folder: Path) -> ClientSeat:
    """A client sits at `seat` of a table that stands at a state."""
    others = [Seat(i) for i in range(game.seat_count(s)) if i != seat]
    table = Table(History(game, s), Dice(1), dict.fromkeys(others, random_bot))
    seats = tuple("random" if Seat(i) in others else PERSON for i in range(len(others) + 1))
    header = Header(game.name, 1, seats, "")
    file = SaveFile.created(folder, "game", header)
    return ClientSeat(
        "t1",
        Sitting(header, table, file),
        ClientLimits(),
        lambda: Advisor(lambda view, dice: hinted(game, view, random_bot(view, dice), "because")),
    )


def everything(chair: ClientSeat) -> list[tuple[str, ToolAnswer | str]]:
    """Whatever a client can be told without changing anything; then it gets up."""
    found: list[tuple[str, ToolAnswer | str]] = [
        ("view", chair.view(1)),
        ("legal", chair.legal(limit=200)),
    ]
    asked = [("hint", chair.hint)]
    asked += [("why", partial(chair.why, str(event))) for event in tried(chair)]
    for kind, ask in asked:
        try:
            found.append((kind, ask()))
        except ToolError as trouble:
            found.append(("trouble", str(trouble)))
    chair.leave()
    return found


def tried(chair: ClientSeat) -> list[Any]:
    game, shown = chair.sitting.table.game, chair.sitting.table.view(chair.seat)
    return [*shown.legal[:6], *game.legal(shown.shown)[:3]]


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.name)
def test_nothing_tells_apart_what_a_seat_must_not_see(game: Game[Any], tmp_path: Path) -> None:
    otherwise, dice, changed = SECRETS[game.name], Dice(5), 0
    kinds = set()
    for seed in range(3):
        steps = random_history(game.unchecked(), seed, 60).steps
        for step in steps[:: max(1, len(steps) // 5)]:
            seat = Seat(dice.below(game.seat_count(step.state)))
            other = otherwise(step.state, seat, dice)
            changed += other != step.state
            one = everything(chair_at(game, step.state, seat, tmp_path))
            two = everything(chair_at(game, other, seat, tmp_path))
            kinds |= {kind for kind, _ in one}
            assert one == two
    assert changed
    assert kinds >= {*EVERY_KIND}


def test_a_view_that_shows_too_much_is_noticed(tmp_path: Path) -> None:
    game = next(game for game in HIDING if game.name == "kuhn-poker")
    s = random_history(game, 1, 2).state
    others = (SECRETS[game.name](s, Seat(0), Dice(seed)) for seed in range(9))
    other = next(each for each in others if each != s)
    one, two = (chair_at(game, each, Seat(1), tmp_path) for each in (s, other))
    assert everything(one) != everything(two)
