"""A worker's server: what it accepts itself, and what other workers hand over to it."""

import asyncio
import socket
from contextlib import suppress

import uvicorn

from ludex.server.sockets.handover import Handover


class Receiver(uvicorn.Server):
    """A server that also serves connections which another has accepted."""

    def __init__(self, config: uvicorn.Config, handover: Handover) -> None:
        super().__init__(config)
        self._handover = handover
        self._joining: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve, and look into the box."""
        await super().startup(sockets=sockets)
        loop = asyncio.get_running_loop()
        loop.add_reader(self._handover.inbox, self._take)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; what is given from now on is for our successor."""
        asyncio.get_running_loop().remove_reader(self._handover.inbox)
        await super().shutdown(sockets=sockets)

    def _take(self) -> None:
        while (taken := self._handover.taken()) is not None:
            task = asyncio.ensure_future(self._join(*taken))
            self._joining.add(task)
            task.add_done_callback(self._joining.discard)

    async def _join(self, head: bytes, connection: socket.socket) -> None:
        """Go on as if it had been ours from its beginning."""

        def made() -> asyncio.Protocol:
            return self.config.http_protocol_class(  # type: ignore[call-arg]  # as uvicorn makes its own
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )

        with suppress(OSError):  # whoever it was has gone meanwhile
            connection.settimeout(0)
            loop = asyncio.get_running_loop()
            _, protocol = await loop.connect_accepted_socket(made, connection)
            protocol.data_received(head)
