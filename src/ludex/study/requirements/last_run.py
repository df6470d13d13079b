"""The marked tests and their results in the last full run, which come with the documents of games.

Who installs Ludex has no tests; the matrix shows these then. `tools/keep_results.py` writes them anew.
"""

import json
from collections.abc import Sequence

from ludex.kernel import AnyGame
from ludex.language.document import document_of
from ludex.study.requirements.markers import MarkedTest
from ludex.study.requirements.pytest_plugin import HOW, Results


def marks_of_last_run(game: AnyGame) -> tuple[MarkedTest, ...]:
    """Return the tests of the last run, with the requirements that they are marked with."""
    results = document_of(game).last_run()
    return tuple(MarkedTest(test, name) for test, one in results.items() for name in one["marks"])


def kept_text(game: str, marks: Sequence[MarkedTest], results: Results) -> str:
    """Return the file for a game: its marked tests that were run, on a line each."""
    own = [one for one in marks if one.names.startswith(f"{game}.") and one.test in results]
    stored = {
        test: {
            "marks": [one.names for one in own if one.test == test],
            **{how: results[test][how] for how in HOW},
        }
        for test in sorted({one.test for one in own})
    }
    lines = ",\n".join(f"{json.dumps(test)}: {json.dumps(one)}" for test, one in stored.items())
    return f"{{\n{lines}\n}}\n"
