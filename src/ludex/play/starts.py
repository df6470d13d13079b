"""Beginnings that players ask for: a numbered deal, a position line that makes sense."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ludex.kernel import (
    CHANCE,
    AnyGame,
    AnyState,
    History,
    Refusal,
    Seat,
    Sentence,
    Unreadable,
    as_sentence,
    say,
)
from ludex.language.position import position_line

if TYPE_CHECKING:
    from ludex.play.protocol.log import Header

KNOWN_DEALS = 1_000_000
"""A deal that nobody has chosen has a number that can be remembered, and told to a friend."""


def apply_deal(game: AnyGame, state: AnyState, number: int) -> AnyState | Unreadable:
    """Return the state after the game's own event `deal(number)`."""
    event = game.read(f"deal({number})")
    if isinstance(event, Unreadable):
        known = "deal" in game.calls
        return event if known else Unreadable((f"{game.name} has no numbered deals",))
    after = game.apply(state, event)
    return Unreadable((after.text,)) if isinstance(after, Refusal) else after


def with_deal(game: AnyGame, header: "Header", number: int) -> "Header | Unreadable":
    """Return the game of this header, begun with a numbered deal."""
    start = header.start(game)
    if isinstance(start, Unreadable):
        return start
    state = apply_deal(game, start, number)
    if isinstance(state, Unreadable):
        return state
    # The line says it all, so that the saved game begins there too.
    return replace(header, position=position_line(game, state), label=f"deal {number}")


def deal_from_seed(seed: int) -> int:
    """Return the number of a deal that nobody has chosen."""
    return 1 + seed % KNOWN_DEALS


def player_range(game: AnyGame, preset: str | None) -> tuple[int, int]:
    """Return how few and how many may play under a preset's rules."""
    fewest, most = game.players
    if "players" not in game.start.domains:
        return fewest, most
    allowed = [
        number
        for number in range(fewest, most + 1)
        if not isinstance(game.start.varied(preset, {"players": str(number)}), Unreadable)
    ]
    return (allowed[0], allowed[-1]) if allowed else (fewest, most)


def has_open_deals(game: AnyGame) -> bool:
    """Are its deals numbered, and open for all to see?"""
    state = apply_deal(game, game.start(), 1)
    if isinstance(state, Unreadable):
        return False
    seats = map(Seat, range(game.seat_count(state)))
    return all(game.view(state, seat) == state for seat in seats)


def deal_drawn(history: History[Any]) -> str | None:
    """Return the name of the numbered deal that a game began with: `deal 617`."""
    first = history.steps[0].event if history.past is not None else None
    return f"deal {first.words()[0]}" if first and first.name == "deal" else None


def describe_start(label: str | None) -> Sentence | None:
    """Return the name of a beginning, `deal 617`, as a sentence."""
    kind, _, name = (label or "").partition(" ")
    match kind:
        case "":
            return None
        case "deal":
            return say("deal", "deal {number}", number=name)
        case "puzzle":
            return say("puzzle", "puzzle {name}", name=name)
        case "seed":
            return say("seed", "seed {number}", number=name)
        case _:
            return as_sentence(str(label))


def position_problem(game: AnyGame, state: AnyState) -> str | None:
    """Return why a state that was read from a line is no position, or None.

    A line can be well written and no position at all: then the rules stumble over it.
    """
    try:
        broken = [name for name, holds in game.always.items() if not holds(state)]
        seat = game.turn(state)
        game.legal(state)
        game.text(state)
        if not (seat == CHANCE or 0 <= seat < game.seat_count(state)):
            broken.append(f"there is no player {seat + 1}")
    except Exception as error:  # noqa: BLE001  # whatever it is, it is the line's fault
        broken = [f"{type(error).__name__}: {error}"]
    if not broken:
        return None
    return f"this is not a position of {game.name}: {'; '.join(broken)}"
