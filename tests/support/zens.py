"""Positions and games of Zen for tests."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from engine.table import Sitter, Table
from engine.zen.board import BLACK, WHITE, Position, after, is_capture, mask_of, moves
from engine.zen.ending import is_echec, is_over, result
from engine.zen.game import ZEN
from engine.zen.geometry import COUNT
from engine.zen.moves import Answer, BoardMove, FirstColour, board_move
from engine.zen.options import ZenOptions
from engine.zen.positions import START, format_position
from engine.zen.squares import SQUARES, parse_square

seeds = st.integers(0, 2**53 - 1)
squares = st.sampled_from(SQUARES)
board_moves = st.builds(BoardMove, squares, squares, st.booleans(), st.booleans(), st.booleans())
all_moves = st.one_of(
    board_moves, st.sampled_from([*Answer, FirstColour(BLACK), FirstColour(WHITE)])
)


@st.composite
def positions(draw) -> Position:
    """Any position there is a text for."""
    places = draw(st.lists(st.integers(0, COUNT - 1), unique=True, max_size=25))
    zen = draw(st.booleans()) and places and places.pop()
    places = places[:24]
    cut = draw(st.integers(max(0, len(places) - 12), min(12, len(places))))
    empty = [place for place in range(COUNT) if place not in places and place != zen]
    barred = draw(st.sampled_from(empty)) if zen and draw(st.booleans()) else None
    return Position(
        mask_of(places[:cut]),
        mask_of(places[cut:]),
        1 << zen if zen else 0,
        draw(st.sampled_from([BLACK, WHITE])),
        0 if barred is None else 1 << barred,
    )


def position(black: str, white: str, zen: str = "", side: str = "B", barred: str = "") -> Position:
    """Return the position with these squares: `position("A1 B2", "K11", "F6")`."""
    masks = [mask_of(map(parse_square, names.split())) for names in (black, white, zen, barred)]
    return Position(masks[0], masks[1], masks[2], "BW".index(side), masks[3])


ECHEC_AHEAD = position(
    "F9 H9 G8 I8 E7 F7 C6 D6 G6 J5", "D8 E8 F8 D7 E5 D4 F4 G4 D3 G3 K1", "E6", "W"
)
"""White wins with K1-H4, and would Black be to move, it with J5-H5."""


def any_position(chance: Random, fewest: int = 1, most: int = 12, width: int = 11) -> Position:
    """Return a position with `fewest` to `most` pawns a side in a square `width` wide."""
    counts = [chance.randint(fewest, most) for _ in "BW"]
    left, low = (chance.randint(0, 11 - width) for _ in "xy")
    part = [(low + y) * 11 + left + x for x in range(width) for y in range(width)]
    *places, zen = chance.sample(part, sum(counts) + 1)
    free = [place for place in part if place not in places and place != zen]
    has_zen = chance.random() < 0.75
    barred = chance.choice(free) if has_zen and chance.random() < 0.5 else None
    return Position(
        mask_of(places[: counts[0]]),
        mask_of(places[counts[0] :]),
        1 << zen if has_zen else 0,
        chance.choice([BLACK, WHITE]),
        0 if barred is None else 1 << barred,
    )


def positions_of_a_game(seed: int, variant: int = 1) -> list[Position]:
    """Return the positions of a game of random moves, to the end or up to a hundred."""
    chance, found = Random(seed), [START]
    while len(found) < 100 and not is_over(found[-1], variant):
        found.append(after(found[-1], chance.choice(moves(found[-1], variant))))
    return found


def new_table(options: ZenOptions = ZenOptions(first="black"), seed: int | None = 1) -> Table:  # noqa: B008
    return Table(ZEN, options, [Sitter(name) for name in options.seats], seed)


def at_position(there: Position, names: tuple[str, ...] = ("Zoé", "Max"), **options) -> Table:
    """Return a game that begins in a position."""
    rules = ZenOptions(position=format_position(there), **options)
    return Table(ZEN, rules, [Sitter(name) for name in names], 1)


def play_on(table: Table, turns: int = 100_000, seed: int = 0) -> Table:
    """Let random players make up to `turns` moves."""
    players = [ZEN.computer_players["random"](seed + seat) for seat in range(len(table.seats))]
    for _ in range(turns):
        if table.outcome:
            break
        (seat,) = table.to_move
        table.play(seat, players[seat].choose(table.view(seat)))
    return table


def quiet_game(count: int, variant: int = 1, seed: int = 0) -> list[str]:
    """Return so many moves of one round, Black's first, without capture, échec or repetition."""
    chance, position, seen, texts = Random(seed), START, {START}, []
    while len(texts) < count:
        codes = moves(position, variant)
        chance.shuffle(codes)
        for code in codes:
            child = after(position, code)
            is_quiet = not is_capture(position, code) and child not in seen
            if is_quiet and not result(child, variant) and not is_echec(child, variant):
                break
        else:
            raise AssertionError("no quiet move is left")
        texts.append(str(board_move(position, code)))
        seen.add(child)
        position = child
    return texts


def play_moves(state, *texts: str):
    """Return the state after these moves, each made by the seat whose turn it is."""
    for text in texts:
        (seat,) = state.to_move
        state = state.play(seat, ZEN.parse(text))
    return state
