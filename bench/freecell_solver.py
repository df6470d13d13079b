"""Our FreeCell solver beside fc-solve, on the same deals in the same run.

    python bench/freecell_solver.py [FIRST-LAST] [--replay N]

Times are CPU seconds of the process that solves, one core: the best of three, but one run where
fc-solve has a process a deal, and of plain Python. "Moves" count a run as one and every card that
goes home as one; "player's" leave out the moves home. Each of our solutions was replayed on the
engine while the clock ran; the commands are measured with their start, and a hint as the server
gives it; every Nth (all of them unless told otherwise) is replayed on the rulebook after it. The
last table proves the eight impossible deals below one million.
"""

import argparse
import gc
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rows import keep, missing

from ludex.bots import view_of
from ludex.games.freecell.formats.boards import plain_text
from ludex.games.freecell.formats.notation import NotatedMove, PlaceKind, read_solution, replayed
from ludex.games.freecell.game import game
from ludex.games.freecell.rules.dealing import dealt
from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.rules.state import set_up
from ludex.games.freecell.solver import POSITIONS, Impossible, Solved, solve
from ludex.games.freecell.solver.ranges import SolvedDeal, solve_deals
from ludex.games.freecell.solver.single import PLAIN, solve_board
from ludex.kernel import Dice
from ludex.players.advice import advisor_for

IMPOSSIBLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)
TIMES = 3
# The last number is how many deals are enough: two of the three are slow.
THEIRS = (
    ("fc-solve -l lg (quick)", ["-l", "lg"], 1000),
    ("fc-solve default", [], 50),
    ("fc-solve -l ve (short)", ["-l", "ve"], 50),
)


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    solved: int
    of: int
    seconds: float
    positions: float
    moves: float
    players_moves: float

    @property
    def rate(self) -> float:
        return self.of / self.seconds


def ours(deals: range) -> tuple[Row, list[SolvedDeal]]:
    list(solve_deals(deals[:2], POSITIONS))  # compiled before the clock starts
    best = None
    for _ in range(TIMES):
        began = time.process_time()
        answers = list(solve_deals(deals, POSITIONS))
        seconds = time.process_time() - began
        best = min(best or seconds, seconds)
    wins = [answer for answer in answers if answer.all_moves]
    assert best is not None
    row = Row(
        "ludex, compiled",
        len(wins),
        len(deals),
        best,
        mean(answer.positions for answer in answers),
        mean(answer.all_moves for answer in wins),
        mean(answer.players_moves for answer in wins),
    )
    return row, answers


def in_python(deals: range) -> Row:
    boards = [microsoft_board(deal) for deal in deals]
    began = time.process_time()
    verdicts = [solve_board(PLAIN, board, FREECELL, POSITIONS) for board in boards]
    seconds = time.process_time() - began
    wins = [verdict for verdict in verdicts if isinstance(verdict, Solved)]
    return Row(
        "ludex, plain Python",
        len(wins),
        len(deals),
        seconds,
        mean(v.positions for v in wins),
        mean(len(v.moves) for v in wins),
        mean(v.players_moves for v in wins),
    )


def replay(answers: list[SolvedDeal]) -> None:
    """Replay solutions on the rulebook, every guard asked."""
    for answer in answers:
        verdict = answer.verdict
        if isinstance(verdict, Solved):
            start = set_up(FREECELL, microsoft_board(answer.deal))
            assert replayed(start, verdict.moves).wins, answer.deal


def theirs(name: str, options: list[str], deals: range) -> Row:
    """One process a deal: its start counts for about a millisecond against it."""
    wins, positions, lengths, players = 0, [], [], []
    seconds = 0.0
    for deal in deals:
        before = children_seconds()
        text = subprocess.run(
            ["fc-solve", *options, "-m", "-sn", "-"],
            input=plain_text(microsoft_board(deal)),
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        seconds += children_seconds() - before
        if "This game is solveable" not in text:
            continue
        wins += 1
        moves = [move for move in read_solution(text) if isinstance(move, NotatedMove)]
        positions.append(int(text.partition("checked is ")[2].split(".")[0]))
        lengths.append(len(moves))
        players.append(sum(move.target.kind is not PlaceKind.HOME for move in moves))
    return Row(
        name,
        wins,
        len(deals),
        seconds,
        mean(positions),
        mean(lengths),
        mean(players),
    )


def children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def mean(numbers: Iterator[int] | list[int]) -> float:
    values = list(numbers)
    return sum(values) / len(values) if values else 0.0


def as_typed(deals: range, *options: str) -> float:
    """CPU seconds of our command, with its start."""
    before = children_seconds()
    named = f"{deals.start}-{deals.stop - 1}"
    command = [sys.executable, "-m", "ludex", "solve", "freecell", named, "--workers", "1"]
    subprocess.run([*command, "--json", *options], stdout=subprocess.DEVNULL, check=True)
    return children_seconds() - before


def hints(deals: range) -> list[float]:
    """CPU seconds of a hint in each deal, as a thinker of the server gives it when it is warm."""
    advisor, used = advisor_for(game), []
    advisor.hint(view_of(game, dealt(FREECELL, deals[0]), 1), Dice(0))
    gc.freeze()  # as a thinker does after its first answer
    for deal in deals:
        state = dealt(FREECELL, deal)
        view = view_of(game, state, 1)
        began = time.process_time()
        found = advisor.hint(view, Dice(deal))
        used.append(time.process_time() - began)
        assert found is not None
    return used


def print_commands(deals: range) -> None:
    """Our commands as they are typed, and fc-solve's range solver, which take turns."""
    print(
        "\nCommands with their start, CPU seconds, the best of three; fc-solve's range solver -l lg"
    )
    few = deals[: min(4000, len(deals))]
    for some in dict.fromkeys((deals[:1], few, deals)):
        ours: dict[str, list[float]] = {"verdicts": [], "moves, replayed": []}
        peer = []
        for _ in range(TIMES):
            ours["verdicts"].append(as_typed(some, "--notation", "none"))
            ours["moves, replayed"].append(as_typed(some))
            peer.append(len(some) / in_one_process(some))
        for what, seconds in ours.items():
            print(
                f"{len(some):>7,} deals  {what:16}{min(seconds):8.2f}  fc-solve {min(peer):8.2f}"
                f"  ratio {min(peer) / min(seconds):.2f}"
            )
    times = sorted(hints(range(deals[0], deals[0] + 200)))
    middle, most = 1000 * times[len(times) // 2], 1000 * times[-1]
    print(f"a hint when it is warm: median {middle:.0f} ms, the longest of 200 {most:.0f} ms")


def in_one_process(deals: range) -> float:
    """Deals a CPU second of fc-solve's own range solver, which starts only once."""
    with tempfile.TemporaryDirectory() as directory:
        before = children_seconds()
        subprocess.run(
            [
                "freecell-solver-range-parallel-solve",
                str(deals.start),
                str(deals.stop - 1),
                str(len(deals)),
                "-l",
                "lg",
            ],
            capture_output=True,
            check=True,
            cwd=Path(directory),
        )
        return len(deals) / (children_seconds() - before)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("deals", nargs="?", default="1-4000")
    parser.add_argument("--replay", type=int, default=1)
    asked = parser.parse_args()
    first, _, last = asked.deals.partition("-")
    deals = range(int(first), int(last or first) + 1)
    row, answers = ours(deals)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    rows = [row, in_python(deals[:30])]
    if shutil.which("fc-solve"):
        rows += [theirs(name, options, deals[:some]) for name, options, some in THEIRS]
    print(f"Deals {deals.start} to {deals.stop - 1}; ours used {memory:.0f} MB")
    head = ("solver", "solved", "deals/s", "states", "states/s", "moves", "player's")
    print("{:27}{:>13}{:>10}{:>9}{:>11}{:>8}{:>10}".format(*head))
    for row in rows:
        pace = row.positions * row.rate
        print(
            f"{row.name:27}{f'{row.solved}/{row.of}':>13}{row.rate:>10.1f}"
            f"{row.positions:>9.0f}{pace:>11,.0f}{row.moves:>8.1f}{row.players_moves:>10.1f}"
        )
    if shutil.which("freecell-solver-range-parallel-solve"):
        rate = max(in_one_process(deals) for _ in range(TIMES))
        name = "fc-solve -l lg, one process"
        print(f"{name:27}{'':>13}{rate:>10.1f}")
        print(f"ratio to fc-solve -l lg in one process: {rows[0].rate / rate:.2f}")
        keep(f"FreeCell deals {asked.deals} solved", "deals/s", rows[0].rate, name, rate)
        lg = next(row for row in rows if "-l lg" in row.name)
        keep("their solutions, a run being one move", "moves", rows[0].moves, lg.name, lg.moves,
             less_is_better=True)  # fmt: skip
    else:
        print("fc-solve is not installed")
        missing("fc-solve")
    if shutil.which("freecell-solver-range-parallel-solve"):
        print_commands(deals)
    other = [answer.deal for answer in answers if not answer.all_moves]
    print(f"not solved: {', '.join(map(str, other)) or 'none'}")
    replay(answers[:: asked.replay])
    print(f"replayed on the rulebook: {len(answers[:: asked.replay]):,} deals")
    print("\nImpossible deals proved")
    for deal in IMPOSSIBLE:
        board = microsoft_board(deal)
        began = time.process_time()
        verdict = solve(board)
        seconds = time.process_time() - began
        proved = "proved" if isinstance(verdict, Impossible) else str(verdict)
        print(f"{deal:>8}  {proved}  {verdict.positions:>7} positions  {seconds:.2f} s")


if __name__ == "__main__":
    main()
