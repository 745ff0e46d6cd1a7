"""Playing Zen at the table: whole games by keys, refusals, answers, rounds, teams, files."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from games_on_disk import saved_game
from pilots import driven, game_of, my_turn, on_screen, program, shown, table_of, until
from zens import ECHEC_AHEAD, at_position, new_table, play_on, position

from engine.game import Hint
from engine.reasons import Explanation
from engine.table import EventKind, Sitter, Table
from engine.zen.board import after, groups
from engine.zen.game import ZEN, Zen
from engine.zen.moves import Answer, parse
from engine.zen.options import ZenOptions
from engine.zen.positions import parse_position
from engine.zen.reasons import ZenRefusal
from engine.zen.squares import parse_square
from play.frame import Phase
from play.games.zen.controls import BoardCursor, Stop
from play.setup import Series, Setup
from saves.store import Store, inspect_file
from tui.screens.home import Home
from tui.screens.menu import Ask, Menu
from tui.screens.replay import ReplayScreen
from tui.screens.table import TableScreen as ZenTable
from tui.screens.waiting import CurtainScreen

SQUARE = parse_square


def setup(*kinds: str, games: int = 1, **options) -> Series:
    more = {"variant": 0, "announce": "auto", "players": len(kinds), **options}
    names = ("Zoé", "Max", "Ann", "Bob")[: len(kinds)]
    return Series(Setup("zen", kinds, names, "black", games, tuple(more.items())))


SHARED = setup("human", "human")
ALONE = setup("human", "random")


def drawn(screen, name) -> str:
    """Return what stands in a square's cells."""
    square = SQUARE(name) if isinstance(name, str) else name
    board, places = screen.scene.board, screen.scene.table.places
    lines = board.plain().splitlines()
    cells = [cell for cell in cells_of(board) if places.square_at(*cell) == square]
    rows = {y: "".join(lines[y].ljust(x + 1)[x] for x, at in cells if at == y) for _, y in cells}
    return "\n".join(rows.values())


def cells_of(widget) -> list[tuple[int, int]]:
    return [(x, y) for y in range(widget.size.height) for x in range(widget.size.width)]


async def go_to(pilot, table: ZenTable, square) -> None:
    """Go to a square by arrow keys."""
    while table.cursor.square != square:
        row, column = divmod(table.cursor.square, 11)
        to_row, to_column = divmod(square, 11)
        if column != to_column:
            await pilot.press("right" if column < to_column else "left")
        else:
            await pilot.press("up" if row < to_row else "down")


async def make(pilot, table: ZenTable, move) -> None:
    """Make a move with arrows and Enter alone."""
    for square in (move.start, move.end):
        await go_to(pilot, table, square)
        await pilot.press("enter")


async def press_text(pilot, text: str) -> None:
    await pilot.press("colon")
    pilot.app.screen.query_one("Input").value = text
    await pilot.press("enter")
    await pilot.pause()


def show(table: Table):
    """Return the program at a table that is laid out already."""
    return program("branch", table)


def best(view):
    """Return a move that leaves few groups."""

    def cost(move) -> int:
        position = after(view.position, move.code)
        own = sum(1 for _ in groups(position.chain(view.position.side)))
        return own - sum(1 for _ in groups(position.chain(1 - view.position.side)))

    return min(view.legal(), key=lambda move: (cost(move), str(move)))


NEAR_THE_END = position("E6 F6 G6 H6 F7 B2 J10", "A1 C1 E1 G1 K11 A11 I9 C11", "", "B")
"""Black needs a few moves to bring its last pawn to the others; White is far from that."""


@on_screen(seed=5)
async def test_a_game_is_begun_with_arrows_and_enter_alone(pilot):
    await pilot.press("enter")  # New game
    await pilot.press("down", "right")  # the other game
    assert "Zen l'Initié" in shown(pilot.app)
    await pilot.press(*["down"] * 5, "enter")
    assert "Who plays White?" in shown(pilot.app)
    await pilot.press(*["up"] * 8, "down", "enter", *["up"] * 6, "enter")
    await pilot.press("enter")  # no other name than Black
    for _ in range(2):
        table = await my_turn(pilot)
        await make(pilot, table, best(game_of(table).view(table.seat)))
    table = await my_turn(pilot)
    assert game_of(table).game is ZEN
    assert game_of(table).turns == 4
    assert game_of(table).sitters[1].kind == "random"


async def test_a_game_is_played_to_its_end_with_arrows_and_enter_alone():
    begun = at_position(NEAR_THE_END)
    begun.sitters = (Sitter("Zoé"), Sitter("White (random)", "random", 4))
    async with driven(show(begun)) as pilot:
        while not game_of(table := await my_turn(pilot)).outcome:
            await make(pilot, table, best(game_of(table).view(table.seat)))
        await pilot.pause()
        assert "● You win" in shown(pilot.app)
        assert game_of(table).turns > 2
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, Ask)
        assert "swapped" not in shown(pilot.app)
        await pilot.press("down", "down", "down", "down", "enter")
        assert isinstance(pilot.app.screen, Home)
    (path,) = Store().paths()
    saved = inspect_file(path)
    assert saved.record.table.outcome.winners == (0,)
    assert saved.holder is None


@on_screen("new_game", SHARED)
async def test_a_pawn_is_picked_up_put_back_and_set_down(pilot):
    table = await my_turn(pilot)
    assert table.cursor.square == SQUARE("F11")
    assert table.said() == "Zoé, your turn: F11 can go to F8 C11 I11."
    await pilot.press("enter")
    assert table.cursor.lifted == SQUARE("F11")
    assert "▄▄" in drawn(table, "F8")
    for key in ("backspace", "escape", "enter"):
        await pilot.press(key)
        assert table.cursor.lifted is None
        assert "▄▄" not in drawn(table, "F8")
        await pilot.press("enter")
    assert table.said() == "F11 is picked up; Enter puts it back."
    await pilot.press("down", "down", "down")
    assert table.said() == "F11-F8: 3 pieces on the line."
    assert "▕" in drawn(table, "F10") and "▕" in drawn(table, "F2")
    assert drawn(table, "F6").endswith(":")
    await pilot.press("enter")
    assert game_of(table).move_text(0) == "F11-F8"
    assert "1 ● F11-F8" in shown(pilot.app)
    assert drawn(table, "F8").splitlines()[1].startswith("▸")
    assert "▫" in drawn(table, "F11")
    assert "▸ ○ White: Max" in shown(pilot.app)
    assert table.names()[table.seat] == "Max"
    assert not isinstance(pilot.app.screen, CurtainScreen)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("There is nothing on E11.", "The pawn on E10 is the opponent's.", "With 3 on")),
        ("fr", ("Il n'y a rien en E11.", "Le pion en E10 est à l'adversaire.", "Avec 3 sur")),
    ],
)
async def test_a_square_that_is_none_to_pick_up_or_land_on_says_why(language, words):
    async with driven(program("new_game", SHARED, language=language)) as pilot:
        table = await my_turn(pilot)
        await pilot.press("left")
        assert table.said() == words[0]
        await pilot.press("enter")
        assert table.said() == words[0]
        await pilot.press("down")
        assert table.said() == words[1]
        await pilot.press("up", "right", "enter", "down")
        assert table.said().startswith(words[2])
        await pilot.press("enter")
        assert table.cursor.lifted == SQUARE("F11")


@on_screen("new_game", SHARED)
async def test_tab_goes_to_what_can_move_and_then_to_where_it_may_go(pilot):
    table = await my_turn(pilot)
    seen = [str(table.cursor.square)]
    for _ in range(14):
        await pilot.press("tab")
        seen.append(str(table.cursor.square))
    assert seen[:4] == ["F11", "K11", "D9", "H9"]
    assert seen[13] == "F11" and len(set(seen[:13])) == 13
    await pilot.press("shift+tab")
    assert table.cursor.square == SQUARE("F11")
    await pilot.press("enter")
    ends = []
    for _ in range(3):
        await pilot.press("tab")
        ends.append(str(table.cursor.square))
    assert ends == ["I11", "F8", "C11"]


@on_screen("new_game", SHARED)
async def test_the_edges_hold_the_cursor_and_below_the_board_is_the_menu(pilot):
    table = await my_turn(pilot)
    await pilot.press("up", *["right"] * 12)
    assert table.cursor.square == SQUARE("K11")
    await pilot.press(*["j"] * 11)
    assert table.cursor.stop is Stop.MENU
    assert "▸ Menu" in shown(pilot.app)
    await pilot.press("enter")
    assert isinstance(pilot.app.screen, Menu)
    assert "hint" in shown(pilot.app).lower() or "strong player" in shown(pilot.app)
    await pilot.press("q", "k")
    assert table.cursor.square == SQUARE("K1")
    await pilot.press(*["h"] * 12)
    assert table.cursor.square == SQUARE("A1")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("hello", "That is not a move. Write it like F11-F8 or ZF6-F9:"),
        ("F11-F9", "With 3 on the line, F11 moves 3; F9 is 2 away."),
        ("back", "back is not a move that can be made now."),
    ],
)
@on_screen("new_game", SHARED)
async def test_a_typed_move_that_cannot_be_says_why(pilot, typed, words):
    table = await my_turn(pilot)
    await press_text(pilot, typed)
    await until(pilot, lambda: table.said() == words)
    assert game_of(table).plays == []
    assert table.query_one("Input").value == typed


@on_screen("new_game", ALONE, motion="full", pace=0.15)
async def test_against_a_computer_its_pawn_is_lifted_and_then_set_down(pilot):
    table = await my_turn(pilot)
    await press_text(pilot, "f11f8")
    await until(pilot, lambda: table.controller.model.playback.is_on)
    start, end = parse(game_of(table).move_text(1))[:2]
    await until(pilot, lambda: "‹" in drawn(table, start))
    assert table.frame.view.lifted == start
    await until(pilot, lambda: "▸" in drawn(table, end))
    assert table.frame.view.position.white >> end & 1
    await my_turn(pilot)
    assert table.cursor.square == SQUARE("F8")


@on_screen("new_game", SHARED)
async def test_take_back_goes_to_the_last_move_of_whoever_sits_here(pilot):
    table = await my_turn(pilot)
    await pilot.press("u")
    assert table.said() == "You have no finished turn to take back."
    await press_text(pilot, "f11f8")
    await press_text(pilot, "e10c10")
    assert table.seat == 0
    await pilot.press("u")
    assert "last move" in shown(pilot.app)
    await pilot.press("enter")
    assert (table.seat, len(game_of(table).plays)) == (1, 1)
    assert table.cursor.square == SQUARE("E10")
    await pilot.press("u", "enter")
    assert (table.seat, len(game_of(table).plays)) == (0, 0)
    backs = [(e.kind, e.seat) for e in game_of(table).events]
    assert backs == [(EventKind.TAKE_BACK, 1), (EventKind.TAKE_BACK, 0)]


@pytest.fixture
def advice(monkeypatch):
    """Give always the same hint; it may be held up."""
    free = threading.Event()
    free.set()

    def hint(_game, view, stop):
        assert free.wait(30)
        return Hint(parse("F11-C11"), (Explanation(ZenRefusal.STUCK, {"square": "X"}),))

    monkeypatch.setattr(Zen, "hint", hint)
    return free


@on_screen("new_game", SHARED)
async def test_a_hint_is_said_and_marked_and_moves_nothing(pilot, advice):
    table = await my_turn(pilot)
    await pilot.press("down", "i")
    await until(pilot, lambda: table.said() == "Hint: F11-C11 - X has no move")
    assert table.cursor.square == SQUARE("F10")
    assert drawn(table, "F11").count("!") == drawn(table, "C11").count("!") == 2
    await pilot.press("tab")
    assert not table.said().startswith("Hint")
    assert "!" in drawn(table, "C11")
    await pilot.press("shift+tab", "enter", "i")
    assert table.said().startswith("Hint (put your piece back first)")
    assert "!" not in table.scene.board.plain()
    await pilot.press("backspace")
    assert "!" in drawn(table, "C11")
    (event,) = game_of(table).events
    assert (event.kind, event.text) == (EventKind.HINT, "F11-C11")
    await press_text(pilot, "f11c11")
    assert "!" not in table.scene.board.plain()


@on_screen("new_game", setup(*["human"] * 4))
async def test_no_hint_reaches_a_partner_who_sits_here_too(pilot):
    table = await my_turn(pilot)
    assert "i hint" not in shown(pilot.app)
    await pilot.press("i")
    assert table.said() == "No hint: Ann would see it too."


@on_screen("new_game", setup(*["human"] * 4))
async def test_four_people_play_in_turn_and_the_team_wins(pilot):
    table = await my_turn(pilot)
    assert "▸ ● Black 1: Zoé" in shown(pilot.app)
    for name, typed in (("Max", "f11f8"), ("Ann", "e10c10"), ("Bob", "f1c1"), ("Zoé", "")):
        if typed:
            await press_text(pilot, typed)
        else:
            await make(pilot, table, next(game_of(table).view(table.seat).legal()))
        assert table.names()[table.seat] == name
    assert "●1 F11-F8" in shown(pilot.app)
    assert "○1 E10-C10" in shown(pilot.app)
    assert "●2 F1-C1" in shown(pilot.app)


async def test_whose_turn_it_is_shows_however_long_the_names_are():
    laid_out = new_table(ZenOptions(players=4, first="black"))
    laid_out.sitters = tuple(Sitter(f"{letter * 40}") for letter in "KLMN")
    async with driven(show(laid_out)) as pilot:
        table = await my_turn(pilot)
        for place, letter in (("● Black 1", "K"), ("○ White 1", "L"), ("● Black 2", "M")):
            assert f"▸ {place}: {letter * 13}" in shown(pilot.app)
            table.controller.play(next(game_of(table).view(table.seat).legal()))


@on_screen("branch", at_position(ECHEC_AHEAD))
async def test_a_win_is_said_with_its_why(pilot):
    table = await my_turn(pilot)
    await press_text(pilot, "k1h4")
    await until(pilot, lambda: game_of(table).outcome is not None)
    words = " ".join(shown(pilot.app).split())
    assert "○ Max wins 1 turn The chain is complete; Black has 2 groups." in words


@on_screen("branch", at_position(ECHEC_AHEAD, variant=2))
async def test_the_end_of_a_round_stays_until_enter_and_the_loser_begins(pilot):
    table = await my_turn(pilot)
    await press_text(pilot, "k1h4")
    assert table.frame.phase is Phase.ROUND_OVER
    assert table.said().startswith("Round 1, White +")
    assert table.said().endswith("; 10 pawns + Zen - group of 10 = 1.")
    assert "Round 1: ○ +" in shown(pilot.app)
    assert table.cursor is None
    assert table.frame.view.position.white >> SQUARE("H4") & 1
    await pilot.press("right", "enter")
    assert table.cursor is not None
    assert table.names()[table.seat] == "Zoé"
    assert "pawns 12  groups 12" in shown(pilot.app)
    points = game_of(table).view(None).score[1]
    assert f"Round 2   ● 0   ○ {points}   of 7" in shown(pilot.app)
    assert "variant 2" in shown(pilot.app)
    assert "▸" not in table.scene.board.plain()
    await pilot.press("u", "enter")
    assert game_of(table).view(None).rounds == ()
    await press_text(pilot, "k1h4")
    assert table.frame.phase is Phase.ROUND_OVER


@on_screen("branch", at_position(ECHEC_AHEAD._replace(zen=0), variant=1))
async def test_echec_is_shown_beside_a_board_without_the_zen(pilot):
    await my_turn(pilot)
    (plate,) = [row for row in shown(pilot.app).splitlines() if "▸ ○ White" in row]
    assert plate.rstrip().endswith("Échec!")
    assert " ◆ The Zen is off the board." in shown(pilot.app)


ECHEC_BY = parse_position("11/11/11/WBB2W5/2B8/1BB2W5/3W7/11/3Z7/11/11 B -")
LOUD, QUIET = parse("B6-E6"), parse("B6-B4")
CARELESS, WINNING = "D5-D7", "ZD3-D5"
"""Moves of Black's in it with échec and without, and how White overlooks the échec and loses."""


@on_screen("branch", at_position(ECHEC_BY, variant=1))
async def test_echec_announced_by_itself_is_said_to_who_has_to_answer(pilot):
    table = await my_turn(pilot)
    await make(pilot, table, LOUD)
    assert table.said() == "Max, your turn; échec: Black threatens ZD3xD5."
    assert f"{LOUD}  échec" in shown(pilot.app)
    assert "pawns 5  groups 2  took 0" in shown(pilot.app)


@on_screen("branch", at_position(ECHEC_BY, variant=1, announce="hand"))
async def test_by_hand_a_move_is_set_down_and_then_played_or_announced(pilot):
    table = await my_turn(pilot)
    await make(pilot, table, QUIET)
    assert table.cursor.stop is Stop.PLAY
    assert table.said() == f"Enter plays {QUIET}."
    await pilot.press("plus")
    assert table.said() == f"{QUIET} does not give échec."
    await pilot.press("right")
    assert table.said() == f"Enter announces échec with {QUIET}."
    await pilot.press("enter")
    assert table.said() == f"{QUIET} does not give échec."
    await pilot.press("up", "right", "enter")
    assert isinstance(pilot.app.screen, Menu)
    await pilot.press("q", "backspace", "backspace")
    assert table.cursor.draft.made == ()
    await make(pilot, table, LOUD)
    await pilot.press("plus")
    assert game_of(table).move_text(0) == f"{LOUD}+"
    assert table.said() == "Max, your turn; échec: Black threatens ZD3xD5."


@pytest.mark.parametrize("answer", list(Answer))
async def test_who_lost_to_an_unannounced_echec_takes_back_or_accepts(answer):
    async with driven(show(at_position(ECHEC_BY, variant=1, announce="hand"))) as pilot:
        table = await my_turn(pilot)
        await make(pilot, table, LOUD)
        await pilot.press("enter")
        await press_text(pilot, CARELESS)
        await press_text(pilot, WINNING)
        assert table.cursor.draft.is_asked
        assert table.said() == "The round is lost to an échec nobody announced: Enter answers."
        assert table.names()[table.seat] == "Max"
        await pilot.press("enter")
        assert "nobody announced" in shown(pilot.app)
        await pilot.press(*(["down"] if answer is Answer.ACCEPT else []), "enter")
        await pilot.pause()
        if answer is Answer.ACCEPT:
            assert game_of(table).outcome.winners == (0,)
            assert "accepts" in shown(pilot.app)
            assert "▸" in drawn(table, "D5")
        else:
            assert game_of(table).outcome is None
            assert table.names()[table.seat] == "Max"
            assert table.said() == "Max, your turn; échec: Black threatens ZD3xD5."
            assert "takes the move back" in shown(pilot.app)


async def test_a_round_that_was_accepted_is_shown_again_on_resume():
    played = at_position(ECHEC_BY, announce="hand", variant=2)
    for move in (str(LOUD), CARELESS, WINNING, "accept"):
        played.play(played.to_move[0], parse(move))
    file, _ = saved_game(Store().folder, played)
    async with driven(program("open_game", file, motion="full", pace=60)) as pilot:
        table = table_of(pilot)
        while table.controller.model.playback.is_on:
            seen = table.controller.model.playback.made()
            assert ("▸" in drawn(table, "D5")) == (seen != parse(WINNING)[:1] and seen != ())
            table.controller.show_on()
        await pilot.pause()
        assert "Round 1: ● +" in shown(pilot.app)


async def test_a_replay_goes_by_move_and_by_half_and_branches():
    finished = play_on(new_table(ZenOptions(first="black", variant=2)), 90)
    async with driven(program("replay", finished)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        place = lambda: tuple(screen.replay.place)  # noqa: E731
        await pilot.press("right", "down")
        assert place() == (1, 1)
        assert "‹" in screen.scene.board.plain()
        await pilot.press("down")
        assert place() == (2, 0)
        assert "‹" not in screen.scene.board.plain() and "▸" in screen.scene.board.plain()
        await pilot.press("up", "up", "up")
        assert place() == (0, 1)
        await pilot.press("question_mark")
        assert "Go forward one step." in shown(pilot.app)
        assert "Go forward one card." not in shown(pilot.app)
        await pilot.press("q", "g", "7", "enter")
        await pilot.pause()
        await pilot.press("b", "enter")
        table = await my_turn(pilot)
        assert game_of(table).plays == finished.plays[:7]
        assert table.cursor is not None


async def test_a_replay_shows_the_last_board_of_a_round():
    table = at_position(ECHEC_AHEAD, variant=2)
    table.play(1, parse("K1-H4"))
    async with driven(program("replay", table)) as pilot:
        screen = pilot.app.screen
        await pilot.press("right")
        assert "▸" in drawn(screen, "H4")
        assert "Round 1: ○ +" in shown(pilot.app)


def test_what_is_not_needed_for_the_duel_is_not_loaded(monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # where no table of this machine's people is
    code = """
import asyncio, sys
from tui.app import TapisApp
from play.setup import Series, Setup
from play.requests import StartGame

async def run(app):
    async with app.run_test() as pilot:
        await pilot.pause()
        loaded = {*sys.modules}
        for screen in app.screen_stack:
            getattr(screen, "leave", lambda: None)()
    return loaded

told = {"engine.duel", "engine.duel.description", "engine.zen", "engine.zen.description"}
if sys.argv[1:] == ["home"]:
    loaded = asyncio.run(run(TapisApp()))
    rules = {name for name in loaded if name.startswith(("engine.duel", "engine.zen"))}
    print(*sorted(rules - told))
    sys.exit()
setup = Setup("duel", ("human", "random"), ("NORD", "SUD"), "lots")
loaded = asyncio.run(run(TapisApp(StartGame(Series(setup)))))
small = {"tui.games.zen", "tui.games.zen.miniature"}  # the first screen has a picture of it
print(*sorted({name for name in loaded if "zen" in name.split(".")} - small - told))
later = {"engine.lesson", "play.first_game", "engine.analysis", "saves.analysis", "play.review"}
later |= {"msgspec", "saves.header", "saves.record", "play.saved_games", "play.shared_seat"}
print(*sorted(later & loaded))
"""
    for begins in ("home", "table"):
        command = [sys.executable, "-c", code, begins]
        run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        assert run.stdout.strip() == ""


async def test_a_click_goes_to_a_square_and_does_there_what_enter_does():
    for size in ((40, 20), (60, 20), (80, 24), (120, 40), (160, 60)):
        async with driven(program("new_game", SHARED), size) as pilot:
            table = await my_turn(pilot)
            board, rail, places = table.scene.board, table.scene.rail, table.scene.table.places
            cells = {places.square_at(x, y): (x, y) for x, y in cells_of(board)}
            await pilot.click("#board", offset=cells[SQUARE("E11")])
            assert table.said() == "There is nothing on E11."
            await pilot.click("#board", offset=cells[SQUARE("F11")])
            assert table.cursor.lifted == SQUARE("F11")
            await pilot.click("#board", offset=cells[SQUARE("F8")])
            assert game_of(table).move_text(0) == "F11-F8"
            stop = next((x, y) for x, y in cells_of(rail) if rail.stop_at(x, y) == 0)
            await pilot.click("#log", offset=stop)
            assert isinstance(pilot.app.screen, Menu)
            await pilot.press("q")


def test_the_cursor_is_a_value_that_knows_what_is_left_of_a_move():
    cursor = BoardCursor(new_table().view(0).draft(), SQUARE("F11"))
    move = parse("F11-F8")
    assert cursor.steps_to(move) == (SQUARE("F11"), SQUARE("F8"))
    lifted = cursor.stepped()
    assert lifted.steps_to(move) == (SQUARE("F8"),)
    assert lifted.steps_to(parse("B7-B9")) is None
    assert lifted.before == cursor
    assert lifted.at(SQUARE("F8")).landing == SQUARE("F8")
    assert lifted.at(SQUARE("F9")).landing is None
