"""Whatever is said to a player has a Portuguese sentence: a template without one is named.

The templates are found by walking: the guard tables, every `say` in the source of a game, the
rules page, and random play that looks at scenes, told lines, outcomes and hints.
"""

import ast
import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludex.bots import thinking_of, view_of
from ludex.check.strange_events import strange_event
from ludex.kernel import (
    CHANCE,
    Dice,
    Game,
    History,
    Refusal,
    Seat,
    Sentence,
    Unreadable,
    Written,
    as_sentence,
    say,
)
from ludex.kernel.texts.sentence import holes
from ludex.language.rulebook.guards import guard_table
from ludex.language.rulebook.page import (
    BulletList,
    Heading,
    Paragraph,
    TableBlock,
    page_blocks,
)
from ludex.language.translations import (
    Language,
    has_words,
    language_of,
    languages,
    own_words,
    rules_language,
    terminal_language,
)
from ludex.players.advice import advisor_for, why_no_hint
from ludex.server.game_list import game_list
from ludex.server.tables.driver import FAILS, WAITS
from ludex.server.workers.pool import Busy, NoAnswer, ThinkingFailed, TooManyQuestions
from ludex.table import Scene, looks_of, scene_of
from ludex.table.narration import last_entry
from ludex.tui.table.advice import FURTHER_LIGHT, LIGHTS
from ludex.tui.table.frame import COMMON
from ludex.tui.table.keys import KEYS
from ludex.tui.table.turns import FOOT
from playing import ROOT

SOURCE = ROOT / "src" / "ludex"
REACHING = ROOT / "tests" / "every_game" / "reaching"
EVENTS = 60
TRIES = 6
"""Events out of the blue at every position: most are refused, in a sentence."""

NAMES = [*game_list()]


def missing(texts: Iterator[str], language: Language) -> list[str]:
    """The templates that have no words in the language, each once."""
    return sorted({lack for text in texts for lack in lacking(text, language)})


def is_known(template: str, language: Language) -> bool:
    """What begins a line with a capital is known without it."""
    small = template[:1].lower() + template[1:]
    return template in language.templates or small in language.templates


def lacking(text: str, language: Language) -> Iterator[str]:
    if isinstance(text, Written):
        return
    said = as_sentence(text)
    if has_words(said.template) and not is_known(said.template, language):
        yield said.template
    names = [hole.partition(":")[0] for hole in holes(said.template)]
    for value in map(said.values.get, names):
        if isinstance(value, Sentence):
            yield from lacking(value, language)
        elif isinstance(value, str) and not isinstance(value, Written):
            # A word in a hole is a sentence of its own, or it could not be translated.
            is_lost = has_words(value) and not is_known(value, language)
            yield from [f"{said.template}: {value}"] if is_lost else []


# -- what is said -------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_what_a_game_says_is_said_in_portuguese_too(name: str) -> None:
    game = game_list()[name].game
    texts = [*said(game)]
    assert len({*texts}) > 100
    assert missing(iter(texts), language_of("pt", game)) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_board_in_letters_is_said_in_portuguese_too(name: str) -> None:
    game = game_list()[name].game
    language = terminal_language("pt", game)
    for preset in game.start.presets:
        state, dice = game.start(preset), Dice(5)
        for _ in range(EVENTS):
            text = game.text(game.view(state, Seat(0)))
            assert missing(iter([text]), language) == []
            assert language.found(text) not in (None, text)
            if game.outcome(state) is not None:
                break
            by_chance = game.turn(state) == CHANCE
            moves = [] if by_chance else [*game.moves(state)]
            event = game.draw(state, dice) if by_chance else dice.choice(moves)
            state = game.after(state, event)


@pytest.mark.parametrize("name", NAMES)
def test_every_template_in_the_source_of_a_game_has_portuguese(name: str) -> None:
    game = game_list()[name].game
    found = [*templates(folder_of(game))]
    assert found
    assert missing(iter(found), language_of("pt", game)) == []


@pytest.mark.parametrize(
    "room",
    [
        "kernel",
        "check/why/explanation.py",
        "check/why/terms.py",
        "play/protocol/__init__.py",
        "solve",
        "server",
    ],
)
def test_every_template_of_the_table_has_portuguese(room: str) -> None:
    found = [*templates(SOURCE / room)]
    assert found
    assert missing(iter(found), language_of("pt")) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_printed_rules_are_whole_in_portuguese(name: str) -> None:
    game = game_list()[name].game
    language = rules_language("pt", game)
    pages = [*printed(game, None), *printed(game, game.start.default)]
    assert missing(iter(pages), language) == []


def test_what_the_lobby_says_is_said_in_portuguese_too() -> None:
    lacks = []
    for offer in game_list().described:
        language = language_of("pt", game_list()[str(offer["name"])].game)
        lacks += missing(iter(offered(offer)), language)
    assert lacks == []


@pytest.mark.parametrize("name", NAMES)
def test_what_a_hint_says_is_said_in_portuguese_too(name: str) -> None:
    game = game_list()[name].game
    state, dice = game.start(), Dice(3)
    while game.turn(state) == CHANCE:
        state = game.after(state, game.draw(state, dice))
    advisor, view = advisor_for(game), view_of(game, state, game.turn(state))
    hint = advisor.hint(view, dice)
    texts = [hint.why, hint.gesture.words] if hint else [why_no_hint(game, advisor, view)]
    assert missing(iter(texts), language_of("pt", game)) == []


def test_what_waiting_is_for_is_said_in_portuguese_too() -> None:
    player = say("player", "Player {number}", number=2)
    bot = {"player": player, "bot": "search"}
    texts = [Sentence("bot_waits", words, bot) for words in (WAITS, FAILS)]
    texts += [as_sentence(kind.text) for kind in (NoAnswer, ThinkingFailed, Busy, TooManyQuestions)]
    assert missing(iter(texts), language_of("pt")) == []


def test_a_sentence_stays_english_as_a_whole_where_a_part_of_it_is_not_known() -> None:
    portuguese = language_of("pt")
    known = say("player", "player {number}", number=1)
    assert portuguese.words(say("to_move", "{player} to move", player=known)) == (
        "vez do jogador 1"
    )
    strange = say("goblin", "goblin {number}", number=1)
    assert portuguese.words(say("to_move", "{player} to move", player=strange)) == (
        "goblin 1 to move"
    )


def test_what_is_written_already_is_not_translated_again() -> None:
    """An argument that is called like a preset keeps its name in the printed rules."""
    bank = game_list()["russian-bank"].game
    language = rules_language("pt", bank)
    entry = say("entry", "{name}: {what}", name=Written("seed"), what=Written("64"))
    assert language.words(entry) == "seed: 64"
    texts = [language.words(text) for text in printed(bank, None)]
    assert not any("número documento" in text for text in texts)
    assert any("pelo número seed" in text for text in texts)


def test_words_grow_together_but_not_the_end_of_a_longer_one() -> None:
    bank = language_of("pt", game_list()["russian-bank"].game)
    reserve = say("reserve", "the reserve")
    assert bank.words(say("no", "nothing is taken from {pile}", pile=reserve)) == (
        "nada se tira da reserva"
    )
    player = say("player", "player {number}", number=2)
    words = "Hand {hand}: {player:* has|you have} the button"
    poker = language_of("pt", game_list()["holdem"].game)
    assert poker.words(say("hand", words, hand=1, player=player)) == (
        "Mão 1: o jogador 2 tem o botão"
    )


# -- the catalogues -----------------------------------------------------------------------


@pytest.mark.parametrize("name", [None, *NAMES])
def test_a_translation_has_the_holes_of_its_template(name: str | None) -> None:
    game = None if name is None else game_list()[name].game
    language = language_of("pt") if game is None else rules_language("pt", game)
    for english, other in language.templates.items():
        assert {*holes(other)} <= {*holes(english)}, english
        assert other.strip() == other, english
        assert other, english


@pytest.mark.parametrize("name", NAMES)
def test_a_game_repeats_nothing_that_is_said_everywhere(name: str) -> None:
    general = language_of("pt").templates
    own = own_words("pt", game_list()[name].game)
    assert [text for text, other in own.items() if general.get(text) == other] == []


@pytest.mark.parametrize("room", ["tui/table", "tui/board", "play", "bots/advice.py"])
def test_every_template_of_the_terminal_has_portuguese(room: str) -> None:
    language = terminal_language("pt")
    found = [*templates(SOURCE / room)]
    assert found
    assert missing(iter(found), language) == []


def test_every_key_and_action_of_the_terminal_has_portuguese() -> None:
    texts = [key.sentence for key in KEYS if key.sentence]
    texts += [words for _, _, words in COMMON]
    texts += [FOOT, *(light for light in LIGHTS.values())]
    assert missing(iter(texts), terminal_language("pt")) == []


def test_there_is_one_language_beside_english() -> None:
    assert languages() == ("pt",)


BRAZILIAN = ["você", "tela", "usuário", "arquivo", "registro", "time ", "ônibus", "deletar", "gerenciar", "compartilh", "baixar o", "carregando", "jogando"]  # fmt: skip


def test_the_portuguese_is_that_of_portugal() -> None:
    texts = {other for name in NAMES for other in rules_language("pt", game_list()[name].game).templates.values()}  # fmt: skip
    found = [text for text in texts for word in BRAZILIAN if word in text.lower()]
    assert found == []


# -- walking ------------------------------------------------------------------------------


def folder_of(game: Game[Any]) -> Path:
    module = game.events[0].__module__.split(".")
    return SOURCE.joinpath(*module[1:]).parent


@cache
def _trees(folder: Path) -> tuple[ast.AST, ...]:
    files = [folder] if folder.suffix == ".py" else sorted(folder.rglob("*.py"))
    return tuple(ast.parse(file.read_text()) for file in files)


def templates(folder: Path) -> Iterator[Sentence]:
    """Every sentence that is said with a constant template, or refused with a constant."""
    for path in sorted(folder.rglob("sentences.toml")):
        for found in tomllib.loads(path.read_text()).values():
            for template in found.values() if isinstance(found, dict) else [found]:
                yield Sentence("", template, dict.fromkeys(_names(template), Written("")))
    for tree in _trees(folder):
        named = _named(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from _constants(node, named)


def _named(tree: ast.AST) -> dict[str, list[ast.expr]]:
    """What the names of a file stand for, wherever they are given a value."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for name in (n for t in targets for n in ast.walk(t)):
                if isinstance(name, ast.Name):
                    found.setdefault(name.id, []).append(node.value)
    return found


def _constants(call: ast.Call, named: dict[str, list[ast.expr]]) -> Iterator[Sentence]:
    assert isinstance(call.func, ast.Name)
    if call.func.id == "say" and len(call.args) > 1:
        names = {keyword.arg for keyword in call.keywords}
        for template in _texts(call.args[1], named):
            given = _names(template)
            if given <= names or None in names:  # another text of the same name
                yield Sentence("", template, dict.fromkeys(given, Written("")))
    elif call.func.id in ("Rejection", "Closed", "Refused", "NoEffect"):
        texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
        yield from (as_sentence(text) for text in texts if isinstance(text, str))


def _names(template: str) -> set[str]:
    return {hole.partition(":")[0] for hole in holes(template)}


def _texts(node: ast.expr, named: dict[str, list[ast.expr]]) -> Iterator[str]:
    """The texts that an expression may give: constants, by choice, by name, by look-up."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one, named), *_texts(other, named))
        case ast.Name(id=name):
            for value in named.get(name, []):
                yield from () if isinstance(value, ast.Name) else _texts(value, {})
        case ast.Subscript(value=ast.Name(id=name)):
            for value in named.get(name, []):
                members = value.values if isinstance(value, ast.Dict) else [value]
                leaves = [leaf for m in members if m for leaf in ast.walk(m)]
                yield from (
                    leaf.value
                    for leaf in leaves
                    if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)
                )


def offered(offer: dict[str, Any]) -> Iterator[str]:
    yield from (str(offer["title"]), str(offer["summary"]))
    yield from (*offer["titles"].values(), *offer["meanings"].values())
    yield from (text for bot in offer["bots"] for text in bot.values())
    if offer["opponent"]:
        opponent = offer["opponent"]
        words = (level["word"] for level in opponent["levels"])
        yield from (opponent["name"], opponent["character"], *words)
    for option in offer["options"]:
        yield from (option["group"], option["question"], option["note"])
        yield from option["answers"].values()


def printed(game: Game[Any], preset: str | None) -> Iterator[str]:
    yield from (lesson.words for lesson in looks_of(game).lessons)
    for block in page_blocks(game, preset):
        match block:
            case Heading(_, text) | Paragraph(text):
                yield text
            case BulletList(items):
                yield from items
            case TableBlock(head, rows):
                yield from (*head, *(cell for row in rows for cell in row))


def said(game: Game[Any]) -> Iterator[str]:
    """What is said in random play with every preset, and where guards are reached."""
    yield thinking_of(game).unit
    yield looks_of(game).progress_unit
    for cls in game.events:
        reasons = [row.reason for row in guard_table(cls)]
        yield from (_unfilled(said) for said in reasons if isinstance(said, Sentence))
    for preset in game.start.presets:
        yield from played(History(game, game.start(preset)), Dice(0))
    for script in REACHING.glob(f"{game.name}*"):
        yield from replayed(game, script.read_text())


def _unfilled(said: Sentence) -> Sentence:
    """What stands in its holes in print is for the printed rules."""
    return Sentence(said.code, said.template, dict.fromkeys(said.values, Written("")))


def played(history: History[Any], dice: Dice) -> Iterator[str]:
    game = history.game
    yield from shown(history)
    for _ in range(EVENTS):
        state = history.state
        if game.outcome(state) is not None:
            break
        by_chance = game.turn(state) == CHANCE
        event = game.draw(state, dice) if by_chance else dice.choice([*game.moves(state)])
        for _ in range(TRIES):
            strange = strange_event(game, dice, event)
            refusal = game.refusal(state, strange)
            if refusal is not None and not strange.by_chance:
                yield refusal.text
        after = history.play(event)
        assert isinstance(after, History)
        history = after
        yield from shown(history)


def replayed(game: Game[Any], script: str) -> Iterator[str]:
    history = History(game, game.start())
    for line in script.split("\n"):
        event = game.read(line)
        if isinstance(event, Unreadable):
            continue
        after = history.play(event)
        if isinstance(after, Refusal):
            yield after.text
        elif isinstance(after, History):
            history = after
            yield from shown(history)


def shown(history: History[Any]) -> Iterator[str]:
    """All that a table message tells a player in words."""
    game, state = history.game, history.state
    outcome = game.outcome(state)
    if outcome is not None:
        yield outcome.text
    for seat in {Seat(0), Seat(game.seat_count(state) - 1)}:
        yield from words_of(scene_of(game, state, seat))
        if history.past is not None:
            told = last_entry(history, seat)
            yield from (told.words, *told.told)


def words_of(scene: Scene) -> Iterator[str]:
    yield scene.status
    yield from (name for name, _ in scene.highlights)
    for zone in scene.zones:
        yield from (zone.label, zone.caption, *(piece.label for piece in zone.pieces))
    for gesture in scene.gestures:
        yield from (gesture.words, *gesture.choices)


def test_the_catalogues_can_be_sent_to_a_browser() -> None:
    words = {name: own_words("pt", game_list()[name].game) for name in NAMES}
    assert json.loads(json.dumps(words)) == words


def test_numbers_have_the_commas_of_the_language() -> None:
    words = "Tried {tries} times, it leads to {mean:+.1f} {unit} on average; the other moves are as good."
    told = say("tried", words, tries=1200, mean=3.75, unit=say("unit", "points"))
    assert "leva em média a +3,8 pontos" in language_of("pt").words(told)
    assert "+3.8 points" in told
    light = say("light", FURTHER_LIGHT, limit=2_000_000)
    assert "2\u00a0000\u00a0000 posições" in terminal_language("pt").words(light)
