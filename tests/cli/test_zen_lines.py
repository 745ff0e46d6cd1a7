"""The line mode of Zen: moves, words in both languages, stepping, files, every end."""

from __future__ import annotations

import errno
import json
import os
import re
from dataclasses import replace

import line_modes
import pytest
from games_on_disk import saved_game
from zens import new_table, play_on

from cli import sessions, streams
from cli.game_options import SeatRequests
from cli.lines import replay as in_lines
from cli.sessions import GameRequest
from cli.streams import FINISHED, STOPPED, BadUse
from cli.zen import telling as zen_text
from cli.zen.line_game import ZenLines
from engine.reasons import Forfeit
from engine.table import EventKind, Sitter, Table
from engine.zen.game import ZEN
from engine.zen.options import ZenOptions
from host.session import Session
from play.first_game import FirstGame
from play.games.actions import words_at
from play.shared_seat import SHARED
from programs.players import Failure, OutOfResources
from saves.reading import read_record
from words.glyphs import ASCII, UNICODE
from words.pages import rules_sections, rules_text
from words.translation import set_language

BLACK_BEGINS = ZenOptions(first="black")
SILENT = "11/11/11/11/4W6/4B2W3/4B6/5W2B2/11/11/11 W -"
"""White threatens with F4-H4; I4-K4 overlooks it, E7-G5 wins; I4-I3 would have parried."""

MATING = "11/11/7W3/4WBW1B2/8W2/5B1B3/11/11/11/11/11 W -"
"""I7-H7 is échec et mat."""

DRAWN = "11/2WW7/11/4B6/3B7/6Z4/11/11/11/11/11 B -"
"""ZG6-D9 connects both sides."""


@pytest.fixture(autouse=True)
def _unicode(monkeypatch):
    monkeypatch.setattr(zen_text, "glyphs", lambda: UNICODE)


SITUATION = re.compile(
    r" {4}A  B .*\n(?:[ 1][0-9] .*\n)* {4}A  B .*\n"
    r"(?:(?:Black|White|Noir|Blanc) [●○] ?: .*\n)*(?:(?:Zen|The Zen|Le Zen) .*\n)*"
    r"(?:(?:Black|White): .*\n)*(?:7 points .*\n)?"
)


ANALYSIS = "analysis: where the game was decided."
"""What is said of it once a game is over."""


def named(black=(), white=()) -> dict[str, tuple[str, ...]]:
    """Return who was asked for by `--black` and `--white`."""
    return {"--black": black, "--white": white}


def seats(black=(), white=()) -> SeatRequests:
    return SeatRequests("zen", named=named(black, white))


class Played(line_modes.Played):
    """What came of a game of Zen whose board is drawn."""

    def __init__(self, *lines: str, options=BLACK_BEGINS, who=((), ()), **how) -> None:
        super().__init__(ZenLines(draws=True), *lines, options=options, who=named(*who), **how)

    @property
    def answers(self) -> list[str]:
        """Return what was written after each prompt, without boards and what stands below them."""
        return [SITUATION.sub("", answer) for answer in super().answers]


def test_the_beginning_says_the_game_who_plays_and_how_it_stands():
    played = Played()
    assert played.status == STOPPED
    assert (
        played.text
        == """\
Zen l'Initié, base game
Black: a person.
White: a person.
Type a move, choices for a numbered list, or help.
    A  B  C  D  E  F  G  H  I  J  K
11  ○  ·  ·  ·  ·  ●  ·  ·  ·  ·  ●  11
10  ·  ·  ·  ·  ○  ·  ○  ·  ·  ·  ·  10
 9  ·  ·  ·  ●  ·  ·  ·  ●  ·  ·  ·  9
 8  ·  ·  ○  ·  ·  ·  ·  ·  ○  ·  ·  8
 7  ·  ●  ·  ·  ·  ·  ·  ·  ·  ●  ·  7
 6  ○  ·  ·  ·  ·  ◆  ·  ·  ·  ·  ○  6
 5  ·  ●  ·  ·  ·  ·  ·  ·  ·  ●  ·  5
 4  ·  ·  ○  ·  ·  ·  ·  ·  ○  ·  ·  4
 3  ·  ·  ·  ●  ·  ·  ·  ●  ·  ·  ·  3
 2  ·  ·  ·  ·  ○  ·  ○  ·  ·  ·  ·  2
 1  ●  ·  ·  ·  ·  ●  ·  ·  ·  ·  ○  1
    A  B  C  D  E  F  G  H  I  J  K
Black ●: 12 pawns, 12 groups, 0 captures.
White ○: 12 pawns, 12 groups, 0 captures.
The Zen ◆ is on F6.
Black> """
    )


def test_whom_lots_let_begin_is_told_once_at_the_beginning():
    text = Played("board", "quit", options=ZenOptions()).text
    lot = re.search(r"list, or help\.\nBy lot, (.*) begins\.\n    A  B", text)
    begins = lot[1]
    assert text.count("By lot") == 2  # with the board that was asked for
    move = "F11-F8" if begins == "Black" else "K1-H1"
    assert Played(move, "board", options=ZenOptions()).text.count("By lot") == 1


def test_a_move_is_shown_where_it_went_and_the_zen_s_barred_square_is_told():
    played = Played("F11-F8", "ZF6-I6")
    assert " 8  ·  ·  ○  ·  · ▸●  ·  ·  ○  ·  ·  8\n" in played.text
    assert "The Zen ◆ is on I6, and may not go back to F6 now.\nBlack> " in played.text
    assert played.moves == ["F11-F8", "ZF6-I6"]


@pytest.mark.parametrize(
    "typed", ["F11-F8", "f11-f8", " f11 f8 ", "F11F8", "f11 - f8", "f11–f8", "F11-F8\r"]
)  # fmt: skip
def test_a_move_may_be_typed_in_small_letters_and_without_a_sign(typed):
    assert Played(typed).moves == ["F11-F8"]


@pytest.mark.parametrize("typed", ["ZF6-F9", "zf6f9", "f6 f9"])
def test_the_zen_needs_its_letter_only_where_a_sign_is_typed(typed):
    assert Played(typed).moves == ["ZF6-F9"]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("F11-F9", "With 3 on the line, F11 moves 3; F9 is 2 away."),
        ("K1-H1", "The pawn on K1 is the opponent's."),
        ("F11xF8", "There is nothing to take on F8."),
        ("F6-F9", "The Zen stands on F6: its moves are written with Z."),
        ("F11-F8+", "In this game the players do not announce échec."),
        ("L1-A1", "L1-A1 is neither a move like F11-F8 nor a word; help lists the words."),
        ("J12-J1", "'J12' is not a square from A1 to K11."),
        ("back", "back cannot be used now; help lists the words."),
        ("undo 3", "undo takes nothing after it; type undo alone."),
        ("x" * 50, f"{'x' * 40} is neither a move like F11-F8 nor a word; help lists the words."),
        ("go 3", "go is for a replay; replay leads to one."),
        ("\x1b[A", r"\x1b[A is neither a move like F11-F8 nor a word; help lists the words."),
    ],
)
def test_what_cannot_be_done_is_said_and_the_same_player_is_asked_again(typed, words):
    played = Played(typed, "F11-F8")
    assert played.answers[0] == f"{words}\n"
    assert played.moves == ["F11-F8"]


def test_the_computer_plays_as_if_it_typed():
    played = Played("F11-F8", who=(("human",), ("random",)))
    (mine, answer) = played.moves
    assert mine == "F11-F8"
    assert f"\nWhite> {answer}\n    A  B" in played.text
    assert played.text.endswith("Black> ")


def test_computer_players_alone_play_to_the_end_and_nobody_is_asked():
    played = Played(who=(("random",), ("random",)))
    assert played.status == FINISHED
    assert re.fullmatch(r"(Black|White) wins: .*\.|A draw: .*\.", played.text.splitlines()[-1])
    assert not played.text.endswith("> ")


def test_four_play_in_turn_and_one_name_seats_a_team():
    options = ZenOptions(players=4, first="white")
    played = Played("K1-H1", options=options, who=(("random",), ("human",)))
    assert [sitter.kind for sitter in played.table.sitters] == ["random", "human"] * 2
    assert [play.seat for play in played.table.plays] == [1, 2]
    assert played.text.endswith("White 2> ")
    played = Played(options=options, who=(("random", "human"), ()))
    kinds = [sitter.kind for sitter in played.table.sitters]
    assert kinds == ["random", "human", "human", "human"]


def test_a_colour_has_no_more_seats_than_there_are():
    with pytest.raises(BadUse, match="--black is given 2 times for 1"):
        seats(("human", "random")).for_seats(BLACK_BEGINS)
    with pytest.raises(BadUse, match="no player 'deep', only human, random"):
        sessions.new(GameRequest(BLACK_BEGINS, seats(("deep",))))


def test_echec_is_announced():
    played = Played("F4-H4", options=ZenOptions(1, position=SILENT))
    assert "Échec: White threatens E7-G5.\nBlack> " in played.text


def test_mat_wins_and_the_position_s_own_pawns_are_counted():
    played = Played("I7-H7", options=ZenOptions(1, position=MATING))
    assert "Black ●: 4 pawns, 4 groups, 0 captures." in played.text
    assert played.text.endswith(f"White wins: échec et mat.\n{ANALYSIS}\n> ")
    assert played.status == FINISHED


def test_a_drawn_game_says_so():
    played = Played("ZG6-D9", options=ZenOptions(position=DRAWN))
    assert played.text.endswith(f"A draw: both chains are complete.\n{ANALYSIS}\n> ")


def test_a_round_shows_its_last_board_its_points_and_the_next_start():
    played = Played("I7-H7", options=ZenOptions(2, position=MATING))
    told = played.text.split("White> ")[1]
    assert "Round 1, White +3: échec et mat; 4 pawns - group of 1 = 3.\n    A  B" in told
    assert told.index(" 7  ·  ·  ·  ·  ·  ·  · ▸○") < told.index("Round 1")
    assert "Black: 0 points.\nWhite: 3 points.\n7 points win the game.\nBlack> " in told
    assert "The Zen is off the board.\n" in played.text.split("White> ")[0]
    assert "Black ●: 12 pawns, 12 groups, 0 captures." in told


def test_the_lot_after_a_drawn_round_is_told():
    played = Played("ZG6-D9", options=ZenOptions(2, position=DRAWN))
    told = played.text.split("Black> ", 1)[1]
    assert "Round 1 is a draw: both chains are complete.\nBy lot, " in told
    assert len(played.table.plays) == 2


@pytest.mark.parametrize(
    ("back", "accept"), [("back", "accept"), ("retour", "accepter"), ("BACK", "Accept")]
)
def test_an_echec_nobody_announced_may_be_answered_in_either_language(back, accept):
    by_hand = ZenOptions(variant=1, announce="hand", position=SILENT)
    moves = ("f4h4", "i4k4", "e7g5")
    asked = Played(*moves, "moves", "k1h1", options=by_hand)
    assert "Black lost to an échec nobody announced: answer back or accept.\n" in asked.text
    told = "The round is lost: answer back or accept.\n"
    assert asked.answers[3:] == ["back\naccept\n", told, ""]
    assert Played(*moves, back, options=by_hand).moves[-1] == "back"
    again = Played(*moves, accept, "undo", options=by_hand)
    assert again.text.count("Black lost to an échec") == 2
    over = Played(*moves, accept, options=by_hand)
    assert over.text.endswith(f"White wins: the chain is complete.\n{ANALYSIS}\n> ")


def test_an_announcement_is_typed():
    played = Played("F4-H4+", "undo", "f4h4+", options=ZenOptions(1, "hand", position=SILENT))
    assert played.moves == ["F4-H4+"]
    assert played.text.startswith("Zen l'Initié, variant 1; a + after a move announces échec\n")
    assert "Échec: White threatens E7-G5." in played.text


def test_words_that_only_look():
    played = Played("moves f11", "moves ZF6", "moves A2", "moves K1", "moves L9", "position",
                    "F11-F8", "log", "pawns")  # fmt: skip
    answers = played.answers
    assert answers[0] == "Black pawn F11: C11, F8, I11.\n"
    assert answers[1] == "Zen F6: C3, C6, C9, F3, F9, I3, I6, I9.\n"
    assert answers[2] == "There is nothing on A2.\n"
    assert answers[3] == "The pawn on K1 is the opponent's.\n"
    assert answers[4] == "L9 is not a square from A1 to K11; type moves and a square, like F6.\n"
    assert answers[5] == "W4B4B/4W1W4/3B3B3/2W5W2/1B7B1/W4Z4W/1B7B1/2W5W2/3B3B3/4W1W4/B4B4W B -\n"
    assert answers[7] == "1. Black: F11-F8.\n"
    assert answers[8].startswith("Black: 12 pawns, 12 groups, 0 captures.\n  A1.\n")


def test_in_words_a_move_is_told_once_and_then_what_it_has_changed():
    white = named(white=("random",))
    how = {"options": BLACK_BEGINS, "who": white, "seed": 3}
    played = line_modes.Played("zen", "F11-F8", "ZF6-F3", "table", **how)
    sides = "(?:(?:Black|White): 12 pawns, .*\n)?"
    assert re.fullmatch(
        "The black pawn goes from F11 to F8.\n"
        f"{sides}The white pawn goes from .*\n{sides}", played.answers[0]
    )  # fmt: skip
    assert played.answers[1].startswith("Black moves the Zen from F6 to F3.\n")
    assert "\nThe Zen is on F3, and may not go back to F6 now.\n" in played.answers[1]
    assert played.answers[2].startswith("Row 11: ")
    assert played.answers[2].endswith("The Zen is on F3.\n")


def test_after_a_lot_the_pieces_are_told_in_words():
    played = line_modes.Played("zen", "F11-F8", "replay", who=named(white=("random",)), seed=3)
    assert played.answers[1].startswith("Row 11: ")
    assert "\nBy lot, Black begins.\nBlack: 12 pawns" in played.answers[1]


def test_rules_tell_the_section_of_what_was_refused_and_list_all_sections():
    answers = Played("rules 1", "f11f9", "rules", "rules", "f11f9", "f11f8", "rules").answers
    titles = [part.title for part in rules_sections(rules_text("zen"))]
    assert answers[0].startswith(f"{titles[0]}\n")
    assert answers[2].startswith("Moving\n")
    for listed in (answers[3], answers[6]):
        assert "".join(f"{at}. {title}\n" for at, title in enumerate(titles, 1)) in listed


def test_a_first_game_is_remembered_before_one_leaves_it(monkeypatch):
    places: list[int] = []
    keep = FirstGame.keep
    monkeypatch.setattr(
        FirstGame,
        "keep",
        lambda first, moment: (places.append(first.lesson.place(moment)), keep(first, moment)),
    )
    Played("first game", "c9e9")
    assert places == [1, 1], "after the step, and on leaving"


def test_moves_lists_all_56():
    assert Played("moves").answers[0].count(", ") + Played("moves").answers[0].count(":") == 56


def test_the_groups_are_shown_with_the_zen_in_them():
    played = Played("ZF6-I6", "pawns")
    assert "  J5, ZI6, J7.\n  A1.\n" in played.answers[1]


def test_undo_takes_the_last_move_of_a_person_back():
    played = Played("F11-F8", "K1-H1", "undo")
    assert played.moves == ["F11-F8"]
    (event,) = played.table.events
    assert (event.kind, event.seat, event.moves) == (EventKind.TAKE_BACK, 1, ("K1-H1",))
    played = Played("F11-F8", "u", "annuler", who=(("human",), ("random",)))
    assert played.moves == []
    assert played.answers[2] == "You have no finished turn to take back.\n"


def test_undo_after_the_end_goes_on_with_the_game():
    played = Played("I7-H7", "undo", "I7-H7", options=ZenOptions(2, position=MATING))
    assert played.moves[:1] == ["I7-H7"]
    played = Played("I7-H7", "undo", options=ZenOptions(1, position=MATING))
    assert played.table.outcome is None
    assert played.status == STOPPED


def test_a_hint_is_given_and_noted_once():
    played = Played("hint", "indice", "i")
    said = r"Hint: Z?[A-K]1?\d[-x][A-K]1?\d\nThe .* goes from .*\n(Why: .*\.\n)*1 or ! plays it\.\n"
    assert re.fullmatch(said, played.answers[0])
    assert [event.kind for event in played.table.events] == [EventKind.HINT]


def test_no_hint_reaches_a_partner():
    options = ZenOptions(players=4, first="black")
    played = Played("hint", options=options)
    words = "No hint: Black 2 would see it too.\n"
    assert played.answers[0] == words
    alone = Played("hint", options=options, who=(("human", "random"), ("random",)))
    assert alone.answers[0].startswith("Hint: ")


def test_stepping_through_the_game_and_back():
    played = Played("F11-F8", "K1-H1", "replay", "", "next", "next", "previous", "last", "first",
                    "go 1", "go 9", "go 000000000009", "go x", "go", "F8-F5", "return",
                    "B7-B9")  # fmt: skip
    assert played.answers[2:-2] == [
        "Next: Black> F11-F8\n",
        "Next: White> K1-H1\n",
        "",
        "This is the last turn.\n",
        "Next: White> K1-H1\n",
        "",
        "Next: Black> F11-F8\n",
        "Next: White> K1-H1\n",
        "There is no turn 9, only 0 to 2.\n",
        "There is no turn 000000000009, only 0 to 2.\n",
        "There is no turn x, only 0 to 2.\n",
        "Type go and a turn from 0 to 2.\n",
        "Others play here too; moves are tried when the game is over.\n",
        "",
    ]
    assert played.moves == ["F11-F8", "K1-H1", "B7-B9"]
    assert "turn 2 of 2> " in played.text


def test_stepping_shows_where_a_round_ended_and_the_end():
    played = Played("I7-H7", "replay", "next", options=ZenOptions(2, position=MATING))
    assert "Round 1, White +3: échec et mat; 4 pawns - group of 1 = 3.\n" in played.answers[-2]
    over = Played("I7-H7", "rejouer", "fin", options=ZenOptions(1, position=MATING))
    told = "White threatens H7-F9 or E8-F9 or E8-F7, and nothing stops it.\n"
    assert over.answers[-2] == f"{told}White wins: échec et mat.\n"
    options = ZenOptions(1, position=MATING)
    looked = Played("I7-H7", "replay", "moves i7", "position", options=options)
    assert looked.answers[-2] == f"{MATING}\n"


def test_a_branch_is_a_new_game_from_there():
    played = Played("F11-F8", "K1-H1", "replay", "next", "branch 1", "K1-H4")
    assert played.moves == ["F11-F8", "K1-H4"]
    assert played.console.session.is_kept
    assert [event.kind for event in played.table.events] == [EventKind.BRANCH]
    over = Played("I7-H7", "replay", "last", "branch", options=ZenOptions(1, position=MATING))
    assert over.answers[-2] == "The game is over here; go back to play on.\n"


def test_saving_keeps_the_game_from_then_on_and_saving_again_copies(tmp_path):
    first, second = tmp_path / "one.json", tmp_path / "two.json"
    lines = ["F11-F8", f"save {first}", "K1-H1", f"sauver {second}", "B7-B9", f"save {first}"]
    answers = Played(*lines).answers
    assert answers[1] == f"From now on the game is saved in {first}.\n"
    assert answers[3] == f"A copy is in {second}.\n"
    assert answers[5] == f"{first} exists already\n"
    kept, copied = (read_record(file.read_bytes()).table for file in (first, second))
    assert [str(play.move) for play in kept.plays] == ["F11-F8", "K1-H1", "B7-B9"]
    assert kept.plays[:2] == copied.plays
    assert not list(tmp_path.glob("*.tmp")) + list(tmp_path.glob(".*.lock"))


def test_what_cannot_be_saved_is_not_said_to_be_kept_and_a_copy_has_all_of_it(
    tmp_path, monkeypatch, capfd
):
    first, second = tmp_path / "one.json", tmp_path / "two.json"
    replace_ = os.replace

    def full(source, target):
        if target == first:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace_(source, target)

    monkeypatch.setattr(os, "replace", full)
    answers = Played("F11-F8", f"save {first}", "K1-H1", f"save {second}").answers
    assert answers[1] == ""
    assert answers[3] == f"A copy is in {second}.\n"
    unsaved = f"tapis: {first}: No space left on device; play goes on, unsaved\n"
    assert capfd.readouterr().err == unsaved
    copied = read_record(second.read_bytes()).table
    assert [str(play.move) for play in copied.plays] == ["F11-F8", "K1-H1"]


def test_saving_over_a_file_is_refused_and_another_name_may_be_tried(tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("precious")
    other = tmp_path / "other.json"
    played = Played("F11-F8", f"save {precious}", f"save {precious}", f"save {other}")
    refused = f"{precious} exists already; --resume goes on with it\n"
    assert played.answers[1:3] == [refused, refused]
    assert precious.read_text() == "precious"
    assert len(read_record(other.read_bytes()).table.plays) == 1


def test_saving_where_nothing_can_be_written_keeps_nothing(tmp_path):
    missing = tmp_path / "missing" / "game.json"
    played = Played("F11-F8", f"save {missing}", "quit", person=True)
    assert played.answers[1] == f"{missing}: No such file or directory\n"
    assert "not saved anywhere" in played.answers[2]


def test_saving_without_a_name_keeps_the_game_in_the_folder_of_games(tmp_path, monkeypatch):
    monkeypatch.setenv("TAPIS_HOME", str(tmp_path))
    played = Played("F11-F8", "save", "games")
    (file,) = (tmp_path / "games").glob("*.json")
    assert f"From now on the game is saved in {file}.\n" in played.answers[1]
    assert ", Zen l'Initié, Black - White, 1 turn, this game\n" in played.answers[2]
    again = Played(f"resume {file.stem}", "undo")
    assert f"The game is saved in {file.parent} as {file.name}.\n" in again.answers[0]
    assert again.answers[1] == "The last turn is taken back.\n"
    assert again.moves == []


def test_resuming_leaves_this_game_for_the_one_in_the_file(tmp_path):
    file, record = saved_game(tmp_path, play_on(new_table(ZenOptions(2, players=4), 3), 21))
    played = Played("F11-F8", f"reprendre {file}", "undo")
    assert len(played.table.plays) == 21
    assert read_record(file.read_bytes()).table.plays == record.table.plays[:21]


def test_a_game_that_was_over_in_its_file_still_has_lots_to_draw_once_it_goes_on(tmp_path):
    table = new_table(ZenOptions(2, position=DRAWN), None)
    table.forfeit(0, "left")
    file, _ = saved_game(tmp_path, table)
    resumed = sessions.resumed(file, GameRequest(ZenOptions(), seats()))
    resumed.table.take_back(0)
    played = Played("ZG6-D9", start=resumed)
    assert [play.seat for play in played.table.plays] == [0, -1]
    assert json.loads(file.read_text())["seed"] is not None


def test_resuming_what_cannot_be_leaves_this_game_alone(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    file, _ = saved_game(tmp_path, play_on(new_table(BLACK_BEGINS, 3), 3), "good")
    bad = json.loads(file.read_text())
    bad["moves"][1] = "F11-F11"
    (tmp_path / "bad.json").write_text(json.dumps(bad))
    played = Played("F11-F8", "resume", f"resume {tmp_path / 'none'}", f"resume {broken}",
                    f"resume {tmp_path / 'bad.json'}", "K1-H1")  # fmt: skip
    answers = played.answers
    assert answers[1] == "No other game is in play; games lists those that are saved.\n"
    assert answers[2].startswith(
        f"There is no game {tmp_path / 'none'}, in the list or as a file; "
    )
    assert answers[3].startswith(f"{broken}: line 1, column 2: ")
    assert answers[4].startswith(f"{tmp_path / 'bad.json'}: $.moves[1]: ")
    assert played.moves == ["F11-F8", "K1-H1"]


@pytest.mark.parametrize("name", ["\0x", "~nobody/x", "/", "/dev/zero", "."])
def test_a_name_that_is_none_is_refused_and_play_goes_on(name):
    played = Played("F11-F8", f"resume {name}", f"replay {name}", f"save {name}", "K1-H1")
    assert all(answer.count("\n") == 1 for answer in played.answers[1:3])
    assert played.moves == ["F11-F8", "K1-H1"]


def test_a_game_in_a_file_is_stepped_through_without_sitting_down_there(tmp_path):
    file, _ = saved_game(tmp_path, play_on(new_table(BLACK_BEGINS, 3), 30))
    before = file.read_bytes()
    played = Played("F11-F8", f"replay {file}", "last", "position", "return", "K1-H1")
    assert played.moves == ["F11-F8", "K1-H1"]
    assert "turn 30 of 30> " in played.text
    assert file.read_bytes() == before


def test_a_program_in_a_file_is_not_started_unasked(tmp_path):
    table = play_on(new_table(BLACK_BEGINS, 3), 4)
    table.sitters = (table.sitters[0], replace(table.sitters[1], kind="exec:true"))
    file, _ = saved_game(tmp_path, table)
    played = Played(f"resume {file}", f"replay {file}", "branch 1", "return", "F11-F8")
    words = "White is a program: true. Type the line again to start it.\n"
    assert played.answers[0] == words
    words = "White is a program; to start it, name it again: --white exec:true\n"
    assert played.answers[2] == words
    assert played.moves == ["F11-F8"]


def test_another_game_is_like_this_one():
    played = Played("F11-F8", "new", "K1-H1", options=ZenOptions(3, first="black", players=4),
                    who=(("human",), ("random",)))  # fmt: skip
    assert played.table.options == ZenOptions(3, first="black", players=4)
    assert [sitter.kind for sitter in played.table.sitters] == ["human", "random"] * 2
    assert played.moves == []


def test_quit_leaves_at_once():
    for word in ("quit", "quitter", "q"):
        played = Played("F11-F8", word, "K1-H1")
        assert (played.status, played.moves) == (FINISHED, ["F11-F8"])


@pytest.mark.parametrize("word", ["quit", "new", "resume"])
def test_a_person_is_warned_once_before_a_game_that_is_kept_nowhere_is_left(word, tmp_path):
    file, _ = saved_game(tmp_path, play_on(new_table(BLACK_BEGINS, 3), 4))
    line = f"resume {file}" if word == "resume" else word
    warned = Played("F11-F8", line, person=True)
    assert warned.answers[1] == (
        "This game is not saved anywhere; save saves it. Type it again to leave anyway.\n"
    )
    assert warned.moves == ["F11-F8"]
    assert Played("F11-F8", line, line, person=True).table.turns in (0, 1, 4)
    assert Played(line, person=True).text.count("not saved anywhere") == 0
    forgot = Played("F11-F8", line, "board", line, person=True)
    assert forgot.text.count("not saved anywhere") == 2


def test_words_have_their_time():
    played = Played("next", "replay", "undo", "F11-F8", "return")
    refused = [answer for answer in played.answers if re.search(" is (for|not)", answer)]
    assert [answer.split()[0] for answer in refused] == ["next", "undo"]
    assert refused[0] == "next is for a replay; replay leads to one.\n"
    assert refused[1] == "undo is for the game in play; return leads back to it.\n"
    assert "Others play here too; moves are tried when the game is over.\n" in played.answers


@pytest.mark.parametrize(
    ("language", "row", "told"),
    [
        ("en", "players", "  4. four, in two teams. Two against two: partners move "),
        ("en", "6", "Levels, the weakest first: random, novice, greedy, casual, club, "),
        ("en", "6", "  3. computer: novice. Errs often."),
        ("en", "first black", "7. Who begins: Black."),
        ("en", "first", "Who begins the first game"),
        ("fr", "variante", "  1. 1 : échec et mat. Échec est dit quand le coup suivant gagnerait."),
        ("fr", "6", "Du plus faible au plus fort : aléatoire, débutant, "),
        ("fr", "7", "Qui commence la première partie"),
    ],
)
def test_a_row_of_a_new_game_explains_what_it_can_be(language, row, told):
    set_language(language)
    answers = Played(("setup zen", "préparer zen")[language == "fr"], row).answers
    assert told in answers[1].replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_lists_the_words_that_can_be_had_now_in_the_language_spoken(language):
    set_language(language)
    asked = ZenOptions(1, "hand", position=SILENT)
    played = Played("f4h4", "i4k4", "e7g5", "help all", "rejouer", "aide tout", options=asked)
    helped = " ".join(played.answers[3:])
    spelled = [word.french if language == "fr" else word.english for word in words_at("zen")]
    modes = {"set", "begin", "eyes", "swap", "level", "marks", "follow", "analysis", "retry"}
    modes |= {
        "choisir",
        "commencer",
        "yeux",
        "échanger",
        "niveau",
        "repères",
        "suivre",
        "analyse",
        "réessayer",
    }
    modes |= {text for word in words_at("zen") if word.id in SHARED for text in word[:2]}
    assert {word for word in spelled if f" {word}" not in helped} <= modes


def test_the_line_mode_speaks_french():
    set_language("fr")
    played = Played("foo", "F11-F9", "coups F11", "f11f8", "pions", "journal", "annuler",
                    "I4-K4", "plateau")  # fmt: skip
    assert played.text.startswith("Zen l'Initié, jeu de base\nNoir : une personne.\nBlanc :")
    assert "Noir ● : 12 pions, 12 groupes, 0 prise.\n" in played.text
    assert played.answers[0].startswith("foo n'est ni un coup comme F11-F8 ni un mot ; aide donne")
    assert played.answers[1] == "Avec 3 sur la ligne, F11 avance de 3 ; F9 est à 2.\n"
    assert played.answers[5] == "1. Noir : F11-F8.\n"
    mat = Played("I7-H7", options=ZenOptions(2, position=MATING))
    assert "Manche 1, Blanc +3" in mat.text


def test_plain_ascii_when_asked(monkeypatch):
    monkeypatch.setattr(zen_text, "glyphs", lambda: ASCII)
    monkeypatch.setenv("TAPIS_ASCII", "1")
    set_language("fr")
    played = Played("aide", "f11f8", "pions", options=ZenOptions(first="black"))
    assert played.text.isascii()
    assert "11  W  .  .  .  .  B  .  .  .  .  B  11\n" in played.text
    assert " 8  .  .  W  .  . >B" in played.text
    assert "Le Zen Z est en F6." in played.text
    assert "Zen l'Initie, jeu de base" in played.text


def test_a_letter_that_standard_output_has_not_is_written_without_its_accent(monkeypatch):
    class Plain:
        encoding = "ascii"

    monkeypatch.setattr(streams.sys, "stdout", Plain())
    assert streams.encoded_text("Échec !") == b"Echec !"
    assert streams.encoded_text("as de cœur") == b"as de coeur"


SHORT = [(ZenOptions(), 271), (ZenOptions(2, players=4), 270)]
"""Options with a seed by which players at random end soon."""


@pytest.mark.parametrize(("options", "seed"), SHORT, ids=str)
def test_a_transcript_is_what_the_line_mode_printed(options, seed):
    options = replace(options, first="black")
    played = Played(options=options, who=(("random",), ("random",)), seed=seed)
    printed = b"".join(in_lines.transcript(ZenLines(draws=True), played.table)).decode()
    first, *others = played.text.splitlines(keepends=True)
    assert printed == "".join([first, *others[options.players + 1 :]])


def test_a_transcript_of_a_game_that_was_given_up_tells_how_it_stood_then():
    table = play_on(new_table(BLACK_BEGINS, 3), 4)
    in_play = b"".join(in_lines.transcript(ZenLines(draws=True), table))
    table.forfeit(0, "left")
    assert (
        b"".join(in_lines.transcript(ZenLines(draws=True), table))
        == in_play + b"White wins: Black gave up (left).\n"
    )


class Quitter:
    """A player that does not play."""

    def __init__(self, why: Forfeit):
        self.why = why

    def choose(self, view, stop):
        raise self.why


def sat_down_with(monkeypatch, why: Forfeit) -> Session:
    """Return a game in which White is a player that does not play."""
    session = sessions.new(GameRequest(BLACK_BEGINS, seats(white=("random",)), 1))
    monkeypatch.setattr(session, "computer", lambda seat: Quitter(why) if seat else None)
    return session


def test_who_gives_up_has_lost_and_standard_error_says_why(monkeypatch, capfd):
    played = Played("F11-F8", start=sat_down_with(monkeypatch, Forfeit(Failure.SILENT, seconds=3)))
    assert played.status == FINISHED
    assert played.text.endswith(f"\nYou win: White gave up (no answer within 3 s).\n{ANALYSIS}\n> ")
    assert capfd.readouterr().err == "tapis: White gave up: no answer within 3 s\n"
    assert played.table.events[-1].text == "no answer within 3 s"


def test_nobody_loses_where_a_program_cannot_be_started(monkeypatch):
    session = sat_down_with(monkeypatch, OutOfResources("./bot", "Too many open files"))
    with pytest.raises(BadUse, match=r"^\./bot cannot be started: Too many open files$"):
        Played("F11-F8", start=session)
    assert session.table.outcome is None
    assert [str(play.move) for play in session.table.plays] == ["F11-F8"]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("exec:./bot", "White is a program; to start it, name it again: --white exec:./bot"),
        ("genius", "White was played by 'genius', which is not known here"),
    ],
)
def test_a_game_that_was_over_goes_on_without_who_may_not_play(tmp_path, kind, words):
    sitters = [Sitter("Black"), Sitter("White", kind)]
    table = play_on(Table(ZEN, BLACK_BEGINS, sitters), 2)
    table.forfeit(1, "left")
    file, _ = saved_game(tmp_path, table)
    lines = ("undo", "F11-F8", "K1-H1", "hint", "new")
    played = Played(*lines, start=sessions.resumed(file, GameRequest(ZenOptions(), seats())))
    assert played.answers[2:4] == [f"{words}\n"] * 2
    assert [play.seat for play in played.table.plays] == [0]
    assert kind == "genius" or played.answers[4] == f"{words}\n"


def test_a_computer_player_goes_on_with_a_game_that_was_over(tmp_path):
    sitters = [Sitter("Black"), Sitter("White", "random", 3)]
    table = play_on(Table(ZEN, BLACK_BEGINS, sitters), 2)
    table.forfeit(1, "left")
    file, _ = saved_game(tmp_path, table)
    played = Played(
        "undo", "F11-F8", start=sessions.resumed(file, GameRequest(ZenOptions(), seats()))
    )
    assert [play.seat for play in played.table.plays] == [0, 1]
