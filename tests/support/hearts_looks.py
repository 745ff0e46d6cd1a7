"""The table of Dame de Pique in tests: as text without a screen, and as the program shows it."""

from __future__ import annotations

from collections.abc import Callable

from hearts_tables import random_move

from engine.hearts.game import HEARTS
from engine.hearts.options import HeartsOptions
from engine.hearts.state import HeartsState
from engine.shuffle import Lots
from engine.table import Sitter, Table
from play.frame import Frame, Phase
from play.games.hearts.controls import HeartsCursor
from play.setup import Series, Setup
from tui.games.hearts import cards, rail, shown, trick
from tui.games.hearts.layout import HeartsPlace

NAMES = ("Zoé", "Ana", "Bo", "Cleo")
ALONE = ("human", "random", "random", "random")
PEOPLE = ("human",) * 4


def frame_of(state: HeartsState, seat: int = 0, place: int | None = None, *steps) -> Frame:
    """Return the frame of a seat: its cursor on a place, after some steps, if it is to move."""
    view = state.view(seat)
    cursor = None
    if place is not None:
        cursor = HeartsCursor(view.draft())
        for step in steps:
            cursor = cursor.after(step)
        cursor = cursor.at(place)
    phase = Phase.TURN if cursor else Phase.WAITING
    return Frame(phase, view, view, seat, cursor=cursor)


def told(lines) -> str:
    """Return lines as text, without a colour."""
    return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


def drawn(frame: Frame, where: HeartsPlace, glyphs, names=NAMES) -> str:
    """Return all that a table shows, as text."""
    view, width = frame.view, where.regions["hand"].width
    players = shown.players(view, frame.seat, names)
    cross = shown.cross(view, frame, players)
    lines = []
    if where.sizes.rail:
        lines += rail.status(view, players, where.regions["log"].width, glyphs, "")
    else:
        cross = cross._replace(facts=rail.corner_facts(view, players, glyphs))
        lines.append(rail.score_line(players, where.felt, glyphs))
    lines += trick.cross(cross, where, glyphs)
    lines.append(trick.foot_line(shown.foot(view, frame, names, glyphs), where, glyphs))
    hand = shown.fan_of(view, frame.seat, frame.cursor, frame.hint_steps, glyphs)
    on = frame.cursor.place if frame.cursor else None
    lines += cards.hand_lines(hand, on, where, width, glyphs)
    lines.append(trick.plate(shown.own_plate(view, frame, names, players[0]), width, glyphs))
    return told(lines)


def new_table(options: HeartsOptions = HeartsOptions(), seed: int = 3, kinds=ALONE) -> Table:  # noqa: B008
    """Return a table with these kinds of players, before anybody has moved."""
    sitters = [Sitter(name, kind) for name, kind in zip(NAMES, kinds, strict=True)]
    return Table(HEARTS, options, sitters, seed)


def play_on(table: Table, is_there: Callable[[HeartsState], bool], seed: int = 0) -> Table:
    """Let everybody play by lot until a state is reached, or to the end."""
    while table.outcome is None and not is_there(table.state):
        seat = table.to_move[0]
        lots = Lots(seed, len(table.plays))
        table.play(seat, random_move(table.state, seat, lots))
    return table


def series(kinds=ALONE, **options) -> Series:
    """Return a new game that is set up so."""
    values = {"joker": True, "sums": True, "values": "rank", "slap": "lots", **options}
    return Series(Setup("hearts", kinds, NAMES, "", 1, tuple(values.items())))
