"""More than two seats: who sits where, what a game of four is worth to whom, the report."""

from __future__ import annotations

import json
import re

import pytest
from playthrough import GOLDEN
from toy_description import TOY
from toy_moves import ToyOptions, ToyReason

from arena import match
from arena.executor import InProcess, Processes
from arena.match import Forfeited, GameResult, MeetingResult, play_meeting
from arena.report import report
from arena.schedule import Contest
from arena.tally import Tally
from cli.__main__ import main
from cli.arena_tables import contest_parts
from cli.paper import printed
from engine.duel.state import DuelOptions
from engine.game import never
from engine.games import DESCRIPTIONS
from engine.reasons import Explanation, Forfeit
from engine.version import __version__
from engine.zen.options import ZenOptions
from programs.players import make_player
from words.translation import set_language

pytestmark = pytest.mark.usefixtures("toy")

SHORT = ToyOptions(rounds=1)
FOUR = ("saver", "random", "random", "random")


def contest(*players: str, options: ToyOptions = SHORT, deals: int = 1) -> Contest:
    return Contest("toy", options, players, deals, 7, 1.0)


def played(whole: Contest, executor=InProcess()) -> Tally:  # noqa: B008
    tally = Tally(whole)
    for result in executor.run(play_meeting, whole.meetings(), never):
        tally.add(result)
    return tally


def before_times(data: bytes) -> bytes:
    return data.partition(b',\n "times": ')[0]


TWO_SEATS = {
    "duel": Contest("duel", DuelOptions("north"), ("random", "greedy", "random"), 2, 7, 10.0),
    "zen": Contest("zen", ZenOptions(1), ("random", "random"), 1, 7, 10.0),
}


@pytest.mark.parametrize("game", TWO_SEATS)
def test_a_game_of_two_has_the_results_that_it_always_had_byte_by_byte(game):
    kept = (GOLDEN / "arena" / f"{game}.json").read_bytes()
    kept = kept.replace(b'"program": "0.1.0"', f'"program": "{__version__}"'.encode())
    data = report(played(TWO_SEATS[game]), jobs=1, seconds=0)
    assert before_times(data) == before_times(kept + b' "times": ')


class Recorder:
    """Notes who is shown what, and lets it play."""

    def __init__(self, sitter, player, shown):
        self.sitter, self.player, self.shown = sitter, player, shown

    def choose(self, view, stop=never):
        self.shown.append((self.sitter.kind, view))
        return self.player.choose(view, stop)


@pytest.fixture
def games(monkeypatch):
    """For each game that is played: who was shown what, in order, and the last view."""
    games = [[]]

    def made(game, sitter, patience):
        return Recorder(sitter, make_player(game, sitter, patience), games[-1])

    def dismissed(player, view):
        if view.seat == 0:  # the last one to be let go
            games[-1].append(("over", view))
            games.append([])

    monkeypatch.setattr(match, "make_player", made)
    monkeypatch.setattr(match, "dismiss", dismissed)
    return games


def seating(game) -> str:
    """Return the initials of who sat on each seat."""
    kinds = {view.seat: kind[0] for kind, view in game[:-1]}
    return "".join(kinds[seat] for seat in sorted(kinds))


def deal(game) -> list[str]:
    """Return the hand that each seat was dealt."""
    seen = {view.seat: str(next(iter(view.log)).what) for _, view in game[:-1]}
    return [seen[seat] for seat in sorted(seen)]


def test_as_many_as_there_are_seats_sit_at_one_table_in_every_rotation(games):
    whole = contest(*FOUR, deals=2)
    for meeting in whole.meetings():
        play_meeting(meeting)
    assert [seating(game) for game in games[:-1]] == ["srrr", "rsrr", "rrsr", "rrrs"] * 2
    deals = [deal(game) for game in games[:-1]]
    assert deals[:4] == deals[:1] * 4
    assert deals[4:] == deals[4:5] * 4
    assert deals[0] != deals[4]
    assert whole.size == 2


def test_two_players_take_four_seats_in_turn_and_change_places(games):
    for meeting in contest("saver", "random").meetings():
        play_meeting(meeting)
    assert [seating(game) for game in games[:-1]] == ["srsr", "rsrs"]
    assert deal(games[0]) == deal(games[1])


def test_of_three_players_at_four_seats_every_two_meet():
    whole = contest("saver", "random", "random", deals=2)
    assert whole.tables == whole.pairings == ((0, 1), (0, 2), (1, 2))
    assert [meeting.kinds for meeting in whole.meetings()][:3] == [
        ("saver", "random"),
        ("saver", "random"),
        ("random", "random"),
    ]
    assert whole.size == 6


def test_every_player_of_every_game_has_lots_of_its_own():
    meetings = [*contest(*FOUR, deals=2).meetings(), *contest("saver", "random").meetings()]
    four = meetings[:2]
    seeds = {m.player_seed(game, seat) for m in four for game in range(4) for seat in range(4)}
    assert len(seeds) == 32
    assert len({meetings[2].player_seed(game, seat) for game in (0, 1) for seat in range(4)}) == 8


@pytest.mark.parametrize("players", [FOUR, ("saver", "random")])
def test_winners_and_points_are_those_of_the_sitters_wherever_they_sat(games, players):
    (meeting,) = contest(*players, options=ToyOptions()).meetings()
    result = play_meeting(meeting)
    assert len(result.games) == len(result.seconds) == len(players)
    for number, (game, shown) in enumerate(zip(result.games, games, strict=False)):
        outcome = shown[-1][1].outcome
        for sitter in range(4):
            seat = (sitter + number) % 4
            assert game.points[sitter] == outcome.points[seat]
            assert (sitter in game.winners) == (seat in outcome.winners)
    asked = [kind for game in games for kind, _ in game]
    for player, kind in enumerate(players[:2]):
        share = len(result.seconds[player]) * players.count(kind)
        assert share == asked.count(kind)


def test_two_players_who_share_the_seats_in_turn_are_a_team_each_where_there_are_teams():
    teams = ToyOptions(teams=True, rounds=1)
    for meeting in contest("saver", "random", options=teams, deals=6).meetings():
        for game in play_meeting(meeting).games:
            assert game.winners in {(0, 2), (1, 3), (0, 1, 2, 3)}
            assert game.points[:2] == game.points[2:]


def test_in_a_race_a_lot_says_who_is_first_and_says_the_same_in_every_rotation(games):
    firsts = []
    for meeting in contest(*FOUR, deals=12).meetings():
        play_meeting(meeting)
    for game in games[:-1]:
        views = [view for _, view in game if view.timeout_play]
        firsts.append(views[0].seat)
        assert [len(view.grabs) for view in views] == [0, 1, 2, 3]
    assert firsts == [seat for seat in firsts[::4] for _ in range(4)]
    assert {*firsts} == {0, 1, 2, 3}


def test_nobody_is_shown_what_another_one_has_chosen_beside_it(games):
    for meeting in contest(*FOUR).meetings():
        play_meeting(meeting)
    for game in games[:-1]:
        for _, view in game[:-1]:
            assert {*view.picks} <= {"?", None}
            assert [view.seat] == [seat for seat in range(4) if view.hands[seat] is not None]


def test_the_better_player_is_ahead():
    tally = played(contest("saver", "random", deals=20))
    saver, other = tally.player_scores()
    assert tally.pair_scores()[0].share.low > 0.5
    assert saver.points > other.points + 0.5
    assert saver.share > 0.6
    assert saver.share + other.share == pytest.approx(1)


# What a game is worth to whom.

MANY = (9, 5, 7, 5)
FEW = (3, 8, 4, 8)


@pytest.mark.parametrize(
    ("winners", "points", "gave_up", "worth"),
    [
        ((0,), (), None, [1, 1, 1, 0.5, 0.5, 0.5]),
        ((0,), MANY, None, [1, 1, 1, 0, 0.5, 1]),
        ((0,), FEW, None, [1, 1, 1, 0, 0.5, 1]),  # fewer points are better here
        ((0, 2), (), None, [1, 0.5, 1, 0, 0.5, 1]),
        ((), (), None, [0.5] * 6),
        ((0, 1, 2, 3), MANY, None, [0.5] * 6),
        ((2,), MANY, 0, [0, 0, 0, 0, 0.5, 1]),  # who gives up is last whatever it had
        ((1, 2, 3), MANY, 0, [0, 0, 0, 0.5, 0.5, 0.5]),
    ],
)
def test_who_is_ahead_of_whom(winners, points, gave_up, worth):
    given_up = None if gave_up is None else Forfeited(gave_up, Explanation(ToyReason.FORFEIT, {}))
    game = GameResult(winners, ToyReason.ROUNDS, 9, given_up, points)
    pairs = [(one, other) for one in range(4) for other in range(one + 1, 4)]
    assert [game.ahead(*pair) for pair in pairs] == worth
    assert [game.ahead(*pair[::-1]) for pair in pairs] == [1 - part for part in worth]


def game(*winners: int, points: tuple[int, ...] = (), by: int | None = None) -> GameResult:
    why = Explanation(ToyReason.NOT_IN_HAND, {"card": 7})
    given_up = None if by is None else Forfeited(by, why)
    return GameResult(winners, ToyReason.ROUNDS, 9, given_up, points)


def test_a_player_on_several_seats_is_ahead_as_often_as_each_of_its_sitters_is_of_each_other():
    both = (game(0, points=(9, 5, 5, 7)), game(1, 3))
    result = MeetingResult(0, 0, both, ((), ()), 4)
    # sitters 0 and 2 against 1 and 3: ahead, ahead; level, behind; and behind four times
    assert result.share(0, 1) == result.score == (1 + 1 + 0.5 + 0) / 8
    assert result.share(1, 0) == 1 - result.score
    assert (result.won(0), result.won(1)) == (1, 1)
    assert (result.points(0), result.points(1)) == ([9, 5], [5, 7])


def test_a_win_is_shared_by_the_winners_and_a_draw_by_all():
    result = MeetingResult(0, 0, (game(0), game(0, 2), game(), game(1)), ((),) * 4, 4)
    assert [result.won(player) for player in range(4)] == [1.75, 1.25, 0.75, 0.25]


ONE_TABLE = [
    MeetingResult(0, 0, tuple(game(0, points=(8, 2, 4, 6)) for _ in range(4)), ((0.5,),) * 4, 4),
    MeetingResult(
        0, 1, tuple(game(3, points=(2, 2, 2, 8), by=1) for _ in range(4)), ((0.5,),) * 4, 4
    ),
]


def one_table() -> Tally:
    tally = Tally(contest("saver", "random", "random", "random", deals=3))
    for result in reversed(ONE_TABLE):
        tally.add(result)
    return tally


def test_at_one_table_every_two_are_compared_and_one_deal_is_one_observation():
    pair_scores = one_table().pair_scores()
    assert [standing.players for standing in pair_scores] == [
        (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3),
    ]  # fmt: skip
    assert {standing.pairs for standing in pair_scores} == {2}
    assert [standing.share.mean for standing in pair_scores] == [1, 0.75, 0.5, 0, 0, 0]
    player_scores = one_table().player_scores()
    assert [showing.share for showing in player_scores] == [0.5, 0, 0, 0.5]
    assert [showing.points for showing in player_scores] == [5, 2, 3, 7]
    assert [showing.games for showing in player_scores] == [8] * 4
    assert [showing.forfeits for showing in player_scores] == [0, 4, 0, 0]


def test_a_forfeit_ends_the_game_for_all_and_is_that_sitter_s(monkeypatch):
    class GivesUp:
        def choose(self, view, stop=never):
            raise Forfeit(ToyReason.FORFEIT)

    def made(game, sitter, patience):
        return GivesUp() if sitter.kind == "saver" else make_player(game, sitter, patience)

    monkeypatch.setattr(match, "make_player", made)
    (meeting,) = contest(*FOUR).meetings()
    result = play_meeting(meeting)
    for one in result.games:
        assert one.why is ToyReason.FORFEIT
        assert one.given_up.by == 0
        assert 0 not in one.winners
    assert [result.share(0, other) for other in (1, 2, 3)] == [0, 0, 0]


# The report and the tables.


@pytest.mark.parametrize("players", [FOUR, ("saver", "random")], ids=["one table", "pairs"])
def test_the_same_seed_gives_the_same_bytes_whatever_the_number_of_processes(players):
    whole = contest(*players, deals=4)
    one = report(played(whole), jobs=1, seconds=3)
    two = report(played(whole, Processes(2)), jobs=2, seconds=2)
    assert before_times(one) == before_times(two)


def test_a_report_of_one_table_has_its_results_once():
    document = json.loads(report(one_table(), jobs=1, seconds=1))
    assert len(document["pairings"]) == 6
    assert {frozenset(pairing) for pairing in document["pairings"]} == {
        frozenset({"players", "pairs", "share", "elo"})
    }
    assert [result["deal"] for result in document["results"]] == [0, 1]
    assert (
        document["results"][0]["games"]
        == [{"winners": [0], "why": "rounds", "turns": 9, "points": [8, 2, 4, 6]}] * 4
    )
    assert document["results"][1]["games"][0]["forfeit"]["player"] == 1
    assert [total["points"] for total in document["totals"]] == [5, 2, 3, 7]
    assert document["interrupted"] is True


def test_a_report_of_two_at_four_seats_has_the_results_of_each_pairing():
    document = json.loads(report(played(contest("saver", "random", "random")), jobs=1, seconds=1))
    assert "results" not in document
    for pairing in document["pairings"]:
        (result,) = pairing["results"]
        assert len(result["games"]) == 2
        assert result["score"] == pairing["share"]["mean"]
        assert all(len(game["points"]) == 4 for game in result["games"])


@pytest.fixture
def plain(monkeypatch):
    monkeypatch.setenv("TAPIS_ASCII", "1")


def test_the_tables_of_one_table_have_points_and_who_was_ahead(plain):
    assert printed(*contest_parts(one_table())).splitlines() == [
        "toy: 3 deals, each played 4 times, all players moving on by one seat",
        "seed 7",
        "interrupted: 2 of 3 deals were played",
        "",
        "player        Elo   won %   points   games   given up   median ms   95 % ms",
        "---------------------------------------------------------------------------",
        "random (3)   +141    50.0      7.0       8          0         500       500",
        "saver        +106    50.0      5.0       8          0         500       500",
        "random (2)    -30     0.0      3.0       8          0         500       500",
        "random       -218     0.0      2.0       8          4         500       500",
        "",
        "player       against          ahead % (at 95 %)        Elo difference   deals",
        "-----------------------------------------------------------------------------",
        "saver        random       100.0 (34.2 to 100.0)                > -113       2",
        "saver        random (2)     75.0 (25.6 to 96.3)   +191 (-185 to +567)       2",
        "saver        random (3)      50.0 (9.5 to 90.5)      0 (-393 to +393)       2",
        "random       random (2)       0.0 (0.0 to 65.8)                < +113       2",
        "random       random (3)       0.0 (0.0 to 65.8)                < +113       2",
        "random (2)   random (3)       0.0 (0.0 to 65.8)                < +113       2",
        "",
        "random gave up 4 games, the first time: 7 is not in hand",
    ]


def test_in_french_it_says_the_same_and_fits_80_columns(plain):
    set_language("fr")
    lines = printed(*contest_parts(one_table())).replace("\xa0", " ").splitlines()
    assert lines[0] == "toy : 3 donnes a jouer 4 fois, chacun avancant d'une place"
    assert lines[2] == "interrompu : 2 donnes jouees sur 3"
    assert "points   parties" in lines[4]
    assert lines[11].split()[1:5] == ["contre", "%", "devant", "(a"]
    assert lines[11].endswith("donnes")
    assert max(map(len, lines)) <= 80


def test_tapis_arena_seats_four_or_every_two(tmp_path, capfd):
    file = tmp_path / "toy.json"
    rest = ["--deals", "3", "--seed", "5", "--out", str(file), "--jobs"]
    assert main(["arena", "toy", *FOUR, *rest, "2"]) == 0
    out, errors = capfd.readouterr()
    assert out.startswith("toy: 3 deals, each played 4 times, all players moving on by one seat\n")
    assert re.search(r"^saver +[+-]\d+ +\d+\.\d +\d+\.\d +12 ", out, re.MULTILINE)
    assert len(json.loads(file.read_bytes())["results"]) == 3
    file.unlink()
    assert main(["arena", "toy", "saver", "random", *rest, "1"]) == 0
    out = capfd.readouterr().out
    assert out.startswith(
        "toy: 3 deals for each pair of players, each played twice with seats swapped"
    )
    assert "ahead % (at 95 %)" in out
    assert errors == ""


def test_two_cannot_share_three_seats(monkeypatch, capfd):
    three = TOY._replace(arena={"players": 3})
    monkeypatch.setitem(DESCRIPTIONS, "toy", lambda: three)
    assert main(["arena", "toy", "saver", "random", "--deals", "1"]) == 2
    assert capfd.readouterr().err == (
        "tapis: two players cannot share the 3 seats of toy evenly; name 3 players\n"
    )
    assert main(["arena", "toy", "saver", "random", "random", "--deals", "1", "--jobs", "1"]) == 0
    assert capfd.readouterr().out.startswith("toy: 1 deal, each played 3 times")
