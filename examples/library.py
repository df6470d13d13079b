"""A library: members borrow, return and reserve books.

A member has at most two books at a time. A book that is on loan can be reserved; when it is back, only
the member who reserved it first may borrow it.
"""

from dataclasses import dataclass, replace
from enum import Enum

from ludex.kernel import Event, Game, Guards, Start
from ludex.parts.places import put
from ludex.table import Drawing, Gesture, Layout, Looks, Piece, Shown, TablePlace, Zone

Member = Enum("Member", "ANNA BEN CLARA")
Book = Enum("Book", "ATLAS BALLADS COMEDY")
MEMBERS, BOOKS = tuple(Member), tuple(Book)
MOST = 2
"""A member borrows so many books."""


@dataclass(frozen=True, slots=True)
class State:
    members: tuple[bool, ...] = (False,) * len(MEMBERS)
    loans: tuple[Member | None, ...] = (None,) * len(BOOKS)  # who has the book
    queues: tuple[tuple[Member, ...], ...] = ((),) * len(BOOKS)  # who reserved it, the first first


class Join(Event[State]):
    """A person becomes a `member`."""

    member: Member

    def guards(self, s: State) -> Guards:
        yield not is_member(s, self.member) or f"{self.member.name} is a member"

    def apply(self, s: State) -> State:
        return replace(s, members=put(s.members, number(self.member), True))


class Leave(Event[State]):
    """A `member` leaves, with no books on loan or reserved."""

    member: Member

    def guards(self, s: State) -> Guards:
        yield is_member(s, self.member) or f"{self.member.name} is not a member"
        yield self.member not in s.loans or f"{self.member.name} has books"
        yield not any(self.member in queue for queue in s.queues) or "a book is reserved"

    def apply(self, s: State) -> State:
        return replace(s, members=put(s.members, number(self.member), False))


class Borrow(Event[State]):
    """A `member` borrows a `book`: it is not on loan, and no other member has reserved it before."""

    member: Member
    book: Book

    def guards(self, s: State) -> Guards:
        queue = s.queues[BOOKS.index(self.book)]
        yield is_member(s, self.member) or f"{self.member.name} is not a member"
        yield s.loans[BOOKS.index(self.book)] is None or "the book is on loan"
        yield s.loans.count(self.member) < MOST or f"{self.member.name} has {MOST} books"
        yield not queue or queue[0] is self.member or "the book is reserved for somebody else"

    def apply(self, s: State) -> State:
        at = BOOKS.index(self.book)
        queues = put(s.queues, at, s.queues[at][1:])
        return replace(s, loans=put(s.loans, at, self.member), queues=queues)


class Return(Event[State]):
    """A `book` comes back."""

    book: Book

    def guards(self, s: State) -> Guards:
        yield s.loans[BOOKS.index(self.book)] is not None or "the book is not on loan"

    def apply(self, s: State) -> State:
        return replace(s, loans=put(s.loans, BOOKS.index(self.book), None))


class Reserve(Event[State]):
    """A `member` reserves a `book` that another member has borrowed or reserved."""

    member: Member
    book: Book

    def guards(self, s: State) -> Guards:
        at = BOOKS.index(self.book)
        yield is_member(s, self.member) or f"{self.member.name} is not a member"
        yield s.loans[at] is not self.member or f"{self.member.name} has the book"
        yield self.member not in s.queues[at] or f"{self.member.name} has reserved the book"
        yield s.loans[at] is not None or len(s.queues[at]) > 0 or "the book can be borrowed"

    def apply(self, s: State) -> State:
        at = BOOKS.index(self.book)
        return replace(s, queues=put(s.queues, at, (*s.queues[at], self.member)))


class Cancel(Event[State]):
    """A `member` cancels the reservation of a `book`."""

    member: Member
    book: Book

    def guards(self, s: State) -> Guards:
        queue = s.queues[BOOKS.index(self.book)]
        yield self.member in queue or f"{self.member.name} has not reserved the book"

    def apply(self, s: State) -> State:
        at = BOOKS.index(self.book)
        queue = tuple(member for member in s.queues[at] if member is not self.member)
        return replace(s, queues=put(s.queues, at, queue))


def number(member: Member) -> int:
    return MEMBERS.index(member)


def is_member(s: State, member: Member) -> bool:
    return s.members[number(member)]


def users(s: State) -> set[Member]:
    """Who has borrowed or reserved something?"""
    return {member for queue in s.queues for member in queue} | {m for m in s.loans if m is not None}  # fmt: skip


def text(s: State) -> str:
    members = ", ".join(member.name for member in MEMBERS if is_member(s, member))
    lines = [f"members: {members or 'nobody'}"]
    for book, owner, queue in zip(BOOKS, s.loans, s.queues, strict=True):
        where = "on the shelf" if owner is None else f"on loan to {owner.name}"
        waiting = f", reserved by {', '.join(member.name for member in queue)}" if queue else ""
        lines.append(f"{book.name}: {where}{waiting}")
    return "\n".join(lines)


COVER = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 24"><rect x="2" y="1" width="16" height="22" '
    'rx="1.5" fill="{}" stroke="#2b2118"/><path d="M5 1V23" stroke="#2b2118" stroke-width="0.6"/>'
    '<text x="11.5" y="12" font-size="9" text-anchor="middle" dominant-baseline="central" fill="#fff6df">{}</text></svg>'
)
DRAWINGS = {
    f"book:{book.name.lower()}": Drawing(svg=COVER.format(paint, book.name[0]), sign=book.name[0])
    for book, paint in zip(BOOKS, ("#2f5d8c", "#7a2e2e", "#2f7a4a"), strict=True)
}
EMBLEM = tuple(Shown(look, 1.1 * i - 1.6, 1) for i, look in enumerate(DRAWINGS))
SHELF = TablePlace("shelf", "the shelf", 0, 0, Layout.ROW, span=3)


def zones(s: State, _: object) -> tuple[Zone, ...]:
    """The shelf, and the desk of each person."""
    pieces = [
        Piece(book.name, f"book:{book.name.lower()}", f"{book.name.lower()}") for book in BOOKS
    ]
    found = [SHELF.holding(tuple(p for p, who in zip(pieces, s.loans, strict=True) if who is None))]
    for i, member in enumerate(MEMBERS):
        place = TablePlace(member.name, member.name.capitalize(), 3 * i, 2, Layout.ROW, span=2)
        books = tuple(p for p, who in zip(pieces, s.loans, strict=True) if who is member)
        waits = [b.name.lower() for b, q in zip(BOOKS, s.queues, strict=True) if member in q]
        words = "member" if is_member(s, member) else "no member"
        found.append(place.holding(books, caption=f"{place.label}: {words}", notes=tuple(waits)))
    return tuple(found)


def gesture(_: State, event: Event[State]) -> Gesture:
    """Drag a book from the shelf to who borrows it, and back."""
    match event:
        case Borrow(member, book):
            return Gesture(str(event), event.spoken(), book.name, member.name)
        case Return(book):
            return Gesture(str(event), event.spoken(), book.name, "shelf")
    return Gesture(str(event), event.spoken())


game = Game(
    name="library", title="A library", summary="Members borrow, return and reserve books.",
    start=Start.fixed(State()), events=(Join, Leave, Borrow, Return, Reserve, Cancel), text=text,
    looks=Looks(drawings=DRAWINGS, emblem=EMBLEM, zones=zones, gesture=gesture),
    always={
        "only members have or reserve books": lambda s: all(is_member(s, m) for m in users(s)),
        "nobody has too many books": lambda s: all(s.loans.count(m) <= MOST for m in MEMBERS),
        "nobody waits twice for a book": lambda s: all(len(q) == len({*q}) for q in s.queues),
        "nobody waits for a book that they have": lambda s: not any(
            who in queue for who, queue in zip(s.loans, s.queues, strict=True)),
    },
    sometimes={"two members wait for one book": lambda s: any(len(q) == 2 for q in s.queues)},
)  # fmt: skip
