"""What serves Fighting beside its rules: the document, with its axioms."""

from typing import TYPE_CHECKING, Final

from ludex.registry import Companion

if TYPE_CHECKING:
    from ludex.documents.written import Written
    from ludex.games.poker.fighting import State


def _written() -> "Written":
    from ludex.documents.poker.written import WRITTEN

    return WRITTEN


companion: "Final[Companion[State]]" = Companion(written=_written)
