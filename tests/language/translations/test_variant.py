"""Portuguese is that of Portugal, in today's spelling, with one word for each thing."""

import re
import tomllib

from playing import ROOT

ELSEWHERE = (
    *("celular", "compartilhar", "deletar", "equipe", "link", "mouse", "planejar"),
    *("registro", "salvar", "tela", "usuário", "você", "vocês", "ops"),
    *("acção", "acções", "direcção", "óptimo", "lêem", "vêem", "pára"),
    *("lance", "lances"),  # a move is a `jogada`
)
"""Said in Brazil, spelt as before 1990, or a second word for what has one."""

FOUND = re.compile(rf"\b({'|'.join(ELSEWHERE)})\b", re.IGNORECASE)
GERUND = re.compile(r"\b(está|estão) \w+(ando|endo|indo)\b")


def texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        # Of a pair of both languages only the Portuguese; else the words behind each key.
        inner = [value["pt"]] if "pt" in value else list(value.values())
        return [text for one in inner for text in texts(one)]
    if isinstance(value, list):
        return [text for one in value for text in texts(one)]
    return []


def test_portuguese_is_that_of_portugal() -> None:
    source = ROOT / "src" / "ludex"
    files = [
        *(source / "language" / "translations" / "pt").glob("*.toml"),
        *(source / "games").rglob("translations/*.toml"),
    ]
    lines = {str(path.relative_to(ROOT)): texts(tomllib.loads(path.read_text())) for path in files}
    assert len(lines["src/ludex/language/translations/pt/web.toml"]) > 400
    assert len(lines["src/ludex/language/translations/pt/general.toml"]) > 100
    assert len(lines["src/ludex/games/freecell/table/translations/pt.toml"]) > 20
    wrong = [
        f"{name}: {line}"
        for name, some in lines.items()
        for line in some
        if FOUND.search(line) or GERUND.search(line)
    ]
    assert wrong == []


def test_words_of_elsewhere_are_found() -> None:
    assert FOUND.search("Envie este link")
    assert GERUND.search("O jogador está pensando")
