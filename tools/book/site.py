"""From pages to a site: zensical makes it, and then nothing of it comes from elsewhere.

The pages obey the server's content policy: what they run is in files of their own, so scripts
within a page are moved into files, which run in the same place and order. What the theme would
fetch (a shim for search in pages opened as files) is replaced by a file of ours, `before.js`.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

ASSETS: Final = Path(__file__).parent / "assets"
SHIM: Final = "https://unpkg.com/iframe-worker/shim"
INLINE: Final = re.compile(r"<script>(.+?)</script>", re.DOTALL)
ALIGNED: Final = re.compile(r' style="text-align: (left|right|center);?"')
LOADED: Final = re.compile(r'<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="(https?:[^"]+)"')

Nav = list[dict[str, Any]]


class BookTrouble(Exception):
    """The book could not be built; the text says why."""


def configured(name: str, nav: Nav) -> str:
    """The configuration of zensical, as TOML."""
    return f"""\
[project]
site_name = "{name}"
site_description = "Tabletop games as executable rulebooks"
docs_dir = "docs"
site_dir = "site"
use_directory_urls = false
extra_css = ["assets/book.css"]
extra_javascript = ["assets/book.js"]
nav = {_toml(nav)}

[project.theme]
variant = "modern"
language = "en"
font = false
icon.logo = "lucide/book-open"
features = [
  "navigation.indexes", "navigation.sections", "navigation.footer", "navigation.top",
  "content.code.copy", "search.highlight", "toc.follow",
]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
primary = "teal"
accent = "teal"
toggle.icon = "lucide/sun"
toggle.name = "Dark"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
primary = "teal"
accent = "teal"
toggle.icon = "lucide/moon"
toggle.name = "Light"

[project.plugins.search]
[project.plugins.offline]
"""


def _toml(value: object) -> str:
    match value:
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return f"{{{', '.join(f'{_toml(k)} = {_toml(v)}' for k, v in value.items())}}}"
        case _:
            return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def build(folder: Path) -> Path:
    """The site of a folder that has a configuration and pages; links that lead nowhere fail."""
    (folder / "docs" / "assets").mkdir(exist_ok=True)
    for file in ASSETS.iterdir():
        shutil.copy(file, folder / "docs" / "assets" / file.name)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BookTrouble(f"zensical could not build the book:\n{done.stdout}{done.stderr}")
    site = folder / "site"
    for page in sorted(site.rglob("*.html")):
        page.write_text(_local(page.read_text(), page, site))
    elsewhere = sorted({one for page in site.rglob("*.html") for one in _loaded(page)})
    if elsewhere:
        raise BookTrouble(f"the book would load {', '.join(elsewhere)}")
    return site


def _local(text: str, page: Path, site: Path) -> str:
    """The page with its scripts in files, and its tables aligned without styles."""
    up = "../" * (len(page.relative_to(site).parts) - 1)

    def moved(found: re.Match[str]) -> str:
        script = found[1]
        name = f"assets/inline/{sha256(script.encode()).hexdigest()[:12]}.js"
        file = site / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script)
        return f'<script src="{up}{name}"></script>'

    text = text.replace(SHIM, f"{up}assets/before.js")
    text = ALIGNED.sub(r' class="\1"', text)
    return INLINE.sub(moved, text)


def _loaded(page: Path) -> Iterable[str]:
    """What a page would fetch from elsewhere; links to follow are no such thing."""
    return LOADED.findall(
        re.sub(r"<link rel=\"(?:canonical|next|prev)\"[^>]*>", "", page.read_text())
    )
