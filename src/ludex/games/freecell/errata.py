"""The errata: where the document is wrong, unclear or silent, and what we do instead."""

from typing import Final

from ludex.kernel import Erratum

ERRATA: Final = (
    Erratum(
        "E-FC-C1",
        "Cards can be changed: setRank and setSuit work on a card that lies on "
        "the board.",
        "Cards are values; there are no setters.",
    ),
    Erratum(
        "E-FC-C2",
        "Ranks and suits are used in sums, but no numbers are given for them.",
        "ACE is 1 to KING 13; SPADE 0, HEART 1, CLUB 2, DIAMOND 3.",
    ),
    Erratum(
        "E-FC-C3",
        "A card has no colour, equality, order or text.",
        "Colour, equality, hash and texts such as `TD` and `10♦`.",
    ),
    Erratum(
        "E-FC-C4",
        "Card takes any arguments without a check.",
        "A suit or rank that does not exist is refused.",
    ),
    Erratum(
        "E-FC-C5",
        "13, 4 and MAX_CARDS = 52 are independent numbers.",
        "52 is derived: suits times ranks.",
    ),
    Erratum(
        "E-FC-K1",
        "`i ∈ MAX_CARDS` uses a number as a set.",
        "Places run from 0 to one below the number.",
    ),
    Erratum(
        "E-FC-K2",
        "The constructor puts the bare word `Card` in 52 places.",
        "A deck has every card of its packs exactly once, in a stated order.",
    ),
    Erratum(
        "E-FC-K3",
        "numCard is never initialised.",
        "A deck holds the cards that are left; nothing is counted apart.",
    ),
    Erratum(
        "E-FC-K4",
        "dealCard counts first and reads then, so the first card is never dealt.",
        "The first card is dealt first.",
    ),
    Erratum(
        "E-FC-K5",
        "The refusal comes two cards too late (or refuses the first deal).",
        "Refused exactly when fewer cards are left than wanted.",
    ),
    Erratum(
        "E-FC-K6",
        '`|` stands for "or" and `=` for assignment.',
        "Conditions are conditions, effects give a new value.",
    ),
    Erratum(
        "E-FC-K7",
        "The shuffle swaps neighbours in order: a rotation by one, the same "
        "every time.",
        "A uniform permutation, given by a seed.",
    ),
    Erratum(
        "E-FC-K8",
        "`swap (a = b, b = a)` loses a card, and on copies.",
        "A shuffle keeps every card.",
    ),
    Erratum(
        "E-FC-K9",
        "`deckOfCards(i)` and `deckOfCards[i]` for the same thing.",
        "One way: by index.",
    ),
    Erratum(
        "E-FC-K10",
        "Shuffling after a deal may bring dealt cards back.",
        "Only the cards that are left are shuffled.",
    ),
    Erratum(
        "E-FC-K11",
        "No number of cards left, no seed: no deal can be repeated.",
        "`remaining`, seeds, and Microsoft's deal numbers.",
    ),
    Erratum(
        "E-FC-B1",
        "The sizes are assigned crosswise: 4 columns and 8 free cells.",
        "8 columns, 4 free cells, 4 homes.",
    ),
    Erratum(
        "E-FC-B2",
        "Lengths are assigned, contents are not.",
        "Every place is there, and empty before the deal.",
    ),
    Erratum(
        "E-FC-B3",
        "emptyFreeCell is never set.",
        "Every free cell is empty at the start.",
    ),
    Erratum(
        "E-FC-B4",
        "The deck is never constructed.",
        "Each deal makes its own order of cards.",
    ),
    Erratum(
        "E-FC-B5",
        "Dealing asks for 52 times 8 cards.",
        "52 cards are dealt in all.",
    ),
    Erratum(
        "E-FC-B6",
        "Dealing replaces a whole column by one card.",
        "A card is laid on the end of its column.",
    ),
    Erratum(
        "E-FC-B7",
        "The sizes of the columns are not given.",
        "Card k goes to column k mod 8: 7 7 7 7 6 6 6 6.",
    ),
    Erratum(
        "E-FC-B8",
        "No exception, though dealing can fail.",
        "A deal has every card it needs; only its number can be refused.",
    ),
    Erratum(
        "E-FC-B9",
        "There is no state invariant.",
        "Every card exactly once, homes from the ace in suit, places as the "
        "rules say: checked after every event.",
    ),
    Erratum(
        "E-FC-B10",
        "The variable win is set once and never again.",
        "There is none: winning is seen on the homes.",
    ),
    Erratum(
        "E-FC-B11",
        "Emptiness of a free cell lives in a second array that can disagree.",
        "A free cell holds a card or nothing.",
    ),
    Erratum(
        "E-FC-M1",
        "A moved card overwrites the last card of its target.",
        "It is laid on the end.",
    ),
    Erratum(
        "E-FC-M2",
        "Nothing is removed from the source column.",
        "The card leaves its column.",
    ),
    Erratum(
        "E-FC-M3",
        "A free cell keeps its card after it was moved.",
        "The cell is empty.",
    ),
    Erratum(
        "E-FC-M4",
        "`emptyFreeCell = TRUE` is an equation, and false on a taken cell.",
        "The cell is empty after its card went home.",
    ),
    Erratum(
        "E-FC-M5",
        "moveGameToGame refuses every column that is not empty.",
        "It refuses an empty one.",
    ),
    Erratum(
        "E-FC-M6",
        "moveGameToHome refuses every column that is not empty.",
        "It refuses an empty one.",
    ),
    Erratum(
        "E-FC-M7",
        "moveGameToGame wants the moved card one higher than its target.",
        "One lower.",
    ),
    Erratum(
        "E-FC-M8",
        "Only the last card of the source is compared, however many move.",
        "The first card of the run is compared.",
    ),
    Erratum(
        "E-FC-M9",
        "The moved cards are not compared among themselves.",
        "They must build on each other.",
    ),
    Erratum(
        "E-FC-M10",
        "Moving one by one would reverse the run.",
        "Its order is kept.",
    ),
    Erratum(
        "E-FC-M11",
        "An empty target column is read at index -1.",
        "Any card or run may go there (in some relatives only a king).",
    ),
    Erratum(
        "E-FC-M12",
        "Homes want the opposite colour.",
        "The same suit.",
    ),
    Erratum(
        "E-FC-M13",
        "An empty home is read at index -1; there is no rule for aces.",
        "An ace, and nothing else, goes on an empty home.",
    ),
    Erratum(
        "E-FC-M14",
        "validCol does not exist.",
        "There is one guard for columns.",
    ),
    Erratum(
        "E-FC-M15",
        "moveFreeToHome asks about gameCol, which is no argument of it.",
        "It asks about its free cell.",
    ),
    Erratum(
        "E-FC-M16",
        "moveFreeToHome and moveGameToFree check no bounds.",
        "Every place of every event is checked.",
    ),
    Erratum(
        "E-FC-M17",
        "invalid_card is declared and never raised.",
        "It is the refusal of a card that is no ace on an empty home.",
    ),
    Erratum(
        "E-FC-M18",
        "empty_outside_cells and empty_outside_bounds name the same exception.",
        "One refusal for each condition.",
    ),
    Erratum(
        "E-FC-M19",
        "No order among exceptions, and cards are compared at places not yet checked.",
        "Bounds, count, emptiness, capacity, card rules.",
    ),
    Erratum(
        "E-FC-M20",
        "n of 0 or less, n above the column, and a column onto itself pass.",
        "All three are refused.",
    ),
    Erratum(
        "E-FC-M21",
        "Combined exceptions such as empty_outside_bounds can never be the one seen.",
        "Bounds and emptiness are refused apart.",
    ),
    Erratum(
        "E-FC-M22",
        "Exceptions are not declared; the author's program prints them and goes on.",
        "A refusal is a value, and the state is untouched.",
    ),
    Erratum(
        "E-FC-Q1",
        "Bounds use ≤: column 8, cell 4 and home 4 count as valid.",
        "Below 8, 4 and 4.",
    ),
    Erratum(
        "E-FC-Q2",
        "validHomeCol is headed validGameCol.",
        "Columns, cells and homes have a guard each.",
    ),
    Erratum(
        "E-FC-Q3",
        "availableMoves is free × 2^empty: 0 with four full cells.",
        "(free + 1) × 2^empty.",
    ),
    Erratum(
        "E-FC-Q4",
        "The target column is counted wrongly, empty or not.",
        "An empty target is not counted, a taken one changes nothing.",
    ),
    Erratum(
        "E-FC-Q5",
        'suitMatch means "other colour" and holds only for one order of suits.',
        "`differs_in_colour`, and for homes the same suit.",
    ),
    Erratum(
        "E-FC-Q6",
        "rankMatch is not symmetric, and callers mix its arguments up.",
        "`one_below` says which card is lower.",
    ),
    Erratum(
        "E-FC-Q7",
        "WinGame is right, but homes never grow.",
        "They do, and the game can be won.",
    ),
    Erratum(
        "E-FC-Q8",
        "getX raises empty_cells, which can never happen.",
        "The places of a state can always be read.",
    ),
    Erratum(
        "E-FC-Q9",
        "getX hands out the live state.",
        "A state cannot be changed by who reads it.",
    ),
    Erratum(
        "E-FC-Q10",
        "setGameCells is an expression without effect, and could make a 53rd card.",
        "It lays a card before the game only, and no card twice.",
    ),
    Erratum(
        "E-FC-Q11",
        "isEmptyHomeCell is used by no move.",
        "A query; and moves know empty homes (M13).",
    ),
    Erratum(
        "E-FC-X1",
        "No test for moves left.",
        "No moves left is the outcome, at once; the solver tells what cannot be won.",
    ),
    Erratum(
        "E-FC-X2",
        "No status.",
        "The outcome is won, lost or none yet, and the text says which.",
    ),
    Erratum(
        "E-FC-X3",
        "No undo, redo or list of moves.",
        "Undo, redo and the journal come with every game.",
    ),
    Erratum(
        "E-FC-X4",
        "Nothing tells which moves are legal.",
        "`legal` lists exactly those.",
    ),
    Erratum(
        "E-FC-X5",
        "No deal by number, import or export.",
        "Deal numbers, the formats of fc-solve and PySolFC, a position line.",
    ),
    Erratum(
        "E-FC-X6",
        "No automatic play.",
        "The event `autoplay`: safe or all; the rules can forbid it.",
    ),
    Erratum(
        "E-FC-X7",
        "Silent on moves back from home, between free cells and between homes.",
        "There are none.",
    ),
)
