"""Limits of all sockets together: messages of a client and of everybody, bytes unread.

Who sends too fast is not refused but waits for its turn: its messages stay in the network,
where they cost nothing. A client waits in its own queue first, and then in that of all.
"""

from collections import Counter

from ludex.server.limits.batching import WakeBatch
from ludex.server.limits.rate_limit import Bucket, PerClient
from ludex.server.settings import Settings


class Traffic:
    """The traffic of one server."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.gathering = WakeBatch()
        self._all = Bucket(settings.server_message_rate, settings.server_message_burst)
        self._each = PerClient(
            lambda: Bucket(settings.client_message_rate, settings.client_message_burst)
        )
        self._unread: Counter[str] = Counter()
        self._unread_by_all = 0

    def queues(self, client: str) -> tuple[Bucket, Bucket]:
        """Return where a message of this client has to wait for its turn, one after the other."""
        return self._each[client], self._all

    def hold(self, client: str, size: int) -> bool:
        """Is there room for so many bytes that wait to be read? Then it is taken.

        One message finds room however long it is: the limit is for many.
        """
        mine, everybodys = self._unread[client], self._unread_by_all
        settings = self._settings
        if mine and mine + size > settings.unread_bytes_per_client:
            return False
        if everybodys and everybodys + size > settings.unread_bytes:
            return False
        self._unread[client] += size
        self._unread_by_all += size
        return True

    def release(self, client: str, size: int) -> None:
        """They have been read, or nobody waits for them any more."""
        self._unread_by_all -= size
        self._unread[client] -= size
        if not self._unread[client]:
            del self._unread[client]
