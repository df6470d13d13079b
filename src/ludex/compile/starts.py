"""Games that begin with a given state."""

from dataclasses import replace

from ludex.compile.engine import Engine, Row
from ludex.compile.jit import step
from ludex.kernel import AnyState
from ludex.language.position import position_line


def starting(engine: Engine, s: AnyState) -> Engine:
    """Return the same engine, whose games begin with a state."""
    head = tuple(engine.rows([s])[0].tolist())
    return replace(engine, head=head, is_whole=True, rules=position_line(engine.game, s))


@step
def nothing(_state: Row, _seed: int) -> int:
    """Draw nothing: every table of such games begins with a whole state."""
    return 0
