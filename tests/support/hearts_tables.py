"""Tables of Dame de Pique for tests: in the middle of a round, and played by random moves."""

from __future__ import annotations

from collections.abc import Callable

from engine.game import CHANCE, Play
from engine.hearts.cards import ALL as ALL_CARDS
from engine.hearts.cards import TWO_OF_CLUBS, cards_of, mask_of, parse_card, write_cards
from engine.hearts.game import HEARTS
from engine.hearts.moves import SLAP, CardPass, Move, parse
from engine.hearts.options import HeartsOptions
from engine.hearts.state import HeartsState
from engine.hearts.tricks import Trick
from engine.reasons import IllegalMove
from engine.shuffle import Lots

ALL = (0, 1, 2, 3)
PLAIN = HeartsOptions(joker=False, sums=False)
REFLEX = HeartsOptions(slap="reflex")
EVERY_OPTION = [
    HeartsOptions(),
    PLAIN,
    HeartsOptions(joker=False, values="faces", slap="reflex"),
    HeartsOptions(sums=False),
    HeartsOptions(values="faces"),
    REFLEX,
]
EARLIER = Trick(0, (TWO_OF_CLUBS,), 0, 0, 0)
"""A trick that was played before those of interest; who took it is nobody's business here."""


def mask(text: str) -> int:
    return mask_of(parse_card(name) for name in text.split())


def middle(
    *hands: str,
    options: HeartsOptions = HeartsOptions(),  # noqa: B008
    leader: int = 0,
    joker: str | None = None,
    first: bool = False,
    **more,
) -> HeartsState:
    """Return a state in which these are all the cards left in hand, before a trick is led."""
    south, west, north, east = map(mask, hands)
    more.setdefault("number", 4)
    return HeartsState(
        options,
        hands=(south, west, north, east),
        leader=leader,
        joker=parse_card(joker) if joker else None,
        tricks=() if first else (EARLIER,),
        **more,
    )


def late(*hands: str, taken: tuple[str, ...] = ("", "", "", ""), rest: int = 1, **more):
    """Return a state near the end of a round, where a seat has taken all the rest of the cards."""
    had = [mask(cards) for cards in taken]
    had[rest] |= ALL_CARDS & ~(mask(" ".join(hands)) | sum(had))
    state = middle(*hands, taken=tuple(had), **more)
    return state._replace(tricks=(EARLIER,) * (13 - len(hands[0].split())))


def played(state: HeartsState, cards: str) -> HeartsState:
    """Return the state after these cards, each played by the seat to move."""
    for name in cards.split():
        state = state.play(state.to_move[0], parse(name))
    return state


def playable(state: HeartsState) -> str:
    """Return the cards that the seat to move may play."""
    return write_cards(state.view(state.to_move[0]).playable)


def why_not(state: HeartsState, move: str, seat: int | None = None) -> str:
    """Return why a move is refused to a seat, the one to move unless told."""
    seat = state.to_move[0] if seat is None else seat
    try:
        state.play(seat, parse(move))
    except IllegalMove as why:
        return str(why)
    raise AssertionError(f"{move} is legal")


def random_move(state: HeartsState, seat: int, lots: Lots) -> Move:
    """Return a random legal move of a seat."""
    view = state.view(seat)
    if view.is_passing:
        return CardPass(mask_of(lots.shuffled(cards_of(view.hand))[:3]))
    if view.is_slapping:
        return SLAP
    cards = cards_of(view.playable)
    return cards[lots.below(len(cards))]


def random_plays(
    options: HeartsOptions,
    seed: int,
    watch: Callable[[HeartsState, list[Play]], object] = lambda _state, _plays: None,
    rounds: int = 99,
    move: Callable[[HeartsState, int, Lots], Move] = random_move,
) -> tuple[HeartsState, list[Play]]:
    """Play so many rounds, or to the end, by random moves; `watch` is called after each."""
    state, plays = HEARTS.start(options), []
    while state.outcome is None and (len(state.rounds) < rounds):
        lots = Lots(seed, len(plays))
        movers = state.to_move
        seat = movers[lots.below(len(movers))]
        chosen = state.chance(lots) if seat == CHANCE else move(state, seat, lots)
        state = state.play(seat, chosen)
        plays.append(Play(seat, chosen))
        watch(state, plays)
    return state, plays


def replayed(options: HeartsOptions, plays: list[Play]) -> HeartsState:
    """Return the state after these moves, each checked."""
    state = HEARTS.start(options)
    for seat, move in plays:
        state = state.play(seat, move)
    return state
