"""`ludex heaps 3 5 7`: who wins, and by which move."""

from typing import Annotated

import typer

from heaps.companion import good_move
from ludex.cli.errors import BadInput


def value(
    sizes: Annotated[
        list[int], typer.Argument(metavar="STONES...", help="How large the heaps are.")
    ],
) -> None:
    """Say who wins heaps of these sizes, and by which move."""
    if any(size < 0 for size in sizes):
        raise BadInput("a heap has no fewer than no stones")
    move = good_move(tuple(sizes))
    print("the player who moved last wins" if move is None else f"{move} wins")
