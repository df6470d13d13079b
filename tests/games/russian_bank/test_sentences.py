"""What Russian Bank says: codes for programs, words for players, options in transcripts."""

import pytest

from games.russian_bank.bank import GAME, after, at, event
from ludex.games.russian_bank.table.text import status
from ludex.kernel import Sentence
from ludex.kernel.texts.sentence import as_sentence, holes
from ludex.language.rulebook.guards import UNNAMED, contract_table, guard_table
from ludex.language.script_check import Dialect
from ludex.language.transcript import dialect_words

DOCUMENT = GAME.wordings["document"]


def test_every_guard_has_a_code_and_a_reason_in_words() -> None:
    for cls in GAME.events:
        for row in (*guard_table(cls), *contract_table(cls)):
            assert row.code.isidentifier(), (cls, row)
            for python in (UNNAMED, "{", "}", "[", "=", "self", "s.", "f'", "()", "_"):
                assert python not in row.reason, (cls, row)


# Each case: a position, an event, its code, players' words, the words of transcripts.
CASES = [
    ("houses=KH", "call_stop", "no_calls",
     "nobody calls stop under these rules",
     "nobody calls stop here (enforcement is block)"),
    ("houses=KH", "misplay(house1,house2)", "no_wrong_plays",
     "wrong plays are refused under these rules",
     "wrong plays are refused (enforcement is block)"),
    ("rules=standard;enforcement=stop houses=KH", "misplay(house1,house2)", "no_wrong_plays",
     "wrong plays are refused, and only skipped plays can be called",
     "wrong plays are refused (faults is skipped_plays)"),
    ("waste1=KS houses=KH", "move(waste,house2)", "not_available",
     "the waste is not available under these rules",
     "the waste is not available (own_waste is closed)"),
    ("rules=standard;empty_house_takes=kings houses=QH", "move(house1,house2)", "empty_house",
     "Q♥ cannot go to an empty house under these rules",
     "Q♥ cannot go to an empty house (empty_house_takes is kings)"),
    ("rules=standard;loading=never houses=QH waste2=KH", "move(house1,their_waste)",
     "no_loading",
     "the opponent is not loaded under these rules",
     "the opponent is not loaded (loading is never)"),
    ("rules=report houses=KHQS", "move_run(1,2,2)", "no_runs",
     "runs are moved otherwise under these rules",
     "runs are moved otherwise (runs_move is card_by_card)"),
    ("houses=KHQS", "move_group(1,2,2)", "no_runs",
     "cards move one by one under these rules",
     "cards move one by one (runs_move is in_one_gesture)"),
    ("hand1=KS foundations=AD2D3D4D5D6D7D houses=9C8D7S/9S", "move_run(1,2,2)",
     "run_is_stopped",
     "on the way from house 1 to house 2: "
     "foundations come first: 8♦ can go from house 1 to foundation 1",
     "move(house1,house2): "
     "foundations come first: 8♦ can go from house 1 to foundation 1"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "text", "code", "words", "document"), CASES)
def test_players_are_told_of_the_rules_and_transcripts_name_the_option(
    line: str, text: str, code: str, words: str, document: str
) -> None:
    refusal = GAME.refusal(at(line), event(text))
    assert refusal is not None
    assert (refusal.code, refusal.text) == (code, words)
    assert dialect_words(GAME, refusal.text, Dialect.DOCUMENT) == document


def test_transcripts_word_only_what_the_rulebook_says_with_the_same_values() -> None:
    said = set()
    for line, text, *_ in CASES:
        refusal = GAME.refusal(at(line), event(text))
        assert refusal is not None
        assert isinstance(refusal.text, Sentence)
        said.add(refusal.text.template)
        assert {*holes(DOCUMENT[refusal.text.template])} <= refusal.text.values.keys()
    assert said == {*DOCUMENT}


def test_what_is_due_can_be_worded_piece_by_piece() -> None:
    refusal = GAME.refusal(at("hand1=KS houses=7C/AS"), event("turn_hand"))
    assert refusal is not None
    assert isinstance(refusal.text, Sentence)
    portuguese = {
        "{what_comes_first}: {card} can go from {pile} to {target_pile}":
            "{what_comes_first}: {card} pode ir de {pile} para {target_pile}",
        "foundations come first": "as fundações primeiro",
        "house {number}": "casa {number}",
        "foundation {number}": "fundação {number}",
    }  # fmt: skip
    assert refusal.text.worded(portuguese) == (
        "as fundações primeiro: A♠ pode ir de casa 2 para fundação 1"
    )


def test_what_is_told_and_how_games_end_have_codes() -> None:
    s = at("rules=standard;enforcement=penalise turned=KS hand1=2C hand2=2D houses=AC")
    told = GAME.consequences(s, event("discard"), after(s, "discard"))
    assert [as_sentence(each).code for each in told] == [
        "stopped", "taken_back", "discarded", "turn_over",
    ]  # fmt: skip
    resigned = GAME.outcome(after(s, "resign(2)"))
    assert resigned is not None
    assert as_sentence(resigned.reason).code == "resigned"
    match = at("rules=standard;match_points=30 reserve1=AS hand2=2D houses=KH")
    won = GAME.outcome(after(match, "move(reserve,foundation1)"))
    assert won is not None
    assert isinstance(won.reason, Sentence)
    assert won.reason == "player 1 wins; player 1 wins the match"
    assert won.reason.code == "match_won"
    game = won.reason.values["game"]
    assert isinstance(game, Sentence)
    assert game.code == "won"
    idle = at(
        "rules=standard;match_target=none reserve1=9S houses=KH/KD/KH'/KD'/JH/JD/JH'/JD' reserve2=9C idle=1:1"
    )
    ended = GAME.outcome(after(idle, "pass"))
    assert ended is not None
    assert as_sentence(ended.reason).code == "stalemate"


def test_the_status_is_a_row_of_sentences() -> None:
    def codes(line: str) -> list[str]:
        said = status(at(line))
        parts = [part for part in said.values.values() if isinstance(part, Sentence)]
        assert len(parts) == len(said.values)
        return [part.code for part in parts]

    stop = "rules=standard;enforcement=stop;wrong_call_costs=one_of_three_calls"
    assert codes(f"{stop} offers=2 forfeits=1 houses=KH") == [
        "to_move", "offers", "forfeits", "calls_left",
    ]  # fmt: skip
    remind = "rules=standard;enforcement=remind"
    assert codes(f"{remind} houses=AS") == ["to_move", "due"]
    assert codes("phase=over result=win:1:30") == ["ended", "game_over"]
    assert codes("phase=over result=agreement:-:0") == ["stalemate", "game_over"]
    assert codes("phase=over result=win:1:30 scores=300:0") == ["ended", "match_over"]
    assert codes("phase=deal") == ["waiting"]
