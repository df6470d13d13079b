"""Are faulty rulebooks told from equal ones? A measure of `ludex grade GAME --rulebook FILE`.

    python bench/rulebooks.py [--games hex,nim] [--rewrites 4] [--faults 20] [--jobs 2] [--seed 1]

The rulebooks of the examples are the oracles. Equal rulebooks are rewritten from them: comparisons
turned round, branches exchanged, conditions denied twice, results named, variables renamed. Faulty
ones have one mistake each, of those that people make. A fault that is not found counts as missed if
random games, apart from the comparison, show it; else nobody knows whether it is one.
"""

import argparse
import ast
import copy
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from rows import keep

from ludex.check.strange_events import strange_event
from ludex.check.timeout import Endless, watchdog
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Dice, Event, History
from ludex.language.script_check import Dialect
from ludex.language.transcript import entry_text, play_event
from ludex.registry import load
from ludex.study.grade.exam import Oracle
from ludex.study.grade.model_server import ModelServer
from ludex.study.grade.models import LockstepLimits, LockstepResult, compare
from ludex.study.mutants.operators import mistakes

EXAMPLES = Path(__file__).parent.parent / "examples"

LIMITS = LockstepLimits(questions=12_000, nearby=4_000, walks=60, suite=False)

ASIDE = 40
"""The number of random games that look for a fault that the comparison did not find."""

SECONDS = 20.0
"""The time limit for one comparison without an answer: a rulebook that does not finish is found."""

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE,
    ast.Eq: ast.Eq, ast.NotEq: ast.NotEq,
}  # fmt: skip


class Turned(ast.NodeTransformer):
    """Turns comparisons round: `a < b` becomes `b > a`."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        both = [node.left, *node.comparators]
        if len(both) != 2 or type(node.ops[0]) not in TURNED or any(map(_names_a_value, both)):
            return node
        return ast.Compare(both[1], [TURNED[type(node.ops[0])]()], [both[0]])


def _names_a_value(node: ast.AST) -> bool:
    return any(isinstance(one, ast.NamedExpr | ast.Yield) for one in ast.walk(node))


class Branched(ast.NodeTransformer):
    """Exchanges branches: `a if c else b` becomes `b if not c else a`."""

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.orelse, node.body)

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        if not node.orelse:
            return node
        return ast.If(ast.UnaryOp(ast.Not(), node.test), node.orelse, node.body)


class Denied(ast.NodeTransformer):
    """Denies conditions twice: `if a and b` becomes `if not (not a or not b)`."""

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        node.test = _denied(node.test)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs = [_denied(test) for test in node.ifs]
        return node


def _denied(test: ast.expr) -> ast.expr:
    if not isinstance(test, ast.BoolOp):
        return ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), test))
    other = ast.Or() if isinstance(test.op, ast.And) else ast.And()
    parts: list[ast.expr] = [ast.UnaryOp(ast.Not(), one) for one in test.values]
    return ast.UnaryOp(ast.Not(), ast.BoolOp(other, parts))


class Named(ast.NodeTransformer):
    """Names results and renames variables: `return a` becomes `result_ = a; return result_`."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        inner = [one for statement in node.body for one in ast.walk(statement)]
        if any(isinstance(one, ast.FunctionDef | ast.Lambda | ast.Global) for one in inner):
            return node
        own = {
            one.id for one in inner if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        } - {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        captured = {one.name for one in inner if isinstance(one, ast.MatchAs | ast.MatchStar)}
        for one in inner:
            if isinstance(one, ast.Name) and one.id in own - captured:
                one.id = f"{one.id}_1"
        node.body = [after for one in node.body for after in _with_name(one)]
        return node


def _with_name(statement: ast.stmt) -> list[ast.stmt]:
    if not isinstance(statement, ast.Return) or statement.value is None:
        return [statement]
    name = ast.Assign([ast.Name("result_", ast.Store())], statement.value, lineno=0)
    return [name, ast.Return(ast.Name("result_", ast.Load()))]


REWRITES: Sequence[type[ast.NodeTransformer]] = (Turned, Branched, Denied, Named)


def equal_rewrites(text: str) -> Iterator[str]:
    """Yield the rulebook with its functions rewritten in each way, and in all ways."""
    for kinds in (*((one,) for one in REWRITES), REWRITES):
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                for kind in kinds:
                    kind().visit(node)
        yield ast.unparse(ast.fix_missing_locations(tree))


def faults(text: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the mistakes that can be made in the functions of a rulebook, and how to make each."""
    tree = ast.parse(text)
    for number, node in enumerate(ast.walk(tree)):
        if isinstance(node, ast.FunctionDef):
            for mistake in mistakes(ast.Module(node.body, []), lambda _, __: ()):
                what = f"{node.name}:{mistake.line} {mistake.kind}: {mistake.before} -> {mistake.after}"
                yield what, partial(_with_fault, tree, number, mistake.tree)


def _with_fault(tree: ast.Module, number: int, body: ast.AST) -> str:
    twin = copy.deepcopy(tree)
    there = next(node for i, node in enumerate(ast.walk(twin)) if i == number)
    assert isinstance(there, ast.FunctionDef)
    assert isinstance(body, ast.Module)
    there.body = body.body
    return ast.unparse(ast.fix_missing_locations(twin))


class HereModel:
    """Another rulebook, asked in this process as it would be in the sandbox."""

    def __init__(self, path: Path) -> None:
        game = load(str(path))
        self.server = ModelServer(game, game.start(), Dialect.DOCUMENT)
        self.first = self.server.first
        self.count = 0
        self.is_spent = False

    def ask(self, at: int, events: Sequence[str]) -> list[dict[str, Any]]:
        answers = []
        for event in events:
            self.count += 1
            answers.append(self.server.answer(at, event))
        return answers


def compared(oracle: Oracle, path: Path, limits: LockstepLimits) -> LockstepResult:
    """Compare a rulebook with its oracle in this process."""
    return compare(oracle, HereModel(path), limits)  # type: ignore[arg-type]  # as a model


def is_found(oracle: Oracle, path: Path, limits: LockstepLimits) -> bool:
    """Is a rulebook found to differ, or to crash?"""
    try:
        model = HereModel(path)
        with watchdog(lambda: model.count, SECONDS):
            return compare(oracle, model, limits).script is not None  # type: ignore[arg-type]
    except (Exception, Endless):  # noqa: BLE001  # a fault may do anything, also while it is loaded
        return True


def is_different(oracle: Oracle, path: Path, games: int, seed: int = 5) -> bool:
    """Do random games show a difference? They are apart from the comparison that is measured."""
    one, other = oracle.game, load(str(path))
    dice = Dice(seed)
    for _ in range(games):
        s, t = one.start(), other.start()
        for _ in range(80):
            event = _some_event(one, s, dice)
            read = other.read(str(event))
            if not isinstance(read, Event):
                return True
            try:
                here = play_event(History(one, s), event)
                there = play_event(History(other, t), read)
                same = entry_text(here) == entry_text(there)
                ends = one.outcome(here.state) is None, other.outcome(there.state) is None
            except Exception:  # noqa: BLE001  # a fault may do anything
                return True
            if not same or ends[0] != ends[1]:
                return True
            s, t = here.state, there.state
            if not ends[0] and dice.below(4) == 0:
                break
    return False


def _some_event(game: AnyGame, s: AnyState, dice: Dice) -> AnyEvent:
    over = game.outcome(s) is not None
    if not over and game.turn(s) == CHANCE:
        event: AnyEvent = game.draw(s, dice)
        return event
    moves = [] if over else [event for event in game.moves(s) if not event.beyond_source]
    if moves and dice.below(3):
        return dice.choice(moves)
    while True:
        strange: AnyEvent = strange_event(game, dice, dice.choice(moves) if moves else None)
        if not (strange.beyond_source or strange.of_history or strange.by_chance):
            return strange


def measure(name: str, rewrites: int, most: int, seed: int) -> tuple[str, Counter[str], list[str]]:
    """Count what becomes of the rewrites and of the faults of one example."""
    text = (EXAMPLES / f"{name}.py").read_text()
    game = load(str(EXAMPLES / f"{name}.py"))
    oracle, dice, counts = Oracle(game, game.start()), Dice(seed), Counter[str]()
    remarks = []
    with tempfile.TemporaryDirectory() as folder:
        for number, other in enumerate([*equal_rewrites(text)][:rewrites]):
            path = Path(folder, f"{name}_equal_{number}.py")
            path.write_text(other)
            counts["equal"] += 1
            if is_found(oracle, path, LIMITS):
                counts["accused"] += 1
                remarks.append(f"{name}: equal rewrite {number + 1} is accused")
        every = [*faults(text)]
        for number in range(min(most, len(every))):
            what, make = every.pop(dice.below(len(every)))
            path = Path(folder, f"{name}_fault_{number}.py")
            path.write_text(make())
            if is_found(oracle, path, LIMITS):
                counts["found"] += 1
            elif is_different(oracle, path, ASIDE):
                counts["missed"] += 1
                remarks.append(f"{name}: missed: {what}")
            else:
                counts["open"] += 1
    return name, counts, remarks


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", default="")
    parser.add_argument("--rewrites", type=int, default=len(REWRITES))
    parser.add_argument("--faults", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names = [one for one in given.games.split(",") if one]
    names = names or sorted(path.stem for path in EXAMPLES.glob("*.py"))
    job = partial(measure, rewrites=given.rewrites, most=given.faults, seed=given.seed)
    total = Counter[str]()
    columns = ("equal", "accused", "found", "missed", "open")
    print(f"{'game':20}", *(f"{one:>8}" for one in columns))
    with ProcessPoolExecutor(given.jobs) as pool:
        for name, counts, remarks in pool.map(job, names):
            print(f"{name:20}", *(f"{counts[one]:8}" for one in columns), flush=True)
            print(*remarks, sep="\n", end="\n" * bool(remarks), file=sys.stderr, flush=True)
            total.update(counts)
    print(f"{'all':20}", *(f"{total[one]:8}" for one in columns))
    keep("equal rulebooks that are accused", "of 100", 100 * total["accused"] / total["equal"])
    shown = total["found"] + total["missed"]
    keep("faulty rulebooks that are found", "of 100", 100 * total["found"] / max(1, shown))


if __name__ == "__main__":
    main()
