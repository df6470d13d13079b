"""A table in the pocket: one person, one deal that lies open, and no server.

    pocket = OfflineTable(game, 617)
    pocket.hear('{"type": "hello"}')

It hears what a page says and answers as a server does (docs/protocol.md), so that a page plays on
where there is no connection. Rules and protocol are the same texts as ever; they run wherever
Python does, in a browser too, and need nothing but its standard library.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib import import_module
from typing import Any

from ludex.kernel import (
    SOLO,
    AnyGame,
    History,
    Reset,
    Sentence,
    Unreadable,
    say,
)
from ludex.kernel.history import Step
from ludex.play.protocol import STALE, hear_repeated, replay_lines
from ludex.play.protocol.effects import Rejection, common_length
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.situation import Situation, TableSetting
from ludex.play.starts import apply_deal
from ludex.play.words import NO_MESSAGE, explain_drop, times_of, words_of
from ludex.table import NO_SIDE_PANEL, scene_of
from ludex.table.narration import last_entry
from ludex.table.sentence_data import packed

Message = dict[str, object]

AT_HOME = Rejection(say("at_home", "That needs a connection."))
UNHEARD = frozenset(("name", "chat"))
"""The effects that are said to others; nobody else is here."""


class OfflineTable:
    """A deal, and what has been played of it."""

    def __init__(self, game: AnyGame, deal: int, lines: Iterable[str] = ()) -> None:
        """The deal as it was left after `lines`; without those that cannot have been played."""
        start = apply_deal(game, game.start(), deal)
        if isinstance(start, Unreadable):
            raise ValueError(start.summary)  # noqa: TRY004  # there is no such deal
        self.deal = deal
        setting = TableSetting(game, apart=True)
        self.now: Situation = Situation(setting, History(game, start))
        self.lines: list[str] = []
        """The accepted lines, to be stored by whoever carries the table along."""

        for line in lines:
            after = replay_lines(self.now, (LogLine(line, 1),))
            if isinstance(after, Unreadable):
                break
            self.now = after
            self.lines.append(line)
        self._known: Step[Any] | None = None

    def hear(self, text: str) -> str:
        """Answer a message of the page with a list of messages."""
        return json.dumps(self._respond(json.loads(text)), ensure_ascii=False)

    def _respond(  # noqa: PLR0911  # one a message
        self, received: Mapping[str, object]
    ) -> list[Message]:
        match received:
            case {"type": "hello"}:
                self._known = None
                return [self._table()]
            case {"type": "ping"}:
                return [{"type": "pong"}]
            case {"type": "withdraw", "of": of}:
                return [{"type": "withdrawn", "of": of}]
            case {"type": "why", "pick": str(pick), "drop": str(drop)}:
                no = explain_drop(self.now.game, self.now.state, SOLO, pick, drop)
                return [self._refusal(no, received)]
            case {"type": "hint" | "winnable" | "explain" | "replay"}:
                return [self._refusal(AT_HOME, received)]
            case {"type": str(kind)} if kind in UNHEARD:
                return []
        return self._played(received)

    def _played(self, received: Mapping[str, object]) -> list[Message]:
        words = words_of(received)
        if words is None or isinstance(words, Rejection):
            return [self._refusal(words or NO_MESSAGE, received)]
        seq = received.get("seq")
        number = seq if isinstance(seq, int) else None
        reaction = hear_repeated(self.now, SOLO, number, words, times_of(received))
        self.now = reaction.after
        self.lines += [line.event for line in reaction.lines]
        if reaction.no is None:
            return [self._table()]
        refusal = self._refusal(reaction.no, received)
        return [refusal, self._table()] if reaction.no is STALE else [refusal]

    def _refusal(self, no: Rejection, received: Mapping[str, object]) -> Message:
        return {
            "type": "refusal",
            "seq": self.now.number,
            "to": received.get("type"),
            "at": received.get("seq"),
            "event": received.get("event"),
            "text": str(no.text),
            "said": packed(no.text),
            "site": no.site,
            "stale": no.stale,
        }

    def _table(self) -> Message:
        now, game = self.now, self.now.game
        known, self._known = (
            common_length(now.history.past, self._known),
            now.history.past,
        )
        outcome, playing = game.outcome(now.state), not now.is_over
        name = say("deal", "deal {number}", number=str(self.deal))
        steps = now.history.steps[known:]
        log = [last_entry(History(game, now.history.start, step), SOLO) for step in steps]
        return {
            "type": "table",
            "game": {"name": game.name, "title": plain(game.title)},
            "preset": game.start.unnamed,
            "options": {},
            "practice": False,
            "seq": now.number,
            "log_length": now.history.length,
            "turn": 1 if playing else 0,
            "outcome": outcome
            and {
                "winners": [seat + 1 for seat in outcome.winners],
                "reason": plain(outcome.reason),
                "scores": list(outcome.scores),
                "text": plain(outcome.text),
            },
            "position": None,
            "undo_asked_by": None,
            "waiting": None,
            "deal": packed(name),
            "share": None,
            "seed": None,
            "shuffle": {
                "commitment": None,
                "hashes": {},
                "shares": {},
                "awaits": [],
                "opens": [],
                "secret": None,
                "open_hands": None,
            },
            "assisted": now.assisted,
            "finished": now.is_finished,
            "closing": [],
            "stand_ins": [],
            "seats": [{"seat": 1, "who": "person", "here": True}],
            "seat": 1,
            "your_turn": playing,
            "waits_for_deal": False,
            "can": {
                "undo": now.can_undo,
                "redo": now.can_redo,
                **dict.fromkeys(("hint", "winnable", "check", "close"), False),
            },
            "log_from": known + 1,
            "scene": self._scene(),
            "log": plain(log),
        }

    def _scene(self) -> Message:
        game = self.now.game
        scene = scene_of(game, self.now.state, SOLO)
        anew = {cls.name for cls in game.events if issubclass(cls, Reset)}
        gestures = [g for g in scene.gestures if g.event.partition("(")[0] not in anew]
        message: Message = {
            "zones": [plain(zone.message()) for zone in scene.zones],
            "gestures": plain(gestures),
            "status": plain(scene.status),
            "highlights": plain(scene.highlights),
        }
        if scene.side_panel != NO_SIDE_PANEL:
            message["beside"] = plain(scene.side_panel)
        return message


def plain(value: object) -> object:
    """Return a value for JSON: sentences as code, template and values, the rest by its fields."""
    match value:
        case Sentence():
            return packed(value)
        case Enum():
            return value.value
        case list() | tuple():
            return [plain(one) for one in value]
        case dict():
            return {key: plain(one) for key, one in value.items()}
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    return value


def taken(module: str | None, deal: int, lines: Iterable[str]) -> OfflineTable:
    """Return a deal of the game of a module: for those who have only its name."""
    if module is None:
        raise ValueError("There is no such game.")
    game: AnyGame = import_module(module).game
    return OfflineTable(game, deal, lines)
