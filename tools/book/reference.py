"""What the code says of itself: modules, classes, fields and functions, by their docstrings.

griffe reads the sources; nothing is imported for it.
"""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import griffe

from book.games import inline

ROOT: Final = Path(__file__).parents[2]

MODULES: Final = {
    "ludex.kernel": "The language of rulebooks",
    "ludex.parts.cards": "Cards",
    "ludex.parts.grid": "Boards",
    "ludex.games": "Finding games",
    "ludex.bots": "Bots",
    "ludex.players.match": "Matches",
    "ludex.players": "Programs that play",
    "ludex.players.league.run": "Leagues",
    "ludex.players.league.standings": "Leagues: the table",
    "ludex.play.protocol": "The table protocol",
    "ludex.play.saved": "Saved games",
    "ludex.parts.secret_dice": "Secret dice",
    "ludex.language.document": "Documents",
    "ludex.language.script": "Event scripts",
    "ludex.language.position": "Position lines",
    "ludex.language.transcript": "Transcripts",
    "ludex.language.rulebook.page": "The printed rules",
    "ludex.language.rulebook.guards": "Guard tables",
    "ludex.check.explore": "Exploring",
    "ludex.check.laws": "Laws",
    "ludex.check.why": "Why",
    "ludex.check.simulate": "Random play",
    "ludex.study.coverage": "Coverage",
    "ludex.study.suites": "Suites",
    "ludex.study.mutants": "Mutants",
    "ludex.study.traces": "Traces",
    "ludex.check.refinement": "Refinements",
    "ludex.study.requirements": "Requirements",
    "ludex.study.diagrams": "Diagrams",
    "ludex.study.grade": "Grading",
    "ludex.study.grade.exam": "Grading: what is right",
    "ludex.study.grade.evaluation": "Grading: judging a program",
    "ludex.study.grade.verdicts": "Grading: verdicts",
    "ludex.study.grade.submissions": "Grading: a class",
    "ludex.solve.small": "Solving small games",
    "ludex.compile.engine": "Engines",
    "ludex.compile.games": "Many games side by side",
    "ludex.compile.playouts": "Simulating on an engine",
    "ludex.envs": "Environments",
    "ludex.envs.vectors": "Environments: many games at once",
    "ludex.envs.pettingzoo_env": "Environments: PettingZoo",
    "ludex.envs.open_spiel": "Environments: OpenSpiel",
    "ludex.mcp": "The Model Context Protocol",
    "ludex.mcp.seat": "The Model Context Protocol: a table as one seat knows it",
    "ludex.mcp.hall": "The Model Context Protocol: all tables of a client",
    "ludex.sandbox": "Running other people's programs",
    "ludex.registry": "Companions of games",
    "ludex.study.documents.record": "Documents as written",
}
"""The doors: what programs of other people import."""


def write_reference(folder: Path) -> list[tuple[str, str]]:
    """A page for each module; title and file of each."""
    folder.mkdir(parents=True)
    logging.getLogger("griffe").setLevel(logging.CRITICAL)  # an import under its own name
    loader = griffe.GriffeLoader(search_paths=[ROOT / "src"])
    loader.load("ludex")
    loader.resolve_aliases(implicit=False, external=False)
    found = []
    for name, title in MODULES.items():
        module = loader.modules_collection[name]
        file = f"{name.removeprefix('ludex.')}.md"
        (folder / file).write_text("\n".join(_module(module, title)))
        found.append((title, file))
    contents = "\n".join(f"- [{title}]({file})" for title, file in found)
    (folder / "index.md").write_text(
        "# The API\n\nThese modules are for other programs; the text is taken from their docstrings. "
        f"[Game, field by field](../game.md) has an example for each field of `Game`.\n\n{contents}\n"
    )
    return found


def _module(module: griffe.Module | griffe.Alias, title: str) -> Iterator[str]:
    yield f"# {title}\n"
    yield f"`{module.path}`\n"
    yield _doc(module)
    for name in _names(module):
        member = module.members.get(name)
        if member is None or _is_foreign(member):
            continue
        target = member.final_target if isinstance(member, griffe.Alias) else member
        match target:
            case griffe.Class():
                yield from _class(name, target)
            case griffe.Function():
                yield from _function(name, target, 2)
            case griffe.Attribute() if target.docstring:
                yield from _attribute(name, target, 2)


def _is_foreign(member: griffe.Object | griffe.Alias) -> bool:
    """Another package, such as `gymnasium` among the names of the environments."""
    return isinstance(member, griffe.Alias) and not member.target_path.startswith("ludex.")


def _names(module: griffe.Module | griffe.Alias) -> list[str]:
    """What a module offers: what it lists, or what it defines without an underscore."""
    if module.exports is not None:
        return [str(name) for name in module.exports]
    return [
        name
        for name, member in module.members.items()
        if not name.startswith("_") and not member.is_alias and not member.is_module
    ]


def _class(name: str, found: griffe.Class) -> Iterator[str]:
    bases = ", ".join(map(str, found.bases))
    yield f"## {name}\n"
    yield f'<pre class="typed"><code>class {name}{f"({_escaped(bases)})" if bases else ""}</code></pre>\n'
    yield _doc(found)
    members = {n: m for n, m in found.members.items() if not n.startswith("_")}
    rows = [
        (n, str(m.annotation or ""), m.docstring.value if m.docstring else "")
        for n, m in members.items()
        if isinstance(m, griffe.Attribute) and (m.docstring or m.annotation)
    ]
    if rows:
        yield '<div class="wide"><table class="rows"><thead><tr><th>field</th><th>type</th><th></th></tr></thead><tbody>'
        for field, kind, words in rows:
            yield (
                f"<tr><td><code>{field}</code></td><td><code>{_escaped(kind)}</code></td>"
                f"<td>{inline(words)}</td></tr>"
            )
        yield "</tbody></table></div>\n"
    for n, m in members.items():
        if isinstance(m, griffe.Function) and m.docstring:
            yield from _function(n, m, 3)


def _function(name: str, found: griffe.Function, level: int) -> Iterator[str]:
    yield f"{'#' * level} {name}\n"
    if "property" in found.labels:
        call = f"{name}: {found.returns}"
    else:
        call = f"{name}({_parameters(found)})"
        if found.returns is not None:
            call += f" -> {found.returns}"
    yield f'<pre class="typed"><code>{_escaped(call)}</code></pre>\n'
    yield _doc(found)


def _parameters(found: griffe.Function) -> str:
    parts = []
    starred = False
    for one in found.parameters:
        if one.name in ("self", "cls"):
            continue
        if one.kind is griffe.ParameterKind.keyword_only and not starred:
            parts.append("*")
            starred = True
        word = one.name
        if one.kind is griffe.ParameterKind.var_positional:
            word, starred = f"*{word}", True
        if one.annotation is not None:
            word += f": {one.annotation}"
        if one.default is not None and not word.startswith("*"):
            word += f" = {one.default}" if one.annotation is not None else f"={one.default}"
        parts.append(word)
    return ", ".join(parts)


def _attribute(name: str, found: griffe.Attribute, level: int) -> Iterator[str]:
    yield f"{'#' * level} {name}\n"
    yield _doc(found)


def _doc(found: griffe.Object | griffe.Alias) -> str:
    """A docstring is Markdown already: indented examples are code, backticks are names."""
    return f"{found.docstring.value if found.docstring else ''}\n".replace("<", "&lt;")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
