"""An explanation of an event, as texts that can be sent and worded.

`why` gives values: the event, states, guards. Whoever asks at a table is given words. They are
sentences wherever they are said to people, so that terminal and browser speak other languages.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludex.check.why import GuardAnswer, GuardStanding, WhyReport, why
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Sentence,
    Unreadable,
    Written,
    say,
)
from ludex.language.position import position_line

Words = Callable[[str], str]
"""A translation of sentences: into English as it is, or into another language."""

STANDINGS = {
    GuardStanding.HELD: say("guard_held", "held"),
    GuardStanding.FAILED: say("guard_failed", "failed"),
    GuardStanding.UNDEFINED: say("guard_undefined", "undefined"),
    GuardStanding.NOT_ASKED: say("guard_not_asked", "not asked"),
}
JUDGED = (GuardStanding.HELD, GuardStanding.FAILED)
ALWAYS = say("guard_always", "(always)")
SHOWS = say("why_shows", "it shows:")
LEADS = say("why_leads", "it would lead to:")


@dataclass(frozen=True, slots=True)
class Explanation:
    """All guards of an event, and what it would do."""

    event: str
    rule: Sentence
    """The rule of the event, as the rulebook prints it."""

    is_legal: bool
    verdict: str
    guards: tuple[GuardAnswer, ...]
    words: str = ""
    """The words of players for a legal event."""

    consequences: tuple[str, ...] = ()
    """The sentences that would be told of it."""

    text: str = ""
    """The text that would be seen then, or that a query shows."""

    position: str | None = None
    """The same on one line; none of a query."""

    outcome: str = ""
    """The outcome that the game would have then, if it would end."""


def explain(
    game: AnyGame,
    s: AnyState,
    event: AnyEvent,
    *,
    of_another: str | None = None,
    is_view: bool = False,
) -> Explanation:
    """Explain an event in a state, or in what a seat sees of one.

    `of_another` says why the event is not for the asker to make. In a view something may be
    unknown that decides: then it is not the rulebook that is at fault.
    """
    found = why(game, s, event, of_another=of_another)
    return _explained(game, found, is_view=is_view)


def _explained(game: AnyGame, found: WhyReport, *, is_view: bool) -> Explanation:
    made, after = Written(found.event), found.after
    unclear = say("why_unclear", "Your view does not show whether {event} is legal", event=made)
    verdict = unclear if is_view and found.fault is not None else _verdict(found)
    rule = type(found.event).sentence()
    guarded = str(found.event), rule, found.is_legal, verdict, found.guards
    if after is None:
        return Explanation(*guarded, text=found.answer or "")
    result = found.words, found.consequences, game.text(after), position_line(game, after)
    ended = "" if found.outcome is None else found.outcome.text
    return Explanation(*guarded, *result, ended)


def _verdict(found: WhyReport) -> Sentence:
    event, refusal = Written(found.event), found.refusal
    if found.fault is not None:
        words = "{event} is UNDEFINED: {problem}"
        return say("why_undefined", words, event=event, problem=Written(found.fault))
    if refusal is None:
        return say("why_legal", "{event} is legal", event=event)
    if refusal.guard:
        return say(
            "why_refused",
            "{event} is refused by condition {number}: {reason}",
            event=event,
            number=refusal.guard,
            reason=refusal.text,
        )
    return say(
        "why_not_now",
        "{event} is refused before its conditions are checked: {reason}",
        event=event,
        reason=refusal.text,
    )


# -- in lines -------------------------------------------------------------------------------


def report_lines(game: AnyGame, found: WhyReport, *, source: bool = False) -> list[str]:
    """Everything about an event, line by line; with the `source` of its guards for authors."""
    return explanation_lines(_explained(game, found, is_view=False), source=source)


def explain_text(game: AnyGame, s: AnyState, text: str) -> list[str]:
    """Return an explanation of an event as it is written, or why it is none."""
    event = game.read(text)
    if isinstance(event, Unreadable):
        return [str(event)]
    return explanation_lines(explain(game, s, event))


def explanation_lines(found: Explanation, words: Words = str, *, source: bool = False) -> list[str]:
    """An explanation for a terminal, in the words of a language.

    Players read the rule, the reasons and the values of what has a name; authors the `source`
    of each guard, where it stands, and all its terms.
    """
    return [*_lines(found, words, source=source)]


def _lines(found: Explanation, words: Words, *, source: bool) -> Iterator[str]:
    yield words(found.verdict)
    if not source:
        yield words(found.rule)
    wide = max(len(words(standing)) for standing in STANDINGS.values()) + 1
    for judged in found.guards:
        yield from (_sourced_guard if source else _guard)(judged, words, wide)
    if found.position is None:
        yield from (words(SHOWS), words(found.text)) if found.text else ()
        return
    yield words(LEADS)
    yield words(found.text)
    yield from map(words, found.consequences)
    yield words(say("why_position", "position: {line}", line=Written(found.position)))
    if found.outcome:
        yield words(say("why_over", "the game is over: {how}", how=found.outcome))


def _guard(judged: GuardAnswer, words: Words, wide: int) -> Iterator[str]:
    """A guard for players: its reason, and the values by which it was judged."""
    standing, has_failed = (
        words(STANDINGS[judged.standing]),
        judged.standing is GuardStanding.FAILED,
    )
    reason = judged.reason if judged.standing in JUDGED else ""
    if reason and not has_failed:
        reason = say("guard_else", "else: {reason}", reason=reason)
    word = standing.upper() if has_failed else standing
    yield f"{judged.number:3} {word:<{wide}} {words(reason)}".rstrip()
    for name, value in values_for_players(judged):
        yield f"      {name}: {words(value)}"


def values_for_players(judged: GuardAnswer) -> Iterator[tuple[str, str]]:
    """Yield the values by which a guard failed, of what has a name and can be read."""
    for term in judged.terms if judged.standing is GuardStanding.FAILED else ():
        name = term.text.removeprefix("self.")
        if name.isidentifier() and not name.isupper() and "<" not in term.value:
            yield name.replace("_", " "), term.value


def _sourced_guard(judged: GuardAnswer, words: Words, wide: int) -> Iterator[str]:
    standing = words(STANDINGS[judged.standing])
    shout = judged.standing in (GuardStanding.FAILED, GuardStanding.UNDEFINED)
    code = f" [{judged.code}]" if judged.code else ""
    condition = judged.condition or words(ALWAYS)
    word = standing.upper() if shout else standing
    yield f"{judged.number:3} {word:<{wide}} {condition}{code} {judged.place}"
    if shout:
        yield f"    {words(judged.reason)}"
    for term in judged.terms:
        known = isinstance(term.value, Sentence)
        yield f"      {term.text} = {words(term.value) if known else term.value}"
