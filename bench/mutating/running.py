"""Tests run against mutants, each in a process that is forked once all tests are collected."""

import base64
import builtins
import hashlib
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import zlib
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import monotonic
from types import CodeType
from typing import Any, TypeVar

import pytest
from mutating.changing import (
    RAN,
    ROOT,
    Mutant,
    Place,
    exchange,
    living,
    probed,
)

KEPT = ROOT / "build" / "mutants"
"""What was measured and what was found, for the next run; it may be deleted."""

APART = {
    "test_commands.py", "test_round.py", "test_fc_solve.py", "test_xml.py",
    "test_broken_states.py", "test_against_pokerkit.py", "test_processes.py",
}  # fmt: skip
"""Tests of programs, files and peers: they start processes, or take long and see no mutant."""

KILLED, SURVIVED, TIMEOUT, SAME = "killed", "survived", "timeout", "equivalent"

T = TypeVar("T")


class Tests:
    """The tests that were collected: what each costs, and which statements it runs."""

    def __init__(self, items: list[pytest.Item], sources: list[Path], slowest: float) -> None:
        self.items = {item.nodeid: item for item in items}
        self.slowest = slowest
        self.costs: dict[str, tuple[float, float]] = {}
        """CPU seconds and seconds on the clock."""
        self._ran: dict[str, int] = {}
        self._all = 0
        self._numbers: dict[Place, int] = {}
        self._sources = sources

    def number(self, place: Place) -> int:
        """The number of a statement."""
        return self._numbers.setdefault(place, len(self._numbers))

    def probes(self) -> list[CodeType]:
        """The rooms with probes in them; statements get their numbers."""
        return [probed(path, self.number) for path in self._sources]

    def by_file(self) -> dict[Path, list[pytest.Item]]:
        found: dict[Path, list[pytest.Item]] = {}
        for item in self.items.values():
            found.setdefault(item.path, []).append(item)
        return found

    def kept(self, path: Path) -> Path:
        name = "-".join(path.relative_to(ROOT / "tests").with_suffix("").parts)
        of = f"{digest(path)}-{digest(*self._sources)}-{self.slowest:g}"
        return KEPT / "ran" / f"{name}-{of}.json"

    def take(self, path: Path) -> None:
        """Remember what was measured in a file of tests."""
        for name, cost, clock, ran in json.loads(self.kept(path).read_text()):
            if name in self.items and cost <= self.slowest:
                self.costs[name] = cost, clock
                bits = zlib.decompress(base64.b85decode(ran))
                self._ran[name] = int.from_bytes(bits, "little")
                self._all |= self._ran[name]

    def run(self, place: Place) -> bool:
        """Does any test run a statement?"""
        return bool(self._all >> self.number(place) & 1)

    def running(self, place: Place) -> list[str]:
        """The tests that run a statement."""
        n = self.number(place)
        return [test for test, ran in self._ran.items() if ran >> n & 1]


class Bench:
    """A pytest plugin: once everything is collected it runs the mutants instead."""

    def __init__(
        self,
        sources: list[Path],
        choose: Callable[[Tests], list[Mutant]],
        asked: Namespace,
    ) -> None:
        self.sources = sources
        self.choose = choose
        self.asked = asked
        self.found: dict[str, str] = {}
        self.mutants: list[Mutant] = []
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
        items[:] = [i for i in items if i.path.name not in APART and not on_a_server(i)]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            say(f"{report.nodeid} cannot be collected: {report.longrepr}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.append(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        self.tests = Tests(session.items, self.sources, self.asked.slowest)
        self.functions, self.remember = living()
        self._measure()
        self.mutants = self.choose(self.tests)
        self.verdicts = Verdicts(self.tests)
        waiting = []
        for mutant in self.mutants:
            known = self.verdicts.of(mutant)
            if known is None or self.asked.again:
                waiting.append(mutant)
            else:
                self.found[mutant.key] = known
        side_by_side(waiting, self.asked.jobs, self._tried, self._note)
        return True

    def _measure(self) -> None:
        """Run every file of tests once, with probes in the rooms."""
        KEPT.joinpath("ran").mkdir(parents=True, exist_ok=True)
        probes = self.tests.probes()
        by_file = self.tests.by_file()
        waiting = [path for path in by_file if not self.tests.kept(path).exists()]
        ran = bytearray(8 * (1 + self.tests.number(("", 0, 0)) // 8))
        setattr(builtins, RAN, ran)
        had = [pair for code in probes for pair in exchange(code, self.functions)]

        def start(path: Path) -> Fork:
            return Fork(lambda end: self._one_by_one(by_file[path], end, ran))

        def done(path: Path, fork: Fork) -> None:
            good = [told for bad, *told in fork.reports if not bad]
            broken = [told[0] for bad, *told in fork.reports if bad]
            if len(fork.reports) < len(by_file[path]):
                broken.append(by_file[path][len(fork.reports)].nodeid)
            if broken:
                say(f"left out, slow or broken without a mutant: {', '.join(broken)}")
            self.tests.kept(path).write_text(json.dumps(good))
            progress(f"measured {path.name}")

        side_by_side(waiting, self.asked.jobs, start, done)
        for function, code in had:
            function.__code__ = code
        for path in by_file:
            self.tests.take(path)
        total = sum(cost for cost, _ in self.tests.costs.values())
        say(f"{len(self.tests.costs)} tests take {total:.0f} s of CPU without a mutant")

    def _tried(self, mutant: Mutant) -> "Fork":
        """The tests that run its statement, up to the first that fails."""
        order: list[pytest.Item] = []
        spent = 0.0
        for name in self.verdicts.order(mutant):
            spent += self.tests.costs[name][0]
            if spent > self.asked.budget and order:
                break
            order.append(self.tests.items[name])
        code = mutant.code()

        def work(end: int) -> None:
            exchange(code, self.functions)
            for function in self.remember:
                function.cache_clear()
            self._one_by_one(order, end)

        return Fork(work)

    def _note(self, mutant: Mutant, fork: "Fork") -> None:
        killer = next((name for bad, name, *_ in fork.reports if bad), "")
        result = KILLED if killer else TIMEOUT if fork.ended_badly else SURVIVED
        self.found[mutant.key] = result
        self.verdicts.note(mutant, result, killer)
        if result == SURVIVED:
            say(f"{result}: {mutant.shown}")
        progress(f"{len(self.mutants) - len(self.found)} to go")

    def _one_by_one(self, items: list[pytest.Item], end: int, ran: bytearray | None = None) -> None:
        """Run tests and report each; against a mutant, up to the first failure."""
        for item, after in zip(items, [*items[1:], None], strict=True):
            begun, clock = cpu(), monotonic()
            self._failed.clear()
            if ran is None:
                cost, seconds = self.tests.costs[item.nodeid]
                allow(3 + 5 * cost, 30 + 5 * seconds)
            else:
                ran[:] = bytes(len(ran))
                for slow in (signal.SIGPROF, signal.SIGALRM):
                    signal.signal(slow, too_slow)
                allow(self.asked.slowest, 300)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            report: list[Any] = [bool(self._failed), item.nodeid]
            if ran is not None:
                report += [cpu() - begun, monotonic() - clock, packed(ran)]
            os.write(end, f"{json.dumps(report)}\n".encode())
            if self._failed and ran is None:
                return


class Verdicts:
    """What was found of mutants; it holds until the function's file or the tests change."""

    def __init__(self, tests: Tests) -> None:
        self._tests = tests
        self._path = KEPT / "verdicts.json"
        self._kept: dict[str, tuple[str, str, str]] = {}
        if self._path.exists():
            self._kept = json.loads(self._path.read_text())
        self._near: dict[str, dict[str, None]] = {}
        for key, (_, killer, _) in self._kept.items():
            self._learn(key.split(" ")[:2], killer)

    def _learn(self, near: list[str], killer: str) -> None:
        for place in (" ".join(near), near[0]):
            self._near.setdefault(place, {})[killer] = None

    def of(self, mutant: Mutant) -> str | None:
        result, killer, stamp = self._kept.get(mutant.key, (None, "", ""))
        return result if stamp == self._stamp(mutant, killer) else None

    def note(self, mutant: Mutant, result: str, killer: str) -> None:
        self._kept[mutant.key] = result, killer, self._stamp(mutant, killer)
        self._learn(list(mutant.near), killer)
        self._path.write_text(json.dumps(self._kept, indent=0))

    def order(self, mutant: Mutant) -> list[str]:
        """The tests that run its statement: the last killer, those of neighbours and of its
        name, the quick."""
        function, file = mutant.near
        _, last, _ = self._kept.get(mutant.key, ("", "", ""))
        here, around = self._near.get(function, {}), self._near.get(file, {})

        def rank(name: str) -> tuple[Any, ...]:
            promise = (name != last) + (name not in here) + (name not in around)
            promise += mutant.path.stem not in name
            cost = self._tests.costs[name][0]
            return promise, round(cost, 1), name.partition("::")[0], cost

        return sorted(self._tests.running(mutant.place), key=rank)

    def _stamp(self, mutant: Mutant, killer: str) -> str:
        tests = [killer] if killer else self._tests.running(mutant.place)
        paths = sorted({ROOT / name.partition("::")[0] for name in tests})
        return digest(mutant.path, *paths)


# -- processes ------------------------------------------------------------------------------


class Fork:
    """A process of tests with a place for its files, and what it has reported."""

    def __init__(self, work: Callable[[int], None]) -> None:
        self.pipe, end = os.pipe()
        self._place = tempfile.mkdtemp(prefix="mutants-")
        self._text = b""
        self.ended_badly = False
        self.process = os.fork()
        if self.process:
            os.close(end)
            return
        status = 1
        try:
            os.setsid()
            os.close(self.pipe)
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(silence, stream)
            tempfile.tempdir = os.environ["PYTEST_DEBUG_TEMPROOT"] = self._place
            if "commands" in sys.modules:
                sys.modules["commands"].ENVIRONMENT["XDG_DATA_HOME"] = self._place
            work(end)
            status = 0
        finally:
            os._exit(status)

    def read(self) -> bool:
        """Take what there is; True when the process has ended."""
        more = os.read(self.pipe, 1 << 16)
        self._text += more
        if more:
            return False
        os.close(self.pipe)
        _, status = os.waitpid(self.process, 0)
        self.ended_badly = status != 0
        with suppress(ProcessLookupError):
            os.killpg(self.process, signal.SIGKILL)  # what the tests have left
        shutil.rmtree(self._place, ignore_errors=True)
        return True

    @property
    def reports(self) -> list[list[Any]]:
        whole = self._text[: self._text.rfind(b"\n") + 1]
        return [json.loads(line) for line in whole.splitlines()]


def side_by_side(
    waiting: list[T],
    jobs: int,
    start: Callable[[T], Fork],
    done: Callable[[T, Fork], None],
) -> None:
    """Start so many at a time, in order; each is told when it is done."""
    left: Iterator[T] = iter(waiting)
    running: dict[int, tuple[T, Fork]] = {}
    while True:
        while len(running) < jobs and (one := next(left, None)) is not None:
            fork = start(one)
            running[fork.pipe] = one, fork
        if not running:
            return
        for pipe in select.select(list(running), [], [])[0]:
            one, fork = running[pipe]
            if fork.read():
                del running[pipe]
                done(one, fork)


def allow(cpu_seconds: float, seconds: float) -> None:
    """A test that takes longer ends the process, unless a signal is heard."""
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def too_slow(*_: object) -> None:
    raise TimeoutError("left out")


def on_a_server(item: pytest.Item) -> bool:
    """Does a test want a database server? It takes seconds to start one for each mutant."""
    fixtures = getattr(item, "fixturenames", ())
    return "[postgresql" in item.nodeid or "postgresql" in fixtures


def packed(ran: bytearray) -> str:
    """Which statements ran, a bit for each."""
    bits = int(bytes(ran)[::-1].translate(DIGITS), 2).to_bytes(len(ran) // 8, "little")
    return base64.b85encode(zlib.compress(bits)).decode()


DIGITS = bytes.maketrans(b"\x00\x01", b"01")


@cache
def digest(*paths: Path) -> str:
    found = hashlib.sha256()
    for path in paths:
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


def cpu() -> float:
    return sum(os.times()[:4])


def say(text: str) -> None:
    progress("")
    print(text, flush=True)


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
