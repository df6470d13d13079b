"""The sandbox: it runs a program with limits, isolated from the rest of the machine."""

from ludex.sandbox.limits import Limits
from ludex.sandbox.namespaces import Isolation, Site
from ludex.sandbox.process import (
    Failed,
    OutputTooLarge,
    ProcessEnd,
    RunResult,
    SupervisedProcess,
    TimedOut,
    printable,
)
from ludex.sandbox.run import SandboxedProcess, run_sandboxed
from ludex.sandbox.scratch import scratch_folder
from ludex.sandbox.selection import choose_isolation

__all__ = [
    "Failed",
    "Isolation",
    "Limits",
    "OutputTooLarge",
    "ProcessEnd",
    "RunResult",
    "SandboxedProcess",
    "Site",
    "SupervisedProcess",
    "TimedOut",
    "choose_isolation",
    "printable",
    "run_sandboxed",
    "scratch_folder",
]
