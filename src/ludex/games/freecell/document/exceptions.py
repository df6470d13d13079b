"""The exceptions of the document, which declares them nowhere (M22)."""

from collections.abc import Mapping
from typing import Final

from ludex.kernel import say
from ludex.study.documents.routine import Signal


class outside_bounds(Signal):
    """A place that does not exist."""


class invalid_move(Signal):
    """A move that the rules forbid."""


class invalid_card(Signal):
    """In two rows of the table, and raised by nothing."""


class empty_cells(Signal):
    """Nothing lies there."""


class empty_outside_bounds(Signal):
    """Nothing lies there, or there is no such place."""


class empty_outside_cells(Signal):
    """What moveFreeToGame calls the one above."""


class assumption(Signal):
    """The constructor is called first, and once: an assumption of the document."""


OUTSIDE_BOUNDS: Final = say("outside_bounds", "outside_bounds()")
INVALID_MOVE: Final = say("invalid_move", "invalid_move()")
EMPTY_CELLS: Final = say("empty_cells", "empty_cells()")
EMPTY_OUTSIDE_BOUNDS: Final = say("empty_outside_bounds", "empty_outside_bounds()")
EMPTY_OUTSIDE_CELLS: Final = say("empty_outside_cells", "empty_outside_cells()")
ASSUMPTION: Final = say("assumption", "the constructor is called first, and once")

SIGNALS: Final[Mapping[str, type[Signal]]] = {
    signal.__name__: signal
    for signal in (
        outside_bounds,
        invalid_move,
        invalid_card,
        empty_cells,
        empty_outside_bounds,
        empty_outside_cells,
        assumption,
    )
}
