"""Positions and plays for the Russian Bank tests, written as scripts write them."""

from ludex.games.russian_bank.rules.state import State
from ludex.kernel import CHANCE, Dice, Event, Game, Refusal, Unreadable
from ludex.language.position import position_line, read_position
from ludex.registry import load

GAME: Game[State] = load("russian-bank")
PRESETS = ("standard", "report", "document")
FORCING = PRESETS[:2]  # those in which what fits a foundation must go there
MODES = ("block", "stop", "penalise", "remind")


def at(line: str) -> State:
    """A sketch: `rules=report reserve1=3H houses=7C`; player 1 to move."""
    state = read_position(GAME, f"partial {line}")
    assert not isinstance(state, Unreadable), state
    return state


def started(preset: str = "standard", **options: str) -> State:
    state = GAME.start.varied(preset, {"match_target": "none", **options})
    assert not isinstance(state, Unreadable), state
    return state


def dealt(seed: int, preset: str = "standard", **options: str) -> State:
    return after(started(preset, **options), f"deal({seed})")


def event(text: str) -> Event[State]:
    read = GAME.read(text)
    assert not isinstance(read, Unreadable), read
    return read


def after(s: State, *texts: str) -> State:
    """The state after these events, every one of which must be allowed."""
    for text in texts:
        done = GAME.apply(s, event(text))
        assert not isinstance(done, Refusal), f"{text}: {done.text}"
        s = done
    return s


def refused(s: State, text: str) -> str:
    """Why the event is refused; a refused event changes nothing."""
    line = position_line(GAME, s)
    done = GAME.apply(s, event(text))
    assert isinstance(done, Refusal), f"{text} is allowed"
    assert position_line(GAME, s) == line
    return done.text


def allowed(s: State, text: str) -> bool:
    return GAME.refusal(s, event(text)) is None


def random_states(start: State, seed: int, most: int = 3000) -> list[State]:
    """Every state of one random game, with every promise checked on the way."""
    dice, s = Dice(seed), start
    states = [s]
    while GAME.outcome(s) is None and len(states) < most:
        chance = GAME.turn(s) == CHANCE
        s = GAME.after(s, GAME.draw(s, dice) if chance else dice.choice(GAME.moves(s)))
        states.append(s)
    return states


def shown(s: State) -> list[str]:
    """The position line in words, without the rules."""
    return [w for w in position_line(GAME, s).split() if not w.startswith("rules=")]


def pile(s: State, name: str) -> str:
    """A field of the position line, such as `waste2`."""
    found = [w.partition("=")[2] for w in shown(s) if w.startswith(f"{name}=")]
    return found[0] if found else "-"


def house(s: State, n: int) -> str:
    return "".join(map(str, s.houses[n - 1])) or "-"


def foundation(s: State, n: int) -> str:
    return "".join(map(str, s.foundations[n - 1])) or "-"
