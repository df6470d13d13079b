"""News of lines that another process has written: sealed, and without what chance dealt.

Nobody who merely listens to the database learns what was dealt: who knows the table's secret
draws it again. If that comes out otherwise than it was written, the seal differs.
"""

from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import Any

from ludex.kernel import CHANCE, AnyEvent, Unreadable
from ludex.parts.secret_dice import dice_for
from ludex.play.protocol import replay_lines
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.shuffle import key_of
from ludex.play.protocol.situation import Situation


def drawn(seed: int, table: Situation) -> AnyEvent:
    """Return what chance does next at a table; its dice count the lines that are events."""
    lines = table.number - table.notes.count
    dice = dice_for(key_of(seed, table.notes.shares), lines, "chance")
    return table.game.draw(table.state, dice)


def seal(seed: int, table: Situation, lines: Sequence[LogLine]) -> str:
    """Return the mark of the lines that led to a table: only who knows its secret can make it."""
    text = "\n".join(line.event for line in lines)
    key = sha256(str(key_of(seed, table.notes.shares)).encode()).digest()
    return blake2b(text.encode(), key=key, digest_size=16).hexdigest()


def read_news(
    seed: int, table: Situation, rows: Sequence[Any], mark: str
) -> tuple[Situation, list[LogLine]] | None:
    """Return the table after sealed lines, and these; None unless the mark is theirs."""
    lines = list[LogLine]()
    try:
        for event, seat, seconds, assisted in rows:
            if event is None and table.turn != CHANCE:
                return None
            text = str(drawn(seed, table)) if event is None else event
            lines.append(LogLine(text, seat, seconds, assisted))
            after = replay_lines(table, lines[-1:])
            if isinstance(after, Unreadable):
                return None
            table = after
    except (AttributeError, TypeError, ValueError):
        return None
    return (table, lines) if lines and seal(seed, table, lines) == mark else None
