"""Why, over the wire: all guards of an event, by what the asker sees, while the table goes on."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ludex.server.game_list import GameList
from ludex.server.workers import process
from ludex.table.sentence_data import unpacked
from serving import QUICK, Server, server, two

ENDLESS = '''
"""A game with a guard that never answers."""
from time import sleep
from typing import Annotated, NamedTuple
from ludex.kernel import Event, Game, Guards, Seat, Speed, Start, Whole

class State(NamedTuple):
    number: int = 0

class Count(Event[State]):
    """Count on by `step`."""
    step: Annotated[int, Whole(1, 9)]
    def guards(self, s: State) -> Guards:
        while self.step == 7:
            sleep(1)
        yield self.step < 5 or "that is too much"
    def apply(self, s: State) -> State:
        return State(s.number + self.step)

game = Game(
    name="counting", title="Counting", summary="Count.", players=(1, 1),
    start=Start.fixed(State()), events=(Count,), turn=lambda s: Seat(0),
    outcome=lambda s: None, text=lambda s: str(s.number),
    speed=Speed(candidates=lambda s: [Count(1)]),
)
'''


def test_a_refused_event_is_explained_guard_by_guard(web: Server) -> None:
    board = "NP.Q/.R.B/K.N./.P.."
    with web.table(game="chess-solitaire", position=board) as me:
        me.see()
        me.send("explain", event="move_and_capture(1,1,2,4)")
        found = me.hear("explained")
    assert not found["legal"]
    assert found["verdict"]["code"] == "why_refused"
    assert found["verdict"]["values"]["number"] == 7
    standings = [guard["standing"] for guard in found["guards"]]
    assert standings == ["held"] * 6 + ["failed", "undefined"]
    failed = found["guards"][6]
    assert failed["said"]["code"] == failed["code"] == "invalid_move"
    assert failed["place"].startswith("events.py:")
    assert ["piece", "N"] in failed["terms"]
    assert (found["text"], found["position"]) == ("", None)


def test_a_legal_event_tells_what_it_would_do_and_does_nothing(web: Server) -> None:
    board = "NP.Q/.R.B/K.N./.P.."
    with web.table(game="chess-solitaire", position=board) as me:
        seq = me.see()["seq"]
        me.send("explain", event=" move_and_capture(1,4,1,2) ")
        found = me.hear("explained")
        assert found["legal"]
        assert found["position"] == "NQ../.R.B/K.N./.P.."
        assert "NQ.." in str(unpacked(found["text"]))
        me.send("explain", event="move_and_capture(1,4,1,2)", seq=seq + 1)
        assert me.hear("refusal")["stale"]
        assert me.see()["seq"] == seq
        assert me.table["assisted"] is False


def test_a_refused_drop_names_the_event_that_was_meant(web: Server) -> None:
    with web.table(game="freecell", deal=617) as me:
        me.see()
        me.send("why", pick="KS", drop="column:7")
        refusal = me.hear("refusal")
        assert refusal["site"]["event"] == refusal["event"].partition("(")[0]
        me.send("explain", event=refusal["event"])
        found = me.hear("explained")
        assert found["verdict"]["values"]["reason"]["code"] == refusal["said"]["code"]


@pytest.mark.parametrize(
    ("event", "answer"),
    [
        ("castle(1)", "no event 'castle'."),
        ("", "Type why and an event."),
        ("x" * 500, "that is too long to be an event."),
        ("undo", "undo moves back or forward in the game: it has no conditions."),
    ],
)
def test_what_is_no_event_is_refused_in_a_sentence(web: Server, event: str, answer: str) -> None:
    with web.table(game="freecell", deal=1) as me:
        me.see()
        me.send("explain", event=event)
        assert me.hear("refusal")["text"] == answer
        me.send("explain", event=5)
        assert me.hear("refusal")["text"] == "There is no such message."


def test_the_two_seats_are_told_what_they_see_and_no_more(web: Server) -> None:
    with two(web, game="holdem", options={"players": "2"}) as (one, other):
        live = web.live(one.made["table"])
        game, state = live.game, live.now.state
        whose = {1: one, 2: other}
        mover = whose[one.table["turn"]]
        waiter = other if mover is one else one
        event = next(e for e in mover.events if e.startswith(("call", "check")))
        for player in (mover, waiter):
            player.send("explain", event=event)
        mine, theirs = mover.hear("explained"), waiter.hear("explained")
        assert mine["legal"]
        assert not theirs["legal"]
        assert theirs["verdict"]["values"]["reason"]["code"] == "not_your_turn"
        hands = [*map(str, state.holes[live.now.turn])]
        assert all(card in json.dumps(mine, ensure_ascii=False) for card in hands)
        assert not any(card in json.dumps(theirs, ensure_ascii=False) for card in hands)
        assert game.name == "holdem"


def test_who_looks_on_is_told_nothing(web: Server) -> None:
    made = web.post("/api/tables", {"game": "freecell", "deal": 1})
    watch = made["watch"].split("#")[1]
    with web.player(made["table"], watch) as onlooker:
        onlooker.see()
        onlooker.send("explain", event="move_game_to_free(0,0)")
        assert onlooker.hear("refusal")["text"] == "You are watching."


def test_a_guard_that_never_answers_is_stopped_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "GRACE", 0.1)
    (tmp_path / "counting.py").write_text(ENDLESS)
    games = GameList([str(tmp_path / "counting.py")])
    database = f"sqlite:///{tmp_path}/t.db"
    quickly = replace(QUICK, advice_seconds=1.0)
    with (
        server(database, quickly, games=games) as web,
        web.table(game="counting") as me,
    ):
        me.see()
        me.send("explain", event="count(7)")
        me.act("count(1)")  # nobody waits for the guard
        me.send("explain", event="count(2)")
        replaced = me.hear("refusal")  # the newer question takes its place
        assert (replaced["to"], replaced["stale"]) == ("explain", True)
        assert me.hear("explained")["event"] == "count(2)"
        me.send("explain", event="count(7)")
        assert me.hear("refusal")["text"] == "No answer was found in time."
        me.send("explain", event="count(6)")
        found = me.hear("explained")
        assert not found["legal"]
        assert found["guards"][0]["said"] == "that is too much"
