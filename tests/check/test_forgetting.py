"""A rulebook that remembers its answers forgets them when its table is changed."""

from pathlib import Path

from ludex.check.rulebooks import rulebook_of
from ludex.registry import load
from ludex.study.coverage.tables import Tables

RULES = '''
"""Walk."""

from functools import cache

from ludex.kernel import Event, Game, Guards, Start

NEXT = {1: 2, 2: 3}


@cache
def after(s: int) -> int:
    return NEXT.get(s, 1)


class Go(Event[int]):
    """Go on."""

    def guards(self, s: int) -> Guards:
        yield s < 9 or "too far"

    def apply(self, s: int) -> int:
        return after(s)


game: Game[int] = Game(
    name="walk", title="Walk", summary="Walk.", start=Start.fixed(1), events=(Go,),
    outcome=lambda _: None, text=str,
)
'''


def test_what_was_remembered_is_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "walk.py"
    path.write_text(RULES)
    game = load(str(path))
    tables = Tables(rulebook_of(game))
    go = game.moves(1)[0]
    assert game.after(1, go) == 2
    with tables.changed("NEXT", {1: 7, 2: 3}):
        assert game.after(1, go) == 7
    assert game.after(1, go) == 2
