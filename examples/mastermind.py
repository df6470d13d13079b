"""Mastermind: find a hidden code of four colours; every guess is answered by pegs.

A black peg says that a colour is in its place, a white one that a colour is in another place.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import product
from typing import Annotated

from ludex.bots import Thinking

from ludex.kernel import (  # isort: skip
    CHANCE, SOLO, Chance, Dice, Event, Game, Guards, Outcome, Seat, Start, Whole, lost, won,
)  # fmt: skip
from ludex.table import Gesture, Layout, Looks, Piece, Shown, TablePlace, Zone, disc, standing

Colour = Enum("Colour", "RED BLUE GREEN YELLOW ORANGE PURPLE")
COLOURS = tuple(Colour)
Code = tuple[Colour, Colour, Colour, Colour]
PEGS = 4


@dataclass(frozen=True, slots=True)
class Rules:
    colours: Annotated[int, Whole(2, 6), "How many colours are there?"] = 6
    guesses: Annotated[int, Whole(1, 12), "How many guesses have you?"] = 10


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    code: tuple[Colour | None, ...] = ()  # None: a colour that the player may not see
    guess: tuple[Colour, ...] = ()  # the guess that is not complete
    guesses: tuple[Code, ...] = ()
    answers: tuple[tuple[int, int], ...] = ()  # how many black and white pegs


class Hide(Chance[State]):
    """Hide the next `colour` of the code; colours may be equal."""

    colour: Colour

    def guards(self, s: State) -> Guards:
        yield self.colour.value <= s.rules.colours or "that colour is not in play"

    def apply(self, s: State) -> State:
        return replace(s, code=(*s.code, self.colour))


class PlacePeg(Event[State]):
    """Place a peg of a `colour` in the next hole of your guess; after the fourth it is answered."""

    colour: Colour

    def guards(self, s: State) -> Guards:
        yield self.colour.value <= s.rules.colours or "that colour is not in play"

    def apply(self, s: State) -> State:
        if len(s.guess) < PEGS - 1:
            return replace(s, guess=(*s.guess, self.colour))
        first, second, third = s.guess
        guess = first, second, third, self.colour
        answers = (*s.answers, answer(s.code, guess))
        return replace(s, guess=(), guesses=(*s.guesses, guess), answers=answers)


def answer(code: tuple[Colour | None, ...], guess: Code) -> tuple[int, int]:
    """How many black and white pegs answer a guess?"""
    black = sum(a == b for a, b in zip(code, guess, strict=True))
    common = sum(min(code.count(c), guess.count(c)) for c in COLOURS)
    return black, common - black


def is_found(s: State) -> bool:
    return len(s.answers) > 0 and s.answers[-1] == (4, 0)


def outcome(s: State) -> Outcome | None:
    if is_found(s):
        return won(SOLO, "the code is found", (len(s.guesses),))
    return lost("no guess is left") if len(s.guesses) >= s.rules.guesses else None


def view(s: State, _: Seat) -> State:
    return s if outcome(s) is not None else replace(s, code=tuple(None for _ in s.code))


def fitting(s: State) -> Iterator[Code]:
    """The codes to which all answers fit."""
    said = tuple(zip(s.guesses, s.answers, strict=True))
    for first, second, third, fourth in product(COLOURS[: s.rules.colours], repeat=4):
        code = first, second, third, fourth
        if all(answer(code, guess) == pegs for guess, pegs in said):
            yield code


def imagine(s: State, _: Seat, dice: Dice) -> State:
    if None not in s.code:
        return s
    return replace(s, code=dice.choice([*fitting(s)])[: len(s.code)])


def text(s: State) -> str:
    lines = ["code: " + " ".join("?" if c is None else c.name.lower() for c in s.code)]
    for guess, (black, white) in zip(s.guesses, s.answers, strict=True):
        words = " ".join(c.name.lower() for c in guess)
        lines.append(f"{words}: {black} black, {white} white")
    if s.guess:
        lines.append(" ".join(c.name.lower() for c in s.guess))
    return "\n".join(lines)


PAINT = ("#cf3a34", "#2c66c4", "#3a9a4a", "#f0cf3a", "#ec8a2c", "#8a4ab5")
DRAWINGS = {
    **{f"peg:{c.name.lower()}": disc(PAINT[c.value - 1], "#222222", c.name[0]) for c in COLOURS},
    "peg:hidden": disc("#6b6b6b", "#222222", "?"),
    "key:black": disc("#111111", "#000000", "●"),
    "key:white": disc("#ffffff", "#888888", "○"),
}
EMBLEM = tuple(Shown(f"peg:{COLOURS[(x + y) % 6].name.lower()}", x - 1.5, y) for x in range(4) for y in range(3))  # fmt: skip


def pegs(key: str, y: int, code: tuple[Colour | None, ...]) -> Zone:
    """A row of four colours."""
    place = TablePlace(key, key, 0, y, Layout.ROW, "", span=4)
    names = ("hidden" if c is None else c.name.lower() for c in code)
    return place.holding(
        tuple(Piece(f"{key}/{i}", f"peg:{name}", name) for i, name in enumerate(names))
    )


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """The code above, below it the guesses with their answers; the colours on the right."""
    rows = [pegs("the code", 0, s.code)]
    for n, (guess, (black, white)) in enumerate(zip(s.guesses, s.answers, strict=True), start=1):
        rows.append(pegs(f"guess {n}", n, guess))
        place = TablePlace(f"answer {n}", f"answer {n}", 4.4, n, Layout.ROW, "", span=4)
        keys = ("black",) * black + ("white",) * white
        rows.append(
            place.holding(
                tuple(Piece(f"answer {n}/{i}", f"key:{key}", key) for i, key in enumerate(keys))
            )
        )
    rows.append(pegs("your guess", len(s.guesses) + 1, s.guess))
    for i, colour in enumerate(COLOURS[: s.rules.colours]):
        name = colour.name.lower()
        rows.append(standing(TablePlace(f"box:{name}", f"the {name} pegs", 9, i), f"peg:{name}"))
    return tuple(rows)


def gesture(_: State, event: Event[State]) -> Gesture:
    assert isinstance(event, PlacePeg)
    return Gesture(str(event), event.spoken(), f"box:{event.colour.name.lower()}")


game = Game(
    name="mastermind", title="Mastermind", summary="Find a hidden code of four colours.",
    start=Start(State, {"standard": Rules(), "small": Rules(2, 2)}),
    events=(Hide, PlacePeg), outcome=outcome, view=view, text=text,
    turn=lambda s: SOLO if len(s.code) == PEGS else CHANCE,
    looks=Looks(drawings=DRAWINGS, emblem=EMBLEM, zones=zones, gesture=gesture),
    thinking=Thinking(imagine=imagine),
    always={"three of four colours in place are not answered with a white peg": lambda s: (3, 1) not in s.answers},
    sometimes={"the code is found": is_found}, rare=("the code is found",),
)  # fmt: skip
