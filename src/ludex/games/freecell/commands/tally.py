"""What a range of deals has shown."""

from collections import Counter
from time import process_time

from ludex.games.freecell.commands.answers import Answer


class Tally:
    """What many boards have shown."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self.players_moves = 0
        self.all_moves = 0
        self.impossible: list[int] = []
        self.begun = process_time()

    def count(self, answer: Answer) -> None:
        """One more."""
        self.verdicts[answer.name] += 1
        self.players_moves += answer.players_moves
        self.all_moves += answer.all_moves
        if answer.name == "impossible" and answer.deal is not None:
            self.impossible.append(answer.deal)

    @property
    def summary(self) -> str:
        total = self.verdicts.total()
        seconds = process_time() - self.begun
        told = [
            f"{self.verdicts[v]:,} {v}" for v in ("solved", "impossible", "unknown")
        ]
        solved = max(self.verdicts["solved"], 1)
        summed = (
            f"{total:,} deals: {', '.join(told)}; "
            f"mean {self.players_moves / solved:.1f} moves without those home "
            f"({self.all_moves / solved:.1f} with them); "
            f"{total / max(seconds, 1e-9):,.1f} deals per CPU second"
        )
        if self.impossible:
            summed += f"\nimpossible: {', '.join(map(str, self.impossible))}"
        return summed
