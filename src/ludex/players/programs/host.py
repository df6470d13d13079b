"""A function of one's own, or a bot of ours, as a program: it speaks the language of `base`.

    python -m ludex.players.programs.host GAME WHO

So that somebody's code runs apart from whoever asks it, within the limits of a program.
"""

import sys
from random import SystemRandom

from ludex.kernel import AnyGame, Dice, Unreadable
from ludex.players.finder import find_player
from ludex.players.programs.base import Player, Turn
from ludex.registry import load, refined
from ludex.registry.files import NoGame


class HostedPlayer(Player):
    """The player that `name` names, at a table of the game in `rules`."""

    def __init__(self, rules: str, game: AnyGame, name: str) -> None:
        self.rules, self.name = rules, name
        bot = find_player(game, name)
        if isinstance(bot, Unreadable):
            raise ValueError(str(bot))  # noqa: TRY004 - it is a mistyped word
        self._bot, self._dice = bot, Dice(SystemRandom().getrandbits(60))

    def choose(self, turn: Turn) -> str:
        """Return the answer of the function."""
        return str(self._bot(self.view(turn), self._dice))


def main() -> None:
    """Play until there is nothing more to hear."""
    out, sys.stdout = sys.stdout, sys.stderr  # what a function prints is no move
    try:
        rules, name = sys.argv[1:]
        hosted = HostedPlayer(rules, refined(load(rules)), name)
    except (NoGame, ValueError) as problem:
        sys.exit(str(problem))
    hosted.run(out=out)


if __name__ == "__main__":
    main()
