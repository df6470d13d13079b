"""Write the files in pins/: what each kind of installation needs, with hashes.

    make pins INDEX=https://…/simple

For each set of packages pip is asked what it would install under constraints.txt; then the
index, which any package mirror has, tells the hashes of all files of each version: those for
other processors and other versions of Python too. A set names only what the set before it
does not have. No address is written down: where files come from is pip's business, what they
are is ours.

One thing pip cannot check: what a package that has no wheel is built with (`chess`, for the
benchmarks alone). Our own build tools are in the first set, and used as they are installed.
"""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
PINS = ROOT / "pins"
SETS = {
    "build": ["hatchling", "editables"],
    "core": ["."],
    "web": [".[web,fast]"],
    "test": [".[cluster,docs,fast,mcp,pdf,plot,prove,rl,web,test]"],
    "all": [".[cluster,docs,fast,mcp,pdf,plot,prove,rl,web,test,bench]"],
}
"""Each has everything that those above it have."""

ABOUT = """\
# Made by `make pins`; do not edit. Installed with --require-hashes: a file whose contents are
# not the pinned ones is refused, wherever it comes from.
"""


def resolved(wanted: list[str]) -> dict[str, str]:
    """Name and version of everything that would be installed."""
    command = [
        sys.executable, "-m", "pip", "install", "--quiet", "--dry-run",
        "--ignore-installed", "--report", "-", "--constraint", "constraints.txt", *wanted,
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    found = (item["metadata"] for item in json.loads(done.stdout)["install"])
    versions = {canonical(one["name"]): one["version"] for one in found}
    versions.pop("ludex", None)
    return versions


def canonical(name: str) -> str:
    """A package's name as indexes write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def hashes(index: str, name: str, version: str) -> list[str]:
    """The SHA-256 of every file of a version."""
    with urlopen(f"{index.rstrip('/')}/{name}/", timeout=60) as answer:
        page = Page(answer.read().decode())
    found = {digest for file, digest in page.files.items() if version_of(file, name) == version}
    if not found:
        sys.exit(f"{index} knows no file of {name} {version}")
    return sorted(found)


class Page(HTMLParser):
    """A project's page of an index: files and their hashes, those withdrawn left out."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.files: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A link to a file has its hash at the end."""
        link = urlsplit(dict(attrs).get("href") or "")
        kind, _, digest = link.fragment.partition("=")
        if tag == "a" and kind == "sha256" and "data-yanked" not in dict(attrs):
            self.files[unquote(link.path).rpartition("/")[2]] = digest


def version_of(file: str, name: str) -> str | None:
    """The version in the name of a wheel or of a source archive."""
    if file.endswith(".whl"):
        return file.split("-")[1]
    source = re.fullmatch(r"(.+)-([^-]+)\.(?:tar\.gz|zip)", file)
    if source is None or canonical(source[1]) != name:
        return None
    return source[2]


def main() -> None:
    """Write them all."""
    if len(sys.argv) != 2:
        sys.exit("usage: python tools/pins.py INDEX")
    index = sys.argv[1]
    PINS.mkdir(exist_ok=True)
    written: dict[str, str] = {}
    before = None
    for name, wanted in SETS.items():
        lines = [ABOUT]
        if before is not None:
            lines.append(f"-r {before}.txt\n")
        for package, version in sorted(resolved(wanted).items()):
            if package in written:
                continue
            written[package] = version
            known = hashes(index, package, version)
            pins = " \\\n".join(f"    --hash=sha256:{one}" for one in known)
            lines.append(f"{package}=={version} \\\n{pins}\n")
        (PINS / f"{name}.txt").write_text("".join(lines))
        before = name


if __name__ == "__main__":
    main()
