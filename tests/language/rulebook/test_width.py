"""The rulebook as text has at most eighty columns, in every language and with its source."""

import pytest

from commands import ludex
from ludex.language.rulebook.markup import as_text
from ludex.language.rulebook.page import TableBlock
from ludex.registry.shipped import GAMES


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("more", [(), ("--source",), ("--language", "pt")])
def test_rules_have_at_most_eighty_columns(name: str, more: tuple[str, ...]) -> None:
    lines = ludex("rules", name, *more).out.splitlines()
    assert [line for line in lines if len(line) > 80] == []


def test_a_name_in_a_narrow_column_is_divided_after_an_underscore() -> None:
    row = ("hands_per_level", *["fixed_limit"] * 6)
    text = as_text([TableBlock(("option", *"abcdef"), (row,))])
    words = {word for line in text.splitlines()[2:] for word in line.split()}
    assert words == {"hands_", "per_level", "fixed_", "limit"}
