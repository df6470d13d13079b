"""A student's Chess Solitaire, written from the document alone: no Ludex in it.

    python lab3.py [--mistake NAME] [--dialect etf] [-i] [SCRIPT [OUT]]

Without a mistake it is right, in both dialects. MISTAKES lists those that it can be told to make.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

MISTAKES = {
    "precedence": "move_and_capture looks at the occupants before it looks at the board",
    "over_before_setup": "moves says that the game is over when it has not started",
    "target_first": "the target's vacancy is found before the source's",
    "knight_path": "a knight can be blocked only at its second corner",
    "knight_jumps": "a knight jumps, as in chess",
    "pawn_down": "a pawn moves down the board",
    "pawn_straight": "a pawn moves straight ahead",
    "king_like_queen": "a king slides",
    "bishop_one_way": "a bishop goes along one diagonal only",
    "rook_blind": "nothing blocks a rook",
    "off_by_one": "rows and columns go to five",
    "zero_allowed": "row and column 0 are on the board",
    "moves_shows_others": "moves shows the other pieces, too",
    "moves_stops": "moves stops at the first piece in the way",
    "loss_not_seen": "a game without a move goes on",
    "win_by_start_not_seen": "one piece at the start does not win",
    "empty_goes_on": "a game that is started without a piece goes on",
    "undo_after_reset": "undo brings back what was before a reset",
    "redo_after_move": "redo is still possible after a new event",
    "reset_any_time": "a game that has not started can be reset",
    "count_after_capture": "the count of pieces stays behind by one",
    "message_typo": "a word of a message is another",
    "setup_overwrites": "a piece is put on an occupied slot",
    "refused_is_undone": "refused events count as steps for undo",
    "start_after_end": "a game that is over can be started again",
    "start_after_loss": "a game that is lost can be started again",
    "setup_after_end": "a piece can be put on the board when the game is over",
    "setup_after_loss": "a piece can be put on the board when the game is lost",
    "pawn_down_row1": "a pawn on row 1 may go down",
    "moves_after_loss": "moves are shown when the game is lost",
    "reset_after_win": "a game that is won cannot be reset",
}

SETUP, PLAY, WON, LOST = (
    "Game being Setup...",
    "Game In Progress...",
    "Game Over: You Win!",
    "Game Over: You Lose!",
)
Slot = tuple[int, int]
Board = dict[Slot, str]


class Refused(Exception):
    """An event that is an error."""


class Game:
    def __init__(self, mistake: str, dialect: str) -> None:
        self.mistake, self.dialect = mistake, dialect
        self.board: Board = {}
        self.status = SETUP
        self.past: list[tuple[Board, str]] = []
        self.future: list[tuple[Board, str]] = []

    # -- what is printed ------------------------------------------------------------------

    def text(self, status: str | None = None, shown: Board | None = None) -> str:
        board = self.board if shown is None else shown
        count = len(self.board)
        if self.mistake == "count_after_capture" and self.status == PLAY and self.past:
            count = max(count, len(self.past[-1][0]))
        lines = [f"# of chess pieces on board: {count}", status or self.status]
        lines += ["".join(board.get((r, c), ".") for c in range(1, 5)) for r in range(1, 5)]
        indent = "  " if self.dialect == "etf" else ""
        return "".join(f"{indent}{line}\n" for line in lines)

    def answer(self, name: str, words: list[str]) -> str:
        before = (dict(self.board), self.status)
        try:
            shown = self.play(name, words)
        except Refused as error:
            if self.mistake == "refused_is_undone":
                self.past.append(before)
            return self.text(f"Error: {error}")
        return shown or self.text()

    # -- events ---------------------------------------------------------------------------

    def play(self, name: str, words: list[str]) -> str | None:
        before = (dict(self.board), self.status)
        handler: Callable[..., str | None] = getattr(self, name)
        numbers = [int(w) if re.fullmatch(r"-?\d+", w) else w for w in words]
        shown = handler(*numbers)
        if name not in ("undo", "redo", "moves"):
            if name == "reset_game" and self.mistake != "undo_after_reset":
                self.past.clear()
            else:
                self.past.append(before)
            if self.mistake != "redo_after_move":
                self.future.clear()
        return shown

    def undo(self) -> None:
        if not self.past:
            raise Refused("Nothing to undo")
        self.future.append((dict(self.board), self.status))
        self.board, self.status = self.past.pop()

    def redo(self) -> None:
        if not self.future:
            raise Refused("Nothing to redo")
        self.past.append((dict(self.board), self.status))
        self.board, self.status = self.future.pop()

    def setup_chess(self, piece: str, row: int, column: int) -> None:
        self.in_setup("setup")
        self.on_board((row, column))
        if (row, column) in self.board and self.mistake != "setup_overwrites":
            raise Refused(f"Slot @ ({row}, {column}) already occupied")
        self.board[row, column] = piece

    def start_game(self) -> None:
        self.in_setup("start")
        self.judge(starting=True)

    def reset_game(self) -> None:
        if self.status == SETUP and self.mistake != "reset_any_time":
            raise Refused("Game not yet started")
        if self.status == WON and self.mistake == "reset_after_win":
            raise Refused("Game already over")
        self.board, self.status = {}, SETUP

    def moves(self, row: int, column: int) -> str:
        at = row, column
        self.in_play(
            swapped=self.mistake == "over_before_setup",
            lost_is_play=self.mistake == "moves_after_loss",
        )
        self.on_board(at)
        self.occupied(at)
        shown = dict(self.board) if self.mistake == "moves_shows_others" else {}
        shown[at] = self.board[at]
        for target in self.reachable(at):
            if self.mistake == "moves_stops" and any(
                slot in self.board for slot in self.between(at, target)
            ):
                continue
            shown[target] = "+"
        return self.text(shown=shown)

    def move_and_capture(self, r1: int, c1: int, r2: int, c2: int) -> None:
        a, b = (r1, c1), (r2, c2)
        self.in_play()
        if self.mistake == "precedence":
            checks = [
                (self.occupied, a),
                (self.on_board, a),
                (self.on_board, b),
                (self.occupied, b),
            ]
        elif self.mistake == "target_first":
            checks = [
                (self.on_board, a),
                (self.on_board, b),
                (self.occupied, b),
                (self.occupied, a),
            ]
        else:
            checks = [
                (self.on_board, a),
                (self.on_board, b),
                (self.occupied, a),
                (self.occupied, b),
            ]
        for check, slot in checks:
            check(slot)
        if b not in self.reachable(a):
            of = f" of {self.board[a]}" if self.dialect == "etf" else ""
            raise Refused(f"Invalid move{of} from ({r1}, {c1}) to ({r2}, {c2})")
        if any(slot in self.board for slot in self.between(a, b)):
            word = "Blocked" if self.mistake == "message_typo" else "Block exists"
            raise Refused(f"{word} between ({r1}, {c1}) and ({r2}, {c2})")
        self.board[b] = self.board.pop(a)
        self.judge()

    # -- rules ----------------------------------------------------------------------------

    def in_setup(self, event: str) -> None:
        after_loss = self.mistake == f"{event}_after_loss" and self.status == LOST
        after_end = self.mistake == f"{event}_after_end" and self.status in (WON, LOST)
        if self.status != SETUP and not after_loss and not after_end:
            raise Refused("Game already started")

    def in_play(self, *, swapped: bool = False, lost_is_play: bool = False) -> None:
        if self.status == SETUP:
            raise Refused("Game already over" if swapped else "Game not yet started")
        if self.status != PLAY and not (lost_is_play and self.status == LOST):
            raise Refused("Game already over")

    def on_board(self, slot: Slot) -> None:
        low = 0 if self.mistake == "zero_allowed" else 1
        high = 5 if self.mistake == "off_by_one" else 4
        if not all(low <= part <= high for part in slot):
            raise Refused(f"({slot[0]}, {slot[1]}) not a valid slot")

    def occupied(self, slot: Slot) -> None:
        if slot not in self.board:
            raise Refused(f"Slot @ ({slot[0]}, {slot[1]}) not occupied")

    def reachable(self, at: Slot) -> list[Slot]:
        return [
            (r, c)
            for r in range(1, 5)
            for c in range(1, 5)
            if (r, c) != at and self.goes(self.board[at], r - at[0], c - at[1], at[0])
        ]

    def goes(self, piece: str, down: int, right: int, row: int) -> bool:
        straight, diagonal = down == 0 or right == 0, abs(down) == abs(right)
        match piece:
            case "K":
                if self.mistake == "king_like_queen":
                    return straight or diagonal
                return max(abs(down), abs(right)) == 1
            case "Q":
                return straight or diagonal
            case "R":
                return straight
            case "B":
                return down == right if self.mistake == "bishop_one_way" else diagonal
            case "N":
                return sorted((abs(down), abs(right))) == [1, 2]
            case _:
                if self.mistake == "pawn_straight":
                    return down == -1 and right == 0
                ahead = 1 if self.mistake == "pawn_down" else -1
                if self.mistake == "pawn_down_row1" and row == 1:
                    return down == 1 and abs(right) == 1
                return down == ahead and abs(right) == 1

    def between(self, a: Slot, b: Slot) -> Iterator[Slot]:
        down, right = b[0] - a[0], b[1] - a[1]
        if self.board.get(a) == "N":
            if self.mistake == "knight_jumps":
                return
            # It goes down or up first, and then to the side.
            way = [(a[0] + _sign(down) * i, a[1]) for i in range(1, abs(down) + 1)]
            way += [(b[0], a[1] + _sign(right) * i) for i in range(1, abs(right))]
            yield from way[-1:] if self.mistake == "knight_path" else way
            return
        if self.mistake == "rook_blind" and self.board.get(a) == "R":
            return
        for i in range(1, max(abs(down), abs(right))):
            yield a[0] + _sign(down) * i, a[1] + _sign(right) * i

    def judge(self, *, starting: bool = False) -> None:
        one = len(self.board) == 1
        if starting and one and self.mistake == "win_by_start_not_seen":
            self.status = LOST
        elif one:
            self.status = WON
        elif self.can_move() or (starting and not self.board and self.mistake == "empty_goes_on"):
            self.status = PLAY
        else:
            self.status = PLAY if self.mistake == "loss_not_seen" else LOST

    def can_move(self) -> bool:
        return any(
            b in self.board and not any(slot in self.board for slot in self.between(a, b))
            for a in self.board
            for b in self.reachable(a)
        )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def events(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Each event as it is echoed, its name and its arguments."""
    bare = re.sub(r"--[^\n]*", "", text)
    for match in re.finditer(r"(\w+)\s*(?:\(([^)]*)\))?", bare):
        words = [word.strip() for word in (match[2] or "").split(",") if word.strip()]
        yield (f"{match[1]}({','.join(words)})" if words else match[1]), match[1], words


def transcript(text: str, mistake: str = "", dialect: str = "document") -> str:
    """What it prints for a script."""
    game = Game(mistake, dialect)
    said = [game.text()]
    said += (f"->{echo}\n{game.answer(name, words)}" for echo, name, words in events(text))
    return "".join(said)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mistake", default="", choices=["", *MISTAKES])
    parser.add_argument("--dialect", default="document")
    parser.add_argument("-i", action="store_true")
    parser.add_argument("script", nargs="?")
    parser.add_argument("out", nargs="?")
    given = parser.parse_args()
    game = Game(given.mistake, given.dialect)
    if given.i:
        print(game.text(), end="->", flush=True)
        for line in sys.stdin:
            for _, name, words in events(line):
                print(game.answer(name, words), end="->", flush=True)
        return
    text = Path(given.script).read_text() if given.script else sys.stdin.read()
    said = transcript(text, given.mistake, given.dialect)
    if given.out:
        Path(given.out).write_text(said)
    else:
        sys.stdout.write(said)


if __name__ == "__main__":
    main()
