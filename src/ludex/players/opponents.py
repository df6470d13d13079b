"""The players of a game: the bots of any game, those of its companion, and its solution if it is
small."""

from typing import Any

from ludex.bots import KINDS, Bot, BotKind, thinking_of
from ludex.bots import find_bot as any_bot
from ludex.bots.budget import Budget
from ludex.bots.judge import Judge, general_judge
from ludex.bots.levels import LEVEL, LOOKING, WEIGHING, WORDS, Opponent, slipping
from ludex.kernel import AnyGame, Unreadable, as_sentence, say
from ludex.registry import companion_of, refined
from ludex.solve.small.bot import is_small, solved_bot

SOLVED = "solved"
SENTENCE = "Plays the solution of this small game: no player does better in the long run."


def kinds_of(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """The bots that play any game, by name and sentence, from the weakest to the strongest.

    Small games for several can be solved; whether this is one costs a moment, once.
    """
    kinds = [(kind.name, kind.sentence) for kind in KINDS]
    if game.players[1] > 1 and is_small(game):
        kinds.append((SOLVED, SENTENCE))
    return tuple(kinds)


def bots_of(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """The bots to offer in a game, by name and sentence: its own, then those of any game; the
    strongest is the last, and who one plays against unless one says otherwise. Where it could be
    stronger, that is said with it."""
    own = ((kind.name, kind.sentence) for kind in companion_of(game).bots())
    found, best, weaker = dict((*own, *kinds_of(game))), best_of(game), companion_of(game).weaker
    sentence = found.pop(best)
    if weaker:
        both = {"sentence": as_sentence(sentence), "weaker": as_sentence(weaker)}
        sentence = say("bot_weaker", "{sentence} {weaker}", **both)
    return (*found.items(), (best, sentence))


BEST = "best"


def bot_names(game: AnyGame) -> tuple[str, ...]:
    """The names by which a bot of a game is asked for: bots, `best`, and the levels of its opponent."""
    levels = (LEVEL, opponent_of(game).name.lower()) if levels_of(game) else ()
    return (*(name for name, _ in bots_of(game)), BEST, *levels)


def best_of(game: AnyGame) -> str:
    """The name of the strongest bot of a game.

    A small game is solved. Where positions can be weighed, moves are best compared with the same
    luck; where they cannot, only a tree sees what is forced.
    """
    own = companion_of(game).best
    if own is not None:
        return own
    if SOLVED in dict(kinds_of(game)):
        return SOLVED
    return "search" if thinking_of(game).worth is not None else "tree"


def judge_of(game: AnyGame) -> Judge:
    """Return the judge of a game's moves: the companion's, or one for any game."""
    own = companion_of(game).judge
    return general_judge(refined(game)) if own is None else own(refined(game))


def opponent_of(game: AnyGame) -> Opponent:
    """Return the opponent of a game, at five levels: the companion's, or one for any game."""
    own = companion_of(game).opponent
    if own is not None:
        return own()
    return LOOKING if thinking_of(game).worth is None else WEIGHING


def thinks_for(game: AnyGame, name: str) -> float:
    """Return the seconds that the bot of a name thinks by the clock; 0 if it does not look at
    it."""
    plain, _, text = name.partition(":")
    opponent = opponent_of(game)
    if plain in {LEVEL, opponent.name.lower()}:
        level = opponent.at(text)
        return 0.0 if isinstance(level, Unreadable) else thinks_for(game, level.bot)
    budget = Budget.read(text)
    if isinstance(budget, Budget):
        return budget.seconds or 0.0
    plain = best_of(game) if plain == BEST else plain
    kinds = (*companion_of(game).bots(), *KINDS)
    return next((kind.seconds for kind in kinds if kind.name == plain), 0.0)


def levels_of(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """The levels of a game's opponent, by name and sentence, from the weakest to the strongest.

    Where one plays alone, or nobody decides anything, there is no opponent.
    """
    if game.players[1] < 2 or not game.is_decided:
        return ()
    opponent = opponent_of(game)
    character = as_sentence(opponent.character)
    return tuple(
        (
            name,
            say(
                "opponent",
                "{name}, {level}: {character}",
                name=as_sentence(opponent.name),
                level=as_sentence(word),
                character=character,
            ),
        )
        for name, word in zip(opponent.names, WORDS, strict=True)
    )


def _at_level(
    game: AnyGame, opponent: Opponent, number: str, start: object
) -> Bot[Any] | Unreadable:
    level = opponent.at(number)
    if isinstance(level, Unreadable):
        return level
    bot = find_bot(game, level.bot, start)
    like = find_bot(game, level.like, start) if level.like else None
    if isinstance(bot, Unreadable):
        return bot
    if isinstance(like, Unreadable):
        return like
    return slipping(game, bot, level.slips, like)


def find_bot(game: AnyGame, name: str, start: object = None) -> Bot[Any] | Unreadable:
    """The bot of a name: one of the game's own, or one that plays any game; `best` is the
    strongest of them, `level:3` the game's opponent at a level, also by name."""
    opponent = opponent_of(game)
    first, _, number = name.partition(":")
    if first in {LEVEL, opponent.name.lower()}:
        return _at_level(game, opponent, number, start)
    solved = BotKind(SOLVED, SENTENCE, lambda _: solved_bot(game, start))
    own, kinds = companion_of(game).bots(), (*KINDS, solved)
    plain, _, budget = name.partition(":")
    if plain not in {BEST, *(kind.name for kind in (*own, *kinds))}:
        levels = f"{LEVEL}:1 to {LEVEL}:{len(opponent.names)}"
        there = ", ".join((*(name for name, _ in bots_of(game)), BEST, levels))
        weaker = companion_of(game).weaker
        more = f". {weaker}" if weaker else ""
        return Unreadable((f"there is no bot {name!r} of {game.name}; there are: {there}{more}",))
    if plain == BEST:
        name = plain = best_of(game)
        best = next((kind for kind in (*own, *kinds) if kind.name == plain), None)
        if budget and best and best.within:  # others think no longer than they must
            name = f"{plain}:{budget}"
    return any_bot(game, name, own if plain in {kind.name for kind in own} else kinds)
