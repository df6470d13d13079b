"""Every table in turn, and their ratios in one file: what `make bench` runs.

    python bench/everything.py [--quick] [--out bench/results.md]
    python bench/everything.py --gpu [--out bench/results-gpu.md]

`--quick` takes less than two minutes and writes to no file unless told to: its figures are rougher.
Each table is a program of its own and prints as it goes. What it keeps (`rows.py`) becomes one table with
the machine, the date and the versions of everything that was measured.
"""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rows import KEPT_IN, Row, kept

HERE = Path(__file__).parent
TABLES = (
    # program, with what in full, with what quickly
    ("engines.py", "", "--seconds 0.6"),
    ("playouts.py", "", "--seconds 0.4"),
    ("environments.py", "", "--vectors --turns --steps 20"),
    ("explore.py", "", "--repeat 1"),
    ("freecell_solver.py", "1-32000 --replay 100", "1-400 --replay 10"),
    ("poker_evaluator.py", "", "--hands 20000"),
    ("holdem_hands.py", "", "--seconds 0.5"),
    ("leduc.py", "", "--target 0.02"),
)
ON_A_GPU = (
    ("engines_gpu.py", "", "--moves 100000000 --same 65536"),
    ("environments_gpu.py", "", "--steps 50"),
    ("freecell_gpu.py", "", "1-1000000"),
)
PACKAGES = (
    "numpy", "numba", "numba-cuda", "open_spiel", "gymnasium", "pettingzoo", "rlcard",
    "chess", "phevaluator", "eval7", "treys", "pokerkit",
)  # fmt: skip
PROGRAMS = (("fc-solve", "--version"), ("spin", "-V"))


def main() -> None:
    """Run them, and write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="in under two minutes")
    parser.add_argument("--gpu", action="store_true", help="the tables for a GPU")
    parser.add_argument("--out", type=Path, help="where the results are written")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "rows")
        path.touch()
        failed = [
            program
            for program, full, quick in (ON_A_GPU if asked.gpu else TABLES)
            if not ran(program, quick if asked.quick else full, path)
        ]
        rows, absent = kept(path.read_text())
    out = asked.out or HERE / ("results-gpu.md" if asked.gpu else "results.md")
    text = page(rows, absent, on_a_gpu=asked.gpu)
    print(f"\n{text}")
    if failed:
        sys.exit(f"nothing is written, as some tables failed: {', '.join(failed)}")
    if rows and (asked.out or not asked.quick):
        out.write_text(text)


def ran(program: str, options: str, path: Path) -> bool:
    print(f"\n== python bench/{program} {options}".rstrip(), flush=True)
    return not subprocess.run(
        [sys.executable, HERE / program, *options.split()],
        env=os.environ | {KEPT_IN: str(path)},
        check=False,
    ).returncode


def page(rows: list[Row], absent: list[str], *, on_a_gpu: bool) -> str:
    """The file: what was measured where, and each row with its ratio."""
    how = (
        "By the clock"
        if on_a_gpu
        else "Peers measured in the same run; CPU time of one core, the best of three"
    )
    lines = [
        "# Results" + (" on a GPU" if on_a_gpu else ""),
        "",
        f"Written by `make bench{' GPU=1' if on_a_gpu else ''}`. {how}.",
        "",
        f"- date: {datetime.now(UTC):%Y-%m-%d}",
        f"- machine: {machine()}" + (f", {gpu()}" if on_a_gpu else ""),
        f"- versions: {', '.join(versions())}",
    ]
    if absent:
        lines.append(f"- not installed here: {', '.join(absent)}")
    lines += [
        "",
        "| what | | Ludex | peer | its figure | ratio |",
        "| --- | --- | ---: | --- | ---: | ---: |",
    ]
    lines += [
        f"| {row.what} | {row.unit} | {number(row.ours)} | {row.peer} | {number(row.theirs)} "
        f"| {times(row.ratio)} |"
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def number(value: float | None) -> str:
    """Three figures, as far as they say anything."""
    if value is None:
        return ""
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.3g}"


def times(ratio: float | None) -> str:
    if ratio is None:
        return ""
    return f"{ratio:,.0f}" if ratio >= 20 else f"{ratio:.2g}" if ratio < 1 else f"{ratio:.1f}"


def machine() -> str:
    names = (
        [
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ]
        if Path("/proc/cpuinfo").exists()
        else []
    )
    name = names[0] if names else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, {platform.system()}"


def gpu() -> str:
    from ludex.compile.cuda import name

    return name()


def versions() -> list[str]:
    found = [f"Python {platform.python_version()}"]
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    for program, option in PROGRAMS:
        try:
            done = subprocess.run([program, option], capture_output=True, text=True, check=False)
        except FileNotFoundError:
            continue
        if told := (done.stdout or done.stderr).strip().splitlines():
            found.append(told[0].removesuffix("."))
    return found


if __name__ == "__main__":
    main()
