"""The boards users name: deals by number, or a file with a board."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludex.cli.arguments import numbered_deal
from ludex.cli.arguments.files import demand_none, text_of
from ludex.cli.errors import BadInput
from ludex.kernel import Game, Unreadable
from ludex.language.position import read_position
from ludex.registry import companion_of

PROBLEMS_SHOWN = 60
"""More than the 52 cards of a board: what is longer is no board at all."""

LONGEST_SHOWN = 60
"""The length up to which a text is repeated in full to say that it is no board."""

DEALS = re.compile(r"(?:ms)?(-?\d{1,99})(?:(?:-|\.\.)(?:ms)?(-?\d{1,99}))?", re.IGNORECASE)
"""`617`, `1-1000`, `1..1000`, and `ms617`, as other programs name Microsoft's deals."""


def boards(
    game: "Game[Any]",
    start: Any,  # noqa: ANN401  # of any game
    text: str,
) -> "tuple[int, Iterator[tuple[int | None, Any]]]":
    """Return how many boards `text` names, and each with its deal number, if it has one."""
    found = DEALS.fullmatch(text)
    if found is None:
        if text != "-" and not _is_there(text):
            short = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."
            raise BadInput(
                f"{short!r} is not a deal, such as 617 or 1-1000, and not a file with a board"
            )
        return 1, iter([(None, board_of_file(game, start, text))])
    first, last = int(found[1]), int(found[2] or found[1])
    for number in (first, last):
        numbered_deal(game, start, number)
    if last < first:
        raise BadInput(f"{text}: the first deal comes after the last")
    numbers = range(first, last + 1)
    return len(numbers), ((number, numbered_deal(game, start, number)) for number in numbers)


def _is_there(name: str) -> bool:
    """Is there such a file? Not where a name is empty, or longer than names can be."""
    try:
        return name != "" and Path(name).exists()
    except OSError:
        return False


def board_of_file(game: "Game[Any]", start: Any, name: str) -> Any:  # noqa: ANN401  # of any game
    """The board in a file, in any format that is read; all that is wrong is listed."""
    text = text_of(name)
    first: Unreadable | None = None
    for form in companion_of(game).formats:
        if form.read is not None:
            state = form.read(start, text)
            if not isinstance(state, Unreadable):
                return state
            first = first or state
    state = read_position(game, text.strip())
    if isinstance(state, Unreadable):
        demand_none(name, (first or state).problems, PROBLEMS_SHOWN)
    return state
