"""The companion of Fighting: everything beside its rules, such as the document with its axioms."""

from typing import TYPE_CHECKING, Final

from ludex.registry import Companion

if TYPE_CHECKING:
    from ludex.study.documents.record import WrittenDocument

    from .rules.events import State


def _document() -> "WrittenDocument":
    from ..document.record import WRITTEN

    return WRITTEN


companion: "Final[Companion[State]]" = Companion(written=_document)
