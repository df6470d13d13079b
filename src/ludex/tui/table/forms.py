"""Events that are filled in: a key for each kind, and a line in which its arguments are typed.

Games without zones have them where buttons would be too many. Every single event stays in
the list of actions.
"""

import re
from collections.abc import Iterable, Sequence

from ludex.table import Form, Gesture


def group_buttons(buttons: Iterable[Gesture], forms: Sequence[Form]) -> list[Gesture]:
    """List the buttons, those that a form stands for as one."""
    formed = {form.event for form in forms}
    plain = [g for g in buttons if g.event.partition("(")[0] not in formed]
    return [*(Gesture(form.event, f"{_named(form)} …") for form in forms), *plain]


def form_of(gesture: Gesture, forms: Sequence[Form]) -> Form | None:
    """Find the form that a button stands for."""
    return next((form for form in forms if form.event == gesture.event), None)


def question(form: Form) -> str:
    """Write what is asked: each argument, and what is expected there."""
    blanks = (f"{blank.name} ({blank.expected})" for blank in form.blanks)
    return f"{_named(form)}: {', '.join(blanks)}"


def filled(form: Form, answer: str) -> str:
    """Write the event; the rulebook says what is wrong with it."""
    words = re.split(r"[\s,]+", answer.strip().strip("()"))
    return f"{form.event}({','.join(words)})"


def _named(form: Form) -> str:
    return form.event.replace("_", " ").capitalize()
