"""Traces: run every instance of a pattern of events, and merge equal results.

    start_game ; move_and_capture(*,*,*,*){1,2} ; undo?

`parse(game, text)` reads a pattern, `size` counts its instances, `run_pattern` runs them.
"""

from ludex.study.traces.grammar import Pattern, Unparsable, parse, size
from ludex.study.traces.run import TracedPattern, TraceResult, run_pattern

__all__ = [
    "Pattern",
    "TraceResult",
    "TracedPattern",
    "Unparsable",
    "parse",
    "run_pattern",
    "size",
]
