"""`ludex mcp` as a client of the SDK meets it: whole games, from the first word; one over pipes."""

import json
from pathlib import Path
from typing import Any

import pytest

from commands import ludex
from mcp_clients import Call, data_of, hall, in_process, over_pipes, run, text_of
from playing import ROOT

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")


@pytest.mark.slow
def test_a_game_of_ones_own_is_played_to_its_end_and_replayed(tmp_path: Path) -> None:
    seen: list[str] = []

    async def scenario() -> None:
        async with over_pipes(TIC_TAC_TOE, folder=tmp_path) as session:
            names = {tool.name for tool in (await session.list_tools()).tools}
            assert {"start_table", "view", "legal", "play", "why"} <= names

            async def call(name: str, **arguments: Any) -> dict[str, Any]:
                return data_of(await session.call_tool(name, arguments))

            assert [one["game"] for one in (await call("list_games"))["games"]] == ["tic-tac-toe"]
            table = await call("start_table", game="tic-tac-toe", seat=2, opponents=["greedy"])
            assert table["players"] == ["greedy", "you"]
            assert table["your_turn"]
            while not table["over"]:
                legal = await call("legal")
                assert legal["legal"] == table["legal"]
                event = legal["events"][0]["event"]
                table = await call("play", event=event, number=table["number"])
                assert table["log"][0]["event"] == event
            assert table["outcome"]["text"]
            over = await session.call_tool("play", {"event": event})
            assert over.is_error
            seen.append(text_of(over))
            seen.append((await call("leave_table"))["saved"])
            rules = await session.read_resource("ludex://rules/tic-tac-toe")
            assert "mark" in str(rules.contents)

    run(scenario)
    assert "refused" in seen[0]
    (file,) = tmp_path.glob("*.jsonl")
    assert file.stem == seen[1]
    assert json.loads(file.read_text().splitlines()[0])["client"] == "mcp"
    shown = ludex("replay", seen[1], "--rules", TIC_TAC_TOE, "--save-dir", str(tmp_path))
    assert shown.status == 0
    assert "mark" in shown.out
    listed = ludex("saves", "--rules", TIC_TAC_TOE, "--save-dir", str(tmp_path))
    assert "(played over MCP)" in listed.out
    counted = ludex("stats", "--rules", TIC_TAC_TOE, "--save-dir", str(tmp_path), "--json")
    assert json.loads(counted.out) == []  # it is nobody's streak


def test_a_hand_of_hold_em_hides_the_seed_and_the_cards_of_the_others(
    tmp_path: Path,
) -> None:
    said: list[str] = []

    async def scenario() -> None:
        with hall(tmp_path, "holdem", undo=False) as made:
            async with in_process(made) as asked:
                await played(asked)

    async def played(asked: Call) -> None:
        async def call(name: str, **arguments: Any) -> Any:
            result = await asked(name, **arguments)
            said.append(f"{text_of(result)} {json.dumps(result.structured_content)}")
            return result

        begun = data_of(
            await call(
                "start_table",
                game="holdem",
                preset="one_hand",
                players=4,
                opponents=["random", "greedy", "random"],
            )
        )
        assert begun["log"][0]["event"] == "deal_holes"  # its name alone
        await call("legal")
        await call("why", event="fold()")
        await call("list_tables")
        taken_back = await call("undo")
        assert taken_back.is_error
        assert "take moves back" in text_of(taken_back)
        assert data_of(await call("play", event="fold"))["over"] in (True, False)
        await call("leave_table")

    run(scenario)
    (file,) = tmp_path.glob("*.jsonl")
    header, *lines = map(json.loads, file.read_text().splitlines())
    assert header["seed"] >= 1 << 256  # a secret that no card gives away
    everything = "\n".join(said)
    assert str(header["seed"]) not in everything
    dealt = next(line["event"] for line in lines if line["event"].startswith("deal_holes"))
    cards = dealt.removeprefix("deal_holes(").removesuffix(")").replace(",", "")
    assert cards[:4] in everything.replace(" ", "")
    before = said[0].replace(" ", "")
    for at in range(4, len(cards), 4):
        assert cards[at : at + 4] not in before
