"""Running the server: an event loop in each of its processes, until it is asked to end.

A worker serves what it accepts itself, and what other workers hand over to it.
"""

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from math import ceil

import uvicorn

from ludex.server.app import application
from ludex.server.game_list import GameList
from ludex.server.process.log import Logbook
from ludex.server.process.workers import Workers
from ludex.server.settings import Settings
from ludex.server.sockets.connections import Handover, new_handover_box, protocols
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.store.file import alone_with

SENDING = 256 * 1024
COLLECT = (10_000, 500, 1_000)
"""The thresholds of garbage collection: often among a little, as every table stands still meanwhile
(a few milliseconds for ten thousand new objects), and hardly ever among what is old."""


def listen_shared(host: str, port: int, count: int) -> list[socket.socket]:
    """Open so many sockets at one address; the system shares connections out among them."""
    if count == 1:
        return [listen_at(host, port)]
    # Others who share would let us share too: the address has to be free first.
    with listen_at(host, port) as alone:
        number = alone.getsockname()[1]
    with ExitStack() as on_failure:
        opened = [
            on_failure.enter_context(listen_at(host, number, is_shared=True)) for _ in range(count)
        ]
        on_failure.pop_all()
    return opened


def listen_at(host: str, port: int, *, is_shared: bool = False) -> socket.socket:
    """Open a socket at this address; OSError when it is taken or not ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family, socket.SOCK_STREAM)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_shared:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        # Or else the system keeps megabytes for each connection that does not read.
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
        opened.bind((host, port))
        opened.listen(1024)
    except OSError:
        opened.close()
        raise
    return opened


def uvicorn_config(
    database: str,
    settings: Settings,
    games: GameList | None = None,
    handover: Handover | None = None,
) -> uvicorn.Config:
    """Return the configuration by which uvicorn runs the application."""
    http, ws = protocols(settings, handover)
    return uvicorn.Config(
        application(database, settings, games),
        http=http,
        ws=ws,
        access_log=False,  # requests are logged by route, without what is in them
        log_config=None,
        # Nobody speaks for others unless it was said who: uvicorn would trust this machine.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        server_header=False,
        timeout_graceful_shutdown=ceil(settings.closing_seconds),
    )


def serve(
    opened: Sequence[socket.socket],
    database: str,
    settings: Settings,
    announce: Callable[[], None],
    games: GameList | None = None,
    *,
    log_requests: bool = False,
) -> None:
    """Serve until a signal comes, by a process for each socket; finish what was accepted."""
    _keep_log(log_requests=log_requests)
    if len(opened) == 1:
        _serve(opened[0], database, settings, games, announce=announce)
        return
    with ExitStack() as at_the_end:
        for one in opened:
            at_the_end.enter_context(one)
        Database(read_address(database)).close()  # what is wrong with it is said once
        announce()
        boxes = [new_handover_box() for _ in opened]
        for box in boxes:
            for end in box:
                at_the_end.enter_context(end)

        def work(own: socket.socket) -> None:
            handover = Handover(opened.index(own), boxes)
            _serve(own, database, settings, games, handover=handover)

        workers = Workers(opened, work)
        with suppress(KeyboardInterrupt):
            workers.run()


def _keep_log(*, log_requests: bool) -> None:
    logging.basicConfig(level=logging.INFO, handlers=[Logbook(sys.stderr)])
    # uvicorn would write whole paths, with what clients put into them.
    for chatty in ("uvicorn", "websockets", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    if not log_requests:
        logging.getLogger("ludex.server.http.middleware").setLevel(logging.WARNING)


def _serve(
    opened: socket.socket,
    database: str,
    settings: Settings,
    games: GameList | None,
    *,
    announce: Callable[[], None] = lambda: None,
    handover: Handover | None = None,
) -> None:
    """Serve as one process."""
    with opened, alone_with(read_address(database)):
        config = uvicorn_config(database, settings, games, handover)
        server = Receiver(config, handover) if handover else uvicorn.Server(config)
        # Positions are trees of values without cycles: there is little to collect, and a
        # whole collection stops every table. What is loaded by now stays for good.
        gc.freeze()
        gc.set_threshold(*COLLECT)
        # A signal is raised again when everything is done; one that comes before uvicorn
        # listens for it would leave its coroutine half begun, and a warning.
        with suppress(KeyboardInterrupt), server.capture_signals():
            announce()  # connections wait from here on until they are answered
            server.run(sockets=[opened])


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
