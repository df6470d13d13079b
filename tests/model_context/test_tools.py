"""The tools, one by one, in this process: what they answer, and what they refuse in which words."""

import json
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import anyio
import pytest

from ludex.mcp.hall import ClientHall
from ludex.mcp.responses import ToolError
from ludex.mcp.server import ClientServer
from ludex.mcp.tools import TOOLS
from ludex.play.saved import SaveFile, read_saved
from mcp_clients import data_of, hall, in_process, run, text_of
from playing import ROOT

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")
KUHN = str(ROOT / "examples" / "kuhn_poker.py")
BY_NAME = {tool.name: tool for tool in TOOLS}


class Asking:
    """The tools without a connection."""

    def __init__(self, made: ClientHall) -> None:
        self.hall = made

    def __call__(self, tool: str, **said: Any) -> dict[str, Any]:
        return dict(BY_NAME[tool].answer(self.hall, said).data)

    def text(self, tool: str, **said: Any) -> str:
        return BY_NAME[tool].answer(self.hall, said).text

    def refused(self, tool: str, **said: Any) -> str:
        with pytest.raises(ToolError) as trouble:
            BY_NAME[tool].answer(self.hall, said)
        return str(trouble.value)


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Asking]:
    with hall(
        tmp_path, "chess-solitaire", "freecell", "russian-bank", TIC_TAC_TOE, tables=3
    ) as made:
        yield Asking(made)


def test_every_tool_and_every_argument_is_described() -> None:
    for tool in TOOLS:
        assert tool.about.endswith(".")
        for name, field in tool.takes.model_fields.items():
            assert field.description, (tool.name, name)


def test_the_page_tells_every_tool_and_every_argument() -> None:
    page = (ROOT / "docs" / "mcp.md").read_text()
    for tool in TOOLS:
        row = next(line for line in page.splitlines() if line.startswith(f"| `{tool.name}`"))
        for name in tool.takes.model_fields:
            assert f"`{name}`" in row, (tool.name, name)


# -- games ----------------------------------------------------------------------------------


def test_games_are_listed_and_told_about(ask: Asking) -> None:
    names = [one["game"] for one in ask("list_games")["games"]]
    assert names == ["chess-solitaire", "freecell", "russian-bank", "tic-tac-toe"]
    about = ask("about_game", game="russian-bank")
    assert "standard" in about["presets"]
    assert "greedy" in about["bots"]
    assert ask("about_game", game="freecell")["numbered_deals"]
    assert ask("about_game", game="chess_solitaire")["puzzles"]


def test_rules_come_in_parts(ask: Asking) -> None:
    first = ask("rules", game="russian-bank")
    assert first["parts"] > 1
    texts = [
        ask.text("rules", game="russian-bank", part=part) for part in range(1, first["parts"] + 1)
    ]
    assert max(map(len, texts)) < 13_000
    whole = ask.hall.rules_text("russian-bank")
    assert all(line in whole for line in texts[1].splitlines()[:-1])
    assert "parts 1 to" in ask.refused("rules", game="russian-bank", part=99)


# -- tables ---------------------------------------------------------------------------------


def test_a_puzzle_is_solved_by_its_hints(ask: Asking) -> None:
    table = ask("start_table", game="chess-solitaire", puzzle="easy", seed=1)
    while not table["over"]:
        table = ask("play", event=ask("hint")["event"])
    assert table["outcome"]["you_won"]
    assert table["assisted"]
    saved = ask("leave_table")["saved"]
    kept = read_saved(ask.hall.folder / f"{saved}.jsonl")
    assert kept.header.label.startswith("puzzle ")  # type: ignore[union-attr]
    assert kept.is_assisted  # type: ignore[union-attr]


def test_a_game_that_was_left_goes_on(ask: Asking) -> None:
    begun = ask("start_table", game="tic-tac-toe", opponents=["random"], seed=4)
    before = ask("play", event="mark(5)")
    saved = ask("leave_table")["saved"]
    with hall(ask.hall.folder, TIC_TAC_TOE) as later:
        again = Asking(later)
        table = again("resume_table")
        assert (table["position"], table["number"]) == (
            before["position"],
            before["number"],
        )
        assert table["log"][0]["event"] == "mark(5)"
        assert "this game is open in" in again.refused("resume_table", saved=saved)
        again("leave_table")
        assert again("resume_table", saved=saved)["position"] == before["position"]
    assert begun["seat"] == 1


def test_only_games_of_clients_are_resumed(ask: Asking) -> None:
    ask("start_table", game="tic-tac-toe", opponents=["random"])
    ask("play", event="mark(5)")
    saved = ask("leave_table")["saved"]
    path = ask.hall.folder / f"{saved}.jsonl"
    text = path.read_text()
    unknown = "You have no saved game"
    for forged, told in (
        (text.replace('"client": "mcp"', '"client": null'), unknown),
        (text.replace('"random"', '"person"'), unknown),
        (text.replace('"random"', '"cmd:touch /tmp/x"'), "There is no bot"),
        (text.replace('"random"', '"search:60s"'), "A bot may think"),
        (text.replace("tic_tac_toe.py", "another.py"), "does not offer the game"),
    ):
        assert forged != text
        path.write_text(forged)
        assert told in ask.refused("resume_table", saved=saved)
    assert unknown in ask.refused("resume_table", saved="../secret")
    assert unknown[:12] in ask.refused("resume_table", saved="")
    assert ask("list_tables")["tables"] == []


def test_a_numbered_deal_is_that_deal(ask: Asking) -> None:
    table = ask("start_table", game="freecell", deal=617)
    again = ask("start_table", game="freecell", position=table["position"])
    assert table["picture"] == again["picture"]


def test_the_log_tells_what_is_new_and_what_was_taken_back(ask: Asking) -> None:
    begun = ask("start_table", game="tic-tac-toe", opponents=["random"])
    assert begun["log"] == []
    after = ask("play", event="mark(5)")
    assert [one["seat"] for one in after["log"]] == [1, 2]
    assert ask("view")["log"] == []
    assert len(ask("view", log_from=2)["log"]) == 1
    back = ask("undo")
    assert (back["taken_back"], back["log"]) == (2, [])
    assert back["position"] == begun["position"]


def test_many_legal_events_come_a_few_at_a_time_and_by_their_words(ask: Asking) -> None:
    ask("start_table", game="chess-solitaire")
    first, then = (ask("legal", skip=skip, limit=40) for skip in (0, 40))
    assert len(first["events"]) == len(then["events"]) == 40
    assert first["legal"] == first["matching"] > 80
    assert not {e["event"] for e in first["events"]} & {e["event"] for e in then["events"]}
    some = ask("legal", words="knight on B4")
    assert [one["event"] for one in some["events"]] == ["setup_chess(N,1,2)"]
    assert "None of the" in ask.text("legal", words="elephant")


def test_why_tells_every_guard_in_its_order(ask: Asking) -> None:
    ask("start_table", game="tic-tac-toe", opponents=["random"])
    ask("play", event="mark(5)")
    found = ask("why", event="mark(5)")
    assert not found["legal"]
    assert [guard["number"] for guard in found["guards"]] == [*range(1, len(found["guards"]) + 1)]
    assert "failed" in {guard["stands"] for guard in found["guards"]}
    assert "FAILED" in ask.text("why", event="mark(5)")


def test_who_may_speak_out_of_turn_can_let_the_others_go_on(ask: Asking) -> None:
    preset = {"enforcement": "stop"}
    ask(
        "start_table",
        game="russian-bank",
        seat=2,
        opponents=["random"],
        options=preset,
        seed=1,
    )
    for _ in range(40):
        seen = ask("view")
        if not seen["your_turn"] and seen["legal"]:
            break
        ask("play", event=ask("legal")["events"][0]["event"]) if seen["your_turn"] else ask("wait")
    assert "wait lets the others move" in ask.text("view")
    assert ask("wait")["number"] > seen["number"]


def test_who_plays_unless_somebody_is_named(ask: Asking) -> None:
    assert ask("start_table", game="tic-tac-toe")["players"] == ["you", "search:0.3s"]
    best = ask("start_table", game="tic-tac-toe", opponents=["best"])
    assert best["players"] == ["you", "best"]


def test_a_query_is_answered_and_changes_nothing(ask: Asking) -> None:
    ask("start_table", game="chess-solitaire", puzzle="new", seed=2)
    number = ask("view")["number"]
    (first, *_) = ask("legal", words="capture")["events"]
    row, column = first["event"].partition("(")[2].split(",")[:2]
    assert "#" in ask("play", event=f"moves({row},{column})")["answer"]
    assert ask("view")["number"] == number


# -- what is refused ------------------------------------------------------------------------


def test_what_is_wrong_is_said_in_words(ask: Asking) -> None:
    assert "it has: chess-solitaire" in ask.refused("start_table", game="chess")
    assert "no game" in ask.refused("start_table", game="/etc/passwd")
    assert "no game" in ask.refused("start_table", game=TIC_TAC_TOE)
    assert "no table" in ask.refused("view")
    for bot in (
        "cmd:touch /tmp/x",
        "filter:ls",
        "os:system",
        "my_bot.py:choose",
        "nobody",
    ):
        assert "no bot" in ask.refused("start_table", game="tic-tac-toe", opponents=[bot])
    for bot in ("search:600s", "search:100000", "search:6s"):
        assert "5 seconds" in ask.refused("start_table", game="tic-tac-toe", opponents=[bot])
    assert "is not a budget" in ask.refused(
        "start_table", game="tic-tac-toe", opponents=["search:x"]
    )
    assert "no preset" in ask.refused("start_table", game="freecell", preset="x")
    assert "no option" in ask.refused("start_table", game="freecell", options={"x": 1})
    assert "seats are 1 to 2" in ask.refused("start_table", game="tic-tac-toe", seat=3)
    assert "other seats" in ask.refused("start_table", game="tic-tac-toe", opponents=["random"] * 3)
    assert "is for 1, not" in ask.refused("start_table", game="freecell", players=2)
    assert "not a position" in ask.refused("start_table", game="tic-tac-toe", position="nonsense")
    assert "only one start" in ask.refused("start_table", game="freecell", deal=1, position="x")
    assert "no numbered deals" in ask.refused("start_table", game="tic-tac-toe", deal=1)
    assert "no puzzles" in ask.refused("start_table", game="freecell", puzzle="new")
    assert "A new one" in ask.refused("start_table", game="chess-solitaire", puzzle="zzz")
    assert "no argument 'opponent'" in ask.refused("start_table", game="freecell", opponent="x")
    assert "game is missing" in ask.refused("start_table")
    assert "seat" in ask.refused("start_table", game="freecell", seat="1")
    assert ask("list_tables")["tables"] == []
    assert [*ask.hall.folder.iterdir()] == []


def test_an_illegal_event_is_refused_with_the_sentence_of_its_rule(ask: Asking) -> None:
    begun = ask("start_table", game="tic-tac-toe", opponents=["random"])
    after = ask("play", event="mark(5)")
    refused = ask.refused("play", event="mark(5)")
    assert refused.startswith("'mark(5)' is refused: ")
    assert ask.refused("play", event="mark(1)", number=begun["number"]).startswith(
        "The table has moved on."
    )
    for words in (
        "mark(9",
        "hello",
        "mark(1)\nmark(2)",
        "x" * 3000,
        " ",
        "\x00",
        ":agree",
    ):
        assert ask.refused("play", event=words)
    assert ask.refused("why", event="")
    assert "your turn" in ask.refused("wait")
    assert ask("view")["number"] == after["number"]


def test_tables_are_counted_and_left(ask: Asking) -> None:
    for _ in range(3):
        ask("start_table", game="tic-tac-toe")
    assert "leave one (t1, t2, t3)" in ask.refused("start_table", game="tic-tac-toe")
    assert "Which table?" in ask.refused("view")
    assert len(ask("list_tables")["tables"]) == 3
    assert ask("leave_table", table="t2")["saved"] is None  # nothing was played
    assert "no table 't2'" in ask.refused("view", table="t2")
    assert ask("start_table", game="tic-tac-toe")["table"] == "t4"


def test_a_table_without_hints_or_undo_says_so(tmp_path: Path) -> None:
    with hall(tmp_path, TIC_TAC_TOE, hints=False, undo=False) as made:
        ask = Asking(made)
        ask("start_table", game="tic-tac-toe", opponents=["random"])
        ask("play", event="mark(1)")
        assert "does not offer hints" in ask.refused("hint")
        for words in ("undo", "redo"):
            assert "take moves back" in ask.refused("play", event=words)
        assert "take moves back" in ask.refused("undo")


def test_a_disk_that_is_full_closes_the_table_and_keeps_what_was_saved(
    ask: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask("start_table", game="tic-tac-toe", opponents=["random"])
    before = ask("play", event="mark(1)")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    name = ask("list_tables")["tables"][0]["saved"]
    with monkeypatch.context() as patched:
        patched.setattr(SaveFile, "_write", full)
        free = ask("legal")["events"][0]["event"]
        assert "No space left" in ask.refused("play", event=free)
    assert ask("list_tables")["tables"] == []
    saved = read_saved(ask.hall.folder / f"{name}.jsonl")
    assert len(saved.lines) == before["number"]  # type: ignore[union-attr]


# -- served ---------------------------------------------------------------------------------


def test_the_client_of_the_sdk_gets_words_data_and_errors(tmp_path: Path) -> None:
    async def scenario() -> None:
        with hall(tmp_path, KUHN) as made:
            async with in_process(made) as call:
                begun = await call("start_table", game="kuhn-poker", opponents=["random"])
                assert data_of(begun)["picture"] in text_of(begun)
                assert json.dumps(begun.structured_content)
                for tool, said in {
                    "play": {"event": "nonsense"},
                    "nothing": {},
                    "view": {"table": "\ud800"},
                    "start_table": {"game": "kuhn-poker", "position": "x" * 3_900},
                }.items():
                    result = await call(tool, **said)
                    assert result.is_error
                    assert "Traceback" not in text_of(result)
                    assert len(text_of(result)) <= 1_001

    run(scenario)


def test_what_takes_too_long_or_is_broken_is_an_error_and_not_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with hall(tmp_path, TIC_TAC_TOE, answering=0.5) as made:
        serving = ClientServer(made)

        def broken() -> None:
            raise ZeroDivisionError("half\na line")

        async def troubled(work: Any) -> str:
            try:
                await serving._worked(work)
            except ToolError as trouble:
                return str(trouble)
            return ""

        async def scenario() -> None:
            assert "was cancelled" in await troubled(lambda: sleep(1))
            assert "ZeroDivisionError: half a line" in await troubled(broken)
            assert await troubled(lambda: None) == ""
            with anyio.fail_after(60):
                while serving.working:
                    await anyio.sleep(0.05)

        run(scenario)
        assert serving.working == 0
        assert capsys.readouterr().err.count("\n") == 1
