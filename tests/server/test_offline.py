"""Puzzles that are taken along: what the browser looks up is what the rulebook says."""

import gzip
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from starlette.requests import Request

from ludex.kernel import SOLO
from ludex.registry import companion_of, load, played
from ludex.server.cached_responses import CachedResponse, respond_with
from ludex.server.game_list import OfferedGame, game_list
from ludex.server.offline import DAYS, EACH, offline_puzzles, reachable_positions
from ludex.table import looks_of, scene_of

TODAY = date(2026, 11, 17)
WITH_PUZZLES = [game.name for game in played() if companion_of(game).puzzles]


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_position_has_the_moves_of_the_rulebook_and_its_end(name: str) -> None:
    game, puzzles = load(name), companion_of(load(name)).puzzles
    assert puzzles is not None
    for some in puzzles.packs().values():
        start = some[0].start
        found: Any = reachable_positions(game, start)
        assert found is not None
        states = {0: start}
        for number, position in enumerate(found):
            state = states[number]
            outcome = game.outcome(state)
            won = None if outcome is None else SOLO in outcome.winners
            assert position["won"] is won
            shown = {z.key for z in scene_of(game, state, SOLO).zones if z.pieces}
            assert position["pieces"].keys() == shown
            moves = {(a, b): after for a, b, after in position["moves"]}
            legal = {
                (g.pick, g.drop): event
                for event in game.moves(state)
                if (g := looks_of(game).gesture(state, event)).drop is not None
            }
            assert moves.keys() == legal.keys()
            for way, event in legal.items():
                states.setdefault(moves[way], game.after(state, event))
                assert states[moves[way]] == game.after(state, event)
        assert any(position["won"] for position in found), "a puzzle can be won"


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_level_is_taken_along(name: str) -> None:
    kept: Any = offline_puzzles(game_list(), game_list()[name], TODAY)
    assert len(kept["packs"]) == 5
    assert {len(pack["puzzles"]) for pack in kept["packs"]} == {EACH}


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_the_puzzles_of_the_next_days_are_those_that_everybody_will_have(
    name: str,
) -> None:
    puzzles = companion_of(load(name)).puzzles
    assert puzzles is not None
    assert puzzles.daily is not None
    days: Any = offline_puzzles(game_list(), game_list()[name], TODAY)["days"]
    assert [day["date"] for day in days[:2]] == ["2026-11-17", "2026-11-18"]
    assert len(days) == DAYS
    for i, day in enumerate(days):
        puzzle = puzzles.daily(TODAY.toordinal() + i)
        assert (day["id"], day["level"]) == (puzzle.id, puzzle.level)
    assert days[0]["positions"] == reachable_positions(
        load(name), puzzles.daily(TODAY.toordinal()).start
    )


def test_puzzles_that_come_in_no_packs_are_not_taken_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = WITH_PUZZLES[0]
    puzzles = companion_of(load(name)).puzzles
    assert puzzles is not None
    bare = replace(puzzles, packs=dict, daily=None)
    offered = OfferedGame(load(name))
    monkeypatch.setattr(offered, "puzzles", bare)
    kept = offline_puzzles(game_list(), offered, TODAY)
    assert (kept["places"], kept["packs"], kept["days"]) == ([], [], [])


def test_what_many_ask_for_is_sent_packed_to_those_who_can_unpack_it() -> None:
    body = b"a position and its moves, " * 100
    head = [(b"accept-encoding", b"br, gzip")]
    packed = respond_with(CachedResponse(body), Request({"type": "http", "headers": head}))
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(bytes(packed.body)) == body
    better = respond_with(
        CachedResponse(body, brotli=b"less"), Request({"type": "http", "headers": head})
    )
    assert (better.headers["content-encoding"], better.body) == ("br", b"less")
    plain = respond_with(CachedResponse(body), Request({"type": "http", "headers": []}))
    assert ("content-encoding" in plain.headers, plain.body) == (False, body)
