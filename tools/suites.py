"""Make the suites that are kept with the games anew: `python tools/suites.py GAME…`.

It takes some minutes a game. Do so when a game's rules have changed. With `--more SEED` a suite is
kept, and scripts are added for the mistakes that it does not notice (where a game has none yet, it
begins with random games). With `--measure WALKS` it is compared with so many random walks.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from time import process_time

from ludex.kernel import AnyGame, AnyState, Dice
from ludex.language.script_check import Dialect
from ludex.registry import load
from ludex.study.mutants import MutantVerdict, mutants_of, try_mutants
from ludex.study.mutants.evaluation import BySuite, record_expected
from ludex.study.mutants.mutant import Mutant
from ludex.study.suites.detection import noticed_by_walks, noticing_scripts
from ludex.study.suites.kept import Script, beginning, kept_suite, make_suite, of_game, suite_text


def main() -> None:
    """Make the suite of each game that is named."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--more", type=int, metavar="SEED")
    parser.add_argument("--seconds", type=float, default=600.0, help="of the processor, for --more")
    parser.add_argument("--count", type=int, help="mistakes that are drawn, for --more")
    parser.add_argument("--measure", type=int, metavar="WALKS", help="change nothing")
    given = parser.parse_args()
    for name in given.games:
        game = load(name)
        start = game.start()
        place = of_game(game)
        if place is None:
            sys.exit(f"{name} is no game of Ludex")
        if given.measure is not None:
            _measure(game, start, given.measure, given.count)
            continue
        if given.more is None:
            _write(place, game, start, make_suite(game, start, _tell))
            continue
        made = kept_suite(game, start) if place.exists() else []
        end = process_time() + given.seconds
        dice = Dice(given.more)
        for script in noticing_scripts(
            game, start, made, dice, end=end, vain=200, count=given.count, tell=_tell
        ):
            made.append(script)
            _write(place, game, start, made)


def _measure(game: AnyGame, start: AnyState, walks: int, count: int | None) -> None:
    """Print how many mistakes the suite notices, and which of the others any walk notices."""
    scripts = [
        record_expected(game, start, str(i), one, Dialect.DOCUMENT)
        for i, one in enumerate(kept_suite(game, start))
    ]
    mutants = mutants_of(game, count=count, source_only=True, start=start)
    found: dict[MutantVerdict, list[Mutant]] = {verdict: [] for verdict in MutantVerdict}
    for one in try_mutants(mutants, BySuite(game, start, scripts)):
        found[one.verdict].append(one.mutant)
    alive = noticed_by_walks(game, start, found[MutantVerdict.SURVIVED], Dice(2_026), walks)
    counts = {verdict.value: len(those) for verdict, those in found.items()}
    print(f"{game.name}: {len(mutants)} mistakes, {counts}; {walks} walks notice {len(alive)} more")
    for mutant in alive:
        print(f"  {mutant.place}: {mutant.before} -> {mutant.after}")


def _tell(text: str) -> None:
    print(text, file=sys.stderr)


def _write(place: Path, game: AnyGame, start: AnyState, made: list[Script]) -> None:
    place.write_text(suite_text(beginning(game, start), made), encoding="utf-8")
    events = [len(one) for one in made]
    print(f"{place}: {len(made)} scripts, {sum(events)} events, {max(events)} at most")


if __name__ == "__main__":
    main()
