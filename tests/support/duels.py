"""Positions and games of the duel for tests."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.duel.game import DUEL
from engine.duel.moves import LAYS, PILES, Deal, FirstSeat, Turn
from engine.duel.rules import DECK, Tops, by_seat, cards_of, mask_of
from engine.duel.sides import Side
from engine.duel.state import DuelOptions, DuelState
from engine.duel.view import DuelView
from engine.log import Log
from engine.table import Sitter, Table

CARDS = range(2, 60)

cards = st.integers(2, 59)
hands = st.sets(cards, min_size=1, max_size=6)
tops = st.builds(
    Tops, st.integers(1, 59), st.integers(2, 60), st.integers(1, 59), st.integers(2, 60)
)
lays = st.builds(lambda card, pile: LAYS[card, pile], cards, st.sampled_from(PILES))
turns = st.lists(lays, min_size=1, max_size=7).map(lambda made: Turn(tuple(made)))
decks = st.permutations(list(CARDS)).map(tuple)
deals = st.builds(lambda north, south: Deal((north, south)), decks, decks)
moves = st.one_of(turns, deals, st.builds(FirstSeat, st.integers(0, 1)))
seeds = st.integers(0, 2**53 - 1)


def tight(draw_hand: set[int]) -> st.SearchStrategy[Tops]:
    """Tops near the cards of a hand, where jumps are: the random ones seldom have any."""
    near = [t for card in draw_hand for t in (card - 10, card - 1, card, card + 1, card + 10)]
    return st.builds(Tops, *[st.sampled_from([t for t in near if 1 <= t <= 60] or [30])] * 4)


positions = hands.flatmap(lambda hand: st.tuples(st.just(hand), st.one_of(tops, tight(hand))))


def view_of(hand: set[int], tops: Tops, seat: int = 0) -> DuelView:
    """Return the view of a player to move with this hand and these tops."""
    own = Side(tops.up, tops.down, hand_size=len(hand), draw_size=20)
    other = Side(tops.their_up, tops.their_down, hand_size=6, draw_size=20)
    return DuelView(
        seat,
        (seat,),
        seat,
        by_seat(seat, own, other),
        by_seat(seat, mask_of(hand), None),
        None,
        Log(),
    )


def deal_from(north: list[int], south: list[int]) -> Deal:
    """Return a deal that begins with these cards; the others follow, lowest first."""
    rest = [tuple(card for card in CARDS if card not in deck) for deck in (north, south)]
    return Deal(((*north, *rest[0]), (*south, *rest[1])))


def state_at(
    mover: int,
    hands: tuple[list[int], list[int]],
    decks: tuple[list[int], list[int]],
    north: tuple[int, int] = (1, 60),
    south: tuple[int, int] = (1, 60),
) -> DuelState:
    """Return a state in the middle of a game; all other cards are laid."""
    laid = [DECK & ~mask_of([*hand, *deck]) for hand, deck in zip(hands, decks, strict=True)]
    sides = [
        Side(*ends, hand_size=len(hands[seat]), draw_size=len(decks[seat]), laid=laid[seat])
        for seat, ends in enumerate((north, south))
    ]
    return DuelState(
        mover,
        (sides[0], sides[1]),
        (mask_of(hands[0]), mask_of(hands[1])),
        (tuple(decks[0]), tuple(decks[1])),
    )


def new_table(seed: int = 1, first: str = "north", kinds: tuple[str, str] = ("human", "human")):
    """Return a table with the cards dealt by this seed."""
    sitters = [
        Sitter(name, kind, None if kind == "human" else seed + seat)
        for seat, (name, kind) in enumerate(zip(("NORD", "SUD"), kinds, strict=True))
    ]
    return Table(DUEL, DuelOptions(first), sitters, seed)


def play_on(
    table: Table, kinds: tuple[str, str] = ("greedy", "random"), turns: int = 1000
) -> Table:
    """Let computer players make up to `turns` turns."""
    players = [DUEL.computer_players[kind](seat) for seat, kind in enumerate(kinds)]
    for _ in range(turns):
        if table.outcome:
            break
        (seat,) = table.to_move
        table.play(seat, players[seat].choose(table.view(seat)))
    return table


def stirred(seed: int, turns: int, first: str = "north") -> Table:
    """Return a table where more happened than moves."""
    table = play_on(new_table(seed, first, ("human", "greedy")), ("greedy", "greedy"), turns)
    at = table.last_turn(0)
    if at is not None:
        table.take_back(at, 0)
        table.note_hint(0, "15^ 20^")
        play_on(table, ("greedy", "random"), 3)
        if (again := table.last_turn(1)) is not None:
            table.take_back(again, 1)
            play_on(table, ("greedy", "greedy"), 2)
    table.sit(1, Sitter("Zoé", "random", 5))
    return table


def hand_of(view: DuelView) -> list[int]:
    return cards_of(view.hand)
