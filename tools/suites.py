"""Make the suites that are kept with the games anew: `python tools/suites.py GAME…`.

It takes some minutes a game. Do so when a game's rules have changed.
"""

import sys

from ludex.registry import load
from ludex.study.suites.kept import beginning, make_suite, of_game, suite_text


def main() -> None:
    """Make the suite of each game that is named."""
    for name in sys.argv[1:]:
        game = load(name)
        start = game.start()
        place = of_game(game)
        if place is None:
            sys.exit(f"{name} is no game of Ludex")
        made = make_suite(game, start, lambda text: print(text, file=sys.stderr))
        place.write_text(suite_text(beginning(game, start), made), encoding="utf-8")
        events = [len(one) for one in made]
        print(f"{place}: {len(made)} scripts, {sum(events)} events, {max(events)} at most")


if __name__ == "__main__":
    main()
