"""The errata: where the document is wrong, unclear or silent, and what we do instead."""

from typing import Final

from ludex.kernel import Erratum

CHECK: Final = "ludex check chess-solitaire --as-written"
DIFF: Final = "ludex diff chess-solitaire"

ERRATA: Final = (
    Erratum(
        "E-CS-1",
        "Two sections speak of an event move_and_check, which is not declared.",
        "The event is `move_and_capture`.",
        place="sections 9 and 13.1",
        means="move_and_capture, as in the interface.",
        found_by=CHECK,
    ),
    Erratum(
        "E-CS-2",
        "There are seven expected transcripts, and a page later twelve.",
        "Every transcript that is at hand is met byte for byte.",
        place="section 10",
        means="Seven.",
        found_by=CHECK,
    ),
    Erratum(
        "E-CS-3",
        "Rows are missing or cut off in the pictures of king, knight, rook and pawn.",
        "Pieces move as the words say, and `moves` draws four rows of four.",
        place="Table 1",
        means="What the words beside the pictures say.",
        found_by=CHECK,
    ),
    Erratum(
        "E-CS-4",
        "The bishop on (4, 3) is not shown to reach (3, 4).",
        "It does, as in the transcripts of the oracle.",
        place="section 8: at04, after moves(4,3)",
        means="A bishop goes both ways.",
        found_by=CHECK,
    ),
    Erratum(
        "E-CS-5",
        "What becomes of a game that is started without a piece is not said.",
        "It is lost at once: there is no valid move.",
        place="section 6.1, rules 4 and 5",
        means="A game without a move is over.",
        found_by=CHECK,
    ),
    Erratum(
        "E-CS-6",
        "What becomes of a game that is started with one piece is not said.",
        "It is won at once: one piece is left.",
        place="section 6.1, rules 4 and 5",
        means="A game without a move is over.",
        found_by=CHECK,
    ),
    Erratum(
        "E-CS-7",
        "No words are given for a game that is lost.",
        "`Game Over: You Lose!`, as the oracle prints it.",
        place="section 8",
        means="A line like that of a game that is won.",
        found_by=CHECK,
    ),
    Erratum(
        "E-CS-8",
        "The message of an invalid move does not name the piece; the oracle's does.",
        "Transcripts say what the document says, and with `--dialect etf` what the oracle "
        "says.",
        place="Table 2, row 7",
        means="What the oracle prints.",
        found_by=DIFF,
    ),
    Erratum(
        "E-CS-9",
        "A queen, rook or bishop moves across unoccupied slots only; but its own transcript "
        "shows moves that are possible behind a piece.",
        "Every slot in the line is a possible move; one behind a piece is blocked.",
        place="Table 1, and section 8: at04, after moves(1,4)",
        means="Possible moves look at no other piece.",
        found_by=DIFF,
    ),
    Erratum(
        "E-CS-10",
        "The oracle is started with `-b -b`.",
        "`ludex etf chess-solitaire -b IN OUT`.",
        place="section 10, step 9",
        means="-b, once.",
        found_by="ludex etf chess-solitaire -b -b at100.txt at100.expected.txt",
    ),
    Erratum(
        "E-CS-11",
        "Whether a game that is over can be reset is not said.",
        "It can, and one in progress as well.",
        place="Table 2, rows 2 and 3",
        means="Only a board that is being set up cannot be reset.",
    ),
    Erratum(
        "E-CS-12",
        "That `moves` shows no other piece is not said, only seen.",
        "It shows the one piece and where it could go.",
        place="section 7",
        means="What the transcript of section 8 shows.",
    ),
)
