"""Mutants: does a test notice when a rulebook, or the program, is changed a little?

    python bench/mutants.py [--game freecell] [--kind swap] [--bar 95]
    python bench/mutants.py --room every [--sample 300 --seed 1] [--bar 90]

Every guard of a rulebook (`yield condition or "reason"`, in `guards` or in a function that
gives `Guards`) is changed in four ways: its condition negated; dropped, so that it always
holds; a number in it one more or one less; its place swapped with the guard after it, which
changes only what is told when both fail. The mutants are those of `ludex mutate`, which asks a
suite of scripts or the laws; here it is our own tests that are measured.

In the rooms that rulebooks stand on, a sample is drawn of small changes of statements that tests
run: a condition negated, a comparison or a number shifted, `and` and `or` swapped, a call or a sum
dropped, another value returned. The sample hangs on the seed and the text of a function alone.

Tests run against each mutant until one fails. What no test notices has survived, and is shown. A
survivor that cannot be noticed, because it means the same, stands in `mutants.toml` with the reason.

The tests are collected once. Each file of them is run once with probes in the functions, which
tells what a test costs and which statements it runs. For each mutant a process is forked, in which
only the code of the changed function is exchanged; tests that run the statement are run, those that
found a neighbour first, then the quick, and as many as the budget allows. What was found is kept in
`build/mutants`, and holds until the file of the mutant or of its tests changes. Tests that start
Ludex as a process see no mutant; they, tests in a browser and on a database server are left out.

mutmut and cosmic-ray draw no sample of lines that tests run. cosmic-ray starts the tests anew for
each mutant; mutmut knows only which tests call a function, which are nearly all for the kernel,
and puts a wrapper around each function, which tests of signatures, pickles and sources notice.
"""

import argparse
import hashlib
import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from mutating.changing import (
    DROP,
    GAMES,
    NEGATE,
    RETURN,
    ROOMS,
    ROOT,
    SHIFT,
    SWAP,
    Mutant,
    files,
    mutants_of,
)
from mutating.running import KILLED, SAME, SURVIVED, TIMEOUT, Bench, Tests

EQUIVALENT = Path(__file__).with_suffix(".toml")
KINDS = (NEGATE, DROP, SHIFT, SWAP, RETURN)
EVERY = "every"
COMMON = ("tests/every_game",)
COMMANDS = (
    "check",
    "cover",
    "grade",
    "play",
    "requirements",
    "rulebooks",
    "run",
    "saves",
    "seats",
)
OF_ROOMS = (
    *(f"tests/{room}" for room in (*ROOMS, "language/rulebook")),
    "tests/table/test_drawings.py",
    *(f"tests/cli/test_{command}.py" for command in COMMANDS),
)


def equivalents() -> dict[str, str]:
    """Mutants that mean the same as what stands there, each with the reason."""
    entries = tomllib.loads(EQUIVALENT.read_text())["equivalent"]
    return {entry["mutant"]: entry["because"] for entry in entries}


def drawn(mutants: list[Mutant], asked: argparse.Namespace) -> list[Mutant]:
    """The sample: a mutant that is no more changes nothing for the others."""

    def lot(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{asked.seed} {mutant.key}".encode()).digest()

    if asked.sample is None:
        return mutants
    chosen = {*sorted(mutants, key=lot)[: asked.sample]}
    return [mutant for mutant in mutants if mutant in chosen]


def table(found: dict[Mutant, str]) -> Iterator[str]:
    """How many were killed, room by room."""
    heads = ("mutants", KILLED, SAME, SURVIVED, "rate")
    yield f"{'':16}" + "".join(f"{head:>11}" for head in heads)
    for room in [*dict.fromkeys(mutant.room for mutant in found), "all"]:
        mine = [r for m, r in found.items() if room in (m.room, "all")]
        same, alive = mine.count(SAME), mine.count(SURVIVED)
        cells = (len(mine), len(mine) - same - alive, same, alive)
        yield (f"{room:16}" + "".join(f"{n:>11}" for n in cells) + f"{rate(mine):>10.1f}%")


def rate(results: list[str]) -> float:
    """The share that a test noticed, of those that can be noticed."""
    counted = [result for result in results if result != SAME]
    return 100 * (1 - counted.count(SURVIVED) / len(counted)) if counted else 100.0


def asked_for() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--game", action="append", choices=GAMES, help="the guards of this game")
    add("--room", action="append", choices=(*ROOMS, EVERY), help="functions of this")
    add("--kind", action="append", choices=KINDS)
    add("--file", help="only mutants of files whose path has this in it")
    add("--tests", action="append", help="a file or folder of tests instead of all")
    add("--sample", type=int, help="so many mutants, drawn at random")
    add("--seed", type=int, default=1, help="of the sample")
    add("--budget", type=float, default=30.0, metavar="CPU_SECONDS",
        help="what the tests of one mutant may take, without it")  # fmt: skip
    add("--slowest", type=float, default=5.0, metavar="CPU_SECONDS",
        help="leave out tests that take longer: a quick look at what survives them")  # fmt: skip
    add("--again", action="store_true", help="forget what earlier runs have found")
    add("--list", action="store_true", help="show them, run nothing")
    add("--jobs", type=int, default=os.cpu_count() or 1)
    add("--bar", type=float, default=0.0, metavar="PERCENT",
        help="exit status 1 when fewer are killed of all, or in any game")  # fmt: skip
    return parser.parse_args()


def chosen_rooms(asked: argparse.Namespace) -> list[str]:
    """Games and rooms; the games where nothing else is asked for."""
    rooms = list(ROOMS) if EVERY in (asked.room or []) else asked.room or []
    return [*(asked.game or ([] if rooms else GAMES)), *rooms]


def folders(rooms: list[str]) -> list[str]:
    """The tests of these games and rooms."""
    games = [f"tests/games/{GAMES[room]}" for room in rooms if room in GAMES]
    return [*games, *COMMON, *(OF_ROOMS if set(rooms) & set(ROOMS) else ())]


def demand_no_stale(same: dict[str, str], mutants: list[Mutant]) -> None:
    """What is called equivalent is a mutant, where its file was read."""
    files = {mutant.near[1] for mutant in mutants}
    for key in set(same) - {mutant.key for mutant in mutants}:
        if key.partition(" ")[0] in files:
            sys.exit(f"{EQUIVALENT.name}: there is no such mutant: {key}")


def main() -> None:
    asked = asked_for()
    rooms, same = chosen_rooms(asked), equivalents()
    mutants = [m for room in rooms for m in mutants_of(room, asked.file or "")]
    demand_no_stale(same, mutants)
    mutants = [m for m in mutants if m.change.kind in (asked.kind or KINDS)]
    if asked.list:
        for mutant in drawn(mutants, asked):
            print(mutant.shown + f"\n  {SAME}" * (mutant.key in same))
        return
    chosen: list[Mutant] = []

    def choose(tests: Tests) -> list[Mutant]:
        run = [m for m in mutants if m.room in GAMES or tests.run(m.place)]
        chosen[:] = drawn(run, asked)
        return [mutant for mutant in chosen if mutant.key not in same]

    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))  # as `python -m pytest` does
    kinds = [kind for kind in (ROOMS, GAMES) if set(kind) & set(rooms)]
    sources = [path for kind in kinds for room in kind for path in files(room)]
    bench = Bench(sources, choose, asked)
    options = ["-o", "addopts=", "--import-mode=importlib", "-m", "not slow"]
    options += ["--hypothesis-profile", "mutants"]
    for plugin in ("terminal", "cacheprovider", "xdist"):
        options += ["-p", f"no:{plugin}"]
    pytest.main([*options, *(asked.tests or folders(rooms))], plugins=[bench])
    if not chosen or not bench.found.keys() >= {m.key for m in chosen if m.key not in same}:
        sys.exit("not all mutants were tried")
    found = {m: SAME if m.key in same else bench.found[m.key] for m in chosen}
    print()
    for mutant, result in found.items():
        if result in (SURVIVED, TIMEOUT):
            print(f"{result}: {mutant.shown}\n  key: {mutant.key}\n")
    print("\n".join(table(found)))
    results = [[r for m, r in found.items() if m.room == room] for room in GAMES]
    if any(rate(each) < asked.bar for each in [*results, [*found.values()]]):
        sys.exit(1)


if __name__ == "__main__":
    main()
