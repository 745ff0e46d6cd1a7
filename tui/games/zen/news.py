"""What a turn of Zen begins with: what the others did since one's last move. No widget."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.game import CHANCE
from engine.timeline import Timeline, any_visible_seat
from engine.zen.moves import BoardMove, FirstColour
from engine.zen.options import colour_of
from engine.zen.view import ZenView
from play.games import zen_telling as telling
from play.story import capital
from words.translation import _


def news(timeline: Timeline[Any], view: ZenView, seat: int, name: str = "") -> str:
    """Return in one sentence what a seat has to know as its turn begins, "" for nothing.

    It is that one is in échec, else what the other side has taken since the seat moved last in
    this round, else whom lots let begin it. Among several people the one to move has a `name`,
    and it is said that it is their turn.
    """
    begins = _beginner(timeline, seat)
    said = _done(timeline, view, seat)
    if not said and begins is not None:
        if seat == view.options.team(begins)[0]:
            words = _("By lot, {player} begins.") if name else _("By lot, you begin.")
            return words.format(player=name)
        said = _("by lot, {player} began.").format(player=telling.colour_word(begins))
    if said and name:
        return _("{player}, your turn; {news}").format(player=name, news=said)
    return capital(said)


def _done(timeline: Timeline[Any], view: ZenView, seat: int) -> str:
    """Return the échec that a seat is in, else what was taken, as the end of a sentence."""
    taken = [*_taken(timeline, view, seat)]
    if view.is_echec:
        return telling.echec_words(view) if not taken else _echec_and_taken(view, taken)
    if not taken:
        return ""
    said = [_("{player} takes your pawn: {move}"), _("{player} takes the Zen: {move}")]
    parts = [said[is_zen].format(player=who, move=move) for who, move, is_zen in taken]
    return f"{'; '.join(parts)}."


def _echec_and_taken(view: ZenView, taken: list[tuple[str, BoardMove, bool]]) -> str:
    """Return the capture that was made last, and what is threatened now."""
    who, move, is_zen = taken[-1]
    words = _("échec: {player} takes your pawn, {move}, and threatens {moves}.")
    if is_zen:
        words = _("échec: {player} takes the Zen, {move}, and threatens {moves}.")
    return words.format(player=who, move=move, moves=telling.threat_words(view))


def _since(timeline: Timeline[Any], seat: int) -> Iterator[int]:
    """Yield the numbers of the moves since the last one of a seat, the newest first."""
    for at in range(len(timeline.plays) - 1, -1, -1):
        if timeline.plays[at].seat == seat:
            return
        yield at


def _taken(
    timeline: Timeline[Any], view: ZenView, seat: int
) -> Iterator[tuple[str, BoardMove, bool]]:
    """Yield who of the other side took what since then in this round: the Zen, or a pawn."""
    eyes, found = any_visible_seat(timeline), []
    for at in _since(timeline, seat):
        play = timeline.plays[at]
        if play.seat == CHANCE or colour_of(play.seat) == colour_of(seat):
            continue
        if not isinstance(play.move, BoardMove) or not play.move.is_capture:
            continue
        before = timeline.view_at(at, eyes)
        assert isinstance(before, ZenView)
        if len(before.rounds) == len(view.rounds):
            who = telling.seat_word(view.options, play.seat)
            found.append((who, play.move, telling.takes_zen(before.position, play.move)))
    yield from reversed(found)


def _beginner(timeline: Timeline[Any], seat: int) -> int | None:
    """Return the colour that lots let begin since then, None if they were not drawn."""
    for at in _since(timeline, seat):
        move = timeline.plays[at].move
        if isinstance(move, FirstColour):
            return move.colour
    return None
