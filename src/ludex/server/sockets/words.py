"""Words: what a message says at the table, as the table protocol hears it."""

from collections.abc import Mapping
from typing import Final

from ludex.play.effects import No, Why
from ludex.play.protocol import AGREE, REFUSE
from ludex.play.shuffling import CLOSE, DEAL, NOTE, share_words

NO_EVENT: Final = No("what begins with a colon is no event.", Why.UNREADABLE)
NO_SHARE: Final = No("A share is 64 hex digits, or null for none.")


def words_of(  # noqa: PLR0911  # one a message
    said: Mapping[str, object],
) -> str | No | None:
    """What a message says at the table; None where it is for somebody else to answer."""
    match said:
        case {"type": "act", "event": str(event)}:
            return NO_EVENT if event.startswith(NOTE) else event
        case {"type": "undo" | "redo" as word}:
            return str(word)
        case {"type": "agree", "agree": bool(agree)}:
            return AGREE if agree else REFUSE
        case {"type": "share", "share": None | str() as share}:
            return share_words(share)
        case {"type": "share"}:
            return NO_SHARE
        case {"type": "deal"}:
            return DEAL
        case {"type": "close"}:
            return CLOSE
    return None
