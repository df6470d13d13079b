"""The limits of a program."""

from dataclasses import dataclass

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one run; limits for a process apply to each process of a program."""

    seconds: float = 10.0
    """Seconds of real time from start to end; interactively, for each answer."""

    cpu: float = 10.0
    """Seconds of processor time for each process."""

    memory: int = 512 * MEGABYTE
    """Bytes of data, for each process; and of memory, for all of them together."""

    processes: int = 64
    """Processes and threads at once."""

    files: int = 128
    """Open files at once."""

    output: int = 16 * MEGABYTE
    """Bytes of output, and bytes of each written file."""

    disk: int = 64 * MEGABYTE
    """Bytes of all files in a writable folder, in a sandbox with namespaces."""
