"""How a wheel gets the browser's page: npm builds it, unless it is already there."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASK = "LUDEX_WHEEL_WITHOUT_PAGE"
REFUSED = (
    f"A wheel of Ludex has the browser's page in it, and building the page needs Node.js and npm, "
    f"which {{problem}}. Install them, or set {ASK}=yes for a wheel that plays in the terminal only."
)


class PageHook(BuildHookInterface[Any]):
    """Builds the page before a wheel is made of the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page where it is missing; an editable install takes it from `make web`."""
        root = Path(self.root)
        page = root / "src" / "ludex" / "server" / "client"
        if version == "editable" or os.environ.get(ASK) or (page / "index.html").is_file():
            return
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit(REFUSED.format(problem="are not here"))
        for words in (("ci",), ("run", "build")):
            done = subprocess.run([npm, *words], cwd=root / "web", check=False)  # noqa: S603
            if done.returncode:
                raise SystemExit(REFUSED.format(problem=f"failed: npm {' '.join(words)}"))
