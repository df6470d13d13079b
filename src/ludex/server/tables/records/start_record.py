"""The beginning of a table: its rules, and the words of a link that begins the same."""

from collections.abc import Mapping
from typing import Any

from ludex.kernel import History
from ludex.kernel.start import option_texts
from ludex.language.position import position_line
from ludex.play.starts import deal_drawn
from ludex.server.game_list import PLAYERS
from ludex.server.tables.live import LiveTable
from ludex.table import looks_of
from ludex.table.hidden import hides

LINK_LENGTH = 600
"""The longest position that goes into a link."""


def start_label(live: LiveTable, history: History[Any]) -> str | None:
    """Return the beginning's name: what was asked for, or the open deal that chance chose."""
    if live.header.label is not None:
        return live.header.label
    if not live.offered.has_deals or history.past is None:
        return None
    return deal_drawn(history)


def preset_of(live: LiveTable) -> str | None:
    """Return the preset that is played; none where a position or puzzle says everything."""
    request = live.new.request
    if request.get("position") or request.get("puzzle"):
        return None
    return str(request.get("preset") or live.game.start.unnamed)


def options_of(live: LiveTable) -> Mapping[str, str]:
    """Return the options that differ from the preset's."""
    preset, options = preset_of(live), live.new.request.get("options")
    if preset is None:
        return {}
    # A numbered deal is stored as its position, and what it was made from as asked for.
    given = live.header.options or (options if isinstance(options, dict) else {})
    usual = option_texts(live.game.start.rules[preset])
    return {name: text for name, text in given.items() if usual.get(name) != text}


def link_words(live: LiveTable, history: History[Any], *, over: bool) -> dict[str, str] | None:
    """Return the words of a link that begins the same game, where that reveals nothing."""
    beginning = _beginning(live, history, over=over)
    if beginning is None:
        return None
    words = {"game": live.game.name, **beginning}
    preset = preset_of(live)
    if preset not in (None, live.game.start.unnamed):
        words["preset"] = str(preset)
    for name, text in options_of(live).items():
        words[name if name == PLAYERS else f"option.{name}"] = text
    return words


def _beginning(live: LiveTable, history: History[Any], *, over: bool) -> dict[str, str] | None:
    kind, _, name = (start_label(live, history) or "").partition(" ")
    if kind in ("deal", "puzzle"):
        return {kind: name}
    if looks_of(live.game).is_set_up(history.start):
        return _board(live, history)
    position = live.header.position
    if position is not None:
        fits = len(position) <= LINK_LENGTH and not hides(live.game, history.start)
        return {"position": position} if fits else None
    return {"seed": str(live.key)} if over else None


def _board(live: LiveTable, history: History[Any]) -> dict[str, str] | None:
    """The board as it was, or is being, set up: one with something to play on it."""
    game, puzzles = live.game, live.offered.puzzles
    boards = (s.state for s in history.steps if not looks_of(game).is_set_up(s.state))
    board = next(boards, None)
    if board is None:
        if puzzles is None:
            return None
        board = puzzles.begun(history.state)
    return None if game.outcome(board) else {"position": position_line(game, board)}
