"""Pages and files rendered by Jinja2, from templates that lie beside the code that fills them."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def _environment() -> "Environment":
    from jinja2 import (  # noqa: PLC0415  # slow, and few that can render something do
        Environment,
        PackageLoader,
        StrictUndefined,
        select_autoescape,
    )

    made = Environment(
        loader=PackageLoader("ludex", ""),
        autoescape=select_autoescape(["html.j2", "xml.j2"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"form": _form, "plural": _plural}
    return made


def _form(value: float, form: str = ",") -> str:
    """Write a number: 1,234, or in the form of Python's `format`."""
    return format(value, form)


def _plural(count: int, noun: str) -> str:
    """Write so many things: 1 script, 2 scripts."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def render(template: str, **values: object) -> str:
    """Render a template by its path in the package, such as `study/coverage/page.html.j2`.

    A page of HTML may extend `language/page.html.j2`, which has a head and a style for all.
    """
    return _environment().get_template(template).render(values)


def render_lines(template: str, **values: object) -> list[str]:
    """Render a template of lines."""
    return render(template, **values).removesuffix("\n").split("\n")
