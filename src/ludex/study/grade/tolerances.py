"""The tolerances by name; alone in their file, so that they load without the grader."""

from enum import StrEnum


class Tolerance(StrEnum):
    """A difference from the transcript that may be granted."""

    TRAILING_BLANKS = "trailing-blanks"
    INDENTATION = "indentation"
    FINAL_NEWLINE = "final-newline"
