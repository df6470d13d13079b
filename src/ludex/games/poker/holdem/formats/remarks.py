"""The remarks of a reader of foreign hand histories on a hand that it accepts."""

from enum import Enum
from typing import NamedTuple


class RemarkKind(Enum):
    """The kind of a remark, in the words of a summary."""

    UNKNOWN_STACKS = "unknown stacks"
    RAKE = "rake taken"
    NO_RAKE = "no rake"
    RAKE_NOT_STATED = "rake not stated"
    WINNER_NOT_KNOWN = "winner not known"
    UNFINISHED = "ends before the hand is over"
    SHOWN_LATE = "cards shown later"
    LATE_POST = "late posts"
    FORCED_BETS = "unusual blinds or antes"

    SHOWN_OUT_OF_ORDER = "hands shown out of order"
    FREE_FOLD = "folds where a check was free"
    IDLE_CHECK = "checks that change nothing"
    PASSED_OVER = "betting passed over"
    HOUSE_RULES = "bets by other house rules"
    MUCKED = "mucked although somebody is all in"
    DEALT_ON = "cards dealt although the hand is over"
    NOT_DEALT = "hole cards not recorded"
    UNTOLD_POST = "late posts not recorded"

    @property
    def is_correction(self) -> bool:
        """Was something read otherwise than it stands there?"""
        return self in CORRECTIONS


CORRECTIONS = frozenset(
    (
        RemarkKind.SHOWN_OUT_OF_ORDER,
        RemarkKind.FREE_FOLD,
        RemarkKind.IDLE_CHECK,
        RemarkKind.PASSED_OVER,
        RemarkKind.HOUSE_RULES,
        RemarkKind.MUCKED,
        RemarkKind.DEALT_ON,
        RemarkKind.NOT_DEALT,
        RemarkKind.UNTOLD_POST,
    )
)
"""The rest is permitted by the standard as it stands."""


class HandRemark(NamedTuple):
    """One thing worth saying about a hand."""

    kind: RemarkKind
    text: str
