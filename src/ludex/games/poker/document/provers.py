"""Who is asked whether there is a model: z3 where it is installed, else the search."""

from importlib.util import find_spec

from ludex.games.poker.document.search import Prover, search


def usual() -> Prover:
    """z3 (`pip install ludex[prove]`) where it is installed, else the search."""
    if find_spec("z3") is None:
        return search
    from ludex.games.poker.document.by_z3 import prove  # noqa: PLC0415

    return prove
