"""The table on the screen: cursor, select then target, refusals, undo, hints, panels."""

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input

from ludex.cli.terminal.services import make_services
from ludex.kernel import SOLO, Dice, Event, Seat
from ludex.language.position import position_line
from ludex.play.protocol.log import Header
from ludex.play.saved import Saved, read_saved
from ludex.play.seating import Sitting
from ludex.registry import load
from ludex.table import Piece, find_dropped_event, looks_of
from ludex.tui.board.spots import BoardSpot, describe_spot
from ludex.tui.table.dialogs import Chooser, NumberDialog, Page
from ludex.tui.table.keys import KEYS
from ludex.tui.table.screen import TableScreen
from playing import ROOT
from terminal_table import LARGE, SMALL, Player, game_header, played, result

CHESS = game_header("chess-solitaire", position="NP.Q/.R.B/K.N./.P..")
TIC_TAC_TOE = str(ROOT / "tests" / "tui" / "without_a_scene.py")
KUHN_POKER = str(ROOT / "examples" / "kuhn_poker.py")


async def cursor_to(player: Player, zone: str) -> None:
    """Point with the mouse, without pressing."""
    player.table.selection.point(BoardSpot(zone))
    player.table.show()


def test_legal_targets_light_up_on_selection_and_escape_puts_back(
    tmp_path: Path,
) -> None:
    async def script(player: Player) -> None:
        await cursor_to(player, "1,4")
        await player.types("enter")
        assert player.table.board.pointing.legal == {"1,2", "2,4"}
        assert player.table.board.pointing.picked == BoardSpot("1,4")
        assert "Holding queen (2 highlighted) → " in player.shown()
        await player.types("escape")
        assert player.table.board.pointing.legal == frozenset()
        assert player.table.table.history.length == 0

    played(tmp_path, CHESS, script)


def test_a_question_answered_twice_leaves_the_table_open(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.types("question_mark")
        page = player.app.screen
        assert isinstance(page, Page)
        for _ in range(2):  # as two keys do that came before the page was gone
            page.dismiss(None)
        await player.rests()
        assert player.app.screen is player.table

    played(tmp_path, CHESS, script)


def test_a_refused_move_shows_the_reason_and_changes_nothing(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        state = player.table.table.state
        await cursor_to(player, "1,4")
        await player.types("enter", "down", "down", "down", "enter")
        assert player.said == "No: There is no piece on d1"
        await cursor_to(player, "3,1")
        await player.types("enter")
        assert player.said == "No: A queen does not move from d4 to a2"
        assert player.table.table.state is state
        assert player.table.query_one("#said").has_class("refused")

    played(tmp_path, CHESS, script)


def test_x_explains_what_was_refused_last_and_any_other_event(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        state = player.table.table.state
        assert "x why?" not in player.shown()
        await cursor_to(player, "1,4")
        await player.types("enter")
        await cursor_to(player, "3,1")
        await player.types("enter")
        assert player.said == "No: A queen does not move from d4 to a2"
        assert "x why?" in player.shown()
        await player.types("x")
        await player.types("enter")  # the event is there already
        page = player.shown()
        assert "move_and_capture(1,4,3,1)" in page
        assert "is refused by condition 7" in page
        assert "FAILED" in page
        assert "piece: Q" in page
        assert "reaches(" not in page
        await player.types("escape")
        await asked(player, "start_game")
        assert "start_game is refused by condition 1" in player.shown()
        await player.types("escape")
        await player.types("x")
        await player.types("escape")
        assert player.table.table.state is state

    played(tmp_path, CHESS, script, LARGE)


def test_why_of_nonsense_is_one_line_and_of_a_legal_event_what_it_would_do(
    tmp_path: Path,
) -> None:
    async def script(player: Player) -> None:
        await asked(player, "castle")
        assert player.said == "No: no event 'castle'."
        await asked(player, "move_and_capture(1,4,1,2)")
        assert "it would lead to:" in player.shown()
        assert "position: NQ../.R.B/K.N./.P.." in player.shown()
        await player.types("escape")
        assert player.table.table.history.length == 0

    played(tmp_path, CHESS, script, LARGE)


def test_what_others_hold_is_in_no_explanation(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        table = player.table.table
        others = [*map(str, table.state.holes[1])]
        for event in ("fold", "check", "show", "deal_board(2c)"):
            await asked(player, event)
            assert not any(card in player.shown() for card in others)
            await player.types("escape")

    header = Header("holdem", 4, ("person", "random"), "", options={"players": "2"})
    played(tmp_path, header, script, LARGE)


async def asked(player: Player, event: str) -> None:
    """Press x, and type an event over the one that is there."""
    await player.types("x")
    player.app.screen.query_one(Input).value = event
    await player.types("enter")


def test_a_freecell_refusal_is_the_rulebook_s_sentence(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        table = player.table.table
        await cursor_to(player, "column:0")
        await player.types("enter")
        await cursor_to(player, "home:0")
        await player.types("enter")
        card = table.state.columns[0][-1]
        zones = looks_of(table.game).zones(table.state, SOLO)
        event = find_dropped_event(table.game, table.state, zones, str(card), "home:0")
        assert event is not None
        refusal = table.game.refusal(table.state, event)
        assert refusal is not None
        assert player.said == f"No: {refusal.text}"
        assert table.history.length == 1

    played(tmp_path, game_header("freecell", seed=4), script)


def test_the_longest_names_of_what_is_held_and_of_where_it_goes_fit(
    tmp_path: Path,
) -> None:
    async def script(player: Player) -> None:
        columns = player.table.table.state.columns
        queen = next(i for i, c in enumerate(columns) if str(c[-1]) == "QD")
        await cursor_to(player, f"column:{queen}")
        await player.types("enter")
        for zone in player.table.scene.zones:
            await cursor_to(player, zone.key)
            line = str(player.table.query_one("#where").render())
            assert line.startswith("Holding queen of diamonds (")
            assert line.endswith(describe_spot(player.table.scene, BoardSpot(zone.key)))
            assert len(line) <= 78

    game = load("freecell")
    deals = (game.read(f"deal({n})") for n in range(1, 100))
    states = (game.after(game.start(), e) for e in deals if isinstance(e, Event))
    start = next(s for s in states if "QD" in {str(c[-1]) for c in s.columns})
    header = game_header("freecell", position=position_line(game, start))
    played(tmp_path, header, script)


def test_the_page_of_the_result_is_as_wide_as_its_foot(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        while not isinstance(player.app.screen, Page):
            await player.types(next(iter(player.table.letters)))
        assert "q leave   Esc look at the table ─" in player.shown()

    played(tmp_path, game_header("fighting", "greedy", seed=3), script)


def test_enter_twice_and_f_make_the_obvious_move(tmp_path: Path) -> None:
    game = load("freecell")

    def dealt(number: int) -> Any:
        event = game.read(f"deal({number})")
        assert isinstance(event, Event)
        return game.after(game.start(), event)

    def under(state: Any) -> list[int]:
        """Columns where an ace lies under the top card, when no ace is on top."""
        columns = state.columns
        if any(str(column[-1])[0] == "A" for column in columns):
            return []
        return [i for i, column in enumerate(columns) if str(column[-2])[0] == "A"]

    start = next(s for s in map(dealt, range(1, 100)) if under(s))
    column = under(start)[0]
    header = game_header("freecell", position=position_line(game, start))

    async def script(player: Player) -> None:
        await cursor_to(player, f"column:{column}")
        await player.types("f")
        assert "several places" in player.said
        await player.types("tab", "enter")
        assert player.table.table.history.length == 1
        await cursor_to(player, f"column:{column}")
        await player.types("enter", "enter")
        assert player.table.table.history.length == 2
        assert player.table.table.state.homes[0]

    played(tmp_path, header, script)


def test_undo_to_the_start_and_redo_to_the_end_by_keys(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        table = player.table.table
        dice, states = Dice(1), [table.state]
        for _ in range(2):
            await player.makes(dice.choice(table.view(Seat(0)).legal))
            states.append(table.state)
        for state in reversed(states[:-1]):
            await player.types("u")
            assert table.state == state
        await player.types("u")
        assert player.said == "No: Nothing to undo"
        for state in states[1:]:
            await player.types("y")
            assert table.state == state
        await player.types("y")
        assert player.said == "No: Nothing to redo"

    played(tmp_path, game_header("carcassonne", "random", seed=3), script)


def test_a_hint_points_then_explains_then_is_done(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.types("h")
        assert player.said.startswith("Look at d3 (bishop).")
        (first,) = player.table.board.pointing.hint
        await player.types("h")
        assert "It begins a way to win in " in player.said
        assert player.table.board.pointing.hint[0] == first
        assert len(player.table.board.pointing.hint) == 2
        assert player.table.table.history.length == 0
        await player.types("h")
        assert player.table.table.history.length == 1
        assert player.table.board.pointing.hint == ()

    played(tmp_path, CHESS, script)
    (path,) = tmp_path.glob("*.jsonl")
    saved = read_saved(path)
    assert isinstance(saved, Saved)
    assert saved.is_assisted


def test_a_game_with_hints_is_called_assisted_wherever_it_counts(
    tmp_path: Path,
) -> None:
    header = game_header("chess-solitaire", position="RR../..../..../....")

    async def script(player: Player) -> None:
        assert "assisted" not in player.shown()
        await player.types("h")
        assert player.said.endswith("(h: more; assisted)")
        assert "assisted" in player.shown().splitlines()[0]
        await player.types("h", "h")
        assert "Assisted: counted separately" in result(player)

    played(tmp_path, header, script)


def test_the_light_tells_what_can_still_be_won(tmp_path: Path) -> None:
    header = game_header("chess-solitaire", position=".N../.Q.R/P.../....")

    async def script(player: Player) -> None:
        assert "can be won" not in player.shown()
        await player.types("w")
        assert "● can be won" in player.shown()
        await cursor_to(player, "2,4")
        await player.types("enter", "left", "left", "enter")
        assert "○ cannot be won" in player.shown()
        await player.types("h")
        assert "No hint" in player.said

    played(tmp_path, header, script)


def test_a_solver_that_gave_up_looks_further_when_asked_again(tmp_path: Path) -> None:
    header = game_header("chess-solitaire", position=".N../.Q.R/P.../....")

    async def script(player: Player) -> None:
        await player.types("h")
        assert player.said == "No way to win was found in 2 positions (h: look further)"
        await player.types("w")
        assert "? not known in 8 positions (w w: further)" in player.shown()
        await player.types("w", "w")
        assert "● can be won" in player.shown()
        await player.types("h")
        assert player.said.startswith("Look at a2 (pawn).")

    played(tmp_path, header, script, LARGE, budget=2)


def test_a_position_that_is_lost_has_no_hint_and_is_called_so(tmp_path: Path) -> None:
    header = game_header("chess-solitaire", position=".N../.R../P.../....")

    async def script(player: Player) -> None:
        await player.types("h")
        assert player.said == "No hint: this position cannot be won."

    played(tmp_path, header, script)


def test_a_game_where_nothing_can_be_proven_has_no_light(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.types("w")
        assert "no solver that can prove" in player.said

    played(tmp_path, game_header("carcassonne", "random"), script)


def test_a_tile_is_turned_before_it_is_laid_and_shown_as_it_would_lie(
    tmp_path: Path,
) -> None:
    async def script(player: Player) -> None:
        table = player.table
        await player.types("enter")
        await player.waits_for(lambda: table.preview is not None)
        assert isinstance(player.app.screen, Chooser)

        def pieces() -> tuple[Piece, ...]:
            assert table.preview is not None
            return table.preview[0].zones[0].pieces

        first = pieces()[0]
        await player.types("r")
        await player.waits_for(lambda: pieces()[0].turned == first.turned + 1)
        await player.types("m")
        await player.waits_for(lambda: len(pieces()) == 2)  # and a meeple on it
        await player.types("escape")
        await player.waits_for(lambda: table.preview is None)
        assert table.table.history.length == 1  # the tile is drawn, nothing is laid
        await player.types("enter")
        await player.waits_for(lambda: table.preview is not None)
        await player.types("r", "enter")
        await player.waits_for(lambda: table.table.history.length > 1)

    played(tmp_path, game_header("carcassonne", "random", seed=5), script)


def test_what_belongs_together_is_lit(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.types("v")
        assert "No other place" in player.said
        table = player.table.table
        begun = table.history.length
        await player.types("enter")
        await player.types("enter")
        # A move of the bot would put the light out: it is shown before one looks.
        await player.waits_for(
            lambda: (
                table.history.length > begun + 1
                and table.game.turn(table.state) == Seat(0)
                and not player.table.seat.is_waiting
            )
        )
        await player.rests()
        await cursor_to(player, "0,0")
        await player.types("v")
        assert player.table.board.pointing.lit == {"0,0"}
        await player.waits_for(lambda: "city of 1 tile at (0, 0)" in player.shown())

    played(tmp_path, game_header("carcassonne", "random", seed=5), script)


def test_a_bet_is_a_number_between_the_least_and_the_most(tmp_path: Path) -> None:
    header = game_header("holdem", "random", seed=5, options={"players": "2"})

    async def script(player: Player) -> None:
        table = player.table
        letter = next(k for k, g in table.letters.items() if g.amount is not None)
        amount = table.letters[letter].amount
        assert amount is not None
        before = table.table.history.length
        await player.types(letter)
        assert isinstance(player.app.screen, NumberDialog)
        await player.types("1", "enter")
        assert "It must be a number from" in player.shown()
        await player.types("escape")
        assert table.table.history.length == before
        await player.types(letter)
        await player.types("up", "up", "down", "enter")
        made = str(table.table.history.journal[before])
        assert made.endswith(f"({amount.low + 1})")

    played(tmp_path, header, script)


def test_all_in_is_never_one_key_and_common_keys_have_their_room(
    tmp_path: Path,
) -> None:
    header = game_header("holdem", "random", seed=5, options={"players": "2"})

    async def script(player: Player) -> None:
        table = player.table
        foot = "\n".join(player.shown().splitlines()[-3:])
        for words in ("f Fold", "all in", "u undo", "h hint", "q quit", "? keys"):
            assert words in foot
        letter = next(k for k, g in table.letters.items() if "all in" in g.words)
        before = table.table.history.length
        await player.types(letter)
        assert "Are you sure?" in player.shown()
        await player.types("escape")
        assert table.table.history.length == before
        await player.types(letter)
        await player.types("enter")
        assert table.table.history.journal[before].name == "raise_to"

    played(tmp_path, header, script)


def test_letters_make_the_common_actions(tmp_path: Path) -> None:
    header = game_header("holdem", "random", seed=5, options={"players": "2"})

    async def script(player: Player) -> None:
        table = player.table
        assert {g.words: k for k, g in table.letters.items()}["Fold"] == "f"
        before = table.table.history.length
        await player.types("c")
        assert table.table.history.journal[before].name in ("call", "check")

    played(tmp_path, header, script)


def test_everything_that_happens_is_in_the_log_and_the_rules_are_beside(
    tmp_path: Path,
) -> None:
    async def script(player: Player) -> None:
        await player.types("enter")
        await player.types("enter")
        shown = player.shown()
        assert "player 1: Lay " in shown
        assert "player 2: Lay " in shown
        await player.types("g")
        assert "Add tiles to a growing map" in " ".join(player.shown().split())
        await player.types("pagedown", "escape")
        assert not player.table.rules_panel.display
        await player.types("l")
        assert not player.table.log_panel.display

    played(tmp_path, game_header("carcassonne", "random", seed=5), script, LARGE)


def test_the_keys_are_listed_and_every_one_of_them_does_something(
    tmp_path: Path,
) -> None:
    async def script(player: Player) -> None:
        await player.types("question_mark")
        assert isinstance(player.app.screen, Page)
        shown = player.shown()
        assert "q               leave; the game is saved" in shown
        assert "↓ more" in shown
        await player.types("end")
        await player.waits_for(lambda: "↓ more" not in player.shown())
        await player.types("escape")
        for key in KEYS:
            assert hasattr(player.table, f"do_{key.action}")
        quiet = ("leave", "new", "restart", "hint", "light")
        for key in KEYS:
            if key.action not in quiet:
                await player.types(key.names[0], "escape")
        assert player.table.table.history.length == 1

    played(tmp_path, game_header("freecell", seed=4), script)


def test_dark_and_light_two_and_four_colours(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        board = player.table.board
        first = board.colours
        await player.types("d")
        assert board.colours.felt != first.felt
        await player.types("c")
        assert len(set(board.colours.suits.values())) == 4

    played(tmp_path, game_header("freecell", seed=4), script)


def test_without_colours_everything_can_still_be_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(player: Player) -> None:
        await player.types("enter")
        shown = player.table.board.text()
        assert "#" in shown
        assert "·" in shown
        assert "┏" in shown  # the place that is meant

    played(tmp_path, game_header("carcassonne", "random", seed=5), script)


def test_the_mouse_picks_and_drops(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        board = player.table.board

        async def click(zone: str) -> None:
            found = board.find(zone)
            assert found is not None
            x, y = found[0].seen(found[1].rect).center
            await player.pilot.click(board, offset=(int(x), int(y)))
            await player.rests()

        await click("1,4")
        assert board.pointing.legal == {"1,2", "2,4"}
        await click("2,4")
        assert player.table.table.history.length == 1
        bar = player.table.query_one("#acts")
        await player.pilot.click(bar, offset=(28, 0))  # the word undo
        await player.rests()
        assert player.table.table.history.length == 0

    played(tmp_path, CHESS, script)


def test_a_new_deal_and_a_restart_keep_the_old_game_in_its_file(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        first = player.table.table.state
        await player.types("tab", "enter", "tab", "enter")
        assert player.table.table.history.length == 2
        await player.types("ctrl+r")
        assert player.table.table.state == first
        await player.types("n")
        await player.rests()
        assert player.table.table.state != first
        await player.types("q")

    played(tmp_path, game_header("freecell", seed=4), script)
    assert len(list(tmp_path.glob("*.jsonl"))) == 1  # nobody has played the others


def test_a_left_game_is_gone_on_with(tmp_path: Path) -> None:
    states = []

    async def leave(player: Player) -> None:
        await player.types("enter")
        await player.types("enter")
        states.append(player.table.table.state)
        await player.types("q")

    async def go_on(player: Player) -> None:
        assert player.table.table.state == states[0]
        await player.types("u")
        assert player.table.table.history.length == 1

    played(tmp_path, game_header("carcassonne", "random", seed=5), leave)
    (path,) = tmp_path.glob("*.jsonl")
    sitting = make_services(tmp_path, 0).resume(path)
    assert isinstance(sitting, Sitting)
    played(tmp_path, sitting, go_on)


def test_the_keyboard_is_passed_before_hidden_cards_are_shown(tmp_path: Path) -> None:
    header = Header(KUHN_POKER, 4, ("person", "person"), "")

    async def script(player: Player) -> None:
        table = player.table
        text = table.seat.text()
        assert text in _squeezed(player.shown())
        await player.types(next(iter(table.letters)))
        assert "Pass the keyboard to player 2" in player.shown()
        other = table.seat.text()
        assert other not in _squeezed(player.shown())
        await player.types("u", "1")
        assert table.table.history.length == 2  # nothing is done behind the curtain
        await player.types("enter")
        assert other in _squeezed(player.shown())

    played(tmp_path, header, script)


def _squeezed(text: str) -> str:
    return "\n".join(line.strip() for line in text.splitlines())


def test_a_game_without_a_scene_is_played_by_letters(tmp_path: Path) -> None:
    header = Header(TIC_TAC_TOE, 1, ("person", "random"), "")

    async def script(player: Player) -> None:
        while not player.table.table.is_over:
            await player.types(next(iter(player.table.letters)))
        assert "in a line" in result(player)
        await player.types("u")
        assert not player.table.table.is_over

    played(tmp_path, header, script)


def test_the_page_about_the_terminal_lists_the_keys_as_they_are() -> None:
    page = (ROOT / "docs" / "terminal.md").read_text()
    for key in KEYS:
        if key.sentence:
            shown = "arrows" if key.action == "move" else key.shown
            assert f"| {shown} | {key.sentence}" in page


async def resized(player: Player, size: tuple[int, int]) -> None:
    """Draw the window larger or smaller, and wait until all of it is drawn."""
    await player.pilot.resize_terminal(*size)
    await player.waits_for(lambda: player.app.screen._compositor.size == size)
    await player.rests()


def test_the_log_follows_the_size_of_the_terminal(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        log = player.table.log_panel
        assert not log.display
        await resized(player, LARGE)
        assert log.display
        assert not log.has_class("over")
        await player.types("l")
        assert not log.display
        await resized(player, (110, 30))
        await resized(player, (60, 20))
        assert not log.display
        assert "FreeCell" in player.shown()
        # Nothing breaks in a window of hardly any size, whatever is open in it.
        for key in ("a", "escape", "x"):
            await player.types(key)
            await resized(player, (2, 1))
            await resized(player, SMALL)
        await player.types("escape", "ctrl+c")  # which leaves nothing by a slip
        assert isinstance(player.app.screen, TableScreen)
        (note,) = player.app._notifications
        assert note.message == "q: leave the table; the game stays saved"

    played(tmp_path, game_header("freecell", seed=4), script)


def test_the_mouse_drags(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        board = player.table.board

        def middle(zone: str) -> tuple[int, int]:
            found = board.find(zone)
            assert found is not None
            rect = found[0].seen(found[1].rect)
            return rect.x + rect.width // 2, rect.y + rect.height // 2

        async def drag(source: str, target: str) -> None:
            await player.pilot.mouse_down(board, offset=middle(source))
            await player.pilot.hover(board, offset=middle(target))
            await player.pilot.mouse_up(board, offset=middle(target))
            await player.rests()

        await drag("1,1", "4,4")
        assert player.table.table.history.length == 0  # a rook does not go there
        assert "does not move" in player.said
        await drag("1,1", "1,4")
        assert player.table.table.history.length == 1
        assert player.table.selection.picked is None

    header = Header("chess-solitaire", 1, ("person",), "", position="R..R/..../..../K..N")
    played(tmp_path, header, script)


def test_a_letter_of_the_game_never_means_anything_else(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        table = player.table
        await player.types("s")  # send safe cards home
        assert "s" not in table.letters
        sent = table.table.history.length
        await player.types("s")
        assert player.table is table  # it does not leave
        assert table.table.history.length == sent
        assert "Not now: Send safe cards home" in player.said

    played(tmp_path, game_header("freecell", seed=5), script)
