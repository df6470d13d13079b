"""The errata: where the original program is wrong or unclear, and what we do instead."""

from typing import Final

from ludex.kernel import Erratum

_FOUND: Final = "ludex check carcassonne --as-written"

ERRATA: Final = (
    Erratum(
        "E-CA-1",
        "At the end, two incomplete cloisters with the same tiles around them are taken "
        "for one feature: two monks of a player score once.",
        "Every cloister is scored by itself.",
        place="Next: scoring at the end",
        means="Every cloister is scored for its own monk.",
        found_by=_FOUND,
    ),
    Erratum(
        "E-CA-2",
        "A player may have eight meeples on the map.",
        "Seven, as the assignment says; `meeples` is an option of the rules.",
        place="the players' meeples",
        means="Seven meeples for each player.",
        found_by=_FOUND,
    ),
    Erratum(
        "E-CA-3",
        "The next type is that of a random placement, so B and C, which fit four ways "
        "round, come too early.",
        "By default every tile left in the bag is equally likely; `draw=placements` draws as "
        "the original did. The types that can be drawn are the same.",
        place="Next: the next tile",
        means="A tile is drawn from those that are left.",
        found_by=_FOUND,
    ),
    Erratum(
        "E-CA-4",
        "Play crashes without `<next>`, on finished games and on a type that fits nowhere.",
        "One line says what is wrong; with the whole state asked for and no `<next>`, the "
        "state is printed as it is.",
        place="Play",
        means="A state without a move to choose is told, and is no crash.",
    ),
    Erratum(
        "E-CA-5",
        "Input that cannot be read crashes with an unclear message; text beyond ASCII "
        "crashes under some locales; illegal positions are not noticed.",
        "One line says what cannot be read and where; input is UTF-8; every broken rule "
        "of the game is a warning, or an error when asked for.",
        place="Draw, Play, Next: reading XML",
        means="Whoever gives a faulty state is told what is wrong with it.",
    ),
    Erratum(
        "E-CA-6",
        "A follower that its tile has no place for is scored: a knight on B as a complete "
        "city of one tile, a monk anywhere as in a cloister, a farmer on C for nothing.",
        "Kept in the programs, with a warning; in the game such a move is refused.",
        place="Next: scoring",
        means="A follower stands where its tile has a place for it.",
    ),
    Erratum(
        "E-CA-7",
        "Players above 9 are drawn by the first digit of their number and cannot be told "
        "apart.",
        "Kept in the programs; in the game the tenth player is drawn as 0.",
        place="Draw",
        means="Each player can be told apart.",
    ),
    Erratum(
        "E-CA-8",
        "Nobody says what happens when two players have the same number of points.",
        "They share the win.",
        place="the end of the game",
        means="Whoever has the most points wins, and it may be several.",
    ),
    Erratum(
        "E-CA-9",
        "Play divides by zero when all copies of the type in `<next>` are laid; what it "
        "does when more are laid than exist is not told. In its test states with all 36 "
        "tiles laid, `<next>` names a type that would still fit, and no move is listed.",
        "A type with no copy left cannot be played, however many copies the state has: "
        "one line says so. Other types are played, with a warning about the surplus.",
        place="Play",
        means="A type is played as long as a copy of it is left.",
    ),
    Erratum(
        "E-CA-10",
        "Any argument of any content makes Play print the whole state and Next a "
        "readable one.",
        "So does any argument here but our own options (`--seed 4`, `--bot random`, "
        "`--draw fair`, `--strict`, `--help`, `-h` also among other letters), which keep "
        "their meaning, and a bare `--`, which only ends the options.",
        place="Play, Next: arguments",
        means="One argument that asks for the longer output.",
    ),
    Erratum(
        "E-CA-11",
        "Where two tiles lie on one place the first counts; nobody says what becomes of a "
        "follower on the other.",
        "It counts as a meeple of its player and stays until the end of the game, which "
        "removes all followers.",
        place="the map in XML",
        means="At most one tile lies on a place.",
    ),
    Erratum(
        "E-CA-12",
        "The program chooses the first move by one number, its rests by 4 and by 10: facing "
        "north or south there is never a farmer, facing east or west always a meeple.",
        "`document` lays the first tile any way round; `original` plays as the program did.",
        place="Play: the first tile",
        means="A random tile of type E at (0, 0).",
        found_by=_FOUND,
    ),
    Erratum(
        "E-CA-13",
        "Algorithm 2 chooses among all tiles that can be played; the program only among those "
        "near the origin, and with meeples only when its number is odd.",
        "Play does as the document says; `--bot original` as the program did. Both play in "
        "`ludex match` too.",
        place="Play: Algorithm 2",
        means="Any tile that can be played.",
        found_by=_FOUND,
    ),
)
