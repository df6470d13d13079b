"""`ludex events GAME`: the abstract user interface, as the course's tool declares it."""

from ludex.cli.arguments import GameName, Json, find_game, print_json
from ludex.cli.errors import as_bad_input
from ludex.language.etf.declarations import NoInterface
from ludex.language.etf.interface import interface


def events(name: GameName, *, as_json: Json = False) -> None:
    """Print the game's events as an interface of the Eiffel Testing Framework.

    The types of the arguments are declared first. Words become an enumeration, a sequence of
    cards an ARRAY, and other types a STRING. `ludex new --from-events FILE` reads the interface.

    \b
    ludex events chess-solitaire
    ludex events russian-bank --json
    """
    game = find_game(name)
    if as_json:
        print_json(
            [
                {
                    "event": cls.name,
                    "sentence": cls.sentence(),
                    "arguments": [
                        {
                            "name": p.name,
                            "type": p.atom.name,
                            "expected": p.atom.expected,
                            "members": dict(p.atom.members),
                        }
                        for p in cls.parameters()
                    ],
                }
                for cls in game.calls.values()
            ]
        )
    else:
        with as_bad_input(NoInterface, about=f"{game.name}: "):
            print(interface(game))
