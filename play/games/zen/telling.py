"""The words of Zen: sides, threats, chains, rounds, and the news of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from engine.game import CHANCE
from engine.timeline import Timeline
from engine.zen.board import Position, groups, pawn_groups
from engine.zen.ending import threats
from engine.zen.game import ZEN
from engine.zen.moves import BoardMove, FirstColour, RoundOver, board_move
from engine.zen.options import ZenOptions, colour_of
from engine.zen.reasons import ZenEnding
from engine.zen.squares import Square, squares_of
from engine.zen.view import Round, ZenView
from play.story import capital, view_at
from words.names import seat_name
from words.translation import _, mark, reason, several

COLOUR_WORDS: Final = (mark("Black"), mark("White"))

THREATS_TOLD: Final = 3
"""The most threatening moves that are named."""


def colour_word(colour: int) -> str:
    """Return the name of a colour."""
    return _(COLOUR_WORDS[colour])


def seat_word(options: ZenOptions, seat: int) -> str:
    """Return the name of a seat: its colour, with its number among four players."""
    return seat_name(ZEN.key, options.seats[seat])


def variant_words(options: ZenOptions) -> str:
    """Return the name of the variant."""
    if not options.variant:
        return _("base game")
    return _("variant {variant}").format(variant=options.variant)


def is_zen_apart(position: Position, colour: int) -> bool:
    """Say whether a colour lacks only the Zen: its pawns are one group without it."""
    (group, *others) = pawn_groups(position, colour) or [0]
    return not others and not position.zen & group and bool(position.zen)


def takes_zen(before: Position, move: BoardMove) -> bool:
    """Say whether a capture takes the Zen."""
    return bool(before.zen >> move.end & 1)


def threatening(view: ZenView) -> list[BoardMove]:
    """Return the moves with which the side that just moved threatens to win."""
    return _threatening(view.position, view.options.variant)


@lru_cache(maxsize=8)
def _threatening(position: Position, variant: int) -> list[BoardMove]:
    passed = position._replace(side=1 - position.side, barred=0)
    return [board_move(passed, code) for code in threats(position, variant)]


def threat_words(view: ZenView) -> str:
    """Return the first threatening moves with "or" between them."""
    named = [str(move) for move in threatening(view)[:THREATS_TOLD]]
    return _(" or ").join(named)


def echec_words(view: ZenView) -> str:
    """Return the side that gives échec and its threat, as the end of a sentence."""
    words = _("échec: {player} threatens {moves}.")
    player = colour_word(1 - view.position.side)
    return words.format(player=player, moves=threat_words(view))


def final_chain(view: ZenView) -> int:
    """Return the mask of the winner's pieces after a connection or mat; of all if both connected.

    It is 0 during a round, and after any other end.
    """
    if view.to_move or not view.rounds:
        return 0
    if view.outcome is not None and view.outcome.why is ZenEnding.FORFEIT:
        return 0
    winner, why, _points, position = view.rounds[-1]
    if why is ZenEnding.BOTH_CONNECTED:
        return position.occupied
    if winner is None or why not in (ZenEnding.CONNECTED, ZenEnding.MAT):
        return 0
    return position.chain(winner)


def final_threats(view: ZenView) -> frozenset[Square]:
    """Return the squares of the moves that could not be parried after mat; none otherwise."""
    if not final_chain(view) or view.rounds[-1].why is not ZenEnding.MAT:
        return frozenset()
    return squares_of_moves(threatening(view))


def squares_of_moves(moves: Iterable[BoardMove]) -> frozenset[Square]:
    """Return the start and end squares of moves."""
    return frozenset(square for move in moves for square in (move.start, move.end))


def chain_words(played: Round) -> str:
    """Return the squares of the chain that won a round, "" for none."""
    if played.winner is None or played.why is not ZenEnding.CONNECTED:
        return ""
    position = played.position
    squares = squares_of(position.chain(played.winner))
    names = [f"Z{at}" if position.zen >> at & 1 else str(at) for at in squares]
    words = _("The chain of {colour}: {squares}.")
    return words.format(colour=colour_word(played.winner), squares=" ".join(names))


def sum_words(played: Round) -> str:
    """Return the points of a round as a sum, "" for none: `8 pawns + Zen - group of 3 = 6`."""
    if played.winner is None or not played.points:
        return ""
    position, loser = played.position, 1 - played.winner
    pawns = position.pawns(loser).bit_count()
    words = _("{pawns} + Zen - group of {most} = {points}")
    if not position.zen:
        words = _("{pawns} - group of {most} = {points}")
    return words.format(
        pawns=several("{count} pawn", "{count} pawns", pawns),
        most=max(group.bit_count() for group in groups(position.chain(loser))),
        points=played.points,
    )


def mat_words(played: Round, variant: int) -> str:
    """Return the threats that nothing parries, after mat."""
    moves = _(" or ").join(map(str, _threatening(played.position, variant)[:THREATS_TOLD]))
    words = _("{player} threatens {moves}, and nothing stops it.")
    assert played.winner is not None
    return words.format(player=colour_word(played.winner), moves=moves)


def round_words(number: int, played: Round, *, counts: bool = True) -> str:
    """Return the result of a round: the winner, the points, the reason, and the count."""
    why = reason(played.why)
    if played.winner is None:
        return _("Round {round} is a draw: {why}.").format(round=number, why=why)
    words = _("Round {round}, {colour} +{points}: {why}; {sum}.")
    counted = sum_words(played) if counts else ""
    if not counted:
        words = _("Round {round}, {colour} +{points}: {why}.")
    colour = colour_word(played.winner)
    return words.format(round=number, colour=colour, points=played.points, why=why, sum=counted)


def ended_round(view: ZenView) -> Round | None:
    """Return the round that the last move ended while the game goes on, None if it ended none."""
    told = [line for line in view.log.latest(2) if line.seat != CHANCE]
    is_new = bool(told) and isinstance(told[-1].what, RoundOver) and view.outcome is None
    return view.rounds[-1] if is_new and view.rounds else None


def after_round(view: ZenView) -> ZenView:
    """Return the last position of a round that the last move ended, else the view as it is."""
    played = ended_round(view)
    return view._replace(position=played.position, to_move=()) if played else view


def news(timeline: Timeline[Any], view: ZenView, seat: int, name: str = "") -> str:
    """Return the news for a seat at the beginning of its turn in one sentence, "" for none.

    An échec comes first, then the captures of the other side since the seat's last move in this
    round, then the lot that decided who begins. Among several people `name` is the player to
    move, and the sentence says whose turn it is.
    """
    begins = _beginner(timeline, seat)
    said = _done(timeline, view, seat)
    if not said and begins is not None:
        if seat == view.options.team(begins)[0]:
            words = _("By lot, {player} begins.") if name else _("By lot, you begin.")
            return words.format(player=name)
        said = _("by lot, {player} began.").format(player=colour_word(begins))
    if said and name:
        return _("{player}, your turn; {news}").format(player=name, news=said)
    return capital(said)


def _done(timeline: Timeline[Any], view: ZenView, seat: int) -> str:
    """Return the échec against a seat, else the captures, as the end of a sentence."""
    taken = [*_taken(timeline, view, seat)]
    if view.is_echec:
        return echec_words(view) if not taken else _echec_and_taken(view, taken)
    if not taken:
        return ""
    said = [_("{player} takes your pawn: {move}"), _("{player} takes the Zen: {move}")]
    parts = [said[is_zen].format(player=who, move=move) for who, move, is_zen in taken]
    return f"{'; '.join(parts)}."


def _echec_and_taken(view: ZenView, taken: list[tuple[str, BoardMove, bool]]) -> str:
    """Return the last capture and the present threat."""
    who, move, is_zen = taken[-1]
    words = _("échec: {player} takes your pawn, {move}, and threatens {moves}.")
    if is_zen:
        words = _("échec: {player} takes the Zen, {move}, and threatens {moves}.")
    return words.format(player=who, move=move, moves=threat_words(view))


def _since(timeline: Timeline[Any], seat: int) -> Iterator[int]:
    """Yield the places of the moves since the last one of a seat, the newest first."""
    for at in range(len(timeline.plays) - 1, -1, -1):
        if timeline.plays[at].seat == seat:
            return
        yield at


def _taken(
    timeline: Timeline[Any], view: ZenView, seat: int
) -> Iterator[tuple[str, BoardMove, bool]]:
    """Yield the captures of the other side since then in this round: player, move, Zen or not."""
    found = []
    for at in _since(timeline, seat):
        play = timeline.plays[at]
        if play.seat == CHANCE or colour_of(play.seat) == colour_of(seat):
            continue
        if not isinstance(play.move, BoardMove) or not play.move.is_capture:
            continue
        before: ZenView = view_at(timeline, at)
        if len(before.rounds) == len(view.rounds):
            who = seat_word(view.options, play.seat)
            found.append((who, play.move, takes_zen(before.position, play.move)))
    yield from reversed(found)


def _beginner(timeline: Timeline[Any], seat: int) -> int | None:
    """Return the colour that a lot since then chose to begin, None without a lot."""
    for at in _since(timeline, seat):
        move = timeline.plays[at].move
        if isinstance(move, FirstColour):
            return move.colour
    return None
