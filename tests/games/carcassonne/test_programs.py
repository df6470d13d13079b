"""Draw, Play, Next and the round: what they print, warn of and refuse (3, 4, 5)."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carcassonne_xml import board, problem, scores, text, tile
from ludex.games.carcassonne.document.filters import FILTERS
from ludex.games.carcassonne.formats.programs import (
    Printed,
    Round,
    document_from,
    final_scores,
    new_game,
    run_draw,
    run_next,
    run_play,
    run_round,
    turn_of,
)
from ludex.games.carcassonne.formats.strategies import ORIGINAL, OURS, STRATEGIES
from ludex.games.carcassonne.formats.xml_state import document_of, indented, one_line
from ludex.games.carcassonne.game import State, game
from ludex.games.carcassonne.rules.events import PlaceTile
from ludex.games.carcassonne.rules.options import Draw
from ludex.games.carcassonne.rules.position import Setup, problems, terrain_of
from ludex.games.carcassonne.rules.state import drawable
from ludex.games.carcassonne.rules.tiles import Role
from ludex.kernel import Dice, Unreadable
from ludex.language.document import document_of as source_of
from ludex.registry import Filter, PrintedPart
from ludex.study.grade.filters import generate_inputs, rules_of
from playing import random_history


def after_next(*tiles: str, players: tuple[int, ...] = (1, 2)) -> str:
    return text(run_next(board(*tiles, scores=players), Dice(1)))


# -- Play ----------------------------------------------------------------------------------


@pytest.mark.requirement("carcassonne.Play", "carcassonne.Play.tag", "carcassonne.XML tile")
def test_play_prints_the_tile_in_the_documents_own_form() -> None:
    printed = {text(run_play(board(), Dice(seed))) for seed in range(200)}
    assert '<tile type="E" x="0" y="0" orientation="N"/>\n' in printed
    assert (
        '<tile type="E" x="0" y="0" orientation="W">\n'
        '        <follower player="1" type="K"/>\n'
        "</tile>\n" in printed
    )


@pytest.mark.requirement("carcassonne.Play.first")
def test_on_an_empty_board_play_lays_an_e_whatever_next_says() -> None:
    for name, strategy in STRATEGIES.items():
        printed = text(run_play(board(drawn="C"), Dice(7), strategy=strategy))
        assert printed.startswith('<tile type="E" x="0" y="0"'), name


@pytest.mark.requirement("carcassonne.Play.state")
def test_play_with_an_argument_puts_the_new_tile_first_and_keeps_the_rest() -> None:
    before = board(tile("EN", 0, 0, "1K"))
    printed = text(run_play(before, Dice(2), whole=True))
    lines = printed.splitlines()
    assert lines[:2] == ["<board>", "  <terrain>"]
    assert printed.count("<tile") == 2
    assert printed.index('x="0" y="0"') > printed.index("<tile")
    assert '  <next tile="E" />\n' in printed
    assert scores(printed) == {1: 0, 2: 0}


def test_without_a_next_the_whole_state_is_printed_unchanged() -> None:
    finished = board(tile("EN", 0, 0), drawn="")
    document = document_of(finished)
    assert isinstance(document, Setup)
    assert text(run_play(finished, Dice(1), whole=True)) == indented(document)


def test_play_says_what_is_wrong_where_the_original_crashed() -> None:
    """E-CA-4."""
    dice = Dice(1)
    closed_city = [tile("EN", 0, 0), tile("ES", 0, 1)]
    no_next = problem(run_play(board(tile("EN", 0, 0), drawn=""), dice))
    assert no_next == "no <next>: there is no tile to play"
    nowhere = problem(run_play(board(*closed_city, drawn="C"), dice))
    assert nowhere == "a tile of type C fits nowhere"
    both = [tile("CN", 0, 0), tile("CN", 1, 0)]
    assert problem(run_play(board(*both, drawn="C"), dice)) == ("all 2 tiles of type C are laid")
    nobody = problem(run_play(board(tile("EN", 0, 0), scores=()), dice))
    assert nobody == "no <score>: nobody is there to play"


@pytest.mark.parametrize("name", STRATEGIES)
def test_no_strategy_finds_a_place_where_there_is_none(name: str) -> None:
    xml = board(tile("EN", 0, 0), tile("ES", 0, 1), drawn="C")
    strategy = STRATEGIES[name]
    nowhere = "a tile of type C fits nowhere"
    assert problem(run_play(xml, Dice(1), strategy=strategy)) == nowhere
    assert problem(run_round(xml, Dice(1), strategy=strategy)) == nowhere


def test_the_originals_own_mark_for_no_tile_is_read_as_none() -> None:
    xml = board(tile("EN", 0, 0), drawn="-")
    assert "no <next>" in problem(run_play(xml, Dice(1)))


def test_the_player_to_move_goes_by_the_order_of_the_scores() -> None:
    xml = board(tile("EN", 0, 0), scores=(7, 3, 5), drawn="B")
    found = {
        number
        for seed in range(60)
        for number in re.findall(r'player="(\d)"', text(run_play(xml, Dice(seed))))
    }
    assert found == {"3"}


SEVEN = [
    *(tile("BN", x, 0, "1M") for x in range(5)), tile("EE", 5, 0, "1F"),
    tile("EN", 0, 1, "1K"),
]  # fmt: skip


@pytest.mark.requirement("carcassonne.Play.meeple")
@pytest.mark.parametrize("name", STRATEGIES)
def test_no_strategy_ever_puts_out_an_eighth_meeple(name: str) -> None:
    """E-CA-2: the original did, 75 times in 600 games."""
    for seed in range(40):
        xml = board(*SEVEN, scores=(1,))
        assert "follower" not in text(run_play(xml, Dice(seed), strategy=STRATEGIES[name]))


@pytest.mark.parametrize("name", STRATEGIES)
@given(seed=st.integers(0, 2**32), steps=st.integers(2, 71))
@settings(max_examples=15, deadline=None)
def test_every_strategy_makes_legal_moves(name: str, seed: int, steps: int) -> None:
    state = random_history(game, seed, steps).state
    document = document_from(state)
    if document.drawn is not None:
        turn = turn_of(document)
        assert STRATEGIES[name](turn, Dice(seed)) in turn.moves
        assert set(turn.moves) == set(game.moves(state))


@pytest.mark.requirement("carcassonne.Play.random", "carcassonne.Play.all")
def test_the_original_strategy_plays_near_the_origin_and_the_documents_anywhere() -> None:
    row = [tile("BN", x, 0) for x in range(6)]
    xml = board(*row, drawn="N")
    farthest = {}
    for name in ("original", "document"):
        plays = (run_play(xml, Dice(n), strategy=STRATEGIES[name]) for n in range(40))
        matches = [re.search(r'x="(.+?)" y="(.+?)"', text(play)) for play in plays]
        places = [(int(m[1]), int(m[2])) for m in matches if m is not None]
        farthest[name] = max(x * x + y * y for x, y in places)
    assert farthest["original"] <= 4 < farthest["document"]


# -- Next ----------------------------------------------------------------------------------


def test_next_on_an_empty_board_only_sets_an_e() -> None:
    for drawn in ("", "B", "E"):
        assert text(run_next(board(drawn=drawn), Dice(1))) == board(drawn="E")


@pytest.mark.requirement("carcassonne.Next", "carcassonne.Next.cities")
def test_next_scores_complete_features_and_sends_their_followers_home() -> None:
    printed = after_next(tile("EN", 0, 0, "1K"), tile("ES", 0, 1, "2F"))
    assert scores(printed) == {1: 4, 2: 0}
    assert 'type="K"' not in printed
    assert 'type="F"' in printed


def test_next_twice_draws_again_but_scores_once() -> None:
    once = after_next(tile("EN", 0, 0, "1K"), tile("ES", 0, 1))
    twice = text(run_next(once, Dice(99)))
    hidden = re.compile(r'<next tile="."')
    assert hidden.sub("", once) == hidden.sub("", twice)


def full_game(seed: int) -> str:
    return one_line(document_from(random_history(game, seed, 100).state))


@pytest.mark.parametrize("seed", range(5))
def test_next_on_a_finished_state_changes_nothing(seed: int) -> None:
    finished = full_game(seed)
    assert "<next" not in finished
    assert text(run_next(finished, Dice(1))) == finished


@pytest.mark.requirement(
    "carcassonne.end",
    "carcassonne.Next.end",
    "carcassonne.Next.dash",
    "carcassonne.Next",
)
def test_next_ends_the_game_early_when_what_is_left_fits_nowhere() -> None:
    tiles = [tile("BN", x, 0) for x in range(6)]
    tiles += [tile("EN", x, 1) for x in range(8)] + [tile("ES", x, 2) for x in range(8)]
    for x in (0, 2):
        tiles += [tile("NE", x, 3), tile("NN", x + 1, 3), tile("NS", x, 4)]
        tiles += [tile("NW", x + 1, 4)]
    tiles += [tile("EE", 4, 4), tile("NW", 5, 4), tile("NE", 5, 3), tile("EW", 6, 3)]
    assert len(tiles) == 34
    tiles[0] = tile("BN", 0, 0, "2F")
    printed = after_next(*tiles)
    assert "<next" not in printed
    assert "follower" not in printed
    assert scores(printed) == {1: 0, 2: 3 * 8}


@pytest.mark.requirement("carcassonne.module.Pontuar", "carcassonne.type.Player")
def test_points_are_added_to_the_scores_of_the_input() -> None:
    xml = board(tile("EN", 0, 0, "2K"), tile("ES", 0, 1)).replace(
        'player="2" score="0"', 'player="2" score="-40"'
    )
    assert scores(text(run_next(xml, Dice(1)))) == {1: 0, 2: -36}


def test_both_ways_to_draw_give_types_that_can_be_laid() -> None:
    """E-CA-3."""
    xml = board(tile("EN", 0, 0), tile("ES", 0, 1))
    document = document_of(xml)
    assert isinstance(document, Setup)
    possible = {str(kind) for kind in drawable(OURS.table(terrain_of(document)))}
    assert possible == {"B", "E", "N"}
    counts = {}
    for draw in Draw:
        reading = replace(OURS, rules=replace(OURS.rules, draw=draw))
        drawn = [text(run_next(xml, Dice(n), reading=reading)) for n in range(400)]
        kinds = [re.findall(r'<next tile="(.)"', xml)[0] for xml in drawn]
        assert set(kinds) == possible
        counts[draw] = kinds.count("B")
    assert counts[Draw.PLACEMENTS] > 1.5 * counts[Draw.FAIR]


def test_without_scores_draw_works_and_next_says_why_it_does_not() -> None:
    xml = f"<board><terrain>{tile('EN', 0, 0)}</terrain></board>"
    assert text(run_draw(xml))
    assert problem(run_next(xml, Dice(1))) == "<board> has no <scores>"


# -- what breaks the rules -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "warning"),
    [
        (
            [tile("EN", 2, 0), tile("ES", 2, 1), tile("EN", 2, -1)],
            "tile 3 at (2, -1): its north side is city but (2, 0) has field",
        ),
        (
            [tile("EN", 0, 0), tile("BN", 0, 0)],
            "tile 2 at (0, 0): tile 1 is already there",
        ),
        (
            [tile("EN", 0, 0), tile("BN", 1, 1)],
            "tile 2 at (1, 1): not connected to tile 1",
        ),
        (
            [tile("EN", 0, 0), tile("BN", 5, 5), tile("BN", 5, 6)],
            "tile 2 at (5, 5), with 1 more: not connected to tile 1",
        ),
        (
            [tile("CN", x, 0) for x in range(3)],
            "3 tiles of type C, but only 2 exist",
        ),
        (
            [*SEVEN, tile("EN", 1, 1, "1K")],
            "player 1 has 8 meeples on the map, but only 7 exist",
        ),
        ([tile("EN", 0, 0, "9K")], "tile 1 at (0, 0): no score of player 9"),
        ([tile("CN", 0, 0, "1F")], "tile 1 at (0, 0): C has no field for a farmer"),
    ],
)
def test_what_breaks_the_rules_is_a_warning_and_an_error_when_strict(
    tiles: list[str], warning: str
) -> None:
    xml = board(*tiles, drawn="N")
    dice = Dice(1)
    lenient = (run_draw(xml), run_next(xml, dice), run_play(xml, dice))
    for result in lenient:
        assert isinstance(result, Printed)
        assert result.warnings == (warning,)
        assert result.text
    strict = (
        run_draw(xml, strict=True),
        run_next(xml, dice, strict=True),
        run_play(xml, dice, strict=True),
        run_round(xml, dice, strict=True),
    )
    assert [problem(result) for result in strict] == [warning] * 4


def test_two_scores_of_one_player_are_a_warning() -> None:
    result = run_draw(board(tile("EN", 0, 0), scores=(1, 1)))
    assert isinstance(result, Printed)
    assert result.warnings == ("player 1 has 2 scores",)


def test_where_tiles_overlap_the_first_counts_but_all_are_written() -> None:
    printed = after_next(tile("EN", 0, 0, "1K"), tile("CN", 0, 0), tile("ES", 0, 1))
    assert scores(printed) == {1: 4, 2: 0}
    assert printed.count("<tile") == 3


def test_a_follower_of_an_unknown_player_counts_and_goes_home_but_scores_nothing() -> None:
    printed = after_next(
        tile("CN", 0, 0, "9K"), tile("ES", 0, 1, "9K"), tile("EN", 0, -1, "1K"),
        tile("EW", 1, 0), tile("EE", -1, 0),
    )  # fmt: skip
    assert scores(printed) == {1: 0, 2: 0}
    assert "follower" not in printed


def test_followers_on_tiles_without_a_place_for_them_score_as_in_the_original() -> None:
    """E-CA-6."""
    assert scores(after_next(tile("BN", 0, 0, "1K"))) == {1: 2, 2: 0}
    ring = [tile("BN", x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    around = after_next(*ring, tile("CN", 0, 0, "1M"))
    assert scores(around)[1] == 9
    assert 'type="F"' in after_next(tile("CN", 0, 0, "1F"))


def test_twin_cloisters_pay_two_monks_of_one_player_twice() -> None:
    """E-CA-1: the end, because no tile is left of any type."""
    document = document_of(full_game(3))
    assert isinstance(document, Setup)
    far = [tile("EN", 90, 1), tile("BN", 90, 0, "1M"), tile("BN", 91, 0, "1M")]
    xml = one_line(document).replace("</terrain>", f"{''.join(far)}</terrain>")
    before, after = scores(xml), scores(text(run_next(xml, Dice(1))))
    assert after[1] - before[1] == 6


def test_text_beyond_ascii_is_read() -> None:
    """E-CA-5."""
    assert text(run_draw(f"<!-- peça: ação -->{board(tile('CN', 0, 0))}")) == ("*****\n" * 5)


# -- the round -----------------------------------------------------------------------------


@pytest.mark.requirement("carcassonne.round", "carcassonne.round.side by side")
def test_a_round_shows_both_pictures_side_by_side_and_tells_what_happened() -> None:
    xml = board(tile("CN", 0, 0, "1K"), tile("ES", 0, 1), tile("EN", 0, -1),
                tile("EW", 1, 0))  # fmt: skip
    rounds = (run_round(xml, Dice(seed)) for seed in range(300))
    result = next(
        r for r in rounds if isinstance(r, Round) and "(-1, 0) facing E" in r.sentences[0]
    )
    assert result.sentences[1] == ("city of 5 tiles, complete: 10 points to player 1, one knight")
    assert len(result.pictures.splitlines()) == 15
    assert "**1**" in result.pictures
    assert scores(result.text) == {1: 10, 2: 0}


@pytest.mark.parametrize("name", STRATEGIES)
def test_rounds_from_the_empty_board_make_a_game_of_36_tiles(name: str) -> None:
    xml, rounds, over = new_game([1, 2, 3, 4]), 0, False
    while not over:
        result = run_round(xml, Dice(rounds), strategy=STRATEGIES[name])
        assert isinstance(result, Round)
        assert result.warnings == ()
        xml, over, rounds = result.text, result.is_over, rounds + 1
    assert rounds == 36
    assert xml.count("<tile") == 36
    assert "follower" not in xml
    told = final_scores(xml)
    assert isinstance(told, str)
    assert told.count("player ") >= 4
    again = run_round(xml, Dice(1))
    assert isinstance(again, Round)
    assert again.text == xml
    assert again.is_over


def test_all_rounds_at_once_are_the_rounds_one_by_one() -> None:
    xml, dice = new_game([1, 2]), Dice(5)
    told: list[str] = []
    at_once = run_round(xml, Dice(5), until_end=True)
    assert isinstance(at_once, Round)
    for _ in range(36):
        result = run_round(xml, dice)
        assert isinstance(result, Round)
        xml = result.text
        told += result.sentences
    assert replace(at_once, states=()) == Round(xml, "", tuple(told), is_over=True)
    assert [program for program, _ in at_once.states] == ["play", "next"] * 36
    assert at_once.states[-1] == ("next", xml)
    assert [state.count("<tile") for _, state in at_once.states[:6]] == [
        1,
        1,
        2,
        2,
        3,
        3,
    ]


@pytest.mark.requirement("carcassonne.round.side by side")
def test_both_pictures_of_a_round_stand_in_one_frame() -> None:
    """A tile that was there is in the same line, and as far from the left edge."""
    xml = board(tile("BN", 0, 0), drawn="B")
    for seed in range(20):
        result = run_round(xml, Dice(seed))
        assert isinstance(result, Round)
        lines = result.pictures.splitlines()
        wide = 10 if "(1, 0)" in result.sentences[0] or "(-1, 0)" in result.sentences[0] else 5
        left = [f"{line[:wide]:{wide}}" for line in lines]
        right = [f"{line[wide + 5 :]:{wide}}" for line in lines]
        assert len(left) == (5 if wide == 10 else 10)
        for before, after in zip(left, right, strict=True):
            for a, b in zip(before, after, strict=True):
                assert a in (" ", b) or b in "12"


def test_the_original_reading_puts_out_an_eighth_meeple() -> None:
    """E-CA-2."""
    tiles = [tile("BN", x, 0, "1M") for x in range(1, 8)]
    xml = board(tile("BN", 0, 0), *tiles, scores=(1,), drawn="E")
    ours = {"follower" in text(run_play(xml, Dice(n))) for n in range(40)}
    theirs = {"follower" in text(run_play(xml, Dice(n), reading=ORIGINAL)) for n in range(40)}
    assert (ours, theirs) == ({False}, {False, True})


def test_a_round_that_cannot_be_played_or_drawn_says_why() -> None:
    no_scores = f"<board><terrain>{tile('EN', 0, 0)}</terrain></board>"
    assert problem(run_round(no_scores, Dice(1))) == "<board> has no <scores>"
    far = board(tile("EN", 0, 0), tile("EN", 10**9, 0), tile("EN", 0, 10**9))
    assert "too large to draw" in problem(run_round(far, Dice(1)))
    assert "no XML element" in problem(final_scores("nothing"))


def test_final_scores_name_the_winner_or_those_who_share() -> None:
    xml = board(tile("EN", 0, 0), scores=(4, 5))
    assert final_scores(xml) == "player 4: 0\nplayer 5: 0\nplayers 4 and 5 share the win\n"
    ahead = xml.replace('player="5" score="0"', 'player="5" score="3"')
    assert final_scores(ahead) == "player 4: 0\nplayer 5: 3\nplayer 5 wins\n"


def test_final_scores_of_nobody_are_empty() -> None:
    assert final_scores(board(tile("EN", 0, 0), scores=())) == ""


def test_the_programs_and_the_game_play_the_same_game() -> None:
    """Every random game, turn by turn, through Next gives the scores of the rules."""
    for seed in range(6):
        history = random_history(game, seed, 100)
        xml = new_game([1, 2])
        before: State = history.start
        for step in history.steps:
            event, state, before = step.event, before, step.state
            if not isinstance(event, PlaceTile):
                continue
            role = event.meeple
            follower = "" if role is Role.NONE else f"{state.seat + 1}{role}"
            letters = f"{state.drawn}{event.facing}"
            tag = tile(letters, event.at.x, event.at.y, follower)
            xml = xml.replace("<terrain />", "<terrain></terrain>")
            xml = text(run_next(xml.replace("<terrain>", f"<terrain>{tag}"), Dice(1)))
            assert tuple(scores(xml).values()) == step.state.scores


def test_every_erratum_has_a_test_that_names_it() -> None:
    from pathlib import Path

    files = Path(__file__).parent.glob("test_*.py")
    tests = "".join(file.read_text() for file in files)
    for erratum in source_of(game).errata:
        assert re.search(rf'^ *"""[^"]*{erratum.code}\b', tests, re.MULTILINE), erratum.code
        assert erratum.says
        assert erratum.here


NEXT = next(one for one in FILTERS if one.name == "next")


def rules(state: str, said: str) -> tuple[str, ...]:
    parts = NEXT.right(state, said)
    assert not isinstance(parts, Unreadable)
    return rules_of(parts[0])


def test_what_next_prints_wrong_is_a_rule_of_its_own() -> None:
    """Marks by rule: points, meeples that go home, the tile that is drawn."""
    states = [*map(NEXT.generate, map(Dice, NEXT.seeds))]
    shown = [{*rules(one, "")} & {"knights", "farmers", "monks"} for one in states]
    assert set().union(*shown) == {"knights", "farmers", "monks"}
    state = states[shown.index({"knights"})]
    right = NEXT.run(NEXT.read(state), Dice(1))
    assert rules(state, right)[0] == "next"
    points = re.sub(r'score="\d+"', 'score="99"', right)
    meeple = re.sub(r"<follower [^>]*>", "", right, count=1)
    drawn = re.sub(r"<next [^>]*>", "", right)
    for wrong, rule in ((points, "knights"), (meeple, "meeples"), (drawn, "drawn"), ("", "next")):
        assert rules(state, wrong)[0] == rule, wrong


ONE = board(tile("EN", 0, 0, "1K"))
LEGAL = tile("ES", 0, 1)


@pytest.mark.parametrize(
    ("state", "printed", "rule"),
    [
        (ONE, LEGAL, "play"),
        (ONE, "nothing", "one_tile"),
        (ONE, "<tile", "readable"),
        (ONE, LEGAL * 2, "one_tile"),
        (ONE, tile("BN", 0, 1), "drawn_tile"),
        (board(), tile("EN", 3, 3), "first_place"),
        (ONE, tile("ES", 0, 0), "occupied"),
        (ONE, tile("ES", 5, 5), "apart"),
        (ONE, tile("EN", 0, 1), "no_fit"),
        (ONE, tile("ES", 0, 1, "1K"), "own_meeple"),
        (ONE, tile("ES", 0, 1, "2M"), "no_place"),
        (ONE, tile("ES", 0, 1, "2K"), "taken"),
        (
            board(*(tile("EN", x, 0, "2K") for x in range(7))),
            tile("EN", 7, 0, "2K"),
            "no_meeple",
        ),
    ],
)
def test_each_law_that_a_move_of_play_breaks_is_a_rule_of_its_own(
    state: str, printed: str, rule: str
) -> None:
    (part,) = parts_of("play", state, printed)
    assert part.rule == rule


def test_tiles_and_meeples_of_draw_are_two_rules() -> None:
    rows = parts_of("draw", ONE, "")
    assert {row.rule for row in rows if any(map(str.isdigit, row.text))} == {"draw_meeples"}
    assert {row.rule for row in rows if not any(map(str.isdigit, row.text))} == {"draw"}


def parts_of(name: str, state: str, printed: str) -> tuple[PrintedPart, ...]:
    (program,) = (one for one in FILTERS if one.name == name)
    parts = program.right(state, printed)
    assert not isinstance(parts, Unreadable)
    return parts


@pytest.mark.parametrize("program", FILTERS, ids=lambda one: one.name)
def test_inputs_made_by_hand_break_no_rule_and_come_first(program: Filter) -> None:
    assert not [wrong for one in program.given for wrong in problems(program.read(one))]
    count = len(program.given) + 1
    made = [*generate_inputs(program, count, 1)]
    assert (tuple(made[:-1]), len(made)) == (program.given, count)
    assert [*generate_inputs(program, 1, 1)] == made[:1]


def test_next_ends_the_game_when_no_tile_that_is_left_fits() -> None:
    *_, exhausted = NEXT.given
    assert NEXT.read(exhausted).drawn is None
    assert len(NEXT.read(exhausted).tiles) < OURS.rules.tiles.total
    assert "<next" not in NEXT.run(NEXT.read(exhausted), Dice(1))
    assert "<follower" not in NEXT.run(NEXT.read(exhausted), Dice(1))


def test_every_move_of_the_document_s_play_is_right_with_any_number_of_players() -> None:
    play = next(one for one in FILTERS if one.name == "play")
    for number, state in enumerate(map(play.generate, map(Dice, range(12)))):
        printed = text(run_play(state, Dice(number)))
        parts = play.right(state, printed)
        assert not isinstance(parts, Unreadable)
        assert parts[0].rule == "play", parts[0].because
