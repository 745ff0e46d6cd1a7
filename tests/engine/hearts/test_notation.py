"""Dame de Pique as text: cards, passes, deals; drafts, typed moves, programs' lines, views."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest
from hearts_tables import (
    REFLEX,
    mask,
    middle,
    played,
    random_move,
    random_plays,
)
from outsiders import PATIENCE

from engine.game import CHANCE, Outcome
from engine.hearts.cards import CARDS, SHUFFLING_ORDER, Card
from engine.hearts.game import HEARTS
from engine.hearts.line_words import HeartsWords
from engine.hearts.moves import SLAP, CardPass, HeartsDeal, JokerLot, SlapLot, parse
from engine.hearts.options import HeartsOptions
from engine.hearts.reasons import HeartsEnding
from engine.hearts.state import HeartsState
from engine.reasons import IllegalMove, NotationError
from engine.shuffle import Lots
from engine.table import Sitter
from programs.players import dismiss, make_player

# "Cards 2C .. 9C TC JC QC KC AC, suits C D H S."


def test_cards_are_written_as_rank_and_suit():
    names = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    assert [str(card) for card in CARDS] == names
    assert [parse(name) for name in names] == [*CARDS]
    assert all(type(parse(name)) is Card for name in names)


def test_the_deck_is_shuffled_from_clubs_diamonds_spades_hearts():
    assert [str(card)[1] for card in SHUFFLING_ORDER[::13]] == ["C", "D", "S", "H"]


# "deal 4C 7C ... / ... / ... / ...: four hands, seat 0 first, each sorted by suit C D H S, then 2
# up to A. A pass: pass 2C AH QS, same order. joker 7D. A card: TC."


def test_a_deal_has_four_hands_seat_0_first_each_sorted():
    text = str(HEARTS.start(HeartsOptions()).chance(Lots(3, 0)))
    hands = [hand.split() for hand in text.removeprefix("deal ").split(" / ")]
    assert [len(hand) for hand in hands] == [13] * 4
    names = [str(card) for card in CARDS]
    for hand in hands:
        assert hand == sorted(hand, key=names.index)
    deal = parse(text)
    assert isinstance(deal, HeartsDeal)
    assert [mask(" ".join(hand)) for hand in hands] == [*deal.hands]


def test_moves_are_written_as_the_rules_write_them():
    assert str(CardPass(mask("AH QS 2C"))) == "pass 2C AH QS"
    assert str(JokerLot(parse("7D"))) == "joker 7D"
    assert str(SlapLot((2, 0, 1, 3))) == "slap 2013"
    assert str(SLAP) == "slap"
    assert str(parse("TC")) == "TC"


NO_MOVES = """
tc|10C|1C|TX|pass|pass 2C 3C|pass 3C 2C 4C|pass 2C 2C 3C|Slap|pass 2C 3C 4C 5C|slap 012|slap 0122
slap 01234|joker|joker 1D|deal|?|pass ? ? ?|TC | TC|deal 2C / 3C / 4C / 5C|pass  2C 3C 4C
slap  2013|49|"""


@pytest.mark.parametrize("text", NO_MOVES.replace("\n", "|").split("|"))
def test_what_is_no_move_is_told_apart_from_what_is_not_legal(text):
    with pytest.raises(NotationError, match="is not a move"):
        parse(text)


def test_a_deal_in_another_order_or_of_other_sizes_is_no_deal():
    text = str(HEARTS.start(HeartsOptions()).chance(Lots(3, 0)))
    south, west, *others = text.removeprefix("deal ").split(" / ")
    turned = " ".join(reversed(south.split()))
    moved = [south + " " + west.split()[0], " ".join(west.split()[1:])]
    for hands in ([turned, west, *others], [*moved, *others], [south, west, *others, south]):
        with pytest.raises(NotationError):
            parse("deal " + " / ".join(hands))


# A move in the making.


def passing() -> HeartsState:
    state = HEARTS.start(HeartsOptions())
    return state.play(CHANCE, state.chance(Lots(1, 0)))


def test_the_cards_of_a_pass_are_chosen_one_by_one_in_any_order():
    view = passing().view(2)
    draft = view.draft()
    cards = [*draft.steps()]
    assert len(cards) == 13 and {*draft.steps().values()} == {None}
    for count, card in enumerate((cards[7], cards[0], cards[3])):
        with pytest.raises(IllegalMove, match=f"three cards are passed, not {count}"):
            draft.finish()
        draft = draft.add(card)
        with pytest.raises(IllegalMove):
            draft.add(card)
    assert draft.finish() == CardPass(1 << cards[7] | 1 << cards[0] | 1 << cards[3])
    assert {str(why) for why in draft.steps().values()} == {"the move is complete"}
    assert view.during(draft.made) == view


def test_a_card_chosen_already_and_a_card_of_others_are_refused():
    view = passing().view(2)
    draft = view.draft()
    mine = next(iter(draft.steps()))
    other = next(card for card in CARDS if not view.hand >> card & 1)
    draft = draft.add(mine)
    assert str(draft.refusal(mine)) == f"{mine} is chosen already"
    assert str(draft.refusal(other)) == f"{other} is not in hand"
    assert str(draft.refusal(SLAP)) == "slap is not a move that can be made now"


def test_a_draft_says_of_every_card_why_it_may_not_be_played():
    state = played(middle("7D 2C", "5D 7C 2S", "3S 4C", "4S 5C", joker="7C"), "7D")
    draft = state.view(1).draft()
    assert {str(card): why and str(why) for card, why in draft.steps().items()} == {
        "7C": None,
        "5D": None,
        "2S": "you must follow the suit of 7D, or play the joker",
    }
    with pytest.raises(IllegalMove, match="no card is chosen"):
        draft.finish()
    done = draft.add(parse("5D"))
    during = state.view(1).during(done.made)
    assert [str(card) for card in during.table] == ["7D", "5D"]
    assert during.hand == mask("7C 2S")
    assert state.view(2).during(done.made).hand == mask("3S 4C")


def test_a_slap_is_a_draft_of_one_step():
    state = played(middle("2D 3S", "3D 4S", "5D 5S", "TD 6S", options=REFLEX), "2D 3D 5D TD")
    draft = state.view(1).draft()
    assert draft.steps() == {SLAP: None}
    with pytest.raises(IllegalMove, match="everybody slaps"):
        draft.add(parse("4S"))
    with pytest.raises(IllegalMove, match="everybody slaps"):
        draft.finish()
    draft = draft.add(SLAP)
    assert (draft.move, draft.steps()) == (SLAP, {})
    assert state.view(1).during(draft.made) == state.view(1)


# Lines for programs.


def is_move(text: str) -> bool:
    try:
        return parse(text) is not None and not text.startswith(HEARTS.chance_words)
    except NotationError:
        return False


def test_a_program_hears_its_game_line_by_line():
    words, heard, told = HeartsWords(), [], 0
    options = HeartsOptions()
    last = []

    def hear(state: HeartsState, plays):
        nonlocal told
        view = state.view(1)
        last[:] = [state]
        if 1 in view.to_move:
            heard.extend([*words.since(view, told), *words.asking(view)])
            told = len(view.log)

    random_plays(options, 4, hear, rounds=1)
    assert heard[0] == "hearts WEST joker sums rank lots"
    assert heard[1].startswith("deal ? ? ")
    assert any(line.startswith("pass? WEST: ") and len(line.split()) == 15 for line in heard)
    assert "EAST: pass ? ? ?" in heard
    assert any(line.startswith("WEST: received ") for line in heard)
    assert any(line.startswith("joker ") for line in heard)
    assert any(line.startswith("play? WEST: ") for line in heard)
    whole = words.situation(last[0].view(1))
    others = [line for line in whole if not is_move(line.removeprefix("WEST: "))]
    told = [line for line in heard if not line.startswith(("pass? ", "play? "))]
    assert told == others[: len(told)]
    assert len(told) > 50
    assert any(line.startswith("WEST: pass ") and "?" not in line for line in whole)
    assert whole[-1].split(": ")[1].startswith("round ")


def test_the_last_line_says_who_won_and_the_scores():
    state, _ = random_plays(HeartsOptions(), 3)
    line = HeartsWords().result(state.outcome)[0]
    assert line.split()[2:] == ["hundred", *map(str, state.scores)]
    shared = HEARTS.start(HeartsOptions()).forfeit(0)
    assert HeartsWords().result(shared.outcome) == ["end WEST+NORTH+EAST forfeit 0 0 0 0"]
    assert not any("forfeit" in line for line in HeartsWords().situation(shared.view(1)))


def test_a_program_answers_with_a_move_of_a_player():
    words = HeartsWords()
    assert [words.read(line) for line in ("TC", "slap", " pass 2C 3C 4C\t")] == [
        parse("TC"),
        SLAP,
        parse("pass 2C 3C 4C"),
    ]
    for line in ("joker 7D", "slap 2013", "tc", ""):
        with pytest.raises(NotationError):
            words.read(line)


def test_a_program_is_asked_for_a_slap_and_for_one_of_the_cards_it_may_play():
    state = played(middle("2D 3S", "3D 4S", "5D 5S", "TD 6S", options=REFLEX), "2D 3D 5D TD")
    assert HeartsWords().asking(state.view(2)) == ["slap? NORTH"]
    state = played(middle("7D 2C", "5D JD 2S", "3S 4C", "4S 5C"), "7D")
    assert HeartsWords().asking(state.view(1)) == ["play? WEST: 5D JD"]


PAGE = (Path(__file__).parents[3] / "docs" / "players.md").read_text()


def test_the_lines_on_the_page_are_those_of_a_game():
    (shown,) = re.findall(r"```\n(< hearts .*?)```", PAGE, re.DOTALL)
    words, heard, told = HeartsWords(), [], 0

    def first_listed(state: HeartsState, seat: int, lots: Lots):
        nonlocal told
        if seat != 1:
            return random_move(state, seat, lots)
        view = state.view(1)
        heard.extend(f"< {line}" for line in [*words.since(view, told), *words.asking(view)])
        told = len(view.log)
        move = next(view.legal())
        heard.append(f"> {move}")
        return move

    random_plays(HeartsOptions(), 7, rounds=1, move=first_listed)
    *lines, dots, end = shown.splitlines()
    assert dots == "  ..."
    assert lines == heard[: len(lines)]
    outcome = Outcome((2,), HeartsEnding.HUNDRED, (64, 83, 41, 102))
    assert end == f"< {words.result(outcome)[0]}"


def test_the_program_on_the_page_plays_a_round(tmp_path):
    (code,) = re.findall(r"```python\n(import sys\n\nfor line.*?)```", PAGE, re.DOTALL)
    program = tmp_path / "first.py"
    program.write_text(code)
    sitter = Sitter("first", f"exec:{shlex.join([sys.executable, str(program)])}")
    player = make_player(HEARTS, sitter, PATIENCE)

    def choose(state: HeartsState, seat: int, lots: Lots):
        view = state.view(seat)
        return player.choose(view) if seat == 1 else random_move(state, seat, lots)

    try:
        state, _ = random_plays(REFLEX, 2, rounds=2, move=choose)
    finally:
        dismiss(player, state.view(1))
    assert len(state.rounds) == 2
