"""Fresh scripts for other people's programs: they reach every rule of the source."""

import pytest

from ludex.registry import load
from ludex.study.coverage import NamedScript, Refused, Together, measure_scripts
from ludex.study.coverage.survey import survey
from ludex.study.grade.generation import PLAN, generate_scripts


@pytest.mark.slow
def test_generated_scripts_reach_every_guard_and_pair_with_events_of_the_source_alone() -> None:
    game = load("chess-solitaire")
    start = game.start()
    known = survey(game, start, PLAN.effort)
    made = generate_scripts(game, start, 1, seed=1)
    assert not any(event.beyond_source for script in made for event in script)
    named = [NamedScript(str(i), one) for i, one in enumerate(made)]
    met = {*measure_scripts(known.catalogue, start, named).met}
    wanted = {*known.reachable(beyond=False)}
    assert sum(isinstance(one, Together) for one in wanted) == 24
    assert sum(isinstance(one, Refused) for one in wanted) == 17
    assert wanted <= met
