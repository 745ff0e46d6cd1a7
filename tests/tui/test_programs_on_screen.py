"""Programs as players at the full-screen table: their turns and forfeits, and who starts them."""

from __future__ import annotations

import signal

import pytest
from duels import new_table, play_on
from games_on_disk import saved_game
from line_programs import TAPIS, environment
from outsiders import PATIENCE, Outsider, bot, listening
from pilots import driven, game_of, program, set_pace, shown, table_of, until
from setups import duel_setup
from terminal import Terminal

from engine.duel.game import DUEL
from engine.duel.moves import SEATS
from engine.duel.reasons import Ending
from engine.table import Sitter
from play.requests import PlayBranch
from play.setup import Series
from saves.reading import read_record
from saves.store import Store
from tui.screens.home import Home
from tui.screens.menu import Ask
from tui.screens.table import TableScreen

TURNS_OF_A_GAME = 57
MUTE = "cat >/dev/null; sleep 100"


def against(*kinds: str) -> Series:
    return Series(duel_setup(kinds, ("Zoé", "Max"), first="south"))


def at_table(*kinds: str, patience: float = PATIENCE, **settings):
    """Return the program at a new game of these kinds, as `tapis play` begins it."""
    named = frozenset(kind for kind in kinds if kind.startswith("exec:"))
    return program("new_game", against(*kinds), patience=patience, programs=named, **settings)


def saved_with(*kinds: str, turns: int = 3):
    """Save a game in which these played; return its file and its table."""
    table = play_on(new_table(9), ("greedy", "greedy"), turns)
    table.sitters = tuple(Sitter(name, kind) for name, kind in zip(SEATS, kinds, strict=True))
    return saved_game(Store().folder, table)[0], table


async def test_a_program_plays_at_the_table_and_begins_anew_when_its_turn_is_taken_back(tmp_path):
    outsider = Outsider(tmp_path, listening(bot()))
    async with driven(at_table("human", outsider.kind)) as pilot:
        screen = table_of(pilot)
        table = game_of(screen)
        for turns in (1, 3, 5):
            await until(pilot, lambda n=turns: table.turns == n and screen.cursor is not None)
            if turns < 5:
                screen.controller.play(DUEL.computer_players["greedy"](0).choose(table.view(0)))
        assert outsider.starts == 1
        await pilot.press("u", "enter")
        await until(pilot, lambda: table.turns == 3)
        screen.controller.play(DUEL.computer_players["greedy"](0).choose(table.view(0)))
        await until(pilot, lambda: table.turns == 5)
        assert "cartes NORD" not in outsider.heard
        await pilot.press("q")
        assert outsider.is_gone()
        assert isinstance(pilot.app.screen, Home)


@pytest.mark.parametrize(
    ("language", "won", "why"),
    [
        ("en", "You win", 'South (sh -c exec 9>"$1… gave up (no answer within 1 s).'),
        ("fr", "Vous gagnez", 'SUD (sh -c exec 9>"$1";… abandonne (pas de réponse en 1 s).'),
    ],
)
async def test_a_program_that_says_nothing_loses_and_the_table_says_why(
    tmp_path, language, won, why
):
    outsider = Outsider(tmp_path, MUTE)
    files = []

    def is_told(app):
        """Whether the panel at the end says who won, and why."""
        rows = shown(app).replace("\xa0", " ").splitlines()
        told = " ".join(row.strip() for row in rows)
        return won in told and why in told

    async with driven(at_table("human", outsider.kind, patience=1, language=language)) as pilot:
        screen = table_of(pilot)
        await until(pilot, lambda: game_of(screen).outcome is not None)
        files.append(screen.client.session.path)
        await pilot.pause()
        assert is_told(pilot.app)
        assert outsider.is_gone()
        await pilot.press("q")
    table = read_record(files[0].read_bytes()).table
    assert table.outcome.why is Ending.FORFEIT
    assert table.events[-1].text in why
    async with driven(program("open_game", files[0], language=language)) as pilot:
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert is_told(pilot.app)
        await pilot.press("q")


@pytest.mark.parametrize("how", ["quit", "end"])
async def test_leaving_the_table_ends_a_program_that_thinks(tmp_path, how):
    outsider = Outsider(tmp_path, MUTE)
    async with driven(at_table("human", outsider.kind)) as pilot:
        await until(pilot, lambda: outsider.starts == 1)
        if how == "quit":
            await pilot.press("q")
        else:
            pilot.app.end()
        assert outsider.is_gone()


def stepped(file, *kinds: str):
    """Return the program at a game that goes on only by keys: its first turn is an hour away."""
    app = program("open_game", file, programs=frozenset(kinds))
    app.timing.pace = 3600
    return app


async def test_two_programs_play_by_step_and_to_the_end_and_hear_of_it(tmp_path):
    both = [Outsider(tmp_path, listening(bot()), name) for name in SEATS]
    kinds = [outsider.kind for outsider in both]
    file, saved = saved_with(*kinds, turns=TURNS_OF_A_GAME - 8)
    async with driven(stepped(file, *kinds)) as pilot:
        screen = table_of(pilot)
        await pilot.press("p")
        for turns in (1, 2, 3):
            await pilot.press("right")
            await until(pilot, lambda n=saved.turns + turns: game_of(screen).turns == n)
        assert [outsider.starts for outsider in both] == [1, 1]
        set_pace(table_of(pilot), 0.01)
        await pilot.press("p")
        await until(pilot, lambda: game_of(screen).outcome is not None)
        assert game_of(screen).turns == TURNS_OF_A_GAME
        assert all(outsider.is_gone() for outsider in both)
        assert [outsider.starts for outsider in both] == [1, 1]
        end = DUEL.line_words.result(game_of(screen).outcome)[0]
        assert all(outsider.heard.endswith(f"{end}\n") for outsider in both)
        await pilot.press("q")


@pytest.mark.parametrize(("key", "turns"), [("right", 1), ("p", 3)])
async def test_a_key_does_not_disturb_a_program_that_thinks_of_its_step(tmp_path, key, turns):
    gate = tmp_path / "gate"
    outsider = Outsider(tmp_path, f"until [ -e {gate} ]; do sleep 0.02; done; {bot()}")
    file, saved = saved_with("greedy", outsider.kind)
    app = stepped(file, outsider.kind)
    app.animation_level = "full"
    async with driven(app) as pilot:
        table = game_of(table_of(pilot))
        await pilot.press("p", "right")
        assert outsider.is_started()
        set_pace(table_of(pilot), 0.1)
        await pilot.press(key)
        assert table.turns == saved.turns
        gate.touch()
        await until(pilot, lambda: table.turns >= saved.turns + turns)
        assert outsider.starts == 1
        assert table.outcome is None
        await pilot.press("q")
        assert outsider.is_gone()


async def test_a_saved_game_starts_a_program_only_if_one_says_so(tmp_path):
    outsider = Outsider(tmp_path, listening(bot()))
    file, saved = saved_with("human", outsider.kind)
    before = file.read_bytes()
    async with driven(program("open_game", file)) as pilot:
        assert isinstance(pilot.app.screen, Ask)
        text = shown(pilot.app)
        assert "A program plays here for South, and can do anything that you can:" in text
        assert "sh -c 'exec" in text
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        assert outsider.starts == 0
    assert file.read_bytes() == before
    async with driven(program("open_game", file)) as pilot:
        await pilot.press("end", "end", "end", "down", "enter")  # its command is long
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        table = game_of(table_of(pilot))
        await until(pilot, lambda: table.turns == saved.turns + 1)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        assert outsider.is_gone()
        await pilot.press("enter")  # once named, it is not asked about again
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        await pilot.press("q")
    assert read_record(file.read_bytes()).table.turns == saved.turns + 1


async def test_neither_a_branch_nor_another_game_starts_a_program_of_a_file(tmp_path):
    outsider = Outsider(tmp_path, MUTE)
    _, table = saved_with("human", outsider.kind)
    async with driven(program()) as pilot:
        pilot.app.carry_out(PlayBranch(table))
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await pilot.press("enter")
        pilot.app.new_game(against("human", outsider.kind))
        await until(pilot, lambda: isinstance(pilot.app.screen, Ask))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, Home))
        assert outsider.starts == 0


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP, "lost connection"], ids=str)
def test_however_the_program_is_ended_no_player_is_left_behind(tmp_path, end):
    outsider = Outsider(tmp_path, MUTE)
    game = ["play", "--north", "human", "--south", outsider.kind, "--first", "south"]
    terminal = Terminal([*TAPIS, *game], environment(TERM="xterm-256color", LANG="C.UTF-8"))
    try:
        terminal.wait_for("is thinking")
        assert outsider.is_started()
        if end == "lost connection":
            terminal.close()
        else:
            terminal.kill(end)
        assert terminal.exited(PATIENCE) is not None
        assert outsider.is_gone()
    finally:
        terminal.end()
