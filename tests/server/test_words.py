"""What a message says at the table, in the words of the table protocol."""

from pathlib import Path

import pytest

from ludex.play.protocol.effects import Rejection, RejectionKind
from ludex.play.words import NO_SHARE, words_of
from serving import server

SHARE = "ab" * 32


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"type": "act", "event": "mark(1)"}, "mark(1)"),
        ({"type": "act", "event": ""}, ""),
        ({"type": "undo"}, "undo"),
        ({"type": "redo"}, "redo"),
        ({"type": "agree", "agree": True}, ":agree"),
        ({"type": "agree", "agree": False}, ":refuse"),
        ({"type": "share", "share": SHARE}, f":share {SHARE}"),
        ({"type": "share", "hash": SHARE}, f":hash {SHARE}"),
        ({"type": "share", "hash": None}, ":no share"),
        ({"type": "deal"}, ":deal"),
        ({"type": "close"}, ":close"),
    ],
)
def test_every_message_for_the_table_has_its_words(said: dict[str, object], words: str) -> None:
    assert words_of(said) == words


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"type": "hint"},
        {"type": "why", "pick": "a", "drop": "b"},
        {"type": "act"},
        {"type": "act", "event": 5},
        {"type": "agree"},
        {"type": "agree", "agree": 1},
        {"type": ["undo"]},
    ],
)
def test_what_is_for_somebody_else_or_for_nobody_has_none(
    said: dict[str, object],
) -> None:
    assert words_of(said) is None


def test_a_share_that_is_none_is_told_what_a_share_is() -> None:
    for said in ({"type": "share"}, {"type": "share", "share": 5}):
        answer = words_of(said)
        assert isinstance(answer, Rejection)
        assert answer.text == NO_SHARE.text


def test_no_event_speaks_about_the_table(tmp_path: Path) -> None:
    for words in (":close", ":agree", f":share {SHARE}", ":"):
        answer = words_of({"type": "act", "event": words})
        assert isinstance(answer, Rejection)
        assert answer.why is RejectionKind.UNREADABLE
    with (
        server(f"sqlite:///{tmp_path}/tables.sqlite3") as web,
        web.table(game="freecell", deal=1) as me,
    ):
        me.see()
        me.send("act", event=":close")
        assert me.hear("refusal")["text"] == "an event cannot begin with a colon."
