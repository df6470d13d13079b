"""Print the size of src/ludex: lines, and tokens of Python, which the length of lines does not change.

python tools/size.py [FOLDER]
"""

import sys
import tokenize
from pathlib import Path

LAYOUT = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}


def tokens(path: Path) -> int:
    """Count what is neither a comment nor layout, a comma or a parenthesis."""
    with path.open("rb") as file:
        found = tokenize.tokenize(file.readline)
        return sum(each.type not in LAYOUT and each.string not in ",()" for each in found)


def main() -> None:
    """Print one line."""
    folder = Path(*sys.argv[1:]) if sys.argv[1:] else Path("src/ludex")
    files = [*folder.rglob("*.py")]
    lines = sum(path.read_bytes().count(b"\n") for path in files)
    print(f"{folder}: {sum(map(tokens, files)):,} tokens, {lines:,} lines, {len(files):,} files")


if __name__ == "__main__":
    main()
