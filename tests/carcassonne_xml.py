"""States of Carcassonne written as XML in few words, and what the programs make of them."""

from ludex.games.carcassonne.formats.programs import Printed
from ludex.games.carcassonne.formats.xml_state import document_of
from ludex.games.carcassonne.rules.position import Setup
from ludex.kernel import Unreadable


def tile(letters: str, x: int, y: int, follower: str = "") -> str:
    tag = f'<tile type="{letters[0]}" x="{x}" y="{y}" orientation="{letters[1]}"'
    if not follower:
        return f"{tag} />"
    player, role = follower[:-1], follower[-1]
    return f'{tag}><follower player="{player}" type="{role}" /></tile>'


def board(*tiles: str, scores: tuple[int, ...] = (1, 2), drawn: str = "E") -> str:
    listed = "".join(f'<score player="{player}" score="0" />' for player in scores)
    terrain = f"<terrain>{''.join(tiles)}</terrain>" if tiles else "<terrain />"
    following = f'<next tile="{drawn}" />' if drawn else ""
    return f"<board>{terrain}<scores>{listed}</scores>{following}</board>\n"


def text(result: Printed | Unreadable) -> str:
    assert isinstance(result, Printed), result
    return result.text


def problem(result: object) -> str:
    assert isinstance(result, Unreadable), result
    return str(result)


def scores(xml: str) -> dict[int, int]:
    document = document_of(xml)
    assert isinstance(document, Setup)
    return {score.player: score.points for score in document.scores or ()}
