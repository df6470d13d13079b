"""The names that people want to be called at a table; none that could be taken for another's.

Two names look alike when their skeletons are equal: capitals, accents, spaces and signs do not
count, and a letter of another alphabet, or a digit, stands for the letter that it resembles.
This is the idea of Unicode's confusables (UTS 39), for the letters that reserved names have.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from unicodedata import category, name, normalize

from ludex.play.protocol.effects import Rejection

LONGEST = 24

INVISIBLE = Rejection("A name must have only visible characters.")
MIXED = Rejection("A name must use only one alphabet.")
RESERVED = Rejection("This name is too similar to that of a bot, another seat or the server.")
TAKEN = Rejection("Another person at this table has that name, or a similar one.")

BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that nobody sees, though Unicode calls them visible."""

OFFICES = [
    "ludex",
    "server",
    "servidor",
    "system",
    "sistema",
    "admin",
    "administrator",
    "administrador",
    "moderator",
    "moderador",
    "referee",
    "arbitro",
    "operator",
    "operador",
    "support",
    "suporte",
    "staff",
    "official",
    "oficial",
    "bot",
]
"""Nobody has one of these words in a name."""

ROLES = [
    "you",
    "me",
    "tu",
    "eu",
    "voce",
    "computer",
    "computador",
    "chance",
    "acaso",
    "dealer",
    "nobody",
    "ninguem",
    "person",
    "pessoa",
    "onlooker",
    "friend",
    "mod",
    "host",
]
"""Nobody has such a name alone."""

NUMBERED = ("player", "seat", "jogador", "jogadora", "lugar")
"""Nobody has such a name, with or without a number."""

TOGETHER = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}
"""Scripts that are written beside others."""

RESEMBLING = {
    **dict.fromkeys("аαɑ@4", "a"), **dict.fromkeys("вβ", "b"), **dict.fromkeys("сϲ", "c"),
    **dict.fromkeys("ԁ", "d"), **dict.fromkeys("еєε3", "e"), **dict.fromkeys("ɡ9", "g"),
    **dict.fromkeys("һн", "h"), **dict.fromkeys("iіιıӏ1|!", "l"), **dict.fromkeys("јϳ", "j"),
    **dict.fromkeys("кκ", "k"), **dict.fromkeys("м", "m"), **dict.fromkeys("пη", "n"),
    **dict.fromkeys("оοօ0", "o"), **dict.fromkeys("рρ", "p"), **dict.fromkeys("ԛ", "q"),
    **dict.fromkeys("гʀ", "r"), **dict.fromkeys("ѕ$5", "s"), **dict.fromkeys("тτ7", "t"),
    **dict.fromkeys("υս", "u"), **dict.fromkeys("νѵ", "v"), **dict.fromkeys("ԝω", "w"),
    **dict.fromkeys("хχ×✕✖", "x"), **dict.fromkeys("уγү¥", "y"), **dict.fromkeys("ᴢ", "z"),
    **dict.fromkeys("©¢", "c"), **dict.fromkeys("ð∂", "d"), **dict.fromkeys("€℮", "e"),
    **dict.fromkeys("£", "l"), **dict.fromkeys("þ", "p"), **dict.fromkeys("®", "r"),
    **dict.fromkeys("§", "s"), **dict.fromkeys("†‡", "t"), **dict.fromkeys("μ", "u"),
}  # fmt: skip
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
NUMBER = re.compile(r"(?:[\divxl][\W_]*)+", re.IGNORECASE)
"""A number at the end, in digits, in Roman numerals, or in both."""

LETTER = re.compile(r"(?:LATIN|REGIONAL).*LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")


def read_name(received: Mapping[str, object]) -> str:
    """Return the name that a message asks for, on one line; empty for none."""
    wanted = received.get("name")
    # The sign for a coloured picture is invisible by itself, and says nothing.
    seen = wanted[:200].replace("\ufe0f", "") if isinstance(wanted, str) else ""
    return " ".join(seen.split())[:LONGEST].strip()


def why_not_called(wanted: str, bots: Iterable[str], others: Iterable[str]) -> Rejection | None:
    """Return why somebody cannot have a name; `others` are the names at the same table."""
    if not wanted.isprintable() or BLANKS & {*wanted} or any(map(_is_selector, wanted)):
        return INVISIBLE
    letters = [letter for letter in normalize("NFKC", wanted) if letter.isalpha()]
    if len({name(letter, "?").split()[0] for letter in letters} - TOGETHER) > 1:
        return MIXED
    whole = skeleton(wanted)
    spelled = _spelled(wanted)
    words = {skeleton(word) for by in (r"[\W_]+", r"[\W\d_]+") for word in re.split(by, spelled)}
    if words & _skeletons(*OFFICES) or whole in _skeletons(*OFFICES, *ROLES):
        return RESERVED
    ends = (i for i in range(1, len(spelled)) if NUMBER.fullmatch(spelled, i))
    if {whole, *(skeleton(spelled[:i]) for i in ends)} & _skeletons(*NUMBERED, *bots):
        return RESERVED
    return TAKEN if whole in map(skeleton, others) else None


def skeleton(text: str) -> str:
    """Return what a name looks like at a glance."""
    plain = (c for c in normalize("NFKD", normalize("NFKD", text).casefold()))
    letters = (_letter(c) for c in plain if category(c) != "Mn")
    found = "".join(RESEMBLING.get(c, c) for c in letters)
    for pair, one in PAIRS:
        found = found.replace(pair, one)
    return "".join(filter(str.isalnum, found)) or text


def _spelled(text: str) -> str:
    """Return a name without accents, with letters in place of the signs that resemble them."""
    plain = (c for c in normalize("NFKD", text) if category(c) != "Mn")
    return "".join(c if c.isalnum() else RESEMBLING.get(c, c) for c in plain)


def _letter(c: str) -> str:
    """Return the plain letter of one that has a stroke, or stands in a box."""
    known = None if c in RESEMBLING else LETTER.search(name(c, ""))
    return known[1].lower() if known else c


def _is_selector(c: str) -> bool:
    """Does this choose another form of the sign before it, unseen?"""
    return name(c, "").startswith("VARIATION SELECTOR")


@cache
def _skeletons(*words: str) -> frozenset[str]:
    return frozenset(map(skeleton, words))
