"""`ludex events GAME`: the abstract user interface, as the course's tool declares it."""

from ludex.cli.arguments.options import GameName, Json, find_game, print_json


def events(name: GameName, *, as_json: Json = False) -> None:
    """Print the game's events as an interface declaration, with their comments."""
    from ludex.text.interface import interface

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
        print(interface(game))
