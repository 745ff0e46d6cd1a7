"""A game in a few words, for lists and tiles: who plays, how it stands, when it was saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.games import describe
from engine.table import HUMAN
from play.setup import seat_of, together
from words.names import seat_called, spoken_name
from words.translation import _, several

if TYPE_CHECKING:
    from datetime import datetime

    from engine.table import Table
    from engine.timeline import Timeline
    from saves.header import Header


def game_name(key: str) -> str:
    """Return the short name of the game with this key."""
    return _(describe(key).short_name)


def handicap_words(table: Table[Any]) -> str:
    """Return the handicap of a game in a few words, "" for a game without one."""
    for option in describe(table.game.key).options:
        value = getattr(table.options, option.name)
        if option.names_side and value != option.usual:
            return _(option.values[value])
    return ""


def turn_words(timeline: Timeline[Any], turns: int) -> str:
    """Return the number of the turn of a game in play, and its player: `turn 9: you`."""
    return turn_forms(timeline, turns)[0]


def turn_forms(timeline: Timeline[Any], turns: int) -> Sequence[str]:
    """Return the turn of a game in play and its player, in full and in fewer words."""
    words = _("turn {turn}").format(turn=turns + 1)
    people = [seat for seat, sitter in enumerate(timeline.sitters) if sitter.is_person]
    movers = [seat for seat in timeline.to_move if seat >= 0]
    if not movers:
        return [words]
    if movers[0] in people and len(people) == 1:
        called = [_("you")]
    else:
        mover = timeline.sitters[movers[0]]
        name = spoken_name(timeline.game.key, mover.name, mover.kind)
        called = [name, seat_of(name, mover.kind)]
    return [*(_("{turn}: {player}").format(turn=words, player=who) for who in called), words]


def state_of(header: Header) -> str:
    """Return the state of a game in a word or two: its turn, or its result."""
    if header.ended:
        return result_words(header)
    return _("turn {turn}").format(turn=header.turns + 1)


def result_words(header: Header) -> str:
    """Return the winners of a game that is over."""
    return result_forms(header)[0]


def result_forms(header: Header) -> Sequence[str]:
    """Return the winners of a game that is over: in full, without levels, and in short."""
    if not header.ended or not header.ended.winners:
        return [_("a draw")]
    seats, names = header.ended.winners, names_in(header)
    winners = [names[seat] for seat in seats]
    called = [seat_of(names[seat], header.kinds[seat]) for seat in seats]
    return [_won(together(winners)), _won(together(called)), " + ".join(together(called))]


def _won(winners: Sequence[str]) -> str:
    if len(winners) > 1:
        return _("{players} won").format(players=" + ".join(winners))
    return _("{player} won").format(player=winners[0])


def names_in(header: Header) -> list[str]:
    """Return the players' names, in the language spoken where the program gave them."""
    return [*map(partial(spoken_name, header.game), header.names, header.kinds)]


def counted(header: Header) -> Header:
    """Return a header with the names by which people are counted, in the language spoken.

    A person who plays alone without a name is the same one at every seat and in every game.
    """
    from msgspec import structs  # wanted for statistics alone

    names, people = names_in(header), [at for at, kind in enumerate(header.kinds) if kind == HUMAN]
    if len(people) == 1 and seat_called(header.game, header.names[people[0]]):
        names[people[0]] = _("no name")
    return structs.replace(header, names=tuple(names))


def described(header: Header, now: datetime, *, is_named: bool = False) -> Sequence[str]:
    """Return a game in a few words, and in fewer: its players, its turns, when it was saved.

    Where it `is_named` already, no label stands before its players.
    """
    from words.moments import moment_of

    turns = _("just begun")
    if header.turns:
        turns = several("{count} turn", "{count} turns", header.turns)
    so_far = f"{turns}, {moment_of(header.saved, now)}"
    name = game_name(header.game)
    players = players_of(header, has_label=not is_named)
    return [f"{players}, {so_far}", f"{name}, {so_far}", f"{name}, {turns}", name]


def players_of(
    header: Header,
    *,
    has_levels: bool = True,
    has_label: bool = True,
    written: Callable[[str], str] = str,
) -> str:
    """Return the players' names, after the label that lists give the game, if it has one.

    `written` returns how a name is written: it may cut a long one.
    """
    names = names_in(header)
    names = names if has_levels else [*map(seat_of, names, header.kinds)]
    players = " - ".join(map(written, names))
    label = describe(header.game).label if has_label else ""
    return _("{game}: {players}").format(game=_(label), players=players) if label else players
