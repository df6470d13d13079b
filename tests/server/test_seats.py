"""A seat belongs to a person: claimed once, by a secret that nobody else has; released, renewed."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from ludex.play.protocol.effects import Rejection
from ludex.server.store.address import read_address
from ludex.server.store.database import Database
from ludex.server.store.records import Chair
from ludex.server.tables import hall
from ludex.server.tables.attendance import attendance, is_due
from ludex.server.tables.records.seats import (
    TAKEN,
    UNKNOWN,
    Attendance,
    digest,
    invited,
    is_voted_out,
    lapsed,
    new_token,
    overdue,
)
from serving import QUICK, Player, Server, server

DISMISSED = "You no longer sit at this table: your seat is open."


def opened(
    web: Server, game: str = "russian-bank", friends: int = 1, **wish: Any
) -> dict[str, Any]:
    wish |= {"game": game, "seats": ["me", *["friend"] * friends]}
    made: dict[str, Any] = web.post("/api/tables", wish)
    return made


def invitation(made: dict[str, Any], n: int = 0) -> str:
    path: str = made["invitations"][n]["path"]
    return path.split("#join=")[1]


def claimed(web: Server, table: str, invitation: str, token: str) -> tuple[int, Any]:
    """The status of a claim, and the answer or the sentence."""
    body = json.dumps({"invitation": invitation, "token": token}).encode()
    request = Request(
        f"{web.address}/api/tables/{table}/claim",
        body,
        {"content-type": "application/json"},
    )
    try:
        with urlopen(request) as answer:
            return 200, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)["error"]


def hello(web: Server, table: str, token: str) -> dict[str, Any] | int:
    """The first table message, or the code with which the socket is closed."""
    with web.player(table, token) as player:
        try:
            return player.see()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0
        except EOFError:
            return player.socket.close_code or 0


def opens_nothing(web: Server, table: str, secret: str) -> None:
    """No way in: neither socket nor script nor lists nor the same table again."""
    key = {"table": table, "token": secret}
    assert hello(web, table, secret) == 4401
    with pytest.raises(HTTPError) as refused:
        web.get(f"/api/tables/{table}/script", secret)
    with refused.value as error:
        assert error.code == 404
    assert web.post("/api/tables/mine", {"tables": [key]}) == []
    assert web.post("/api/statistics", {"tables": [key]}) == []
    for fresh in (False, True):
        assert web.refused("/api/tables", {"like": key, "fresh": fresh})[0] == 404


def seat(player: Player, number: int) -> dict[str, Any]:
    found: dict[str, Any] = player.table["seats"][number - 1]
    return found


def about(player: Player, kind: str, number: int, **fields: Any) -> None:
    """Ask something about a seat as it was last seen."""
    tenure = seat(player, number)["tenure"]
    message = {"type": kind, "seat": number, "tenure": tenure, **fields}
    player.socket.send(json.dumps(message))


def sees(player: Player, number: int, **fields: Any) -> dict[str, Any]:
    """Wait until a seat is as described."""
    fitting = fields.items()
    player.when(lambda m: fitting <= m["seats"][number - 1].items())
    return seat(player, number)


def dismissed(player: Player) -> str:
    """What somebody is told whose seat is released."""
    told: dict[str, Any] = {}
    try:
        while True:
            told = player.receive()
    except (ConnectionClosed, EOFError):
        assert player.socket.close_code == 4403
        return str(told["text"])


@contextmanager
def party(web: Server, game: str, friends: int, **wish: Any) -> Iterator[list[Player]]:
    """A table with everybody at it, the creator first."""
    made = opened(web, game, friends, **wish)
    tokens = [made["token"], *(web.claim(made, n) for n in range(friends))]
    with ExitStack() as stack:
        players = [stack.enter_context(web.player(made["table"], token)) for token in tokens]
        for player in players:
            player.made = made
            player.see(lambda m: all(s["here"] for s in m["seats"]))
        yield players


# -- claiming -----------------------------------------------------------------------


def test_what_the_creator_knows_opens_no_friends_seat(web: Server) -> None:
    made = opened(web)
    table = made["table"]
    opens_nothing(web, table, invitation(made))  # not even before it is claimed
    token = web.claim(made)
    told = hello(web, table, token)
    assert isinstance(told, dict)
    assert told["seat"] == 2
    assert token not in json.dumps(made)
    opens_nothing(web, table, invitation(made))
    again = claimed(web, table, invitation(made), new_token())
    assert again == (409, TAKEN.text)


def test_a_claim_whose_answer_was_lost_is_repeated(web: Server) -> None:
    made, token = opened(web), new_token()
    first = claimed(web, made["table"], invitation(made), token)
    assert first == (200, {"table": made["table"], "seat": 2})
    assert claimed(web, made["table"], invitation(made), token) == first
    assert hello(web, made["table"], token)["seat"] == 2  # type: ignore[index]


def test_a_claim_is_refused_in_a_sentence(web: Server) -> None:
    made = opened(web, "holdem", friends=2)
    table, first = made["table"], invitation(made)
    for name, secret in ((table, new_token()), ("nowhere", first), ("%00", first)):
        assert claimed(web, name, secret, new_token()) == (404, UNKNOWN.text)
    for known in (
        first,
        invitation(made, 1),
        made["token"],
        made["watch"].split("#")[1],
    ):
        status, text = claimed(web, table, first, known)
        assert (status, "use a new one" in text) == (409, True)
    assert claimed(web, table, first, "short")[0] == 422
    assert claimed(web, table, first, new_token())[0] == 200
    assert claimed(web, table, invitation(made, 1), new_token())[1]["seat"] == 3


def test_of_many_who_claim_one_seat_at_once_one_gets_it(web: Server) -> None:
    made = opened(web)
    race(made, [web] * 8)


def race(made: dict[str, Any], servers: list[Server]) -> None:
    """Everybody claims the same seat; exactly one secret opens it afterwards."""
    tokens = [new_token() for _ in servers]
    answers: dict[str, tuple[int, Any]] = {}
    gate = threading.Barrier(len(servers))

    def ask(web: Server, token: str) -> None:
        gate.wait()
        answers[token] = claimed(web, made["table"], invitation(made), token)

    threads = [
        threading.Thread(target=ask, args=pair) for pair in zip(servers, tokens, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(status for status, _ in answers.values()) == [200] + [409] * (len(servers) - 1)
    for web, token in zip(servers, tokens, strict=True):
        won = answers[token][0] == 200
        assert isinstance(hello(web, made["table"], token), dict) == won


def test_of_two_processes_one_lets_somebody_sit_down(
    pair: tuple[Server, Server],
) -> None:
    one, two = pair
    for _ in range(2):
        made = opened(one)
        with one.player(made["table"], made["token"]) as me:
            me.see()  # both have the table in memory, as it was
            assert hello(two, made["table"], made["watch"].split("#")[1])
            race(made, [one, two] * 3)
            sees(me, 2, open=False, change="claimed")


def test_a_claim_is_in_the_store_before_it_is_acknowledged(web: Server) -> None:
    made = opened(web)
    token = web.claim(made)
    assert web.hall is not None
    assert web.hall.database.chairs(made["table"])[2].key == digest(token)


def test_an_older_tables_links_stay_keys(sqlite_url: str) -> None:
    with server(sqlite_url) as web:
        made = opened(web)
        tokens = [made["token"], web.claim(made)]
    store = Database(read_address(sqlite_url))
    with store.writing() as connection:  # as it was before there were invitations
        connection.exec_driver_sql("UPDATE keys SET invitation = NULL, tenure = 0")
    store.close()
    with server(sqlite_url) as web:
        for number, token in enumerate(tokens, start=1):
            told = hello(web, made["table"], token)
            assert isinstance(told, dict)
            assert told["seat"] == number
            assert not any(one["open"] for one in told["seats"])


# -- inviting -----------------------------------------------------------------------


def test_an_invitation_is_revoked_and_issued_anew(web: Server) -> None:
    made = opened(web)
    table = made["table"]
    with (
        web.player(table, made["token"]) as me,
        web.player(table, made["watch"].split("#")[1]) as onlooker,
    ):
        me.see()
        onlooker.see()
        assert seat(me, 2)["can"] == {"invite": True, "vote": False}
        assert seat(onlooker, 2)["can"] == {"invite": False, "vote": False}
        assert made["invitations"][0]["tenure"] == seat(me, 2)["tenure"]
        about(me, "revoke", 2)
        sees(me, 2, invited=False, change="revoked")
        assert claimed(web, table, invitation(made), new_token()) == (404, UNKNOWN.text)
        about(me, "invite", 2)
        renewed = me.hear("invitation")
        sees(me, 2, invited=True, change="invited", tenure=renewed["tenure"])
        about(me, "invite", 2)
        last = me.hear("invitation")
        assert not any(last["path"].split("=")[1] in raw for raw in onlooker.received)
        for void in (invitation(made), renewed["path"].split("=")[1]):
            assert claimed(web, table, void, new_token())[0] == 404
        assert claimed(web, table, last["path"].split("=")[1], new_token())[0] == 200
        sees(onlooker, 2, open=False, change="claimed")
        sees(me, 2, open=False)
        about(me, "invite", 2)
        assert "taken" in me.hear("refusal")["text"]


def test_only_who_opened_the_table_invites_to_a_seat_that_nobody_has_held(
    web: Server,
) -> None:
    made = opened(web, "holdem", friends=2)
    token = web.claim(made)
    with web.player(made["table"], token) as friend:
        friend.see()
        assert not seat(friend, 3)["can"]["invite"]
        for kind in ("revoke", "invite"):
            about(friend, kind, 3)
            assert friend.hear("refusal")["text"].startswith("Only the creator of the table")
    assert claimed(web, made["table"], invitation(made, 1), new_token())[0] == 200


def test_what_is_asked_of_a_seat_that_has_changed_hands_does_nothing(
    web: Server,
) -> None:
    with party(web, "holdem", 2) as (me, other, third):
        third.socket.send(json.dumps({"type": "leave"}))
        assert dismissed(third) == DISMISSED
        before = {"type": "vote", "seat": 3, "tenure": seat(me, 3)["tenure"]}
        sees(me, 3, open=True)
        me.socket.send(json.dumps({**before, "release": True}))
        assert me.hear("refusal")["stale"]
        for wrong in (0, 1, 9, -1):
            me.socket.send(
                json.dumps({"type": "vote", "seat": wrong, "tenure": 0, "release": True})
            )
            assert me.hear("refusal")["text"] == "There is no such seat."
        assert other.table["seat"] == 2


# -- releasing ----------------------------------------------------------------------


def test_who_leaves_gives_the_seat_up_and_any_of_the_others_invites(
    web: Server,
) -> None:
    with party(web, "holdem", 2) as (me, other, third):
        table = me.made["table"]
        key = {"table": table, "token": me.made["token"]}
        me.socket.send(json.dumps({"type": "leave"}))
        assert dismissed(me) == DISMISSED
        for player in (other, third):
            sees(player, 1, open=True, invited=False, change="left", here=False)
        opens_nothing(web, table, key["token"])
        about(third, "invite", 1)
        path = third.hear("invitation")["path"]
        status, answer = claimed(web, table, path.split("=")[1], new_token())
        assert (status, answer["seat"]) == (200, 1)
        sees(other, 1, open=False, change="claimed")


def test_the_last_at_a_table_keeps_the_seat(web: Server) -> None:
    with web.table(game="russian-bank", seats=["me", "friend"]) as me:
        me.see()
        me.socket.send(json.dumps({"type": "leave"}))
        assert "You cannot leave the seat" in me.hear("refusal")["text"]


@pytest.fixture
def hasty(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server on which objecting to a vote takes little time."""
    monkeypatch.setattr(hall, "HEARTBEAT", 0.05)
    with server(sqlite_url, replace(QUICK, vote_seconds=0.3, voting_absence=0.5)) as running:
        yield running


def own_cards(player: Player) -> list[str]:
    """The looks of the cards that lie face up at one's own seat."""
    zones, number = player.table["scene"]["zones"], player.table["seat"]
    (mine,) = (zone["pieces"] for zone in zones if zone["key"] == f"seat:{number}")
    return [piece["look"] for piece in mine if piece["look"] != "card:back"]


def test_a_vote_against_a_player_who_is_here_leaves_time_to_object(web: Server) -> None:
    with party(web, "carcassonne", 2) as (me, other, third):
        about(me, "vote", 3, release=True)
        sees(third, 3, votes=[1], open=False)
        assert "released_in" not in third.table
        about(me, "vote", 3, release=False)
        sees(other, 3, votes=[1])
        sees(other, 3, votes=[], open=False)
        about(other, "vote", 3, release=True)
        sees(me, 3, votes=[2])
        about(me, "vote", 3, release=True)
        for player in (me, other, third):
            told = player.when(lambda m: "released_in" in m)
            assert 0 < told["released_in"]["3"] <= QUICK.vote_seconds
        third.socket.send(json.dumps({"type": "object"}))
        for player in (me, other, third):
            sees(player, 3, votes=[], open=False)
            assert "released_in" not in player.table


def test_who_plays_on_has_objected(hasty: Server) -> None:
    with party(hasty, "carcassonne", 2) as players:
        for player in players:
            player.when(lambda m: m["turn"] > 0)
        (mover,) = (player for player in players if player.table["your_turn"])
        number = mover.table["seat"]
        for other in players:
            if other is not mover:
                about(other, "vote", number, release=True)
        mover.when(lambda m: "released_in" in m)
        mover.act(mover.events[0])
        sees(mover, number, votes=[], open=False)


def test_who_is_idle_is_voted_out_when_the_time_is_over(hasty: Server) -> None:
    with party(hasty, "carcassonne", 2) as (me, other, third):
        for player in (me, other):
            about(player, "vote", 3, release=True)
        assert dismissed(third) == DISMISSED
        for player in (me, other):
            sees(player, 3, open=True, change="voted", votes=[])


def test_nobody_sees_the_hand_of_a_player_who_was_voted_out(hasty: Server) -> None:
    with party(hasty, "holdem", 2, seed=3) as players:
        for player in players:
            player.when(lambda m: m["turn"] > 0)
        victim = next(player for player in players if player.table["your_turn"])
        number, hand = victim.table["seat"], own_cards(victim)
        assert len(hand) == 2
        me, other = (player for player in players if player is not victim)
        deals = sum(entry["event"].startswith("deal_holes") for entry in me.log)
        for player in (me, other):
            about(player, "vote", number, release=True)
        # The rules fold for a player who does nothing, the hand is played, and then it is time.
        while not seat(me, number)["open"]:
            mover = next((p for p in (me, other) if p.table["your_turn"]), None)
            if mover is not None:
                mover.act("fold" if "fold" in mover.events else mover.events[0])
            else:
                me.receive()
            other.when(lambda m: m["seq"] >= me.table["seq"])
            me.when(lambda m: m["seq"] >= other.table["seq"])
        assert sum(entry["event"].startswith("deal_holes") for entry in me.log) == deals
        about(me, "invite", number)
        path = me.hear("invitation")["path"]
        token = new_token()
        assert claimed(hasty, me.made["table"], path.split("=")[1], token)[0] == 200
        with hasty.player(me.made["table"], token) as newcomer:
            newcomer.see()
            dealt = newcomer.when(
                lambda _: [e["event"] for e in newcomer.log if e["seat"] == 0][deals:] != []
            )
            assert not dealt["waits_for_deal"]
            assert len(own_cards(newcomer)) == 2
            raw = "".join(newcomer.received)
            first = newcomer.log[0]
            assert first["event"] == "deal_holes"  # as an onlooker is told it
            assert not any(f'"{look}"' in raw for look in hand if look not in own_cards(newcomer))


def test_who_takes_over_a_seat_in_the_middle_of_a_hand_waits_for_the_next_deal(
    hasty: Server,
) -> None:
    with party(hasty, "holdem", 2, seed=3) as players:
        for player in players:
            player.when(lambda m: m["turn"] > 0)
        me, *_, leaver = sorted(players, key=lambda p: not p.table["your_turn"])
        number, hand = leaver.table["seat"], own_cards(leaver)
        leaver.socket.send(json.dumps({"type": "leave"}))
        assert dismissed(leaver) == DISMISSED
        sees(me, number, open=True)
        about(me, "invite", number)
        token = new_token()
        path = me.hear("invitation")["path"]
        assert claimed(hasty, me.made["table"], path.split("=")[1], token)[0] == 200
        with hasty.player(me.made["table"], token) as newcomer:
            told = newcomer.see()
            assert told["waits_for_deal"]
            assert not told["your_turn"]
            assert own_cards(newcomer) != hand
            newcomer.send("act", event="fold")
            assert newcomer.hear("refusal")["text"] == (
                "You have taken over this seat: you play from the next deal."
            )
            newcomer.send("explain", event="fold")
            assert "next deal" in newcomer.hear("refusal")["text"]
            assert not any(f'"{look}"' in raw for look in hand for raw in newcomer.received)
            phh = hasty.get(f"/api/tables/{me.made['table']}/records/PHH", token)
            assert not any(look.removeprefix("card:") in phh for look in hand)


def test_one_alone_votes_out_only_who_has_been_away(hasty: Server) -> None:
    with party(hasty, "russian-bank", 1) as (me, other):
        about(me, "vote", 2, release=True)
        sees(me, 2, votes=[1], open=False)
        assert "released_in" not in me.table
        other.socket.close()
        sees(me, 2, here=False)
        me.when(lambda m: "released_in" in m)
        sees(me, 2, open=True, change="voted")


def test_time_releases_a_seat_that_others_wait_for(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "HEARTBEAT", 0.05)
    with (
        server(sqlite_url, replace(QUICK, seat_absence=0.5)) as web,
        party(web, "carcassonne", 1) as (me, other),
    ):
        other.socket.close()
        sees(me, 2, open=True, change="away")
        assert not seat(me, 1)["open"]
        assert not me.table["assisted"]  # nothing lies hidden
        about(me, "invite", 2)
        path = me.hear("invitation")["path"]
        assert claimed(web, me.made["table"], path.split("=")[1], new_token())[0] == 200


def test_when_somebody_left_is_kept_over_a_restart(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "LEAVING_AGE", 0.0)
    with server(sqlite_url) as web, party(web, "carcassonne", 1) as (me, other):
        claimed_at = web.live(me.made["table"]).new.chairs[2].seen
        other.socket.close()
        sees(me, 2, here=False)
    store = Database(read_address(sqlite_url))
    assert store.chairs(me.made["table"])[2].seen > claimed_at
    store.close()


def test_nobody_loses_a_seat_while_nobody_waits(sqlite_url: str) -> None:
    impatient = replace(QUICK, seat_absence=0.0)
    with server(sqlite_url, impatient) as web:
        made = opened(web, "holdem", friends=2)
        friend = web.claim(made)
        live = web.live(made["table"])
        assert not is_due(live, impatient)
        with web.player(made["table"], made["watch"].split("#")[1]) as onlooker:
            onlooker.see()
            assert not is_due(live, impatient)
        with web.player(made["table"], friend) as waiting:
            waiting.see()
            assert is_due(live, impatient)
            assert overdue(live.new.chairs, attendance(live, impatient)) == {1: "away"}


def chairs(**votes: tuple[int, ...]) -> dict[int, Chair]:
    """Four seats that are held, and onlookers."""
    held = {n: Chair(bytes([n]), votes=votes.get(f"on{n}", ())) for n in range(1, 5)}
    return {0: Chair(b"watch"), **held}


@pytest.mark.parametrize(
    ("here", "votes", "out"),
    [
        ({1, 2, 3, 4}, (1,), False),
        ({1, 2, 3, 4}, (1, 2), True),
        ({1, 2, 4}, (1, 2), True),
        ({1, 4}, (1,), False),  # one voice against one who is here
        ({1}, (1,), True),  # the absent have no voice
        ({1, 2}, (1,), False),
        ({1, 2}, (1, 2), True),
        (set(), (), False),
        ({4}, (1, 2), True),  # a vote stands when its voter has gone
    ],
)
def test_votes_are_weighed_by_who_is_here(
    here: set[int], votes: tuple[int, ...], out: bool
) -> None:
    present = Attendance(frozenset(here), {}, 0.0, 1000.0, voting_absence=300, seat_absence=10**6)
    assert is_voted_out(chairs(on4=votes), 4, present) == out


@pytest.mark.parametrize("seat", [0, 5])
def test_nobody_is_invited_to_a_seat_that_does_not_exist(seat: int) -> None:
    refused = invited(chairs(), 1, seat, 0, digest("x"))
    assert refused == Rejection("There is no such seat.")


def test_a_table_is_never_left_without_anybody_to_invite() -> None:
    nobody = Attendance(frozenset(), {}, 0.0, 1000.0, voting_absence=1, seat_absence=1)
    arranged = lapsed(chairs(), nobody)
    assert sum(not chair.is_open for n, chair in arranged.chairs.items() if n) == 1


def test_away_is_who_has_not_been_here_for_just_so_many_seconds() -> None:
    away = Attendance(frozenset(), {4: 700.0}, 0.0, 1000.0, voting_absence=300, seat_absence=300)
    assert away.is_away(chairs(), 4)
    assert away.is_gone(chairs(), 4)
    not_yet = replace(away, now=999.0)
    assert not not_yet.is_away(chairs(), 4)
    assert not not_yet.is_gone(chairs(), 4)


def test_a_process_that_has_just_begun_takes_nobody_for_absent() -> None:
    begun = Attendance(frozenset(), {}, 990.0, 1000.0, voting_absence=300, seat_absence=900)
    assert not begun.is_away(chairs(), 4)
    assert begun.is_gone(chairs(), 4)  # that the store knows


def test_a_release_reaches_the_sockets_of_another_process(
    pair: tuple[Server, Server],
) -> None:
    one, two = pair
    made = opened(one)
    token = one.claim(made)
    with (
        one.player(made["table"], made["token"]) as me,
        two.player(made["table"], token) as friend,
        one.player(made["table"], token) as elsewhere,
    ):
        friend.see(lambda m: all(s["here"] for s in m["seats"]))
        elsewhere.see()
        friend.socket.send(json.dumps({"type": "leave"}))
        assert dismissed(friend) == DISMISSED
        assert dismissed(elsewhere) == DISMISSED
        sees(me, 2, open=True, change="left")
    opens_nothing(one, made["table"], token)


def test_what_somebody_who_lost_the_seat_still_sends_does_nothing(web: Server) -> None:
    with party(web, "carcassonne", 1) as (me, other):
        me.my_turn()
        me.act(me.events[0])
        other.my_turn()
        event, seq = other.events[0], other.table["seq"]
        other.socket.send(json.dumps({"type": "leave"}))
        other.socket.send(json.dumps({"type": "act", "seq": seq, "event": event}))
        dismissed(other)
        sees(me, 2, open=True)
        assert me.table["seq"] == seq
