"""On small boards the solver agrees with trying everything, whatever the rules.

The brute force knows no safe play, no order of columns and no runs: only single cards.
"""

from hypothesis import event, given, settings
from hypothesis import strategies as st

from games.freecell.freecell_brute_force import start_of, successors
from ludex.games.freecell.rules.deals import Board
from ludex.games.freecell.rules.options import Building, Rules, Spaces
from ludex.games.freecell.solver import Impossible, Solved, solve
from ludex.kernel.dice import Dice
from ludex.parts.cards import Card, Rank, Suit


def is_winnable(board: Board, rules: Rules) -> bool | None:
    """By trying everything; None when that is too much."""
    start = start_of(board)
    seen, waiting = {start}, [start]
    while waiting:
        s = waiting.pop()
        if sum(s[2]) == rules.cards:
            return True
        for new in successors(s, rules):
            if new not in seen:
                seen.add(new)
                waiting.append(new)
        if len(seen) > 20_000:
            return None
    return False


@st.composite
def endgames(draw: st.DrawFn) -> tuple[Board, Rules]:
    """Boards of a few cards; they come from no game, which makes them nastier."""
    rules = Rules(
        columns=4,
        cells=draw(st.integers(0, 1)),
        packs=draw(st.integers(1, 2)),
        building=draw(st.sampled_from(Building)),
        spaces=draw(st.sampled_from(Spaces)),
    )
    homes = [13] * rules.homes
    for _ in range(draw(st.integers(10, 22))):
        i = draw(st.integers(0, rules.homes - 1))
        homes[i] = max(homes[i] - 1, 0)
    rest = [
        Card(Suit(i % 4), rank, i // 4)
        for i, home in enumerate(homes)
        for rank in Rank
        if rank > home
    ]
    Dice(draw(st.integers(0, 1 << 64))).shuffle(rest)
    columns = tuple(tuple(rest[i::4]) for i in range(4))
    return Board(columns, (None,) * rules.cells, tuple(homes)), rules


@settings(max_examples=60, deadline=None)
@given(endgames())
def test_small_boards_are_judged_as_by_brute_force(case: tuple[Board, Rules]) -> None:
    board, rules = case
    winnable = is_winnable(board, rules)
    event(f"winnable: {winnable}")
    if winnable is not None:
        assert isinstance(solve(board, rules), Solved if winnable else Impossible)


def test_of_two_equal_cards_the_one_that_frees_more_goes_home() -> None:
    """Two kings of diamonds wait for one home: to send just either is no safe play.

    Only the one above the nine of hearts may go, for the nine is what all wait for.
    """
    rules = Rules(columns=4, cells=0, packs=2, spaces=Spaces.KINGS)
    words = ("KS TH QH", "JH QD KH", "KS KD", "9H KD")
    columns = tuple(tuple(filter(None, map(Card.parse, w.split()))) for w in words)
    board = Board(columns, (), (12, 13, 13, 11, 12, 8, 13, 12))
    assert isinstance(solve(board, rules), Solved)
