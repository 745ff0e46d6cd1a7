"""Bataille in the line mode for people: the piles, each turn, in the language spoken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from cli.lines.game import LineGame
from engine.game import Play
from engine.log import HIDDEN
from engine.war.game import WAR
from engine.war.history import PastTurn, past_turns
from engine.war.moves import TURN, PileDeal, Shuffle
from engine.war.options import MOST_DUELS, SEATS, WarOptions
from engine.war.view import WarView
from play.action import Word
from play.games.war.controls import WarControls
from play.games.war.story import WarStory
from words.names import seat_name
from words.playing_cards import spoken_card
from words.translation import _, mark, several


class WarLines(LineGame):
    """Bataille in lines."""

    key = WAR.key
    controls = WarControls()
    story = WarStory()
    moves: ClassVar[Mapping[str, str]] = {"turn": str(TURN)}
    enter = "turn"
    move_help = mark("An empty line turns the next cards.\nNobody has anything to decide.")
    no_move = mark(
        "{text} is not a word; an empty line turns the next cards, help lists the words."
    )

    def __init__(self) -> None:
        self.looks = {"piles": lambda view, _rest: self.situation(view)}

    def fits(self, word: Word, view: WarView) -> bool:
        return view.outcome is None

    def told(self, move: Any) -> str:
        return self.words[0].spelled if move is TURN else HIDDEN

    def says_mover(self, move: Any, options: WarOptions) -> bool:
        """Return True: the cards of a turn are told with their players."""
        return True

    def title(self, options: WarOptions) -> str:
        words = _("Bataille, {players} players, {cards} each")
        if options.limit < MOST_DUELS:
            words = _("Bataille, {players} players, {cards} each, {limit} at most")
        limit = several("{count} duel", "{count} duels", options.limit)
        return words.format(players=options.players, cards=_cards(options.cards), limit=limit)

    def situation(self, view: WarView) -> Iterator[str]:
        return situation(view)

    def answer(self, before: WarView, play: Play, view: WarView) -> Iterator[str]:
        if isinstance(play.move, PileDeal) or before.duel is None:
            yield from situation(view)
        elif isinstance(play.move, Shuffle) or before.taker is not None:
            yield from _after_duel(before, view)
        elif turns := past_turns(view, 1):
            yield from _turned(turns[0], view)

    def log(self, view: WarView) -> Iterator[str]:
        """Yield every turn with the number of its duel, and the taker of the cards."""
        for turn in past_turns(view, len(view.log)):
            said = [f"{turn.number}. {turn_words(turn)}"]
            if turn.taker is None:
                said.append(_("Equal, once more."))
            else:
                words = _("{player} takes {cards}.")
                said.append(words.format(player=player(turn.taker), cards=_cards(turn.taken)))
            if turn.out is not None:
                said.append(_("{player} is out.").format(player=player(turn.out)))
            yield " ".join(said)


def player(seat: int) -> str:
    """Return the name of a seat."""
    return seat_name(WAR.key, SEATS[seat])


def _cards(count: int) -> str:
    return several("{count} card", "{count} cards", count)


def situation(view: WarView) -> Iterator[str]:
    """Yield the size of each pile, the players who are out, and the next duel."""
    if view.duel is None:
        return
    for seat, count in enumerate(view.piles):
        words = _("{player}: {cards}.")
        if view.out[seat]:
            words = _("{player}: out since duel {duel}.")
        yield words.format(player=player(seat), cards=_cards(count), duel=view.out[seat])
    if view.to_move:
        yield meeting(view)


def meeting(view: WarView) -> str:
    """Return the players of the coming duel, and the number of cards that a tie has laid."""
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
    """Return the cards of a turn."""
    first, second = (spoken_card(card) for card in turn.cards)
    words = _("{challenger}: {card}, {opponent}: {other}.")
    return words.format(
        challenger=player(turn.challenger),
        card=first,
        opponent=player(turn.opponent),
        other=second,
    )


def _is_equal(turn: PastTurn) -> bool:
    return turn.cards[0][0] == turn.cards[1][0]


def _turned(turn: PastTurn, view: WarView) -> Iterator[str]:
    """Yield the cards of a turn, and their taker or that they are equal."""
    yield turn_words(turn)
    if turn.taker is None:
        yield _("Equal, once more.")
        return
    if _is_equal(turn):
        yield _("Equal, and nothing left to turn.")
    words = _("{player} takes {cards} and has {all}.")
    yield words.format(
        player=player(turn.taker),
        cards=_cards(turn.taken),
        all=view.piles[turn.taker] + turn.taken,
    )


def _after_duel(before: WarView, view: WarView) -> Iterator[str]:
    for seat, number in enumerate(view.out):
        if number and not before.out[seat]:
            yield _("{player} is out.").format(player=player(seat))
    if view.to_move:
        yield meeting(view)
