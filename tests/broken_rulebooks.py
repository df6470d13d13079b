"""A rulebook as text, for tests that break it: one counts to six, and `made` adds to it."""

BASE = '''
from dataclasses import dataclass
from typing import Annotated, NamedTuple
from ludex.kernel import Event, Game, Outcome, Seat, Speed, Start, Whole, lost, won

class State(NamedTuple):
    n: int = 0

class Add(Event[State]):
    """Add one."""
    def guards(self, s):
        yield s.n < 6 or "that is enough"
    def apply(self, s):
        return State(s.n + 1)

def made(*events, **more):
    given = dict(
        name="bad", title="Bad", summary="Bad.", start=Start.fixed(State()),
        events=(Add, *events), text=str,
        outcome=lambda s: lost("six") if s.n >= 6 else None,
    )
    return Game(**(given | more))
'''
