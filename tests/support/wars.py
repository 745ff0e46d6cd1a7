"""Games of Bataille for tests."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.game import CHANCE
from engine.table import Sitter, Table
from engine.war.game import WAR
from engine.war.moves import TURN, PileDeal, Shuffle, parse
from engine.war.options import WarOptions, most_cards
from engine.war.rules import DECK
from engine.war.state import WarState

seeds = st.integers(0, 2**53 - 1)


@st.composite
def options_of_war(draw) -> WarOptions:
    """Any options there are, with a limit that keeps a game short."""
    players = draw(st.integers(2, 8))
    cards = draw(st.integers(1, most_cards(players)))
    return WarOptions(players, cards, draw(st.integers(1, 60)))


@st.composite
def chance_moves(draw) -> PileDeal | Shuffle:
    """Any deal or shuffle there is a text for."""
    cards = draw(st.lists(st.sampled_from(DECK), min_size=2, unique=True))
    if draw(st.booleans()):
        return Shuffle(tuple(cards))
    players = draw(st.integers(2, min(8, len(cards))))
    each = len(cards) // players
    return PileDeal(tuple(tuple(cards[each * at : each * (at + 1)]) for at in range(players)))


def new_table(options: WarOptions, seed: int | None = 1, kind: str = "random") -> Table:
    """Return a table with its piles dealt by this seed."""
    sitters = [Sitter(name.title(), kind, 0) for name in options.seats]
    return Table(WAR, options, sitters, seed)


def play_on(table: Table, turns: int = 30_000) -> Table:
    """Turn cards so often, or until the game is over."""
    for _ in range(turns):
        if table.outcome:
            break
        table.play(table.to_move[0], TURN)
    return table


def dealt(piles: str, limit: int = 10_000) -> WarState:
    """Return a game with these piles: `2C KD / AS 3H`."""
    deal = parse(f"deal {piles}")
    options = WarOptions(len(deal.piles), len(deal.piles[0]), limit)
    return WAR.start(options).play(CHANCE, deal)


def moved(state: WarState, *moves: str) -> WarState:
    """Return the state after these moves."""
    for move in moves:
        state = state.play(state.to_move[0], parse(move))
    return state


def fought(state: WarState, duels: int = 1) -> WarState:
    """Return the state after so many duels, whose cards go under the pile as they were turned."""
    for _ in range(duels):
        while state.taker is None:
            state = moved(state, "turn")
        state = moved(state, f"shuffle {' '.join(state.duel.cards)}")
    return state


def cards_in(state: WarState) -> list[str]:
    """Return every card of a state, piles first."""
    table = () if state.duel is None else state.duel.cards
    return [card for pile in (*state.piles, table) for card in pile]
