"""What axe-core finds on a page, in both themes: here everything is taken seriously."""

from playwright.sync_api import Page

from playing import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (rules) => {
  const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const found = await axe.run(document, { resultTypes: ["violations"], ...only });
  return found.violations
    .map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
}"""
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""All that another theme can change: it is the same page in other colours."""


def serious(page: Page) -> list[str]:
    """What axe finds in the light theme, and in the colours of the dark one. The page's policy must
    be bypassed."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text())
    found: list[str] = []
    for theme, rules in (("light", []), ("dark", OF_COLOURS)):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.locator(f"html[data-theme={theme}]").wait_for(state="attached")
        found += [f"{theme}: {one}" for one in page.evaluate(RUN, rules)]
    return found
