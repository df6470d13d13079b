"""Handing connections over: all sockets of a table come together in one worker.

The system shares connections out among workers without knowing what they are for. Were the
players of a table at different workers, each of these would hold the table, be told of every
move and judge it again. So a worker that is asked for a socket at a table which another one
keeps gives the connection to it, with what was said so far. Where that is not possible it
serves the table itself: that costs more, and nothing else.
"""

import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final
from zlib import crc32

HandoverBox = tuple[socket.socket, socket.socket]
"""Where a worker is given connections, and where others put them."""

MOST: Final = 1 << 17
"""Bytes that may have been said before: more than the head of a request can have."""

BEFORE, AFTER = b"/api/tables/", b"/socket"
KIND: Final = socket.SOCK_DGRAM if sys.platform == "darwin" else socket.SOCK_SEQPACKET


def new_handover_box() -> HandoverBox:
    """Return a box for one worker; nobody ever waits at it."""
    box = socket.socketpair(socket.AF_UNIX, KIND)
    for end in box:
        end.settimeout(0)
    return box


class Handover:
    """One worker, and the ways to all others."""

    def __init__(self, own: int, boxes: Sequence[HandoverBox]) -> None:
        self._own, self._boxes = own, boxes

    @property
    def inbox(self) -> socket.socket:
        """Where this worker is given connections."""
        return self._boxes[self._own][0]

    def keeper(self, path: bytes) -> int:
        """Return the number of the worker that keeps what is asked for; our own if nobody does."""
        table = path.partition(b"?")[0].removeprefix(BEFORE)
        if table == path or not table.endswith(AFTER):
            return self._own
        return crc32(table.removesuffix(AFTER)) % len(self._boxes)

    def hand_over(self, path: bytes, head: bytes, connection: int) -> bool:
        """Give a connection to whoever keeps the table; False when we are to serve it."""
        keeper = self.keeper(path)
        if keeper == self._own or len(head) > MOST:
            return False
        try:
            socket.send_fds(self._boxes[keeper][1], [head], [connection])
        except OSError:  # it is full, or too much was said
            return False
        return True

    def taken(self) -> tuple[bytes, socket.socket] | None:
        """Return the next connection that was given to us, with what was said on it."""
        with suppress(BlockingIOError, InterruptedError):
            head, given, _, _ = socket.recv_fds(self.inbox, MOST, 1)
            if given:
                return head, socket.socket(fileno=given[0])
        return None
