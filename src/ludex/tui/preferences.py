"""Preferences for the look of the table, remembered from one visit to the next."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Preferences:
    """The colours that somebody has chosen."""

    dark: bool | None = None
    """None: as the terminal is."""

    four: bool = False
    """Four colours for suits?"""


def read_preferences(path: Path) -> Preferences:
    """Read what was chosen last; whatever cannot be read was never chosen."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return Preferences()
    match found:
        case {"dark": None | bool() as dark, "four": bool(four)}:
            return Preferences(dark, four)
    return Preferences()


def write_preferences(path: Path, preferences: Preferences) -> None:
    """Remember it; where nothing can be written, it is for this visit only."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(preferences)) + "\n", encoding="utf-8")
