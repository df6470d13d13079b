"""Shuffles people can trust: a promise before the deal, shares of the players, a check."""

import json
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from commands import ludex
from ludex.kernel import Dice
from ludex.parts.secret_dice import SECRET, dice_for
from ludex.play.protocol.log import Header, LogLine
from ludex.play.protocol.shuffle import share_hash
from ludex.server.game_list import game_list
from ludex.server.store.records import Append, Chair, NewTable, TableSummary
from ludex.server.tables.records.seats import digest
from ludex.table.sentence_data import unpacked
from serving import Player, Server, server, two

ONE_WIN = {"match_target": "games", "match_games": "1"}
SHARES = ("1" * 64, "ab" * 32)


def kept(web: Server, player: Player) -> dict[str, Any]:
    """The file that the table gives to a seat."""
    path = f"/api/tables/{player.made['table']}/shuffle"
    file: dict[str, Any] = web.get(path, player.made["token"])
    return file


def judged(web: Server, player: Player) -> dict[str, Any]:
    path = f"/api/tables/{player.made['table']}/verdict"
    verdict: dict[str, Any] = web.get(path, player.made["token"])
    said = [str(unpacked(one)) for one in verdict.pop("said")]
    assert said == verdict["findings"]
    return verdict


def agreed(one: Player, other: Player) -> None:
    """Both have seen the same."""
    for player, seen in ((one, other), (other, one)):
        player.when(lambda m, seq=seen.table["seq"]: m["seq"] >= seq)


def test_the_hash_of_the_secret_is_shown_before_and_the_secret_after(
    web: Server,
) -> None:
    with web.table(game="carcassonne", seats=["me", "bot:random"]) as me:
        promised = me.made["commitment"]
        now = me.my_turn()
        assert now["shuffle"]["commitment"] == promised
        assert now["shuffle"]["secret"] is None
        live = web.live(me.made["table"])
        assert live.header.seed.bit_length() == 257
        secret = f"{live.header.seed - SECRET:064x}"
        assert sha256(f"ludex secret {secret}".encode()).hexdigest() == promised


def test_the_deal_waits_for_the_shares_of_all_who_sit_down(web: Server) -> None:
    with two(web, dealt=False, game="russian-bank", options=ONE_WIN, together=True) as (
        one,
        other,
    ):
        assert one.table["shuffle"]["awaits"] == [1, 2]
        assert one.table["log_length"] == 0
        hashes = {"1": share_hash(1, SHARES[0]), "2": share_hash(2, SHARES[1])}
        one.send("share", hash=hashes["1"])
        one.see(lambda m: m["shuffle"]["awaits"] == [2])
        one.send("share", share=SHARES[0])  # before all hashes are there nothing is opened
        assert one.hear("refusal")["text"] == "No deal is waiting for a share from you."
        assert one.table["log_length"] == 0
        agreed(one, other)
        other.send("share", hash=hashes["2"])
        told = other.see(lambda m: m["shuffle"]["opens"] == [1, 2])
        assert (told["shuffle"]["hashes"], told["shuffle"]["shares"]) == (hashes, {})
        agreed(one, other)
        one.send("share", share=SHARES[0])
        one.see(lambda m: m["shuffle"]["opens"] == [2])
        one.send("deal")
        assert one.hear("refusal")["text"] == "The deal does not wait for a player."
        agreed(one, other)
        other.send("share", share=SHARES[0])
        assert other.hear("refusal")["text"] == "That is not the share whose hash you gave."
        assert other.table["log_length"] == 0
        other.send("share", share=SHARES[1])
        dealt = other.see(lambda m: m["turn"] > 0)
        assert dealt["shuffle"]["shares"] == {"1": SHARES[0], "2": SHARES[1]}
        agreed(one, other)
        other.act("resign(2)")
        agreed(one, other)
        assert judged(web, one) == {
            "holds": True,
            "findings": [
                "The secret matches the commitment that was shown before the deal.",
                "Shares were contributed by player 1 and player 2; all hashes were given before the first share was opened.",
                "The only deal in 2 steps follows from it.",
            ],
        }


def test_shares_change_the_deal_and_the_same_again_has_them_in_it(web: Server) -> None:
    with web.table(
        game="russian-bank",
        options=ONE_WIN,
        together=True,
        seats=["me", "bot:random"],
    ) as me:
        me.see()
        live = web.live(me.made["table"])
        bare = live.drawn(live.now)
        me.share(SHARES[0])
        me.see(lambda m: m["turn"] > 0)
        deal = live.shown.history.journal[0]
        assert deal != bare
        me.my_turn()
        over = me.act("resign(1)")
        with web.table(game="russian-bank", seed=over["seed"], options=ONE_WIN) as again:
            again.see(lambda m: m["turn"] > 0)
            assert again.table["practice"]
            assert web.live(again.made["table"]).shown.history.journal[0] == deal


def test_nobody_has_to_give_a_share_or_to_wait_for_one(web: Server) -> None:
    with web.table(game="carcassonne", together=True, seats=["me", "bot:random"]) as me:
        me.see()
        me.send("share", hash=None)
        assert me.see(lambda m: m["log_length"] > 0)["shuffle"]["shares"] == {}
    with two(web, dealt=False, game="russian-bank", together=True) as (one, other):
        one.send("deal")
        assert one.see(lambda m: m["turn"] > 0)["shuffle"]["awaits"] == []
        agreed(one, other)
        other.send("share", hash=SHARES[1])
        assert other.hear("refusal")["text"] == "No deal is waiting for a share from you."
        other.send("deal")
        assert other.hear("refusal")["text"] == "The deal does not wait for a player."


@pytest.mark.parametrize("share", ["", "x" * 64, "A" * 64, "1" * 63, 7, ["1" * 64]])
def test_a_share_is_256_bits_in_hex_digits(web: Server, share: object) -> None:
    with two(web, dealt=False, game="russian-bank", together=True) as (one, _):
        one.send("share", hash=share)
        assert one.hear("refusal")["text"].startswith("A share ")
        assert one.table["shuffle"]["awaits"] == [1, 2]


def test_a_seat_gives_one_share_and_onlookers_none(web: Server) -> None:
    with two(web, dealt=False, game="russian-bank", together=True) as (one, _):
        one.send("share", hash=SHARES[0])
        one.see(lambda m: m["shuffle"]["awaits"] == [2])
        one.send("share", hash=SHARES[0])  # once more is no harm
        one.send("ping")
        one.hear("pong")
        one.send("share", hash=SHARES[1])
        assert one.hear("refusal")["text"] == "No deal is waiting for a share from you."
        token = one.made["watch"].split("#")[1]
        with web.player(one.made["table"], token) as watching:
            watching.see()
            watching.send("share", hash=SHARES[1])
            assert watching.hear("refusal")["text"] == "You are watching."


def test_a_table_goes_on_with_its_shares_when_the_server_begins_again(
    tmp_path: Path,
) -> None:
    store = f"sqlite:///{tmp_path}/tables.sqlite3"
    with server(store) as first:
        made = first.post(
            "/api/tables",
            {"game": "carcassonne", "together": True, "seats": ["me", "bot:random"]},
        )
        with first.player(made["table"], made["token"]) as me:
            me.see()
            me.share(SHARES[0])
            me.my_turn()
            before = me.table["seq"]
    with server(store) as second, second.player(made["table"], made["token"]) as me:
        me.my_turn()
        assert me.table["seq"] == before
        assert me.table["shuffle"]["shares"] == {"1": SHARES[0]}
        while not me.table["finished"]:
            me.act(me.events[0])
            me.my_turn()
        me.made = made
        assert judged(second, me)["holds"]


# -- tables of before -------------------------------------------------------------------------


def test_a_table_of_before_is_played_on_with_the_dice_that_it_began_with(
    tmp_path: Path,
) -> None:
    address = f"sqlite:///{tmp_path}/tables.sqlite3"
    game = game_list()["carcassonne"].game
    seed = 2**127 + 5
    header = Header("carcassonne", seed, ("person", "person"), "2026-01-01T00:00:00")
    first = game.draw(game.start(), dice_for(seed, 0, "chance"))
    with server(address) as web:
        assert web.hall is not None
        new = NewTable("old", header, {1: Chair(digest("me"))}, {"game": "carcassonne"})
        web.hall.database.create(new)
        standing = TableSummary(
            seq=1, length=1, status="", over=False, winners=(), seconds=0.0,
            assisted=False, updated=datetime.now(UTC).isoformat(timespec="seconds"),
        )  # fmt: skip
        line = LogLine(str(first), 0)
        web.hall.database.append_all([Append("old", 0, (line,), standing)])
        with web.player("old", "me") as me:
            me.see(lambda m: m["turn"] > 0)
            assert me.table["shuffle"]["commitment"] is None
            live = web.live("old")
            assert live.shown.history.journal[0] == first
            assert live.key == seed
            me.act(me.events[0])
            *_, laid, then = live.shown.history.steps
            dice = dice_for(seed, 2, "chance")
            assert type(dice) is Dice
            assert then.event == game.draw(laid.state, dice)


# -- ludex verify -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def match(web: Server) -> dict[str, Any]:
    """The file of a match of hold'em with open hands, and an undo in it."""
    with web.table(
        game="holdem",
        options={"hands": "3"},
        seats=["me", "bot:random"],
        together=True,
        open_hands=True,
    ) as me:
        me.see()
        me.share(SHARES[0])
        me.my_turn()
        me.act(me.events[-1])
        me.my_turn()
        me.send("undo")
        me.see(lambda m: m["assisted"])
        while not me.table["finished"]:
            me.my_turn()
            me.act("fold" if "fold" in me.events else me.events[0])
            me.my_turn()
        return kept(web, me)


def verified(tmp_path: Path, file: object, *options: str) -> tuple[int, str]:
    path = tmp_path / "match.json"
    path.write_text(file if isinstance(file, str) else json.dumps(file))
    answer = ludex("verify", str(path), *options)
    return answer.status, answer.out or answer.err


def test_ludex_verify_draws_every_deal_again(tmp_path: Path, match: dict[str, Any]) -> None:
    status, text = verified(
        tmp_path, match, "--commitment", match["commitment"], "--share", SHARES[0]
    )
    assert status == 0, text
    first, second, third, last = text.splitlines()
    assert first == "The secret matches the commitment that was shown before the deal."
    assert (
        second
        == "Shares were contributed by player 1; all hashes were given before the first share was opened."
    )
    assert third.startswith("All ")
    assert last == "The shuffle is correct."


def changed(match: dict[str, Any], what: str) -> dict[str, Any]:
    file = json.loads(json.dumps(match))
    lines = file["lines"]
    deal = next(i for i, e in enumerate(lines) if e["event"].startswith("deal_holes"))
    match what:
        case "secret":
            file["secret"] = "0" * 64
        case "promise and secret":
            file["secret"] = "0" * 64
            told = f"ludex secret {'0' * 64}".encode()
            file["commitment"] = sha256(told).hexdigest()
        case "share":
            lines[1]["event"] = f":share {'2' * 64}"
        case "share and hash":
            lines[0]["event"] = f":hash {share_hash(1, '2' * 64)}"
            lines[1]["event"] = f":share {'2' * 64}"
        case "hash of another seat":
            lines[0]["event"] = f":hash {share_hash(2, SHARES[0])}"
        case "share before the last hash":
            hashed = {"event": f":hash {share_hash(2, '2' * 64)}", "seat": 2}
            lines[2:2] = [hashed, {"event": f":share {'2' * 64}", "seat": 2}]
        case "closed share":
            del lines[1]
        case "late share":
            lines.append({"event": f":hash {'2' * 64}", "seat": 2})
        case "deal":
            cards = lines[deal]["event"]
            lines[deal]["event"] = cards[:-3] + cards[-5:-3] + ")"
        case "seat":
            lines[deal + 1]["seat"] = 3 - lines[deal + 1]["seat"]
        case "event":
            lines[deal + 1]["event"] = "call_stop"
        case "note":
            lines.insert(0, {"event": ":cheers", "seat": 1})
    return file


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("secret", "The secret does not match the commitment that was shown before the deal."),
        ("promise and secret", "deal_holes does not follow from the secret."),
        ("share", "this share has no hash that was given before"),
        ("share and hash", "deal_holes does not follow from the secret."),
        ("hash of another seat", "this share has no hash that was given before"),
        ("share before the last hash", "this share has no hash that was given before"),
        ("closed share", "this was played before every share was open."),
        ("late share", "this share has no hash that was given before"),
        ("deal", "deal_holes"),
        ("seat", "was not for player"),
        ("event", "no event 'call_stop'"),
        ("note", "this line has no meaning at a table."),
    ],
)
def test_whatever_is_changed_is_found(
    tmp_path: Path, match: dict[str, Any], what: str, found: str
) -> None:
    status, text = verified(tmp_path, changed(match, what))
    assert status == 1
    assert found in text
    assert text.splitlines()[-1] == "The shuffle is not correct."


def test_what_one_has_noted_is_compared(tmp_path: Path, match: dict[str, Any]) -> None:
    status, text = verified(tmp_path, match, "--commitment", "0" * 64)
    assert (status, "you noted" in text) == (1, True)
    status, text = verified(tmp_path, match, "--share", "3" * 64)
    assert (status, "is not in the log" in text) == (1, True)
    status, text = verified(tmp_path, match, "--hash", "3" * 64)
    assert (status, "is not in the log" in text) == (1, True)
    given = share_hash(1, SHARES[0])
    assert verified(tmp_path, match, "--hash", given)[0] == 0
    other = {"event": f":hash {share_hash(2, SHARES[1])}", "seat": 2}
    opened = {"event": f":share {SHARES[1]}", "seat": 2}
    one_more = {**match, "lines": [match["lines"][0], other, match["lines"][1], opened]}
    status, text = verified(tmp_path, one_more, "--hash", given)
    assert (status, "is not one that you noted" in text) == (1, True)


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("", "this is not JSON"),
        ("[]", "this is not the shuffle file of a table"),
        ({"ludex": "shuffle", "format": 2}, "this Ludex reads format 1"),
        ({"ludex": "shuffle", "format": 1}, "a part is missing"),
        ({"ludex": "shuffle", "format": 1, "secret": "x"}, "64 hex digits"),
        ({"ludex": "shuffle", "format": 1, "seed": "x"}, "the seed is not a number"),
    ],
)
def test_what_is_no_file_of_a_match_is_told_in_a_line(
    tmp_path: Path, file: object, problem: str
) -> None:
    status, text = verified(tmp_path, file)
    assert status == 2
    assert problem in text
    assert len(text.splitlines()) == 1


def test_a_file_that_names_code_runs_none_of_it(tmp_path: Path, match: dict[str, Any]) -> None:
    code = tmp_path / "game.py"
    code.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    status, text = verified(tmp_path, {**match, "game": str(code)})
    assert (status, "no game" in text) == (2, True)
    assert not (tmp_path / "ran").exists()


def test_the_file_of_a_chosen_seed_says_so(web: Server, tmp_path: Path) -> None:
    with web.table(game="russian-bank", seed=7, options=ONE_WIN, seats=["me", "bot:random"]) as me:
        me.my_turn()
        me.act("resign(1)")
        status, text = verified(tmp_path, kept(web, me))
    assert status == 0
    assert text.startswith("The deals come from a chosen seed: there was no commitment.")
