"""Colour roles: the purpose of a colour, and its value in each theme.

A drawing names roles and never a colour. `paint` turns an ink and the ground it lies on into the
style that the terminal's colours allow: 24 bits, 256 indexes, or sixteen. Without colour a drawing
has outlines, and a style is bold or reversed at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Final, NamedTuple

from rich.color import Color
from rich.style import Style


class Depth(Enum):
    """How many colours the terminal shows."""

    TRUE = "24 bits"
    INDEXED = "256 colours"
    SIXTEEN = "the terminal's own sixteen colours"
    NONE = "no colour"


class Shade(NamedTuple):
    """A colour: as `#rrggbb`, and as the index (16 to 255) of one of the 256 colours."""

    rgb: str
    indexed: int


BAIZE: Final[Mapping[str, Shade]] = {
    "felt": Shade("#12402f", 237),
    "rail": Shade("#0b2a1f", 234),
    "text": Shade("#efe9d6", 230),
    "quiet": Shade("#a9c6b3", 151),
    "line": Shade("#4a8a6e", 65),
    "face": Shade("#f4eedb", 230),
    "under": Shade("#d9d0b4", 187),
    "edge": Shade("#8a8064", 101),
    "ink": Shade("#1b1f1d", 234),
    "faint": Shade("#5e5947", 240),
    "up": Shade("#17508f", 24),
    "down": Shade("#a1330f", 124),
    "up_light": Shade("#8fc1f0", 117),
    "down_light": Shade("#f4ae86", 223),
    "gold": Shade("#dcae3c", 179),
    "silver": Shade("#c3d0d6", 188),
    "plate": Shade("#1b1f1d", 234),
    "cursor": Shade("#ffee58", 227),
    "on_cursor": Shade("#1b1f1d", 234),
    "gold_back": Shade("#8a6414", 94),
    "silver_back": Shade("#5d7280", 66),
    "red_suit": Shade("#a81c1b", 124),
    "diamonds": Shade("#17508f", 24),
    "diamonds_light": Shade("#8fc1f0", 117),
    "clubs": Shade("#1c5f3a", 22),
    "error": Shade("#ff8a7a", 217),
    "board_light": Shade("#2e7b5d", 65),
    "board_dark": Shade("#276d51", 66),
    "way": Shade("#5aa987", 72),
    "take": Shade("#8a2a22", 88),
    "black": Shade("#10130f", 16),
    "white": Shade("#f6f2e4", 231),
    "zen": Shade("#c4261d", 160),
}
"""A green baize with light cards on it.

`felt` is the table and `rail` what words lie on; `face` is a card, `under` one beneath others or
one that lies flat, `edge` the line between two; `ink` is on cards and tags, `faint` on flat cards;
`up` and `down` are the piles' signs on cards, `up_light` and `down_light` on felt and rail; `gold`
and `silver` are the first and the second side, `plate` words on their filled plates; `cursor` is
the cursor and what follows from it, and nothing else. The only dark green of the 256 colours is
glaring: felt and rail are greys there, about as dark as in 24 bits, lines and boards muted greens.
"""

LIGHT: Final[Mapping[str, Shade]] = {
    **BAIZE,
    "felt": Shade("#bddcc8", 194),
    "rail": Shade("#e4eee6", 255),
    "text": Shade("#12261c", 235),
    "quiet": Shade("#36513f", 238),
    "gold": Shade("#6b4a00", 58),
    "silver": Shade("#44565f", 239),
    "plate": Shade("#ffffff", 231),
    "cursor": Shade("#b8005f", 161),
    "on_cursor": Shade("#ffffff", 231),
    "up_light": Shade("#17508f", 24),
    "down_light": Shade("#9c300e", 88),
    "diamonds_light": Shade("#17508f", 24),
    "error": Shade("#9c1c16", 88),
    "board_light": Shade("#9cc7ad", 151),
    "board_dark": Shade("#8dbb9f", 108),
    "way": Shade("#d9ecdf", 254),
    "take": Shade("#e6a79c", 217),
    "black": Shade("#000000", 16),
    "outline": Shade("#55503c", 239),
}
"""For a bright room. Cards and White's pawns have an `outline` here: their faces are too near."""

CONTRAST: Final[Mapping[str, Shade]] = {
    **BAIZE,
    "felt": Shade("#000000", 16),
    "rail": Shade("#000000", 16),
    "text": Shade("#ffffff", 231),
    "quiet": Shade("#ffffff", 231),
    "line": Shade("#ffffff", 231),
    "silver": Shade("#ffffff", 231),
    "face": Shade("#ffffff", 231),
    "under": Shade("#d0d0d0", 252),
    "faint": Shade("#4a4a4a", 239),
    "up": Shade("#00309a", 18),
    "down": Shade("#8a0000", 88),
    "cursor": Shade("#ffff00", 226),
    "board_light": Shade("#707070", 242),
    "board_dark": Shade("#646464", 241),
}
"""Black and white, and as few colours as the game can be told with."""

COLOUR_BLIND: Final[Mapping[str, Shade]] = {
    **BAIZE,
    "take": Shade("#5b2a86", 54),
    "red_suit": Shade("#a1330f", 124),
    "diamonds": Shade("#a1330f", 124),
    "diamonds_light": Shade("#f4ae86", 223),
    "clubs": Shade("#1b1f1d", 234),
    "zen": Shade("#d1450b", 166),
}
"""Blue and rust stay far apart for everybody; what red and green told, shapes tell.

The two red suits have one ink here and the two black ones another; what is taken is violet, and the
Zen is as far from the green squares as a red can be for those who see no red.
"""

THEMES: Final[Mapping[str, Mapping[str, Shade]]] = {
    "baize": BAIZE,
    "light": LIGHT,
    "contrast": CONTRAST,
    "colour-blind": COLOUR_BLIND,
}
"""The themes that have colours of their own."""

PLAIN: Final = "plain"
"""The theme of the terminal's own sixteen colours on its own ground."""

NAMES: Final = (*THEMES, PLAIN)

SIXTEEN: Final[Mapping[str, str]] = {
    "line": "green",
    "edge": "bright_black",
    "up": "blue",
    "down": "red",
    "up_light": "bright_blue",
    "down_light": "bright_red",
    "cursor": "bright_yellow",
    "red_suit": "red",
    "diamonds": "blue",
    "diamonds_light": "bright_blue",
    "error": "bright_red",
    "zen": "bright_red",
}
"""The inks with one of sixteen colours, whatever the theme; the others are the terminal's own.

A terminal may be white or black, and these are read on both.
"""

SIXTEEN_GROUNDS: Final[Mapping[str, str]] = {
    "face": "white",
    "under": "white",
    "gold": "yellow",
    "silver": "white",
    "cursor": "bright_yellow",
}
"""The grounds that are filled with one of sixteen colours; what has no colour there is black.

All else lies on the terminal's own ground.
"""

GROUNDS: Final = frozenset({"felt", "rail", "board_light", "board_dark"})
"""What all else lies on."""

FILLED: Final = frozenset({"gold", "silver", "cursor"})
"""The grounds that stand out without colour too, in reverse."""


AS_ALLOWED: Final = "auto"
SOLID: Final = "solid"
"""How cards are drawn: as the colours allow, or solid with sixteen too; outlined with any other."""


class Palette(NamedTuple):
    """A theme in the colours that the terminal shows.

    Attributes:
        is_sparing: Whether bytes count, as over SSH: of a large area a part is pointed out, and
            only what all lies on has 24 bits, the rest has one of 256 colours.
    """

    theme: str
    depth: Depth
    cards: str = AS_ALLOWED
    is_sparing: bool = False

    @property
    def has_grounds(self) -> bool:
        """Whether every ground is painted."""
        return self.depth in (Depth.TRUE, Depth.INDEXED)

    @property
    def is_solid(self) -> bool:
        """Whether grounds tell areas apart; else outlines do."""
        if self.cards == SOLID:
            return self.depth is not Depth.NONE
        return self.has_grounds and self.cards == AS_ALLOWED

    @property
    def has_blocks(self) -> bool:
        """Whether pieces are blocks, though their two sides then differ by colour alone."""
        return self.is_solid and self.has_grounds

    @property
    def has_rail(self) -> bool:
        """Whether a rail is told from the felt by its ground."""
        shades = THEMES[self.theme]
        return self.has_grounds and shades["rail"] != shades["felt"]

    @property
    def has_outline(self) -> bool:
        """Whether cards are outlined though they are filled."""
        return self.has_blocks and "outline" in THEMES[self.theme]

    def fills(self, ground: str) -> bool:
        """Whether a ground is painted; else what lies there is on the terminal's own."""
        return self.has_grounds or (self.depth is Depth.SIXTEEN and ground in SIXTEEN_GROUNDS)

    def colour(self, role: str) -> Color | None:
        """Return the colour of an ink, or of any role of a theme; None for the terminal's own."""
        if self.depth is Depth.NONE:
            return None
        if self.depth is Depth.SIXTEEN:
            return Color.parse(SIXTEEN[role]) if role in SIXTEEN else None
        shade = THEMES[self.theme][role]
        if self.depth is Depth.INDEXED or (self.is_sparing and role not in GROUNDS):
            return Color.from_ansi(shade.indexed)
        return Color.parse(shade.rgb)


_palette = Palette("baize", Depth.TRUE)


def palette() -> Palette:
    """Return the palette now."""
    return _palette


def set_palette(
    theme: str, depth: Depth, cards: str = AS_ALLOWED, is_sparing: bool = False
) -> None:
    """Paint with this theme from now on; *plain* has sixteen colours at most."""
    global _palette  # noqa: PLW0603
    if theme == PLAIN:
        theme, depth = "baize", Depth.NONE if depth is Depth.NONE else Depth.SIXTEEN
    _palette = Palette(theme, depth, cards, is_sparing)


OF_24_BITS: Final = ("alacritty", "foot", "ghostty", "kitty", "wezterm")
"""Parts of `TERM` that name terminals of 24 bits, as it is all that comes along by SSH."""


def depth_of(environment: Mapping[str, str]) -> Depth:
    """Return the depth of colours that an environment promises.

    GNU screen, which sets `STY`, hands on what the terminal around it promises, and garbles it.

    >>> depth_of({"TERM": "xterm-256color", "COLORTERM": "truecolor"})
    <Depth.TRUE: '24 bits'>
    """
    if environment.get("NO_COLOR"):
        return Depth.NONE
    term = environment.get("TERM", "")
    if term in ("", "dumb") or term.startswith("vt"):
        return Depth.NONE
    if "STY" not in environment and (
        environment.get("COLORTERM") in ("truecolor", "24bit")
        or term.endswith("-direct")
        or any(name in term for name in OF_24_BITS)
    ):
        return Depth.TRUE
    return Depth.INDEXED if "256color" in term else Depth.SIXTEEN


def paint(ink: str = "", ground: str = "", *, bold: bool = False) -> Style:
    """Return the style of words, or shapes, of one role on the ground of another.

    Without an ink, or a ground, it is that of the widget on which the words stand.
    """
    return _style(_palette, ink, ground, bold)


@cache
def _style(palette: Palette, ink: str, ground: str, bold: bool) -> Style:
    is_filled = ground != "" and palette.fills(ground)
    if is_filled and palette.depth is Depth.SIXTEEN:  # where many terminals lighten what is bold
        return Style(color=SIXTEEN.get(ink, "black"), bgcolor=SIXTEEN_GROUNDS[ground])
    if not is_filled and ground in FILLED:
        return Style(reverse=True, bold=bold or None)
    return Style(
        color=palette.colour(ink) if ink else None,
        bgcolor=palette.colour(ground) if is_filled else None,
        bold=bold or None,
    )


_is_huge_wanted: bool = False


def want_huge(is_wanted: bool) -> None:
    """Draw cards as large as they can be from now on, with less around them, or as usual."""
    global _is_huge_wanted  # noqa: PLW0603
    _is_huge_wanted = is_wanted


def wants_huge() -> bool:
    """Whether cards are wanted as large as they can be."""
    return _is_huge_wanted
