"""Prompts for an exam: the printed rules, the view of a seat, the form of an answer.

The same prompts serve the harnesses of other benchmarks, which want three functions of a game: the
legal moves, the prompt, and the move in an answer.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Literal

from ludex.bots import View
from ludex.exam.referee import WAIT
from ludex.kernel import AnyGame, AnyState, Call, Seat, seat_name
from ludex.language.position import position_line
from ludex.language.rulebook.markup import as_text
from ludex.language.rulebook.page import page_blocks
from ludex.table import looks_of

Shown = Literal["text", "scene", "both"]

ANSWER = """\
Answer with one event, written as in the rules above, alone on the last line: its name and, in
brackets, its arguments. If it is not your turn, answer `wait`. An illegal answer changes nothing."""


@dataclass(frozen=True, slots=True)
class PromptPlan:
    """The contents of a prompt."""

    show: Shown = "text"
    legal: bool = False
    """Are the legal events listed?"""


def rules_text(game: AnyGame, preset: str | None = None, changes: Sequence[str] = ()) -> str:
    """Return the printed rules and the form of an answer."""
    varied = f"\n\nThe rules differ in this game: {', '.join(changes)}." if changes else ""
    return f"{as_text(page_blocks(game, preset))}{varied}\n\n{ANSWER}"


def position_text(
    game: AnyGame, view: View[AnyState], plan: PromptPlan, refused: Sequence[tuple[str, str]] = ()
) -> str:
    """Return the view of a seat as text; after a refusal, its answers so far with the reasons."""
    shown = view.shown
    parts = [f"You are {seat_name(view.seat)}. {game.status(shown)}."]
    if plan.show != "scene":
        parts.append(game.text(shown))
    if plan.show != "text":
        parts.append(json.dumps(scene_data(game, shown, view.seat), ensure_ascii=False))
    if plan.legal:
        events = "\n".join(map(str, view.legal)) or WAIT
        parts.append(f"The legal events:\n{events}")
    parts += [f"You answered: {answer}\n{why}" for answer, why in refused]
    return "\n\n".join(parts)


def scene_data(game: AnyGame, shown: AnyState, seat: Seat) -> dict[str, object]:
    """Return the scene as JSON, without the gestures, which would tell what is legal."""
    looks = looks_of(game)
    zones = [_plain(zone.message()) for zone in looks.zones(shown, seat)]
    status = str(game.status(shown))
    if not zones:
        return {"status": status, "position": position_line(game, shown)}
    panel = looks.side_panel(shown, seat)  # without the fields that would tell what is legal
    remarks = {"heading": panel.heading, "remark": panel.remark, "plates": panel.plates}
    return {"status": status, "zones": zones, "side_panel": _plain(remarks)}


def _plain(value: object) -> object:
    match value:
        case Enum():
            return value.value
        case Call():
            return str(value)
        case list() | tuple():
            return [_plain(one) for one in value]
        case dict():
            return {key: _plain(one) for key, one in value.items() if one not in ("", (), None)}
    if is_dataclass(value):
        return _plain({one.name: getattr(value, one.name) for one in fields(value)})
    return value
