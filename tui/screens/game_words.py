"""What lists and tiles say of a game in a few words: who plays, how far it is, when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.games import describe
from play.setup import seat_of, together
from tui.widgets.lines import cut
from words.names import spoken_name
from words.translation import _, several

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from engine.timeline import Timeline
    from saves.header import Header

LONGEST_NAME: Final = 20


def game_name(key: str) -> str:
    """Return the short name of the game with this key."""
    return _(describe(key).short_name)


def turn_words(timeline: Timeline[Any], turns: int) -> str:
    """Return which turn a game in play is at, and whose: `turn 9: you`."""
    return turn_forms(timeline, turns)[0]


def turn_forms(timeline: Timeline[Any], turns: int) -> Sequence[str]:
    """Return which turn a game in play is at, and whose, in full and in fewer words."""
    words = _("turn {turn}").format(turn=turns + 1)
    people = [seat for seat, sitter in enumerate(timeline.sitters) if sitter.is_person]
    movers = [seat for seat in timeline.to_move if seat >= 0]
    if not movers:
        return [words]
    if movers[0] in people and len(people) == 1:
        called = [_("you")]
    else:
        mover = timeline.sitters[movers[0]]
        name = spoken_name(mover.name, mover.kind)
        called = [cut(name, LONGEST_NAME), seat_of(name, mover.kind)]
    return [*(_("{turn}: {player}").format(turn=words, player=who) for who in called), words]


def result_words(header: Header) -> str:
    """Return who won a game that is over."""
    return result_forms(header)[0]


def result_forms(header: Header) -> Sequence[str]:
    """Return who won a game that is over, in full, without levels, and where room is scarce."""
    if not header.ended or not header.ended.winners:
        return [_("a draw")]
    seats, names = header.ended.winners, names_in(header)
    winners = [cut(names[seat], LONGEST_NAME) for seat in seats]
    called = [seat_of(names[seat], header.kinds[seat]) for seat in seats]
    return [_won(together(winners)), _won(together(called)), " + ".join(together(called))]


def _won(winners: Sequence[str]) -> str:
    if len(winners) > 1:
        return _("{players} won").format(players=" + ".join(winners))
    return _("{player} won").format(player=winners[0])


def names_in(header: Header) -> list[str]:
    """Return the players' names, in the language spoken where the program gave them."""
    return [*map(spoken_name, header.names, header.kinds)]


def described(header: Header, now: datetime) -> Sequence[str]:
    """Return which game it is in a few words, and in fewer: with whom, how far, when."""
    from words.saved_games import moment_of

    turns = several("{count} turn", "{count} turns", header.turns)
    so_far = f"{turns}, {moment_of(header.saved, now)}"
    name = game_name(header.game)
    return [f"{players_of(header)}, {so_far}", f"{name}, {so_far}", f"{name}, {turns}", name]


def players_of(header: Header, *, has_levels: bool = True) -> str:
    """Return who plays, and before it what is played, where the game has a label for lists."""
    names = names_in(header)
    names = names if has_levels else [*map(seat_of, names, header.kinds)]
    players = " - ".join(cut(name, LONGEST_NAME) for name in names)
    label = describe(header.game).label
    return _("{game}: {players}").format(game=_(label), players=players) if label else players
