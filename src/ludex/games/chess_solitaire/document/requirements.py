"""What the document asks for, section by section, and what of the rulebook answers for it.

The last two events are those of the course's next exercise, which goes on with this one.
"""

from typing import Final

from ludex.kernel import Requirement

RULES: Final = "section 6.1, Rules of the Game"
MOVES: Final = "section 6.2, Table 1"
ASSUMED: Final = "section 6.3, Assumptions"
EVENTS: Final = "section 7, Abstract User Interface"
SHOWN: Final = "section 8, Outputting the Abstract State"
ERRORS: Final = "section 9, Table 2"
MODES: Final = "section 10, Getting Started"
NEXT: Final = "the next exercise"

PIECES: Final = "ludex.games.chess_solitaire.rules.pieces"
TEXT: Final = "ludex.games.chess_solitaire.table.text"

REQUIREMENTS: Final = (
    Requirement(
        "board",
        "The board has four rows and four columns, counted from 1, downwards and to the "
        "right.",
        ("always: the board has sixteen slots", f"{PIECES}:SIZE"),
        "section 6, Problem",
    ),
    Requirement(
        "R1",
        "Before the game begins, pieces of six kinds are put on slots of their own.",
        ("setup_chess", "setup_chess.occupied", f"{PIECES}:Piece"),
        RULES,
    ),
    Requirement(
        "R2",
        "Each kind of piece has its possible moves.",
        ("moves", f"{PIECES}:BETWEEN"),
        RULES,
    ),
    Requirement(
        "R3",
        "A move is valid if it is possible, captures a piece, and nothing blocks its way.",
        (
            "move_and_capture",
            "move_and_capture.vacant",
            "move_and_capture.invalid_move",
            "move_and_capture.blocked",
            "steps: a capture takes exactly one piece off the board",
        ),
        RULES,
    ),
    Requirement(
        "R4",
        "Whoever leaves one piece on the board by valid moves has won.",
        (
            "move_and_capture -> won",
            "always: one piece wins, no valid move loses, else the game goes on",
        ),
        RULES,
        ("E-CS-6",),
    ),
    Requirement(
        "R5",
        "Whoever has several pieces left and no valid move has lost.",
        (
            "move_and_capture -> lost",
            "always: one piece wins, no valid move loses, else the game goes on",
        ),
        RULES,
        ("E-CS-5", "E-CS-7"),
    ),
    *(
        Requirement(
            f"Table 1.{piece}",
            says,
            (f"{PIECES}:BETWEEN", "move_and_capture.invalid_move"),
            MOVES,
            errata,
        )
        for piece, says, errata in (
            ("king", "A king moves one slot in any direction.", ("E-CS-3",)),
            ("queen", "A queen moves along rows, columns and diagonals.", ("E-CS-9",)),
            (
                "knight",
                "A knight moves two slots one way and one the other.",
                ("E-CS-3",),
            ),
            ("bishop", "A bishop moves along diagonals.", ("E-CS-9",)),
            ("rook", "A rook moves along rows and columns.", ("E-CS-3", "E-CS-9")),
            ("pawn", "A pawn moves one slot diagonally upwards.", ("E-CS-3",)),
        )
    ),
    Requirement(
        "solvable",
        "Whether a board can be won at all need not be looked at when a game begins.",
        ("start_game",),
        ASSUMED,
    ),
    Requirement(
        "knight first vertically",
        "A knight goes up or down first, then sideways, and is blocked on that way.",
        ("move_and_capture.blocked", f"{PIECES}:BETWEEN"),
        ASSUMED,
    ),
    Requirement(
        "CHESS",
        "The type of pieces has six values: K, Q, N, B, R and P.",
        (f"{PIECES}:Piece",),
        EVENTS,
    ),
    Requirement(
        "setup_chess",
        "A piece is put on a slot.",
        ("setup_chess",),
        EVENTS,
    ),
    Requirement(
        "start_game",
        "The game begins once the pieces are set up.",
        ("start_game",),
        EVENTS,
    ),
    Requirement(
        "reset_game",
        "A new game is set up.",
        ("reset_game",),
        EVENTS,
        ("E-CS-11",),
    ),
    Requirement(
        "move_and_capture",
        "The piece on one slot makes a valid move and captures that on another.",
        ("move_and_capture",),
        EVENTS,
        ("E-CS-1",),
    ),
    Requirement(
        "moves",
        "All possible moves of the piece on a slot are shown, valid or not.",
        ("moves", "ludex.games.chess_solitaire.rules.picture:possible_moves"),
        EVENTS,
        ("E-CS-4", "E-CS-12"),
    ),
    Requirement(
        "count",
        "The first line of a state says how many pieces are on the board.",
        (f"{TEXT}:document_text",),
        SHOWN,
    ),
    Requirement(
        "status",
        "The second line says whether the game is set up, in progress or over, and how.",
        (f"{TEXT}:document_text",),
        SHOWN,
        ("E-CS-7",),
    ),
    Requirement(
        "rows",
        "Four lines show the board, a letter for each piece and a dot for an empty slot.",
        (f"{TEXT}:document_text",),
        SHOWN,
    ),
    Requirement(
        "error line",
        "The message of an error takes the place of the status; nothing else changes.",
        (f"{TEXT}:refused",),
        ERRORS,
    ),
    Requirement(
        "highest error",
        "Of several errors the one that stands highest in the table is reported.",
        ("ludex.language.rulebook.guards:guard_table", "ludex.kernel:Game.refusal"),
        ERRORS,
    ),
    Requirement(
        "Table 2.1",
        "A game that has begun is neither set up nor started.",
        ("setup_chess.started", "start_game.started"),
        ERRORS,
    ),
    Requirement(
        "Table 2.2",
        "Before a game has begun nothing is moved, shown or reset.",
        ("move_and_capture.not_started", "moves.not_started", "reset_game.not_started"),
        ERRORS,
        ("E-CS-11",),
    ),
    Requirement(
        "Table 2.3",
        "After the end nothing is moved or shown.",
        ("move_and_capture.game_over", "moves.game_over"),
        ERRORS,
        ("E-CS-11",),
    ),
    Requirement(
        "Table 2.4",
        "A slot is on the board.",
        ("setup_chess.off_board", "move_and_capture.off_board", "moves.off_board"),
        ERRORS,
    ),
    Requirement(
        "Table 2.5",
        "No piece is put on another.",
        ("setup_chess.occupied",),
        ERRORS,
    ),
    Requirement(
        "Table 2.6",
        "There is a piece on the slots that a move names, and on that whose moves are "
        "shown.",
        ("move_and_capture.vacant", "moves.vacant"),
        ERRORS,
    ),
    Requirement(
        "Table 2.7",
        "A piece moves as its kind does.",
        ("move_and_capture.invalid_move",),
        ERRORS,
        ("E-CS-8",),
    ),
    Requirement(
        "Table 2.8",
        "Nothing stands in the way of a move.",
        ("move_and_capture.blocked",),
        ERRORS,
    ),
    Requirement(
        "-b",
        "A script is run in batch mode, and its transcript goes to a file.",
        ("ludex.cli.commands.etf:etf",),
        MODES,
        ("E-CS-2", "E-CS-10"),
    ),
    Requirement(
        "undo",
        "The last event that changed the game is taken back.",
        ("undo", "ludex.kernel:History.undone"),
        NEXT,
    ),
    Requirement(
        "redo",
        "What was taken back is done again.",
        ("redo", "ludex.kernel:History.redone"),
        NEXT,
    ),
)
