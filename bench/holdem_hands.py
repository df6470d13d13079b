"""Whole hands of six-handed no-limit hold'em beside PokerKit and RLCard, in one run on one core.

    python bench/holdem_hands.py [--seconds 2]

All play by the same dice through their public doors: what is legal is asked for, one of
fold, check or call, the least raise (RLCard's is half the pot) and all in is chosen, and the
hand is played to the last chip paid out. The rows take turns, so that a busy machine hurts
all alike.
"""

import argparse
import random
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import process_time

from rows import keep, missing

from ludex.games.poker.holdem.game import game
from ludex.kernel import CHANCE, Dice

ROUNDS = 5
FOLD, RAISE, ALL_IN = 0.15, 0.30, 0.36
"""Of a hundred decisions 15 are folds, 15 least raises, 6 all in, the others calls."""


def ludex(*, checked: bool) -> Callable[[], int]:
    """The reference interpreter; the events of one hand."""
    played = game if checked else game.unchecked()
    start = game.start("one_hand")
    dice, choose = Dice(1), random.Random(1)

    def hand() -> int:
        state, events = start, 0
        while played.outcome(state) is None:
            if played.turn(state) == CHANCE:
                event = played.draw(state, dice)
            else:
                moves = played.moves(state)
                raises = [m for m in moves if m.name in ("bet", "raise_to")]
                lot = choose.random()
                if lot < FOLD and moves[0].name == "fold":
                    event = moves[0]
                elif lot < RAISE and raises:
                    event = raises[0]
                elif lot < ALL_IN and raises:
                    event = raises[-1]
                else:
                    event = next(m for m in moves if m.name != "fold")
            state = played.after(state, event)
            events += 1
        return events

    return hand


def pokerkit() -> Callable[[], int]:
    """PokerKit with every step automated that it can automate."""
    from pokerkit import Automation, Mode, NoLimitTexasHoldem

    choose = random.Random(1)
    warnings.simplefilter("ignore")  # it warns of folds that a player would not make

    def hand() -> int:
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (1, 2), 2, 200, 6, mode=Mode.TOURNAMENT  # noqa: FBT003
        )  # fmt: skip
        events = 0
        while state.status:
            if state.can_deal_hole():
                while state.can_deal_hole():
                    state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            else:
                lot = choose.random()
                least = state.min_completion_betting_or_raising_to_amount
                if lot < FOLD and state.can_fold():
                    state.fold()
                elif lot < RAISE and least is not None:
                    state.complete_bet_or_raise_to(least)
                elif lot < ALL_IN and least is not None:
                    most = state.max_completion_betting_or_raising_to_amount
                    state.complete_bet_or_raise_to(most)
                else:
                    state.check_or_call()
            events += 1
        return events

    return hand


def rlcard() -> Callable[[], int]:
    import rlcard as library

    env = library.make("no-limit-holdem", {"game_num_players": 6, "seed": 1})
    dice = random.Random(1)

    def hand() -> int:
        events = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(chosen(legal, dice))
            events += 1
        return events

    def chosen(legal: list[int], dice: random.Random) -> int:
        """Its five actions are fold, check or call, half the pot, the pot, all in."""
        luck = dice.random()
        if luck < FOLD:
            wanted = 0
        elif luck < RAISE:
            wanted = 2
        else:
            wanted = 4 if luck < ALL_IN else 1
        return wanted if wanted in legal else 1 if 1 in legal else legal[0]

    return hand


def contenders() -> Iterator[tuple[str, Callable[[], int]]]:
    if find_spec("pokerkit"):
        yield "PokerKit", pokerkit()
    else:
        print("PokerKit is not installed")
        missing("PokerKit")
    if find_spec("rlcard"):
        yield "RLCard", rlcard()
    else:
        print("RLCard is not installed")
        missing("RLCard")
    yield "Ludex hold'em, checked", ludex(checked=True)
    yield "Ludex hold'em, unchecked", ludex(checked=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time per row")
    seconds = parser.parse_args().seconds
    rows = list(contenders())
    hands = dict.fromkeys((name for name, _ in rows), 0)
    events, spent = dict.fromkeys(hands, 0), dict.fromkeys(hands, 0.0)
    for _, hand in rows:
        hand()  # the first hand builds tables
    for _ in range(ROUNDS):
        for name, hand in rows:
            begun = process_time()
            while process_time() - begun < seconds / ROUNDS:
                events[name] += hand()
                hands[name] += 1
            spent[name] += process_time() - begun
    rates = {name: hands[name] / spent[name] for name in hands}
    peer = next(iter(rates.values()))
    title = "six-handed no-limit hands"
    print(f"{title:32}{'hands/s':>10}{'events a hand':>16}{'ratio':>8}")
    for name, rate in rates.items():
        mean = events[name] / hands[name]
        print(f"{name:32}{rate:10,.0f}{mean:16.1f}{rate / peer:8.2f}")
    for name in ("PokerKit", "RLCard"):
        if name in rates:
            ours = rates["Ludex hold'em, checked"]
            keep("six-handed hold'em, rulebook", "hands/s", ours, name, rates[name])


if __name__ == "__main__":
    main()
