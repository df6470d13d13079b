"""The matrix as a page of its own, in the colours of the last results."""

from collections.abc import Sequence

from ludex.kernel import AnyGame
from ludex.language.templates import render
from ludex.study.requirements.matrix import TracedRequirement
from ludex.study.requirements.outcomes import Silence
from ludex.study.requirements.report import HEAD, count_line, describe_link

Shown = tuple[AnyGame, Sequence[TracedRequirement], Silence | None]


def render_page(shown: Sequence[Shown]) -> str:
    """Render all matrices on one page."""
    return render(
        "study/requirements/page.html.j2",
        title="Requirements",
        shown=shown,
        head=HEAD,
        counted=count_line,
        described=describe_link,
    )
