"""Anyone's player: what it is told, what it may answer, and that nothing of it is left behind."""

from __future__ import annotations

import re
import resource
import signal
import subprocess
import sys
import threading

import pytest
from duels import deal_from, new_table
from outsiders import PAGE, PATIENCE, Outsider, bot, listening, sit
from toy_game import new_table as new_toy

from cli.duel.console import DuelText, transcript
from engine.duel.game import DUEL
from engine.duel.moves import SEATS, parse_turn
from engine.duel.reasons import Ending, Refusal
from engine.duel.state import DuelOptions
from engine.game import CHANCE, Stopped, never
from engine.reasons import Forfeit, IllegalMove
from engine.table import Sitter, Table
from programs import process
from programs import process as supervised_program
from programs.players import Failure, OutOfResources, abandon, dismiss
from programs.process import Process

NORTH = [15, 20, 23, 32, 41, 48, 31, 33]
SOUTH = [3, 12, 17, 19, 28, 39, 22, 36, 46, 59]
SHORT = 1
"""Seconds of patience with those who will not answer."""


@pytest.fixture
def table() -> Table:
    """A table with the cards of the rules' figure, NORD to move."""
    table = Table(DUEL, DuelOptions("north"), [Sitter("NORD"), Sitter("SUD")])
    table.play(CHANCE, deal_from(NORTH, SOUTH))
    return table


@pytest.fixture(autouse=True)
def _long_grace(monkeypatch):
    monkeypatch.setattr(process, "GRACE", PATIENCE)


@pytest.fixture
def short_grace(monkeypatch):
    """Give nobody time to end who will not."""
    monkeypatch.setattr(process, "GRACE", SHORT)


def play(table: Table, *players) -> Table:
    """Play a game to its end, and let both players go."""
    while table.outcome is None:
        (seat,) = table.to_move
        try:
            table.play(seat, players[seat].choose(table.view(seat)))
        except Forfeit as forfeit:
            table.forfeit(seat, str(forfeit))
    for seat, player in enumerate(players):
        dismiss(player, table.view(seat))
    return table


def told(table: Table, name: str) -> list[str]:
    """Return what the player of one seat is told, from what the line mode prints of the game."""
    lines = b"".join(transcript(table, DuelText())).decode().splitlines()
    heard, mover = [], ""
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if hand := re.match(r"cartes (\w+) ", line):
            mover = hand[1]
            if mover == name and following.startswith("> "):
                heard.append(line)
        elif not line.startswith("> "):
            heard.append(line)
        elif mover != name:
            heard.append(line.replace("> ", f"{mover} ", 1))
    return heard


@pytest.mark.parametrize("first", ["north", "south"])
def test_a_program_plays_a_whole_game_and_hears_what_the_line_mode_says(tmp_path, first):
    programs = [Outsider(tmp_path, listening(bot()), name) for name in SEATS]
    table = new_table(4, first)
    play(table, *[sit(table, seat, program) for seat, program in enumerate(programs)])
    assert table.outcome.why is not Ending.FORFEIT
    for name, program in zip(SEATS, programs, strict=True):
        assert program.heard.splitlines() == told(table, name)
        assert program.is_gone()
        assert program.starts == 1


def test_a_program_never_hears_a_card_that_only_the_other_knows(tmp_path):
    program = Outsider(tmp_path, listening(bot()))
    table = new_table(4)
    play(table, DUEL.computer_players["greedy"](0), sit(table, 1, program))
    laid = {lay.card for play in table.plays if play.seat == 0 for lay in play.move.lays}
    hands = " ".join(re.findall("cartes SUD { (.*) }", program.heard))
    rest = re.sub(r"\(m.*?\)|\d+ cartes|cartes SUD .*|\^\[01\]|v\[60\]", "", program.heard)
    own = {int(card) for card in hands.split()}
    assert "cartes NORD" not in program.heard
    assert {int(card) for card in re.findall(r"\d\d", rest)} <= laid | own
    assert set(range(2, 60)) - laid - own  # some cards nobody has told


def lose(outsider: Outsider, table: Table, patience: float = PATIENCE) -> Forfeit:
    """Let a program play on until it gives up; nothing of it is left then."""
    player = sit(table, 0, outsider, patience)
    other = DUEL.computer_players["greedy"](0)
    forfeit = None
    while forfeit is None:
        (seat,) = table.to_move
        try:
            table.play(seat, (other if seat else player).choose(table.view(seat)))
        except Forfeit as given_up:
            forfeit = given_up
    assert outsider.is_gone()
    assert player.process is None
    return forfeit


LIES = {
    "no turn": ("echo hello", "'hello' is not a move"),
    "another move": ("echo begin NORD", "'begin NORD' is not a move"),
    "an empty line": ("echo", "'' is not a move"),
    "not UTF-8": (r"printf '\377\n'", r"'\\xff' is not a move"),
    "two carriage returns": (r"printf '15^ 20^\r\r\n'", r"'15^ 20^\r' is not a move"),
    "control codes": (r"printf '\033[2J\n'", r"'\x1b[2J' is not a move"),
    "too much to quote": ("printf '%99s\n' x", f"'{' ' * 37}...' is not a move"),
    "not in hand": ("echo 15^ 16^", "15^ 16^ is illegal: 16 is not in hand"),
    "one card": ("echo 15^", "15^ is illegal: at least two cards must be laid, not 1"),
    "status 3": ("exit 3", "its program ended with status 3"),
    "no line feed": ("printf '15^ 20^'", "its program ended with status 0"),
    "killed": ("kill -SEGV $$", "its program was ended by SIGSEGV"),
    "endless bytes": ("cat /dev/zero", "its answer is longer than 4096 bytes"),
    "endless lines": ("yes", "'y' is not a move"),
    "deaf and mute": ("sleep 100", "no answer within 1 s"),
    "mute": ("cat >/dev/null", "no answer within 1 s"),
    "half an answer": ("printf '15^ '; sleep 100", "no answer within 1 s"),
    "orphans": ("sleep 100 & exit 0", "no answer within 1 s"),
    "stubborn orphans": (
        "trap '' TERM HUP INT; (sleep 100; sleep 100) & echo hello",
        "'hello' is not a move",
    ),
}


@pytest.mark.parametrize(("script", "why"), LIES.values(), ids=LIES)
def test_a_program_that_does_not_play_forfeits_at_once(tmp_path, table, script, why):
    patience = SHORT if why.startswith("no answer") else PATIENCE
    assert str(lose(Outsider(tmp_path, script), table, patience)) == why
    assert len(table.plays) == 1


needs_subreapers = pytest.mark.skipif(
    sys.platform != "linux", reason="orphans cannot be adopted here"
)
ESCAPES = {
    "a session of its own": "setsid sh -c 'echo hello; exec sleep 100' & cat >/dev/null",
    "a daemon": "(setsid sh -c 'echo hello; exec sleep 100' &); cat >/dev/null",
    "a daemon of a program that has ended": "(setsid sh -c 'echo hello; exec sleep 100' &)",
    "sessions within sessions": (
        '(setsid sh -c \'setsid sh -c "echo hello; (setsid sleep 100 &); exec sleep 100" & '
        "exec sleep 100' &); cat >/dev/null"
    ),
    "deaf daemons": (
        "trap '' TERM HUP INT; (setsid sh -c 'echo hello; sleep 100; sleep 100' &); cat >/dev/null"
    ),
}


@needs_subreapers
@pytest.mark.parametrize("script", ESCAPES.values(), ids=ESCAPES)
def test_nothing_that_a_program_started_outlives_the_game(tmp_path, table, script):
    assert str(lose(Outsider(tmp_path, script), table)) == "'hello' is not a move"


@needs_subreapers
def test_a_program_that_ends_its_supervisor_ends_itself(tmp_path, table):
    program = Outsider(tmp_path, "kill -9 $PPID; exec sleep 100")
    assert str(lose(program, table)) == "its program was ended by SIGKILL"


def test_where_orphans_cannot_be_adopted_the_process_group_ends(tmp_path, table, monkeypatch):
    supervisor = tmp_path / "supervisor.py"
    supervisor.write_text(
        "import os, runpy, sys\n"
        "sys.platform, os.path.isdir = 'elsewhere', lambda _: False\n"
        f"runpy.run_path({str(supervised_program.SUPERVISOR)!r}, run_name='__main__')\n"
    )
    monkeypatch.setattr(supervised_program, "SUPERVISOR", supervisor)
    script, why = LIES["stubborn orphans"]
    assert str(lose(Outsider(tmp_path, script), table)) == why


def test_nobody_loses_by_want_of_open_files(tmp_path, table):
    program = Outsider(tmp_path, "sleep 100")
    player = sit(table, 0, program)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, hard))
    try:
        with pytest.raises(OutOfResources, match="sh cannot be started: Too many open files"):
            player.choose(table.view(0))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert program.starts == 0


def test_a_program_that_closes_its_output_forfeits(tmp_path, table, short_grace):
    program = Outsider(tmp_path, "exec >&-; sleep 100")
    assert str(lose(program, table)) == "its program closed its standard output"


LATER = {
    "a lie": ("echo 15^ 20^; echo 23^ 15^; cat", "23^ 15^ is illegal: "),
    "its end": ("echo 15^ 20^; exit 4", "its program ended with status 4"),
    "silence": ("echo 15^ 20^; cat >/dev/null", "no answer within 1 s"),
    "a flood": ("echo 15^ 20^; cat /dev/zero", "its answer is longer than 4096 bytes"),
    "an empty line": (r"printf '15^ 20^\n\n'; cat", "'' is not a move"),
}


@pytest.mark.parametrize(("script", "why"), LATER.values(), ids=LATER)
def test_a_program_may_fail_in_the_middle_too(tmp_path, table, script, why):
    patience = SHORT if why.startswith("no answer") else PATIENCE
    assert str(lose(Outsider(tmp_path, script), table, patience)).startswith(why)
    assert table.turns == 2


def test_lines_written_ahead_are_answers_in_order(tmp_path, table):
    program = Outsider(tmp_path, r"printf '15^ 20^\r\n  23^\t31^ \n'; cat >/dev/null")
    player = sit(table, 0, program)
    table.play(0, player.choose(table.view(0)))
    table.play(1, parse_turn("12^ 17^"))
    assert player.choose(table.view(0)) == parse_turn("23^ 31^")
    dismiss(player, table.view(0))
    assert program.is_gone()


@pytest.mark.parametrize(("size", "reason"), [(4096, Failure.NO_MOVE), (4097, Failure.TOO_LONG)])
def test_a_line_may_be_so_long(tmp_path, table, size, reason):
    script = f"printf '%{size}s\\n' x; cat >/dev/null"
    assert lose(Outsider(tmp_path, script), table).reason is reason


def test_the_reason_of_an_illegal_turn_is_kept_for_every_language(tmp_path, table):
    forfeit = lose(Outsider(tmp_path, "echo 15^ 16^"), table)
    assert forfeit.reason is Failure.ILLEGAL
    assert forfeit.facts["why"] == IllegalMove(Refusal.NOT_IN_HAND, card=16)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("/nowhere/bot", "/nowhere/bot cannot be started: No such file or directory"),
        ("/dev/null", "/dev/null cannot be started: Permission denied"),
        ("'a\0b'", "a\0b cannot be started: embedded null byte"),
    ],
)
def test_a_program_that_cannot_be_started_forfeits(table, command, why):
    player = sit(table, 0, Sitter("", f"exec:{command}"))
    with pytest.raises(Forfeit) as forfeit:
        player.choose(table.view(0))
    assert str(forfeit.value) == why


MUCH = b"x" * 1_000_000


def started(folder, script: str) -> tuple[Outsider, Process]:
    outsider = Outsider(folder, script)
    return outsider, Process(outsider.command, show_errors=False)


def test_a_full_pipe_holds_nobody_up(tmp_path, short_grace):
    outsider, program = started(tmp_path, "sleep 100")
    with pytest.raises(Forfeit, match=r"its program read nothing for 1 s"):
        program.ask(MUCH, SHORT, never)
    program.finish(MUCH, never)
    assert outsider.is_gone()


def test_a_program_that_ends_while_it_is_told_something_has_ended(tmp_path):
    outsider, program = started(tmp_path, "head -c 1 >/dev/null; exit 5")
    with pytest.raises(Forfeit, match="its program ended with status 5"):
        program.ask(MUCH, PATIENCE, never)
    program.end()
    assert outsider.is_gone()


def test_a_program_that_is_held_by_nobody_ends(tmp_path):
    outsider, program = started(tmp_path, "sleep 100")
    assert outsider.is_started()
    del program
    assert outsider.is_gone()


def test_after_the_end_a_program_may_end_by_itself(tmp_path, table):
    done = tmp_path / "done"
    script = f"echo 15^ 20^; cat >/dev/null; echo >{done}"
    program = Outsider(tmp_path, script)
    player = sit(table, 0, program)
    table.play(0, player.choose(table.view(0)))
    table.forfeit(1, "left")
    dismiss(player, table.view(0))
    assert done.exists()
    assert program.is_gone()


def test_who_does_not_end_after_the_end_is_ended(tmp_path, table, short_grace):
    program = Outsider(tmp_path, "echo 15^ 20^; cat >/dev/null; sleep 100 & sleep 100")
    player = sit(table, 0, program)
    table.play(0, player.choose(table.view(0)))
    table.forfeit(1, "left")
    dismiss(player, table.view(0))
    assert program.is_gone()


@needs_subreapers
def test_what_a_program_leaves_behind_at_the_end_of_the_game_ends_with_it(tmp_path, table):
    program = Outsider(tmp_path, "(setsid sh -c 'echo 15^ 20^; exec sleep 100' &); cat >/dev/null")
    player = sit(table, 0, program)
    table.play(0, player.choose(table.view(0)))
    table.forfeit(1, "left")
    dismiss(player, table.view(0))
    assert program.is_gone()


def test_a_program_that_was_never_asked_is_never_started(tmp_path, table):
    program = Outsider(tmp_path, "sleep 100")
    player = sit(table, 1, program)
    table.forfeit(0, "left")
    dismiss(player, table.view(1))
    assert program.starts == 0


def test_a_program_that_is_told_to_stop_ends_and_begins_anew(tmp_path, table):
    program = Outsider(tmp_path, listening("read line; sleep 100"))
    player = sit(table, 0, program)
    with pytest.raises(Stopped):
        player.choose(table.view(0), lambda: program.starts == 1)
    assert program.is_gone()
    with pytest.raises(Stopped):
        player.choose(table.view(0), lambda: program.starts == 2)
    assert program.is_gone()


def test_a_program_is_let_go_while_another_thread_waits_for_it(tmp_path, table):
    program = Outsider(tmp_path, "sleep 100")
    player = sit(table, 0, program)
    caught = []
    waiting = threading.Event()

    def think():
        try:
            player.choose(table.view(0), waiting.set)
        except Stopped as stopped:
            caught.append(stopped)

    thread = threading.Thread(target=think)
    thread.start()
    waiting.wait()
    abandon(player)
    assert program.starts == 0 or program.is_gone()
    thread.join()
    assert caught
    with pytest.raises(Stopped):
        player.choose(table.view(0))


def test_a_program_whose_turn_is_taken_back_begins_anew_with_how_things_stand(tmp_path, table):
    program = Outsider(tmp_path, listening(bot()))
    player, other = sit(table, 0, program), DUEL.computer_players["greedy"](0)
    for _ in range(2):
        table.play(0, player.choose(table.view(0)))
        table.play(1, other.choose(table.view(1)))
    before = len(program.heard)
    table.take_back(3)
    table.play(0, player.choose(table.view(0)))
    assert program.starts == 2
    assert program.heard[before:].encode() == DuelText().situation(table.states[3].view)
    table.play(1, other.choose(table.view(1)))
    table.play(0, player.choose(table.view(0)))
    assert program.starts == 2
    abandon(player)
    assert program.is_gone()


def test_a_take_back_that_a_program_did_not_hear_of_does_not_trouble_it(tmp_path, table):
    program = Outsider(tmp_path, listening(bot()))
    player = sit(table, 0, program)
    table.play(0, player.choose(table.view(0)))
    table.play(1, parse_turn("12^ 17^"))
    table.take_back(2)
    table.play(1, parse_turn("12^ 19^"))
    table.play(0, player.choose(table.view(0)))
    assert program.starts == 1
    assert "SUD 12^ 19^\n" in program.heard
    assert "SUD 12^ 17^\n" not in program.heard
    abandon(player)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_at_the_start_of_a_program_waits_until_it_can_be_ended(
    tmp_path, table, monkeypatch, number
):
    program = Outsider(tmp_path, "sleep 100")
    player = sit(table, 0, program)
    real = subprocess.Popen

    def interrupted(*arguments, **settings):
        started = real(*arguments, **settings)
        assert program.is_started()
        signal.raise_signal(number)
        return started

    def handler(*_):
        raise KeyboardInterrupt

    before = signal.signal(number, handler)
    monkeypatch.setattr(subprocess, "Popen", interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            player.choose(table.view(0))
        assert signal.getsignal(number) is handler
    finally:
        signal.signal(number, before)
    assert program.is_gone()


def test_the_conversation_in_the_manual_is_a_real_one(tmp_path, table):
    (shown,) = re.findall(r"```\n(< NORD.*?)```", PAGE.read_text(), re.DOTALL)
    lines = [line for line in shown.splitlines() if not line.endswith("...")]
    answers = "\n".join(line[2:] for line in lines if line.startswith("> "))
    program = Outsider(tmp_path, listening(f"echo '{answers}'; while read line; do :; done"))
    player = sit(table, 0, program)
    table.play(0, player.choose(table.view(0)))
    table.play(1, parse_turn("03v 17^' 19^ 28^"))
    table.play(0, player.choose(table.view(0)))
    table.forfeit(1, "left")
    dismiss(player, table.view(0))
    heard = [f"< {line}" for line in program.heard.splitlines()]
    told = [line for line in lines if line.startswith("< ")]
    assert heard[: len(told) - 1] == told[:-1]
    assert heard[-1] == told[-1]


CHOOSER = 'while read -r word rest; do [ "$word" = choose ] && echo "${rest%%,*}"; done'


def test_a_program_is_not_started_anew_because_others_moved_beside_it(tmp_path):
    program = Outsider(tmp_path, listening(CHOOSER))
    table = new_toy()
    player = sit(table, 0, program)
    for others in ((1, 2, 3), (3, 2, 1), (2, 1)):
        move = player.choose(table.view(0))
        for seat in others:
            table.play(seat, next(table.view(seat).legal()))
        table.play(0, move)
    assert program.starts == 1
    heard = program.heard.splitlines()
    assert [line for line in heard if line.startswith("North: pick")] == ["North: pick 1"]
    assert len([line for line in heard if line.startswith("choose ")]) == 3
    player.finish(table.view(0))
