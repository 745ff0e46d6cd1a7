"""The words of the line modes for other games, files, settings, and the table that is watched."""

from __future__ import annotations

import os
import re
from itertools import count

import pytest
from duels import new_table as new_duel
from duels import play_on as play_duel
from games_on_disk import saved_game
from line_modes import Played
from line_programs import read_until, start
from zens import new_table as new_zen
from zens import play_on

from cli import sessions
from cli.command import is_strict
from cli.duel.deal import read_deal
from cli.game_commands import line_game
from cli.game_options import SeatRequests
from cli.sessions import GameRequest
from cli.streams import FINISHED
from engine.duel.state import DuelOptions
from engine.games import GAMES, LESSONS, find_game, find_lesson
from engine.table import EventKind, Sitter
from engine.zen.options import ZenOptions
from net.names.starting import NotStarted
from play.first_game import progress_of
from play.games.actions import words_by_action
from play.last_setup import last_setup
from play.setup import usual_setup
from saves.cut import check_cut, table_seal
from saves.home import home_folder
from saves.reading import read_record
from saves.reasons import plain_sentence
from saves.settings import SETTINGS
from saves.settings_file import read_settings
from saves.share_line import share_line
from saves.store import Store, inspect_file
from words.translation import _, language, set_language

ALONE = ("human", "casual")
FIRST = {"duel": {"first": "north"}, "zen": {"first": "black"}}


def play(*lines: str, game="duel", who=ALONE, keep=True, person=False):
    """Return the console after these lines, and what was said after each prompt."""
    options = find_game(game).options(**FIRST.get(game, {}))
    played = Played(game, *lines, options=options, who=who, seed=3, keep=keep, person=person)
    return played.console, played.answers


@pytest.fixture(autouse=True)
def _the_same_lots_every_time(monkeypatch):
    lots = count(7)
    for module in ("cli.sessions", "play.replay_model"):
        monkeypatch.setattr(f"{module}.fresh_seed", lambda: next(lots))


# Other games


def test_a_new_game_is_set_up_row_by_row_with_any_option_level_name_and_series():
    console, said = play(
        "setup", "1 zen", "variant 3", "4", "nobody 3", "4 9", "black novice", "7 Zoé", "9 3",
        "begin",
    )  # fmt: skip
    assert "1. Game: Zen l'Initié.\n" in said[1]
    assert "There is no row nobody, only 1 to " in said[4]
    assert "cannot be 9, only: a person, random, " in said[5]
    table = console.session.table
    assert table.game.key == "zen"
    assert table.options.variant == 3
    assert table.sitters[0].kind == "novice"
    assert console.session.is_held_back


def test_the_rows_of_a_duel_have_the_names_the_beginner_and_the_number_of_games():
    rows = ("3 Zoé", "begins south", "who begins south", "6 4", "6 5")
    console, said = play("préparer", *rows, "commencer")
    assert said[1] == "3. Name of North: Zoé.\n"
    assert said[2] == "There is no row begins, only 1 to 9.\n"
    assert said[3] == "5. Who begins: South.\n"
    assert (
        said[4] == "Number of games cannot be 4, only: 1, 3, 5, 7, 10, "
        "1 pair, 2 pairs, 3 pairs, 5 pairs.\n"
    )
    assert "Game 1 of 5.\nNorth has won 0 games.\nSouth has won 0 games.\n" in said[6]
    assert console.session.table.sitters[0].name == "Zoé"
    assert console.session.series.games == 5
    assert last_setup("duel").names[0] == "Zoé"


def test_a_game_that_a_person_has_cut_can_be_checked_in_its_file():
    cut = "setup", "cut of north", "cut of north my own text", "begin", "hint", "1"
    _console, said = play(*cut, "replay")
    seal = said[1].partition(" seal: ")[2].partition(".")[0].replace(" ", "")
    assert said[2].endswith("Cut of North: my own text.\n")
    assert "Next: " in said[6] and "that was cut" not in said[6]
    records = [read_record(path.read_bytes()) for path in Store().paths()]
    [record] = [one for one in records if one.cut]
    assert check_cut(record.table, record.cut) and len(record.table.plays) > 2
    assert (table_seal(record.cut.table)[:32], record.cut.cuts[0].value) == (seal, "my own text")


def test_the_next_game_of_a_series_is_begun_by_the_other_side_and_a_deal_may_be_swapped():
    who = ("random", "random")
    lines = "swap", "play", "swap", "play 1", "new", "play 1"
    console, said = play(*lines, who=who, person=True)
    assert said[0] == "swap is for the end of a game.\n"
    decks = [read_record(path.read_bytes()).table.plays[0].move.decks for path in Store().paths()]
    assert any(deck == other[::-1] for deck in decks for other in decks)
    assert len({*decks}) == 3
    assert console.session.table.options.first == "south"  # new in the middle begins one alike


def test_a_match_by_pairs_is_told_with_its_score_and_its_first_deal_is_swapped_by_the_next_game():
    rows = "setup", "north random", "south random", "number of games 2 pairs", "begin"
    _console, said = play(*rows, "play", "swap", "new", "play", "new", "new", person=True)
    assert "Pair 1 of 2, game 1.\nNorth has won 0 points.\n" in said[4]
    assert said[6] == "The next game of the pair has this deal, with places changed.\n"
    assert "Pair 1 of 2, game 2.\n" in said[7]
    won = re.findall("(?:North|South) has won ([012]) points?", said[8])
    assert sum(map(int, won)) == 2
    assert "Pair 2 of 2, game 1.\n" in said[9]
    assert "Pair 1 of 2, game 1.\n" in said[10]  # new in the middle begins one alike


def test_a_program_that_a_person_seats_is_named_by_that():
    console, said = play("setup", "4 exec:true", "begin")
    assert "exec:true" in console.request.programs
    assert said[0].count("\n") > 5


def test_a_table_is_opened_for_the_game_that_is_set_up(monkeypatch):
    plans = []

    def start_table(plan, _path):
        plans.append(plan)
        raise NotStarted(plain_sentence("no room"))

    monkeypatch.setattr("net.hosting.start.start_table", start_table)
    _console, said = play("setup zen", "variant 2", "host", "settings slap slow", "host hearts")
    assert said.count("No table: no room\n") == 2
    assert [(plan.game, plan.options.get("variant"), plan.race_time) for plan in plans] == [
        ("zen", 2, 1),
        ("hearts", None, 3),
    ]


def test_a_cut_that_was_typed_is_said_to_be_for_a_game_at_home_when_a_table_is_opened(monkeypatch):
    def start_table(_plan, _path):
        raise NotStarted(plain_sentence("no room"))

    monkeypatch.setattr("net.hosting.start.start_table", start_table)
    _console, said = play("setup duel", "host", "cut of North heads", "host")
    told = "Your cut is for a game here; at a shared table the players' programs cut.\n"
    assert [told in words for words in said if "no room" in words] == [False, True]


def test_the_setup_is_left_without_a_new_game():
    console, said = play("setup hearts", "return", "hand")
    assert console.session.table.game.key == "duel"
    assert said[2].startswith("North holds: ")
    console, said = play("setup chess")
    assert said[0] == "There is no game chess, only duel, zen, hearts, war.\n"


def test_every_game_can_be_set_up_from_every_other_one():
    lines = [f"setup {game}\nbegin" for game in GAMES]
    console, _ = play(*"\n".join(lines).split("\n"))
    assert console.session.table.game.key == [*GAMES][-1]
    assert not Store().folder.exists()  # nobody has moved


# Watching


def test_a_game_that_nobody_plays_is_watched_move_by_move_at_a_terminal():
    console, said = play("", "play 2", "eyes", "hand", "eyes sud", "eyes west", "play", "hint",
                         who=("random", "random"), person=True)  # fmt: skip
    assert said[0].startswith(("North lays ", "South lays "))
    assert all(f"{name} lays" in said[1] for name in ("North", "South"))
    assert said[3].startswith("North holds: ")
    assert "South holds: " in said[4]
    assert said[5] == "There is no player west, only North, South.\n"
    assert console.session.table.outcome
    assert said[-2] == "The game is over.\n"


def test_in_a_replay_all_that_each_player_knew_is_told_at_once():
    _, said = play("play", "replay", "next 3", "eyes all", "eyes nord", "eyes sud",
                   who=("random", "random"), person=True)  # fmt: skip
    alone = [{line for line in told.splitlines() if "holds" in line} for told in said[-3:-1]]
    assert all(alone)
    told = said[-4].splitlines()
    assert alone[0] | alone[1] <= {*told}
    assert len(told) == len({*told})


def test_without_a_terminal_it_is_played_to_its_end_as_before():
    console, said = play(who=("random", "random"))
    assert console.session.table.outcome
    assert said == []


TURN = "17 up, 59 down"
"""A turn of North's with the seed 3."""


def test_the_duel_says_who_begins_and_each_turn_once():
    said = Played("duel", "i", "!", who=ALONE, seed=3).text
    assert "By lot, North begins.\nAscending pile of North: 1.\n" in said
    assert re.search(r"> North lays \d+ on the (as|des)cending pile: \d+ further\.\n", said)
    assert said.count("South lays") >= 2
    assert "South> " not in said


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("4 up", "4 is not in hand."),
        ("59 down 58 down 60 down", "There is no card 60, only 02 to 59."),
        ("01 up 2 up", "There is no card 01, only 02 to 59."),
        ("jouer 17 monte, 17 monte", "17 is laid twice."),
    ],
)
def test_a_refused_turn_of_the_duel_is_told_in_the_words_that_are_typed(typed, words):
    _, said = play(typed)
    assert said[0] == f"{words}\n"


def test_a_mark_of_a_replay_names_its_turn_once():
    _, said = play("play", "replay", "marks", who=("random", "random"), person=True)
    for mark in said[-2].splitlines():
        assert len(re.findall(r"\bturn \d+", mark, re.IGNORECASE)) == 1, mark


def test_a_hand_is_told_only_to_who_asks_where_two_play():
    _, said = play("hand", TURN, "hand", who=("human", "human"))
    assert "holds" not in said[1]
    assert "South is to move; hand shows the cards, once nobody else is reading.\n" in said[1]
    assert said[2].startswith("South holds: ")


def test_at_dame_de_pique_too_where_people_play_together():
    _, said = play("table", who=("human",) * 4, game="hearts")
    assert said[0].startswith("Round 1.\n")
    assert "Your cards:\n  8, king, ace of clubs\n" in said[0]


def test_where_people_and_computers_play_each_person_is_called_once():
    who = ("human", "human", "random", "random")
    said = Played("hearts", *["choices", "1"] * 8, who=who, seed=3).text
    *parts, _last = said.split(" is to move; table shows ")
    assert {part.rpartition("\n")[2] for part in parts} == {"South", "West"}
    assert all(re.search("(South|West)> ", part) for part in parts[1:])


# Files


def test_a_name_alone_is_a_copy_in_the_folder_and_the_line_again_writes_over_it():
    console, said = play("save", "save Sunday", "save Sunday", "hand", "save Sunday", "save Sunday")
    folder = Store().folder
    assert said[0] == f"From now on the game is saved in {console.session.path}.\n"
    assert said[1] == f"A copy is in {folder / 'Sunday.json'}.\n"
    assert said[2] == said[4] == (
        f"{folder / 'Sunday.json'} is there already. Type the line again to write over it.\n"
    )  # fmt: skip
    assert said[5] == said[1]


def test_a_saved_game_is_shared_drawn_and_copied_by_its_number_and_a_line_is_replayed(tmp_path):
    store = Store()
    _file, record = saved_game(store.folder, play_duel(new_duel(8)), "over")
    line = share_line(record)
    _, said = play(
        *("games", "share 1", "share picture 1", "copy 1 Monday", "copy 1 Monday", "copy 1"),
        *(f"replay {line}", "share", "return", f"resume {line}", f"replay {line[:-9]}", "share"),
        *(f"replay {line}", "hint", "save", "save Friday"),
        keep=False,
    )
    picture = home_folder() / "pictures" / "over.svg"
    assert said[1] == f"{line}\n"
    assert said[2] == f"The picture is in {picture}.\n"
    assert picture.read_text().startswith("<svg")
    assert said[3] == f"A copy is in {store.path('Monday')}.\n"
    assert said[4] == (
        f"{store.path('Monday')} is there already. Type the line again to write over it.\n"
    )
    assert said[5] == "Type the number of a game and a name, like copy 2 Sunday.\n"
    assert "Next: " in said[6]
    assert said[7].strip("\n").startswith("tapis1_")
    assert said[9] == "A share line holds a finished game; replay steps through it.\n"
    assert "damaged or incomplete" in said[10]
    assert said[11] == (
        "The game is in play; only a finished one is shared.\n"
        "share picture draws the table as it stands.\n"
    )
    assert said[13].startswith("Hint: ")
    assert said[14:16] == [
        "Type save and a name for the game of this replay, like save Sunday.\n",
        f"A copy is in {store.path('Friday')}.\n",
    ]
    assert inspect_file(store.path("Friday")).record.table.plays == record.table.plays


def test_a_first_game_is_that_of_this_game_or_of_the_one_that_is_named():
    console, said = play("first game", "first game zen", "first game duel new", "première partie",
                         game="war", who=("human", "random", "random", "random"))  # fmt: skip
    games = "Face to Face, Zen l'Initié, Dame de Pique"
    assert said[0] == f"Bataille has no first game; these have one: {games}.\n"
    assert said[1].startswith("Zen l'Initié, base game\n")
    assert "First game, 1 of " in said[2]
    assert console.session.table.game.key == "duel"


@pytest.mark.parametrize("word", ["new", "setup"])
@pytest.mark.parametrize("game", LESSONS)
def test_the_game_after_a_first_game_is_a_real_one_against_novice(game, word):
    """It had the options and the opponents of the lesson."""
    console, _said = play(f"first game {game}", word, "begin")
    real = console.session.table
    assert real.options == usual_setup(game).options()
    assert {sitter.kind for sitter in real.sitters} == {"human", "novice"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", LESSONS)
def test_a_first_game_is_done_by_typing_exactly_what_each_step_says(game, language):
    set_language(language)
    words = {id_: word.spelled for id_, word in words_by_action(game).items()}
    words |= line_game(game).signs_in_words
    lines = [f"first game {game}"]
    for step in find_lesson(game).steps:
        how = _(step.typed).format(**words).rstrip(".")
        found = re.search(r"(?:Type|Tapez) ([^:]+)$|: ([^:]+)$", how)
        assert found, how
        lines.append(found[1] or found[2])
    _console, said = play(*lines)
    steps = len(find_lesson(game).steps)
    assert [re.findall(rf"(\d) (?:of|sur) {steps}\.", one) for one in said[: steps + 1]] == [
        *([str(number)] for number in range(1, steps + 1)),
        [],
    ]
    assert _(find_lesson(game).farewell).format(**words).replace("\xa0", " ") in said[-2]


@pytest.mark.parametrize("word", ["quit", "new"])
def test_a_first_game_is_left_without_a_warning_that_it_is_lost(word):
    _console, said = play("first game zen", "c9e9", word, person=True)
    goes_on = "This first game goes on from here the next time.\n"
    assert said[2].startswith(goes_on if word != "new" else "Zen l'Initié")
    assert not any("not saved" in one for one in said)
    assert progress_of("zen").place == 1


def test_numbers_in_the_list_stay_until_it_is_listed_again():
    store = Store()
    for seed in (1, 2, 3):
        saved_game(store.folder, new_duel(seed), f"game {seed}")
    lines = ("games", "rename 2 x", "delete 1", "delete 1", "delete 1", "rename 2 y", "games")
    _, said = play(*lines, keep=False)
    assert said[4] == "There is no game 1 in the list; games lists them.\n"
    assert said[5] == "The game is now y.\n"
    assert len(store.paths()) == 2


def test_what_is_no_text_too_long_or_empty_is_answered_in_words():
    console, said = play("\udcff\udcfe", "x" * (1 << 20), "", "log", "first game anew")
    assert said == [
        "That line is not text; type a move, or help.\n",
        "That line is too long; type a move, or help.\n",
        "Type a move, choices for a numbered list, or help.\n",
        "Nothing has been played yet.\n",
        "There is no game anew, only duel, zen, hearts, war.\n",
        "",
    ]
    assert console.session.table.turns == 0


def test_a_row_of_players_takes_their_words_in_either_language():
    _, said = play("setup", "2 computer: greedy", "2 humain", "2 glouton", "langue fr", "2 glouton",
                   "2 human")  # fmt: skip
    assert said[2] == "2. North: a person.\n3. Name of North: North.\n" or "a person" in said[2]
    assert "North cannot be glouton, only: a person, random, novice, " in said[3]
    assert "NORD : ordinateur : glouton." in said[5]
    assert "NORD : une personne." in said[6]


def test_the_game_that_is_played_is_renamed_but_neither_deleted_nor_resumed():
    console, said = play(
        *("17 up 59 down", "delete 1", "games", "delete 1", "rename 1 x", "resume 1", "rename 1"),
        *("sort up", "sort", "delete", "save"),
    )
    assert said[1] == "There is no game 1 in the list; games lists them.\n"
    assert ", this game\n" in said[2]
    assert said[3:6] == [
        "You are playing this game; begin or resume another one to delete it.\n",
        "The game is now x.\n",
        "This is the game you are playing.\n",
    ]
    assert said[6] == "Type the number of a game and a name, like rename 1 Sunday.\n"
    assert said[7] == "up is not a column; there are: game, players, state, when.\n"
    assert said[8] == "Type sort and a column: game, players, state, when.\n"
    assert said[9] == "Type the number of a game, like delete 2.\n"
    assert said[10] == f"The game is saved in {Store().folder} as x.json.\n"
    assert [path.name for path in Store().paths()] == ["x.json"]
    assert read_record(console.session.path.read_bytes()).table.turns == 2


def test_games_are_found_by_words_and_sorted_by_columns():
    store = Store()
    saved_game(store.folder, play_on(new_zen(ZenOptions(), 3), 5), "zen")
    saved_game(store.folder, new_duel(1), "duel")
    (store.folder / "broken.json").write_text("{")
    _, said = play("games l'initie", "replay 1", "return", "sort game", "sort GAME", keep=False)
    assert said[0].startswith("1. zen.json: ")
    assert f"1 of 3 in {store.folder}.\n" in said[0]
    assert "Next: " in said[1]
    names = [[line.split(".")[1].strip() for line in one.splitlines()[:3]] for one in said[3:5]]
    assert names[0] == ["duel", "zen", "broken"]
    assert names[1] == ["zen", "duel", "broken"]


def test_a_program_of_a_file_is_started_once_the_line_is_typed_again(tmp_path):
    table = new_duel(1)
    table.sitters = (Sitter("NORD"), Sitter("SUD", "exec:true"))
    file, _ = saved_game(tmp_path, table, "bot")
    console, said = play(f"resume {file}", "hand", f"resume {file}", f"resume {file}")
    asked = "South is a program: true. Type the line again to start it.\n"
    assert said[0] == said[2] == asked
    assert console.session.path == file


def test_a_game_that_another_process_plays_is_taken_over_once_the_line_is_typed_again(tmp_path):
    file, _ = saved_game(tmp_path, new_duel(1), "held")
    other = start("console", "--resume", file)
    read_until(other.stdout, b"> ")
    try:
        console, said = play(f"resume {file}", f"resume {file}", "save", keep=False)
    finally:
        other.kill()
        other.communicate()
    assert " is in play: process " in said[0]
    assert said[0].endswith("\nType the line again to close it there and go on with it here.\n")
    assert said[2] == f"The game is saved in {tmp_path} as held.json.\n"
    assert console.session.path == file


def test_a_game_that_is_at_an_own_shared_table_is_gone_on_with_there(tmp_path, monkeypatch):
    went: list[str] = []
    path, _record = saved_game(tmp_path, new_duel(1), "shared")
    monkeypatch.setattr("cli.lines.file_words.own_table_with", {path: "t@zoe"}.get)
    monkeypatch.setattr("cli.lines.company_words.CompanyWords.go_to", lambda _, to: went.append(to))
    play(f"resume {path}")
    assert went == ["t@zoe"]


def test_where_nothing_can_be_kept_play_goes_on_and_it_is_said(capfd, monkeypatch):
    from saves import locked_file

    def full(*_):
        raise OSError(28, os.strerror(28), "/games")

    monkeypatch.setattr(locked_file, "make_folder", full)
    console, _ = play("hand", "17 up 59 down")
    assert console.session.saved_in is None
    said = capfd.readouterr().err
    assert (
        said == f"tapis: {console.session.path}: No space left on device; play goes on, unsaved\n"
    )


def test_a_deal_is_played_in_words_too_and_the_strict_mode_is_what_is_not_asked_in_words(tmp_path):
    decks = {name: [*range(2, 60)] for name in ("NORD", "SUD")}
    file = tmp_path / "deal.json"
    file.write_text(str(decks).replace("'", '"'))
    request = GameRequest(DuelOptions("north"), SeatRequests("duel"), 1, deal=read_deal(file))
    table = sessions.new(request).table
    assert table.view(0).hand == 0b11111100
    assert is_strict(["console"])
    assert is_strict(["console", "duel"])
    assert is_strict(["console", "--save", "zen"])
    assert not is_strict(["console", "--seed", "3", "zen"])
    assert not is_strict(["console", "dame", "de", "pique"])


# The program


def test_the_language_is_spoken_at_once_and_kept():
    play("langue français", "language de")
    assert language() == "fr"
    assert read_settings().settings.language == "fr"
    _, said = play("langue de", "langue anglais", "settings language auto")
    assert said[0] == "de n'est pas une langue d'ici. Tapez langue fr ou langue en.\n"
    assert said[1] == "Language: English.\n"
    assert read_settings().settings.language == "auto"


def test_anything_else_is_set_too_and_what_is_no_value_refused():
    _, said = play(
        "settings 3", "settings 3 4", "settings cards default", "settings 3 9", "settings x"
    )
    assert said[0].startswith(
        "How cards and signs are drawn; auto: as the terminal allows.\nCards: "
    )
    assert said[1] == "Cards: plain ASCII.\n"
    assert said[2] == "Cards: auto.\n"
    assert said[3] == "Cards cannot be 9, only: auto, solid, outlined, plain ASCII.\n"
    assert said[4] == f"There is no row x, only 1 to {len(SETTINGS)}.\n"
    assert read_settings().settings.cards == "auto"


@pytest.mark.parametrize("number", ["000001999", "1" * 5000], ids=["zeros", "long"])
@pytest.mark.parametrize(
    ("game", "words"),
    [
        *(("duel", [word]) for word in ("moves", "manual", "rules", "resume", "rename")),
        *(("zen", [word]) for word in ("pieces", "moves", "settings")),
        *(("zen", ["replay", word]) for word in ("go", "next", "branch")),
        ("zen", ["setup", "set"]),
    ],
)
def test_a_number_that_is_too_great_is_the_number_of_nothing(game, words, number):
    _, said = play(*words[:-1], f"{words[-1]} {number}", "help", game=game)
    assert "help and a word says exactly what it does." in said[len(words)]


def test_statistics_are_told_one_fact_a_line(tmp_path):
    table = new_duel(1)
    table.sitters = (Sitter("Zoé"), Sitter("SUD", "club", 1))
    table.forfeit(1, "")
    saved_game(Store().folder, table, "over")
    _, said = play("statistics", "statistiques zoe", "statistics Max", keep=False)
    assert said[0] == said[1] == (
        "Zoé, The Game: Face to Face: 1 game, 1 won, 0 drawn, 0 lost.\n"
        "  wins in a row: 1 now, 1 at best.\n"
        "  rating: 1751 (1252 to 2249), 1 game.\n"
        "  against club: 1 game, 1 won, 0 drawn, 0 lost.\n"
    )  # fmt: skip
    assert said[2] == "Max has finished no game; statistics lists who has.\n"


def test_help_says_exactly_what_a_word_does_in_either_language():
    _, said = play("help save", "aide sauver", "help x", "help ?")
    assert said[0] == said[1]
    assert said[0].startswith("save [NAME]: say where the game is saved; with a name, copy it.\n")
    assert said[0].endswith(
        "In French: sauver; both are understood.\nThe letter s does the same.\n"
    )
    assert said[2] == "There is no word x; help lists the words.\n"
    assert said[3].startswith("help [WORD or NUMBER]: ")


def test_the_end_of_a_finished_game_leaves_by_quit():
    console, _ = play("finish", "quit", game="war", who=("human", "random", "random", "random"))
    assert console.session.table.outcome
    assert read_record(console.session.path.read_bytes()).table.outcome
    assert FINISHED == 0


def test_a_move_is_made_by_its_number_once_that_was_said():
    console, said = play("1", "!", "choices", "2", "choices", "hint", "!", "1")
    assert said[0].startswith("1 is neither a turn")
    assert said[1] == "follow plays a hint; hint gives one.\n"
    rows = said[2].splitlines()
    assert [row.partition(". ")[0] for row in rows] == [*map(str, range(1, 10))]
    turns = [at for at, play in enumerate(console.session.table.plays) if play.seat == 0]
    second, best = (console.at.game.told(console.session.table.plays[at].move) for at in turns)
    assert rows[1] == f"2. {second}."
    assert said[4].startswith(f"1. {best}.\n2. ")
    assert said[5].startswith(f"Hint: {best}\n")
    assert said[5].endswith("1 or ! plays it.\n")
    assert said[7].startswith("1 is neither a turn")  # the numbers were those of the turn before
    kinds = [event.kind for event in console.session.table.events]
    assert kinds == [EventKind.HINT] * 2


def test_a_list_has_all_moves_where_they_are_few_and_a_hint_has_its_number_there():
    lines = ("choices", "1", "choices", "hint", "!")
    played = Played("hearts", *lines, seed=3, who=("human", *("random",) * 3))
    passes, _passed, cards, hint, *_more = played.answers
    assert len(passes.splitlines()) == 9
    plays = [play for play in played.table.plays if play.seat == 0]
    legal = dict(line.split(". ", 1) for line in cards.replace(".\n", "\n").splitlines())
    assert len(plays) == 2
    best = played.game.told(plays[1].move)
    number = next(number for number, card in legal.items() if card == best)
    assert hint.startswith(f"Hint: {best}\n")
    assert hint.endswith(f"\n{number} or ! plays it.\n")
