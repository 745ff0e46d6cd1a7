"""Bataille in lines, in the language spoken: the piles, each turn, how the game ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cli.lines.cards import card_words
from engine.game import Outcome, Play
from engine.war.game import WAR
from engine.war.moves import PileDeal, Shuffle
from engine.war.options import MOST_DUELS, SEATS, WarOptions
from engine.war.past import PastTurn, past_turns
from engine.war.reasons import WarEnding
from engine.war.view import WarView
from words.seat_names import seat_name
from words.translation import _, reason, several


def player(seat: int) -> str:
    """Return what a seat is called."""
    return seat_name(WAR.key, SEATS[seat])


def players(seats: Iterable[int]) -> str:
    """Return the names of some seats."""
    return ", ".join(map(player, seats))


def title(options: WarOptions) -> str:
    """Return which game is played."""
    words = _("Bataille, {players} players, {cards} each")
    if options.limit < MOST_DUELS:
        words = _("Bataille, {players} players, {cards} each, {limit} duels at most")
    return words.format(players=options.players, cards=_cards(options.cards), limit=options.limit)


def _cards(count: int) -> str:
    return several("{count} card", "{count} cards", count)


def situation(view: WarView) -> Iterator[str]:
    """Yield how many cards each has, who is out, and who meets next."""
    if view.duel is None:
        return
    for seat, count in enumerate(view.piles):
        words = _("{player}: out since duel {duel}") if view.out[seat] else "{player}: {cards}"
        yield words.format(player=player(seat), cards=_cards(count), duel=view.out[seat])
    if view.to_move:
        yield meeting(view)


def meeting(view: WarView) -> str:
    """Return who meets in the duel to be fought, and how many cards a tie has laid on the table."""
    duel = view.duel
    assert duel
    words = _("Duel {duel}: {challenger} and {opponent}.")
    said = words.format(
        duel=duel.number, challenger=player(duel.challenger), opponent=player(duel.opponent)
    )
    if not duel.turned:
        return said
    count = len(duel.cards)
    return f"{said} {several('{count} card lies there.', '{count} cards lie there.', count)}"


def turn_words(turn: PastTurn) -> str:
    """Return the cards of a turn: the two players, and which card is higher."""
    first, second = (card_words(card) for card in turn.cards)
    sign = "<>"[turn.taker == turn.challenger]
    if turn.cards[0][0] == turn.cards[1][0]:
        sign = "="
    return f"{player(turn.challenger)} {first} {sign} {player(turn.opponent)} {second}"


def answer(before: WarView, play: Play, view: WarView) -> Iterator[str]:
    """Yield what a turn or a lot led to."""
    if isinstance(play.move, PileDeal) or before.duel is None:
        yield from situation(view)
    elif isinstance(play.move, Shuffle) or before.taker is not None:
        yield from _after_duel(before, view)
    elif turns := past_turns(view, 1):
        yield _turned(turns[0], view)


def _turned(turn: PastTurn, view: WarView) -> str:
    """Return the cards of a turn and who takes them, or that they are equal."""
    said = turn_words(turn)
    if turn.taker is None:
        return _("{turn}: equal, once more.").format(turn=said)
    words = _("{turn}: {player} takes {count} and has {all}.")
    if turn.cards[0][0] == turn.cards[1][0]:
        words = _("{turn}: nothing left to turn, {player} takes {count} and has {all}.")
    return words.format(
        turn=said,
        player=player(turn.taker),
        count=turn.taken,
        all=view.piles[turn.taker] + turn.taken,
    )


def _after_duel(before: WarView, view: WarView) -> Iterator[str]:
    for seat, number in enumerate(view.out):
        if number and not before.out[seat]:
            yield _("{player} is out.").format(player=player(seat))
    if view.to_move:
        yield meeting(view)


def log(view: WarView) -> Iterator[str]:
    """Yield every turn with the number of its duel; the second turn of a duel has none."""
    former = 0
    for turn in past_turns(view, len(view.log)):
        number = "" if turn.number == former else str(turn.number)
        former = turn.number
        said = turn_words(turn)
        if turn.taker is not None:
            said += f"  {player(turn.taker)} +{turn.taken}"
        if turn.out is not None:
            said += "  " + _("{player} is out.").format(player=player(turn.out))
        yield f"{number:>5} {said}"


def result(outcome: Outcome) -> str:
    """Return how the game ended."""
    words = _("{player} wins: {why}.")
    if len(outcome.winners) > 1:
        words = _("{player} share the win: {why}.")
    assert isinstance(outcome.why, WarEnding)
    return words.format(player=players(outcome.winners), why=reason(outcome.why))
