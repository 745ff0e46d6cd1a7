"""What lists and tiles say of a game in a few words: who plays, how far it is, when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from engine.games import describe
from tui.glyphs import glyphs, spelled
from tui.widgets.lines import cut
from words.translation import _, several

if TYPE_CHECKING:
    from datetime import datetime

    from engine.timeline import Timeline
    from saves.header import Header

LONGEST_NAME: Final = 20


def game_name(key: str) -> str:
    """Return the short name of the game with this key, without accents in plain ASCII."""
    return spelled(_(describe(key).short_name), glyphs())


def turn_words(timeline: Timeline[Any], turns: int) -> str:
    """Return which turn a game in play is at, and whose: `turn 9: you`."""
    words = _("turn {turn}").format(turn=turns + 1)
    people = [seat for seat, sitter in enumerate(timeline.sitters) if sitter.is_person]
    movers = [seat for seat in timeline.to_move if seat >= 0]
    if not movers:
        return words
    if movers[0] in people and len(people) == 1:
        who = _("you")
    else:
        who = cut(timeline.sitters[movers[0]].name, LONGEST_NAME)
    return _("{turn}: {player}").format(turn=words, player=who)


def result_words(header: Header) -> str:
    """Return who won a game that is over."""
    winners = winners_of(header)
    return won_words(winners) if winners else _("a draw")


def winners_of(header: Header) -> list[str]:
    """Return what the winners of a game are called; nobody for a draw."""
    seats = header.ended.winners if header.ended else ()
    return [cut(header.names[seat], LONGEST_NAME) for seat in seats]


def won_words(winners: Sequence[str]) -> str:
    """Return that these players won."""
    if len(winners) > 1:
        return _("{players} won").format(players=" + ".join(winners))
    return _("{player} won").format(player=winners[0])


def described(header: Header, now: datetime) -> str:
    """Return in a few words which game it is: with whom, how far, when."""
    from words.moments import moment_of

    turns = several("{count} turn", "{count} turns", header.turns)
    when = moment_of(header.saved, now)
    return f"{players_of(header)}, {turns}, {when}"


def players_of(header: Header) -> str:
    """Return who plays, and before it what is played, where the game has a label for lists."""
    players = " - ".join(cut(name, LONGEST_NAME) for name in header.names)
    label = describe(header.game).label
    return _("{game}: {players}").format(game=_(label), players=players) if label else players
