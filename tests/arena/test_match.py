"""A meeting: the same cards twice with places changed, in an order that can be repeated."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import pytest

from arena import match
from arena.match import play_meeting
from arena.schedule import Contest, Meeting, deal_seed
from engine.duel.reasons import Ending, Refusal
from engine.duel.state import DuelOptions
from engine.game import Outcome, Stopped, never
from engine.games import GAMES
from engine.reasons import Forfeit, IllegalMove, Reason
from engine.shuffle import Lots, seat_seed
from programs.players import make_player

NORTH = DuelOptions("north")


def meeting(*kinds: str, game: str = "duel", options: object = NORTH, deal: int = 0) -> Meeting:
    return list(Contest(game, options, kinds, deal + 1, 7, 1.0).meetings())[deal]


class Recorder:
    """Notes what a player is shown, and lets it play."""

    def __init__(self, sitter, player, shown):
        self.sitter, self.player, self.shown = sitter, player, shown

    def choose(self, view, stop=never):
        self.shown.append((self.sitter.kind, view))
        return self.player.choose(view, stop)


@pytest.fixture
def shown(monkeypatch):
    """Every view of every player, with its kind, and "over" where a player was let go."""
    shown = []

    def recorder(game, sitter, patience):
        return Recorder(sitter, make_player(game, sitter, patience), shown)

    monkeypatch.setattr(match, "make_player", recorder)
    monkeypatch.setattr(match, "dismiss", lambda player, view: shown.append(("over", view)))
    return shown


def games(shown):
    """Return the views of each game, and of who was let go after it."""
    found = [[]]
    for kind, view in shown:
        found[-1].append((kind, view))
        if [kind for kind, _ in found[-1]].count("over") == 2:
            found.append([])
    return found[:-1]


def hands(game):
    """Return the hands that were dealt, by seat."""
    firsts = {view.seat: view.log for kind, view in reversed(game) if kind != "over"}
    return {seat: str(next(iter(log)).what) for seat, log in firsts.items()}


def test_both_games_have_the_same_cards_and_the_players_change_places(shown):
    play_meeting(meeting("random", "greedy", deal=3))
    first, second = games(shown)
    assert hands(first) == hands(second)
    assert {(kind, view.seat) for kind, view in first[:-2]} == {("random", 0), ("greedy", 1)}
    assert {(kind, view.seat) for kind, view in second[:-2]} == {("greedy", 0), ("random", 1)}
    assert first[0][1].seat == second[0][1].seat == 0  # NORD begins in both


def test_another_deal_has_other_cards_and_another_pairing_the_same(shown):
    trio = Contest("duel", DuelOptions("north"), ("random", "random", "greedy"), 2, 7, 1.0)
    for each in trio.meetings():
        play_meeting(each)
    dealt = [hands(game) for game in games(shown)]
    assert dealt[:6] == [dealt[0]] * 6
    assert dealt[6:] == [dealt[6]] * 6
    assert dealt[0] != dealt[6]


def test_each_player_is_let_go_after_each_game_and_sees_its_end(shown):
    play_meeting(meeting("random", "greedy"))
    over = [view for kind, view in shown if kind == "over"]
    assert sorted(view.seat for view in over) == [0, 0, 1, 1]
    assert all(view.outcome for view in over)


def test_players_are_let_go_also_when_the_meeting_is_stopped(shown):
    with pytest.raises(Stopped):
        play_meeting(meeting("random", "greedy"), lambda: len(shown) > 3)
    assert [kind for kind, _ in shown[-2:]] == ["over", "over"]
    assert shown[-1][1].outcome is None


def test_the_same_meeting_has_the_same_result():
    one, two = (play_meeting(meeting("random", "greedy", deal=2)) for _ in range(2))
    assert one._replace(seconds=()) == two._replace(seconds=())


def test_one_who_draws_lots_draws_others_in_the_second_game():
    results = [play_meeting(meeting("random", "random", deal=deal)) for deal in range(10)]
    assert any(first.turns != second.turns for first, second in (r.games for r in results))


def test_one_who_draws_no_lots_and_meets_itself_wins_as_often_as_it_loses():
    result = play_meeting(meeting("greedy", "greedy"))
    first, second = result.games
    assert result.score == 0.5
    assert (first.turns, first.why) == (second.turns, second.why)
    assert {first.winners, second.winners} == {(0,), (1,)}


def test_greedy_beats_random_wherever_it_sits():
    result = play_meeting(meeting("random", "greedy"))
    assert [game.winners for game in result.games] == [(1,), (1,)]
    assert (result.table, result.deal, result.score) == (0, 0, 0)


class GivesUp:
    def choose(self, view, stop=never):
        raise Forfeit(Ending.BLOCKED, seat=view.seat)


class Cheats:
    def choose(self, view, stop=never):
        raise IllegalMove(Refusal.NOT_IN_HAND, card=2)


@pytest.mark.parametrize(
    ("player", "reason"), [(GivesUp, Ending.BLOCKED), (Cheats, Refusal.NOT_IN_HAND)]
)
def test_who_gives_up_or_plays_what_is_illegal_loses_with_a_reason(monkeypatch, player, reason):
    def made(game, sitter, patience):
        return player() if sitter.kind == "random" else make_player(game, sitter, patience)

    monkeypatch.setattr(match, "make_player", made)
    result = play_meeting(meeting("greedy", "random"))
    assert result.score == 1
    for game in result.games:
        assert (game.winners, game.why) == ((0,), Ending.FORFEIT)
        assert game.given_up is not None
        assert (game.given_up.by, game.given_up.why.reason) == (1, reason)
    assert result.seconds[1] == ()


# A game in which chance has no part: who takes the last of some matches wins.


class Why(Reason):
    LAST = "the last match is taken"


@dataclass(frozen=True)
class Matches:
    """State and view at once; nothing is hidden."""

    left: int
    taken: tuple[int, ...] = ()
    seat: int | None = None

    @property
    def to_move(self):
        return (len(self.taken) % 2,) if self.left else ()

    @property
    def outcome(self):
        return None if self.left else Outcome(((len(self.taken) - 1) % 2,), Why.LAST)

    def legal(self):
        return iter(range(1, min(3, self.left) + 1))

    def play(self, seat, move):
        return Matches(self.left - move, (*self.taken, move))

    def view(self, seat):
        return Matches(self.left, self.taken, seat)


class TakesOne:
    def choose(self, view, stop=never):
        return 1


class Nim:
    opening_plies = 3
    seats = staticmethod(lambda options: ("one", "two"))
    start = staticmethod(Matches)
    computer_players = {"one": lambda seed: TakesOne()}  # noqa: RUF012
    pinned_players = {}  # noqa: RUF012
    line_words = None


@pytest.fixture
def nim(monkeypatch):
    monkeypatch.setitem(GAMES, "nim", Nim)


def test_a_game_without_chance_opens_by_lot_the_same_way_in_both_games(nim, shown):
    for deal in range(8):
        play_meeting(meeting("one", "one", game="nim", options=20, deal=deal))
    openings = [game[0][1].taken for game in games(shown)]
    assert {len(opening) for opening in openings} == {Nim.opening_plies}
    assert openings[::2] == openings[1::2]
    assert len(set(openings)) > 3


def test_a_game_that_ends_in_its_opening_is_over(nim):
    result = play_meeting(meeting("one", "one", game="nim", options=1))
    assert [(game.why, game.turns) for game in result.games] == [(Why.LAST, 1)] * 2
    assert result.score == 0.5


OPTIONS = DuelOptions("north")


def contest(*players: str, deals: int = 3, seed: int = 7) -> Contest:
    return Contest("duel", OPTIONS, players, deals, seed, 10.0)


def test_every_two_players_meet_on_every_deal():
    met = [(m.kinds, m.deal) for m in contest("a", "b", "c", deals=2).meetings()]
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    assert met == [(pair, deal) for deal in (0, 1) for pair in pairs]


def test_the_number_of_pairs_is_known_beforehand():
    whole = contest("a", "b", "c", "d", deals=5)
    assert whole.size == len(list(whole.meetings())) == 30


def test_a_deal_depends_on_the_seed_and_its_number_only():
    meetings = list(contest("a", "b", "c").meetings())
    assert {(m.deal, m.deal_seed, m.opening_seed) for m in meetings} == {
        (deal, Lots(7, deal).below(2**53), seat_seed(deal_seed(7, deal), 0)) for deal in range(3)
    }
    others = {m.deal_seed for m in contest("a", "b", seed=8).meetings()}
    assert others.isdisjoint(m.deal_seed for m in meetings)


def test_more_deals_go_on_where_fewer_end():
    few, many = contest("a", "b", deals=2), contest("a", "b", deals=4)
    assert list(few.meetings()) == list(many.meetings())[:2]


def test_a_meeting_travels_in_few_bytes():
    meeting = next(contest("random", "greedy").meetings())
    sent = pickle.dumps(meeting)
    assert len(sent) < 250
    assert pickle.loads(sent) == meeting
