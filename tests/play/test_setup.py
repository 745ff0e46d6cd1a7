"""What a new game is made of: options that fit together, and a sitter for each seat."""

from __future__ import annotations

import json

import pytest
from setups import duel_setup

from engine.game import Outcome
from engine.games import GAMES
from engine.series import first_deal
from engine.table import HUMAN
from play.daily import daily_setup
from play.last_setup import keep_setup, last_setup
from play.new_game_model import NewGameModel
from play.setup import Series, new_table, setup_of, usual_setup
from saves.cut import check_cut, table_seal
from saves.home import recall, remember

pytestmark = pytest.mark.usefixtures("toy")

KEYS = [*GAMES, "toy"]


@pytest.mark.parametrize("key", KEYS)
def test_the_usual_game_can_be_begun_and_is_remembered(key):
    setup = usual_setup(key)
    table = new_table(setup, 1)
    assert [sitter.kind for sitter in table.sitters] == list(setup.kinds)
    keep_setup(setup)
    assert last_setup() == last_setup(key) == setup


@pytest.mark.parametrize("key", KEYS)
def test_a_game_after_a_game_is_made_of_the_same(key):
    setup = usual_setup(key)
    again = setup_of(new_table(setup, 1))
    assert (again.options(), again.kinds, again.first) == (
        setup.options(),
        setup.kinds,
        setup.first,
    )


def test_an_option_that_no_longer_applies_is_as_usual_and_a_number_stays_in_its_range():
    setup = usual_setup("toy").with_option("teams", True).with_option("rounds", 4)
    assert setup.values == {"players": 4, "teams": True, "rounds": 4}
    two = setup.with_option("players", 2)
    assert two.values == {"players": 2, "teams": False, "rounds": 4}
    assert two.with_option("rounds", 8).with_option("players", 3).values["rounds"] == 5


def test_a_first_new_game_of_dame_de_pique_counts_faces_and_what_was_chosen_is_kept():
    setup = usual_setup("hearts")
    assert setup.values["values"] == "faces"
    shown = {row.words: row.note for row in NewGameModel(setup).rows}
    assert (shown["Joker (1 point)"], shown["Values"]) == ("on", "court cards 10, ace 1")
    without = setup.with_option("sums", False)
    assert without.values["values"] == "rank"
    assert without.with_option("sums", True) == setup
    ranked = setup.with_option("values", "rank")
    assert ranked.with_option("joker", False).values["values"] == "rank"
    keep_setup(ranked)
    assert last_setup("hearts") == ranked


def test_a_change_of_seats_seats_everybody_anew_and_any_other_nobody():
    setup = usual_setup("toy").with_name(0, "Ann").with_kind(1, "random")
    assert setup.with_option("rounds", 3).names[0] == "Ann"
    three = setup.with_option("players", 3)
    assert three.names == ("North", "East", "South")
    assert three.kinds == (HUMAN, "random", HUMAN)
    assert three.with_option("players", 4).kinds == (HUMAN, "random", HUMAN, HUMAN)


def test_games_in_a_row_end_where_a_game_is_a_row_by_itself():
    setup = usual_setup("zen")
    assert setup.has_series
    rounds = setup.with_option("variant", 2)
    assert (rounds.has_series, rounds.games) == (False, 1)


RIGHT = {
    "toy": usual_setup,
    "zen": lambda key: usual_setup(key)._replace(first="black").with_option("variant", 1),
    "duel": lambda key: usual_setup(key).with_kind(1, "greedy"),
}
"""A setup of each game that can be remembered."""


@pytest.mark.parametrize(
    ("key", "kept"),
    [
        ("toy", {"more": [["players", 4], ["teams", False], ["rounds", 9]]}),
        ("toy", {"more": [["players", 4], ["teams", 0], ["rounds", 2]]}),
        ("toy", {"more": [["players", 2], ["teams", True], ["rounds", 2]]}),
        ("toy", {"more": [["players", 4], ["teams", False]]}),
        ("toy", {"more": [[["players"], 4]]}),
        ("toy", {"kinds": [[], [], [], []]}),
        ("toy", {"first": "lots"}),
        ("toy", {"first": []}),
        ("zen", {"more": []}),
        ("zen", {"more": [["variant", 4], ["announce", "auto"], ["players", 2]]}),
        ("zen", {"more": [["variant", True], ["announce", "auto"], ["players", 2]]}),
        ("zen", {"more": [["variant", 3], ["announce", "hand"], ["players", 2]]}),
        ("zen", {"more": [["variant", 1], ["announce", "auto"], ["players", 4]]}),
        ("zen", {"more": "abc"}),
        ("zen", {"more": 3}),
        ("zen", {"first": "north"}),
        ("zen", {"names": ["A"]}),
        ("duel", {"kinds": ["a", "b"]}),
        ("duel", {"kinds": ["human", "oracle"]}),
        ("duel", {"names": ["A", ""]}),
        ("duel", {"games": 2}),
    ],
)
def test_a_damaged_memory_is_as_good_as_none(key, kept):
    name = "new_game" if key == "duel" else f"new_game_{key}"
    right = RIGHT[key](key).with_name(0, "Ann")._asdict()
    remember(game=key, **{name: right})
    assert last_setup().names[0] == "Ann"
    remember(**{name: json.loads(json.dumps({**right, **kept}))})
    assert last_setup() == usual_setup(key)


@pytest.mark.parametrize("kept", ["", "{}", "[]", "[" * 100_000, '{"new_game": []}'])
def test_a_damaged_file_of_what_is_remembered_is_as_good_as_none(kept, tmp_path):
    (tmp_path / "tapis-home").mkdir()
    (tmp_path / "tapis-home" / "settings.json").write_text(kept)
    assert last_setup() == usual_setup("duel")


@pytest.mark.parametrize("game", ["", 3, None, [], "go"])
def test_a_damaged_memory_of_the_game_is_as_good_as_none(game):
    remember(game=game)
    assert last_setup() == usual_setup("duel")
    assert recall()["game"] == game


def test_what_earlier_versions_remembered_is_read():
    duel = {"kinds": ["human", "greedy"], "names": ["A", "B"], "first": "north", "games": 3}
    zen = {
        "kinds": ["human", "random"],
        "names": ["A", "WHITE"],
        "first": "white",
        "games": 5,
        "game": "zen",
        "more": [["variant", 1], ["announce", "hand"], ["players", 2]],
    }
    remember(new_game=duel, new_game_zen=zen)
    assert last_setup() == duel_setup(("human", "greedy"), ("A", "B"), "north", 3)
    setup = last_setup("zen")
    assert (setup.first, setup.games, setup.values["announce"]) == ("white", 5, "hand")
    assert setup.called() == ["A", "White"]


def test_who_changes_places_moves_on_with_name_score_and_player_and_the_seats_begin_as_before():
    setup = usual_setup("duel").with_kind(1, "greedy").with_name(0, "Zoé")
    setup = setup._replace(first="north", games=3, changes_places=True)
    series = Series(setup).after(Outcome((0,), None), 0)
    assert (series.number, series.score) == (2, (0, 1))
    assert (series.setup.kinds, series.setup.names) == (("greedy", "human"), ("NORD", "Zoé"))
    assert series.setup.first == "north"
    back = series.after(Outcome((1,), None), 0)
    assert (back.score, back.setup.kinds, back.setup.names) == ((2, 0), setup.kinds, setup.names)
    assert back.after(None, 0) == Series(series.setup, 1, (0, 0))


@pytest.mark.parametrize("game", ["duel", "hearts"])
def test_pairs_are_a_number_of_games_and_the_second_one_has_the_deal_of_the_first(game):
    rows = {row.id: row for row in NewGameModel(usual_setup(game)).rows}
    setup = rows["games"].change("2x2")
    assert (setup.games, setup.pairs, setup.changes_places) == (4, True, True)
    rows = {row.id: row for row in NewGameModel(setup).rows}
    assert "places" not in rows and rows["games"].note == "2 pairs"
    keep_setup(setup)
    assert last_setup(game) == setup
    assert rows["games"].change("1") == usual_setup(game)
    first = new_table(setup, 1)
    first.forfeit(0, "")
    second = Series.following(first, Series(setup))
    assert second.deal == first_deal(first) is not None
    assert second.place.is_second
    later = new_table(second.setup, 2, second.deal)
    later.forfeit(0, "")
    third = Series.following(later, Series.at(later, second.place))
    assert (third.number, third.deal, third.place.pair) == (3, None, ())


def test_places_are_a_row_of_a_series_alone_and_are_remembered():
    setup = usual_setup("duel")
    rows = {row.id: row for row in NewGameModel(setup).rows}
    assert "places" not in rows
    setup = rows["games"].change("3")
    rows = {row.id: row for row in NewGameModel(setup).rows}
    changed = rows["places"].change("change")
    assert changed.changes_places
    keep_setup(changed)
    assert last_setup("duel").changes_places
    again = {row.id: row for row in NewGameModel(changed).rows}["games"].change("1")
    assert not again.changes_places


def cut(model: NewGameModel, texts: dict[str, str]) -> None:
    for id_, text in texts.items():
        model.choose({row.id: row for row in model.rows}[id_], text)


def test_a_person_cuts_after_the_program_has_sealed_its_value():
    model = NewGameModel(usual_setup("duel"))
    row = {row.id: row for row in model.rows}["cut 0"]
    assert (row.value, row.note, row.words) == ("", "none", "Cut of North")
    cut(model, {"cut 0": " heads\x1b or tails "})
    series = model.begun()
    assert series.cut
    assert [(one.seat, one.value) for one in series.cut.cuts] == [(0, "heads or tails")]
    seal = table_seal(series.cut.table)  # its beginning was shown before the cut
    assert seal[:32] in row.help.replace(" ", "")
    assert check_cut(new_table(series.setup, series.cut.seed), series.cut)
    assert last_setup("duel") == series.setup  # the cut is not remembered
    assert series.setup == usual_setup("duel")


def test_two_people_cut_each_and_every_text_changes_the_deal():
    model = NewGameModel(duel_setup(("human", "human")))
    cut(model, {"cut 0": "one", "cut 1": "two"})
    first = model.begun().cut
    cut(model, {"cut 1": "three"})
    second = model.begun().cut
    assert first and second
    assert [one.value for one in second.cuts] == ["one", "three"]
    assert (first.table == second.table, first.seed == second.seed) == (True, False)


def test_nobody_cuts_a_series_nor_for_a_computer_nor_with_an_empty_text():
    model = NewGameModel(usual_setup("duel"))
    cut(model, {"cut 0": "once", "games": "3"})
    assert "cut 0" not in {row.id for row in model.rows}
    assert model.begun().cut is None
    cut(model, {"games": "1", "cut 0": ""})
    assert model.begun().cut is None
    cut(model, {"cut 0": "again", "kind 0": "novice"})
    assert not [row for row in model.rows if row.id.startswith("cut")]
    assert model.begun().cut is None


def test_a_cut_that_was_typed_is_said_to_be_for_a_game_at_home():
    model = NewGameModel(usual_setup("duel"))
    assert model.cut_at_shared_table == ""
    cut(model, {"cut 0": "heads"})
    assert model.cut_at_shared_table.startswith("Your cut is for a game here;")
    cut(model, {"games": "3"})
    assert model.cut_at_shared_table == "", "a series is not cut"


@pytest.mark.parametrize(("game", "cuts"), [("hearts", True), ("war", True), ("zen", False)])
def test_cards_are_cut_where_some_are_dealt(game, cuts):
    rows = NewGameModel(usual_setup(game)).rows
    assert any(row.id.startswith("cut") for row in rows) == cuts


def test_a_game_after_a_daily_deal_is_against_the_level_and_not_against_its_daily_player():
    table = new_table(daily_setup(), 3)
    assert table.sitters[1].kind == "master-1"
    assert setup_of(table).kinds == ("human", "master")
