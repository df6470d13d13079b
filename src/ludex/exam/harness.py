"""Kaggle's harness plays any rulebook by three functions, which are derived here.

`kaggle_environments.core_harness.create_agent_fn(GameHarness(game))` makes an agent. An observation
holds the position of a seat's view on one line (`position`) and the seat (`playerId`, from 0).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.bots import View
from ludex.exam.prompt import PromptPlan, position_text, rules_text
from ludex.exam.referee import last_line
from ludex.kernel import AnyGame, AnyState, Seat, Unreadable
from ludex.language.position import derived, position_line, read_position

DEFAULT = PromptPlan()


@dataclass(frozen=True, slots=True)
class ParsedMove:
    """A parsed answer, with the fields that the harness reads."""

    legal_action: str | None = None
    """The move of the answer if it is legal."""

    raw_action: str | None = None
    """The move of the answer, legal or not."""

    submission: str | None = None
    """The legal move of a game whose moves are not listed."""

    thoughts: str | None = None


@dataclass(frozen=True)
class GameHarness:
    """Legal moves, prompt and parser of one game."""

    game: AnyGame
    plan: PromptPlan = DEFAULT

    def observation(self, s: AnyState, seat: Seat) -> dict[str, Any]:
        """Return the observation of a seat in a state."""
        game = self.game
        return {
            "position": position_line(game, game.view(s, seat)),
            "playerId": int(seat),
            "currentPlayer": int(game.turn(s)),
            "isTerminal": game.outcome(s) is not None,
        }

    def get_legal_moves(self, observation: Mapping[str, Any]) -> dict[int, str] | None:
        """Return the legal moves by number; None if moves such as bets cannot all be listed."""
        moves = self._view(observation).legal
        if any(event.sampled for event in moves):
            return None
        return dict(enumerate(map(str, moves)))

    def make_prompt(
        self,
        observation: Mapping[str, Any],
        move_history: list[str],
        previous_response: str | None = None,
        previous_action: str | None = None,
    ) -> str:
        """Return the printed rules and the position; after an illegal answer, also the broken rule."""
        view, refused = self._view(observation), []
        if previous_action or previous_response:
            answer = previous_action or (previous_response or "")[-500:]
            refused.append((answer, self._reason(view, answer)))
        return f"{rules_text(self.game)}\n\n{position_text(self.game, view, self.plan, refused)}"

    generate_prompt = make_prompt

    def parse_response(
        self,
        response: str,
        legal_action_strings: Sequence[str] | None,
        *,
        observation: Mapping[str, Any],
    ) -> ParsedMove:
        """Return the move in the last line of an answer; a legal move never replaces an illegal one."""
        event = self.game.read(last_line(response))
        if isinstance(event, Unreadable):
            return ParsedMove()
        raw, view = str(event), self._view(observation)
        if legal_action_strings is not None:
            return ParsedMove(raw if raw in legal_action_strings else None, raw)
        allowed = self.game.refusal(view.shown, event) is None and not event.by_chance
        mine = self.game.belongs_to(view.shown, event, view.seat)
        return ParsedMove(raw_action=raw, submission=raw if allowed and mine else None)

    def _view(self, observation: Mapping[str, Any]) -> View[AnyState]:
        game, line, seat = self.game, observation["position"], Seat(observation["playerId"])
        shown = read_position(game, line)
        if isinstance(shown, Unreadable):  # a game may refuse positions with hidden cards
            shown = derived(type(game.start())).read(line)
        if isinstance(shown, Unreadable):
            raise ValueError(str(shown))  # noqa: TRY004
        return View(seat, shown, game.moves(shown, seat))

    def _reason(self, view: View[AnyState], answer: str) -> str:
        event = self.game.read(last_line(answer))
        if isinstance(event, Unreadable):
            return f"This is not an event: {event}"
        refusal = self.game.refusal(view.shown, event)
        return f"{event} is refused: {refusal.text}" if refusal else f"{event} is not your move"
