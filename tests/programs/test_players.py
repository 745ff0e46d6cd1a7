"""The one place that makes players: which kinds it knows, and what it loads for them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from duels import new_table
from line_programs import ROOT, environment

from engine.duel.game import DUEL, Duel
from engine.table import HUMAN, Sitter
from programs.players import (
    LONGEST_COMMAND,
    PATIENCE,
    UnknownPlayer,
    abandon,
    dismiss,
    is_known,
    is_program,
    is_remote,
    make_player,
    title,
)


class Wordless(Duel):
    """A game that has no words for programs."""

    line_words = None


@pytest.mark.parametrize("kind", [*DUEL.computer_players, "exec:bot", "exec: 'a b' -x", "exec:/"])
def test_these_kinds_are_known(kind):
    assert is_known(DUEL, kind)
    make_player(DUEL, Sitter("", kind, 1))


UNKNOWN = {
    HUMAN: "no player 'human'",
    "oracle": "no player 'oracle'",
    "": "no player ''",
    "EXEC:bot": "no player 'EXEC:bot'",
    "exec:": "'exec:' names no program",
    "exec:  \t": r"'exec:  \t' names no program",
    'exec:""': "'exec:\"\"' names no program",
    "exec:./b\udcff": (
        r"'exec:./b\udcff': 'utf-8' codec can't encode character '\udcff' in position 8:"
        " surrogates not allowed"
    ),
    "exec:'bot": '"exec:\'bot": No closing quotation',
}


@pytest.mark.parametrize(("kind", "why"), UNKNOWN.items())
def test_these_kinds_are_unknown(kind, why):
    assert not is_known(DUEL, kind)
    with pytest.raises(UnknownPlayer) as unknown:
        make_player(DUEL, Sitter("", kind))
    assert str(unknown.value) == why


def test_a_command_that_nobody_could_read_is_unknown_and_still_has_a_title():
    kind = f"exec:{'x' * (LONGEST_COMMAND - len('exec:'))}"
    assert is_known(DUEL, kind)
    with pytest.raises(UnknownPlayer, match="over 4096 letters"):
        make_player(DUEL, Sitter("", f"{kind}x"))
    assert title(f"{kind}x") == title(kind).replace("xxxxx", "exec:", 1)
    assert title("exec:'") == "exec:'"


def test_a_game_without_words_for_programs_says_so():
    assert is_known(Wordless(), "greedy")
    assert not is_known(Wordless(), "exec:bot")
    with pytest.raises(UnknownPlayer, match="programs cannot play duel"):
        make_player(Wordless(), Sitter("", "exec:bot"))


def test_a_computer_player_has_the_seed_of_its_sitter():
    view = new_table(4).view(0)
    chosen = [make_player(DUEL, Sitter("", "random", seed)).choose(view) for seed in range(9)]
    assert chosen == [DUEL.computer_players["random"](seed).choose(view) for seed in range(9)]
    assert len(set(chosen)) > 1


def test_a_computer_player_needs_no_letting_go():
    player = make_player(DUEL, Sitter("", "greedy", 1))
    assert not is_remote(player)
    dismiss(player, new_table(4).view(0))
    abandon(player)


def test_a_program_is_one_and_is_waited_for_ten_seconds():
    assert is_program("exec:bot")
    assert not is_program("executor")
    assert is_remote(make_player(DUEL, Sitter("", "exec:bot")))
    assert PATIENCE == 10


def test_nothing_of_programs_is_loaded_for_a_computer_player():
    script = (
        "import sys\nfrom engine.games import find_game\nfrom engine.table import Sitter\n"
        "from programs.players import is_known, make_player\ngame = find_game('duel')\n"
        "assert is_known(game, 'greedy') and make_player(game, Sitter('', 'greedy'))\n"
        "late = {'programs.program', 'subprocess', 'selectors', 'shlex', 'signal'}\n"
        "print(*late & {*sys.modules})\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, env=environment(), cwd=ROOT, timeout=60
    )
    assert (run.stdout, run.stderr) == (b"\n", b"")
