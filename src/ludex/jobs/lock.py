"""A file for one process at a time."""

from typing import IO, Any


def lock(file: IO[Any]) -> bool:
    """Lock an open file until it is closed; False when another process has it."""
    try:
        import fcntl
    except ImportError:  # not a POSIX system
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True
