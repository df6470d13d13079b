"""The bodies of requests with their limits, and those of answers."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ludex.table.sentence_data import packed

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,100}$")]
Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{32,100}$")]
"""A token that a client proposes: 32 letters and digits or more, at random."""

Line = Annotated[str, StringConstraints(min_length=1, max_length=8000, pattern=r"^[ -~]*$")]
OptionText = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}=[ -~]{0,100}$")]
Digits = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,78}$")]
Value = Annotated[str, StringConstraints(max_length=100, pattern=r"^[ -~]*$")]
SeatText = Annotated[
    str,
    StringConstraints(pattern=r"^(me|friend|bot:[A-Za-z0-9_-]{1,40}(:[0-9.]{1,8}s?)?)$"),
]


class Shape(BaseModel):
    """Nothing but what is named, and each of the type it should be."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PuzzleRequest(Shape):
    """A puzzle with properties, today's, or the one of an id."""

    level: Literal["easy", "medium", "hard", "expert", "master"] | None = None
    pieces: Annotated[int, Field(ge=2, le=8)] | None = None
    unique: bool = False
    daily: bool = False
    id: Name | None = None


class Key(Shape):
    """A table and a token that opens it."""

    table: Name
    token: Token


class ClockRequest(Shape):
    """Seconds for each move, seconds beyond for the game, and seconds added after a turn."""

    each: Annotated[int, Field(ge=0, le=3600)] = 0
    bank: Annotated[int, Field(ge=0, le=36_000)] = 0
    more: Annotated[int, Field(ge=0, le=600)] = 0


class TableRequest(Shape):
    """A new table: a game with its options, or one like another table."""

    game: Name | None = None
    preset: Name | None = None
    options: Annotated[dict[Name, Value], Field(max_length=50)] = {}
    seed: Annotated[int, Field(ge=0, lt=2**257)] | Digits | None = None
    """As digits, too: many a reader of JSON knows no number as large as a seed."""

    deal: Annotated[int, Field(ge=-(10**12), le=10**12)] | None = None
    position: Line | None = None
    puzzle: PuzzleRequest | None = None
    seats: Annotated[list[SeatText], Field(min_length=1, max_length=10)] | None = None
    together: bool = False
    """Deal when everybody is there, who may each add a share to the shuffle."""

    open_hands: bool = False
    """The wish to see folded hands when the match is over, where they stay hidden for good."""

    open: bool = False
    """May anybody on this server take the seats of friends?"""

    clock: ClockRequest | None = None
    """The time to think; without it as much as one likes."""

    like: Key | None = None
    fresh: bool = False


MOST_KEYS = 500


class Keys(Shape):
    """The tables that a client knows."""

    tables: Annotated[list[Key], Field(max_length=MOST_KEYS)]


class Claim(Shape):
    """An invitation, and the secret by which its claimer will hold the seat."""

    invitation: Token
    token: Secret


class Join(Shape):
    """The secret by which somebody will hold a seat at an open table."""

    token: Secret


class BoardQuestion(Shape):
    """A board from the editor."""

    game: Name
    position: Line


# -- answers --------------------------------------------------------------------------


class SentenceData(BaseModel):
    """A sentence as data: its code, its template, and what fills the holes."""

    code: str
    template: str
    values: dict[str, "int | str | SentenceData"]


def as_sentence_data(text: str) -> SentenceData:
    """Return a sentence as data."""
    return SentenceData.model_validate(packed(text))


class Error(BaseModel):
    """A mistake, in one sentence: its English text, and as data."""

    error: str
    said: SentenceData | None = None


TROUBLES: dict[int | str, dict[str, Any]] = {
    status: {
        "description": meaning,
        "content": {"application/json": {"schema": Error.model_json_schema()}},
    }
    for status, meaning in (
        (400, "The body is not JSON."),
        (403, "The token does not give access."),
        (404, "Not found."),
        (408, "The body took too long."),
        (409, "The seat is taken."),
        (413, "The body is too large."),
        (414, "The path is too long."),
        (421, "The host name is not that of the server."),
        (422, "The request cannot be fulfilled."),
        (429, "Too many requests."),
        (503, "The database does not answer, or the server is full."),
    )
}


class Invitation(BaseModel):
    """A link by which a friend sits down, once; it is void when the seat's tenure is another."""

    seat: int
    path: str
    tenure: int


class Claimed(BaseModel):
    """The seat that the claimer's secret opens from now on."""

    table: str
    seat: int


class Created(BaseModel):
    """The new table, the creator's seat and its token, invitations for the others."""

    table: str
    seat: int
    token: str
    invitations: list[Invitation]
    watch: str
    deal: str | None
    commitment: str | None
    """The hash of the secret that the deals will follow from."""


class Waiting(BaseModel):
    """A table that anybody may join."""

    table: str
    game: str
    title: str
    preset: str | None
    seats: int
    free: int
    name: str
    """The name that somebody who waits there wants; empty: none."""

    clock: dict[str, int] | None
    since: int
    """The number of seconds since it was opened."""


class Mine(BaseModel):
    """One of the client's tables."""

    table: str
    game: str
    title: str
    seat: int
    status: str
    over: bool
    winners: list[int]
    events: int
    assisted: bool
    created: str
    updated: str
    deal: str | None
    seats: list[str]
    """The players of the seats: `person`, or `bot:NAME`."""

    said: dict[str, SentenceData]
    """Its status, and the name of its deal if it has one, as sentences."""


class Statistics(BaseModel):
    """A client's statistics for one game."""

    game: str
    played: int
    won: int
    streak: int
    best_streak: int
    seconds: float
    assisted: int
    assisted_won: int


class Checked(BaseModel):
    """Does every deal follow from the secret that was promised, and what was found?"""

    holds: bool
    findings: list[str]
    said: list[SentenceData]
    """The same as data, for whoever says it in another language."""


class ReviewedMove(BaseModel):
    """A move that lost something, and what was better."""

    number: int
    """Of the event, counted from 1."""

    seat: int
    lost: float
    words: SentenceData
    better: SentenceData


class ReviewedSeat(BaseModel):
    """The standing of a seat after every event of the part, its luck by chance, and its choices."""

    seat: int
    standing: list[float]
    luck: float
    choices: int


class Reviewed(BaseModel):
    """A part of a game looked back at."""

    unit: SentenceData
    """The unit of standings, losses and luck."""

    events: int
    """So many the whole game has."""

    next: int | None
    """The step from which the next part is asked for; null after the last."""

    seats: list[ReviewedSeat]
    moves: list[ReviewedMove]


class Daily(BaseModel):
    """Today's puzzle."""

    date: str
    game: str
    id: str
    position: str
    level: str


class DealOfDay(BaseModel):
    """Today's deal of a game whose deals are numbered."""

    date: str
    game: str
    deal: int


class BoardAnswer(BaseModel):
    """Can the board be won?"""

    winnable: Literal["yes", "no", "unknown"]
    problems: list[str]
    id: str | None = None
    level: str | None = None
    ways: int | None = None
    """The number of ways to win, where they are counted."""


class Pack(BaseModel):
    """Puzzles of one level that come with a game, from the easiest to the hardest."""

    level: str
    puzzles: list[str]
    """Their names."""


class Packs(BaseModel):
    """All puzzles that come with a game."""

    game: str
    packs: list[Pack]


class OfflinePlace(BaseModel):
    """A place of a board that is taken along."""

    key: str
    label: str
    x: float
    y: float
    look: str


class OfflinePosition(BaseModel):
    """The places of the pieces (look and label, by place), and the result of each move."""

    pieces: dict[str, tuple[str, str]]
    moves: list[tuple[str, str, int]]
    won: bool | None


class OfflinePuzzle(BaseModel):
    """Everything that can come up in a puzzle, the beginning first."""

    id: str
    positions: list[OfflinePosition]


class OfflinePack(BaseModel):
    """Puzzles of one level, to be played without a server."""

    level: str
    puzzles: list[OfflinePuzzle]


class OfflineDay(OfflinePuzzle):
    """The puzzle of a day, to be played without a server."""

    date: str
    level: str


class OfflineDeals(BaseModel):
    """A game whose deals can be played without a server, and those of the next days."""

    game: str
    title: str
    days: dict[str, int]


class OfflinePuzzles(BaseModel):
    """Puzzles of a game, to be played without a server; and the games whose deals can."""

    game: str
    title: str
    places: list[OfflinePlace]
    packs: list[OfflinePack]
    days: list[OfflineDay]
    deals: list[OfflineDeals]


class Health(BaseModel):
    """Is all well?"""

    status: Literal["ok", "ill"]
    database: Literal["ok", "ill"]
