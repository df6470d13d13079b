"""Mutants of the guards: does a test notice when a rulebook is changed a little?

    python bench/mutants.py [--game freecell] [--kind swap] [--sample 40 --seed 1] [--bar 95]

Every guard of a rulebook (`yield condition or "reason"`, in `guards` or in a function that
gives `Guards`) is changed in four ways: its condition negated; dropped, so that it always
holds; a number in it one more or one less; its place swapped with the guard after it, which
changes only what is told when both fail. The game's own tests run against each mutant until
one fails. What no test notices has survived, and is shown. A survivor that cannot be noticed,
because it means the same, stands in `mutants.toml` with the reason.

The mutants are those of `ludex mutate`, which asks a suite of scripts or the laws; here it is
our own tests that are measured. They are collected once. For each mutant a process is forked from there, in which only
the code of the changed function is exchanged; tests that lately found a neighbour come first.
So a mutant costs what one failing test costs. Tests that start processes of their own see no
mutant, and are left out.
"""

import argparse
import ast
import importlib
import json
import os
import random
import resource
import select
import signal
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from types import CodeType, FunctionType

import pytest

from ludex.check.mutants.sources import changes, compiled, functions, is_guards

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
EQUIVALENT = Path(__file__).with_suffix(".toml")
LEARNT = ROOT / "build" / "mutants.json"
"""Which tests found which mutants, for the next run; it may be deleted."""

GAMES = {
    "chess-solitaire": "chess_solitaire",
    "freecell": "freecell",
    "carcassonne": "carcassonne",
    "holdem": "poker/holdem",
    "russian-bank": "russian_bank",
}
KINDS = ("negate", "drop", "shift", "swap")
COMMON = ("tests/every_game",)
APART = (
    "test_commands.py", "test_round.py", "test_fc_solve.py", "test_xml.py",
    "test_broken_states.py", "test_against_pokerkit.py",
)  # fmt: skip
"""Tests of programs, files and peers: they start processes, or take long and see no guard."""

KILLED, SURVIVED, TIMEOUT, SAME = "killed", "survived", "timeout", "equivalent"


# -- the mutants ------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """One change of one function."""

    game: str
    path: Path
    function: str
    line: int
    kind: str
    before: str
    after: str
    code: CodeType = field(repr=False, compare=False)

    @property
    def file(self) -> str:
        return str(self.path.relative_to(ROOT))

    @property
    def key(self) -> str:
        """What it is, wherever its lines have moved."""
        return f"{self.file} {self.function} {self.kind}: {self.before} -> {self.after}"

    def put_in_place(self) -> None:
        """From now on the function of the imported module has the changed code."""
        name = ".".join(self.path.relative_to(SOURCE).with_suffix("").parts)
        found: object = importlib.import_module(name)
        for part in self.function.split("."):
            found = vars(found)[part]
        assert isinstance(found, FunctionType)
        found.__code__ = self.code


def mutants_of(game: str) -> Iterator[Mutant]:
    """Every mutant of a game's guards, file by file."""
    for path in sorted((SOURCE / "ludex" / "games" / GAMES[game]).rglob("*.py")):
        tree = ast.parse(path.read_text())
        for function, node, owner in functions(tree):
            if not is_guards(node):
                continue
            for kind, line, before, after, changed in changes(node):
                code = compiled(changed, owner, str(path))
                assert code is not None
                yield Mutant(game, path, function, line, kind, before, after, code)


def equivalents() -> dict[str, str]:
    """Mutants that mean the same as the rulebook, each with the reason."""
    if not EQUIVALENT.exists():
        return {}
    entries = tomllib.loads(EQUIVALENT.read_text())["equivalent"]
    return {entry["mutant"]: entry["because"] for entry in entries}


# -- running the tests ------------------------------------------------------------------


class Bench:
    """A pytest plugin: once everything is collected it runs the mutants instead."""

    def __init__(self, mutants: list[Mutant], asked: argparse.Namespace) -> None:
        self.mutants = mutants
        self.asked = asked
        self.found: dict[Mutant, str] = {}
        self.killers = Killers()
        self._failed: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self) -> None:
        from hypothesis import Phase, settings  # pytest wants to load it first

        settings.register_profile(
            "mutants",
            deadline=None,
            database=None,
            derandomize=True,
            phases=(Phase.explicit, Phase.generate),
        )

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.path.name not in APART]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.append(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        self.killers.read()
        for game in dict.fromkeys(mutant.game for mutant in self.mutants):
            self._run(game, [i for i in session.items if is_about(i, game)])
        self.killers.write()
        return True

    def _run(self, game: str, items: list[pytest.Item]) -> None:
        costs = self.killers.costs
        items = [i for i in items if costs.get(i.nodeid, 0) <= self.asked.slowest]
        baseline = self._forked(items, None)
        reports = baseline.wait(3600)
        broken = [name for name, (failed, _) in reports.items() if failed]
        if broken or baseline.signal:
            say(f"{game}: fails without any mutant: {', '.join(broken) or 'crashed'}")
        seconds = {name: cost for name, (failed, cost) in reports.items() if not failed}
        costs.update(seconds)
        seconds = {n: c for n, c in seconds.items() if c <= self.asked.slowest}
        usable = [item for item in items if item.nodeid in seconds]
        usable.sort(key=lambda item: seconds[item.nodeid])
        total = sum(seconds.values())
        say(f"{game}: {len(usable)} tests take {total:.1f} s of CPU without a mutant")
        limit = int(2 * total) + self.asked.timeout
        waiting = [mutant for mutant in self.mutants if mutant.game == game]
        running: dict[int, tuple[Mutant, Fork]] = {}
        while waiting or running:
            while waiting and len(running) < self.asked.jobs:
                mutant = waiting.pop(0)
                order = self.killers.order(mutant, usable)
                fork = self._forked(order, mutant, limit)
                running[fork.pipe] = mutant, fork
            ready, _, _ = select.select(list(running), [], [], 1.0)
            for pipe in ready:
                mutant, fork = running[pipe]
                if fork.read():
                    del running[pipe]
                    self._note(mutant, fork, len(waiting) + len(running))
            for pipe in [p for p, (_, f) in running.items() if f.is_late(20 * limit)]:
                running[pipe][1].kill()

    def _note(self, mutant: Mutant, fork: "Fork", left: int) -> None:
        killer = next((n for n, (bad, _) in fork.reports.items() if bad), None)
        if killer is not None:
            self.found[mutant] = KILLED
            self.killers.note(mutant, killer)
        else:
            crashed = fork.signal not in (0, signal.SIGXCPU, signal.SIGKILL)
            timed = KILLED if crashed else TIMEOUT
            self.found[mutant] = timed if fork.signal or fork.status else SURVIVED
        if self.found[mutant] == SURVIVED:
            say(f"{self.found[mutant]}: {shown(mutant)}")
        done = Counter(self.found.values())
        tally = ", ".join(f"{n} {word}" for word, n in sorted(done.items()))
        progress(f"{mutant.game}: {left} to go ({tally})")

    def _forked(
        self, items: list[pytest.Item], mutant: Mutant | None, limit: int = 0
    ) -> "Fork":
        """Run tests in a process of their own; with a mutant, up to the first failure."""
        pipe, end = os.pipe()
        process = os.fork()
        if process:
            os.close(end)
            return Fork(process, pipe)
        status = 1
        try:
            os.close(pipe)
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(silence, stream)
            if mutant is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
                mutant.put_in_place()
            self._one_by_one(items, end, stop=mutant is not None)
            status = 0
        finally:
            os._exit(status)

    def _one_by_one(self, items: list[pytest.Item], end: int, *, stop: bool) -> None:
        for item, after in zip(items, [*items[1:], None], strict=True):
            begun = cpu()
            self._failed.clear()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            failed = bool(self._failed)
            line = json.dumps([item.nodeid, failed, cpu() - begun])
            os.write(end, f"{line}\n".encode())
            if failed and stop:
                return


class Fork:
    """A running process of tests, and what it has reported."""

    def __init__(self, process: int, pipe: int) -> None:
        self.process = process
        self.pipe = pipe
        self.begun = monotonic()
        self.signal = self.status = 0
        self._text = b""

    def read(self) -> bool:
        """Take what there is; True when the process has ended."""
        more = os.read(self.pipe, 1 << 16)
        self._text += more
        if more:
            return False
        os.close(self.pipe)
        _, status = os.waitpid(self.process, 0)
        self.signal = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        self.status = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 0
        return True

    def wait(self, seconds: float) -> dict[str, tuple[bool, float]]:
        while not self.read():
            if self.is_late(seconds):
                self.kill()
        return self.reports

    @property
    def reports(self) -> dict[str, tuple[bool, float]]:
        """Which tests have failed, and the CPU seconds of each."""
        lines = map(json.loads, self._text.decode().splitlines())
        return {name: (failed, cost) for name, failed, cost in lines}

    def is_late(self, seconds: float) -> bool:
        return monotonic() - self.begun > seconds

    def kill(self) -> None:
        os.kill(self.process, signal.SIGKILL)


class Killers:
    """Which tests found mutants lately: those near a new mutant are tried first."""

    def __init__(self) -> None:
        self._by_key: dict[str, str] = {}
        self._lately: dict[str, list[str]] = {}
        self.costs: dict[str, float] = {}

    def note(self, mutant: Mutant, test: str) -> None:
        self._by_key[mutant.key] = test
        for place in places(mutant):
            known = self._lately.setdefault(place, [])
            self._lately[place] = [test, *(n for n in known if n != test)][:30]

    def order(self, mutant: Mutant, items: list[pytest.Item]) -> list[pytest.Item]:
        """The tests, the most promising first, then the quickest."""
        names = [self._by_key.get(mutant.key, "")]
        for place in places(mutant):
            names += self._lately.get(place, [])
        rank = {name: i for i, name in reversed(list(enumerate(names)))}
        return sorted(items, key=lambda item: rank.get(item.nodeid, len(rank)))

    def read(self) -> None:
        if LEARNT.exists():
            self._by_key, self._lately, self.costs = json.loads(LEARNT.read_text())

    def write(self) -> None:
        LEARNT.parent.mkdir(exist_ok=True)
        LEARNT.write_text(json.dumps([self._by_key, self._lately, self.costs]))


def places(mutant: Mutant) -> tuple[str, ...]:
    """From near to far: the guard, its function, its file, its game."""
    function = f"{mutant.file} {mutant.function}"
    return f"{function} {mutant.before}", function, mutant.file, mutant.game


def is_about(item: pytest.Item, game: str) -> bool:
    """Does a test belong to the game, or to every game with this one as its argument?"""
    folder = ROOT / "tests" / "games" / GAMES[game]
    return folder in item.path.parents or f"[{game}" in item.name


def cpu() -> float:
    return sum(os.times()[:2])


# -- what is said -----------------------------------------------------------------------


def say(text: str) -> None:
    progress("")
    print(text, flush=True)


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def shown(mutant: Mutant) -> str:
    """Where a mutant is and what it changes."""
    where = f"{mutant.file}:{mutant.line} {mutant.function} ({mutant.kind})"
    if mutant.kind == "swap":
        return f"{where}\n  {mutant.before}\n  {mutant.after}\n  in the other order"
    return f"{where}\n- {mutant.before}\n+ {mutant.after}"


def table(found: dict[Mutant, str]) -> Iterator[str]:
    """How many of each kind have been killed, game by game."""
    yield f"{'':16}" + "".join(f"{kind:>10}" for kind in (*KINDS, "all", "killed"))
    games = list(dict.fromkeys(mutant.game for mutant in found))
    for game in [*games, "all"]:
        mine = {m: r for m, r in found.items() if game in (m.game, "all")}
        cells = []
        for kind in (*KINDS, "all"):
            results = [r for m, r in mine.items() if kind in (m.kind, "all")]
            alive = results.count(SURVIVED)
            cells.append(
                f"{len(results) - results.count(SAME) - alive}/{len(results) - results.count(SAME)}"
            )
        yield f"{game:16}" + "".join(f"{c:>10}" for c in cells) + f"{rate(mine):>9.1f}%"


def rate(found: dict[Mutant, str]) -> float:
    """The share of mutants that a test noticed, of those that can be noticed."""
    counted = [result for result in found.values() if result != SAME]
    return 100 * (1 - counted.count(SURVIVED) / len(counted)) if counted else 100.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", action="append", choices=GAMES)
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument(
        "--file", help="only mutants of files whose path has this in it"
    )
    parser.add_argument("--sample", type=int, help="so many mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument(
        "--slowest",
        type=float,
        default=60.0,
        metavar="CPU_SECONDS",
        help="leave out tests that take longer: a quick look at what survives them",
    )
    parser.add_argument("--list", action="store_true", help="show them, run nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--timeout", type=int, default=30, metavar="CPU_SECONDS",
                        help="more than twice what the tests take without a mutant")  # fmt: skip
    parser.add_argument("--bar", type=float, default=0.0, metavar="PERCENT",
                        help="exit status 1 when fewer are killed in any game")  # fmt: skip
    asked = parser.parse_args()
    mutants = [m for game in asked.game or GAMES for m in mutants_of(game)]
    same = equivalents()
    stale = set(same) - {mutant.key for mutant in mutants} if not asked.game else set()
    for key in sorted(stale):
        sys.exit(f"{EQUIVALENT.name}: there is no such mutant: {key}")
    mutants = [m for m in mutants if not asked.kind or m.kind in asked.kind]
    mutants = [m for m in mutants if not asked.file or asked.file in m.file]
    if asked.sample is not None and asked.sample < len(mutants):
        drawn = {*random.Random(asked.seed).sample(range(len(mutants)), asked.sample)}
        mutants = [mutant for i, mutant in enumerate(mutants) if i in drawn]
    if asked.list:
        for mutant in mutants:
            print(shown(mutant) + (f"\n  {SAME}" * (mutant.key in same)))
        return
    os.chdir(ROOT)
    bench = Bench([mutant for mutant in mutants if mutant.key not in same], asked)
    folders = [f"tests/games/{GAMES[game]}" for game in asked.game or GAMES]
    options = ["-o", "addopts=", "--import-mode=importlib", "-m", "not slow"]
    options += ["--hypothesis-profile", "mutants"]
    for plugin in ("terminal", "cacheprovider", "xdist"):
        options += ["-p", f"no:{plugin}"]
    pytest.main([*options, *folders, *COMMON], plugins=[bench])
    found = bench.found | {m: SAME for m in mutants if m.key in same}
    print()
    for mutant, result in found.items():
        if result in (SURVIVED, TIMEOUT):
            print(f"{result}: {shown(mutant)}\n  key: {mutant.key}\n")
    print("\n".join(table(found)))
    games = {mutant.game for mutant in found}
    poor = [
        g
        for g in games
        if rate({m: r for m, r in found.items() if m.game == g}) < asked.bar
    ]
    if poor or len(found) < len(mutants):
        sys.exit(1)


if __name__ == "__main__":
    main()
