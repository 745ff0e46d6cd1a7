"""What is told of Zen as a friend would: captures, threats, chains, sums, lots, turns."""

from __future__ import annotations

import pytest
from zens import new_table, position

from engine.table import Sitter, Table
from engine.timeline import TableTimeline
from engine.zen.game import ZEN
from engine.zen.options import ZenOptions
from engine.zen.positions import format_position, parse_position
from engine.zen.squares import squares_of
from engine.zen.view import ZenView
from play.frame import Frame, LastMove, Phase
from play.games.zen import telling
from tui.games.catalogue import scene_of
from tui.games.zen.board import marks_of
from tui.table.scene import names_of
from words.glyphs import UNICODE
from words.translation import set_language

CAPTURES = parse_position("11/11/11/WBB2W5/2B8/1BB2W5/3W7/11/3Z7/11/11 B -")
SILENT = parse_position("11/11/11/11/4W6/4B2W3/4B6/5W2B2/11/11/11 W -")
MATING = parse_position("11/11/7W3/4WBW1B2/8W2/5B1B3/11/11/11/11/11 W -")
CHAINS = position("F9 H9 G8 I8 E7 F7 C6 D6 G6 J5", "D8 E8 F8 D7 E5 D4 F4 G4 D3 G3 K1", "E6", "W")


def table_at(there, *moves: str, kinds=("human", "human"), **options) -> Table:
    rules = ZenOptions(position=format_position(there), **options)
    names = [name.title() for name in rules.seats]
    kinds = (*kinds, *kinds)[: len(names)]
    sitters = [Sitter(name, kind) for name, kind in zip(names, kinds, strict=True)]
    table = Table(ZEN, rules, sitters, 1)
    for move in moves:
        table.play(table.to_move[0], ZEN.parse(move))
    return table


def frame_of(table: Table, seat: int | None = None) -> Frame:
    """Return the frame of the seat to move, the cursor as a turn begins; after the end without."""
    to_move = table.to_move[0] if table.to_move else 0
    seat = to_move if seat is None else seat
    view, scene = table.view(seat), scene_of("zen", UNICODE)
    play = table.plays[-1] if table.plays else None
    last = LastMove(play.seat, ZEN.steps(play.move)) if play else None
    cursor = scene.controls.start(view) if table.to_move else None
    phase = Phase.TURN if table.to_move else Phase.OVER
    return Frame(phase, view, view, seat, last, cursor)


def told(table: Table, frame: Frame | None = None) -> str:
    """Return the message as the turn begins, else that of the cursor."""
    scene, timeline = scene_of("zen", UNICODE), TableTimeline(table, frozenset())
    frame = frame or frame_of(table)
    said = scene.news_words(frame, timeline, names_of(timeline))
    return said or scene.cursor_words(frame.cursor, frame.view)


ALONE = ("human", "greedy")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        (("C6xF6", "F8xF6"), "White takes your pawn: F8xF6."),
        (("B6-E6", "D5xD3"), "White takes the Zen: D5xD3."),
        (("B6-B4", "A8-A7"), "B8 can go to B6 D6 E8 B10 D10."),
    ],
)
def test_a_capture_by_the_other_side_is_said_as_the_turn_begins(moves, words):
    assert told(table_at(CAPTURES, *moves, kinds=ALONE)) == words


def test_of_four_every_capture_since_ones_last_move_is_said_and_by_whom():
    table = table_at(CAPTURES, "C6xF6", "F8xF6", "C7-E9", "D5xD3", players=4)
    both = "White 1 takes your pawn: F8xF6; White 2 takes the Zen: D5xD3."
    assert told(table) == f"Black 1, your turn; {both}"
    one = table_at(CAPTURES, "C6xF6", "F8xF6", players=4)
    assert told(one) == "Black 2, your turn; White 1 takes your pawn: F8xF6."


def test_a_key_puts_the_words_of_the_cursor_in_the_place_of_the_news():
    table = table_at(CAPTURES, "C6xF6", "F8xF6", kinds=ALONE)
    frame = frame_of(table)
    moved = Frame(frame.phase, frame.view, frame.view, frame.seat, None, frame.cursor.moved(0, -1))
    assert told(table, moved).startswith(f"{moved.cursor.square}") or "nothing" in told(
        table, moved
    )


def test_among_several_people_it_is_said_whose_turn_it_is():
    assert told(table_at(CAPTURES)) == "Black, your turn: B8 can go to D6 A7 F8 C9 B10."
    assert told(table_at(CAPTURES, "B6-B4")).startswith("White, your turn: A8 can go to ")
    assert "your turn" not in told(table_at(CAPTURES, kinds=ALONE))


def test_whom_lots_let_begin_is_said():
    table = Table(ZEN, ZenOptions(), [Sitter("Zoé"), Sitter("White (greedy)", "greedy", 1)], 3)
    table.draw_lots()
    words = ["By lot, you begin.", "By lot, White began."]
    begins = table.to_move[0]
    if begins == 1:
        table.play(1, next(table.view(1).legal()))
    assert told(table) == words[begins]
    both = Table(ZEN, ZenOptions(), [Sitter("Zoé"), Sitter("Max")], 3)
    both.draw_lots()
    assert told(both) == f"By lot, {('Zoé', 'Max')[begins]} begins."
    both.play(begins, next(both.view(begins).legal()))
    other, colour = ("Max", "Zoé")[begins], ("Black", "White")[begins]
    assert told(both) == f"{other}, your turn; by lot, {colour} began."
    assert "By lot" not in told(new_table(ZenOptions(first="black")))


def test_of_a_team_the_one_who_moves_first_begins_and_no_other():
    kinds = ("greedy", "greedy", "human", "greedy")
    sitters = [Sitter(f"p{seat}", kind) for seat, kind in enumerate(kinds)]
    table = Table(ZEN, ZenOptions(players=4), sitters, 4)
    table.draw_lots()
    for seat in (0, 1):
        assert table.to_move == (seat,)
        table.play(seat, next(table.view(seat).legal()))
    assert told(table) == "By lot, Black began."


def test_echec_names_the_threatening_move_and_the_board_shows_it():
    table = table_at(SILENT, "F4-H4", variant=1, kinds=ALONE)
    assert told(table) == "Échec: White threatens E7-G5."
    frame = frame_of(table)
    assert set(map(str, marks_of(frame.view, frame.cursor, frame).threat)) == {"E7", "G5"}
    set_language("fr")
    assert told(table) == "Échec\xa0: Blanc menace de jouer E7-G5."
    several = table_at(SILENT, "F4-H4", variant=1)
    assert told(several) == "Noir, à vous\xa0; échec\xa0: Blanc menace de jouer E7-G5."
    base = table_at(SILENT, "F4-H4")
    frame = frame_of(base)
    assert marks_of(frame.view, frame.cursor, frame).threat == frozenset()


@pytest.mark.parametrize("variant", [0, 1, 2])
def test_a_connection_lights_the_whole_chain_and_nothing_else(variant):
    table = table_at(CHAINS, "K1-H4", variant=variant)
    view = (
        table.view(None)
        if table.outcome
        else scene_of("zen", UNICODE).controls.after(table.view(None))
    )
    found = marks_of(view, None, Frame(Phase.OVER, view, view, 0))
    assert found.chain == table.states[1].rounds[-1].position.chain(1)
    assert "H4" in map(str, squares_of(found.chain))
    assert found.threat == frozenset()
    assert marks_of(table.view(None), None, frame_of(table)).chain == (
        0 if variant == 2 else found.chain
    )


def test_mat_lights_the_chain_and_what_cannot_be_parried():
    table = table_at(MATING, "I7-H7", variant=1)
    found = marks_of(table.view(0), None, frame_of(table))
    assert found.chain == table.state.position.white
    assert set(map(str, found.threat)) == {"H7", "H9", "E8", "F9", "F7"}


def test_a_capture_has_its_mark_where_it_happened():
    table = table_at(CAPTURES, "C6xF6", "F8xF6")
    frame = frame_of(table)
    assert marks_of(frame.view, frame.cursor, frame).took
    quiet = frame_of(table_at(CAPTURES, "C6xF6", "A8-A7"))
    assert not marks_of(quiet.view, quiet.cursor, quiet).took


@pytest.mark.parametrize(
    ("place", "winner", "words"),
    [
        (
            position("D6 E6 F6 G5 H5 G4 F3 J4", "B6 C6 D7 E8 F7 D5 C4 D4"),
            1,
            "8 pawns - group of 7 = 1",
        ),
        (
            position("G10 H9 G8 D7 E7 D6 E5 I4 E2", "D9 F9 E8 F7 G7 E6 H6 D5", "C10"),
            1,
            "9 pawns + Zen - group of 4 = 6",
        ),
    ],
    ids=["figure 9", "figure 11"],
)
def test_the_points_of_a_round_are_told_as_a_sum(place, winner, words):
    table = Table(ZEN, ZenOptions(2, position=format_position(place)), [Sitter("a"), Sitter("b")])
    (played,) = table.view(None).rounds
    assert played.winner == winner
    assert telling.sum_words(played) == words
    assert telling.round_words(1, played).endswith(f"the chain is complete; {words}.")


def test_the_zen_is_called_the_zen():
    scene = scene_of("zen", UNICODE)
    view = new_table(ZenOptions(first="black")).view(0)
    cursor = scene.controls.start(view).at(next(iter(squares_of(view.position.zen))))
    assert scene.cursor_words(cursor, view) == "The Zen can go to C3 F3 I3 C6 I6 C9 F9 I9."
    assert scene.cursor_words(cursor.stepped(), view.during([cursor.square])) == (
        "The Zen is picked up; Enter puts it back."
    )


def test_a_team_wins_by_its_colour():
    table = table_at(CHAINS, "K1-H4", players=4)
    scene, timeline = scene_of("zen", UNICODE), TableTimeline(table, frozenset())
    names = names_of(timeline)
    assert scene.teller.result(timeline, names) == "White wins: the chain is complete."
    set_language("fr")
    told = scene.end_story(timeline, ("", "Blanc 1", "", "Blanc 2"))
    assert told.title == "Blanc gagne"


def test_of_a_team_the_one_who_gave_up_is_named():
    table = table_at(CHAINS, players=4)
    table.forfeit(3, "")
    scene, timeline = scene_of("zen", UNICODE), TableTimeline(table, frozenset())
    words = "Black wins: White 2 gave up."
    assert scene.teller.result(timeline, names_of(timeline)) == words
    assert scene.teller.ending(timeline, names_of(timeline)) == "White 2 gave up."


def test_what_was_taken_in_a_round_that_is_over_is_no_news():
    table = table_at(position("B1 K11 K9", "A2 D1", "", "W"), "D1xB1", variant=2)
    view = table.view(0)
    assert isinstance(view, ZenView)
    assert len(view.rounds) == 1
    assert view.to_move == (0,)
    assert telling.news(TableTimeline(table, frozenset()), view, 0) == ""


def test_in_a_new_round_the_cursor_begins_on_a_pawn_of_ones_own():
    scene = scene_of("zen", UNICODE)
    table = table_at(CHAINS, "K1-H4", variant=2)
    scene.controls.moved(ZEN.parse("K1-H4"), 0)
    cursor = scene.controls.start(table.view(0))
    assert cursor.draft.position.own >> cursor.square & 1
