"""Games, states, events and dice travel to other processes, whatever file they are from."""

import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from ludex.kernel import Dice, Event, Game, History, Start
from ludex.parts.secret_dice import SecretDice
from ludex.registry import load, refined
from ludex.registry.files import NoGame
from ludex.registry.shipped import GAMES
from playing import EXAMPLES, ROOT, random_history

NAMES = [*GAMES, *(f"{ROOT}/examples/{name}.py" for name in EXAMPLES)]

NIM = '''
from typing import NamedTuple
from ludex.kernel import Event, Game, Guards, Start, lost

class State(NamedTuple):
    stones: int = 3

class Take(Event[State]):
    """Take a stone."""
    def guards(self, s: State) -> Guards:
        yield s.stones > 0 or "no stone is left"
    def apply(self, s: State) -> State:
        return State(s.stones - 1)

game = Game(
    name="nim", title="Nim", summary="Take stones.", start=Start.fixed(State()),
    events=(Take,), outcome=lambda s: None if s.stones else lost("nothing is left"),
    text=lambda s: f"{s.stones} stones",
)
'''


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


def gone_on(history: History[Any], dice: Dice) -> tuple[Game[Any], Any, list[str]]:
    """What another process makes of a history: its game, one event more, the dice."""
    game, state = history.game, history.state
    for event in game.legal(state)[:1]:
        state = game.after(state, event)
    return game, state, [str(e) for e in history.journal] + [str(dice.below(1000))]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_its_states_events_and_dice_are_the_same_after_pickling(
    name: str,
) -> None:
    game = load(name)
    assert again(game) is game
    history = random_history(game, 5, 30)
    assert again(history.state) == history.state
    assert again(history.journal) == history.journal
    assert again(history).game is game
    assert again(game.outcome(history.state)) == game.outcome(history.state)
    dice = Dice(9)
    dice.word()
    assert [again(dice).word() for _ in range(2)] == [dice.word()] * 2
    secret = SecretDice(1 << 256 | 77)
    secret.word()
    assert [again(secret).word() for _ in range(2)] == [secret.word()] * 2


def test_a_game_of_every_kind_is_played_on_in_a_process_that_was_spawned() -> None:
    histories = [random_history(load(name), 3, 8) for name in NAMES]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for history in histories:
            expected = gone_on(history, Dice(4))
            game, state, told = pool.submit(gone_on, history, Dice(4)).result()
            assert game is history.game
            assert (state, told) == expected[1:]


def test_a_variant_takes_what_it_changed_along() -> None:
    freecell = load("freecell")
    fast = refined(freecell).unchecked()
    there = again(fast)
    assert not there.speed.checked
    assert fast.speed.refinement is not None
    assert there.speed.refinement.moves is fast.speed.refinement.moves
    assert there.events is freecell.events


def test_a_fresh_process_opens_what_was_pickled_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my river.py"
    path.write_text(NIM)
    game = load(str(path))
    state = game.legal(game.start())[0].apply(game.start())
    (tmp_path / "sent").write_bytes(pickle.dumps((game, state, game.legal(state))))
    opened = (
        "import pickle, sys; game, state, legal = pickle.load(open(sys.argv[1], 'rb'));"
        "print(game.text(state), *legal, game.apply(state, legal[0]))"
    )
    command = [sys.executable, "-c", opened, str(tmp_path / "sent")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "2 stones take State(stones=1)\n", done.stderr

    path.write_text(NIM.replace("State(s.stones - 1)", "State(s.stones - 2)"))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "my river.py has changed since it was loaded" in done.stderr
    assert load(str(path)).start() == game.start()  # asked for anew it is another game
    assert load(str(path)) is not game


def test_a_game_that_no_module_holds_says_so() -> None:
    class Pass(Event[int]):
        """Do nothing."""

        def apply(self, s: int) -> int:
            return s

    lonely = Game[int](
        name="lonely",
        title="Lonely",
        summary="Nobody knows it.",
        start=Start.fixed(0),
        events=(Pass,),
        outcome=lambda _: None,
        text=str,
    )
    with pytest.raises(pickle.PicklingError, match="lonely: no module of its events"):
        pickle.dumps(lonely)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x = 1", "river.py: the file defines no `game`"),
        ("game = 1/0", "river.py: ZeroDivisionError: division by zero"),
        ("game =", "river.py: SyntaxError: invalid syntax"),
        ("raise SystemExit(3)", "river.py: SystemExit: 3"),
    ],
)
def test_a_file_without_a_game_is_told_in_one_line(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "river.py").write_text(text)
    with pytest.raises(NoGame) as told:
        load(str(tmp_path / "river.py"))
    assert problem in str(told.value)
    assert "\n" not in str(told.value)


def test_what_is_not_there_is_told_by_its_name() -> None:
    with pytest.raises(LookupError, match=r"^river\.py: no such file$"):
        load("river.py")
    with pytest.raises(LookupError, match="there is no game 'river'; there are: "):
        load("river")
