"""Hold'em tables for tests: any stacks, scripts of events, random play."""

from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.options import Limit, Rebuy, Rules
from ludex.games.poker.holdem.rules.state import State, seated
from ludex.kernel import CHANCE, Dice, Event, History, Refusal, Seat, Unreadable

ONE_HAND = Rules(hands=1, rebuy=Rebuy.NO)


def table(*stacks: int, button: int = 1, **options: object) -> History[State]:
    """A table with these stacks; player `button` has it in the first hand."""
    n = len(stacks)
    rules = Rules(**{"hands": 1, "rebuy": Rebuy.NO, "players": n, **options})  # type: ignore[arg-type]
    first = button - 1
    small = first if n == 2 else (first + 1) % n
    start = seated(rules, stacks, Seat(first), Seat(small), Seat((small + 1) % n))
    return History(game, start)


def play(history: History[State], script: str) -> History[State]:
    """The history after a script, none of whose events may be refused."""
    for text in script.split():
        played = history.play(event(text))
        assert isinstance(played, History), f"{text}: {played}"
        history = played
    return history


def refused(history: History[State], text: str) -> str:
    """Why an event is refused."""
    answer = history.play(event(text))
    assert isinstance(answer, Refusal), f"{text} is not refused"
    return answer.text


def event(text: str) -> Event[State]:
    read = game.read(text)
    assert not isinstance(read, Unreadable), read
    return read


def random_table(dice: Dice) -> History[State]:
    """Two to ten players with stacks from short to deep, who can all post a blind."""
    n = 2 + dice.below(9)
    big = 2 + 2 * dice.below(10)
    ante = dice.below(2) * dice.below(big)
    deepest = dice.choice([10, 50, 200]) * big
    return table(
        *(big + ante + dice.below(deepest) for _ in range(n)),
        button=1 + dice.below(n),
        small_blind=big // 2,
        big_blind=big,
        ante=ante,
        hands=1 + dice.below(3),
        limit=Limit.FIXED if dice.below(5) == 0 else Limit.NONE,
    )


def random_play(history: History[State], dice: Dice) -> History[State]:
    """Played to the end, with more calls than raises so that showdowns are common."""
    while game.outcome(history.state) is None:
        s = history.state
        if game.turn(s) == CHANCE:
            chosen = game.draw(s, dice)
        else:
            moves = game.moves(s)
            calm = [m for m in moves if m.name in ("call", "check", "show")]
            chosen = dice.choice(calm if calm and dice.below(3) else moves)
        played = history.play(chosen)
        assert isinstance(played, History)
        history = played
    return history
