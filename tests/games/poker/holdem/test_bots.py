"""A player of hold'em whom nobody would laugh at, and those it is measured against."""

from collections import Counter
from typing import Any

import pytest

from holdem_tables import play, table
from ludex.bots import view_of
from ludex.games.poker.equity.ranges import ALL_HOLES, KINDS, kind_of
from ludex.games.poker.holdem.bots import showdowns
from ludex.games.poker.holdem.bots.player import player
from ludex.games.poker.holdem.bots.preflop import solved
from ludex.games.poker.holdem.bots.starting_hands import places, ways
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.options import Limit
from ludex.games.poker.holdem.rules.state import State
from ludex.games.poker.rules.evaluator import rank
from ludex.games.poker.rules.notation import cards
from ludex.kernel import Dice, Unreadable
from ludex.players.match import play_deal
from ludex.players.opponents import best_of, find_bot


def done(script: str, *stacks: int, times: int = 8, **options: Any) -> Counter[str]:
    """What the player does after a script, as often as it does it."""
    s = play(table(*(stacks or (200, 200)), **options), script).state
    view = view_of(game, s, game.turn(s))
    return Counter(str(player(view, Dice(seed))) for seed in range(times))


def kind(name: str) -> int:
    return KINDS.index(name)


def test_there_are_169_kinds_of_hands_and_aces_are_the_best() -> None:
    assert len({*KINDS}) == 169
    assert sum(map(ways, range(169))) == 1326
    assert [KINDS[kind_of(*cards(two))] for two in ("AsAh", "7c2d", "2s7s")] == [
        "AA",
        "72o",
        "72s",
    ]
    assert min(range(169), key=places().__getitem__) == kind("AA")
    assert places()[kind("AKs")] < places()[kind("KQs")] < places()[kind("72o")]


def test_short_stacks_play_the_solved_game() -> None:
    # With ten big blinds 58.3 % of hands go all in and 37.3 % call, as is well known.
    for act, part in (("push", 0.583), ("call", 0.373)):
        often = sum(solved(act, 1, 10, k) * ways(k) for k in range(169)) / 1326
        assert often == pytest.approx(part, abs=0.005)
    assert solved("push", 1, 10, kind("22")) == 1
    assert solved("push", 1, 10, kind("72o")) == 0
    assert done("deal_holes(Ks2hAc9d)", 16, 16) == {"raise_to(16)": 8}
    assert done("deal_holes(7c2dAc9d)", 24, 24) == {"fold": 8}
    assert done("deal_holes(7c2dAcKd) raise_to(20)", 20, 20) == {"call": 8}
    assert done("deal_holes(AcKd7c2d) raise_to(20)", 20, 20) == {"fold": 8}


def test_deep_stacks_are_not_shoved() -> None:
    for hole in ("AsAh", "Kd4d", "7c2d", "QsJs"):
        found = done(f"deal_holes({hole}9c9d)")
        assert {*found} <= {"raise_to(5)", "fold"}
    assert done("deal_holes(AsAh9c9d)") == {"raise_to(5)": 8}
    assert done("deal_holes(7c2d9c9d)") == {"fold": 8}


def test_a_shove_is_called_with_good_cards_alone() -> None:
    assert done("deal_holes(KsKhQcQd) raise_to(200)") == {"call": 8}
    assert done("deal_holes(KsKhJd8d) raise_to(200)") == {"fold": 8}


RIVER = "call check deal_board(JdTd2c) check check deal_board(5h) check check "


def test_the_nuts_are_bet_by_the_pot_and_not_by_the_stack() -> None:
    found = done(f"deal_holes(AhKh9c9d) {RIVER} deal_board(Qs) check", button=1)
    assert {*found} <= {"bet(2)", "bet(3)", "bet(4)"}


def test_middle_pair_does_not_call_fifty_times_the_pot() -> None:
    found = done(f"deal_holes(Tc9cAhKs) {RIVER} deal_board(6s) bet(196)", button=1)
    assert found == {"fold": 8}


@pytest.mark.parametrize("hole", ["9h2s", "6d4d"])
def test_a_pair_below_the_ace_does_not_call_fifteen_times_the_pot(hole: str) -> None:
    script = "raise_to(4) call deal_board(Ad6s9c) bet(4)"
    assert done(f"deal_holes(KcQd{hole}) {script} raise_to(196)") == {"fold": 8}
    assert "fold" not in done(f"deal_holes(KcQdAh9d) {script} raise_to(196)")
    assert "fold" not in done(f"deal_holes(KcQd{hole}) {script} raise_to(8)")


def test_what_is_beaten_is_mucked() -> None:
    script = f"deal_holes(7c8cAhKs) {RIVER} deal_board(6s) check check show"
    assert done(script, times=1) == {"muck": 1}
    script = f"deal_holes(AcJcAhKs) {RIVER} deal_board(6s) check check show"
    assert done(script, times=1) == {"show": 1}


@pytest.mark.parametrize("board", ["KsTd2c", "Ks9s2s", "7h7d2c5c", "AsKsQsJs2d"])
def test_the_others_cards_change_nothing(board: str) -> None:
    # Two states that differ in what is hidden: the same dice decide the same.
    flop, *rest = board[:6], *(board[i : i + 2] for i in range(6, len(board), 2))
    script = f"raise_to(5) call deal_board({flop}) " + "".join(
        f"check check deal_board({card}) " for card in rest
    )
    for hidden in ("3c4c", "8h8d", "TsTh"):
        found = done(f"deal_holes({hidden}Ah9h) {script}", times=4)
        assert found == done(f"deal_holes(5d6hAh9h) {script}", times=4)


def test_the_work_tells_nothing_about_the_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worked: list[int] = []
    ranked = showdowns.ranks

    def counted(board: tuple[int, ...], holes: list[int]) -> list[int]:
        worked.append(len(holes))
        return ranked(board, holes)

    monkeypatch.setattr(showdowns, "ranks", counted)
    seen = set()
    for hole in ("AsAh", "7c2d", "KdQd"):
        for script in ("", "call check deal_board(Js8s3h) check"):
            worked.clear()
            done(f"deal_holes({hole}9c9d) {script}", times=1)
            seen.add((script, tuple(worked)))
    assert len(seen) == 2


def test_hands_are_ranked_as_the_evaluator_ranks_them() -> None:
    for text in ("AsKd7h7c2d", "AsKs7s7c2d", "AsKs7s3s2d", "9h8h7h6h5h"):
        board = cards(text)
        free = [k for k, hole in enumerate(ALL_HOLES) if not {*hole} & {*board}]
        right = [rank((*ALL_HOLES[k], *board)) for k in free]
        assert showdowns.ranks(tuple(board), free) == right


@pytest.mark.parametrize("seats", [2, 6, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("limit", Limit)
def test_whole_hands_are_played_by_the_rules(seats: int, limit: Limit) -> None:
    start: State = table(*[60] * seats, limit=limit).state
    regular = find_bot(game, "best")
    others = [find_bot(game, name) for name in ("raiser", "caller", "all-in", "timid")]
    assert not isinstance(regular, Unreadable)
    for other in others:
        assert not isinstance(other, Unreadable)
        for deal in play_deal(game, start, (regular, other), 5):
            assert sum(deal.scores) == 0


def test_it_is_the_best_and_its_hints_tell_the_chances() -> None:
    from ludex.players.advice import advisor_for, source_of

    assert best_of(game) == "regular"
    assert source_of(game) == "the bot regular"
    s = play(table(200, 200), "deal_holes(KsKh9c9d) raise_to(200)").state
    hint = advisor_for(game).hint(view_of(game, s, game.turn(s)), Dice(1))
    assert hint is not None
    assert "a call pays from 50 % on." in hint.why
