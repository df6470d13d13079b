"""The sandbox: a program runs in it with limits, apart from the rest of the machine."""

from ludex.sandbox.limits import Limits
from ludex.sandbox.namespaces import Isolation, Site
from ludex.sandbox.process import (
    Failed,
    ProcessEnd,
    RunResult,
    SupervisedProcess,
    TooLate,
    TooMuch,
    printable,
)
from ludex.sandbox.run import SandboxedProcess, run_sandboxed
from ludex.sandbox.scratch import scratch_folder
from ludex.sandbox.selection import choose_isolation

__all__ = [
    "Failed",
    "Isolation",
    "Limits",
    "ProcessEnd",
    "RunResult",
    "SandboxedProcess",
    "Site",
    "SupervisedProcess",
    "TooLate",
    "TooMuch",
    "choose_isolation",
    "printable",
    "run_sandboxed",
    "scratch_folder",
]
