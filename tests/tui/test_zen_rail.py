"""What stands beside Zen's board: told by letters, and never wider than the rail."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from zens import new_table, play_on, position

from engine.zen.options import ZenOptions
from tui.games.zen import rail
from tui.games.zen.layout import layout_for
from tui.games.zen.pieces import signs
from tui.themes import Depth, paint, set_palette
from words.glyphs import ASCII, UNICODE
from words.translation import set_language

ROOMS = [(40, 19), (60, 19), (80, 23), (120, 39), (200, 59)]
START = new_table(ZenOptions(first="black", variant=2)).view(None)
NAMES = ("Zoé", "Max", "日本語の名前" * 9, "N" * 99)


@pytest.fixture(params=ROOMS, ids=lambda room: "x".join(map(str, room)))
def layout(request):
    return layout_for(*request.param)


@pytest.fixture(params=[UNICODE, ASCII], ids=["unicode", "ascii"])
def glyphs(request, monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1" if request.param is ASCII else "0")
    set_palette("baize", Depth.NONE)
    return request.param


def plain(lines) -> list[str]:
    return ["".join(part.text for part in line) for line in lines]


def players_of(view, names) -> tuple[str, ...]:
    return tuple(map(rail.player_words, view.options.seats, names))


def status(view, layout, glyphs, names=NAMES) -> str:
    players = players_of(view, names)
    return "\n".join(plain(rail.status(view, players, layout, signs(glyphs), glyphs)))


def test_whose_turn_it_is_and_how_it_stands_is_told_by_letters(layout, glyphs):
    shown = [
        status(view, layout, glyphs)
        for view in (
            START,
            START._replace(to_move=(1,)),
            START._replace(to_move=()),
            START._replace(is_echec=True),
            START._replace(position=position("A1 B1", "C1 C2")),
            START._replace(position=position("A1 C2", "C1 C3")),
        )
    ]
    assert len(set(shown)) == len(shown)
    assert "▸" in shown[0] or ">" in shown[0]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("players", [2, 4])
def test_no_line_of_the_rail_is_wider_than_it_is_and_there_is_room_for_all(
    layout, glyphs, players, language
):
    set_language(language)
    view = play_on(new_table(ZenOptions(first="black", variant=2, players=players)), 40).view(None)
    view = view._replace(is_echec=True, position=view.position._replace(zen=0))
    width, height = layout.rail
    above = rail.status(view, players_of(view, NAMES), layout, signs(glyphs), glyphs)
    across = rail.rule(width, glyphs)
    stops = ("Jouer", "Échec", "Menu")
    said = "Indice, avec votre pièce remise en place : F11-C11 - " + "pourquoi pas " * 20
    below = rail.foot(said, stops, 1, layout, across)
    assert len(above) + len(below) <= height
    assert len(below) == rail.foot_rows(layout)
    for line in plain([*above, *below]):
        assert cell_len(line) <= width, line


def test_what_a_message_is_about_stands_alone_and_the_rest_in_at_most_three_lines():
    layout = layout_for(80, 23)
    said = "H8xH10: 2 pieces on the line, a pawn is taken."
    assert plain(rail.message(said, layout.rail[0], 3)) == [
        " H8xH10",
        " 2 pieces on the line, a pawn",
        " is taken.",
    ]
    set_language("fr")
    key = rail.message("Entrée\u00a0: voir la suite.", layout.rail[0], 3)
    assert plain(key) == [" Entrée : voir la suite."]
    long = rail.message("word " * 60, layout.rail[0], 3)
    assert len(long) == 3
    assert plain(long)[-1].endswith("…")
    assert plain(rail.message("a" * 40, 22, 3)) == [" " + "a" * 20] * 2


@pytest.mark.parametrize(
    "words", [("Menu",), ("Play", "Échec", "Menu"), ("Jouer", "Échec", "Menu")]
)
def test_the_stops_show_the_cursor_and_take_clicks(layout, words):
    width = layout.rail[0]
    (rest,) = plain([rail.stop_line(words, None, width, ">")])
    for place, word in enumerate(words):
        (shown,) = plain([rail.stop_line(words, place, width, ">")])
        begin, end = shown.index(">"), shown.index(word) + len(word) + 1
        assert shown == f"{rest[:begin]}>{rest[begin + 1 :]}"
        assert shown[begin + 1 : end].strip() == word
        for x in range(begin, end):
            assert rail.stop_at(x, words, width) == place
    assert rail.stop_at(0, words, width) is None
    assert rail.stop_at(len(rest), words, width) is None


def test_the_newest_row_of_the_log_has_a_sign_and_is_bold():
    view = play_on(new_table(ZenOptions(first="black")), 3).view(None)
    rows = rail.log_rows(view.log, view.options, 3, signs(UNICODE), "▸")
    shown = plain(row.words for row in rows)
    assert [row.startswith(" ▸") for row in shown] == [False] * (len(rows) - 1) + [True]
    assert {part.style for part in rows[-1].words} == {paint("text", bold=True)}
    assert [row.turn for row in rows] == [1, 2, 3][-len(rows) :]
