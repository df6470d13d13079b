"""The secrets of a table: hidden cards, and what chance will do.

Everything that would tell (the seed, the secret of the shuffle, a link or a table with the same
deal, the log) asks here. It is told when the match is over, which is more than the end of a
game of it; and where the rules let cards be given up unseen, only at a table that was announced
as one with open hands.
"""

from collections.abc import Mapping

from ludex.server.game_list import OfferedGame
from ludex.server.tables.live import LiveTable
from ludex.table import hidden, looks_of
from ludex.table.hidden import foretells


def is_open(live: LiveTable) -> bool:
    """May everything be told that was hidden at this table, or left to chance?"""
    return live.is_finished and not keeps_hands(live)


def keeps_hands(live: LiveTable) -> bool:
    """Do hands that were given up unseen stay unseen, also when the match is over?"""
    return looks_of(live.game).keeps_mucked and live.new.request.get("open_hands") is not True


def has_secrets(live: LiveTable) -> bool:
    """Would the same deal once more tell its players what they must not know?"""
    return not is_open(live) and (foretells(live.now.history) or has_chance(live.offered))


def can_be_reviewed(live: LiveTable, number: int) -> bool:
    """May a seat, counted from 1, or an onlooker (0) look back at the game?"""
    played = number and not live.is_taken_over(number)
    if not live.is_finished or not (played or is_open(live)):
        return False
    count = live.game.seat_count(live.shown.history.start)
    return count > 1 or live.offered.has_light


def why_closed(live: LiveTable) -> str:
    """Return why the log of this table cannot be read, or not yet."""
    if live.is_finished:
        return "The log shows folded hands, which stay hidden at this table."
    if live.is_over:
        return "The log shows hidden cards of this match: it opens when the match is over."
    return "The log shows hidden cards: it opens when the game is over."


def is_practice(offered: OfferedGame, request: Mapping[str, object]) -> bool:
    """Did somebody choose what lies on the table, or know what will be dealt?

    The deals of games that lie open for all to see have numbers, and anybody may choose one.
    """
    if request.get("position") is not None:
        return True
    if offered.begins_with_puzzle:
        return request.get("preset") is not None  # a board that was set up by hand
    return request.get("seed") is not None and not offered.has_deals


def has_chance(offered: OfferedGame) -> bool:
    """Does chance do more than lay the cards open for all to see?"""
    by_chance = any(event.by_chance for event in offered.game.events)
    return by_chance and not offered.has_deals


def has_hidden(live: LiveTable) -> bool:
    """Was anything in this game ever hidden from somebody at the table?

    Long logs take a while, so what has been looked at is remembered.
    """
    history = live.shown.history
    start, step, found = live.cache.hidden
    if start is not history.start:
        step, found = None, False
    found = found or hidden.has_hidden(history, step)
    live.cache.hidden = history.start, history.past, found
    return found
