"""The games that a server offers: every one in which somebody decides something, or some."""

import json
import logging
from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from ludex.bots import KINDS, Bot
from ludex.bots.advice import Advisor
from ludex.bots.levels import WORDS
from ludex.kernel import (
    AnyGame,
    Dice,
    Fault,
    Reset,
    Seat,
    Unreadable,
)
from ludex.kernel.loop import random_turns
from ludex.language.rulebook.page import page_blocks
from ludex.language.rulebook.players import for_players
from ludex.language.translations import ENGLISH, rules_language
from ludex.play.protocol.log import Header
from ludex.play.starts import has_open_deals, player_range
from ludex.players.advice import advisor_for
from ludex.players.opponents import (
    best_of,
    bot_names,
    bots_of,
    find_bot,
    levels_of,
    opponent_of,
)
from ludex.registry import Puzzles, Record, companion_of, files, load, played, refined
from ludex.server.cached_responses import CachedResponse
from ludex.server.invited_programs import SENTENCE, InvitedProgram
from ludex.table import looks_of, scene_of
from ludex.table.options import meanings_of, options_of, titles_of
from ludex.table.sentence_data import packed

LOG = logging.getLogger(__name__)

PLAYERS = "players"
"""The option that says how many play, in games that have one."""

WARM_UP = 400
"""Events that are played of every game before guests come."""

Options = tuple[tuple[str, str], ...]


class OfferedGame:
    """A game that is offered, and what is known about it once somebody has asked.

    Another process gets it by its name in the same list of games.
    """

    def __init__(
        self,
        game: AnyGame,
        chosen: tuple[str, ...] = (),
        file: files.GameFile | None = None,
        players: Iterable[InvitedProgram] = (),
    ) -> None:
        # Many tables list their moves by refinement; what is played is judged by the guards.
        # Its promises are for tests to check.
        self.game = refined(game).unchecked()
        self.name = game.name
        self._chosen = chosen
        self.source = game.name if file is None else str(file.path)
        """The source of the rules: the game's file, or its name."""

        self.rules = None if file is None else file.digest
        """The digest of the game's file."""

        self.players = {one.name: one for one in players if game.name in one.games}
        """Programs from outside that play it, by name."""

        self.read = lru_cache(maxsize=1 << 12)(self.game.read)
        """Reads an event; the same moves are made at many tables."""

        self.bot = cache(self._bot)
        self.rules_page = lru_cache(maxsize=100)(self._rules_page)

    def __reduce__(self) -> tuple[Any, ...]:
        return _offered, (self._chosen, self.name)

    @cached_property
    def pictures(self) -> dict[str, str]:
        """The pictures that the game brings along, as SVG, by look."""
        drawings = looks_of(self.game).drawings
        return {look: drawn.picture for look, drawn in drawings.items()}

    @cached_property
    def drawn(self) -> dict[str, object]:
        """Return the pictures for interfaces: their looks, and how tall those are that are not
        square."""
        aspects = {look: one.aspect for look, one in looks_of(self.game).drawings.items()}
        tall = {look: aspect for look, aspect in aspects.items() if aspect != 1}
        return {"drawings": [*aspects], **({"aspects": tall} if tall else {})}

    @cached_property
    def records(self) -> dict[str, Record[Any]]:
        """Return the notations of other programs for a game that was played, by name."""
        return {record.name: record for record in companion_of(self.game).records}

    @cached_property
    def puzzles(self) -> Puzzles[Any] | None:
        """The puzzles of the game, if it has some."""
        return companion_of(self.game).puzzles

    @cached_property
    def begins_with_puzzle(self) -> bool:
        """Would a table without a beginning be an empty board? Then it gets a puzzle."""
        is_empty = looks_of(self.game).is_set_up(self.game.start())
        return self.puzzles is not None and is_empty

    @cached_property
    def has_deals(self) -> bool:
        """Are its deals numbered, and open for all to see?"""
        return has_open_deals(self.game)

    @cached_property
    def advisor(self) -> Advisor:
        """Return the adviser, who may prove whether a position is winnable."""
        return advisor_for(self.game)

    @cached_property
    def has_light(self) -> bool:
        """Can it be proven whether a position is winnable?"""
        return self.advisor.winnable is not None

    @cached_property
    def resets(self) -> frozenset[str]:
        """The events that begin anew: a table has its menu for that, and keeps its game."""
        return frozenset(cls.name for cls in self.game.events if issubclass(cls, Reset))

    @cached_property
    def bot_names(self) -> frozenset[str]:
        """Return our own bots of the game."""
        return frozenset(bot_names(self.game))

    def _bot(self, name: str) -> Bot[Any]:
        bot = find_bot(self.game, name)
        assert not isinstance(bot, Unreadable)
        return bot

    def usual_bot(self, seats: int) -> str:
        """Return who plays unless somebody says otherwise: the strongest; where many play, a quick one."""
        best = best_of(self.game)
        own = {kind.name: kind for kind in companion_of(self.game).bots()}
        if best in own and own[best].within is None:
            return best  # it thinks no longer than it must
        return KINDS[-1].name if seats == 2 else "greedy"

    def problem(self) -> str | None:
        """Play a little of the game, and say what is wrong with its rulebook, if anything is."""
        game = self.game
        try:
            for turn in islice(random_turns(game, game.start(), Dice(1)), WARM_UP):
                scene_of(game, turn.before, Seat(0))
                game.consequences(turn.before, turn.event, turn.state)
        except Fault as fault:
            return f"a bug in the rulebook: {fault}"
        except Exception as error:  # noqa: BLE001  # whatever it is, others are played
            return f"a bug in the rulebook: {type(error).__name__}: {error}"
        return None

    def described(self) -> dict[str, object]:
        """Return everything that the lobby has to know."""
        game = self.game
        return {
            "name": game.name,
            "title": game.title,
            "summary": game.summary,
            "emblem": [_fields(piece) for piece in looks_of(game).emblem],
            **self.drawn,
            "players": list(game.players),
            "presets": list(game.start.presets),
            "titles": dict(titles_of(game)),
            "meanings": dict(meanings_of(game)),
            "unnamed": game.start.unnamed,
            "crowds": {preset: list(player_range(game, preset)) for preset in game.start.presets},
            "seats": {preset: game.seat_count(game.start(preset)) for preset in game.start.presets},
            "options": [
                {
                    "name": option.name,
                    "question": option.question,
                    "note": option.note,
                    "expected": option.expected,
                    "said": {"expected": packed(option.expected)},
                    "words": list(option.words),
                    "answers": dict(option.answers),
                    "several": option.is_several,
                    "bounds": option.bounds and list(option.bounds),
                    "presets": dict(option.presets),
                    "needs": dict(option.needs),
                    "group": option.group,
                }
                for option in options_of(game)
                if option.name != PLAYERS  # as many as there are seats
            ],
            # The last is who one plays against, unless one says otherwise: one of our own.
            "bots": [
                {"name": bot, "sentence": words}
                for bot, words in (
                    *((name, SENTENCE) for name in self.players),
                    *bots_of(game),
                )
            ],
            "opponent": _opponent(game),
            "deals": self.has_deals,
            "puzzles": self.puzzles is not None,
            "editor": self.begins_with_puzzle,
            "winnable": self.has_light,
            "chance": any(cls.by_chance for cls in game.events),
            "mucks": looks_of(game).keeps_mucked,
        }

    def _rules_page(
        self, preset: str | None, changes: Options, language: str = ENGLISH
    ) -> dict[str, object]:
        """Return the rules as players read them, in blocks, for a preset with single options changed,
        in a language."""
        game = self.game
        words = str if language == ENGLISH else rules_language(language, game).words
        made = for_players(page_blocks(game, preset, dict(changes)), words)
        first, whole = (
            [{"kind": block.kind, **_fields(block)} for block in chapter] for chapter in made
        )
        return {
            "title": words(game.title),
            "language": language,
            "lessons": [
                {
                    "words": words(lesson.words),
                    "pieces": [_fields(piece) for piece in lesson.pieces],
                    "arrow": lesson.arrow,
                }
                for lesson in looks_of(game).lessons
            ],
            "first": first,
            "whole": whole,
        }


class GameList(dict[str, OfferedGame]):
    """The games that a server offers, by name: those chosen, or everything that is installed."""

    __hash__ = object.__hash__  # type: ignore[assignment]  # it never changes

    def __init__(self, chosen: Iterable[str] = (), players: Iterable[InvitedProgram] = ()) -> None:
        """Take names or Python files, and the programs that people may play against."""
        self.chosen, players = tuple(chosen), tuple(players)
        if not self.chosen:
            found = [OfferedGame(game, (), None, players) for game in played()]
        else:
            found = [_chosen(one, self.chosen, players) for one in self.chosen]
        super().__init__({one.name: one for one in found})

    def has_game_of(self, header: Header) -> bool:
        """Is a table's game offered, with the very rules that it was begun with?"""
        return header.game in self and header.rules == self[header.game].rules

    @cached_property
    def is_warm(self) -> bool:
        """Play a little of every game: what is built when first used is built before guests."""
        for name, offered in self.items():
            problem = offered.problem()
            if problem is not None:
                LOG.warning("%s: %s", name, problem)
        return bool(self.response)

    @cached_property
    def described(self) -> list[dict[str, object]]:
        """Everything that the lobby has to know."""
        found = []
        for name, offered in self.items():
            try:
                found.append(offered.described())
            except Exception:  # a bug of a rulebook hides that game, and no other
                LOG.exception("%s cannot be offered", name)
        return found

    @cached_property
    def response(self) -> CachedResponse:
        """The same as it is sent; packed it is a fifth."""
        text = json.dumps(self.described, ensure_ascii=False, separators=(",", ":"))
        return CachedResponse(text.encode())


def _chosen(name: str, chosen: tuple[str, ...], players: Iterable[InvitedProgram]) -> OfferedGame:
    file = files.load_file(Path(name)) if name.endswith(".py") else None
    return OfferedGame(file.game if file else load(name), chosen, file, players)


game_list = cache(GameList)
"""The list of these games that a process keeps."""


def _offered(chosen: tuple[str, ...], name: str) -> OfferedGame:
    return game_list(chosen)[name]


def _opponent(game: AnyGame) -> dict[str, object] | None:
    """Return whom one plays against, if anybody: name, character, and the levels as they are asked for."""
    if not levels_of(game):
        return None
    opponent = opponent_of(game)
    return {
        "name": opponent.name,
        "character": opponent.character,
        "levels": [
            {"name": name, "word": word} for name, word in zip(opponent.names, WORDS, strict=True)
        ],
    }


def _fields(block: Any) -> dict[str, object]:  # noqa: ANN401  # any kind of block
    return {name: getattr(block, name) for name in block.__dataclass_fields__}
