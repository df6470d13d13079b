"""How many: a whole number as people write large ones."""

import re
from collections.abc import Callable

import typer


def counted(what: str, most: int) -> Callable[[str | int], int]:
    """A parser of `1000`, `1,000` and `10^3`; a default comes as it is."""

    def parsed(given: str | int) -> int:
        text = str(given)
        found = re.fullmatch(
            r"(\d{1,3}(?:,\d{3})+|\d{1,15})|(\d{1,2})\^(\d{1,2})", text.strip()
        )
        if found is None:
            raise typer.BadParameter(f"expected a number of {what}, not {text[:40]!r}")
        plain, base, power = found.groups()
        count = int(plain.replace(",", "")) if plain else int(base) ** int(power)
        if not 1 <= count <= most:
            raise typer.BadParameter(
                f"expected from 1 to {most:,} {what}, not {text[:40]}"
            )
        return count

    return parsed
