"""The themes: what lies on what can be read, in 24 bits and in 256 colours."""

from __future__ import annotations

import pytest

from tui.table.cards import RAIL_INKS, SUIT_INKS, button
from tui.table.sheet import Sheet
from tui.themes import (
    GROUNDS,
    SIXTEEN,
    SIXTEEN_GROUNDS,
    THEMES,
    Depth,
    Palette,
    depth_of,
    paint,
    set_palette,
)
from words.glyphs import UNICODE

TEXT = (
    ("text", "felt"),
    ("text", "rail"),
    ("quiet", "felt"),
    ("quiet", "rail"),
    ("ink", "face"),
    ("ink", "under"),
    ("faint", "under"),
    ("up", "face"),
    ("up", "under"),
    ("down", "face"),
    ("down", "under"),
    ("up_light", "felt"),
    ("up_light", "rail"),
    ("diamonds_light", "felt"),
    ("diamonds_light", "rail"),
    ("down_light", "felt"),
    ("down_light", "rail"),
    ("gold", "felt"),
    ("gold", "rail"),
    ("silver", "felt"),
    ("silver", "rail"),
    ("plate", "gold"),
    ("plate", "silver"),
    ("on_cursor", "cursor"),
    ("red_suit", "face"),
    ("diamonds", "face"),
    ("clubs", "face"),
    ("red_suit", "under"),
    ("diamonds", "under"),
    ("clubs", "under"),
    ("error", "felt"),
    ("error", "rail"),
    ("ink", "way"),
    ("text", "take"),
)
SHAPES = (
    ("cursor", "felt"),
    ("cursor", "rail"),
    ("black", "board_light"),
    ("black", "board_dark"),
    ("black", "cursor"),
    ("zen", "white"),
)
WHITE = (("white", "board_light"), ("white", "board_dark"))
OUTLINE = (("outline", "board_light"), ("outline", "board_dark"), ("outline", "felt"))
LEVELS = (0, 95, 135, 175, 215, 255)


def of_256(index: int) -> tuple[int, ...]:
    """Return the red, green and blue of one of the 256 colours."""
    if index >= 232:
        return (8 + 10 * (index - 232),) * 3
    index -= 16
    return LEVELS[index // 36], LEVELS[index // 6 % 6], LEVELS[index % 6]


def luminance(colour: tuple[int, ...]) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    parts = [part / 255 for part in colour]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_it_is_defined():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((255, 255, 255), (118, 118, 118)) == pytest.approx(4.54, abs=0.01)


LOOKS = {
    "24 bits": (Depth.TRUE, False),
    "24 bits over SSH": (Depth.TRUE, True),
    "256 colours": (Depth.INDEXED, False),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("theme", THEMES)
def test_what_lies_on_what_can_be_read(theme, look):
    depth, is_sparing = LOOKS[look]
    painted = Palette(theme, depth, is_sparing=is_sparing)
    shown = {role: seen(painted.colour(role)) for role in THEMES[theme]}
    whites = OUTLINE if "outline" in shown else WHITE
    low = []
    for pairs, least in ((TEXT, 4.5), (SHAPES, 3), (whites, 3)):
        for ink, ground in pairs:
            if (found := contrast(shown[ink], shown[ground])) < least:
                low.append((ink, ground, round(found, 2)))
    assert low == []


def seen(colour) -> tuple[int, ...]:
    return of_256(colour.number) if colour.triplet is None else tuple(colour.triplet)


def test_over_ssh_only_what_all_lies_on_has_24_bits():
    far = Palette("baize", Depth.TRUE, is_sparing=True)
    assert {role for role in THEMES["baize"] if far.colour(role).triplet} == GROUNDS


MUTED = 80
"""So far apart red, green and blue of a large area are at most: #005f00 has 95, #12402f 46."""


@pytest.mark.parametrize("theme", THEMES)
def test_large_areas_are_muted(theme):
    for role in GROUNDS:
        shade = THEMES[theme][role]
        for colour in (bytes_of(shade.rgb), of_256(shade.indexed)):
            assert max(colour) - min(colour) <= MUTED, role


XTERM = {
    "black": (0, 0, 0), "red": (205, 0, 0), "blue": (0, 0, 238), "yellow": (205, 205, 0),
    "white": (229, 229, 229), "bright_red": (255, 0, 0), "bright_blue": (92, 92, 255),
    "bright_yellow": (255, 255, 0),
}  # fmt: skip
"""The usual sixteen colours of xterm, as far as they are used for words."""


ON_CARDS = {"up", "down", "red_suit", "diamonds"}
SHAPES_ALONE = {"line", "edge", "cursor"}


def test_in_sixteen_colours_words_are_read_on_a_white_terminal_and_on_a_black_one():
    set_palette("baize", Depth.SIXTEEN)
    for role in THEMES["baize"].keys() - ON_CARDS - SHAPES_ALONE:
        if ink := paint(role, "felt").color:  # else it is the terminal's own
            assert contrast(XTERM[ink.name], (0, 0, 0)) > 3, role
            assert contrast(XTERM[ink.name], (255, 255, 255)) > 3, role
    for ground in SIXTEEN_GROUNDS:
        for role in ("ink", "plate", "on_cursor", "text", *(ON_CARDS if ground == "face" else ())):
            style = paint(role, ground, bold=True)
            assert not style.bold  # many terminals lighten what is bold
            assert contrast(XTERM[style.color.name], XTERM[style.bgcolor.name]) > 4, (role, ground)


def bytes_of(rgb: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(rgb.removeprefix("#")))


def test_every_theme_has_every_role_and_sixteen_colours_know_no_other():
    for theme, shades in THEMES.items():
        assert shades.keys() - {"outline"} == THEMES["baize"].keys(), theme
        assert all(16 <= shade.indexed <= 255 for shade in shades.values())
    assert SIXTEEN.keys() <= THEMES["baize"].keys()


@pytest.mark.parametrize(
    ("environment", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, Depth.TRUE),
        ({"TERM": "xterm-256color", "COLORTERM": "24bit", "SSH_TTY": "/dev/pts/1"}, Depth.TRUE),
        ({"TERM": "xterm-direct"}, Depth.TRUE),
        ({"TERM": "tmux-direct"}, Depth.TRUE),
        ({"TERM": "xterm-kitty"}, Depth.TRUE),
        ({"TERM": "alacritty"}, Depth.TRUE),
        ({"TERM": "screen", "STY": "7.a", "COLORTERM": "truecolor"}, Depth.SIXTEEN),
        ({"TERM": "screen.xterm-256color", "STY": "7.a"}, Depth.INDEXED),
        ({"TERM": "xterm-256color", "COLORTERM": ""}, Depth.INDEXED),
        ({"TERM": "xterm-256color"}, Depth.INDEXED),
        ({"TERM": "xterm"}, Depth.SIXTEEN),
        ({"TERM": "linux"}, Depth.SIXTEEN),
        ({"TERM": "vt100"}, Depth.NONE),
        ({"TERM": "dumb"}, Depth.NONE),
        ({}, Depth.NONE),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, Depth.NONE),
        ({"TERM": "xterm-direct", "NO_COLOR": "1"}, Depth.NONE),
    ],
)
def test_the_environment_says_how_many_colours_there_are(environment, depth):
    assert depth_of(environment) is depth


def test_in_colour_blind_suits_have_two_inks_and_what_is_taken_another_than_in_baize():
    shades, usual = THEMES["colour-blind"], THEMES["baize"]
    inks = [shades[role] for role in (*SUIT_INKS, *RAIL_INKS)]
    clubs, diamonds, hearts, spades, *on_rail = inks
    assert clubs.rgb == spades.rgb and diamonds == hearts == shades["down"]
    assert on_rail == [shades["text"], shades["down_light"], shades["down_light"], shades["text"]]
    assert {role for role in shades if shades[role] != usual[role]} == {
        "take", "zen", "red_suit", "diamonds", "diamonds_light", "clubs"
    }  # fmt: skip


@pytest.mark.parametrize("theme", THEMES)
def test_a_stop_has_a_box_in_every_theme(theme):
    set_palette(theme, Depth.TRUE)
    sheet = Sheet(12, 1, UNICODE)
    button(sheet, 0, 0, 9, "End", is_on=False)
    (row,) = sheet.lines()
    first = row[0]
    felt = THEMES[theme]["felt"].rgb
    has_ground = first.style.bgcolor.triplet.hex != felt
    assert has_ground or first.text.startswith("[ End   ]")
