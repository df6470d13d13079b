"""The companion of FreeCell: everything beside its rules, such as a solver, boards and moves of
other programs.

`solve` is the command, `replay` says what somebody's solution comes to, `shorthand` what a move
typed at the table means.
"""

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from ludex.registry import Command, Companion, Format, later

if TYPE_CHECKING:
    from collections.abc import Callable

    from ludex.bots import BotKind
    from ludex.bots.advice import Advisor
    from ludex.kernel import Event, Game

    from .rules.state import State


def _advisor(game: "Game[State]", budget: int | None) -> "Advisor":
    from ludex.players.advice import solving

    from . import solver as freecell
    from .solver.hints import reason

    positions = budget or freecell.POSITIONS
    # Who gets no hint is told why: the same position is not searched again for it.
    ways = freecell.Ways(lru_cache(8)(partial(freecell.verdict, positions=positions)))
    return solving(
        game,
        positions,
        is_early=lambda s: s.phase.name != "PLAY",
        is_winnable=ways.is_winnable,
        way=ways.way,
        reason=reason,
        last_winnable=partial(freecell.last_winnable, positions=positions),
        further=partial(_advisor, game),
    )


def _bots() -> "tuple[BotKind, ...]":
    from ludex.solve.solution_bot import kind

    from . import solver as freecell

    def made() -> "Callable[[State], tuple[Event[State], ...]]":
        ways = freecell.Ways()
        return lambda s: ways.way(s) if s.phase.name == "PLAY" else ()

    return (kind(made),)


def _writer(name: str) -> "Callable[[State], str]":
    def write(s: "State") -> str:
        from .formats import boards
        from .rules.state import board_of

        text: str = getattr(boards, name)(board_of(s))
        return text

    return write


def _picture(s: "State") -> str:
    from .table.text import picture

    return "\n".join(picture(s))


companion: "Companion[State]" = Companion(
    advisor=_advisor,
    judge=later(None, "ludex.players.advice:solving_judge"),
    advised_by="the FreeCell solver",
    bots=_bots,
    best="solver",
    refinement=later(__package__, ".engine.refinement:REFINEMENT"),
    engine=later(__package__, ".engine.engine:engine_from"),
    formats=(
        Format(
            name="fc-solve",
            write=_writer("plain_text"),
            read=later(__package__, ".formats.boards:read_state"),
        ),
        Format(name="pysol", write=_writer("pysol_text")),
        Format(name="json", write=_writer("json_text"), is_line=True),
        Format(name="picture", write=_picture),
    ),
    replay=later(__package__, ".formats.notation:replay_solution"),
    shorthand=later(__package__, ".formats.notation:SHORTHAND"),
    written=later(__package__, ".document.record:written"),
    commands=(
        Command(
            name="solve",
            at="ludex.games.freecell.commands.solve:solve",
            summary="Solve FreeCell boards: solved, impossible (proved), or unknown.",
            settings={"ignore_unknown_options": True},  # -3 is told not to exist
        ),
        Command(
            name="verify-deals",
            at="ludex.games.freecell.commands.verify_deals:verify_deals",
            summary="Verify the published results for a hundred million FreeCell deals.",
        ),
    ),
)
