"""The client of a shared table: what it makes of messages, asks, and keeps over a lost line."""

from __future__ import annotations

import msgspec
import pytest
from duels import new_table as new_duel
from duels import play_on
from games_on_disk import NOW
from hand_table import HandTable, told
from zens import new_table as new_zen
from zens import play_on as play_zen

from engine.clock import ClockTimes, TimeControl
from engine.games import find_game
from engine.reasons import IllegalMove, OfferReason, TableReason
from engine.table import ELSEWHERE, HUMAN, EventKind, Sitter, Table
from engine.timeline import MissingView
from engine.updates import (
    MOST_TOLD,
    Answered,
    Disconnected,
    Ended,
    Moved,
    NoticeChanged,
    Offer,
    Offered,
    PresenceChanged,
    Reconnected,
    Refused,
    Resynced,
    Said,
    SecondPassed,
    TakenBack,
)
from engine.zen.options import ZenOptions
from net.joining import connection as inbox
from net.joining.client import RemoteClient
from net.joining.company import RemoteCompany, control_told
from net.joining.dialogue import Arrived, LineDown
from net.joining.reasons import JoinReason, LineNotice, RequestReason
from net.joining.requests import MOST
from net.wire import (
    AnsweredNews,
    AnswerRequest,
    DoneNews,
    OfferedNews,
    PeopleNews,
    RecordNews,
    RecordRequest,
    RefusedNews,
    SaidNews,
    SayRequest,
    TakeBackRequest,
    ViewNews,
    WelcomeNews,
)
from net.wire_parts import ClocksNews, PlaceNews
from saves.record import Record

PEOPLE = ("human", "human")


def duel(turns: int = 0, seat: int | None = 0) -> HandTable:
    """Return the far table of a duel of two people after so many turns."""
    far = HandTable(play_on(new_duel(5, kinds=PEOPLE), turns=turns) if turns else new_duel(5), seat)
    far.begin()
    return far


def move_of(far: HandTable):
    """Return a move that whoever is to move may make."""
    (seat,) = far.table.to_move
    return seat, next(iter(far.table.view(seat).legal()))


def test_before_the_first_view_there_are_people_and_no_game():
    far = HandTable(new_duel(5))
    company = far.client.company
    far.up()
    far.people("Zoé", "", has_begun=False)
    assert [place.name for place in company.places] == ["Zoé", ""]
    assert not company.has_begun
    with pytest.raises(MissingView):
        far.client.timeline.to_move  # noqa: B018
    far.people("Zoé", "Max")
    assert not company.has_begun
    far.news()
    far.view()
    assert far.news() == told([Resynced(), PresenceChanged()])
    assert company.has_begun
    assert [sitter.kind for sitter in far.client.timeline.sitters] == [HUMAN, ELSEWHERE]
    assert far.client.timeline.view(0) == far.table.view(0)


def test_people_are_told_of_a_move_that_waits_for_long_until_it_is_answered():
    far = duel()
    seat, move = move_of(far)
    number = far.client.submit(seat, move)
    far.loop.pass_seconds(RemoteClient.word_seconds / 2)
    assert far.client.notice is None
    far.loop.pass_seconds(RemoteClient.word_seconds)
    assert far.client.notice is LineNotice.SENT
    assert far.news() == told([NoticeChanged()])
    far.table.play(seat, move)
    far.send(DoneNews(number))
    far.view()
    assert far.client.notice is None
    far.client.submit(*move_of(far))
    far.client.close()
    assert far.loop.timers == []


def test_a_view_before_its_answer_leaves_the_move_sending():
    far = duel()
    seat, move = move_of(far)
    number = far.client.submit(seat, move)
    far.table.play(seat, move)
    far.view()
    far.news()
    assert far.client.is_sending
    far.send(DoneNews(number))
    assert far.news() == told([NoticeChanged()])
    assert not far.client.is_sending


def test_an_answer_on_the_next_line_and_the_same_view_after_it_end_the_sending_and_tell_so():
    far = duel()
    seat, move = move_of(far)
    number = far.client.submit(seat, move)
    far.table.play(seat, move)
    far.view()
    far.down()
    far.up()
    far.send(DoneNews(number))
    far.news()
    assert far.client.is_sending
    far.view()
    assert far.news() == told([NoticeChanged()])
    assert not far.client.is_sending


def test_what_was_done_on_a_lost_line_is_waited_for_until_the_first_view_of_the_next_one_alone():
    far = duel()
    far.client.resign(0)
    (request,) = far.requests()
    far.send(DoneNews(request.number))
    far.down()
    far.up()
    assert far.client.is_sending
    far.view()  # all have taken it back meanwhile
    assert not far.client.is_sending


def test_where_several_move_at_once_a_move_is_sending_until_its_own_view_is_there():
    hearts = find_game("hearts")
    people = [Sitter("x") for _seat in range(4)]
    far = HandTable(Table(hearts, hearts.options(), people, 5), seat=0)
    far.begin()

    def passes(seat):
        move = next(iter(far.table.view(seat).legal()))
        far.table.play(seat, move)
        return move

    number = far.client.submit(0, next(iter(far.table.view(0).legal())))
    passes(1)
    far.view()
    far.send(DoneNews(number))
    assert far.client.is_sending
    passes(0)
    far.view()
    assert not far.client.is_sending


@pytest.mark.parametrize(
    ("code", "text", "facts", "why"),
    [
        ("stale", TableReason.STALE.value, {}, IllegalMove(TableReason.STALE)),
        (
            "not-to-move",
            TableReason.NOT_TO_MOVE.value,
            {"player": "SUD"},
            IllegalMove(TableReason.NOT_TO_MOVE, player="SUD"),
        ),
        ("too-soon", OfferReason.TOO_SOON.value, {}, IllegalMove(OfferReason.TOO_SOON)),
        ("stale", TableReason.NOT_TO_MOVE.value, {}, IllegalMove(RequestReason.NOT_NOW)),
        (
            "new",
            "{0.__class__} \x1b[2J",
            {"0": 1},
            IllegalMove(RequestReason.SAID, words="{0.__class__} ?[2J"),
        ),
        ("new", "", {}, IllegalMove(RequestReason.NOT_NOW)),
    ],
)
def test_a_refusal_has_a_reason_of_this_program_or_harmless_words(code, text, facts, why):
    far = duel()
    seat, move = move_of(far)
    number = far.client.submit(seat, move)
    far.send(RefusedNews(number, code, text, facts))
    assert far.news() == told([Refused(number, why)])
    assert str(why)
    assert not far.client.is_sending


def test_a_gap_of_some_moves_is_told_move_by_move_and_a_wide_one_as_a_new_timeline():
    far = HandTable(new_zen(ZenOptions(first="black"), 3))
    far.begin()
    first = len(far.table.plays)
    play_zen(far.table, 3)
    far.view()
    assert far.news() == told([Moved(at, far.table.plays[at]) for at in range(first, first + 3)])
    timeline = far.client.timeline
    assert timeline.plays[first:] == far.table.plays[first:]
    with pytest.raises(MissingView):
        timeline.view_at(first + 1, 0)
    play_zen(far.table, MOST_TOLD + 1)
    far.view()
    assert far.news() == told([Resynced()])


def test_a_take_back_is_told_with_who_asked_and_drops_what_it_made_void():
    far = duel(4)
    to = far.table.last_turn(1)
    assert to is not None
    far.table.take_back(to, 1)
    play_on(far.table, ("random", "random"), turns=1)
    far.view()
    assert far.news() == told([TakenBack(to, 1), Moved(to, far.table.plays[to])])
    assert far.client.timeline.events[-1].kind is EventKind.TAKE_BACK
    assert far.client.timeline.plays == [*far.client.timeline.plays[:2], *far.table.plays[2:]]
    assert far.client.timeline.view(0) == far.table.view(0)


def test_views_of_moves_that_were_taken_back_are_void_though_others_took_their_numbers():
    far = HandTable(new_zen(ZenOptions(first="black"), 3))
    far.begin()
    for _turn in range(4):
        play_zen(far.table, 1)
        far.view()
    far.table.take_back(1, 1)
    play_zen(far.table, 5, seed=9)
    far.view()
    timeline = far.client.timeline
    assert timeline.plays == far.table.plays
    assert timeline.view_at(1, 0) == far.table.view_at(1, 0)
    with pytest.raises(MissingView):
        timeline.view_at(3, 0)


def test_an_offer_is_asked_answered_and_lapses():
    far = duel(4)
    client = far.client
    client.ask_take_back(0)
    assert isinstance(far.requests()[0], TakeBackRequest)
    far.send(OfferedNews(offer=3, seat=1, to=4))
    assert far.news() == told([Offered(Offer(1, 4, 3))])
    assert client.offer == Offer(1, 4, 3)
    client.answer(Offer(1, 3, 2), True)
    assert far.requests() == []
    client.answer(Offer(1, 4, 3), True)
    assert far.requests() == [AnswerRequest(number=2, offer=3, yes=True)]
    far.send(AnsweredNews(offer=2, yes=True))
    assert far.news() == told([])
    far.send(AnsweredNews(offer=3, yes=False))
    assert far.news() == told([Answered(Offer(1, 4, 3), False)])
    assert client.offer is None


def test_phrases_are_told_if_they_are_known():
    far = duel()
    far.send(SaidNews("thanks", 1))
    far.send(SaidNews("rm -rf", 1))
    far.send(SaidNews("hello"))
    assert far.news() == told([Said(1, "thanks"), Said(None, "hello")])
    far.client.company.say("hello")
    assert far.requests() == [SayRequest(number=1, phrase="hello")]
    assert "hello" in far.client.company.phrases


def test_nothing_is_said_to_partners_while_they_play():
    teams = ZenOptions(first="black", players=4)
    far = HandTable(new_zen(teams, 3))
    far.up()
    assert far.client.company.phrases
    far.people()
    far.view()
    assert far.client.company.phrases == ()
    far.table.forfeit(0, "")
    far.view()
    assert far.client.company.phrases


def test_what_was_not_answered_is_sent_again_on_the_next_line_and_told_once():
    far = duel()
    seat, move = move_of(far)
    number = far.client.submit(seat, move)
    (request,) = far.requests()
    far.down()
    assert far.news() == told([Disconnected()])
    assert far.client.notice is None
    far.down(2)
    assert (far.client.notice, far.client.banner) == (LineNotice.DOWN, LineNotice.SHORT)
    assert not far.client.company.is_connected
    assert far.client.is_sending
    at = len(far.table.plays)
    far.table.play(seat, move)  # it had arrived
    far.news()
    far.up()
    assert far.requests() == [request]
    far.people()
    far.view()
    assert far.news() == told([NoticeChanged(), Reconnected(), Moved(at, far.table.plays[at])])
    far.send(DoneNews(number))
    assert not far.client.is_sending
    assert (far.client.notice, far.client.banner) == (None, None)


def test_the_seconds_of_a_lost_line_are_told_one_by_one_until_it_is_back():
    far = duel()
    far.begin()
    seat, _move = move_of(far)
    company, is_mine = far.client.company, seat in far.client.own_seats
    assert is_mine and company.outage is None
    far.news()
    far.down(seconds=0.25)
    far.loop.pass_seconds(3)
    assert ("SecondPassed", SecondPassed()) not in far.news()  # nobody is told of a short one
    far.down(2, seconds=8.0)
    for seconds in range(1, 9):
        far.loop.pass_seconds(1)
        assert far.news().count(("SecondPassed", SecondPassed())) == 1
        assert company.outage == (8 - seconds, company.patience - 3 - seconds, 0)
    far.loop.pass_seconds(100)
    assert company.outage == (0, 0, 0)
    far.up()
    far.news()
    far.loop.pass_seconds(9)
    assert company.outage is None and far.news() == []


def test_the_seconds_after_which_a_stopped_server_is_back_are_told_one_by_one():
    far = duel()
    far.begin()
    company = far.client.company
    far.down(why=JoinReason.BACK, seconds=0.25, back=20)
    assert far.client.notice is LineNotice.STOPPED and company.outage == (1, None, 20)
    far.news()
    for tries in range(2, 4):
        for _second in range(8):
            far.loop.pass_seconds(1)
        far.down(tries, JoinReason.NO_ANSWER, seconds=8.0)
        assert far.client.notice is LineNotice.STOPPED
    assert company.outage == (8, None, 4)
    assert far.news().count(("SecondPassed", SecondPassed())) == 16
    far.loop.pass_seconds(4)
    far.down(4, JoinReason.NO_ANSWER, seconds=8.0)
    assert far.client.notice is LineNotice.DOWN and not company.outage.back
    far.up()
    far.down()
    assert far.client.notice is None


def test_what_makes_sense_only_at_once_is_refused_while_the_line_is_down():
    far = duel()
    far.down()
    far.news()
    far.client.company.say("hello")
    far.client.company.claim(1)
    far.client.company.replace(1, "greedy")
    no_line = IllegalMove(RequestReason.NO_LINE)
    assert far.news() == told([Refused(number, no_line) for number in (1, 2, 3)])
    far.up()
    assert far.requests() == []


def test_no_more_requests_wait_than_a_table_can_answer_quickly():
    far = duel()
    for _time in range(MOST):
        far.client.ask_take_back(0)
    number = far.client.ask_take_back(0)
    assert far.news() == told([Refused(number, IllegalMove(RequestReason.TOO_MUCH))])
    assert len(far.requests()) == MOST


@pytest.mark.parametrize(
    "changes", [{"game": "zen"}, {"seat": 1}, {"options": {"first": "SUD"}}, {"rules": 99}]
)
def test_another_game_in_the_place_of_the_table_ends_the_client(changes):
    far = duel()
    far.down()
    far.up(**changes)
    assert far.client.notice is JoinReason.OTHER_GAME
    assert far.link.is_closed


def test_a_seat_taken_by_a_newer_line_is_told_of_and_not_fought_for():
    far = duel()
    far.down(why=JoinReason.REPLACED)
    assert far.client.notice is JoinReason.REPLACED
    assert far.news() == told([Disconnected(), NoticeChanged()])


def test_after_the_end_the_record_is_asked_for_and_gives_the_whole_game():
    far = duel()
    play_on(far.table)
    far.view()
    assert far.news()[-1:] == told([Ended(far.table.outcome)])
    (request,) = far.requests()
    assert isinstance(request, RecordRequest)
    far.view()
    assert far.requests() == []
    far.table.sitters = (Sitter("Zoé"), Sitter("Max"))
    record = Record.new(far.table, NOW).to_bytes()
    far.send(RecordNews(request.number, msgspec.Raw(record)))
    with pytest.raises(StopIteration) as found:
        far.client.record().send(None)
    table = found.value.value
    assert table.plays == far.table.plays
    assert [sitter.kind for sitter in table.sitters] == [HUMAN, ELSEWHERE]


@pytest.mark.parametrize("record", [b"{}", b"[]", b'"x"'])
def test_a_wrong_record_is_an_error_that_can_be_told(record):
    far = duel()
    play_on(far.table)
    far.view()
    far.send(RecordNews(1, msgspec.Raw(record)))
    with pytest.raises(ValueError, match=r"."):
        far.client.record().send(None)


def test_a_forfeit_ends_the_game_and_what_was_before_it_can_be_seen():
    far = duel()
    before = far.table.view(0)
    far.table.forfeit(1, "")
    far.view()
    assert far.news() == told([Ended(far.table.outcome)])
    at = len(far.table.plays)
    assert far.client.timeline.view(0) == far.table.view(0)
    assert far.client.timeline.view_before_forfeit(at, 0) == before


def strange_views(far: HandTable):
    """Yield views that make no sense."""
    good = far.writer.write(far.table.view(0), *far.table.seen)
    for state in (b"{}", b"[]", b"3", b'"x"', b'{"log": 3}', b"[" * 200 + b"]" * 200):
        yield msgspec.structs.replace(good, fields=msgspec.Raw(state))
    for change in ({"view": 0}, {"moves": -1}, {"moves": 10**9}, {"epoch": -1}, {"base": 99}):
        yield msgspec.structs.replace(good, **change)
    yield msgspec.structs.replace(good, known=4)
    yield msgspec.structs.replace(good, events=({"kind": "hint"},))
    yield msgspec.structs.replace(good, events=({"kind": "hint", "at": 0, "seat": 9},))
    yield msgspec.structs.replace(good, events=({"kind": "hint", "at": 0, "text": "\x1b[2J"},))
    document = msgspec.json.decode(good.fields)
    other = {**document, "seat": 1}
    log = {**document, "log": [[0, -1, "\x1b[2J"]]}
    order = {**document, "log": [[1, -1, "begin NORD"], [0, -1, "begin NORD"]]}
    late = {**document, "log": [[99, -1, "begin NORD"]]}
    for wrong in (other, log, order, late):
        yield msgspec.structs.replace(good, fields=msgspec.Raw(msgspec.json.encode(wrong)))


STRANGE_CLOCKS = [
    ClocksNews((1000,)),
    ClocksNews((1000, -2)),
    ClocksNews((1000, 10**12)),
    ClocksNews((1000, 1000), (2,)),
    ClocksNews((1000, 1000), (-1,)),
    ClocksNews((1000, -1), (1,)),
]


def test_clocks_count_on_from_what_was_told_also_while_the_line_is_down():
    now = [100.0]
    welcome = WelcomeNews(2, "t", "duel", 1, {}, seat=0, clock="5+3")
    far = HandTable(new_duel(5))
    far.begin()
    far.client.loop.now = lambda: now[0]
    company = RemoteCompany(far.client, welcome, "t", "")
    assert (company.control, company.clocks) == (TimeControl(5, 3), None)
    company.timed(ClocksNews((60000, -1), (0,)))
    now[0] += 2.5
    assert company.clocks == ClockTimes((57.5, None), frozenset({0}))
    company.is_connected = False
    now[0] += 1
    assert company.clocks == ClockTimes((56.5, None), frozenset({0}))
    for text in ("", "5+3+1", "x" * 5000):
        assert control_told(text) is None


def test_news_that_make_no_sense_end_the_line_and_change_nothing():
    far = HandTable(new_duel(5))
    views = [*strange_views(far)]
    seat = {"name": "x", "kind": "person"}
    strange = [
        PeopleNews(places=()),
        PeopleNews(places=(PlaceNews(kind="ghost"),) * 2),
        PeopleNews(places=(PlaceNews(presence="?", **seat),) * 2),
        PeopleNews(places=(PlaceNews(level="../x", **seat),) * 2),
        PeopleNews(places=(PlaceNews(waited=-1, **seat),) * 2),
        PeopleNews(places=(PlaceNews(**seat),) * 2, watchers=-1),
        *(PeopleNews(places=(PlaceNews(**seat),) * 2, clocks=one) for one in STRANGE_CLOCKS),
        OfferedNews(1, 7, 0),
        OfferedNews(1, 0, -1),
        SaidNews("hello", 5),
    ]
    for news in [*views, *strange]:
        far = HandTable(new_duel(5))
        far.begin()
        before = far.client.timeline.version
        if isinstance(news, ViewNews) and news.view == 1:
            news = msgspec.structs.replace(news, view=2)  # noqa: PLW2901
        far.send(news)
        assert far.link.rejected == [0], news
        assert far.client.notice is LineNotice.STRANGE
        assert far.client.timeline.version == before
        far.view()  # what was still on its way is not looked at
        assert far.client.timeline.version == before


def test_names_of_strangers_are_made_plain():
    far = duel()
    far.people("\x1b[31mZoé\n", "三" * 99)
    assert [place.name for place in far.client.company.places] == ["[31mZoé", "三" * 12]


def test_no_more_arrives_than_can_wait_but_the_end_of_a_line_is_always_told():
    far = duel()
    size = inbox.MOST_BYTES // 2
    thanks = Arrived(SaidNews("thanks", 1), size)
    assert [far.link.take(thanks) for _time in range(3)] == [True, True, False]
    assert far.link.take(LineDown(1, JoinReason.STRANGE))
    assert far.news() == told([Said(1, "thanks"), Said(1, "thanks"), Disconnected()])
    assert far.link.take(thanks)  # what is on its way from a lost line is passed over
    assert far.news() == []
    for _time in range(inbox.MOST_WAITING):
        assert far.link.take(Arrived(SaidNews("hello"), 1))
    assert not far.link.take(Arrived(SaidNews("hello"), 1))
