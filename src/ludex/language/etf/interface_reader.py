"""Reading an interface of the Eiffel Testing Framework: types, then events, with comments.

    interface = "system" name { type | event }
    type      = "type" NAME "=" ( "{" name { "," name } "}" | [-]number ".." [-]number | kind )
    kind      = NAME | "ARRAY" "[" kind "]"
    event     = name [ "(" name ":" kind { ";" name ":" kind } ")" ]

A comment, from `--` to the end of its line, belongs to what stands before it: to a member of
an enumeration, a type, an event.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ludex.language.etf.declarations import (
    BUILT_IN,
    Argument,
    Declaration,
    DeclaredType,
    Interface,
    NoInterface,
    TypeUse,
    is_name,
    shown,
)

TOKEN = re.compile(
    r"(?P<white>\s+)|(?P<comment>--[^\n]*)|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<number>-?[0-9]+)|(?P<mark>\.\.|.)",
    re.DOTALL,
)
LIMIT = 1 << 63
"""The largest number of a range."""

HAS_NO_DOMAIN = {
    "TUPLE": "give its parts as separate arguments",
    "CHARACTER": "a STRING can hold it",
    "CHAR": "a STRING can hold it",
}


class InterfaceToken(NamedTuple):
    """A word or mark, and its line."""

    kind: str
    text: str
    line: int


def read_interface(text: str) -> Interface:
    """The interface that a text declares, or `NoInterface`."""
    return _InterfaceReader(text).interface()


class _InterfaceReader:
    def __init__(self, text: str) -> None:
        self.tokens = _scanned(text)
        self.next = InterfaceToken("", "", 1)
        self.comments: list[str] = []
        self.types: dict[str, DeclaredType] = {}
        self.events: dict[str, Declaration] = {}
        self.used: list[tuple[TypeUse, int]] = []
        self._advance()

    # -- tokens -----------------------------------------------------------------------------

    def _advance(self) -> InterfaceToken:
        """Take the next token; the comments that follow it without a gap are kept."""
        taken, self.comments = self.next, []
        line = taken.line
        for token in self.tokens:
            if token.kind == "comment":
                comment = " ".join(token.text.removeprefix("--").split())
                if token.line <= line + 1:
                    line = token.line
                    self.comments.append("".join(filter(str.isprintable, comment)))
            else:
                self.next = token
                return taken
        self.next = InterfaceToken("end", "", taken.line)
        return taken

    def _comment_text(self) -> str:
        return " ".join(filter(None, self.comments))

    def _expect(self, text: str, where: str) -> InterfaceToken:
        if self.next.text != text:
            raise self._wrong(f"expected {text!r} {where}")
        return self._advance()

    def _wrong(self, problem: str) -> NoInterface:
        found = shown(self.next.text) if self.next.kind != "end" else "the end"
        return NoInterface(f"line {self.next.line}: {problem}, found {found}")

    def _wrong_at(self, token: InterfaceToken, problem: str) -> NoInterface:
        return NoInterface(f"line {token.line}: {problem}")

    def _name(self, subject: str) -> InterfaceToken:
        if self.next.kind != "name" or not is_name(self.next.text):
            raise self._wrong(f"expected the name of {subject}")
        return self._advance()

    # -- the grammar --------------------------------------------------------------------------

    def interface(self) -> Interface:
        if self.next.text != "system":
            raise self._wrong("an interface begins with the word system and a name")
        self._advance()
        system = self._name("the system").text
        words = self._comment_text()
        while self.next.kind != "end":
            if self.next.text == "type":
                self._type()
            else:
                self._event()
        for kind, line in self.used:
            if kind.name not in self.types and kind.name not in BUILT_IN:
                raise NoInterface(f"line {line}: the type {kind.name} is not declared")
        _demand_ends(self.types)
        if not self.events:
            raise NoInterface("the interface declares no event")
        return Interface(system, self.types, (*self.events.values(),), words)

    def _type(self) -> None:
        self._advance()
        named = self._name("a type")
        name = named.text
        if name in self.types or name in BUILT_IN:
            raise self._wrong_at(named, f"two types are called {name}")
        self._expect("=", f"after type {name}")
        if self.next.text == "{":
            self.types[name] = DeclaredType(name, members=self._members(name))
        elif self.next.kind == "number":
            span = self._span(name)
            self.types[name] = DeclaredType(name, span=span, words=self._comment_text())
        else:
            kind = self._kind(f"type {name}")
            self.types[name] = DeclaredType(name, same_as=kind, words=self._comment_text())

    def _members(self, name: str) -> tuple[tuple[str, str], ...]:
        self._advance()
        found: dict[str, str] = {}
        while True:
            member = self._name(f"a value of {name}")
            if member.text in found:
                raise self._wrong_at(member, f"{member.text} is twice among the values of {name}")
            comment = self._comment_text()
            if self.next.text == ",":
                self._advance()
                found[member.text] = comment or self._comment_text()
                continue
            self._expect("}", f"after the values of {name}")
            found[member.text] = comment
            return tuple(found.items())

    def _span(self, name: str) -> tuple[int, int]:
        low = self._number(name)
        self._expect("..", f"in the range of {name}")
        high = self._number(name)
        if low > high:
            raise NoInterface(f"the range of {name} is empty: {low} .. {high}")
        return low, high

    def _number(self, name: str) -> int:
        text = self.next.text
        if self.next.kind != "number" or len(text) > 20 or abs(int(text)) >= LIMIT:
            raise self._wrong(f"expected a number in the range of {name}")
        return int(self._advance().text)

    def _kind(self, where: str) -> TypeUse:
        token = self.next
        if token.kind != "name" or token.text in ("system", "type"):
            raise self._wrong(f"expected a type in {where}")
        if token.text in HAS_NO_DOMAIN:
            problem = f"{where} uses {token.text}, for which a rulebook has no domain"
            raise self._wrong_at(token, f"{problem}: {HAS_NO_DOMAIN[token.text]}")
        self._advance()
        if token.text == "ARRAY":
            self._expect("[", f"after ARRAY in {where}")
            inner = self._kind(where)
            if inner.of is not None:
                raise self._wrong_at(token, f"{where}: nested rows cannot be arguments")
            self._expect("]", f"after ARRAY[{inner} in {where}")
            return TypeUse("ARRAY", inner)
        kind = TypeUse(BUILT_IN.get(token.text, token.text))
        self.used.append((kind, token.line))
        return kind

    def _event(self) -> None:
        named = self._name("an event, or the word type")
        name = named.text
        if name in self.events:
            raise self._wrong_at(named, f"two events are called {name}")
        arguments = self._arguments(name) if self.next.text == "(" else ()
        self.events[name] = Declaration(name, arguments, self._comment_text())

    def _arguments(self, name: str) -> tuple[Argument, ...]:
        self._advance()
        found: dict[str, Argument] = {}
        while True:
            named = self._name(f"an argument of {name}")
            if named.text in found:
                raise self._wrong_at(named, f"two arguments of {name} are called {named.text}")
            self._expect(":", f"after the argument {named.text} of {name}")
            found[named.text] = Argument(named.text, self._kind(name))
            if self.next.text == ";":
                self._advance()
                continue
            self._expect(")", f"after the arguments of {name}")
            return (*found.values(),)


def _demand_ends(types: dict[str, DeclaredType]) -> None:
    """A type that is another one in a circle is none."""
    for name, one in types.items():
        seen, at = {name}, one.same_as
        nested = 0
        while at is not None:
            nested += at.of is not None
            inner = at.of or at
            if inner.name in seen:
                raise NoInterface(f"the type {name} is declared by itself")
            seen.add(inner.name)
            at = types[inner.name].same_as if inner.name in types else None
        if nested > 1:
            raise NoInterface(f"type {name}: nested rows cannot be arguments")


def _scanned(text: str) -> Iterator[InterfaceToken]:
    line = 1
    for match in TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind != "white":
            yield InterfaceToken(kind, match[0], line)
        line += match[0].count("\n")
