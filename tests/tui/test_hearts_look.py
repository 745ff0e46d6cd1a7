"""The table of Dame de Pique as cells: what the game tells apart is told without a colour."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from hearts_looks import NAMES, drawn, frame_of, told
from hearts_tables import PLAIN, REFLEX, mask, played
from hearts_tables import middle as without_past
from looks import SIZES
from rich.cells import cell_len

from engine.game import Hint
from engine.hearts import history
from engine.hearts.cards import parse_card
from engine.hearts.moves import SLAP, CardPass, DealtRound, HeartsDeal, SlapLot, read_told
from engine.hearts.options import HeartsOptions
from engine.hearts.reasons import HeartsMerit
from engine.hearts.state import HeartsState
from engine.hearts.tricks import Trick
from engine.log import Log, LogEntry
from engine.reasons import Explanation
from play.games.hearts import telling
from play.games.hearts.controls import ACTION, MENU, HeartsControls, fan_order
from play.games.hearts.telling import short_names
from tui.games.catalogue import scene_of
from tui.games.hearts import cards, pages, rail, shown, trick
from tui.games.hearts.cards import signs_of
from tui.games.hearts.layout import PHONE, place, place_at, stop_region, trick_cells
from words.glyphs import UNICODE
from words.names import seat_name
from words.playing_cards import suit_sign
from words.translation import set_language

DEAL = HeartsDeal(
    (
        mask("4C 8C 9C 3D 7D JD 2H 6H TH KH 5S QS AS"),
        mask("2C 3C 5C 6C 2D 4D 5D 6D 3H 4H 5H 2S 3S"),
        mask("7C TC JC QC 8D 9D TD QD 7H 8H 4S 6S 7S"),
        mask("KC AC KD AD 9H JH QH AH 8S 9S TS JS KS"),
    )
)
PASSING = HeartsState(HeartsOptions()).play(-1, DEAL)
HANDS = (
    "8C 9C 3D 7D JD 2H 6H TH KH 5S QS AS",
    "3C 5C 6C 2D 4D 5D 6D 3H 4H 5H 2S 3S",
    "TC JC QC 8D 9D TD QD 7H 8H 4S 6S 7S",
    "AC KD AD 9H JH QH AH 8S 9S TS JS KS",
)
FIRST = Trick(1, tuple(map(parse_card, ("2C", "7C", "KC", "4C"))), 3, 3, 26)


def middle(*hands: str, **more) -> HeartsState:
    """Return a state after the first trick."""
    return without_past(*hands, **more)._replace(tricks=(FIRST,))


LEADING = middle(*HANDS, joker="7D")
THREE = played(middle(*HANDS, joker="7D", leader=1), "3S 4S 8S")
"""The last of four is to play: 3 + 4 + 8 lie on the table."""
TWENTY = played(middle(*HANDS, joker="7D", leader=1, options=REFLEX), "3S 4S 8S 5S")
DEALT = HeartsState(
    HeartsOptions(),
    number=1,
    hands=DEAL.hands,
    leader=1,
    joker=parse_card("7D"),
    passes=(7, 7, 7, mask("4C 8C 9C")),
)


@pytest.fixture(params=SIZES.values(), ids=SIZES)
def where(request):
    return place(*request.param)


def at(name: str, frame) -> int:
    return frame.cursor.cards.index(parse_card(name))


CHOSEN = [parse_card(name) for name in ("8C", "QS", "AS")]
TABLES = {
    "the cursor": (frame_of(THREE, 0, 0), frame_of(THREE, 0, 1)),
    "the cursor on the menu": (frame_of(THREE, 0, 0), frame_of(THREE, 0, MENU)),
    "the cursor on a card that lies flat": (frame_of(THREE, 0, 0), frame_of(THREE, 0, 5)),
    "what may be played": (
        frame_of(LEADING, 0, 0),
        frame_of(LEADING._replace(is_broken=True), 0, 0),
    ),
    "whose turn it is": (frame_of(LEADING), frame_of(LEADING._replace(leader=2))),
    "my turn": (frame_of(LEADING), frame_of(LEADING, 0, 0)),
    "who led": (
        frame_of(played(middle(*HANDS, leader=1), "3S 4S")),
        frame_of(played(middle(*HANDS[:2], HANDS[3], HANDS[2], leader=1), "3S 8S")),
    ),
    "a card chosen to be passed": (
        frame_of(PASSING, 0, 0),
        frame_of(PASSING, 0, 0, *CHOSEN[:1]),
    ),
    "three cards chosen": (
        frame_of(PASSING, 0, 0, *CHOSEN[:2]),
        frame_of(PASSING, 0, 0, *CHOSEN),
    ),
    "who has passed": (
        frame_of(PASSING),
        frame_of(PASSING.play(2, CardPass(mask("7C TC JC")))),
    ),
    "the joker": (
        frame_of(LEADING, 0, 0),
        frame_of(LEADING._replace(joker=parse_card("9C")), 0, 0),
    ),
    "broken hearts": (frame_of(LEADING), frame_of(LEADING._replace(is_broken=True))),
    "the sum": (
        frame_of(played(middle(*HANDS, leader=1), "3S 4S JS")),
        frame_of(
            played(middle(*HANDS, leader=1, options=HeartsOptions(values="faces")), "3S 4S JS")
        ),
    ),
    "what makes 20": (frame_of(THREE, 0, 0), frame_of(THREE._replace(options=PLAIN), 0, 0)),
    "the last trick and this one": (
        frame_of(played(THREE, "QS")),
        frame_of(THREE._replace(table=(*THREE.table, parse_card("QS")))),
    ),
    "points": (frame_of(LEADING), frame_of(LEADING._replace(scores=(9, 0, 60, 99)))),
    "points of this round": (
        frame_of(LEADING),
        frame_of(LEADING._replace(taken=(0, mask("QH QS"), 0, 0))),
    ),
    "received cards": (
        frame_of(DEALT),
        frame_of(DEALT._replace(passes=(7, 7, 7, mask("4C 8C 7D")))),
    ),
    "a slap": (frame_of(THREE, 0, 0), frame_of(TWENTY, 0, ACTION)),
    "who has slapped": (frame_of(TWENTY, 0, ACTION), frame_of(TWENTY.play(2, SLAP), 0, ACTION)),
}


@pytest.mark.parametrize(("one", "other"), TABLES.values(), ids=TABLES)
def test_what_the_game_tells_apart_is_told_by_signs(glyphs, where, one, other):
    assert drawn(one, where, glyphs) != drawn(other, where, glyphs)


IN_HAND = (
    "the cursor",
    "the cursor on a card that lies flat",
    "what may be played",
    "my turn",
    "a card chosen to be passed",
    "three cards chosen",
    "the joker",
    "what makes 20",
    "received cards",
    "a slap",
)


@pytest.mark.parametrize("name", IN_HAND)
def test_what_concerns_the_hand_is_told_by_its_signs_alone(glyphs, where, name):
    if name == "received cards" and where.sizes is PHONE:
        pytest.skip("three cells show rank, suit and joker")

    def hand(frame) -> str:
        row = shown.fan_of(frame.view, 0, frame.cursor, None, glyphs)
        on, width = frame.cursor.place if frame.cursor else None, where.regions["hand"].width
        return told(cards.hand_lines(row, on, where, width, glyphs))

    one, other = map(hand, TABLES[name])
    assert one != other


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_line_is_wider_than_its_room_whatever_people_are_called(glyphs, where, language):
    set_language(language)
    names = ("日本語の名前" * 2, "N" * 24, "Zoé", "Maximilienne (club)")
    width = where.regions["hand"].width
    for frames in TABLES.values():
        for frame in frames:
            lines = drawn(frame, where, glyphs, short_names(names)).split("\n")
            assert [one for one in lines if cell_len(one) > width] == []


def test_a_hand_speaks_the_language_spoken_now():
    hand, where = cards.Fan((parse_card("QS"),)), place(80, 22)

    def shown(language: str) -> str:
        set_language(language)
        return told(cards.card_lines(hand, None, where, 80, UNICODE))

    assert ("Q♠" in shown("en"), "D♠" in shown("fr"), "Q♠" in shown("en")) == (True, True, True)


def test_a_card_that_would_make_20_or_21_is_tagged_and_says_so_if_it_may_be_played():
    mine = "8C 9C 3D 6D JD 2H 6H TH KH 5S 6S QS"
    frame = frame_of(played(middle(mine, *HANDS[1:], leader=1), "3S 4S 8S"), 0, 0)
    hand = shown.fan_of(frame.view, 0, frame.cursor, None, UNICODE)
    tags = {str(hand.cards[place]): words for place, words in hand.tags}
    assert tags == {"5S": "=20", "6S": "=21"}

    def said(name: str) -> str:
        there = frame.cursor.at(at(name, frame))
        return telling.cursor_words(there, frame.view, NAMES, UNICODE)

    assert said("5S").startswith("5♠ makes 20: everybody slaps")
    assert said("6S").startswith("6♠ makes 21: all hands")
    assert said("QS") == "Enter plays the Q♠."
    assert said("6D") == "You must follow the suit of the 3♠."


def test_the_joker_has_its_star_in_hand_and_on_the_table(glyphs, where):
    star, width = signs_of(glyphs).star, where.regions["hand"].width
    hand = shown.fan_of(LEADING.view(0), 0, None, None, glyphs)
    assert told(cards.card_lines(hand, None, where, width, glyphs)).count(star) == 1
    view, frame = played(LEADING, "7D").view(0), frame_of(LEADING)
    row = shown.cross(view, frame, shown.players(view, frame.seat, NAMES))
    assert told(trick.cross(row, where, glyphs)).count(star) == 1


def test_no_card_is_tagged_before_the_last_one_or_without_sums():
    earlier = played(middle(*HANDS, leader=1), "3S 4S")
    assert telling.sums_made(earlier.view(3), [parse_card("KS")]) == {}
    without = played(middle(*HANDS, leader=1, options=PLAIN), "3S 4S 8S")
    assert telling.sums_made(without.view(0), [parse_card("5S")]) == {}


def test_what_a_sum_did_is_told_once_the_trick_is_taken():
    def foot(state):
        return shown.foot(state.view(0), frame_of(state), NAMES, UNICODE)

    slapped = TWENTY._replace(options=HeartsOptions())
    assert foot(slapped).call == "SLAP!"
    taken = foot(slapped.play(-1, SlapLot((0, 3, 2, 1))))
    assert (taken.told, taken.is_loud) == ("20! Ana slapped last and takes it.", True)
    exchanged = foot(played(middle(*HANDS, leader=1), "2S 6S 8S 5S"))
    assert exchanged.told == "21! Hands go right, the trick to Bo."
    plain = foot(played(THREE, "QS"))
    assert (plain.told, plain.is_loud) == ("Zoé took it: 13 points.", False)


NAMED = without_past(*HANDS, joker="TD", first=True)
"""A round in which the joker has just been named."""


@pytest.mark.parametrize(
    ("language", "columns", "words"),
    [
        ("en", 80, "Joker 10♦: 1 point, any suit from trick 2."),
        ("fr", 80, "Joker 10♦ : 1 point, toute couleur dès la levée 2."),
        ("en", 40, "The joker is the 10♦."),
        ("fr", 40, "Le joker est le 10♦."),
    ],
)
def test_the_joker_is_explained_where_it_is_named(language, columns, words):
    set_language(language)
    frame = frame_of(NAMED, 0, 0)
    foot = shown.foot(frame.view, frame, NAMES, UNICODE)
    assert told([trick.foot_line(foot, place(columns, 22), UNICODE)]).strip() == words


def test_a_narrow_rail_counts_those_who_have_passed_in_the_right_number():
    set_language("fr")
    one = PASSING.play(2, CardPass(mask("7C TC JC")))
    two = PASSING._replace(passes=(0, *[mask("7C TC JC")] * 2, 0))
    rails = [drawn(frame_of(state), place(60, 18), UNICODE) for state in (one, two)]
    assert [re.findall(r"\d prêts?", shown) for shown in rails] == [["1 prêt"], ["2 prêts"]]


def test_a_bar_calls_to_slap_with_the_key_and_the_order_as_it_comes_in():
    frame = frame_of(TWENTY.play(2, SLAP).play(1, SLAP), 0, ACTION)
    foot = shown.foot(frame.view, frame, NAMES, UNICODE)
    line = told([trick.foot_line(foot, place(80, 22), UNICODE)])
    assert line.split() == ["SLAP!", "Space", "1st", "Bo,", "2nd", "Ana"]
    several = frame._replace(cursor=None, racers=(0, 1, 3))
    assert shown.foot(frame.view, several, NAMES, UNICODE).call == "SLAP!  [1]Zoé [3]Cleo"


def test_hands_that_all_are_open_are_listed_by_suit_and_no_other_ones():
    controls = HeartsControls()
    view = controls.opened([LEADING.view(seat) for seat in range(4)])
    frame = frame_of(LEADING)
    shown = drawn(frame._replace(view=view), place(80, 22), UNICODE)
    assert "♦2456" in shown
    assert "♦2456" not in drawn(frame, place(80, 22), UNICODE)


def test_a_hand_that_one_may_not_see_lies_face_down():
    hidden = shown.fan_of(LEADING.view(None), 0, None, None, UNICODE)
    assert hidden.cards == (None,) * 12
    lines = cards.card_lines(hidden, None, place(80, 22), 80, UNICODE)
    assert not re.search(r"[♣♦♥♠]", told(lines))


def test_a_hand_goes_from_clubs_to_hearts_black_and_red_in_turn():
    names = [str(card) for card in fan_order(map(parse_card, ["2H", "AS", "3D", "KC", "2S"]))]
    assert names == ["KC", "3D", "2S", "AS", "2H"]


NO_DEAL = DealtRound((0, 0, 0, 0))
LOG = [
    f"-1 {NO_DEAL}",
    "0 pass 2C AH QS",
    "1 pass ? ? ?",
    "1 received 3C 4C 5C",
    "-1 joker 7D",
    *["1 2C", "2 TC", "3 3C", "0 5C", "0 sum 20", "-1 slap 0321", "1 takes 20"],
    *["1 3H", "2 4H", "3 5H", "0 6H", "3 takes 21", "0 exchange", "0 hand 2D", "0 round 1 26 0 0"],
    f"-1 {NO_DEAL}",
    "2 KC",
]


def log_of(lines) -> Log:
    """Return a log; each line is a move but for those that are told of the move before."""
    log, ply = Log(), -1
    for line in lines:
        seat, text = line.split(" ", 1)
        is_told = re.match(r"received|sum|takes|exchange|hand|round", text)
        ply += not is_told
        log = log.tell(LogEntry(ply, int(seat), read_told(text)))
    return log


def test_the_log_is_read_as_passes_jokers_tricks_and_rounds():
    events = history.events_of(log_of(LOG))
    kinds = [type(event).__name__ for event in events]
    assert kinds == [
        *("RoundBegan", "Passed", "Passed", "JokerNamed", "PastTrick", "PastTrick", "RoundEnded"),
        *("RoundBegan", "PastTrick"),
    ]
    slapped, exchanged, present = events[4], events[5], events[-1]
    assert (slapped.taker, slapped.slaps, slapped.turn) == (1, (0, 3, 2, 1), 6)
    assert exchanged.is_exchange
    assert (exchanged.number, exchanged.leader, exchanged.taker) == (2, 1, 3)
    assert (present.taker, present.number, present.turn) == (None, 1, 11)
    assert history.last_trick(events) == exchanged
    assert [type(event).__name__ for event in history.events_of(log_of(LOG), 3)] == kinds[:3]


def test_the_pages_tell_of_the_last_trick_and_of_every_round():
    events = history.events_of(log_of(LOG))
    page = pages.trick_page(events[4], None, NAMES, UNICODE, 80)
    said = told(page.lines)
    assert "First to last: Zoé, Cleo, Bo, Ana." in said
    assert "Ana slapped last and takes the trick." in said
    assert "10♣" in said
    page = pages.trick_page(history.last_trick(events), None, NAMES, UNICODE, 40)
    assert "The trick too: Cleo has it." in told(page.lines)
    points = pages.score_page([(1, 26, 0, 0), (26, 0, 26, 26)], (0, 3, 0, 0), NAMES, UNICODE, 80)
    rows = [line.split() for line in told(points.lines).split("\n")]
    assert rows[:4] == [
        [*NAMES],
        ["1", "+1", "+26", "+0", "+0"],
        ["2", "+26", "★+0", "+26", "+26"],
        ["so", "far", "+0", "+3", "+0", "+0"],
    ]
    assert ["total", "27", "26", "26", "26"] in rows


def test_a_round_is_told_lowest_score_first_and_a_grand_chelem_has_its_picture(glyphs, where):
    size = where.felt, where.sizes.trick_rows
    plain = told(pages.round_sheet(2, (3, 9, 0, 15), (12, 9, 40, 15), NAMES, *size, glyphs))
    places = [plain.index(name) for name in ("Ana", "Zoé", "Cleo", "Bo")]
    assert places == sorted(places)
    grand = told(pages.round_sheet(2, (26, 0, 26, 26), (26, 0, 26, 26), NAMES, *size, glyphs))
    assert "Grand Chelem" in grand
    if where.sizes.trick_rows >= 12:
        assert grand.count(suit_sign("H", glyphs)) >= 13


def test_places_are_hit_where_they_are_drawn(where):
    sizes, last = where.sizes, 12
    for card in range(13):
        assert place_at(where.left + card * sizes.step, 1, 13, where) == card
    end = where.left + last * sizes.step + sizes.hand.width
    assert place_at(end - 1, 2, 13, where) == last
    assert place_at(end, 2, 13, where) is None
    assert place_at(where.left - 1, 2, 13, where) is None
    assert place_at(where.left, 0, 13, where) is None
    assert not stop_region(where, 0).overlaps(stop_region(where, 1))
    assert stop_region(where, 1).right <= where.regions["hand"].width
    cells = trick_cells(where)
    assert cells[1][0] >= 0
    assert cells[3][0] + sizes.card.width <= where.felt


def test_between_two_rounds_nothing_is_seen_of_the_next_one():
    log = log_of(LOG[:-1])
    view = PASSING._replace(rounds=((1, 26, 0, 0),), number=2, logs=(log,) * 5).view(0)
    controls = HeartsControls()
    assert controls.has_round_ended(view)
    after = controls.after(view)
    assert telling.is_between_rounds(after)
    assert shown.fan_of(after, 0, None, None, UNICODE).cards == ()
    players = shown.players(after, 0, NAMES)
    assert told(rail.status(after, players, 26, UNICODE, "")).split("\n")[0].split() == [
        "Round",
        "1",
    ]
    later = view._replace(log=log_of(LOG))
    assert not controls.has_round_ended(later)
    assert controls.after(later) is later


@pytest.mark.parametrize(("size", "has_picture"), [((54, 12), True), ((40, 9), False)])
def test_a_grand_chelem_that_ends_the_game_stands_above_the_panel(size, has_picture):
    rounds = [(20, 6, 0, 1), (0, 26, 26, 26)]
    lines = told(pages.last_chelem(rounds, *size, UNICODE)).splitlines()
    assert "★ Round 2: Grand Chelem ★" in lines[0]
    assert any("♥ ▏♠" in line for line in lines) == has_picture
    assert len(lines) <= size[1] // 2
    assert pages.last_chelem(rounds[:1], *size, UNICODE) == []


def test_cards_not_seen_yet_are_told_without_a_hidden_one():
    state = middle("7D", "2C 9H", "QS", "TH")
    view = state.view(0)
    lines = told(pages.panel(view, 34, UNICODE)).splitlines()
    ranks = {line[0:3].strip(): line[3:].split() for line in lines[2:]}
    assert all(len(line) <= 34 for line in lines)
    assert sum(len(row) for row in ranks.values() if row != ["·"]) == view.unseen.bit_count()
    assert "7" not in ranks["♦"]
    set_language("fr")
    assert "D" in told(pages.panel(view, 34, UNICODE)).splitlines()[4]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_name_of_a_seat_is_cut_beside_its_points_however_narrow_the_table_is(language):
    set_language(language)
    called = [seat_name("hearts", seat) for seat in ("SOUTH", "WEST", "NORTH", "EAST")]
    points = zip(called, (40, 108, 55, 13), strict=True)
    players = tuple(trick.SeatShown(name, score, 26) for name, score in points)
    assert all(name in told([rail.score_line(players, 40, UNICODE)]) for name in called)
    lines = rail.status(PASSING.view(0), players, 16, UNICODE, "")
    assert all(name in told(lines) for name in called)


def test_a_hint_tells_points_alone_only_where_there_is_nothing_else_to_say():
    """In a narrow window a number of points stood in the place of a longer reason."""
    timeline = SimpleNamespace(seats=("SOUTH", "WEST", "NORTH", "EAST"))
    points = Explanation(HeartsMerit.ABOUT, {"points": 3})
    under = Explanation(HeartsMerit.STAYS_UNDER, {"card": parse_card("QS")})

    def told(*reasons: Explanation) -> list[str]:
        hint = Hint(parse_card("2S"), reasons)
        return [*scene_of("hearts", UNICODE).hint_reasons(hint, timeline, 0, NAMES)]

    assert told(under, points) == ["stays under the Q♠"]
    assert told(points) == ["points to expect in this round: 3"]
