"""Who sits where: `--seats` in seat order for every game, and the option of each side."""

from __future__ import annotations

import pytest
from line_programs import tapis
from outsiders import Outsider, bot
from toy_moves import ToyOptions

from cli.__main__ import main
from cli.command import make_parser
from cli.game_options import SeatRequests, seat_options
from cli.parser import FLAGS
from cli.streams import BadUse
from engine.duel.state import DuelOptions
from engine.zen.options import ZenOptions
from play.last_setup import keep_setup
from play.setup import usual_setup
from saves.reading import read_record


def kinds(file) -> list[str]:
    return [sitter.kind for sitter in read_record(file.read_bytes()).table.sitters]


def test_seats_play_what_the_options_of_the_sides_play():
    duel, zen = ["console", "--seed", 3], ["console", "zen", "--seed", 3]
    by_side = ["--north", "greedy", "--south", "random"]
    assert tapis(*duel, "--seats", "greedy,random").stdout == tapis(*duel, *by_side).stdout
    by_side = ["--black", "greedy", "--white", "random"]
    assert tapis(*zen, "--seats", "greedy, random").stdout == tapis(*zen, *by_side).stdout


def test_a_person_is_named_in_either_language(tmp_path):
    for number, who in enumerate((["--seats", "humain,greedy"], ["--north", "humain"])):
        file = tmp_path / f"{number}.json"
        run = tapis("console", *who, "--south" if number else "--seed", "greedy" if number else 1,
                    "--save", file)  # fmt: skip
        assert (run.returncode, run.stderr) == (1, b"")
        assert kinds(file) == ["human", "greedy"]


def test_four_seats_are_in_the_order_in_which_they_play(tmp_path):
    file = tmp_path / "game.json"
    game = ["--players", 4, "--first", "black", "--seed", 1, "zen"]
    run = tapis("console", "--seats", "human,greedy,novice,casual", *game, "--save", file)
    assert (run.returncode, run.stderr) == (1, b"")
    assert kinds(file) == ["human", "greedy", "novice", "casual"]


@pytest.mark.parametrize(
    ("game", "alone", "seat"),
    [
        (["duel", "--talk"], ["human", "novice"], "North"),
        (["zen"], ["human", "novice"], "Black"),
        (["hearts"], ["human", "novice", "novice", "novice"], "South"),
        (["war"], ["human", "random", "random", "random"], "Player 1"),
    ],
    ids=["duel", "zen", "hearts", "war"],
)
def test_a_person_alone_meets_computers_or_who_was_set_up_last(tmp_path, game, alone, seat):
    """Everybody was a person there; the screen seated computers."""
    file, named, again, people = (tmp_path / name for name in ("a", "named", "again", "people"))
    run = tapis("console", *game, "--save", file, typed=b"quit\n")
    assert (run.returncode, run.stderr, kinds(file)) == (0, b"", alone)
    first = f"Your seat is {seat}, the computer plays the rest; setup changes that."
    assert run.stdout.decode().startswith(first)
    run = tapis("console", *game, "--seats", "human" + "," * (len(alone) - 1), "--save", named)
    assert (kinds(named), b"setup changes" in run.stdout) == (["human"] * len(alone), False)
    run = tapis("console", *game, "--resume", file, typed=b"quit\n")
    assert (run.stderr, b"setup changes" in run.stdout) == (b"", False)
    keep_setup(usual_setup(game[0])._replace(kinds=("human",) * len(alone)))
    run = tapis("console", *game, "--save", people, typed=b"quit\n")
    assert kinds(people) == ["human"] * len(alone)
    assert run.stdout.startswith(b"The players are those set up last, or the usual ones; setup")
    if game[0] == "duel":  # nothing of this in the strict line mode
        run = tapis("console", "--save", again)
        assert (kinds(again), run.stdout[:5]) == (["human", "human"], b"NORD ")


def test_as_many_are_seated_as_the_options_ask_for(tmp_path):
    file = tmp_path / "game.json"
    tapis("console", "war", "--players", 3, "--save", file, typed=b"quit\n")
    assert kinds(file) == ["human", "random", "random"]


def test_a_seat_that_is_left_out_has_its_own_option(tmp_path):
    file = tmp_path / "game.json"
    program = Outsider(tmp_path, bot("duel"), "a,b")
    who = ["--seats", ",greedy", "--north", program.kind]
    run = tapis("console", *who, "--seed", 4, "--save", file)
    assert (run.returncode, run.stderr) == (0, b"")
    assert "," in program.kind
    assert kinds(file) == [program.kind, "greedy"]


WRONG = [
    (["console", "--seats", "greedy"], "--seats takes 2 players here (North, South), not 1"),
    (["play", "--seats", "a,b,c"], "--seats takes 2 players here (North, South), not 3"),
    (["console", "zen", "--players", "4", "--seats", "random,random"],
     "--seats takes 4 players here (Black 1, White 1, Black 2, White 2), not 2"),
    (["console", "--seats", "greedy,deep"], "no player 'deep', only human, random"),
    (["play", "zen", "--seats", "deep,human"], "no player 'deep', only human, random"),
    (["console", "--seats", "greedy,", "--north", "random"],
     "North is named twice: in --seats and by --north"),
    (["play", "zen", "--seats", ",random", "--white", "random"],
     "White is named twice: in --seats and by --white"),
    (["play", "--games", "3", "--pairs", "2"], "--pairs says how many games there are"),
    (["play", "hearts", "--games", "3"], "There is no series of this game."),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_wrong_seats_are_said_in_one_line(capfd, arguments, words):
    assert main(arguments) == 2
    out, errors = capfd.readouterr()
    assert (out, errors.count("\n")) == ("", 1)
    assert errors.startswith(f"tapis: {words}")


def test_the_last_word_on_one_seat_counts_as_it_always_did():
    twice = ["--north", "human", "--north", "greedy", "--south", "greedy"]
    assert tapis("console", *twice, "--seed", 3).returncode == 0


def test_each_seat_has_the_option_of_its_side():
    assert seat_options("duel", DuelOptions()) == ("--north", "--south")
    assert seat_options("zen", ZenOptions(players=4)) == ("--black", "--white") * 2


def test_a_game_whose_sides_nobody_chooses_has_an_option_for_each_seat(toy):
    assert seat_options("toy", ToyOptions(3)) == ("--north", "--east", "--south")
    requests = SeatRequests("toy", named={"--west": ("random",)})
    assert [one.who for one in requests.for_seats(ToyOptions(4))] == [None, None, None, "random"]
    with pytest.raises(BadUse, match="--west: there is no such seat here, only North, East, South"):
        requests.for_seats(ToyOptions(3))


NAME_LAST = [
    ["console", "--seed", "1", "zen"],
    ["console", "--variant", "2", "--first", "black", "zen"],
    ["console", "--black", "random", "zen", "--white", "random"],
    ["console", "--seed=1", "--", "zen"],
]


@pytest.mark.parametrize("arguments", NAME_LAST, ids=" ".join)
def test_the_name_of_the_game_may_stand_anywhere(arguments):
    first = ["console", "zen", *[word for word in arguments[1:] if word not in ("zen", "--")]]
    title = "Zen l'Initié, ".encode()
    runs = [tapis(*command) for command in (arguments, first)]
    assert all(title in run.stdout for run in runs)
    assert len({(run.returncode, run.stderr) for run in runs}) == 1


def test_the_value_of_an_option_is_no_name_of_a_game(tmp_path):
    file = tmp_path / "zen"
    run = tapis("console", "--align", "--save", file)
    assert run.stdout.startswith(b"NORD ")
    assert tapis("console", "--resume", file, "duel").stdout.startswith(b"NORD ")


@pytest.mark.parametrize("command", ["console", "play", "host", "legal", "perft"])
def test_no_option_without_a_value_takes_the_name_of_a_game_for_one(command):
    """`tapis host --change-places zen` was read as a table for the duel, and refused."""
    (commands,) = make_parser()._subparsers._group_actions
    parser = commands.choices[command]
    parser.fill()
    for one in parser._subparsers._group_actions[0].choices.values():
        one.fill()
        flags = {
            name for action in one._actions if action.nargs == 0 for name in action.option_strings
        }
        assert flags <= FLAGS
