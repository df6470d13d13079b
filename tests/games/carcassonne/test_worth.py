"""The evaluation: leads that are made, leads that can be hoped for."""

from ludex.games.carcassonne.bots.evaluation import prospects, worth
from ludex.games.carcassonne.game import game
from ludex.kernel import CHANCE, Dice, Seat, Unreadable
from playing import random_history

ONE, TWO = Seat(0), Seat(1)


def after(*events: str) -> object:
    s = game.start()
    for text in events:
        event = game.read(text)
        assert game.refusal(s, event) is None, text  # type: ignore[arg-type]
        s = game.after(s, event)  # type: ignore[arg-type]
    return s


def test_when_the_game_is_over_the_points_are_all_that_counts() -> None:
    s = random_history(game, 3, 200).state
    ended = game.outcome(s)
    assert ended is not None
    assert worth(s, ONE) == ended.scores[0] - ended.scores[1] == -worth(s, TWO)


def test_at_the_start_nobody_is_ahead() -> None:
    assert worth(game.start(), ONE) == worth(game.start(), TWO) == 0


def test_a_knight_is_worth_more_than_nobody_and_a_farmer_less_at_first() -> None:
    base = ["draw_tile(E)"]
    knight = after(*base, "place_tile(0,0,N,K)")
    alone = after(*base, "place_tile(0,0,N,none)")
    joined = after(*base, "place_tile(0,0,N,K)", "draw_tile(E)", "place_tile(0,1,S,none)")
    assert worth(alone, ONE) == 0  # type: ignore[arg-type]
    hopes = prospects(knight)  # type: ignore[arg-type]
    assert hopes[1] > 0
    # The second tile completes the city: four points, and the knight is at home again.
    assert prospects(joined)[0] - prospects(joined)[1] == 4  # type: ignore[arg-type]
    assert worth(joined, ONE) > worth(knight, ONE)  # type: ignore[arg-type]


def test_the_lead_is_over_the_best_of_the_others() -> None:
    start = game.start.varied(None, {"players": "3"})
    assert not isinstance(start, Unreadable)
    dice, s = Dice(4), start
    for _ in range(20):
        by_chance = game.turn(s) == CHANCE
        moves = [game.draw(s, dice)] if by_chance else game.moves(s)
        s = game.after(s, dice.choice(moves))
    hopes = prospects(s)
    for seat in range(3):
        others = [hope for i, hope in enumerate(hopes) if i != seat]
        assert worth(s, Seat(seat)) == hopes[seat] - max(others)
