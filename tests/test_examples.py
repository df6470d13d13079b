"""The examples are short, everything is derived from them, and published numbers come out."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from commands import ludex
from ludex.check.laws import LawCheck
from ludex.kernel import CHANCE, Dice, Event, Game, Seat
from ludex.registry import examples
from ludex.table import scene_of
from playing import ROOT, event_of, example, random_history

NAMES = sorted(file.stem for file in examples().values())
LONGEST = 370


def test_an_example_is_short() -> None:
    for name in NAMES:
        assert len((ROOT / "examples" / f"{name}.py").read_text().splitlines()) < LONGEST, name


def test_tic_tac_toe_has_its_known_number_of_positions() -> None:
    game = example("tic_tac_toe")
    seen, todo, ends = {game.start()}, [game.start()], 0
    while todo:
        state = todo.pop()
        ends += game.outcome(state) is not None
        for event in game.moves(state):
            after = game.after(state, event)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    assert (len(seen), ends) == (5_478, 958)


def test_kuhn_poker_hides_the_other_card_and_nothing_else() -> None:
    game = example("kuhn_poker")
    dealt: dict[Any, list[Event[Any]]] = {}
    for event, _ in game.chance(game.start()) or ():
        state = game.after(game.start(), event)
        dealt.setdefault(game.view(state, Seat(0)), []).append(event)
    assert sorted(map(len, dealt.values())) == [2, 2, 2]


@pytest.mark.parametrize("name", NAMES)
def test_an_example_has_scripts_rules_and_play(name: str) -> None:
    path = f"examples/{name}.py"
    script = f"tests/every_game/golden/{name.replace('_', '-')}.txt"
    expected = f"tests/every_game/golden/{name.replace('_', '-')}.expected.txt"
    for arguments in (["run", path, script, "--expect", expected], ["rules", path], ["play", path]):
        done = ludex(*arguments, cwd=ROOT)
        assert done.status == 0, done


@pytest.mark.parametrize("command", [["shell"], ["events"], ["simulate", "--games", "10"]])
def test_a_command_takes_an_example(command: list[str]) -> None:
    done = ludex(command[0], "examples/pig.py", *command[1:], cwd=ROOT)
    assert done.status == 0, done


@pytest.mark.parametrize("name", NAMES)
def test_an_example_obeys_the_laws_and_is_shown(name: str) -> None:
    game = example(name)
    laws = LawCheck(game, Dice(1))
    laws.play_all([game.start()], plays=1)
    assert (laws.found, laws.unasked) == ({}, "")
    state = random_history(game, seed=1, steps=12).state
    for seat in range(game.players[0]):
        scene = scene_of(game, game.view(state, Seat(seat)), Seat(seat))
        pieces = [piece.key for zone in scene.zones for piece in zone.pieces]
        assert len({*pieces}) == len(pieces)


def paths(game: Game[Any], state: Any, depth: int) -> int:
    """The number of sequences of so many events."""
    if depth == 0:
        return 1
    if game.outcome(state) is not None:
        return 0
    return sum(paths(game, game.after(state, event), depth - 1) for event in game.moves(state))


@pytest.mark.parametrize(
    ("name", "preset", "counts"),
    [
        ("breakthrough", "standard", (22, 484)),
        ("othello", "8×8", (4, 12, 56, 244)),
        ("connect_four", "standard", (7, 49, 343)),
        ("peg_solitaire", None, (4, 12, 60)),
    ],
)
def test_an_example_has_the_published_numbers_of_lines_of_play(
    name: str, preset: str | None, counts: tuple[int, ...]
) -> None:
    game = example(name).unchecked()
    start = game.start(preset)
    assert tuple(paths(game, start, depth) for depth in range(1, len(counts) + 1)) == counts


def reached(game: Game[Any], state: Any, depth: int) -> list[int]:
    """The number of states after each number of events."""
    layers = [{state}]
    for _ in range(depth):
        layers.append(
            {
                game.after(one, event)
                for one in layers[-1]
                if game.outcome(one) is None
                for event in game.moves(one)
            }
        )
    return [len(layer) for layer in layers]


def test_peg_solitaire_has_its_known_numbers_of_boards() -> None:
    game = example("peg_solitaire").unchecked()
    assert reached(game, game.start(), 4) == [1, 4, 12, 60, 296]


def values(game: Game[Any], state: Any, known: dict[Any, int]) -> int:
    """The value of a position for the first player under best play: 1, 0 or -1."""
    if state not in known:
        outcome = game.outcome(state)
        if outcome is not None:
            known[state] = (Seat(0) in outcome.winners) - (Seat(1) in outcome.winners)
        else:
            best = max if game.turn(state) == 0 else min
            known[state] = best(
                values(game, game.after(state, event), known) for event in game.moves(state)
            )
    return known[state]


def test_nim_is_lost_where_the_sum_without_carrying_is_zero() -> None:
    """Bouton, 1901: the player to move loses; in the misère game, unless all heaps are single stones."""
    game, known = example("nim").unchecked(), dict[Any, int]()
    for preset in ("standard", "misère"):
        state = game.start.varied(preset, {"first": "3", "second": "3", "third": "3"})
        values(game, state, known)
    for state, value in known.items():
        zero = state.heaps[0] ^ state.heaps[1] ^ state.heaps[2] == 0
        loses = zero if state.last == "wins" or max(state.heaps) > 1 else not zero
        assert (value == -1) == (loses == (state.turn == 0)), state


KALAH = {1: "DLWLWD", 2: "WLLLWW", 3: "DW"}
"""Irving, Donkers and Uiterwijk, 2000: for the first player, by houses, with 1, 2 … seeds in each."""


@pytest.mark.parametrize("houses", KALAH)
def test_small_kalahs_have_their_published_values(houses: int) -> None:
    game = example("kalah").unchecked()
    found = ""
    for seeds in range(1, len(KALAH[houses]) + 1):
        state = game.start.varied(None, {"houses": f"{houses}", "seeds": f"{seeds}"})
        found += "LDW"[values(game, state, {}) + 1]
    assert found == KALAH[houses]


def test_gomoku_of_three_in_a_line_on_nine_squares_is_tic_tac_toe() -> None:
    game, known = example("gomoku").unchecked(), dict[Any, int]()
    assert values(game, game.start.varied("small", {"columns": "3"}), known) == 0
    assert len({(state.cells, state.turn) for state in known}) == 5_478


def colours(game: Game[Any], start: Any) -> list[Any]:
    """The colours with which a code at Mastermind can begin."""
    return [game.after(start, event).code[0] for event in game.moves(start)]


def test_mastermind_answers_as_knuth_reckoned() -> None:
    """The guess 1122 leaves 256 of the 1,296 codes at most, and has thirteen answers."""
    game = example("mastermind").unchecked()
    reds, blues = event_of(game, "place_peg(red)"), event_of(game, "place_peg(blue)")
    found: Counter[Any] = Counter()
    for code in product(colours(game, game.start()), repeat=4):
        state = replace(game.start(), code=code)
        for event in (reds, reds, blues, blues):
            state = event.apply(state)
        found.update(state.answers)
    assert (found.total(), max(found.values()), len(found)) == (1_296, 256, 13)


def test_two_guesses_find_seven_of_sixteen_codes_of_two_colours() -> None:
    """After a first guess each answer leaves one code to name; no guess has more than seven answers."""
    game = example("mastermind").unchecked()
    start = game.start("small")
    codes = list(product(colours(game, start), repeat=4))
    answers = []
    for guess in codes:
        told = set()
        for code in codes:
            state = replace(start, code=code)
            for colour in guess:
                state = event_of(game, f"place_peg({colour.name.lower()})").apply(state)
            told |= {*state.answers}
        answers.append(len(told))
    assert max(answers) == 7


def test_a_ten_is_a_blackjack_with_four_of_51_cards_and_an_ace_with_sixteen() -> None:
    """So 32 of 663 hands are: 4 x 16 pairs of 52 x 51 / 2."""
    game = example("blackjack").unchecked()
    for first, count in (("AS", 16), ("KD", 4), ("9H", 0)):
        one = game.after(game.start(), event_of(game, f"deal({first})"))
        two = [game.after(one, deal) for deal, _ in game.chance(one) or ()]
        three = [
            game.after(state, event_of(game, "deal(2C)"))
            for state in two
            if "2C" not in str(state.mine)
        ]
        ends = [state for state in three if game.turn(state) == CHANCE]
        assert (len(two), len(ends)) == (51, count)


def test_there_are_1080_sets_and_two_cards_have_one_third() -> None:
    game = example("set").unchecked()
    start = game.start()
    sets = set()
    for a, b in combinations(range(81), 2):
        state = replace(start, table=tuple(range(81)))
        after = game.after(state, event_of(game, f"take_set({a + 1},{b + 1})"))
        sets.add(frozenset(range(81)) - {*after.table})
    assert (len(sets), {len(one) for one in sets}) == (1_080, {3})


def hounds_win(patience: int) -> bool:
    game = example("hare_and_hounds").unchecked()
    return values(game, game.start.varied(None, {"patience": f"{patience}"}), {}) == 1


def test_hounds_who_may_not_wait_lose() -> None:
    assert not hounds_win(1)


@pytest.mark.slow
def test_hounds_win_with_ten_moves_to_wait() -> None:
    assert hounds_win(10)


def test_mu_torere_is_a_draw() -> None:
    game = example("mu_torere").unchecked()
    assert values(game, game.start.varied(None, {"moves": "16"}), {}) == 0


@pytest.mark.parametrize(("columns", "scores"), [("1", (0, 1)), ("2", (1, 1)), ("3", (1, 2))])
def test_rows_of_boxes_have_their_values(columns: str, scores: tuple[int, int]) -> None:
    game = example("dots_and_boxes").unchecked()
    state = game.start.varied(None, {"rows": "1", "columns": columns})
    value = values(game, state, {})
    assert value == (scores[0] > scores[1]) - (scores[0] < scores[1])


@pytest.mark.slow
def test_the_bank_has_as_many_states_as_can_be_counted() -> None:
    """Each account is not open, or holds up to six coins and is blocked or not."""
    game = example("bank").unchecked()
    seen, todo = {game.start()}, [game.start()]
    while todo:
        state = todo.pop()
        fresh = {game.after(state, event) for event in game.moves(state)} - seen
        todo += fresh
        seen |= fresh
    assert len(seen) == (1 + 7 * 2) ** 3
