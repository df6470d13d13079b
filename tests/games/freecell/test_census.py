"""The certificates of a thousand million deals: they can be read, and a wrong one is found out."""

import json
from pathlib import Path

import pytest

from commands import once
from playing import ROOT

pytest.importorskip("numba")

from ludex.games.freecell.census.certificates import (
    BLOCKS,
    Certificate,
    file_name,
    read_certificate,
    write_certificate,
)
from ludex.games.freecell.census.proofs import (
    faults_of_lists,
    faults_of_proof,
    faults_of_sample,
)
from ludex.games.freecell.solver.exhaustive.search import ExhaustiveLimits

LIMITS = ExhaustiveLimits(20_000, 500_000_000, 60.0, 1)


@pytest.mark.parametrize("block", BLOCKS)
def test_a_certificate_is_written_as_it_was_read(block: int, tmp_path: Path) -> None:
    certificate = read_certificate(block)
    write_certificate(certificate, tmp_path)
    assert read_certificate(block, tmp_path) == certificate
    assert len(certificate.digests) == 100
    text = (tmp_path / file_name(block)).read_text()
    assert text == (ROOT / "src/ludex/games/freecell/census" / file_name(block)).read_text()


def test_late_solutions_win_on_the_rulebook() -> None:
    assert not [fault for block in (1, 10) for fault in faults_of_lists(read_certificate(block))]


def test_a_wrong_list_is_found_out() -> None:
    certificate = read_certificate(1)
    (deal, late), *_ = certificate.solved.items()
    certificate.solved[deal] = late._replace(digest=late.digest + 1)
    certificate.solved[617] = late
    certificate.impossible[deal] = 5
    certificate.unknown[200_000_000] = {}
    assert [*faults_of_lists(certificate)] == [
        "a deal is in two lists",
        "deal 200000000 is not of block 1",
        f"deal {deal}: the digest is not that of the moves",
        "deal 617: the moves do not win",
    ]


def test_an_impossible_deal_is_proved_with_the_same_number_of_positions() -> None:
    certificate = read_certificate(1)
    assert not [*faults_of_proof(certificate, 146692, LIMITS)]
    certificate.impossible |= {146692: 60_947, 617: 5}
    faults = [fault for d in (146692, 617) for fault in faults_of_proof(certificate, d, LIMITS)]
    assert faults == [
        "deal 146692: impossible after 60,946 positions, not impossible after 60,947",
        "deal 617: unknown, limit of 20000 positions reached",
    ]


def test_a_sample_has_the_verdicts_of_the_lists() -> None:
    certificate = read_certificate(1)
    assert not [*faults_of_sample(certificate, (617, 146692))]
    lists_swapped = Certificate(1, [], {617: 5}, {})
    assert len([*faults_of_sample(lists_swapped, (617, 146692))]) == 2


def test_the_command_says_whether_a_certificate_holds(tmp_path: Path) -> None:
    asked = "ludex verify-deals 1 --sample 3 --proofs 0 --json"
    assert json.loads(once(asked).out)["faults"] == []
    certificate = read_certificate(1)
    (deal, late), *_ = certificate.solved.items()
    certificate.solved[deal] = late._replace(digest=1)
    write_certificate(certificate, tmp_path)
    done = once(f"{asked} --folder {tmp_path}")
    assert done.status == 1
    assert json.loads(done.out)["faults"] == [f"deal {deal}: the digest is not that of the moves"]
    missing = once(f"ludex verify-deals 2 --folder {tmp_path}")
    assert "no certificate of block 2" in missing.err


def test_the_page_has_the_counts_of_the_certificates() -> None:
    page = (ROOT / "docs" / "impossible-deals.md").read_text()
    for certificate in map(read_certificate, BLOCKS):
        deals, found = certificate.deals, certificate.impossible
        first, longest = min(found), max(found, key=lambda deal: found[deal])
        unknown = ", ".join(f"{deal:,}" for deal in sorted(certificate.unknown))
        assert (
            f"| {deals[0]:,} to {deals[-1]:,} | {len(found):,} | {first:,} "
            f"| {longest:,} ({found[longest]:,}) | {unknown} |"
        ) in page
