"""What users name when a board is wanted: deals by number, or a file with a board."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ludex.cli.arguments.files import Script
from ludex.cli.arguments.options import find_game, first_state
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ludex.games.freecell.options import Rules
    from ludex.games.freecell.state import State

PROBLEMS_SHOWN = 60
"""More than the 52 cards of a board: what is longer is no board at all."""

LONGEST_SHOWN = 60
"""What is longer than this is not repeated in full to say that it is no board."""

DEALS = re.compile(r"(?:ms)?(-?\d{1,99})(?:-(?:ms)?(\d{1,99}))?", re.IGNORECASE)
"""`617`, `1-1000`, and `ms617`, as other programs name Microsoft's deals."""


def freecell_rules(
    name: str, what: str, preset: str | None, option: list[str] | None
) -> "Rules":
    """The rules that are asked for; other games have no such boards."""
    game = find_game(name)
    if game.name != "freecell":
        raise BadInput(f"{what} is for freecell; {game.name} has no such thing")
    state: State = first_state(game, preset, option)
    return state.rules


def boards(
    text: str, rules: "Rules"
) -> "tuple[int, Iterator[tuple[int | None, State]]]":
    """How many boards `text` names, and each with its deal number, if it has one."""
    from ludex.games.freecell.dealing import dealt

    found = DEALS.fullmatch(text)
    if found is None:
        if text != "-" and not _is_there(text):
            short = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."
            raise BadInput(
                f"{short!r} is neither deals, such as 617 or 1-1000,"
                " nor a file with a board"
            )
        return 1, iter([(None, board_of_file(text, rules))])
    first, last = int(found[1]), int(found[2] or found[1])
    for number in (first, last):
        demand_deal(number)
    if last < first:
        raise BadInput(f"{text}: the first deal comes after the last")
    numbers = range(first, last + 1)
    return len(numbers), ((number, dealt(rules, number)) for number in numbers)


def _is_there(name: str) -> bool:
    """Is there such a file? Not where a name is empty, or longer than names can be."""
    try:
        return name != "" and Path(name).exists()
    except OSError:
        return False


def demand_deal(number: int) -> None:
    """A deal number that exists; the rulebook says why not."""
    from ludex.games.freecell.dealing import Deal
    from ludex.games.freecell.state import cleared

    refusal = Deal(number).refusal(cleared())
    if refusal is not None:
        raise BadInput(refusal.text)


def board_of_file(name: str, rules: "Rules") -> "State":
    """The board in a file, in any format; all that is wrong with it is listed."""
    from ludex.formats.freecell.boards import read_board
    from ludex.games.freecell.deals import Board
    from ludex.games.freecell.state import set_up

    board = read_board(text_of(name), rules)
    if isinstance(board, Board):
        return set_up(rules, board)
    return _listed(name, board)


def text_of(name: str) -> str:
    """The text of a file; - is standard input."""
    with Script(name) as file:
        return "".join(file.lines())


def _listed(name: str, problems: tuple[Any, ...]) -> "State":
    for problem in problems[:PROBLEMS_SHOWN]:
        print(f"ludex: {name}: {problem}", file=sys.stderr)
    more = len(problems) - PROBLEMS_SHOWN
    if more > 0:
        print(f"ludex: {name}: and {more} more like these", file=sys.stderr)
    raise typer.Exit(2)
