"""The report on a compiled rulebook: the layout of its states, and the places that give a game
up."""

from typing import Any

from ludex.compile.rulebook.derive import Derived
from ludex.compile.rulebook.events import NOT_COMPILED
from ludex.compile.rulebook.shapes import Fixed, Record, describe, words


def report_of(derived: Derived, seconds: float) -> dict[str, Any]:
    """Return what `ludex compile` says, by name."""
    shape, engine = derived.shape, derived.engine
    assert isinstance(shape, Record)
    fields = dict(shape.fields)
    size = words(shape)
    return {
        "game": engine.game.name,
        "seconds": seconds,
        "words": size,
        "bytes": 8 * size,
        "scratch": engine.words - size - 2,
        "layout": {n: describe(s) for n, s in fields.items() if not isinstance(s, Fixed)},
        "constants": [name for name, each in fields.items() if isinstance(each, Fixed)],
        "actions": engine.actions,
        "chances": [plan.name for plan in derived.chances],
        "lines": len(derived.source.splitlines()),
        "functions": derived.source.count("\ndef "),
        "tables": derived.tabulated,
        "refused": dict(derived.refused),
        "traps": [
            f"{problem} ({site})"
            for site, problem in derived.traps
            if site.line and not problem.endswith(NOT_COMPILED)
        ],
    }
