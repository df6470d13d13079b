"""The examples as a page: whole files, to be read beside what is said of them."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
EXAMPLES: Final = ROOT / "examples"
LINK: Final = re.compile(r"\]\(\.\./examples/([^)#]+)\)")


def write_examples(file: Path) -> None:
    """Every example, a heading for each file."""
    lines = [
        "# Examples\n",
        (
            "Every command accepts these files, for example `ludex play examples/pig.py`. The last "
            "example is [a game in a separate package](packages.md).\n"
        ),
    ]
    for path in _files():
        name = path.relative_to(EXAMPLES).as_posix()
        kind = {".py": "python", ".toml": "toml"}.get(path.suffix, "text")
        lines += [
            f"## {name} {{#{_anchor(name)}}}\n",
            f"```{kind}\n{path.read_text()}```\n",
        ]
    file.write_text("\n".join(lines))


def _files() -> list[Path]:
    plain = sorted(path for path in EXAMPLES.glob("*.*") if path.is_file())
    packaged = sorted((EXAMPLES / "packaged_game").rglob("*.*"))
    return [*plain, *(path for path in packaged if path.suffix in (".py", ".toml"))]


def _anchor(name: str) -> str:
    return name.removesuffix("/").replace("/", "-").replace(".", "-")


def linked(text: str) -> str:
    """A page of the repository whose links to examples lead to their page in the book."""

    def moved(found: re.Match[str]) -> str:
        name = found[1]
        first = "packaged_game/pyproject.toml" if name == "packaged_game" else name
        return f"](examples.md#{_anchor(first)})"

    return LINK.sub(moved, text)
