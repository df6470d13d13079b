"""What axe-core finds on a page: here everything is taken seriously."""

import pytest
from playwright.sync_api import Page

from browsing import slow
from playing import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async ([within, rules]) => {
  const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const found = await axe.run(within, { resultTypes: ["violations"], ...only });
  return found.violations
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
}"""
THEMES = pytest.mark.parametrize("theme", ["light", slow("dark")])
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""All that another theme can change: it is the same page in other colours."""


def serious(page: Page, within: str = "html") -> list[str]:
    """What axe finds on a page, or in what lies on it; in the dark theme it looks at colours only."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text())
    is_dark = page.evaluate("document.documentElement.dataset.theme === 'dark'")
    rules = OF_COLOURS if is_dark else []
    found: list[str] = page.evaluate(RUN, [within, rules])
    return found
