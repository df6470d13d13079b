"""A proxy on loopback that lets everything through late: a server that is far away.

Bytes keep their order. With `hold` nothing arrives until `let_go`, so that a test can look at a
page whose words have not been answered.
"""

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 65536


class Delaying:
    """Half a round trip each way, more or less."""

    def __init__(self, port: int, seconds: float, jitter: float = 0.3) -> None:
        self._target, self._seconds, self._jitter = port, seconds, jitter
        self._dice = random.Random(7)
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._is_open: asyncio.Event
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._ready.wait(20), "the proxy did not start"
        self.url = f"http://127.0.0.1:{self.port}"

    def hold(self) -> None:
        """From now on nothing arrives."""
        self._loop.call_soon_threadsafe(self._is_open.clear)

    def let_go(self) -> None:
        """What was held arrives."""
        self._loop.call_soon_threadsafe(self._is_open.set)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._is_open = asyncio.Event()
        self._is_open.set()
        server = self._loop.run_until_complete(asyncio.start_server(self._meet, "127.0.0.1", 0))
        self.port: int = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        server.close()
        self._loop.run_until_complete(self._hang_up())
        self._loop.close()

    async def _hang_up(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0.01)  # sockets are closed in the loop's next rounds

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", self._target)
        both = {writer, there[1]}
        self._writers |= both
        with suppress(ConnectionError, asyncio.CancelledError):
            await asyncio.gather(self._pass(reader, there[1]), self._pass(there[0], writer))
        for one in both:
            one.transport.abort()
        self._writers -= both

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Each piece at its own time, none before the one that came earlier."""
        late: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, data = await late.get()
                await asyncio.sleep(max(0, due - self._loop.time()))
                await self._is_open.wait()
                if not data:
                    break
                writer.write(data)
                await writer.drain()
            writer.close()

        delivering = asyncio.ensure_future(deliver())
        while True:
            data = await reader.read(CHUNK)
            wait = self._seconds / 2 * (1 + self._dice.uniform(-1, 1) * self._jitter)
            late.put_nowait((self._loop.time() + wait, data))
            if not data:
                break
        await delivering


@contextmanager
def far_away(port: int, seconds: float) -> Iterator[Delaying]:
    """A server as seen from a place so many seconds away, there and back."""
    proxy = Delaying(port, seconds)
    try:
        yield proxy
    finally:
        proxy.let_go()
        proxy.stop()
