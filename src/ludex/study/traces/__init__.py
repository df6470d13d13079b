"""Traces: a pattern of events, every instance of it run, equal results folded.

    start_game ; move_and_capture(*,*,*,*){1,2} ; undo?

`parse(game, text)` reads a pattern, `size` says how many instances it has, `run_pattern` runs them.
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
