"""Scripts as the Eiffel Testing Framework reads them: what the course's oracle accepts and says.

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

from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Final, NamedTuple

from ludex.kernel import AnyEvent, AnyGame, Atom, Call
from ludex.language.etf.interface import declared_as
from ludex.language.etf.scanner import Scanner, Token
from ludex.language.script import ScriptFault

SYNTAX_ERROR: Final = "Syntax Error: specification of command executions cannot be parsed"
TYPE_ERROR: Final = "Type Error: specification of command executions is not type-correct"

INTEGERS: Final = {"INTEGER": 32, "INTEGER_64": 64}
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
    last = None
    conforms = True
    for part in trace(game, lines(), typed=typed):
        if isinstance(part, ScriptFault):
            last = part
        else:
            conforms = conforms and _event(game, part) is not None
    if last is not None:
        yield SYNTAX_ERROR
        yield f"{last.problem} (Line {last.at.line}, Column {last.at.column})"
    elif not conforms:
        yield TYPE_ERROR
        for part in trace(game, lines(), typed=typed):
            assert isinstance(part, Parsed)
            if _event(game, part) is None:
                yield _misfit(game, part)


def events(game: AnyGame, lines: Iterable[str]) -> Iterator[AnyEvent]:
    """The events of a script without faults."""
    for part in trace(game, lines):
        assert isinstance(part, Parsed)
        event = _event(game, part)
        assert event is not None
        yield event


def _event(game: AnyGame, parsed: Parsed) -> AnyEvent | None:
    cls = game.declared.get(parsed.name)
    words = [argument.word for argument in parsed.arguments]
    known = tuple(word for word in words if word is not None)
    if cls is None or len(known) < len(words):
        return None
    return cls.from_words(known)


def _misfit(game: AnyGame, parsed: Parsed) -> str:
    cls = game.declared.get(parsed.name)
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


Reading = Generator[ScriptFault, None, ParsedArgument | None]
"""An argument, or None after a parse error; faults on the way are given."""


def trace(
    game: AnyGame, lines: Iterable[str], *, typed: bool = False
) -> Iterator[Parsed | ScriptFault]:
    """The events of a script in order, and every fault that the parser reports."""
    constants = _constants(game)
    scanner = Scanner(lines, typed=typed)
    token = scanner.read()
    while token.kind == "name":
        name = token.text
        token = scanner.read()
        if token.text != "(" or token.kind != "mark":
            yield Parsed(name, ())
            continue
        arguments = yield from _arguments(game.declared.get(name), scanner, constants)
        if arguments is None:
            yield _parse_error(scanner)
            return
        yield Parsed(name, arguments)
        token = scanner.read()
    if token.kind != "end":
        yield _parse_error(scanner)


def _arguments(
    cls: type[Call] | None, scanner: Scanner, constants: set[str]
) -> Generator[ScriptFault, None, tuple[ParsedArgument, ...] | None]:
    parameters = cls.parameters() if cls else ()
    read: list[ParsedArgument] = []
    while True:
        wanted = parameters[len(read)].atom if len(read) < len(parameters) else None
        argument = yield from _argument(scanner, constants, wanted)
        if argument is None:
            return None
        if cls and wanted is None:
            problem = f'Too many arguments passed for "{cls.name}"'
            yield ScriptFault(scanner.place, problem)
        else:
            read.append(argument)
        match scanner.read():
            case Token("mark", ")"):
                return tuple(read)
            case Token("mark", ","):
                continue
            case _:
                return None


def _argument(scanner: Scanner, constants: set[str], wanted: Atom[object] | None) -> Reading:
    token = scanner.read(wanted)
    if token == Token("mark", "<"):
        if scanner.read() != Token("mark", "<"):
            return None
        item = wanted.item if wanted is not None else None
        items = yield from _items(scanner, constants, ">", item, nested=True)
        if items is None or scanner.read() != Token("mark", ">"):
            return None
        shown = f"<<{', '.join(one.shown for one in items)}>>"
        words = [one.word for one in items if one.word is not None]
        if wanted is None or item is None or len(words) < len(items):
            return ParsedArgument(shown, None)
        return ParsedArgument(shown, wanted.gathered(words))
    return (yield from _element(scanner, constants, token, wanted))


def _element(
    scanner: Scanner, constants: set[str], token: Token, wanted: Atom[object] | None
) -> Reading:
    if token == Token("mark", "["):
        items = yield from _items(scanner, constants, "]", None, nested=False)
        if items is None:
            return None
        return ParsedArgument(f"[{', '.join(one.shown for one in items)}]", None)
    return (yield from _plain(scanner, constants, token, wanted))


def _items(
    scanner: Scanner,
    constants: set[str],
    closing: str,
    wanted: Atom[object] | None,
    *,
    nested: bool,
) -> Generator[ScriptFault, None, list[ParsedArgument] | None]:
    """Read what stands between the brackets."""
    found: list[ParsedArgument] = []
    token = scanner.read(wanted)
    if token == Token("mark", closing):
        return found
    read = _element if nested else _plain
    while True:
        item = yield from read(scanner, constants, token, wanted)
        if item is None:
            return None
        found.append(item)
        match scanner.read():
            case Token("mark", mark) if mark == closing:
                return found
            case Token("mark", ","):
                token = scanner.read(wanted)
            case _:
                return None


def _plain(
    scanner: Scanner, constants: set[str], token: Token, wanted: Atom[object] | None
) -> Reading:
    match token:
        case Token("own", text):
            return ParsedArgument(_as_printed(text, wanted), text)
        case Token("truth" | "string" | "character"):
            return ParsedArgument(_literal(scanner, token), _word(token, wanted))
        case Token("name", text):
            if text not in constants:
                yield ScriptFault(scanner.place, f"Unknown identifier {text}")
            return ParsedArgument(text, None)
        case Token("number" | "real", text):
            return (yield from _number(scanner, text, wanted))
        case Token("mark", "-"):
            number = scanner.read()
            if number.kind in ("number", "real"):
                return (yield from _number(scanner, f"-{number.text}", wanted))
    return None


def _literal(scanner: Scanner, token: Token) -> str:
    """As the framework prints it: a string without its quotes, unless it is empty."""
    if token.kind == "character":
        # The framework forgot to keep the character: it prints the word before it.
        return scanner.said or token.text
    return token.text or '""'


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


def _number(scanner: Scanner, text: str, wanted: Atom[object] | None) -> Reading:
    """A number becomes an integer only where one is asked for."""
    if wanted is None or wanted.name not in INTEGERS:
        return ParsedArgument(text, None)
    number = _normal(text)
    if wanted.parse(number) is not None:
        return ParsedArgument(number, number)
    width = INTEGERS[wanted.name]
    yield ScriptFault(scanner.place, f"Invalid number for {width}-bit integer {number}")
    return ParsedArgument(text, None)


def _as_printed(text: str, atom: Atom[object] | None) -> str:
    return _normal(text) if atom and atom.name in INTEGERS else text


def _normal(number: str) -> str:
    """Without needless zeros: `-007.50` is -7.5, `1.0` is the integer 1."""
    whole, dot, part = number.removeprefix("-").partition(".")
    digits = whole.lstrip("0") or "0"
    part = part.rstrip("0")
    size = f"{digits}{dot}{part}" if part else digits
    return f"-{size}" if number.startswith("-") and size != "0" else size


def _parse_error(scanner: Scanner) -> ScriptFault:
    return ScriptFault(scanner.place, "parse error")


def _constants(game: AnyGame) -> set[str]:
    """The words of every enumeration in the game's events."""
    return {
        word
        for cls in game.declared.values()
        for parameter in cls.parameters()
        for word, _ in parameter.atom.members
    }
