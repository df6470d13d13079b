"""The statements of a certificate on single deals, proved again on the CPU."""

from collections.abc import Iterable, Iterator
from typing import Final

from ..formats.notation import replayed
from ..rules.dealing import dealt
from ..rules.deals import microsoft_board
from ..rules.options import FREECELL
from ..solver.compiled import COMPILED, make_ready
from ..solver.exhaustive.search import ExhaustiveLimits, ExhaustiveSearch
from ..solver.hints import verdict
from ..solver.portfolio import PORTFOLIO
from ..solver.results import Impossible, Solved, Unknown, Verdict
from ..solver.search.layout import LOOKED_INTO
from ..solver.single import BoardSearch
from .certificates import Certificate, LateSolution, digest_of_moves

UNLIMITED: Final = 1 << 40
BUDGET: Final = 10_000_000
"""The positions that the CPU looks into for a deal that the GPU has left."""


def quick_positions(deal: int) -> int:
    """Return how many positions the quick searches look into that leave a deal undecided."""
    make_ready()
    task = BoardSearch(COMPILED, microsoft_board(deal), FREECELL, UNLIMITED)
    return sum(int(task.search_quickly(q, q.quota)[LOOKED_INTO]) for q in PORTFOLIO)


def prove(deal: int, limits: ExhaustiveLimits) -> Verdict:
    """Decide a deal with bounded memory; the positions of a proof are those of `ludex solve`."""
    found = ExhaustiveSearch(microsoft_board(deal)).decide(limits)
    if isinstance(found, Impossible):
        return Impossible(quick_positions(deal) + found.positions)
    return found


def faults_of_lists(certificate: Certificate) -> Iterator[str]:
    """Yield what is wrong in the lists; every late solution is replayed on the rulebook."""
    every = len(certificate.impossible) + len(certificate.unknown) + len(certificate.solved)
    if every != len(certificate.named):
        yield "a deal is in two lists"
    yield from (
        f"deal {deal} is not of block {certificate.block}"
        for deal in certificate.named
        if deal not in certificate.deals
    )
    for deal, late in certificate.solved.items():
        yield from _faults_of_solution(deal, late)


def _faults_of_solution(deal: int, late: LateSolution) -> Iterator[str]:
    moves = late.read()
    if not replayed(dealt(FREECELL, deal), moves).wins:
        yield f"deal {deal}: the moves do not win"
    elif digest_of_moves(moves) != late.digest:
        yield f"deal {deal}: the digest is not that of the moves"


def faults_of_proof(certificate: Certificate, deal: int, limits: ExhaustiveLimits) -> Iterator[str]:
    """Prove an impossible deal again; yield what differs."""
    found = prove(deal, limits)
    match found:
        case Impossible(positions) if positions == certificate.impossible[deal]:
            return
        case Unknown():
            yield f"deal {deal}: unknown, limit of {found.limit} reached"
        case _:
            claimed = certificate.impossible[deal]
            verb = type(found).__name__.lower()
            yield f"deal {deal}: {verb} after {found.positions:,} positions, not impossible after {claimed:,}"


def faults_of_sample(certificate: Certificate, deals: Iterable[int]) -> Iterator[str]:
    """Solve deals again; yield those whose verdict is not that of the certificate."""
    for deal in deals:
        found = verdict(dealt(FREECELL, deal), BUDGET)
        match found:
            case Solved():
                is_said = deal not in certificate.impossible
            case Impossible(positions):
                is_said = certificate.impossible.get(deal) == positions
            case Unknown():
                is_said = deal in certificate.named
        if not is_said:
            verb = type(found).__name__.lower()
            yield f"deal {deal}: {verb} after {found.positions:,} positions, which the certificate does not say"
