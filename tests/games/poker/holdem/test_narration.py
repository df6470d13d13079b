"""What everybody is told: who posts, what is shown, who wins which pot with which hand."""

from holdem_tables import play, random_table, table
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.options import AnteBy, Rebuy
from ludex.games.poker.holdem.rules.state import Phase, State
from ludex.kernel import CHANCE, Dice, History, Seat

HOLES = "deal_holes(AsAhKhKcQsQh)"


def told(history: History[State], script: str) -> tuple[str, ...]:
    """What is told of the last event of a script."""
    return play(history, script).consequences


def test_a_hand_begins_with_button_and_blinds() -> None:
    assert told(table(200, 200, 200), HOLES) == (
        "Hand 1: player 1 has the button",
        "Player 2 posts the small blind, 1",
        "Player 3 posts the big blind, 2",
    )


def test_antes_and_what_is_bought_are_told() -> None:
    each = table(200, 200, 200, ante=1)
    assert "Everybody posts an ante of 1" in told(each, HOLES)
    one = table(200, 200, 200, ante=2, ante_by=AnteBy.BIG_BLIND)
    assert "Player 3 posts an ante of 2 for everybody" in told(one, HOLES)
    broke = table(0, 200, 200, rebuy=Rebuy.YES, stack=50)
    assert told(broke, HOLES)[0] == "Player 1 buys 50 chips"


def test_who_is_left_alone_wins_without_showing() -> None:
    assert told(table(200, 200, 200), f"{HOLES} fold fold") == (
        "Player 3 takes back 1 that nobody has called",
        "Player 3 wins the pot of 2: nobody else is in it",
    )


def test_cards_are_named_as_they_come() -> None:
    history = play(table(200, 200, 200), f"{HOLES} call call")
    assert told(history, "check deal_board(2c7d9h)") == (
        "The flop: deuce of clubs, seven of diamonds and nine of hearts",
    )
    turn = "check deal_board(2c7d9h) check check check deal_board(Jc)"
    assert told(history, turn) == ("The turn: jack of clubs",)


def test_a_showdown_names_cards_hands_and_the_winner() -> None:
    history = play(
        table(200, 200, 200),
        f"{HOLES} call call check deal_board(2c7d9h) check check check "
        "deal_board(Jc) check check check deal_board(Kd) check check check",
    )
    assert told(history, "show") == (
        "Player 2 shows king of hearts and king of clubs: three of a kind, kings",
    )
    assert told(history, "show muck") == ()
    assert told(history, "show muck show") == (
        "Player 1 shows ace of spades and ace of hearts: a pair of aces",
        "Player 2 wins the pot of 6 with three of a kind, kings",
    )
    assert told(history, "muck muck") == ("Player 1 wins the pot of 6: nobody else is in it",)


def test_main_and_side_pots_are_told_one_by_one() -> None:
    history = play(table(100, 200, 200), f"{HOLES} raise_to(100)")
    after = play(history, "call call deal_board(2c7d9h) bet(100) call")
    assert after.consequences == (
        "Player 3 is all in",
        "Player 1 shows ace of spades and ace of hearts",
        "Player 2 shows king of hearts and king of clubs",
        "Player 3 shows queen of spades and queen of hearts",
    )
    assert told(after, "deal_board(Jc) deal_board(4d)") == (
        "The river: four of diamonds",
        "Player 1 wins the main pot of 300 with a pair of aces",
        "Player 2 wins the side pot of 200 with a pair of kings",
    )


def test_a_bet_that_nobody_can_call_goes_back() -> None:
    script = "deal_holes(AsAhKhKc) raise_to(200)"
    assert told(table(50, 200, button=2), f"{script} call") == (
        "Player 1 is all in",
        "Player 2 takes back 150 that nobody has called",
        "Player 1 shows ace of spades and ace of hearts",
        "Player 2 shows king of hearts and king of clubs",
    )


def test_a_shared_pot_is_told_share_by_share() -> None:
    history = table(25, 25, 25)
    script = (
        "deal_holes(AsQhAhQd3c4d) raise_to(25) call fold "
        "deal_board(2c7d9h) deal_board(Jc) deal_board(Kd)"
    )
    assert told(history, script)[1:] == (
        "Player 2 wins 26 of the pot of 52 with ace high",
        "Player 1 wins 26 of the pot of 52 with ace high",
    )


def test_who_falls_out_of_a_tournament_is_told() -> None:
    script = (
        "deal_holes(AsAhKhKc) raise_to(200) call deal_board(2c7d9h) deal_board(Jc) deal_board(4d)"
    )
    tournament = table(200, 200, hands_per_level=5, hands=0)
    assert told(tournament, script)[-1] == "Player 2 is out, in place 2"


def test_what_is_told_adds_up_and_names_no_hidden_card() -> None:
    """In any play the pots that are told of are what was won, and views can be told of."""
    for seed in range(40):
        demand_that_it_adds_up(Dice(seed))


def demand_that_it_adds_up(dice: Dice) -> None:
    history = random_table(dice)
    for _ in range(120):
        s = history.state
        if game.outcome(s) is not None:
            break
        by_chance = game.turn(s) == CHANCE
        event = game.draw(s, dice) if by_chance else dice.choice(game.moves(s))
        assert event is not None
        played = history.play(event)
        assert isinstance(played, History)
        sentences = played.consequences
        t = played.state
        if t.phase in (Phase.DEAL, Phase.OVER):
            assert won(sentences, len(t.stacks)) == t.won
        for p, hole in enumerate(t.holes):
            if not t.shown[p]:
                assert not any(card.spoken in " ".join(sentences) for card in hole)
        if not by_chance:
            seat = Seat(s.waiting[0])
            assert set(game.consequences(game.view(s, seat), event, t)) <= set(sentences)
        history = played


def won(sentences: tuple[str, ...], n: int) -> tuple[int, ...]:
    """What each wins by what is told."""
    sums = [0] * n
    for words in (sentence.split() for sentence in sentences):
        if words[2:3] == ["wins"]:
            # "wins 26 of the pot of 52", or all of it: "wins the side pot of 150"
            part = words[3] if words[3].isdigit() else words[words.index("of") + 1]
            sums[int(words[1]) - 1] += int(part.rstrip(":"))
    return tuple(sums)
