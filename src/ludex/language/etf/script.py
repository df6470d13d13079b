"""Scripts in the syntax of the Eiffel Testing Framework, with the errors of the course's oracle.

The framework drops comment lines and blank lines and counts the lines that remain. Its
language has more than events need (strings, reals, truth values, tuples, arrays, keywords),
and so more to misread; it takes a question mark for white space. Its parser goes on after an
unknown word, a number that does not fit or an argument too many, and prints only what it
found last; a parse error ends it. Types are checked when nothing of that kind was found.

    script = { event }              event = name [ "(" argument { "," argument } ")" ]
    argument = plain | tuple | "<" "<" [ (plain | tuple) { "," (plain | tuple) } ] ">" ">"
    tuple = "[" [ plain { "," plain } ] "]"
    plain = name | truth | character | string | [ "-" ] number | [ "-" ] real

Words that are values of the argument's own type are read first: games with cards such as
`10♥`, which the framework never knew, run in its dialect too.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ludex.kernel import AnyEvent, AnyGame, Atom, Call
from ludex.language.etf.declarations import declared_calls
from ludex.language.etf.interface import declared_as
from ludex.language.etf.scanner import Scanner, Token
from ludex.language.script import ScriptFault

SYNTAX_ERROR = "Syntax Error: specification of command executions cannot be parsed"
TYPE_ERROR = "Type Error: specification of command executions is not type-correct"

INTEGERS = {"INTEGER": 32, "INTEGER_64": 64}
"""The types that numbers become, and their bits."""


class ParsedArgument(NamedTuple):
    """One argument of an event."""

    shown: str
    """As the framework prints it."""

    word: str | None
    """As the game writes it, where it is of the type that is asked for."""


class Parsed(NamedTuple):
    """An event with the arguments that the framework counts."""

    name: str
    arguments: tuple[ParsedArgument, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(a.shown for a in self.arguments)})"


def faults(
    game: AnyGame, lines: Callable[[], Iterable[str]], *, typed: bool = False
) -> Iterator[str]:
    """Yield what the oracle prints instead of a transcript; nothing when the script may run.

    What is `typed` at a prompt is taken as it is: nothing is left out, no newline ends it.
    """
    parser = _Parser(game, lines(), typed=typed)
    misfits = sum(_event(game, part) is None for part in parser.events())
    if parser.fault is not None:
        at, problem = parser.fault
        yield SYNTAX_ERROR
        yield f"{problem} (Line {at.line}, Column {at.column})"
    elif misfits:
        yield TYPE_ERROR
        for part in _Parser(game, lines(), typed=typed).events():
            if _event(game, part) is None:
                yield _misfit(game, part)


def events(game: AnyGame, lines: Iterable[str]) -> Iterator[AnyEvent]:
    """The events of a script without faults."""
    for part in _Parser(game, lines).events():
        event = _event(game, part)
        assert event is not None
        yield event


def _event(game: AnyGame, parsed: Parsed) -> AnyEvent | None:
    cls = declared_calls(game).get(parsed.name)
    words = [argument.word for argument in parsed.arguments]
    known = tuple(word for word in words if word is not None)
    if cls is None or len(known) < len(words):
        return None
    return cls.from_words(known)


def _misfit(game: AnyGame, parsed: Parsed) -> str:
    cls = declared_calls(game).get(parsed.name)
    if cls is None:
        return f"Error: unknown event name {parsed.name}"
    return f"{parsed} does not conform to declaration {declaration(cls)}"


def declaration(cls: type[Call]) -> str:
    """An event as the framework declares it, with the members of its sets."""
    parameters = " ; ".join(f"{p.name}: {_type(p.atom)}" for p in cls.parameters())
    return f"{cls.name}({parameters})"


def _type(atom: Atom[object]) -> str:
    if atom.members:
        return f"{atom.name} = {{{', '.join(word for word, _ in atom.members)}}}"
    return "INTEGER_32" if atom.name == "INTEGER" else atom.name


class _Parser:
    """Reads a script; the last fault that it found is what the framework tells."""

    def __init__(self, game: AnyGame, lines: Iterable[str], *, typed: bool = False) -> None:
        self.declared = declared_calls(game)
        self.scanner = Scanner(lines, typed=typed)
        self.fault: ScriptFault | None = None
        self.constants = {
            word
            for cls in declared_calls(game).values()
            for parameter in cls.parameters()
            for word, _ in parameter.atom.members
        }
        """The words of every enumeration in the game's events."""

    def _note(self, problem: str) -> None:
        self.fault = ScriptFault(self.scanner.place, problem)

    def events(self) -> Iterator[Parsed]:
        """Yield the events in order; a parse error ends them."""
        token = self.scanner.read()
        while token.kind == "name":
            name = token.text
            token = self.scanner.read()
            if token != Token("mark", "("):
                yield Parsed(name, ())
                continue
            arguments = self._arguments(self.declared.get(name))
            if arguments is None:
                self._note("parse error")
                return
            yield Parsed(name, arguments)
            token = self.scanner.read()
        if token.kind != "end":
            self._note("parse error")

    def _arguments(self, cls: type[Call] | None) -> tuple[ParsedArgument, ...] | None:
        parameters = cls.parameters() if cls else ()
        read: list[ParsedArgument] = []
        while True:
            wanted = parameters[len(read)].atom if len(read) < len(parameters) else None
            argument = self._argument(wanted)
            if argument is None:
                return None
            if cls and wanted is None:
                self._note(f'Too many arguments passed for "{cls.name}"')
            else:
                read.append(argument)
            match self.scanner.read():
                case Token("mark", ")"):
                    return tuple(read)
                case Token("mark", ","):
                    continue
                case _:
                    return None

    def _argument(self, wanted: Atom[object] | None) -> ParsedArgument | None:
        token = self.scanner.read(wanted)
        if token != Token("mark", "<"):
            return self._element(token, wanted)
        if self.scanner.read() != Token("mark", "<"):
            return None
        item = wanted.item if wanted is not None else None
        items = self._items(">", item, self._element)
        if items is None or self.scanner.read() != Token("mark", ">"):
            return None
        text = f"<<{', '.join(one.shown for one in items)}>>"
        words = [one.word for one in items if one.word is not None]
        if wanted is None or item is None or len(words) < len(items):
            return ParsedArgument(text, None)
        return ParsedArgument(text, wanted.gathered(words))

    def _element(self, token: Token, wanted: Atom[object] | None) -> ParsedArgument | None:
        if token != Token("mark", "["):
            return self._plain(token, wanted)
        items = self._items("]", None, self._plain)
        if items is None:
            return None
        return ParsedArgument(f"[{', '.join(one.shown for one in items)}]", None)

    def _items(
        self,
        closing: str,
        wanted: Atom[object] | None,
        read: Callable[[Token, Atom[object] | None], ParsedArgument | None],
    ) -> list[ParsedArgument] | None:
        """Read what stands between the brackets."""
        found: list[ParsedArgument] = []
        token = self.scanner.read(wanted)
        if token == Token("mark", closing):
            return found
        while True:
            item = read(token, wanted)
            if item is None:
                return None
            found.append(item)
            match self.scanner.read():
                case Token("mark", mark) if mark == closing:
                    return found
                case Token("mark", ","):
                    token = self.scanner.read(wanted)
                case _:
                    return None

    def _plain(  # noqa: PLR0911  # one a kind
        self, token: Token, wanted: Atom[object] | None
    ) -> ParsedArgument | None:
        match token:
            case Token("own", text):
                is_integer = wanted is not None and wanted.name in INTEGERS
                return ParsedArgument(_normal(text) if is_integer else text, text)
            case Token("character", text):
                # The framework forgot to keep the character: it prints the word before it.
                return ParsedArgument(self.scanner.word or text, _word(token, wanted))
            case Token("truth" | "string", text):
                return ParsedArgument(text or '""', _word(token, wanted))
            case Token("name", text):
                if text not in self.constants:
                    self._note(f"Unknown identifier {text}")
                return ParsedArgument(text, None)
            case Token("number" | "real", text):
                return self._number(text, wanted)
            case Token("mark", "-"):
                number = self.scanner.read()
                if number.kind in ("number", "real"):
                    return self._number(f"-{number.text}", wanted)
        return None

    def _number(self, text: str, wanted: Atom[object] | None) -> ParsedArgument:
        """A number becomes an integer only where one is asked for."""
        if wanted is None or wanted.name not in INTEGERS:
            return ParsedArgument(text, None)
        number = _normal(text)
        if wanted.parse(number) is not None:
            return ParsedArgument(number, number)
        self._note(f"Invalid number for {INTEGERS[wanted.name]}-bit integer {number}")
        return ParsedArgument(text, None)


def _word(token: Token, wanted: Atom[object] | None) -> str | None:
    """A text or a truth value as the game writes it, where it is asked for."""
    if wanted is None:
        return None
    if token.kind == "truth" and wanted.name == "BOOLEAN":
        return "yes" if token.text.lower() == "true" else "no"
    if token.kind != "string" or "STRING" not in (wanted.name, declared_as(wanted)):
        return None
    value = wanted.parse(f'"{token.text}"') or wanted.parse(token.text)
    return None if value is None else wanted.text(value)


def _normal(number: str) -> str:
    """Remove needless zeros: `-007.50` is -7.5, `1.0` is the integer 1."""
    whole, dot, part = number.removeprefix("-").partition(".")
    digits = whole.lstrip("0") or "0"
    part = part.rstrip("0")
    size = f"{digits}{dot}{part}" if part else digits
    return f"-{size}" if number.startswith("-") and size != "0" else size
