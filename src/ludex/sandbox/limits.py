"""The limits of a program."""

from dataclasses import dataclass

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one run; what is counted by the process holds for each process of a program."""

    seconds: float = 10.0
    """By the clock on the wall, from start to end; interactively for each answer."""

    cpu: float = 10.0
    """Of the processor, for each process."""

    memory: int = 512 * MEGABYTE
    """Bytes of data, for each process; and of memory, for all of them together."""

    processes: int = 64
    """Processes and threads at once."""

    files: int = 128
    """Open at once."""

    output: int = 16 * MEGABYTE
    """Bytes that are printed, and bytes of a file that is written."""

    disk: int = 64 * MEGABYTE
    """Bytes of all files in a place that can be written to, behind walls."""
