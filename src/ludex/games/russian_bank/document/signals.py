"""What a call of the model raises when a condition of it does not hold."""

from ludex.study.documents.routine import Signal


class pre(Signal):
    """A pre-condition that does not hold."""


class post(Signal):
    """A post-condition that does not hold."""


class inv(Signal):
    """A number that its type does not have: of a card, a house or a foundation."""
