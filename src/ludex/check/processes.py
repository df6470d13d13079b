"""Worker processes of a check: all ended when it is over, and missed when lost.

A process gets an `Opening`, which makes the game and its first state there.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, NamedTuple

from ludex.kernel import AnyGame, AnyState

Opening = Callable[[], tuple[AnyGame, AnyState]]
"""The game and its first state; a function that another process can import."""

Line = Connection  # of any messages
Work = Callable[..., None]


class Worker(NamedTuple):
    """A process that does what it is sent and sends what came of it."""

    process: SpawnProcess
    line: "Connection[Any, Any]"

    def send(self, task: object) -> None:
        """Give it something to do."""
        try:
            self.line.send(task)
        except OSError:
            raise self.lost() from None

    def receive(self) -> Any:  # noqa: ANN401  # what is sent is between it and its work
        """Wait for the result of a task, and return it."""
        try:
            return self.line.recv()
        except (EOFError, OSError):
            raise self.lost() from None

    def lost(self) -> ChildProcessError:
        """Return the error of a process that hung up."""
        self.process.join()
        code = self.process.exitcode or 0
        signalled = f"was killed by signal {-code}"
        how = signalled if code < 0 else f"ended with status {code}"
        return ChildProcessError(f"a process that played games {how}; there is no report")


@contextmanager
def worker_processes(size: int, work: Work, *given: object) -> Iterator[list[Worker]]:
    """Start so many processes, each at `work(line, *given)`; end them however the block is left."""
    workers, context = list[Worker](), get_context("spawn")
    try:
        with _interrupts_ignored():
            for _ in range(size):
                ours, theirs = context.Pipe()
                process = context.Process(target=work, args=(theirs, *given), daemon=True)
                process.start()
                theirs.close()  # or else we would not notice that the other end is closed
                workers.append(Worker(process, ours))
        yield workers
    finally:
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join()
            worker.process.close()
            worker.line.close()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes begun now leave Ctrl-C to us: an ignored signal is inherited."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
