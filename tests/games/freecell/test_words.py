"""What FreeCell says: codes for programs, players' words at the table, the document's own."""

import pytest

from games.freecell.freecell_table import code, columns, dealt, event, table
from ludex.games.freecell.game import State, game
from ludex.games.freecell.rules.events import MoveGameToGame
from ludex.kernel import Query, Sentence
from ludex.kernel.texts.sentence import as_sentence, holes
from ludex.language.rulebook.guards import UNNAMED, guard_table
from ludex.language.script_check import Dialect
from ludex.language.transcript import dialect_words
from ludex.table import scene_of

DOCUMENT = game.wordings["document"]
SPREAD = dealt(1)
FULL = table("cells=KC/-/-/- columns=KSQS/-/KH/-/-/-/-/-")
KINGS = table("rules=forecell cells=QC/-/-/- columns=KCQS/KS/-/-/-/-/-/-")


def test_every_guard_has_a_code_and_a_reason_in_words() -> None:
    for cls in game.events:
        for row in guard_table(cls):
            assert row.code.isidentifier(), (cls, row)
            for python in (UNNAMED, "{", "}", "[", "self.", "s.", "f'", "()"):
                assert python not in row.reason, (cls, row)


# Each case: an event, the document's exception, players' words, the document's numbers.
CASES = [
    (SPREAD, "move_game_to_game(1,8,0)", "outside_bounds",
     "There is no column 9: columns are 1 to 8",
     "There is no column 8: columns are 0 to 7"),
    (SPREAD, "move_game_to_home(0,4)", "outside_bounds",
     "There is no home 5: homes are 1 to 4",
     "There is no home 4: homes are 0 to 3"),
    (SPREAD, "move_game_to_free(0,4)", "outside_bounds",
     "There is no free cell 5: free cells are 1 to 4",
     "There is no free cell 4: free cells are 0 to 3"),
    (table("rules=freecell;cells=0 columns=KS/-/-/-/-/-/-/-"),
     "move_game_to_free(0,0)", "outside_bounds",
     "There is no free cell 1: there are none",
     "There is no free cell 0: there are none"),
    (SPREAD, "move_game_to_game(1,3,3)", "invalid_move",
     "Column 4 cannot be moved onto itself",
     "Column 3 cannot be moved onto itself"),
    (SPREAD, "move_game_to_game(14,0,1)", "invalid_move",
     "One to thirteen cards can be moved, not 14",
     "One to thirteen cards can be moved, not 14"),
    (FULL, "move_game_to_game(1,1,0)", "empty_cells",
     "Column 2 is empty", "Column 1 is empty"),
    (FULL, "move_free_to_home(1,0)", "empty_cells",
     "Free cell 2 is empty", "Free cell 1 is empty"),
    (SPREAD, "move_game_to_game(13,0,1)", "invalid_move",
     "Column 1 has fewer than 13 cards", "Column 0 has fewer than 13 cards"),
    (SPREAD, "move_game_to_game(6,0,1)", "invalid_move",
     "Only 5 can be moved onto column 2 at once, not 6",
     "Only 5 can be moved onto column 1 at once, not 6"),
    (FULL, "move_game_to_free(0,0)", "invalid_move",
     "Free cell 1 is taken, by K♣", "Free cell 0 is taken, by K♣"),
    (FULL, "move_game_to_game(2,0,1)", "invalid_move",
     "K♠ Q♠ do not build on each other", "K♠ Q♠ do not build on each other"),
    (FULL, "move_free_to_game(0,2)", "invalid_move",
     "K♣ does not go on K♥: one lower, in the other colour",
     "K♣ does not go on K♥: one lower, in the other colour"),
    (KINGS, "move_game_to_game(1,0,2)", "invalid_move",
     "Column 3 is empty: only a king goes there",
     "Column 2 is empty: only a king goes there"),
    (SPREAD, "move_game_to_home(0,0)", "invalid_card",
     "Home 1 is empty: only an ace goes there",
     "Home 0 is empty: only an ace goes there"),
    (KINGS, "move_game_to_home(1,0)", "invalid_move",
     "K♠ does not go home on J♠", "K♠ does not go home on J♠"),
    (game.start(), "set_game_cells(KS',0)", "no_such_card",
     "KS' is of a pack that is not in play", "There is no KS' in 1 pack"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("s", "text", "exception", "words", "document"), CASES, ids=[c[1] for c in CASES]
)
def test_a_refusal_is_an_exception_of_the_document_in_players_words(
    s: State, text: str, exception: str, words: str, document: str
) -> None:
    refusal = game.refusal(s, event(text))
    assert refusal is not None
    assert (refusal.code, refusal.text) == (exception, words)
    assert dialect_words(game, refusal.text, Dialect.DOCUMENT) == document


@pytest.mark.parametrize(
    ("text", "words", "document"),
    [
        ("is_empty_game_cell(1)", "Column 2 is empty", "Column 1 is empty"),
        ("is_empty_free_cell(0)", "Free cell 1 is not empty", "Free cell 0 is not empty"),
        ("is_empty_home_cell(3)", "Home 4 is not empty", "Home 3 is not empty"),
    ],
)  # fmt: skip
def test_an_answer_counts_from_one_for_players(text: str, words: str, document: str) -> None:
    query = event(text)
    assert isinstance(query, Query)
    answer = query.answer(FULL)
    assert answer == words
    assert dialect_words(game, answer, Dialect.DOCUMENT) == document


ASKED = ("is_empty_game_cell(1)", "is_empty_free_cell(0)", "is_empty_home_cell(3)")


def said() -> set[str]:
    """The templates of what is refused and answered in this file, nested ones too."""
    found: set[str] = set()
    refusals = [game.refusal(s, event(text)) for s, text, *_ in CASES]
    waiting: list[object] = [refusal.text for refusal in refusals if refusal]
    for query in map(event, ASKED):
        assert isinstance(query, Query)
        waiting.append(query.answer(FULL))
    while waiting:
        sentence = waiting.pop()
        if isinstance(sentence, Sentence):
            found.add(sentence.template)
            waiting += sentence.values.values()
    return found


def test_the_document_words_only_what_the_rulebook_says() -> None:
    assert {*DOCUMENT} <= said()


def test_the_document_fills_its_sentences_with_the_same_values() -> None:
    for ours, theirs in DOCUMENT.items():
        names = {hole.partition(":")[0] for hole in holes(theirs)}
        assert names - {"packs"} == {*holes(ours)}


def test_what_is_said_beside_refusals_has_a_code() -> None:
    ended = game.outcome(columns())
    assert ended is not None
    assert as_sentence(ended.reason).code == "won"
    assert code(columns(), "autoplay(all)") == "game_over"
    s, homing = columns("KS QS"), event("autoplay(all)")
    told = game.consequences(s, homing, game.after(s, homing))
    assert [as_sentence(each).code for each in told] == ["go_home"]


def test_labels_and_gestures_count_places_from_one() -> None:
    labels = [zone.label for zone in scene_of(game, SPREAD, game.turn(SPREAD)).zones]
    assert labels[:4] == [f"free cell {i}" for i in (1, 2, 3, 4)]
    assert labels[4:8] == [f"home {i}" for i in (1, 2, 3, 4)]
    assert labels[8:] == [f"column {i}" for i in range(1, 9)]


def test_the_printed_rules_name_places_by_the_arguments_of_their_event() -> None:
    source, target, *_ = guard_table(MoveGameToGame)
    assert source.reason == "There is no column ‹source›: columns are 1 to ‹last›"
    assert target.reason == "There is no column ‹target›: columns are 1 to ‹last›"
