"""The sums over a range of deals."""

from collections import Counter
from time import process_time

from .answer import BoardAnswer


class DealTally:
    """The verdicts and moves of many boards."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self.moves = self.all_moves = 0
        self.impossible: list[int] = []
        self.begun = process_time()

    def count(self, answer: BoardAnswer) -> None:
        """Add an answer."""
        self.verdicts[answer.verdict] += 1
        self.moves += answer.moves or 0
        self.all_moves += answer.all_moves or 0
        if answer.verdict == "impossible" and answer.deal is not None:
            self.impossible.append(answer.deal)

    @property
    def summary(self) -> str:
        """All of it in a sentence."""
        total = self.verdicts.total()
        seconds = process_time() - self.begun
        verdicts = [f"{self.verdicts[v]:,} {v}" for v in ("solved", "impossible", "unknown")]
        solved = max(self.verdicts["solved"], 1)
        text = (
            f"{total:,} deals: {', '.join(verdicts)}; "
            f"mean {self.moves / solved:.1f} moves without those home "
            f"({self.all_moves / solved:.1f} with them); "
            f"{total / max(seconds, 1e-9):,.1f} deals per CPU second"
        )
        if self.impossible:
            text += f"\nimpossible: {', '.join(map(str, self.impossible))}"
        return text
