"""XML states: everything that the original reads is read, the rest is said exactly (2.1)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.carcassonne.formats.programs import (
    Printed,
    document_from,
    run_draw,
    run_next,
    run_play,
)
from ludex.games.carcassonne.formats.xml_reader import (
    DEEPEST,
    LARGEST,
    MOST,
    MOST_ATTRIBUTES,
    MOST_TAGS,
    read,
)
from ludex.games.carcassonne.formats.xml_state import (
    document_of,
    indented,
    integer,
    one_line,
)
from ludex.games.carcassonne.game import game
from ludex.games.carcassonne.rules.places import Place
from ludex.games.carcassonne.rules.position import Entry, Follower, Score, Setup, problems, state_of
from ludex.games.carcassonne.rules.segments import TURNED
from ludex.games.carcassonne.rules.tiles import Facing, Role, Tile, TileSet
from ludex.kernel import Dice, Unreadable
from playing import random_history

TILE = '<tile type="E" x="0" y="0" orientation="N"/>'
REST = '<scores><score player="1" score="0"/></scores><next tile="E"/></board>'
PLAIN = f"<board><terrain>{TILE}</terrain>{REST}"

EXPECTED = Setup((Entry(TURNED[Tile.E][Facing.NORTH], Place(0, 0)),), (Score(1, 0),), Tile.E)


def board(tile: str) -> str:
    return f"<board><terrain>{tile}</terrain>{REST}"


@pytest.mark.requirement("carcassonne.module.Leitor", "carcassonne.XML state")
@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"<!-- peça inicial --><?xml version='1.0'?>\n{PLAIN}",
        f'<?xml version="1.0"?><!DOCTYPE board SYSTEM "haskassonne.dtd">{PLAIN}',
        f"<!DOCTYPE board [<!ELEMENT board (terrain)><!ENTITY x 'y'>]>{PLAIN}",
        f"<!DOCTYPE board [<!-- a < b, it's --> <!ENTITY x 'a < b'>]>{PLAIN}",
        f'<!DOCTYPE board [<!ENTITY x "<<<"><?note a < b ?>]>{PLAIN}',
        f'<!DOCTYPE board SYSTEM "a<b>c.dtd">{PLAIN}',
        f"\ufeff some text {PLAIN}",
        PLAIN.replace("><", ">\r\n  <"),
        PLAIN.replace('"', "'"),
        PLAIN.replace('"', ""),
        PLAIN.replace('"0"', '"&#48;"'),
        PLAIN.replace('"0"', '"&#x30;"'),
        PLAIN.replace("</", "</h:").replace("<b", "<h:b").replace("<t", "<h:t"),
        PLAIN.removesuffix("</board>"),
        PLAIN + "</board> rubbish <board><terrain/></board> &&& <",
        board('<tile orientation="N" y="0" x="0" type="E" colour="red"></tile>'),
        board('<tile type="Ecity" x="0" y="0" orientation="north"/>'),
        board('<tile type="e" x="0" y="0" orientation="n"/>'),
        board('<tile type="E" x=" 00 " y="(0)" orientation="N"/>'),
        board('<tile type="E" x="0x0" y="- 0" orientation="N"/>'),
        board(f"<!-- inside -->{TILE}<![CDATA[<tile>]]>"),
        PLAIN.replace("<scores>", "<players><bot/></players><scores>"),
        PLAIN.replace("</board>", '<next tile="B"/></board>'),
        f'<board><next tile="E"/><scores><score score="0" player="1"/></scores>'
        f"<terrain>{TILE}</terrain></board>",
    ],
)
def test_what_the_original_reads_is_read(text: str) -> None:
    assert document_of(text) == EXPECTED


def test_missing_end_tags_at_the_end_are_forgiven() -> None:
    text = '<board><scores><score player="1" score="0"/></scores><next tile="E"/><terrain>'
    assert document_of(text + TILE) == EXPECTED


def test_only_the_first_follower_and_the_first_next_count() -> None:
    followers = '<follower player="2" type="K"/><follower player="3" type="F"/>'
    document = document_of(board(TILE.replace("/>", f">{followers}</tile>")))
    assert isinstance(document, Setup)
    assert document.tiles[0].follower == Follower(2, Role.KNIGHT)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no XML element in the input"),
        ("just words", "no XML element in the input"),
        ("<!-- a comment that never ends", "no XML element in the input"),
        ("<game/>", "line 1: the root is <game>, not <board>"),
        ("\n<Board></Board>", "line 2: the root is <Board>, not <board>"),
        ("<board/>", "line 1: <board> has no <terrain>"),
        (board("<TILE/>"), "line 1: <TILE> in <terrain>, not <tile>"),
        (
            PLAIN.replace("<score ", "<point "),
            "line 1: <point> in <scores>, not <score>",
        ),
        (
            board(TILE.replace("/>", "><meeple/></tile>")),
            "line 1: <meeple> in <tile>, not <follower>",
        ),
        (board('<tile type="E"/>'), "tile 1, line 1: no attribute x"),
        (
            board(TILE + TILE.replace('x="0"', 'x="1.0"')),
            "tile 2, line 1: x '1.0' is not an integer",
        ),
        (
            board(TILE.replace('"E"', '"Q"')),
            "tile 1, line 1: type 'Q' is not one of B, C, E, N",
        ),
        (
            board(TILE.replace('"N"', '""')),
            "tile 1, line 1: orientation '' is not one of N, E, S, W",
        ),
        (
            board(TILE.replace("/>", '><follower player="1" type="knave"/></tile>')).replace(
                "knave", "X"
            ),
            "follower on tile 1 at (0, 0), line 1: type 'X' is not one of K, F, M",
        ),
        (
            PLAIN.replace('score="0"', 'score="many"'),
            "score, line 1: score 'many' is not an integer",
        ),
        (
            PLAIN.replace('tile="E"', 'tile="?"'),
            "next, line 1: tile '?' is not one of B, C, E, N",
        ),
        (board(TILE.replace('"', "”")), "tile 1, line 1: type '”E”' is not one of"),
    ],
)
def test_what_cannot_be_read_is_said_exactly(text: str, problem: str) -> None:
    found = document_of(text)
    assert isinstance(found, Unreadable)
    assert str(found).startswith(problem)


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("12", 12), ("-12", -12), ("- 2", -2), (" 7 ", 7), ("007", 7), ("(3)", 3),
        ("((-3))", -3), ("( - 3 )", -3), ("0x10", 16), ("-0xfF", -255), ("0o17", 15),
        ("+1", None), ("1.0", None), ("1e2", None), ("", None), ("-", None),
        ("-(2)", None), ("(2", None), ("1 2", None), ("٣", None), ("1_000", None),
        ("--2", None), ("(3))", None), ("( (3) )", 3), ("-\n2", -2), ("0x", None),
    ],
)  # fmt: skip
def test_integers_are_those_that_haskell_reads(word: str, number: int | None) -> None:
    assert integer(word) == number


@pytest.mark.parametrize(
    "word",
    [str(2**63), str(-(2**63) - 1), "9" * 30, "9" * 100_000, "0x1" + "0" * 99],
    ids=range(5),
)
def test_an_integer_beyond_64_bits_is_too_large_and_not_no_integer(word: str) -> None:
    found = document_of(board(TILE.replace('x="0"', f'x="{word}"')))
    assert isinstance(found, Unreadable)
    assert str(found).endswith(" is too large")
    assert len(str(found)) < 100


def test_leading_zeros_do_not_make_an_integer_large() -> None:
    assert integer("0" * 100_000 + "7") == 7
    assert integer(str(2**63 - 1)) == 2**63 - 1


def test_names_of_elements_are_shortened_and_escaped_in_messages() -> None:
    root = document_of(f"<{'x' * 5000}/>")
    assert str(root) == f"line 1: the root is <{'x' * 40}…>, not <board>"
    inside = document_of(board("<\x1b[2Jtile\u202e/>"))
    assert str(inside) == ("line 1: <\\x1b[2Jtile\\u202e> in <terrain>, not <tile>")


# -- writing -------------------------------------------------------------------------------

turned = st.builds(
    lambda t, f: TURNED[t][f],
    st.sampled_from(TileSet.DOCUMENT.kinds),
    st.sampled_from(Facing),
)
numbers = st.integers(-(2**63), 2**63 - 1)
followers = st.builds(Follower, numbers, st.sampled_from([Role.KNIGHT, Role.FARMER, Role.MONK]))
documents = st.builds(
    Setup,
    st.lists(
        st.builds(Entry, turned, st.builds(Place, numbers, numbers), st.none() | followers),
        max_size=12,
    ).map(tuple),
    st.lists(st.builds(Score, numbers, numbers), max_size=5).map(tuple),
    st.none() | st.sampled_from(TileSet.DOCUMENT.kinds),
)


@pytest.mark.requirement(
    "carcassonne.module.Leitor",
    "carcassonne.module.Escritor",
    "carcassonne.type.Board",
    "carcassonne.type.Tile",
    "carcassonne.type.Meeple",
    "carcassonne.type.Next",
    "carcassonne.type.Location",
)
@given(document=documents)
@settings(max_examples=150, deadline=None)
def test_a_document_written_in_either_form_reads_back_the_same(
    document: Setup,
) -> None:
    assert document_of(one_line(document)) == document
    assert document_of(indented(document)) == document


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 72))
@settings(max_examples=40, deadline=None)
def test_xml_in_and_xml_out_is_the_identity_on_valid_states(seed: int, steps: int) -> None:
    state = random_history(game, seed, steps).state
    document = document_from(state)
    assert list(problems(document)) == []
    for write in (one_line, indented):
        text = write(document)
        again = document_of(text)
        assert isinstance(again, Setup)
        assert write(again) == text
        assert state_of(again) == state


@pytest.mark.requirement("carcassonne.test files")
@pytest.mark.requirement(
    "carcassonne.module.Escritor",
    "carcassonne.XML state",
    "carcassonne.XML tile",
    "carcassonne.Next.line",
    "carcassonne.Next.readable",
)
def test_the_two_forms_are_those_of_the_document() -> None:
    """E-CA-19: one module writes the states, whatever it is called."""
    knight = Follower(1, Role.KNIGHT)
    document = Setup(
        (
            Entry(TURNED[Tile.E][Facing.NORTH], Place(0, 0), knight),
            Entry(TURNED[Tile.E][Facing.WEST], Place(1, 0)),
        ),
        (Score(1, 0), Score(2, 0)),
        Tile.E,
    )
    assert (
        indented(document)
        == """\
<board>
  <terrain>
    <tile type="E" x="0" y="0" orientation="N">
      <follower player="1" type="K" />
    </tile>
    <tile type="E" x="1" y="0" orientation="W" />
  </terrain>
  <scores>
    <score player="1" score="0" />
    <score player="2" score="0" />
  </scores>
  <next tile="E" />
</board>
"""
    )
    assert one_line(document) == (
        '<board><terrain><tile type="E" x="0" y="0" orientation="N">'
        '<follower player="1" type="K" /></tile>'
        '<tile type="E" x="1" y="0" orientation="W" /></terrain>'
        '<scores><score player="1" score="0" /><score player="2" score="0" /></scores>'
        '<next tile="E" /></board>\n'
    )
    empty = Setup((), (Score(1, 0),), None)
    assert one_line(empty).startswith("<board><terrain /><scores>")


# -- hostile input ---------------------------------------------------------------------------


def test_no_entity_is_expanded_and_no_file_is_read() -> None:
    bombs = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 30))
    text = f'<!DOCTYPE board [<!ENTITY a0 "0">{bombs}]>{PLAIN}'.replace('x="0"', 'x="&a29;"')
    found = document_of(text)
    assert isinstance(found, Unreadable)
    assert str(found) == "tile 1, line 1: x '&a29;' is not an integer"
    outside = '<!DOCTYPE board [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    found = document_of(outside + PLAIN.replace('x="0"', 'x="&x;"'))
    assert str(found) == "tile 1, line 1: x '&x;' is not an integer"


def test_depth_size_and_number_of_elements_are_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludex.games.carcassonne.formats.xml_reader.MOST", MOST // 50)
    monkeypatch.setattr("ludex.games.carcassonne.formats.xml_reader.MOST_TAGS", MOST_TAGS // 50)
    deep = read("<a>" * (DEEPEST + 1))
    assert str(deep) == f"line 1: more than {DEEPEST} levels"
    assert "characters" in str(read("x" * (LARGEST + 1)))
    many = read("<board>\n" + "<a/>" * (MOST // 50))
    assert str(many) == f"line 2: more than {MOST // 50:,} elements"
    tags = read("<board>\n" + "</a>" * (MOST_TAGS // 50))
    assert str(tags) == f"line 2: more than {MOST_TAGS // 50:,} tags"
    for attributes in ("a=1 ", "= "):
        wide = read("\n<board " + attributes * (MOST_ATTRIBUTES + 1))
        assert str(wide) == f"line 2: more than {MOST_ATTRIBUTES:,} attributes"
    assert LARGEST == 8 * 1024 * 1024


RUBBISH = [
    "<",
    "<a ",
    "<a b=",
    '<a b="',
    "<a/",
    "<!",
    "<!x '",
    "<!x <!--",
    "<!--",
    "<?",
    "</a",
    "<a>" * 90 + "</b>" * 100_000,
    "<board><terrain>" + "</x>" * 100_000,
    "<board " + "x='1' " * 100_000,
    "<board " + "=" * 100_000,
    "<board x='" + "&#1" * 100_000,
    "<a" + " " * 50_000,
    "(" * 100,
    "&",
]


@pytest.mark.parametrize("size", [LARGEST // 64, pytest.param(LARGEST, marks=pytest.mark.slow)])
def test_rubbish_up_to_the_largest_size_is_refused(size: int) -> None:
    """A reader that looks back for each character would take hours."""
    for rubbish in RUBBISH:
        text = rubbish * (size // len(rubbish))
        assert isinstance(document_of(text), Unreadable | Setup), rubbish[:20]


@pytest.mark.parametrize("word", ["(", " ", "- ", "9", "0x", "9 ", "((1) "])
def test_a_number_without_end_is_refused(word: str) -> None:
    found = document_of(board(TILE.replace('x="0"', f'x="{word * 1_500_000}"')))
    assert isinstance(found, Unreadable)


@given(text=st.text(alphabet="<>/!?-=\"'&;# \nboardtileE01", max_size=200))
@settings(max_examples=300, deadline=None)
def test_no_text_makes_the_reader_crash(text: str) -> None:
    assert isinstance(document_of(text), Unreadable | Setup)
    assert isinstance(document_of("<board><terrain>" + text), Unreadable | Setup)


@pytest.mark.parametrize("side", [30, pytest.param(100, marks=pytest.mark.slow)])
def test_hundreds_and_thousands_of_tiles_still_work(side: int) -> None:
    tiles = "".join(
        f'<tile type="{"BE"[(x + y) % 7 == 0]}" x="{x}" y="{y}" orientation="N">'
        f'<follower player="{x % 2}" type="{"KFM"[y % 3]}"/></tile>'
        for x in range(side)
        for y in range(side)
    )
    scores = '<scores><score player="0" score="0"/><score player="1" score="0"/></scores>'
    text = f'<board><terrain>{tiles}</terrain>{scores}<next tile="C"/></board>'
    drawing = run_draw(text)
    assert isinstance(drawing, Printed)
    assert len(drawing.text) == 5 * side * (5 * side + 1)
    following = run_next(text, Dice(1))
    assert isinstance(following, Printed)
    assert following.text.count("<tile") == side**2
    assert isinstance(run_play(text, Dice(1)), Printed | Unreadable)
