"""What every game promises: its notation, its end, its secrets, its players."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from itertools import islice

import msgspec
import pytest
from diagram import ROOT
from every_game import (
    DUEL,
    HEARTS,
    OPTIONS,
    TOY,
    WAR,
    ZEN,
    every_game,
    every_option,
    name_of,
    played,
    random_table,
)
from line_programs import environment
from sent_views import as_sent

from engine.game import CHANCE, UNKNOWN, Play, Stopped
from engine.hearts import master
from engine.log import LogEntry
from engine.reasons import IllegalMove, NotationError, TableReason
from engine.shuffle import Lots
from engine.table import Table
from engine.timeline import ReceivedTimeline, TableTimeline, plays_in_log
from net.view_form import write_view

LEVELS = [(game, level) for game in OPTIONS for level in game.computer_players]
every_level = pytest.mark.parametrize(("game", "level"), LEVELS, ids=name_of)
UNHURRIED = {"master", "expert"}


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch):
    """Let the master of Dame de Pique look at few worlds."""
    monkeypatch.setattr(master, "WORLDS", 12)
    monkeypatch.setattr(master, "PASS_WORLDS", 8)


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        (DUEL, {"first": "west"}, "first is north, south or lots, not west"),
        (ZEN, {"variant": 4}, "variant is 0, 1, 2 or 3, not 4"),
        (ZEN, {"announce": "aloud"}, "announce is auto or hand, not aloud"),
        (ZEN, {"players": 3}, "players is 2 or 4, not 3"),
        (ZEN, {"first": "red"}, "first is lots, black or white, not red"),
        (ZEN, {"variant": 3, "announce": "hand"}, "announce is hand in variants 1 and 2 only"),
        (ZEN, {"variant": 0, "announce": "hand"}, "announce is hand in variants 1 and 2 only"),
        (ZEN, {"position": "11/11 B -"}, "position: 2 rows instead of 11"),
        (HEARTS, {"values": "ace"}, "values is rank or faces, not ace"),
        (HEARTS, {"slap": "hand"}, "slap is lots or reflex, not hand"),
        (WAR, {"players": 1}, "players is 2 to 8, not 1"),
        (WAR, {"players": 9}, "players is 2 to 8, not 9"),
        (WAR, {"players": 7, "cards": 8}, "cards is 1 to 7 for 7 players, not 8"),
        (WAR, {"cards": 0}, "cards is 1 to 13 for 4 players, not 0"),
        (WAR, {"limit": 0}, "limit is 1 to 10000, not 0"),
        (WAR, {"limit": 10_001}, "limit is 1 to 10000, not 10001"),
    ],
    ids=name_of,
)
def test_options_that_there_are_not_are_refused(game, options, words):
    with pytest.raises(ValueError, match=words):
        game.options(**options)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, game.options)


@every_option
def test_every_move_has_one_text_and_is_what_its_draft_ends_in(game, options):
    table = random_table(game, options, 5, 300)
    for at, (seat, move) in enumerate(table.plays):
        text = game.format(move)
        for again in (game.parse(text), game.parse_wire(game.format_wire(move))):
            assert (type(again), again) == (type(move), move)
        assert text.startswith(game.chance_words) == (seat == CHANCE)
        assert isinstance(move, game.move_types)
        if seat == CHANCE:
            assert game.steps(move) == ()
            continue
        draft = table.view_at(at, seat).draft()
        for step in game.steps(move):
            assert draft.move is None or draft.move != move
            assert game.parse_step(game.format_step(step)) == step
            assert draft.steps()[step] is None
            draft = draft.add(step)
        assert draft.move == draft.finish() == move


@every_game
def test_an_error_shows_the_text_but_never_all_of_a_long_one(game):
    with pytest.raises(NotationError, match=r"^'x{37}\.\.\.' is not a (move|turn)"):
        game.parse("x" * 10_000)


@every_option
def test_a_game_replays_from_its_written_moves_and_after_a_take_back(game, options):
    table = random_table(game, options, 7)
    again = played(game, options, [Play(seat, game.parse(str(move))) for seat, move in table.plays])
    assert again.state == table.state
    assert pickle.loads(pickle.dumps(again.view(0))) == table.view(0)
    half = len(table.plays) // 2
    again.take_back(half)
    assert again.state == table.states[half]
    for play in table.plays[half:]:
        again.play(*play)
    assert again.state == table.state


@every_option
@pytest.mark.parametrize("moves", [0, 9])
def test_after_a_forfeit_nothing_can_be_played_and_every_log_ends_with_it(game, options, moves):
    table = random_table(game, options, 3, moves)
    state = table.state
    if state.outcome:
        return
    for seat in range(len(table.seats)):
        over = state.forfeit(seat)
        assert (over.to_move, over.chance_to_come) == ((), False)
        assert over.outcome.why.code == "forfeit"
        assert seat not in over.outcome.winners
        for reader in (*range(len(table.seats)), None):
            view = over.view(reader)
            *before, last = view.log
            assert before == [*state.view(reader).log]
            assert last[:2] == LogEntry(state.plies, seat, last.what)[:2]
            assert str(last.what) == "forfeit"
            assert list(view.legal()) == []
            for attempt in (lambda: over.forfeit(0), view.draft):  # noqa: B023
                with pytest.raises(IllegalMove) as refused:
                    attempt()
                assert refused.value.reason is TableReason.GAME_OVER
        for mover, move in ((0, None), (CHANCE, None)):
            with pytest.raises(IllegalMove) as refused:
                over.play(mover, move)
            assert refused.value.reason is TableReason.GAME_OVER
        with pytest.raises(IllegalMove):
            over.chance(Lots(1, 1))


@every_option
def test_who_is_not_to_move_has_no_moves_and_is_told_so(game, options):
    for moves in (0, 6):
        table = random_table(game, options, 3, moves)
        names = {None: "a spectator", **dict(enumerate(table.seats))}
        for seat in names.keys() - {*table.to_move}:
            view = table.view(seat)
            assert list(view.legal()) == []
            attempts = [view.draft]
            for level in game.computer_players:
                player = game.computer_players[level](1)
                attempts.append(lambda: player.choose(view))  # noqa: B023
            reason = IllegalMove(TableReason.NOT_TO_MOVE, player=names[seat])
            if table.outcome:
                reason = IllegalMove(TableReason.GAME_OVER)
            for attempt in attempts:
                with pytest.raises(IllegalMove) as refused:
                    attempt()
                assert refused.value == reason
    state = game.start(options)
    for seat, player in ((CHANCE, "chance"), (99, "seat 99")):
        if seat not in state.to_move:
            with pytest.raises(IllegalMove, match=f"it is not {player}'s turn"):
                state.play(seat, None)


def shaped(change) -> list[object]:
    """Return what an observer was told, as it would be sent."""
    if isinstance(change, Play):
        return [change.seat, "?" if change.move is UNKNOWN else str(change.move)]
    return [change.kind.value, change.at, change.seat, list(change.moves), change.text]


def told_of_last(game, options, plays, seat, tries) -> str:
    """Return all that a seat is told of the last of these moves, and of what is done after it.

    It is taken back and made again, everybody is given a hint, and the seat tries some moves.
    """
    table = played(game, options, plays[:-1])
    heard: list[object] = []

    def hear(change, view) -> None:
        heard.append([shaped(change), write_view(game, view), str(view.timeout_play)])

    table.watch(seat, hear)
    table.play(*plays[-1])
    table.take_back(len(plays) - 1, plays[-1].seat)
    table.play(*plays[-1])
    for move in [*tries, *islice(table.view(seat).legal(), 5)]:
        try:
            table.view(seat).check(move)
        except IllegalMove as why:
            heard.append(f"{move} {why}")
    for mover in table.to_move:
        if mover != CHANCE:
            table.note_hint(mover, str(next(table.view(mover).legal())))
    timeline = TableTimeline(table, frozenset({seat} - {None}))
    heard += [[shaped(play) for play in timeline.plays], [shaped(e) for e in timeline.events]]
    return json.dumps(heard)


def leaks(game, options, seed: int, every: int) -> int:
    """Compare what each seat is told in games that differ only where it may not know it.

    Returns how many of them differed.
    """
    table = random_table(game, options, seed, 250)
    different = 0
    for at in range(1, len(table.plays), every):
        plays, state = table.plays[:at], table.states[at]
        for seat in (*range(len(table.seats)), None):
            known, lots = frozenset({seat} - {None}), Lots(seed, at)
            other = played(game, options, state.redraw(plays, known, lots))
            while other.outcome:  # that it is not over is known to all
                other = played(game, options, state.redraw(plays, known, lots))
            if other.plays == plays:
                continue
            different += 1
            assert other.view(seat) == state.view(seat)
            for one, mine in zip(other.states[::5], table.states[: at + 1 : 5], strict=True):
                assert one.view(seat) == mine.view(seat)
            if at % 3 == 1:
                tries = [play.move for play in table.plays[::7]]
                told = told_of_last(game, options, other.plays, seat, tries)
                assert told == told_of_last(game, options, plays, seat, tries)
    return different


@every_option
def test_what_a_seat_is_told_never_depends_on_what_it_may_not_know(game, options):
    moves = len(random_table(game, options, 6, 250).plays)
    different = leaks(game, options, 6, 1 + moves // 10)
    assert different > 5 or game is ZEN


@pytest.mark.slow
@every_option
def test_nothing_leaks_at_any_move_of_whole_games(game, options):
    is_short = len(random_table(game, options, 3, 250).plays) < 30  # with one card each
    seeds = range(3, 6) if is_short else [3]
    assert sum(leaks(game, options, seed, 1) for seed in seeds) > 30 or game is ZEN


@every_option
@pytest.mark.parametrize("moves", [0, 7, 70])
def test_a_client_of_views_alone_reads_the_game_as_it_is_read_at_home(game, options, moves):
    table = random_table(game, options, 8, moves)
    for mine in (frozenset(), frozenset({0}), frozenset({0, 1})):
        home = TableTimeline(table, mine)
        far = ReceivedTimeline(game, options, table.sitters, mine)
        for at in range(len(table.plays) + 1):
            for seat in mine or {None}:
                far.receive(at, as_sent(game, table.view_at(at, seat)))
        assert (far.to_move, far.outcome, far.seats) == (home.to_move, home.outcome, home.seats)
        if len(mine) < 2:  # with more eyes each log has what the other one lacks
            assert [play.seat for play in far.plays] == [play.seat for play in home.plays]
            assert home.outcome or list(far.plays) == list(home.plays)
            assert [far.last_turn(seat) for seat in (0, 1)] == [
                home.last_turn(seat) for seat in (0, 1)
            ]
        for at in range(len(table.plays) + 1):
            for seat in mine:
                assert far.view_at(at, seat) == home.view_at(at, seat)


@every_option
def test_every_move_that_a_seat_makes_is_told_to_everybody_at_least_blanked(game, options):
    table = random_table(game, options, 2, 60)
    for reader in (0, 1, None):
        told = plays_in_log(game, table.view(reader).log, len(table.plays))
        assert [play.seat for play in told] == [play.seat for play in table.plays]


@every_game
def test_the_deal_with_seats_changed_gives_every_hand_to_the_next_seat_if_it_is_known(game):
    table = random_table(game, game.options(), 8, 3)
    swapped = game.swapped_deal(table.plays)
    if game is ZEN:
        assert swapped is None
        return
    if game is not TOY:  # its deal has all hands in a row
        ((hands,),) = [move for _seat, move in table.plays if isinstance(move, game.deal_type)]
        ((moved,),) = [swapped]
        assert moved == (hands[-1], *hands[:-1])
    again = Table.dealt(game, game.options(), table.sitters, 8, swapped)
    assert game.swapped_deal(again.plays) is not None
    assert game.swapped_deal(TableTimeline(table, frozenset()).plays) is None
    assert game.swapped_deal([]) is None


def some_views(game, count: int, seed: int = 4):
    """Return moments of a random game, with the moves until then and the seat to move."""
    table = random_table(game, OPTIONS[game][0], seed)
    moments = [
        (table.states[at], table.plays[:at], seat)
        for at, state in enumerate(table.states)
        for seat in state.to_move
        if seat != CHANCE
    ]
    return moments[2 :: max(1, len(moments) // count)][:count]


@every_level
def test_a_player_chooses_a_legal_move_by_its_view_and_seed_alone(game, level, poisoned_chance):
    options = OPTIONS[game][0]
    one = game.computer_players[level](3)
    for state, plays, seat in some_views(game, 2 if level in UNHURRIED else 6):
        view = state.view(seat)
        move = one.choose(view)
        view.check(move)
        assert one.choose(view) == move
        assert game.computer_players[level](3).choose(as_sent(game, view)) == move
        other = played(game, options, state.redraw(plays, frozenset({seat}), Lots(4, 4)))
        if other.outcome is None:
            assert game.computer_players[level](3).choose(other.view(seat)) == move
    hint = game.hint(view)
    view.check(hint.move)


@every_level
def test_players_of_a_level_play_whole_games(game, level, poisoned_chance):
    moves = 100_000
    if level in UNHURRIED:
        moves = {ZEN: 2, DUEL: 6, HEARTS: 56}[game]
    for options in OPTIONS[game] if game not in (DUEL, ZEN) else OPTIONS[game][:1]:
        one, two = (random_table(game, options, 11, moves, level) for _ in range(2))
        assert one.plays == two.plays
        assert one.outcome or one.turns == moves


@every_level
def test_a_player_that_is_told_to_stop_stops_or_has_chosen_at_once(game, level):
    *_, (state, _plays, seat) = some_views(game, 3)
    view = state.view(seat)
    asked = []

    def stop() -> bool:
        asked.append(True)
        return True

    try:
        view.check(game.computer_players[level](0).choose(view, stop))
    except Stopped:
        assert asked == [True]
    else:
        assert not asked


@every_game
def test_what_players_think_with_is_loaded_when_they_first_think(game):
    if game is TOY:
        return
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from engine.games import find_game;"
        f"[make(1) for make in find_game({game.key!r}).computer_players.values()];"
        "print(*sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-c", script],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env=environment(),
        timeout=60,
        check=True,
    )
    heavy = ("learned_evaluation", "look_ahead", "search", "evaluation", "master", "playout")
    names = {"random", *(f"engine.{game.key}.{name}" for name in heavy)}
    assert {*run.stdout.decode().split()} & names == set()


@every_option
@pytest.mark.parametrize("seat", [0, 1])
def test_a_program_is_told_in_parts_what_it_is_told_at_once(game, options, seat):
    words, table = game.line_words, random_table(game, options, 3)
    views = [state.view(seat) for state in table.states[:: max(1, len(table.states) // 40)]]
    views = [view for view in views if len(view.log) > 1]
    told, parts = 0, []
    for view in views:
        parts += words.since(view, told)
        told = len(view.log)
        assert words.since(view, told) == []
    assert parts == words.since(views[-1], 0)
