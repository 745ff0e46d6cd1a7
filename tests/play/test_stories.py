"""What is told of a game of Dame de Pique and of Bataille, held against the game itself."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hearts_looks import new_table, play_on
from hearts_tables import PLAIN
from wars import new_table as new_war
from wars import play_on as play_war

from engine.game import CHANCE
from engine.games import find_game
from engine.hearts.cards import QUEEN, mask_of
from engine.hearts.options import HeartsOptions
from engine.hearts.rules import count_points
from engine.timeline import TableTimeline
from engine.war.options import WarOptions
from engine.zen.options import ZenOptions
from play.story import own_win
from saves.replay import Replay
from tui.games.catalogue import scene_of
from tui.table.scene import names_of
from words.glyphs import UNICODE
from words.translation import set_language


def told_of(key, table):
    """Return what is told of a table, the highlights by the words that begin them, a replay."""
    timeline = TableTimeline(table, frozenset())
    scene, names = scene_of(key, UNICODE), names_of(timeline)
    marks = scene.teller.marks(timeline, names)
    return scene.end_story(timeline, names), marks, Replay(timeline)


def view_after(replay, turn):
    replay.go_to(turn)
    return replay.view(0)


def trick_ended_by(table, turn, before):
    """Return the cards of the trick that the turn with this number ended."""
    moves = [play.move for play in table.plays if play.seat != CHANCE]
    return (*before.table, moves[turn - 1])


@pytest.mark.parametrize("options", [HeartsOptions(), PLAIN], ids=["usual", "plain"])
def test_the_story_of_dame_de_pique_is_what_happened(options):
    table = play_on(new_table(options, seed=5), lambda state: False)
    story, marks, replay = told_of("hearts", table)
    view = view_after(replay, replay.turns)
    least = min(view.scores)
    assert story.title.startswith(("Zoé", "Ana", "Bo", "Cleo"))
    assert f" {least}, " in story.why
    assert not [told for told in story.highlights if told.name.startswith("end of round")]
    ends = [told for told in marks if told.name.startswith("end of round")]
    assert len(ends) == len(view.rounds) - 1
    for number, end in enumerate(ends, start=1):
        assert len(view_after(replay, end.turn).rounds) == number
        assert len(view_after(replay, end.turn - 1).rounds) == number - 1
    (dearest,) = [told for told in marks if told.name == "costliest trick"]
    cards = trick_ended_by(table, dearest.turn, before := view_after(replay, dearest.turn - 1))
    points = count_points(mask_of(cards), before.joker_mask)
    assert f" {points} points" in dearest.words
    assert QUEEN in cards
    (worst,) = [told for told in marks if told.name == "worst round"]
    assert worst.words.endswith(f"+{max(view_after(replay, worst.turn).rounds[-1])}")
    for told in marks:
        if told.name in ("slap at 20", "exchange at 21"):
            cards = trick_ended_by(table, told.turn, view_after(replay, told.turn - 1))
            assert str(sum(options.card_values[card] for card in cards)) == told.name[-2:]
    assert options.sums or not [told for told in marks if told.name.startswith("slap")]


@pytest.mark.parametrize("options", [WarOptions(2, 5), WarOptions(6, 8)], ids=str)
def test_the_story_of_bataille_is_what_happened(options):
    table = play_war(new_war(options))
    story, marks, replay = told_of("war", table)
    view = view_after(replay, replay.turns)
    outs = {told.words: told.turn for told in marks if told.name.endswith("is out")}
    expected = {seat: duel for seat, duel in enumerate(view.out) if duel}
    assert {*outs} == {f"Player {seat + 1} out at duel {at}" for seat, at in expected.items()}
    for seat, duel in expected.items():
        turn = outs[f"Player {seat + 1} out at duel {duel}"]
        assert view_after(replay, turn).out[seat] == duel
        assert not view_after(replay, turn - 1).out[seat]
    assert len(story.leads) == (replay.turns if options.players == 2 else 0)
    if story.leads:
        assert abs(story.leads[-1]) == sum(view.piles)
    (ahead,) = [told for told in marks if told.name == "ahead from here"]
    (winner,) = view.outcome.winners
    assert ahead.words.startswith(f"Player {winner + 1} ahead")


def test_who_share_a_win_are_told_and_how_many_they_are():
    story, _marks, _replay = told_of("war", play_war(new_war(WarOptions(3, 10, 4))))
    assert (story.side, story.title) == (None, "3 players share the win")
    assert story.why == "The last duel is over. Winners: Player 1, Player 2, Player 3."


def sharing(table, winners):
    """Return a timeline of a game that is over, with other winners."""
    timeline = TableTimeline(table, frozenset())
    outcome = timeline.outcome._replace(winners=winners)
    return SimpleNamespace(
        outcome=outcome,
        game=timeline.game,
        options=timeline.options,
        seats=timeline.seats,
        sitters=timeline.sitters,
    )


@pytest.mark.parametrize(
    ("language", "own", "lost", "share", "team"),
    [
        ("en", "You win", "You lose. ", "You share the win", "Your team wins"),
        ("fr", "Vous gagnez", "Vous perdez. ", "Vous partagez la victoire", "Votre équipe gagne"),
    ],
)
@pytest.mark.parametrize(
    ("game", "play"),
    [
        ("war", lambda: play_war(new_war(WarOptions(3, 5)))),
        ("hearts", lambda: play_on(new_table(seed=5), lambda _state: False)),
    ],
)
def test_who_plays_alone_is_told_you_win_or_you_lose_and_everybody_else_by_name(
    game, play, language, own, lost, share, team
):
    set_language(language)
    table = play()
    timeline = TableTimeline(table, frozenset())
    (winner,), teller = table.outcome.winners, scene_of(game, UNICODE).teller
    names = names_of(timeline)
    assert teller.end(timeline, names, winner)[1] == own
    assert teller.result(timeline, names, winner).startswith(own)
    assert teller.end(timeline, names, winner).is_won
    for mine in (None, (winner + 1) % 3):
        told = teller.result(timeline, names, mine)
        assert told.startswith((lost if mine is not None else "") + names[winner])
        ending = teller.end(timeline, names, mine)
        assert not ending.is_won
        assert ending.why.startswith(lost) == (mine is not None)
    shared = sharing(table, (0, 2))
    assert (own_win(shared, 2), own_win(shared, 1), own_win(shared, None)) == (share, "", "")
    shared.game, shared.options = find_game("zen"), ZenOptions(players=4)
    assert own_win(shared, 2) == team
