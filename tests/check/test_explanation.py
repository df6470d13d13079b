"""Explanations at a table: by what a seat sees, of every game, in words that can be sent."""

import pickle
import re
from typing import Any, NamedTuple

import pytest

from ludex.check.strange_events import strange_event
from ludex.check.why import MOST, GuardStanding
from ludex.check.why.explanation import Explanation, explain, explanation_lines
from ludex.kernel import (
    CHANCE,
    Dice,
    Event,
    Game,
    Guards,
    History,
    Query,
    Seat,
    Sentence,
    Start,
)
from ludex.language.position import read_position
from ludex.language.translations import language_of
from ludex.play.protocol import act, hear
from ludex.play.protocol.effects import ExplanationRequest
from ludex.play.protocol.situation import Situation, TableSetting
from ludex.registry import load, played
from playing import event_of, example
from secrets_of_games import SECRETS

GAMES = [*(game.name for game in played()), "kuhn_poker", "tic_tac_toe"]
EVENTS = 16
ASKED = 3
"""Legal events that each seat asks about in a state."""


def game_of(name: str) -> Game[Any]:
    return example(name) if "_" in name else load(name)


def asked_of(table: Situation, seat: Seat, event: Event[Any]) -> ExplanationRequest:
    heard = hear(table, seat, table.number, f"why {event}")
    assert heard.after is table
    assert heard.explanation_request is not None, heard.no
    return heard.explanation_request


def told(game: Game[Any], asked: ExplanationRequest) -> Explanation:
    return explain(
        game,
        asked.shown,
        asked.event,
        of_another=asked.of_another,
        is_view=asked.hides,
    )


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_seat_asks_about_is_explained_and_agrees_with_the_referee(
    name: str,
) -> None:
    game, dice = game_of(name), Dice(5)
    table = Situation(TableSetting(game, apart=True), History(game, game.start()))
    legal = refused = 0
    for _ in range(EVENTS):
        if table.is_over:
            break
        turn, state = table.turn, table.state
        moves = [game.draw(state, dice)] if turn == CHANCE else [*game.moves(state)]
        made = dice.choice(moves)
        for seat in table.people:
            for event in (made, strange_event(game, dice, made)):
                found = told(game, asked_of(table, seat, event))
                assert pickle.loads(pickle.dumps(found)) == found
                shows = isinstance(event, Query)  # anybody may ask
                own = shows or game.belongs_to(state, event, seat)
                judged = own and game.refusal(state, event) is None
                assert found.is_legal == judged, (event, found.verdict)
                legal += judged
                refused += not judged
                if not judged:
                    assert (found.text, found.position) == ("", None)
        table = act(table, turn, made).after
    assert legal
    assert refused


@pytest.mark.parametrize(
    "name", [pytest.param("russian-bank", marks=pytest.mark.slow), "holdem", "kuhn_poker"]
)
def test_what_is_hidden_changes_nothing_in_an_explanation(name: str) -> None:
    """Two tables that look the same to a seat are explained to it in the same words."""
    game, dice = game_of(name), Dice(3)
    table = Situation(TableSetting(game, apart=True), History(game, game.start()))
    compared = differing = 0
    for _ in range(EVENTS):
        turn, state = table.turn, table.state
        if table.is_over:
            break
        if turn != CHANCE:
            for seat in table.people:
                other = SECRETS[game.name](state, seat, dice)
                if game.view(other, seat) != game.view(state, seat):
                    continue  # a seat could tell them apart
                differing += other != state
                twin = Situation(TableSetting(game, apart=True), History(game, other))
                now = Situation(TableSetting(game, apart=True), History(game, state))
                moves = game.moves(state)
                some = dict.fromkeys(dice.choice(moves) for _ in range(ASKED if moves else 0))
                for event in (*some, strange_event(game, dice)):
                    one = asked_of(now, seat, event)
                    two = asked_of(twin, seat, event)
                    assert one.shown == game.view(state, seat)
                    assert told(game, one) == told(game, two)
                    compared += 1
        moves = [game.draw(state, dice)] if turn == CHANCE else [*game.moves(state)]
        table = act(table, turn, dice.choice(moves)).after
    assert compared > 10
    assert differing


# -- a rulebook at fault --------------------------------------------------------------------


CARDS: dict[str | None, str] = {"king": "king", "ace": "ace"}


class Dark(NamedTuple):
    card: str | None = None


class Look(Event[Dark]):
    """Look at the card, which a view does not have."""

    def guards(self, s: Dark) -> Guards:
        yield CARDS[s.card] == "ace" or "it is no ace"

    def apply(self, s: Dark) -> Dark:
        return s


class Dither(Event[Dark]):
    """Ask for ever."""

    def guards(self, s: Dark) -> Guards:
        while s is not None:
            yield True

    def apply(self, s: Dark) -> Dark:
        return s


class Burn(Event[Dark]):
    """Raise instead of doing anything."""

    def apply(self, s: Dark) -> Dark:
        raise ValueError(s.card)


GLOOM = Game(
    name="gloom",
    title="Gloom",
    summary="For this test.",
    players=(1, 1),
    start=Start.fixed(Dark()),
    events=(Look, Dither, Burn),
    turn=lambda _: Seat(0),
    outcome=lambda _: None,
    text=str,
)


def test_what_decides_and_cannot_be_seen_is_said_to_be_unclear() -> None:
    for event in (Look(), Burn()):
        found = explain(GLOOM, Dark(), event, is_view=True)
        unclear = f"Your view does not show whether {event} is legal"
        assert (found.verdict, found.is_legal) == (unclear, False)
    found = explain(GLOOM, Dark("king"), Look(), is_view=True)
    assert found.verdict == "look is refused by condition 1: it is no ace"


def test_where_nothing_is_hidden_it_is_the_rulebook_that_is_at_fault() -> None:
    found = explain(GLOOM, Dark(), Look())
    assert found.verdict.startswith("look is UNDEFINED: guard 1 raises KeyError")
    assert [judged.standing for judged in found.guards] == [GuardStanding.UNDEFINED]
    found = explain(GLOOM, Dark(), Burn())
    assert found.verdict.startswith("burn is UNDEFINED: its effect raises ValueError")


def test_guards_that_go_on_for_ever_come_to_an_end_here() -> None:
    found = explain(GLOOM, Dark(), Dither())
    assert found.verdict == "dither is UNDEFINED: its guards do not finish"
    assert len(found.guards) == MOST


# -- in words -------------------------------------------------------------------------------

BOARD = "NP.Q/.R.B/K.N./.P.."


def chess(text: str) -> Explanation:
    game = load("chess-solitaire")
    return explain(game, read_position(game, BOARD), event_of(game, text))


def test_a_guard_that_held_says_what_it_would_have_said_of_these_very_values() -> None:
    judged = chess("move_and_capture(1,1,2,4)").guards[4]
    assert judged.standing is GuardStanding.HELD
    assert judged.reason == "There is no piece on a4"
    assert isinstance(judged.reason, Sentence)


def test_the_lines_are_portuguese_where_that_is_asked_for() -> None:
    portuguese = language_of("pt", load("chess-solitaire"))
    said = explanation_lines(chess("move_and_capture(1,1,2,4)"), portuguese.words)
    assert said[0].startswith("move_and_capture(1,1,2,4) é recusado pela condição 7: ")
    assert said[2].split()[:3] == ["1", "cumpre-se", "senão:"]
    assert said[8].split()[:2] == ["7", "FALHA"]
    legal = explanation_lines(chess("move_and_capture(1,4,1,2)"), portuguese.words)
    assert "levaria a:" in legal
    assert "posição: NQ../.R.B/K.N./.P.." in legal
    english = {"legal", "refused", "held", "failed", "undefined", "lead", "position"}
    assert not english & {*re.findall(r"[a-zé]+", " ".join((*said, *legal)))}
