"""The strict line mode, to the byte; how every line mode ends."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
from pathlib import Path

import pytest
from duels import deal_from, new_table, play_on, state_at
from games_on_disk import saved_game
from line_programs import TAPIS, cut_off, environment, read_until, start, tapis

from cli.__main__ import main
from cli.duel.console import PROMPT, Console, DuelText, transcript
from cli.streams import FINISHED, MAX_LINE, STOPPED, read_line
from engine.duel.game import DUEL
from engine.duel.moves import SEATS, parse_turn
from engine.duel.state import DuelOptions
from engine.game import CHANCE
from engine.shuffle import Lots
from engine.table import Sitter, Table

HERE = Path(__file__).parent
NORTH = [15, 20, 23, 32, 41, 48, 31, 33, 5, 30, 34, 57, 7, 8, 55, 14, 47]
SOUTH = [3, 12, 17, 19, 28, 39, 22, 36, 46, 59, 2, 32, 47, 57, 4, 23, 20, 58]


def split(screen: str) -> tuple[bytes, bytes]:
    """Return what was typed on a screen (the text after each prompt), and what was printed."""
    typed = re.findall(r"^#?> (.*\n)", screen, re.MULTILINE)
    printed = re.sub(r"^(#?> ).*\n", r"\1", screen, flags=re.MULTILINE)
    return "".join(typed).encode(), printed.encode()


def played(table: Table, typed: bytes, players=None, align=False) -> tuple[int, bytes]:
    written: list[bytes] = []
    console = Console(table, players or {}, DuelText(align), io.BytesIO(typed), written.append)
    return console.run(), b"".join(written)


def empty_table() -> Table:
    return Table(DUEL, DuelOptions("north"), [Sitter("NORD"), Sitter("SUD")])


def dealt_table(north=NORTH, south=SOUTH) -> Table:
    table = empty_table()
    table.play(CHANCE, deal_from(north, south))
    return table


def table_at(state) -> Table:
    table = empty_table()
    table.states = [state]
    return table


def test_the_beginning_of_the_figure_with_its_refusals():
    typed, printed = split((HERE / "figure_beginning.txt").read_text())
    status, seen = played(dealt_table(), typed)
    assert seen.startswith(printed)
    assert status == STOPPED
    after = seen[len(printed) :].decode().splitlines()
    assert after[:3] == [
        "3 cartes posées, 3 cartes piochées",
        "NORD ^[32] v[15] (m6p37)",
        "SUD ^[36] v[23] (m6p37)",
    ]
    assert seen.endswith(b"> ")


def test_the_end_of_the_figure():
    typed, printed = split((HERE / "figure_end.txt").read_text())
    state = state_at(
        1,
        ([6, 10, 21, 24, 40, 52], [6, 7, 9, 30, 42, 44]),
        ([45, 53, 17, 22, 16, 26, 13, 37], [16, 29, 43, 52, 5, 38, 13, 14]),
        north=(42, 29),
        south=(9, 26),
    )
    assert played(table_at(state), typed) == (FINISHED, printed)


def test_the_figure_as_a_process_reads_and_writes_bytes(tmp_path):
    deal = deal_from(NORTH, SOUTH).decks
    file = tmp_path / "deal.json"
    file.write_text(json.dumps({"NORD": deal[0], "SUD": deal[1]}))
    typed, printed = split((HERE / "figure_beginning.txt").read_text())
    run = tapis("console", "--deal", file, typed=typed, LANG="C", LC_ALL="C")
    assert run.stdout.startswith(printed)
    assert (run.returncode, run.stderr) == (1, b"")


def test_align_pads_sud_in_the_status_lines_only():
    _, seen = played(dealt_table(), b"20^ 23^\n", align=True)
    assert seen == (
        b"NORD ^[01] v[60] (m6p52)\nSUD  ^[01] v[60] (m6p52)\ncartes NORD { 15 20 23 32 41 48 }\n> "
        b"2 cartes pos\xc3\xa9es, 2 cartes pioch\xc3\xa9es\n"
        b"NORD ^[23] v[60] (m6p50)\nSUD  ^[01] v[60] (m6p52)\ncartes SUD { 03 12 17 19 28 39 }\n> "
    )


WRONG_LINES = [
    *(
        b"",
        b" ",
        b"\t",
        b"15^",
        b"20^ 15^",
        b"15^ 15^",
        b"15^ 16^",
        b"15V 20^",
        b"015^ 20^",
        b"15^,20^",
    ),
    *("15^ 20^’".encode(), b"15^ 20^\xff", "15^\u00a020^".encode(), b"15^ 20^\r\r", b"15^ 20^\x00"),
    *(b"15v' 20v'", b"deal 15 / 15", b"begin SUD", b"q", b"15^ 20^\x1b[A", "１５^ 20^".encode()),
]


@pytest.mark.parametrize("line", WRONG_LINES)
def test_a_wrong_line_prints_nothing_but_the_other_prompt(line):
    _, right = played(dealt_table(), b"15^ 20^\n")
    status, seen = played(dealt_table(), line + b"\n15^ 20^\n")
    assert seen == right.replace(b"> ", b"> #> ", 1)
    assert status == STOPPED


@pytest.mark.parametrize("line", [b"15^ 20^\r", b"  15^\t \t20^  ", b"15^   20^\t"])
def test_blanks_and_one_carriage_return_do_no_harm(line):
    assert played(dealt_table(), line + b"\n") == played(dealt_table(), b"15^ 20^\n")


def test_only_a_line_feed_ends_a_line():
    _, nothing_typed = played(dealt_table(), b"")
    assert played(dealt_table(), b"15^ 20^") == (STOPPED, nothing_typed)
    assert played(dealt_table(), b"15^ 20^\r") == (STOPPED, nothing_typed)
    _, one = played(dealt_table(), b"15^ 20^\x0b\x0c\x1c\xc2\x85\xe2\x80\xa8\r\n")
    assert one == nothing_typed + b"#> "


def test_an_endless_line_is_wrong_and_costs_no_memory():
    class Endless(io.RawIOBase):
        """A gigabyte of blanks in chunks, then a line feed and a turn."""

        def __init__(self):
            self.chunks, self.longest = 1024, 0
            self.rest = [b"\n", b"15^ 20^\n"]

        def readline(self, limit=-1):
            self.longest = max(self.longest, limit)
            if self.chunks:
                self.chunks -= 1
                return b" " * limit
            return self.rest.pop(0) if self.rest else b""

    source = Endless()
    assert read_line(source) == b"(too long)"
    assert source.longest == MAX_LINE
    assert read_line(source) == b"15^ 20^"
    assert read_line(source) is None


def test_the_longest_line_allowed_is_still_read():
    line = b"15^" + b" " * (MAX_LINE - 8) + b"20^\n"
    assert len(line) == MAX_LINE - 1
    assert played(dealt_table(), line) == played(dealt_table(), b"15^ 20^\n")
    longer = b"15^" + b" " * (MAX_LINE - 6) + b"20^\n"
    assert played(dealt_table(), longer)[1].endswith(b"#> ")


def test_a_player_who_is_blocked_loses_without_being_asked():
    state = state_at(0, ([20, 30, 40], [7, 9]), ([], [3]), south=(59, 2))
    status, seen = played(table_at(state), b"20^ 30^\n30^ 40^\n")
    assert status == FINISHED
    assert seen.decode().splitlines()[4:] == [
        "NORD ^[30] v[60] (m1p0)",
        "SUD ^[59] v[02] (m2p1)",
        "cartes SUD { 07 09 }",
        "partie finie, NORD a gagné",
    ]


def test_who_lays_everything_wins_and_the_other_hand_is_shown():
    state = state_at(1, ([7, 9], [20, 30]), ([], []))
    status, seen = played(table_at(state), b"20^ 30^\n")
    assert status == FINISHED
    assert seen.decode().splitlines()[3:] == [
        "> 2 cartes posées, 0 cartes piochées",
        "NORD ^[01] v[60] (m2p0)",
        "SUD ^[30] v[60] (m0p0)",
        "cartes NORD { 07 09 }",
        "partie finie, NORD a gagné".replace("NORD", "SUD"),
    ]


def test_a_computer_player_s_turn_is_printed_as_if_typed():
    players = {1: DUEL.computer_players["greedy"](0)}
    _, seen = played(dealt_table(), b"15^ 20^\n", players)
    turn = players[1].choose(after_first_turn().view(1))
    assert f"\n> {turn}\n{len(turn.lays)} cartes posées, " in seen.decode()


def test_a_computer_player_s_turn_is_printed_before_it_is_played():
    table, seen = dealt_table(), []
    players = {seat: DUEL.computer_players["greedy"](0) for seat in (0, 1)}
    source = io.BytesIO()
    Console(
        table, players, DuelText(), source, lambda data: seen.append((len(table.plays), data))
    ).run()
    turns = [PROMPT + f"{play.move}\n".encode() for play in table.plays[1:]]
    assert [told for told in seen if told[1] in turns] == list(enumerate(turns, start=1))
    answers = [(count, data) for count, data in seen if b"cartes pos" in data]
    assert [count for count, _ in answers] == list(range(2, len(table.plays) + 1))


def after_first_turn() -> Table:
    table = dealt_table()
    table.play(0, parse_turn("15^ 20^"))
    return table


def test_a_whole_game_looks_the_same_played_and_printed_afterwards():
    table = new_table(8)
    players = {seat: DUEL.computer_players["greedy"](0) for seat in (0, 1)}
    status, seen = played(table, b"", players)
    assert status == FINISHED
    assert b"".join(transcript(table, DuelText())) == seen


def test_an_unfinished_game_is_printed_up_to_the_hand():
    table = play_on(new_table(8, kinds=("human", "greedy")), turns=2)
    printed = b"".join(transcript(table, DuelText())).decode()
    assert printed.count("\n> ") == 2
    assert printed.endswith(" }\n")


READERS = {
    ("human", "greedy"): ["NORD"],
    ("exec:./bot", "human"): ["SUD"],
    ("human", "human"): [],
    ("greedy", "exec:./bot"): ["NORD", "SUD"],
}


@pytest.mark.parametrize(("kinds", "known"), READERS.items(), ids=map(str, READERS))
def test_of_a_game_in_play_only_hands_that_the_reader_may_know_are_printed(kinds, known):
    table = play_on(new_table(8, kinds=kinds), turns=5)
    printed = b"".join(transcript(table, DuelText())).decode()
    assert printed.count("\n> ") == 5
    assert sorted(set(re.findall("cartes ([A-Z]+)", printed))) == known
    table.forfeit(0, "left")
    printed = b"".join(transcript(table, DuelText())).decode()
    assert sorted(set(re.findall("cartes ([A-Z]+)", printed))) == ["NORD", "SUD"]


def with_other_secrets(table: Table, known: set[int], seed: int) -> Table:
    """Return the same game with all dealt anew that these seats have not seen, still in play."""
    while True:
        other = Table(table.game, table.options, table.sitters)
        for play in table.state.redraw(table.plays, frozenset(known), Lots(seed, 0)):
            other.play(*play)
        if not other.outcome:
            return other
        seed += 1000


@pytest.mark.parametrize(
    ("kinds", "known"), list(READERS.items())[:3], ids=["north", "south", "nobody"]
)
def test_games_that_differ_only_in_secrets_are_printed_alike(tmp_path, capfd, kinds, known):
    closed = {seat for seat, name in enumerate(SEATS) if name not in known}
    for seed in range(10):
        table = play_on(new_table(seed, kinds=kinds), ("greedy", "greedy"), 2 + seed % 7)
        assert not table.outcome
        other = with_other_secrets(table, {0, 1} - closed, seed)
        hands = [[one.view(seat).hand for seat in closed] for one in (table, other)]
        assert all(mine != theirs for mine, theirs in zip(*hands, strict=True))
        printed = []
        for one in (table, other):
            file, _ = saved_game(tmp_path, one)
            assert main(["replay", "--print", str(file)]) == 0
            printed.append(capfd.readouterr().out)
        assert printed[0] == printed[1]


def test_the_format_holds_over_whole_random_games():
    line = re.compile(
        r"(NORD|SUD) \^\[\d\d\] v\[\d\d\] \(m[0-6]p([0-9]|[1-5]\d)\)"
        r"|cartes (NORD|SUD) \{ (\d\d )*\}"
        r"|> (\d\d[\^v]'? ?)+(?<! )|[2-6] cartes posées, [0-6] cartes piochées"
        r"|partie finie, (NORD|SUD) a gagné"
    )
    for seed in range(20):
        table = play_on(new_table(seed), ("random", "greedy"))
        lines = b"".join(transcript(table, DuelText())).decode().split("\n")
        assert lines.pop() == ""
        assert [text for text in lines if not line.fullmatch(text)] == []


SIDES = {"duel": ("--north", "--south"), "zen": ("--black", "--white")}


def alone(game: str, seed: int) -> list[object]:
    """Return a command line for two computers."""
    who = [word for side in SIDES[game] for word in (side, "random")]
    return ["console", game, "--seed", seed, *who]


@pytest.mark.parametrize("game", SIDES)
def test_the_same_seed_gives_the_same_game_and_another_one_another(game):
    first, again, other = (tapis(*alone(game, seed)).stdout for seed in (5, 5, 6))
    assert first == again != other


def test_without_a_seed_games_differ():
    runs = {tapis("console").stdout for _ in range(3)}
    assert len(runs) == 3


@pytest.mark.parametrize("game", SIDES)
def test_ctrl_c_stops_with_130_and_no_traceback(game):
    process = start("console", game, "--seed", 1)
    read_until(process.stdout, b"> ")
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60)
    assert (process.returncode, out, errors) == (130, b"", b"")


@pytest.mark.parametrize("game", SIDES)
def test_closed_output_stops_silently_with_1(game):
    process = start(*alone(game, 1))
    cut_off(process)


@pytest.mark.parametrize("game", SIDES)
@pytest.mark.parametrize(
    ("closing", "status"), [("<&-", 1), (">&-", 1), ("<&- >&- 2>&-", 1), ("2>&- </dev/null", 1)]
)
def test_streams_that_are_closed_from_the_start_do_no_harm(game, closing, status, tmp_path):
    file = tmp_path / "game.json"
    command = f"{' '.join(TAPIS)} console {game} --seed 1 --save '{file}' {closing}"
    run = subprocess.run(["sh", "-c", command], capture_output=True, env=environment(), timeout=60)
    assert (run.returncode, run.stderr) == (status, b"")
    if file.exists():
        assert tapis("check", file).returncode == 0


def test_a_transcript_of_a_game_that_was_given_up_tells_how_it_stood_then():
    table = play_on(new_table(8, kinds=("greedy", "greedy")), turns=4)
    in_play = b"".join(transcript(table, DuelText()))
    table.forfeit(0, "left")
    result = DuelText().result(table.outcome)
    assert b"".join(transcript(table, DuelText())) == in_play + result
