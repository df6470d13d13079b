"""While others act: bots think beside the screen, pauses to look, what was said stays."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from threading import Event as Flag
from typing import Any

import pytest

from ludex.bots import View, find_bot
from ludex.bots.cancellation import Stopped, heed
from ludex.cli.terminal.services import make_services
from ludex.kernel import CHANCE, Dice, Event, History, Seat
from ludex.play.protocol.log import Header
from ludex.play.saved import Saved, read_saved
from ludex.play.seating import Sitting
from ludex.play.table import Table
from ludex.registry import load
from ludex.table import looks_of
from ludex.tui.background import in_background
from ludex.tui.table.recap import Weight, recap_line
from playing import ROOT
from terminal_table import LARGE, Player, game_header, named, played, sitting_at

TIC_TAC_TOE = str(ROOT / "tests" / "tui" / "without_a_scene.py")


def test_leaving_while_a_bot_thinks_is_prompt_and_writes_nothing(
    tmp_path: Path,
) -> None:
    async def script() -> None:
        thinks, goes_on = Flag(), Flag()

        def slow(view: View[Any], dice: Dice) -> Event[Any]:
            thinks.set()
            goes_on.wait(20)
            return view.legal[0]

        header = Header(TIC_TAC_TOE, 1, ("person", "random"), "")
        sat = make_services(tmp_path, 0, named(header)).sit(header)
        assert isinstance(sat, Sitting)
        table: Table = sat.table
        table.bots = {Seat(1): slow}
        async with sitting_at(tmp_path, sat) as player:
            player.app.simulate_key("1")
            await player.waits_for(thinks.is_set)
            player.app.simulate_key("u")
            await player.pilot.pause()
            assert player.said == "player 2 is thinking."
            began = time.perf_counter()
            player.app.simulate_key("q")
            await player.waits_for(lambda: not player.app.is_running)
            assert time.perf_counter() - began < 1  # it is far less when nobody else runs
        goes_on.set()
        await asyncio.sleep(0.1)
        (path,) = tmp_path.glob("*.jsonl")
        saved = read_saved(path)
        assert isinstance(saved, Saved)
        assert len(saved.lines) == 1

    asyncio.run(script())


@pytest.mark.parametrize("bot", ["search:600s", "greedy"])
def test_a_bot_that_is_told_to_stop_stops(bot: str) -> None:
    game = load("carcassonne")
    table = Table(History(game, game.start()), Dice(1), {})
    next(table.advance())
    player = find_bot(game, bot)
    assert callable(player)
    view = table.view(table.turn)

    def think() -> None:
        flag = Flag()
        flag.set()
        heed(flag)
        with pytest.raises(Stopped):
            player(view, Dice(1))

    asyncio.run(in_background(think))


def test_what_goes_wrong_aside_is_raised_where_it_is_awaited() -> None:
    def fail() -> None:
        raise ValueError("no")

    async def script() -> None:
        with pytest.raises(ValueError, match="no"):
            await in_background(fail)
        assert await in_background(lambda: 3) == 3

    asyncio.run(script())


def test_what_a_bot_did_stays_in_the_line_and_marked_until_the_person_acts(
    tmp_path: Path,
) -> None:
    async def script(player: Player) -> None:
        await player.types("enter")
        await player.types("enter")
        table = player.table.table
        laid = [e for e in table.history.journal if e.name == "place_tile"]
        assert len(laid) == 2
        assert table.history.journal[-1].by_chance
        assert "player 2: Lay " in player.said
        zone = looks_of(player.table.game).gesture(table.history.steps[-2].state, laid[1]).drop
        assert zone in player.table.board.pointing.changed

    played(tmp_path, game_header("carcassonne", "random", seed=5), script)


def test_of_a_long_line_what_weighs_least_is_left_out() -> None:
    recap = [
        (Weight.OWN, "mine"),
        (Weight.TOLD, "scores"),
        (Weight.OTHERS, "first"),
        (Weight.ROUTINE, "drawn"),
        (Weight.OTHERS, "second"),
    ]
    assert recap_line(recap, 80) == "mine   scores   first   drawn   second"
    assert recap_line(recap, 36) == "mine   scores   first   second"
    assert recap_line(recap, 24) == "scores   first   second"
    assert recap_line(recap, 15) == "scores   second"
    assert recap_line(recap, 3) == "scores"
    assert recap_line([], 80) == ""


def all_in(tmp_path: Path) -> Sitting:
    """Two at hold'em, the other calls whatever comes."""
    rooms = replace(make_services(tmp_path, 0), pause=600.0)
    header = game_header("holdem", "random", seed=6, options={"players": "2"})
    sat = rooms.sit(header)
    assert isinstance(sat, Sitting)

    def calls(view: View[Any], dice: Dice) -> Event[Any]:
        names = {event.name: event for event in view.legal}
        return next(names[n] for n in ("call", "check", "show", "fold") if n in names)

    sat.table.bots = {Seat(1): calls}
    return sat


def test_every_card_of_the_board_and_the_showdown_can_be_looked_at(
    tmp_path: Path,
) -> None:
    """The pauses last so long that only Enter goes on."""

    async def script() -> None:
        sat = all_in(tmp_path)
        async with sitting_at(tmp_path, sat, hurried=True, pause=600.0) as player:
            screen, table = player.table, sat.table
            await player.waits_for(lambda: table.turn == Seat(0))
            await player.pilot.pause()
            for event in ("raise_to(200)",):
                screen.act(event)
            seen = []
            for _ in range(12):
                if table.is_over or len([*_hands(table)]) > 1:
                    break
                count = table.history.length
                await player.types("enter")
                await player.waits_for(
                    lambda n=count: table.history.length > n and not screen.thinking
                )
                await player.pilot.pause(0.05)
                board = [z for z in screen.scene.zones if z.key == "board"]
                seen.append(len(board[0].pieces))
            assert {3, 4, 5} <= set(seen)
            assert "Enter goes on" in player.shown()

    asyncio.run(script())


def _hands(table: Table) -> list[Event[Any]]:
    return [e for e in table.history.journal if e.name == "deal_holes"]


def test_chance_draws_at_once_where_it_takes_nothing_away(tmp_path: Path) -> None:
    async def script() -> None:
        rooms = replace(make_services(tmp_path, 0), pause=600.0)
        sat = rooms.sit(game_header("carcassonne", "random", seed=5))
        assert isinstance(sat, Sitting)
        async with sitting_at(tmp_path, sat, hurried=True, pause=600.0) as player:
            await player.waits_for(lambda: sat.table.turn == Seat(0))
            await player.pilot.pause()
            player.table.act(str(sat.table.view(Seat(0)).legal[0]))
            await player.waits_for(lambda: sat.table.turn == Seat(1))  # and not CHANCE
            await player.types("enter")
            await player.waits_for(lambda: sat.table.turn == Seat(0))
            assert sat.table.turn != CHANCE

    asyncio.run(script())


def test_a_resumed_game_is_told_in_words_without_anybody_else_s_cards(
    tmp_path: Path,
) -> None:
    header = game_header("holdem", "greedy", seed=5, options={"players": "2"})
    sat = make_services(tmp_path, 0).sit(header)
    assert isinstance(sat, Sitting)
    next(sat.table.advance())
    hidden = [str(card) for card in sat.table.state.holes[1]]
    sat.table.act(Seat(0), next(e for e in sat.table.view(Seat(0)).legal))
    sat.leave()
    (path,) = tmp_path.glob("*.jsonl")
    resumed = make_services(tmp_path, 0).resume(path)
    assert isinstance(resumed, Sitting)
    resumed.table.bots = {Seat(1): lambda view, _: view.legal[0]}

    async def script(player: Player) -> None:
        log = "\n".join(strip.text for strip in player.table.log_panel.lines)
        assert "player 1: " in log
        assert "deal" in log.lower()
        assert not [card for card in hidden if card in log]

    played(tmp_path, resumed, script, LARGE)


def test_a_person_may_speak_out_of_turn_in_the_pause_of_a_bot(tmp_path: Path) -> None:
    """The bot waits so long that only a key goes on: Enter, or what is to be said."""

    async def script() -> None:
        rooms = replace(make_services(tmp_path, 0), pause=600.0)
        header = game_header("russian-bank", "random", seed=2, options={"enforcement": "stop"})
        sat = rooms.sit(header)
        assert isinstance(sat, Sitting)
        async with sitting_at(tmp_path, sat, hurried=True, pause=600.0) as player:
            screen, dice = player.table, Dice(1)
            words: dict[str, str] = {}
            while "Stop!" not in words:
                before = screen.table.history.length
                if screen.table.turn == Seat(1):
                    await player.types("enter")
                else:
                    await player.makes(dice.choice(screen.table.view(Seat(0)).legal))
                await player.waits_for(
                    lambda n=before: screen.table.history.length > n and not screen.thinking
                )
                words = {gesture.words: key for key, gesture in screen.letters.items()}
            before = screen.table.history.length
            await player.types(words["Stop!"])
            assert screen.table.history.journal[before].name == "call_stop"

    asyncio.run(script())
