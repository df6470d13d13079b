"""Draw docs/pictures/chess-solitaire-solved.svg from the table in the text beside it."""

from pathlib import Path

from matplotlib import rcParams
from matplotlib.figure import Figure

DOCS = Path(__file__).parent.parent / "docs"
GREEN, RUST = "#2f6f4f", "#b4532a"


def rows() -> list[list[int | None]]:
    """The figures, as they stand in the text."""
    text = (DOCS / "chess-solitaire-solved.md").read_text()
    lines = [line for line in text.splitlines() if line.startswith("| ") and "," in line]
    return [
        [int(cell.replace(",", "")) if cell.strip() else None for cell in line.split("|")[1:-1]]
        for line in lines
    ]


def main() -> None:
    """Draw it, the same bytes every time."""
    rcParams["svg.hashsalt"] = "ludex"
    figure = Figure(figsize=(8, 4.2))
    axes = figure.subplots()
    found = rows()
    pieces = [row[0] for row in found]
    lost = [row[5] / row[1] for row in found if row[1] and row[5]]
    unique = [(row[0], row[3] / row[1]) for row in found if row[1] and row[3]]
    axes.semilogy(pieces, lost, "o-", color=RUST, label="cannot be won")
    axes.semilogy(*zip(*unique, strict=True), "s-", color=GREEN, label="won in one way only")
    axes.set_xlabel("pieces on the board")
    axes.set_ylabel("share of all boards")
    axes.set_xticks(pieces)
    axes.grid(visible=True, which="major", alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(DOCS / "pictures" / "chess-solitaire-solved.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
