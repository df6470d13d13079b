"""The games as the lobby shows them: every one in which somebody decides something."""

import json
import logging
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from ludex.bots import KINDS
from ludex.bots.levels import LEVEL, WORDS
from ludex.kernel import (
    CHANCE,
    Dice,
    Event,
    Fault,
    Game,
    Reset,
    Seat,
    Unreadable,
    packed,
)
from ludex.language.rulebook.page import page
from ludex.language.rulebook.players import for_players
from ludex.language.translations import ENGLISH, rules_language
from ludex.play.log import Header
from ludex.play.starts import crowd, has_open_deals
from ludex.players.advice import advisor_for
from ludex.players.opponents import BEST, best_of, bots_of, levels_of, opponent_of
from ludex.registry import Puzzles, Record, companion_of, files, load, played, refined
from ludex.server.cached_responses import Written
from ludex.server.invited_programs import SENTENCE, Invited, let_in, players_of
from ludex.table import looks_of, scene_of

LOG: Final = logging.getLogger(__name__)

PLAYERS = "players"
"""The option that says how many play, in games that have one."""

Options = tuple[tuple[str, str], ...]


_chosen: list[str] = []
"""The games to offer, by name or by file; everything that is installed if none is named."""


def offer(games: Iterable[str]) -> None:
    """Offer these games alone, in this process: names, or Python files."""
    _chosen[:] = games
    for known in (playable, rules_of, offers, has_deals, has_light, resets, bot_names):
        known.cache_clear()
    written_offers.cache_clear()
    for asked in (pictures_of, puzzles_of, begins_with_puzzle, event_of, rules_page):
        asked.cache_clear()


def invite(players: Iterable[Invited]) -> None:
    """Let these play too, in this process, each under its name in the games that it plays."""
    let_in(players)
    offers.cache_clear()
    written_offers.cache_clear()


def source_of(name: str) -> str:
    """Where the rules of a game are: its file, or its name."""
    own = (file for file in _chosen if file.endswith(".py"))
    found = (file for file in own if load(file).name == name)
    return next(found, name)


def chosen() -> tuple[str, ...]:
    """What `offer` was asked for: another process is asked for the same."""
    return tuple(_chosen)


@cache
def playable() -> dict[str, Game[Any]]:
    """The games that are offered, by name; their promises are for tests to check.

    Many tables list their moves by refinement; what is played is judged by the guards.
    """
    games = map(load, _chosen) if _chosen else played()
    return {game.name: refined(game).unchecked() for game in games}


@cache
def rules_of(name: str) -> str | None:
    """By what the contents of a game's file are known; None for games that are installed."""
    found = (files.load_file(Path(file)) for file in _chosen if file.endswith(".py"))
    return next((file.digest for file in found if file.game.name == name), None)


def is_offered(header: Header) -> bool:
    """Is a table's game offered, with the very rules that it was begun with?"""
    return header.game in playable() and header.rules == rules_of(header.game)


@cache
def pictures_of(name: str) -> dict[str, str]:
    """The pictures that a game brings along, as SVG, by look."""
    drawings = companion_of(playable()[name]).drawings
    return {look: drawn.svg for look, drawn in drawings.items() if drawn.svg}


@cache
def records_of(name: str) -> dict[str, Record[Any]]:
    """How what was played is written down for other programs, by name."""
    return {record.name: record for record in companion_of(playable()[name]).records}


@cache
def puzzles_of(name: str) -> Puzzles[Any] | None:
    """The puzzles of a game, if it has some."""
    return companion_of(playable()[name]).puzzles


@cache
def begins_with_puzzle(name: str) -> bool:
    """Would a table without a beginning be an empty board? Then it gets a puzzle."""
    game = playable()[name]
    return puzzles_of(name) is not None and looks_of(game).is_set_up(game.start())


@lru_cache(maxsize=1 << 12)  # the same moves are made at many tables
def event_of(game: str, text: str) -> Event[Any] | Unreadable:
    """The event of a game that somebody has written, or why it is none."""
    return playable()[game].read(text)


WARM_UP: Final = 400


@cache
def warmed() -> None:
    """Play a little of every game: what is built when first used is built before guests."""
    offers()
    for name in playable():
        problem = tried(name)
        if problem is not None:
            LOG.warning("%s: %s", name, problem)


def tried(name: str) -> str | None:
    """Play a little of a game, and say what is wrong with its rulebook, if anything is."""
    game = playable()[name]
    try:
        _play(game)
    except Fault as fault:
        return f"a bug in the rulebook: {fault}"
    except Exception as error:  # noqa: BLE001  # whatever it is, others are played
        return f"a bug in the rulebook: {type(error).__name__}: {error}"
    return None


def _play(game: Game[Any]) -> None:
    dice, state = Dice(1), game.start()
    for _ in range(WARM_UP):
        if game.outcome(state) is not None:
            break
        by_chance = game.turn(state) == CHANCE
        moves = () if by_chance else game.moves(state)
        if not by_chance and not moves:
            break
        event = game.draw(state, dice) if by_chance else dice.choice(moves)
        scene_of(game, state, Seat(0))
        after = game.after(state, event)
        game.consequences(state, event, after)
        state = after


@cache
def offers() -> list[dict[str, object]]:
    """Everything that the lobby has to know."""
    found = []
    for game in playable().values():
        try:
            found.append(_offer(game))
        except Exception:  # a bug of a rulebook hides that game, and no other
            LOG.exception("%s cannot be offered", game.name)
    return found


@cache
def written_offers() -> Written:
    """The same as it is sent; packed it is a fifth."""
    text = json.dumps(offers(), ensure_ascii=False, separators=(",", ":"))
    return Written(text.encode())


def _offer(game: Game[Any]) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "emblem": [_fields(piece) for piece in looks_of(game).emblem],
        "drawings": list(pictures_of(game.name)),
        "players": list(game.players),
        "presets": list(game.start.presets),
        "titles": dict(game.start.titles),
        "meanings": dict(game.start.meanings),
        "unnamed": game.start.unnamed,
        "crowds": {preset: list(crowd(game, preset)) for preset in game.start.presets},
        "seats": {
            preset: game.seat_count(game.start(preset)) for preset in game.start.presets
        },
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
            for option in game.start.options
            if option.name != PLAYERS  # as many as there are seats
        ],
        # The last is who one plays against, unless one says otherwise: one of our own.
        "bots": [
            {"name": bot, "sentence": words}
            for bot, words in (
                *((name, SENTENCE) for name in players_of(game.name)),
                *bots_of(game),
            )
        ],
        "opponent": _opponent(game),
        "deals": has_deals(game.name),
        "puzzles": puzzles_of(game.name) is not None,
        "editor": begins_with_puzzle(game.name),
        "winnable": has_light(game.name),
        "chance": any(cls.by_chance for cls in game.events),
        "mucks": looks_of(game).keeps_mucked,
    }


@cache
def bot_names(game: str) -> frozenset[str]:
    """Our own bots of a game."""
    levels = (LEVEL, opponent_of(playable()[game]).name.lower())
    return frozenset((BEST, *levels, *(name for name, _ in bots_of(playable()[game]))))


def _opponent(game: Game[Any]) -> dict[str, object] | None:
    """Whom one plays against, if anybody: name, character, and the levels as they are asked for."""
    if not levels_of(game):
        return None
    opponent = opponent_of(game)
    return {
        "name": opponent.name,
        "character": opponent.character,
        "levels": [
            {"name": name, "word": word}
            for name, word in zip(opponent.names, WORDS, strict=True)
        ],
    }


def usual_bot(game: Game[Any], seats: int) -> str:
    """Who plays unless somebody says otherwise: the strongest; where many play, a quick one."""
    best = best_of(game)
    own = {kind.name: kind for kind in companion_of(game).bots()}
    if best in own and own[best].within is None:
        return best  # it thinks no longer than it must
    return KINDS[-1].name if seats == 2 else "greedy"


@cache
def has_deals(name: str) -> bool:
    """Are its deals numbered, and open for all to see?"""
    return has_open_deals(playable()[name])


@cache
def has_light(name: str) -> bool:
    """Can it be proven whether a position is winnable?"""
    return advisor_for(playable()[name]).winnable is not None


@cache
def resets(name: str) -> frozenset[str]:
    """The events that begin anew: a table has its menu for that, and keeps its game."""
    events = playable()[name].events
    return frozenset(cls.name for cls in events if issubclass(cls, Reset))


@lru_cache(maxsize=100)
def rules_page(
    name: str, preset: str | None, changes: Options, language: str = ENGLISH
) -> dict[str, object]:
    """The rules as players read them, in blocks, for a preset with single options changed,
    in a language."""
    game = playable()[name]
    words = str if language == ENGLISH else rules_language(language, game).words
    made = for_players(page(game, preset, dict(changes)), words)
    first, whole = (
        [{"kind": type(block).__name__.lower(), **_fields(block)} for block in chapter]
        for chapter in made
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


def _fields(block: Any) -> dict[str, object]:  # noqa: ANN401  # any kind of block
    return {name: getattr(block, name) for name in block.__dataclass_fields__}
