"""What may be forgiven by name; alone in its file, so that it can be asked for without the grader."""

from enum import StrEnum


class Tolerance(StrEnum):
    """What may be otherwise than in the transcript, if it is granted."""

    TRAILING_BLANKS = "trailing-blanks"
    INDENTATION = "indentation"
    FINAL_NEWLINE = "final-newline"
