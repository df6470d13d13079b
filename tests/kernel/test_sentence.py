"""Sentences: texts that remember how they were made."""

import json
import pickle

import pytest

from ludex.kernel import (
    Sentence,
    as_sentence,
    listed,
    say,
)
from ludex.kernel.texts.sentence import holes
from ludex.parts.grid import Square
from ludex.table.sentence_data import filled, packed, unpacked


def test_a_sentence_is_its_text_and_remembers_its_parts() -> None:
    made = say("vacant", "There is no {what} on {slot:board4}", what="piece", slot=Square(4, 1))
    assert made == "There is no piece on a1"
    assert (made.code, made.template) == (
        "vacant",
        "There is no {what} on {slot:board4}",
    )
    assert filled(made) == {"what": "piece", "slot:board4": "a1"}
    assert holes(made.template) == ("what", "slot:board4")


def test_a_catalogue_words_a_sentence_and_those_within_it() -> None:
    inner = say("red", "red")
    made = say(
        "colour",
        "the card is {colour}, not {other}",
        colour=inner,
        other=say("b", "black"),
    )
    portuguese = {
        "the card is {colour}, not {other}": "a carta não é {other}: é {colour}",
        "red": "vermelha",
    }
    assert made.worded(portuguese) == "a carta não é black: é vermelha"
    assert filled(made)["colour"] is inner
    assert made.worded({}) == made


def test_numbers_stay_numbers_for_who_words_them_later() -> None:
    made = say("few", "{count} of {most} ({share:.1f})", count=1, most=52, share=0.25)
    assert filled(made) == {"count": 1, "most": 52, "share:.1f": "0.2"}


def test_a_hole_without_a_value_is_a_bug() -> None:
    with pytest.raises(KeyError):
        say("bad", "there is no {thing}")


def test_sentences_pickle_hash_and_compare_as_their_texts() -> None:
    made = say("few", "{count} cards", count=2)
    copy = pickle.loads(pickle.dumps(made))
    assert isinstance(copy, Sentence)
    assert (copy, copy.code, copy.values) == (made, "few", {"count": 2})
    counts: dict[str, int] = {made: 1}
    assert counts["2 cards"] == 1


def test_a_plain_text_has_a_code_too() -> None:
    assert as_sentence("You may not: it is 7\u2665!").code == "you_may_not_it_is_7"
    assert as_sentence(say("no", "You may not")).code == "no"


@pytest.mark.parametrize(
    ("things", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), ("abc", "a, b and c")],
)
def test_things_are_listed(things: list[str], text: str) -> None:
    assert listed(things) == text


def test_a_sentence_can_be_stored_and_read_again() -> None:
    card = say("card", "{rank} of {suit}", rank=say("rank", "queen"), suit="spades")
    made = say("there", "{card} is on {slot:board4}", card=card, slot=Square(4, 1))
    data = json.loads(json.dumps(packed(made)))
    assert data == {
        "code": "there",
        "template": "{card} is on {slot:board4}",
        "values": {
            "card": {
                "code": "card",
                "template": "{rank} of {suit}",
                "values": {
                    "rank": {"code": "rank", "template": "queen", "values": {}},
                    "suit": "spades",
                },
            },
            "slot:board4": "a1",
        },
    }
    again = unpacked(data)
    assert isinstance(again, Sentence)
    assert (again, again.code) == ("queen of spades is on a1", "there")
    assert packed(again) == data


@pytest.mark.parametrize(
    ("template", "text", "read"),
    [
        ("{at:board4} or {at:board8}", "a1 or a5", "a1 or a1"),
        ("{at:board8} or {at:board4}", "a5 or a1", "a5 or a5"),
        ("{n} or {n:03d}", "4 or 004", "4 or 004"),
        ("{n:03d} or {n}", "004 or 4", "004 or 4"),
    ],
)
def test_a_value_that_is_written_in_two_ways_is_read_as_the_first_or_as_the_plain_one(
    template: str, text: str, read: str
) -> None:
    made = say("either", template, at=Square(4, 1), n=4)
    assert (made, unpacked(packed(made))) == (text, read)


def test_a_plain_text_is_a_sentence_without_holes() -> None:
    assert as_sentence("a {brace}") == "a {brace}"
    assert packed("No way")["template"] == "No way"


@pytest.mark.parametrize(
    "data",
    [None, "text", {"code": "a"}, {"code": "a", "template": "{b}", "values": {}}],
)
def test_what_is_no_sentence_is_not_read(data: object) -> None:
    assert unpacked(data) is None
