"""Leagues: who meets whom, who has lost, what is kept, and what the ratings say."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foreign_programs import FIRST, program
from ludex.bots import random_bot
from ludex.jobs.errors import JobError
from ludex.kernel import Unreadable
from ludex.players.finder import find_player
from ludex.players.league.files import Folder, LeagueGame
from ludex.players.league.game import played
from ludex.players.league.pairing import ArrangedGame, round_robin, swiss_round
from ludex.players.league.run import Entrants, League, jobs_of, playing
from ludex.players.league.standings import page, points_of, standings
from ludex.registry import load
from playing import ROOT

TIC_TAC_TOE = load(str(ROOT / "examples" / "tic_tac_toe.py"))


def entrants(players: dict[str, str], game: Any = TIC_TAC_TOE) -> Entrants:
    return Entrants(game, game.start(), players, seed=5, seconds=5.0)


def whole(league: League, deals: int) -> list[LeagueGame]:
    play = playing(league.entrants)
    return [*league.play(deals, None, lambda jobs: map(play, jobs))]


# -- who meets whom ------------------------------------------------------------------------


def test_everybody_meets_everybody_in_both_seats_on_the_same_deals() -> None:
    three = entrants({"a": "random", "b": "random", "c": "random"})
    jobs = [*jobs_of(three, round_robin(3, 2, 4))]
    assert len(jobs) == 3 * 2 * 4
    assert Counter(job.players for job in jobs) == dict.fromkeys(
        [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")], 4
    )
    assert {job.deal for job in jobs if job.players == ("a", "b")} == {1, 2, 3, 4}


def test_a_table_for_three_seats_every_three() -> None:
    assert [meeting.players for meeting in round_robin(4, 3, 1)] == [
        (0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3),
    ]  # fmt: skip


def test_alone_everybody_plays_the_same_deals() -> None:
    freecell = load("freecell")
    two = entrants({"a": "random", "b": "greedy"}, freecell)
    jobs = [*jobs_of(two, [ArrangedGame((0, 1), 0)])]
    assert [job.players for job in jobs] == [("a",), ("b",)]


def test_in_a_swiss_round_everybody_sits_once_and_one_rests_when_odd() -> None:
    for players in range(2, 10):
        met: dict[frozenset[int], int] = {}
        rested = [0] * players
        for number in range(players - 1 + players % 2):
            points = [float((7 * one + number) % 5) for one in range(players)]
            pairs, bye = swiss_round(number, points, met, rested)
            seated = [one for pair in pairs for one in pair]
            assert sorted([*seated, *([] if bye is None else [bye])]) == [*range(players)], players
            assert (bye is None) == (players % 2 == 0), players
            if bye is not None:
                rested[bye] += 1
            for pair in pairs:
                met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
        assert max(rested) - min(rested) <= 1, players


def test_a_swiss_round_lets_the_best_meet_whom_they_have_not_met() -> None:
    met = {frozenset({0, 1}): 1, frozenset({2, 3}): 1}
    pairs, _ = swiss_round(1, [3, 3, 1, 0], met, [0] * 4)
    assert pairs == [(0, 2), (1, 3)]


# -- one game ------------------------------------------------------------------------------


def test_a_move_that_is_refused_loses_and_says_the_rule() -> None:
    def stubborn(view: Any, dice: Any) -> Any:
        del view, dice
        return TIC_TAC_TOE.read("mark(1)")

    ended = played(TIC_TAC_TOE, TIC_TAC_TOE.start(), (stubborn, random_bot), 1, 5.0)
    assert ended.fault is not None
    assert (ended.fault.seat, ended.fault.kind) == (0, "illegal")
    assert ended.fault.text == "mark(1) is refused: cell 1 is taken"
    assert ended.winners == (1,)
    assert len(ended.events) == 2


def test_who_is_too_slow_or_fails_has_lost() -> None:
    def endless(view: Any, dice: Any) -> Any:
        while True:
            pass

    def broken(view: Any, dice: Any) -> Any:
        return 1 // 0

    late = played(TIC_TAC_TOE, TIC_TAC_TOE.start(), (random_bot, endless), 1, 0.2)
    assert late.fault is not None
    assert (late.fault.seat, late.fault.kind) == (1, "time")
    failed = played(TIC_TAC_TOE, TIC_TAC_TOE.start(), (broken, random_bot), 1, 5.0)
    assert failed.fault is not None
    assert failed.fault.text.startswith("ZeroDivisionError: ")


@pytest.mark.usefixtures("trusted_players")
def test_programs_are_told_every_move_since_their_last(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    answer = f'open({str(heard)!r}, "a").write(" ".join(told) + "\\n"); told = []; {FIRST}'
    mine = find_player(TIC_TAC_TOE, f"cmd:{program(tmp_path, answer)}")
    other = find_player(TIC_TAC_TOE, f"cmd:{program(tmp_path, FIRST, 'other')}")
    assert not isinstance(mine, Unreadable)
    assert not isinstance(other, Unreadable)
    played(TIC_TAC_TOE, TIC_TAC_TOE.start(), (mine, other), 1, 5.0)
    first, second, *_ = heard.read_text().splitlines()
    assert (first, second) == ("", "1 mark(1) 2 mark(2)")


# -- what is kept --------------------------------------------------------------------------


def test_a_league_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    settings = {"game": "tic-tac-toe", "seed": 5}
    folder = Folder.opened(tmp_path / "league", settings)
    assert isinstance(folder, Folder)
    two = entrants({"a": "random", "b": "greedy"})
    at_once = whole(League(two, None), 3)
    begun = League(two, folder)
    play = playing(two)
    games = begun.play(3, None, lambda jobs: map(play, jobs))
    for _ in range(3):
        next(games)
    del folder, begun, games  # it was stopped
    with (tmp_path / "league" / "games.jsonl").open("a") as cut:
        cut.write('{"round": 2, "de')
    again = Folder.opened(tmp_path / "league", settings)
    assert isinstance(again, Folder)
    assert len(again.games) == 3
    rest = whole(League(two, again), 3)
    assert len(rest) == 3
    assert [_result(game) for game in again.games] == [_result(one) for one in at_once]


def _result(game: LeagueGame) -> LeagueGame:
    return replace(game, seconds=(), script="")


def test_every_game_is_a_script_that_runs(tmp_path: Path) -> None:
    folder = Folder.opened(tmp_path, {})
    assert isinstance(folder, Folder)
    whole(League(entrants({"a": "random", "b": "random"}), folder), 1)
    lines = (tmp_path / folder.games[0].script).read_text().splitlines()
    events = [TIC_TAC_TOE.read(line) for line in lines if not line.startswith("--")]
    s = TIC_TAC_TOE.start()
    for event in events:
        assert not isinstance(event, Unreadable)
        s = TIC_TAC_TOE.after(s, event)
    assert TIC_TAC_TOE.outcome(s) is not None


def test_another_league_in_the_folder_is_told(tmp_path: Path) -> None:
    Folder.opened(tmp_path / "a", {"seed": 1})
    other = Folder.opened(tmp_path / "a", {"seed": 2})
    assert isinstance(other, Unreadable)
    assert "contains another league (seed: 1, not 2)" in str(other)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "letter").write_text("dear")
    taken = Folder.opened(tmp_path / "b", {})
    assert isinstance(taken, Unreadable)
    assert "is not empty" in str(taken)


# -- ratings -------------------------------------------------------------------------------


def test_a_league_is_played_by_one_at_a_time(tmp_path: Path) -> None:
    settings = {"seed": 1}
    first = Folder.opened(tmp_path / "league", settings)
    assert isinstance(first, Folder)
    second = Folder.opened(tmp_path / "league", settings)
    assert isinstance(second, Unreadable)
    assert "another command is playing" in str(second)
    del first
    assert isinstance(Folder.opened(tmp_path / "league", settings), Folder)


def kept(players: tuple[str, ...], winners: tuple[str, ...], **more: Any) -> LeagueGame:
    usual: dict[str, Any] = {
        "round": 1, "deal": 1, "scores": (), "fault": None,
        "moves": (1,) * len(players), "seconds": (0.0,) * len(players),
    }  # fmt: skip
    return LeagueGame(players=players, winners=winners, **{**usual, **more})


def test_points_are_shared_and_a_lost_solitaire_has_none() -> None:
    assert points_of(kept(("a", "b"), ("b",))) == (0.0, 1.0)
    assert points_of(kept(("a", "b"), ("a", "b"))) == (0.5, 0.5)
    assert points_of(kept(("a", "b"), ())) == (0.5, 0.5)
    assert points_of(kept(("a",), ())) == (0.0,)


def test_alone_the_same_deals_are_compared() -> None:
    games = [kept(("a",), ("a",)), kept(("b",), ()), kept(("a",), (), deal=2)]
    first, second = standings(["b", "a"], games)
    assert (first.name, first.won, first.lost) == ("a", 1, 1)
    assert (second.name, second.won, second.lost) == ("b", 0, 1)


def test_the_page_shows_names_as_they_are_and_runs_nothing() -> None:
    fault = {"player": "<b>", "kind": "illegal", "text": "<script>alert(1)</script>"}
    games = [kept(("<b>", "a"), ("a",), fault=fault)]
    shown = page("A league", standings(["<b>", "a"], games), games)
    assert "&lt;script&gt;" in shown
    assert "<script" not in shown
    assert "<b>" not in shown


# -- as a table ----------------------------------------------------------------------------


def test_games_are_streamed_as_parquet_and_made_again_from_their_lines(
    tmp_path: Path,
) -> None:
    pytest.importorskip("pyarrow")
    from ludex.jobs.results import gathered
    from ludex.players.league.parquet import GAMES, GameTable

    settings = {"game": "tic_tac_toe", "seed": 5}
    two = entrants({"a": "random", "b": "random"})
    folder = Folder.opened(tmp_path / "l", settings)
    assert isinstance(folder, Folder)
    league, total = League(two, folder), 2 * 30
    streamed = GameTable(folder, settings, 2, total)
    play = playing(two)
    games = league.play(30, None, lambda jobs: map(play, jobs))
    for _ in range(20):
        next(games)
        streamed.catch_up()
    parts = folder.path / f"{GAMES}.parts"
    assert len([*parts.glob("*.parquet")]) == 20 // 3
    (begun,) = gathered([folder.path])
    assert (begun.rows, begun.chunks, begun.of) == (18, 6, 20)
    streamed.close()

    (parts / "000002.parquet").unlink()
    streamed = GameTable(folder, settings, 2, total)
    assert len([*parts.glob("*.parquet")]) == 6
    for _ in games:
        streamed.catch_up()
    streamed.close()
    (whole,) = gathered([folder.path])
    assert (whole.rows, whole.chunks, whole.of) == (60, 20, 20)
    assert not parts.exists()
    won = Counter(game.winners[0] for game in league.games if len(game.winners) == 1)
    assert won["a"] == whole.values["outcome"]["a wins"]
    assert won["b"] == whole.values["outcome"]["b wins"]


def test_a_full_disk_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder.opened(tmp_path / "l", {})
    assert isinstance(folder, Folder)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Folder, "_write", staticmethod(full))
    league = League(entrants({"a": "random", "b": "random"}), folder)
    with pytest.raises(JobError, match=r"No space left on device; 0 are saved, and the"):
        whole(league, 1)
