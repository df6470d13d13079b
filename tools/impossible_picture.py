"""Draw docs/pictures/impossible-deals.svg from the certificates, and print the table of the text beside it."""

from math import sqrt
from pathlib import Path

from matplotlib import rcParams
from matplotlib.figure import Figure

from ludex.games.freecell.census.certificates import (
    BLOCKS,
    MILLION,
    SIZE,
    Certificate,
    read_certificate,
)

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "impossible-deals.svg"
GREEN, RUST = "#2f6f4f", "#b4532a"
RANGE = 10 * MILLION


def row(certificate: Certificate) -> str:
    """Return a block as a line of the table."""
    deals, proofs = certificate.deals, certificate.impossible
    longest = max(proofs, key=lambda deal: proofs[deal])
    cells = (
        f"{deals[0]:,} to {deals[-1]:,}",
        f"{len(proofs):,}",
        f"{min(proofs):,}",
        f"{longest:,} ({proofs[longest]:,})",
        ", ".join(f"{deal:,}" for deal in sorted(certificate.unknown)),
    )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Draw it, the same bytes every time."""
    rcParams["svg.hashsalt"] = "ludex"
    blocks = [read_certificate(block) for block in BLOCKS]
    for certificate in blocks:
        print(row(certificate))
    counts = [0] * (len(BLOCKS) * SIZE // RANGE)
    for certificate in blocks:
        for deal in certificate.impossible:
            counts[(deal - 1) // RANGE] += 1
    mean = sum(counts) / len(counts)
    figure = Figure(figsize=(8, 3.4))
    axes = figure.subplots()
    middles = [(i + 0.5) * RANGE / MILLION for i in range(len(counts))]
    per_million = RANGE // MILLION
    axes.plot(middles, [n / per_million for n in counts], "o", ms=4, color=RUST)
    axes.axhline(mean / per_million, color=GREEN)
    axes.axhspan(
        (mean - 2 * sqrt(mean)) / per_million,
        (mean + 2 * sqrt(mean)) / per_million,
        color=GREEN,
        alpha=0.12,
        lw=0,
    )
    axes.set_xlim(0, SIZE * len(BLOCKS) // MILLION)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("number of the deal, in millions")
    axes.set_ylabel("impossible deals in a million")
    axes.grid(visible=True, alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    main()
