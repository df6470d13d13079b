"""`ludex verify-deals BLOCK`: is what a certificate says of a hundred million deals so?"""

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from typer import Exit

from ludex.cli.arguments import FixedSeed, Json, show
from ludex.cli.errors import BadInput
from ludex.cli.terminal.progress import ProgressLine

if TYPE_CHECKING:
    from ..census.certificates import Certificate

POSITIONS: Final = 1_000_000_000
SECONDS: Final = 86_400.0


def verify_deals(
    block: int,
    *,
    sample: int = 1000,
    proofs: int = 10,
    seed: FixedSeed = 0,
    memory: float = 4.0,
    gpu: str | None = None,
    folder: Path | None = None,
    as_json: Json = False,
) -> None:
    """Verify the published results for a hundred million FreeCell deals.

    A certificate contains a digest of the solutions of each million deals, the impossible deals
    with the positions of each proof, the solutions that were found late, and the deals that are
    still unknown. Late solutions are replayed on the rulebook. A random sample of deals is solved
    again, and a sample of impossible deals is proved impossible again; `--gpu` solves all deals.
    Exit status 1: a result is wrong.

    Options:
      block (1..10): 1 for deals 1 to 100,000,000, and so on to 10.
      sample (0..): The number of random deals to solve again.
      proofs (0..): The number of impossible deals to prove again.
      memory (0.5..): The memory for a proof, in GB.
      gpu (FIRST-LAST): On a GPU, compute the digests of these millions again, such as 1-100 for
          all.
      folder: A folder with another certificate than that of Ludex.
    """
    from ..solver import is_compiled

    if not is_compiled():
        raise BadInput('verify-deals needs Numba: pip install "ludex[fast]"')
    from ..census.certificates import read_certificate

    try:
        certificate = read_certificate(block, folder)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"no certificate of block {block} can be read: {error}") from None
    millions = _millions(gpu) if gpu is not None else range(0)
    faults = [*_sampled(certificate, sample, proofs, seed, memory)]
    faults += _computed(certificate, millions)
    deals = certificate.deals
    lists = {
        "impossible": len(certificate.impossible),
        "solved_late": len(certificate.solved),
        "unknown": len(certificate.unknown),
    }
    record = {
        "first": deals[0], "last": deals[-1], "solver": certificate.solver,
        "settings": certificate.settings, **lists, "sample": sample,
        "proofs": min(proofs, len(certificate.impossible)), "millions": len(millions),
        "faults": faults,
    }  # fmt: skip
    text = [
        f"Deals {deals[0]:,} to {deals[-1]:,}, solver {certificate.solver}, settings {certificate.settings}",
        f"{lists['impossible']:,} impossible, {lists['solved_late']} solved late, {lists['unknown']} unknown",
        f"done again: {sample:,} deals, {record['proofs']} proofs, {len(millions)} digests of a million",
        *faults,
        "The certificate is not correct." if faults else "The certificate is correct.",
    ]
    show(record, text, as_json=as_json)
    if faults:
        raise Exit(1)


def _millions(text: str) -> range:
    """Return the millions that are asked for, counted from 0."""
    first, _, last = text.partition("-")
    if first.isdecimal() and (last or first).isdecimal():
        millions = range(int(first) - 1, int(last or first))
        if millions and millions[0] >= 0 and millions[-1] < 100:
            return millions
    raise BadInput(f"--gpu: expected millions of the block, such as 1-100, not {text[:40]!r}")


def _sampled(
    certificate: "Certificate", sample: int, proofs: int, seed: int, memory: float
) -> Iterator[str]:
    """Check the lists, and deals drawn at random."""
    from ..census.proofs import faults_of_lists, faults_of_proof, faults_of_sample
    from ..solver.exhaustive.search import ExhaustiveLimits

    dice = random.Random(seed)  # noqa: S311  # a sample, not a secret
    line = ProgressLine("verify")
    line.stage("the lists")
    yield from faults_of_lists(certificate)
    for i in range(sample):
        line.bar(i, sample, "deals")
        yield from faults_of_sample(certificate, [dice.choice(certificate.deals)])
    limits = ExhaustiveLimits(POSITIONS, int(memory * 1_000_000_000), SECONDS, os.cpu_count() or 1)
    some = dice.sample(sorted(certificate.impossible), min(proofs, len(certificate.impossible)))
    for i, deal in enumerate(some):
        line.bar(i, len(some), "proofs")
        yield from faults_of_proof(certificate, deal, limits)
    line.clear()


def _computed(certificate: "Certificate", millions: range) -> Iterator[str]:
    """Compute digests again."""
    if not millions:
        return
    from ..census.certificates import settings

    if certificate.settings != settings():
        yield f"the digests were made with other settings than those of this version, {settings()}"
        return
    from ludex.compile.cuda import NoGPU

    from ..census.millions import GPUSearches, faults_of_million

    try:
        searches = GPUSearches()
    except NoGPU as problem:
        raise BadInput(str(problem)) from None
    line = ProgressLine("verify")
    for i, number in enumerate(millions):
        line.bar(i, len(millions), "millions")
        yield from faults_of_million(certificate, number, searches)
    line.clear()
