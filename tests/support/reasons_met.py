"""What play brings up of every game: what it refuses, what it advises, and how its games end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import duels
import hearts_tables as hearts
import wars
import zens

from engine.duel.game import DUEL
from engine.duel.hints import explain as explain_turn
from engine.duel.moves import DECK_SIZE, Deal, FirstSeat, Lay, Pile, Turn
from engine.duel.rules import Tops
from engine.duel.state import DuelOptions
from engine.game import CHANCE
from engine.games import find_game
from engine.hearts.cards import CARDS, cards_of, write_cards
from engine.hearts.game import HEARTS
from engine.hearts.hints import explain_card, explain_pass
from engine.hearts.master import Estimate, Plan
from engine.hearts.moves import SLAP, CardPass, JokerLot
from engine.hearts.options import HeartsOptions
from engine.reasons import Explanation, IllegalMove
from engine.shuffle import Lots
from engine.table import Seen, Sitter, Table
from engine.war.game import WAR
from engine.war.options import WarOptions
from engine.zen.board import after, moves
from engine.zen.ending import is_over, result
from engine.zen.game import ZEN
from engine.zen.hints import explain as explain_move
from engine.zen.moves import ANNOUNCE, Answer
from engine.zen.options import ZenOptions
from engine.zen.positions import START, format_position, parse_position
from engine.zen.search import WIN, SearchResult
from engine.zen.state import ZenState
from host.checks import ForfeitReason


class Refused(NamedTuple):
    """Why something was refused in a game."""

    key: str
    why: IllegalMove


class Advised(NamedTuple):
    """Why a move was advised in a game."""

    key: str
    reasons: tuple[Explanation, ...]


Met = Iterator[Refused | Advised]


def raised(key: str, call: Callable[[], object]) -> Iterator[Refused]:
    """Yield what a call refuses."""
    try:
        call()
    except IllegalMove as why:
        yield Refused(key, why)


def steps_refused(key: str, draft: Any, *more: Any) -> Iterator[Refused]:
    """Yield what is refused in a move in the making: steps, those of `more` too, and its end."""
    for _ in range(4):
        steps = draft.steps()
        yield from (Refused(key, why) for why in steps.values() if why)
        yield from raised(key, draft.finish)
        for step in (*draft.made, *more):
            yield from raised(key, lambda draft=draft, step=step: draft.add(step))
        legal = next((step for step, why in steps.items() if not why), None)
        if legal is None:
            return
        draft = draft.add(legal)


def moves_refused(key: str, state: Any, *texts: str) -> Iterator[Refused]:
    """Yield what is refused of some moves, to the seats to move, to others and to spectators."""
    game = find_game(key)
    for move in map(game.parse, texts):
        for seat in (CHANCE, *range(2)):
            yield from raised(key, lambda seat=seat, move=move: state.play(seat, move))
    yield from raised(key, state.view(None).check_to_move)
    yield from raised(key, lambda: state.chance(Lots(1, 0)))


def of_tables(key: str, table: Table[Any]) -> Iterator[Refused]:
    """Yield what a table refuses by itself: a move chosen for another position."""
    yield from raised(key, lambda: table.play(0, None, Seen(9, 9)))


# The duel

SORTED = Deal((tuple(range(2, 60)),) * 2)
LAST_TWO = duels.state_at(0, ([30, 40], [5, 6]), ([], [7]), north=(29, 60))
BLOCKING = duels.state_at(0, ([30, 31, 32], [5, 6]), ([], []), (29, 60), (20, 4))


def of_duel() -> Met:
    """Yield what the duel refuses and advises."""
    for seed in (11, 17):
        yield from _a_duel(duels.new_table(seed))
    start = DUEL.start(DuelOptions("north"))
    twos = " ".join(["02"] * DECK_SIZE)
    for deck in ("02 03", twos, f"60 {twos[3:]}"):
        yield from moves_refused("duel", start, f"deal {deck} / {twos}", "begin SUD")
    tight = duels.view_of({20, 40, 50}, Tops(30, 32, 1, 60))
    yield from steps_refused("duel", tight.draft(), Lay(20, Pile.UP), Lay(59, Pile.UP))
    for view in (LAST_TWO.view(0), BLOCKING.view(0)):
        yield from (Advised("duel", explain_turn(view, turn)) for turn in view.legal())


def _a_duel(table: Table[Any]) -> Met:
    greedy, chance = (DUEL.computer_players[kind](0) for kind in ("greedy", "random"))
    yield from of_tables("duel", table)
    while not table.outcome:
        (seat,) = table.to_move
        view = table.view(seat)
        best = greedy.choose(view)
        for turn in (best, chance.choose(view)):
            yield Advised("duel", explain_turn(view, turn))
        if len(table.plays) % 8 == 1:
            yield from steps_refused("duel", view.draft())
            yield from moves_refused("duel", table.state, "15^ 20^", "02^", "begin SUD")
        table.play(seat, best)
    yield from moves_refused("duel", table.state, "15^ 20^")


def duels_over() -> Iterator[Table[Any]]:
    """Yield a duel for each way to end it."""
    yield duels.play_on(duels.new_table(1))
    table = Table(DUEL, DuelOptions(), [Sitter("Ana"), Sitter("Zoé")])
    table.play(CHANCE, FirstSeat(0))
    table.play(CHANCE, SORTED)
    while not table.outcome:
        (seat,) = table.to_move
        low = duels.hand_of(table.view(seat))[:2]
        table.play(seat, Turn(tuple([Lay(card, Pile.UP) for card in low])))
    yield table
    yield given_up(duels.new_table(1))


def given_up(table: Table[Any]) -> Table[Any]:
    """Return the table after the first seat has given up."""
    table.forfeit(0, ForfeitReason.AWAY.value)
    return table


# Zen

ECHEC = "11/11/5B5/11/8WW1/5WB4/5B1B3/5WBB3/7W3/11/11 B -"
"""Black can end it by mat."""
SILENT = "11/11/11/11/4W6/4B2W3/4B6/5W2B2/11/11/11 W -"
"""White threatens with F4-H4; I4-K4 overlooks it, E7-G5 wins."""
SEVEN = "W1W1W1W1W2/11/11/9B1/11/7Z3/BBBBBBBBB2/11/11/11/W1W1W1W1W1W B -"
"""J8-F4 wins the round by 11 points."""
LAST = "11/10Z/11/9BW/11/11/11/11/11/11/11 B J10"
"""ZK10xK8 takes the last white pawn."""
BOTH = "11/11/11/B10/W1W8/Z1B8/11/11/11/11/11 B -"
"""ZA6-B7 completes both chains."""
STUCK = format_position(zens.position("A2 B1 B2 K10 J11 J8", "A1 K11"))
"""J8-J10 leaves White no move."""
WON = format_position(zens.position("E5 G5", "A11 K1", "F6"))
RARE = (ECHEC, LAST, BOTH, STUCK, "11/11/11/11/11/11/11/5Z5/4B6/3WW6/4W1B4 B G3",
        "9WB/2W6WW/11/2W8/11/11/1W9/11/11/W10/BW9 B -")  # fmt: skip
PLACES = [
    *map(parse_position, RARE),
    *[zens.any_position(Random(seed), 1, 4, 5) for seed in range(15)],
    *[zens.any_position(Random(seed), 4, 7, 8) for seed in range(15)],
]
BY_HAND = ZenOptions(variant=1, announce="hand", position=SILENT)
REFUSED = (
    (("F1 F2 F4", "A11 C11"), "F1-F4"),
    (("F1 F2 A9", "F3 A11"), "F1-F4"),
    (("F1 F2 K9", "F4 A11"), "F1-F4"),
    (("E5 K2", "E7 K10", "F6"), "ZF6-G6"),
    (("E5 K2", "E7 K10", "F6", "B", "E6"), "ZF6-E6"),
    (("E5 K2", "E7 K10", "A1"), "ZA1-A2"),
    (("A1 K11 F6", "A2 B1 B2 K5"), "A1-B2"),
)
"""Positions by their squares, and a move that is refused there."""


def of_zen() -> Met:
    """Yield what Zen refuses and advises."""
    begun = ZenState.from_position(ZenOptions(), START)
    texts = ("E5-E6", "A11-A8", "F11-G9", "F11-F9", "ZF6-F9", "F6-F9", "ZF11-F8", "F11xF8")
    yield from moves_refused("zen", begun, *texts, "F11-F8+", "back")
    yield from moves_refused("zen", ZEN.start(ZenOptions()), "F11-F8")
    yield from steps_refused("zen", begun.view(0).draft(), ANNOUNCE, Answer.BACK)
    yield from of_tables("zen", zens.new_table())
    silent = ZEN.start(BY_HAND)
    yield from moves_refused("zen", silent, "H6-I5+")
    asked = zens.play_moves(silent, "F4-H4", "I4-K4", "E7-G5")
    yield from steps_refused("zen", asked.view(0).draft(), ANNOUNCE)
    yield from moves_refused("zen", asked, "F4-H4")
    yield Advised("zen", ZEN.hint(asked.view(0)).reasons)
    over = ZEN.start(ZenOptions(position=WON))
    yield from moves_refused("zen", over, "F11-F8")
    for squares, text in REFUSED:
        place = zens.position(*squares)
        yield from moves_refused("zen", ZenState.from_position(ZenOptions(), place), text)
    for number, place in enumerate(PLACES):
        yield from _of_position(place, variant=(1, 2, 3, 0)[number % 4], step=1 + number // 6)


def _of_position(place: Any, variant: int, step: int) -> Met:
    if is_over(place, variant):
        return
    view = ZenState.from_position(ZenOptions(variant), place).view(place.side)
    if view.outcome is None:
        yield from steps_refused("zen", view.draft())
    for move in moves(place, variant)[::step]:
        ended = result(after(place, move), variant)
        if ended is None or ended.winner != 1 - place.side:
            value = (0, WIN - 7, 20 - WIN)[move % 3] if step > 1 else 0
            yield Advised("zen", explain_move(view, SearchResult(move, value)))


def zens_over() -> Iterator[Table[Any]]:
    """Yield a game of Zen for each way to end it."""
    there_and_back = ("F11-F8", "K1-H1", "F8-F11", "H1-K1")
    for options, texts in (
        (ZenOptions(first="black"), there_and_back * 2),
        (ZenOptions(position=SEVEN), ("J8-F4",)),
        (ZenOptions(position=LAST), ("ZK10xK8",)),
        (ZenOptions(position=BOTH), ("ZA6-B7",)),
        (ZenOptions(position=STUCK), ("J8-J10",)),
        (ZenOptions(2, position=SEVEN), ("J8-F4",)),
        (ZenOptions(3, players=4, position=SEVEN), ("J8-F4",)),
    ):
        table = zens.new_table(options)
        for text in texts:
            table.play(table.to_move[0], ZEN.parse(text))
        yield table
    table = zens.new_table(ZenOptions(1, position=ECHEC))
    table.play(0, next(m for m in table.view(0).legal() if table.state.play(0, m).outcome))
    yield table
    yield given_up(zens.new_table())
    yield given_up(zens.new_table(ZenOptions(2, players=4)))


# Dame de Pique

HIGH = " ".join(f"{rank}H" for rank in "2345678T")
SOME = "2C 3C 9C KC 5D 9D 4S 8S 9S QS KS 3H AH"


def of_hearts() -> Met:
    """Yield what Dame de Pique refuses and advises."""
    met: list[Refused | Advised] = []

    def watch(state: Any, plays: list[Any]) -> None:
        for seat in state.to_move[: len(plays) % 5 < 2]:
            if seat == CHANCE:
                continue
            view = state.view(seat)
            met.extend(steps_refused("hearts", view.draft(), SLAP, CARDS[len(plays) % 52]))
            if not view.is_passing and not view.is_slapping:
                met.extend(_advised(view, card) for card in cards_of(view.playable))
        if len(plays) % 50 == 1:
            met.extend(moves_refused("hearts", state, "TC", "pass 2C AH QS", "slap"))

    for seed, options in enumerate((HeartsOptions(), hearts.PLAIN, hearts.REFLEX)):
        hearts.random_plays(options, seed, watch, rounds=2)
    yield from met
    yield from _lots_of_hearts()
    yield from _rare_cards()
    passing = hearts.middle(SOME, "", "", "", leader=None, number=1, first=True).view(0)
    for cards, for_all in (("QS KS AH", False), ("5D 9D KS", False), ("2C 3C 5D", True)):
        found = Estimate(Plan(hearts.mask(cards), for_all), 0.0, 6.4, 0.0)
        yield Advised("hearts", explain_pass(passing, found))
    for cards in ("2C 3C", "2C 3C 4C"):
        wrong = CardPass(hearts.mask(cards))
        yield from raised("hearts", lambda wrong=wrong: passing.check(wrong))
    yield from raised("hearts", lambda: passing.check(SLAP))


def _advised(view: Any, card: int, for_all: bool = False) -> Advised:
    return Advised("hearts", explain_card(view, Estimate(Plan(card, for_all), 0.0, 2.6, 0.0)))


def _lots_of_hearts() -> Iterator[Refused]:
    start = HEARTS.start(HeartsOptions())
    same = " / ".join([write_cards(hearts.mask(SOME))] * 4)
    yield from moves_refused("hearts", start, f"deal {same}", "joker 7D")
    state = start.play(CHANCE, start.chance(Lots(1, 0)))
    for seat in range(4):
        state = state.play(seat, next(state.view(seat).legal()))
    yield from raised("hearts", lambda: state.play(CHANCE, JokerLot(hearts.parse_card("QS"))))
    table = Table(HEARTS, HeartsOptions(), [Sitter(name) for name in "abcd"], 1)
    yield from of_tables("hearts", table)


def _rare_cards() -> Met:
    plain, told = hearts.PLAIN, []
    first = hearts.middle("2C 3D", "8S 5D", "4C 6C", "7C 9C", joker="8S", first=True)
    yield from steps_refused("hearts", hearts.played(first, "2C").view(1).draft())
    over = hearts.random_plays(plain, 5)[0]
    yield from moves_refused("hearts", over, "TC")
    slapping = hearts.middle("2D 3S", "3D 4S", "5D 5S", "TD 6S", options=hearts.REFLEX)
    view = hearts.played(slapping, "2D 3D 5D TD").view(2)
    yield from steps_refused("hearts", view.draft(), CARDS[3])
    yield from raised("hearts", lambda: view.check(CARDS[3]))
    yield Advised("hearts", HEARTS.hint(view).reasons)
    hands = ("2H 9C", "4H 8C", "5H 7C", "TH 9H 3C")
    state = hearts.played(hearts.middle(*hands, is_broken=True), "2H 4H 5H")
    told += [(state, "9H"), (state, "TH")]
    state = hearts.middle("9D 2C", "QS 2C", "2S 4C", "2H 5C", options=plain)
    told += [(hearts.played(state, "9D"), "QS")]
    state = hearts.played(hearts.middle("9D", "KS 9S", "2S", "2H", options=plain), "9D")
    told += [(state, "KS")]
    state = hearts.middle("JH 9C", "2H 8C", "4H 7C", "3H 9H 3C", is_broken=True)
    told += [(hearts.played(state, "JH 2H 4H"), "9H")]
    state = hearts.played(hearts.middle("9D", "2C 4C 3H", "2S", "2H", options=plain), "9D")
    best, other = (Estimate(Plan(hearts.parse_card(name)), 1.0, 2.6, 0.0) for name in ("2C", "4C"))
    yield Advised("hearts", explain_card(state.view(1), best, [other]))
    told += [(hearts.late("5S 9C", "QS 3D", "2S 4D", "KS 5D", options=plain), "5S")]
    told += [(hearts.late("2S 9C", "3S 3D", "4S 4D", "KS 5D", options=plain), "2S")]
    state = hearts.middle("2D", "3D", "4D", "KD 9D 4C", options=plain)
    told += [(hearts.played(state, "2D 3D 4D"), "KD")]
    taken = (hearts.mask(HIGH + " QS"), 0, 0, 0)
    four = ("KH 3C", "AH 9H", "JH 2C", "QH 2D")
    state = hearts.middle(*four, leader=2, is_broken=True, options=plain, taken=taken)
    told += [
        (hearts.played(state, "JH QH KH"), "AH"),
        (hearts.middle("7D", "5D", "3S", "4S"), "7D"),
    ]
    for state, card in told:
        yield _advised(state.view(state.to_move[0]), hearts.parse_card(card))
    yield _advised(state.view(0), hearts.parse_card("7D"))
    yield _advised(hearts.middle("AD AC", "3D", "2H", "4C").view(0), hearts.parse_card("AD"), True)


def hearts_over() -> Iterator[Table[Any]]:
    """Yield a game of Dame de Pique for each way to end it."""
    table = Table(HEARTS, HeartsOptions(), [Sitter(name) for name in ("Ana", "Zoé", "Bo", "Eve")])
    for play in hearts.random_plays(HeartsOptions(), 5)[1]:
        table.play(*play)
    yield table
    table = Table(HEARTS, HeartsOptions(), [Sitter(name) for name in ("Ana", "Zoé", "Bo", "Eve")])
    yield given_up(table)


# Bataille


def of_war() -> Met:
    """Yield what Bataille refuses and advises."""
    start = WAR.start(WarOptions(2, 2))
    yield from moves_refused("war", start, "deal 2C / 3C", "turn")
    state = wars.dealt("5C 9C / 5D 8D")
    yield from moves_refused("war", state, "turn", "shuffle 5C 5D")
    yield from steps_refused("war", state.view(0).draft())
    yield Advised("war", WAR.hint(state.view(0)).reasons)
    yield from moves_refused("war", wars.moved(state, "turn", "turn"), "shuffle 5C 5D", "turn")
    yield from moves_refused("war", wars.fought(wars.dealt("2C / 3C")), "turn")
    yield from of_tables("war", wars.new_table(WarOptions()))


def wars_over() -> Iterator[Table[Any]]:
    """Yield a Bataille for each way to end it."""
    for options in (WarOptions(3, 2), WarOptions(4, 9, 3)):
        yield wars.play_on(wars.new_table(options))
    yield given_up(wars.new_table(WarOptions()))
    yield given_up(wars.new_table(WarOptions(3)))


MET: dict[str, Callable[[], Met]] = {
    "duel": of_duel,
    "zen": of_zen,
    "hearts": of_hearts,
    "war": of_war,
}
"""What yields what is refused and advised, by the key of the game."""

ENDED: dict[str, Callable[[], Iterator[Table[Any]]]] = {
    "duel": duels_over,
    "zen": zens_over,
    "hearts": hearts_over,
    "war": wars_over,
}
"""What yields a table for each way to end a game, by its key."""
