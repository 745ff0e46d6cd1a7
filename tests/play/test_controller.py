"""A person at a table by actions alone: whole games, the curtain, what is shown, the pace."""

from __future__ import annotations

import pytest
from at_table import HeldPlayer, Sitting, all_thought
from duels import new_table as new_duel
from duels import play_on as play_duel_on
from toy_game import Toy, new_table
from toy_game import play_on as play_toy_on
from toy_moves import GRAB, ToyOptions
from toy_scene import ToyControls
from zens import ECHEC_AHEAD, at_position
from zens import new_table as new_zen

from engine.duel.game import DUEL
from engine.game import CHANCE, UNKNOWN
from engine.reasons import IllegalMove, OfferReason
from engine.shuffle import Lots
from engine.table import EventKind, Sitter
from engine.updates import Answered, Offer, Resynced
from engine.zen.game import ZEN
from engine.zen.options import ZenOptions
from host.races import Races
from play.controller import RECAP_MOVES, Controller
from play.frame import NO_SENSE_NOW, Curtain, Notice, OtherAction, Phase
from play.games.duel.controls import MENU, DuelControls
from play.games.zen.controls import ZenControls
from play.playback import Pace

pytestmark = pytest.mark.usefixtures("toy")

STEP = 0.25
"""How long a step is shown; passes by itself."""

STILL = (Phase.TURN, Phase.OVER, Phase.ROUND_OVER, Phase.CURTAIN)
HELD = ("held", "held")


class Game(Sitting):
    """A sitting with a controller; what was on the table at each change is noted."""

    def __init__(self, table, controls, *, shows=False, recap=False):
        super().__init__(table)
        self.controller = Controller(self.client, controls, self.loop, Pace(STEP, shows=shows))
        self.frames = []
        self.refusals = []
        self.controller.changed = lambda: self.frames.append(self.frame)
        self.controller.refused = self.refusals.append
        self.controller.begin(recap)

    @property
    def frame(self):
        return self.controller.frame

    @property
    def phases(self):
        """What the table was at, one after the other, and forget it."""
        noted, self.frames = self.frames, []
        phases = [frame.phase for frame in noted]
        return [one for at, one in enumerate(phases) if not at or phases[at - 1] is not one]

    def still(self):
        """Wait until somebody here is asked for something, or the game is over."""
        self.loop.until(lambda: self.frame.phase in STILL)
        return self.frame

    def do(self, *actions):
        for action in actions:
            assert self.controller.frame.refusal(action) is None, action
            assert self.controller.do(action) is None


@pytest.fixture
def player(monkeypatch) -> HeldPlayer:
    """Let the duel and the toy game have a player that is held."""
    player = HeldPlayer()
    for game in (type(DUEL), Toy):
        kinds = {**DUEL.computer_players, **Toy.computer_players, "held": lambda _seed: player}
        monkeypatch.setattr(game, "computer_players", kinds)
    yield player
    player.free.set()
    all_thought()


def lay(game: Game, turn) -> None:
    """Lay a turn of the duel and end it."""
    for step in turn.lays:
        for character in f"{step.card:02}":
            assert game.controller.type_key(character)
        while game.frame.cursor.chosen() != step:
            game.do("up")
        game.do("lay")
    game.do("end_turn")


def pieces(action: str, lots: int) -> list[str]:
    """Return how a cursor goes to one of the next pieces, or squares, by lot."""
    return [] if action == "answer" else ["next_piece"] * (1 + Lots(7, lots).below(5))


def first_turn(game: Game):
    return next(game.frame.current_view.legal())


# Whole games


def test_a_whole_duel_by_actions_alone():
    game = Game(new_duel(5, kinds=("human", "greedy")), DuelControls())
    greedy = DUEL.computer_players["greedy"](0)
    while game.still().phase is Phase.TURN:
        lay(game, greedy.choose(game.frame.current_view))
    assert game.frame.phase is Phase.OVER
    assert game.table.outcome
    assert game.refusals == []
    assert game.table.turns > 10


def test_a_whole_game_of_zen_by_actions_alone():
    table = new_zen(ZenOptions(first="black", variant=2))
    table.sitters = (Sitter("Zoé"), Sitter("Max", "random", 9))
    game, lots, rounds = Game(table, ZenControls()), 0, 0
    while game.still().phase is not Phase.OVER:
        if game.frame.phase is Phase.ROUND_OVER:
            rounds += 1
            game.controller.next_round()
            continue
        for action in ("answer", "pick_up", "set_down"):
            if game.controller.frame.refusal(action) is None:
                lots += 1
                game.do(*pieces(action, lots), action)
                break
        else:
            game.do("next_piece")
    assert rounds == len(table.view(None).rounds) - 1 > 0
    assert game.table.outcome
    assert game.refusals == []


@pytest.mark.parametrize(("kind", "is_paused"), [("random", 0), ("random", 1), ("human", 0)])
def test_after_a_round_computers_go_on_by_themselves_unless_paused_and_people_do_not(
    kind, is_paused
):
    table = at_position(ECHEC_AHEAD, variant=2)
    table.sitters = (Sitter("B", "random", 1), Sitter("W", kind, 2))
    game = Game(table, ZenControls())
    game.controller.model.is_paused = True
    table.play(1, ZEN.parse("K1-H4"))
    game.controller.model.is_paused = bool(is_paused)
    game.controller.proceed()
    assert game.still().phase is Phase.ROUND_OVER
    game.loop.pass_seconds(60)
    waits = is_paused or kind == "human"
    assert (game.frame.phase is Phase.ROUND_OVER) is bool(waits)


# What a person may do


def test_an_action_that_makes_no_sense_is_refused_and_one_that_cannot_be_says_why():
    game = Game(new_duel(5, kinds=("human", "greedy")), DuelControls())
    assert game.controller.frame.refusal("lay") is None
    assert str(game.controller.frame.refusal("undo")) == "You have laid no card this turn."
    assert game.controller.frame.refusal("take_back") == IllegalMove(OfferReason.NO_TURN_YET)
    for action in ("pause", "step", "eyes", "faster", "hide", "next_round", "what_next"):
        assert game.controller.frame.refusal(action) is NO_SENSE_NOW


def test_a_stop_stands_for_another_action():
    game = Game(new_duel(5, kinds=("human", "greedy")), DuelControls())
    game.controller.put(game.frame.cursor.at(MENU))
    assert game.controller.frame.refusal("lay") is NO_SENSE_NOW
    assert game.controller.do("menu_by_enter") == OtherAction("menu")


def test_a_typed_move_is_made_and_one_that_cannot_be_is_not():
    game = Game(new_duel(5, kinds=("human", "greedy")), DuelControls())
    with pytest.raises(IllegalMove):
        game.controller.play_typed("2^ 3v")
    assert game.table.turns == 0
    game.controller.play_typed(str(first_turn(game)))
    assert game.table.turns == 1


def test_while_a_move_waits_for_the_disk_no_action_changes_it():
    game = Game(new_duel(5, kinds=("human", "nobody")), DuelControls())
    turn = first_turn(game)
    game.disk.is_behind = True
    lay(game, turn)
    assert game.frame.phase is Phase.SENT
    cursor = game.frame.cursor
    assert cursor.draft.made == turn.lays
    for action in ("lay", "end_turn", "undo", "left", "take_back", "hint"):
        assert game.controller.frame.refusal(action) is NO_SENSE_NOW
        game.controller.do(action)
    game.controller.put(cursor.moved(1))
    assert not game.controller.type_key("1")
    assert game.frame.cursor is cursor
    game.disk.answer()
    game.loop.settle()
    assert game.table.turns == 1


def test_a_take_back_gives_the_turn_back_to_its_player_and_stops_who_thinks(player):
    game = Game(new_duel(5, kinds=("human", "held")), DuelControls())
    turn = first_turn(game)
    lay(game, turn)
    player.wait_until_asked()
    assert game.frame.phase is Phase.WAITING
    game.controller.take_back()
    all_thought()
    game.loop.settle()
    assert game.frame.phase is Phase.TURN
    assert game.table.turns == 0
    lay(game, turn)
    assert game.table.turns == 1


def test_a_move_that_is_refused_is_said_and_the_turn_begins_anew():
    game = Game(new_duel(5, kinds=("human", "nobody")), DuelControls())
    game.disk.is_behind = True
    lay(game, first_turn(game))
    game.table.play(0, first_turn(game))
    game.table.take_back(1, 0)
    game.disk.answer()
    game.loop.settle()
    assert [str(why) for why in game.refusals] == [
        "the game has gone on since this move was chosen"
    ]
    assert game.frame.phase is Phase.TURN


# Several at once


def test_a_no_is_said_to_the_player_who_asked_and_to_nobody_else():
    table = new_duel(3)
    table.sit(1, Sitter("Bob", "held"))
    game = Game(table, DuelControls())
    for offer, yes in ((Offer(0, 1, 1), True), (Offer(1, 1, 2), False)):
        game.controller.hear(Answered(offer, yes))
    assert game.refusals == []
    game.controller.hear(Answered(Offer(0, 1, 3), False))
    assert [refused.reason for refused in game.refusals] == [Notice.NOT_AGREED]


def test_the_moves_of_others_leave_what_a_person_has_begun(player):
    game = Game(new_table(seed=4, kinds=("human", "held", "held", "held")), ToyControls())
    for _ in range(3):
        player.wait_until_asked()
    game.do("right")
    cursor = game.frame.cursor
    player.free.set()
    game.loop.until(lambda: game.table.to_move == (0,))
    game.loop.settle()
    assert game.frame.cursor is cursor
    assert {phase for phase in game.phases if phase} == {Phase.TURN}
    assert [play.move for play in game.controller.timeline.plays] == [UNKNOWN] * 4
    game.do("lay")
    assert game.table.plays[4].move == cursor.move


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_curtain_names_who_comes_and_everybody_who_has_to_look_away(players):
    table = new_table(ToyOptions(players=players), seed=4, kinds=("human",) * players)
    game, everybody = Game(table, ToyControls()), {*range(players)}
    comes = []
    while game.still().phase is not Phase.OVER:
        if game.frame.phase is Phase.CURTAIN:
            curtain = game.frame.curtain
            assert {*curtain.leave} == everybody - {curtain.comes}
            comes.append(curtain.comes)
            assert game.frame.cursor is None
            game.controller.lift()
            assert game.frame.seat == curtain.comes
        else:
            game.do("end_turn" if game.controller.frame.refusal("lay") else "lay")
    assert comes[:players] == [*range(players)]


def race_of_two_people(player) -> Game:
    """Return a game in which a race is on, and the curtain falls between two people."""
    kinds = ("human", "human", "held", "held")
    game = Game(play_toy_on(new_table(seed=4, kinds=kinds), 4), ToyControls())
    game.controller.lift()
    return game


def test_others_move_behind_the_curtain_and_do_not_lift_it(player):
    game = race_of_two_people(player)
    game.controller.look_away()
    game.frames.clear()
    player.free.set()
    game.loop.until(lambda: game.table.to_move == (0, 1))
    game.loop.settle()
    assert {frame.curtain for frame in game.frames} == {Curtain(0, (1,))}
    game.controller.lift()
    assert (game.frame.phase, game.frame.seat) == (Phase.TURN, 0)


def test_the_curtain_calls_who_is_to_move_when_time_moved_for_who_was_called(player):
    game = race_of_two_people(player)
    for _ in range(2):
        player.wait_until_asked()
    game.controller.look_away()
    game.frames.clear()
    game.table.play(0, GRAB)
    game.loop.settle()
    assert game.frame.curtain == Curtain(1, (0,))
    game.loop.pass_seconds(Races.seconds)
    assert game.table.to_move == (0, 1, 2, 3)
    for _ in range(2):  # computers do not wait until somebody has come
        player.wait_until_asked()
    assert None not in [frame.curtain for frame in game.frames]
    game.controller.lift()
    assert (game.frame.phase, game.frame.seat) == (Phase.TURN, 1)


def test_the_curtain_falls_before_who_looks_on_return_to_the_program():
    game = Game(new_duel(5), DuelControls())
    game.controller.lift()
    game.do("right")
    cursor = game.frame.cursor
    game.controller.look_away()
    assert game.frame.curtain == Curtain(0, (1,))
    assert game.frame.cursor is None
    game.controller.lift()
    assert game.frame.cursor is cursor


def test_cards_just_drawn_are_shown_until_they_are_hidden():
    game = Game(new_duel(5), DuelControls())
    game.controller.lift()
    lay(game, first_turn(game))
    assert (game.frame.phase, game.frame.seat) == (Phase.DRAWN, 0)
    game.controller.hide()
    assert game.frame.curtain == Curtain(1, (0,))
    game.controller.lift()
    assert (game.frame.phase, game.frame.seat) == (Phase.TURN, 1)


# What is shown


def test_a_move_is_shown_step_by_step_before_a_person_is_asked_again():
    game = Game(new_duel(5, kinds=("human", "greedy")), DuelControls(), shows=True)
    lay(game, first_turn(game))
    assert game.phases[-1] is Phase.WAITING
    game.loop.until(lambda: game.frame.phase is Phase.SHOWING)
    game.still()
    shown = [frame for frame in game.frames if frame.phase is Phase.SHOWING]
    lays = game.table.plays[-1].move.lays
    assert [frame.last.steps for frame in shown] == [lays[:at] for at in range(len(lays) + 1)]
    assert {frame.mover for frame in shown} == {1}
    assert game.frame.phase is Phase.TURN


def test_what_is_shown_can_be_skipped():
    game = Game(new_duel(5, kinds=("human", "greedy")), DuelControls(), shows=True)
    lay(game, first_turn(game))
    game.loop.until(lambda: game.frame.phase is Phase.SHOWING)
    game.controller.skip()
    assert game.frame.phase is Phase.TURN
    assert game.loop.timers == []


@pytest.mark.parametrize("kinds", [("human", "greedy"), ("greedy", "greedy")])
def test_the_last_move_is_shown_before_it_is_said_how_the_game_ended(kinds):
    game = Game(new_duel(4, kinds=kinds), DuelControls(), shows=True)
    greedy = DUEL.computer_players["greedy"](0)
    while game.still().phase is Phase.TURN:
        lay(game, greedy.choose(game.frame.current_view))
    last = len(game.table.plays) - 1
    assert game.table.plays[last].seat not in game.client.own_seats
    steps = [frame.last.steps for frame in game.frames if frame.logged_moves == last]
    assert steps[-1] == game.table.plays[last].move.lays
    assert game.phases[-2:] == [Phase.SHOWING, Phase.OVER]


def test_what_is_shown_stands_still_behind_the_curtain_and_goes_on_when_it_is_lifted():
    table = play_duel_on(new_duel(5), turns=2)
    game = Game(table, DuelControls(), shows=True, recap=True)
    game.controller.lift()
    game.loop.pass_seconds(STEP)
    before = game.frame
    assert before.phase is Phase.SHOWING
    game.controller.look_away()
    assert game.frame.curtain == Curtain(before.seat, (1 - before.seat,))
    assert game.loop.timers == []
    game.loop.pass_seconds(60)
    game.controller.lift()
    assert (game.frame.phase, game.frame.logged_moves) == (Phase.SHOWING, before.logged_moves)
    assert game.frame.last.steps[:-1] == before.last.steps
    shown = [frame for frame in game.frames if frame.phase is Phase.SHOWING]
    assert game.still().phase is Phase.TURN
    assert {frame.logged_moves for frame in shown} < {frame.logged_moves for frame in game.frames}


def test_what_others_play_behind_the_curtain_is_shown_after_what_was_being_shown(player):
    kinds = ("human", "held", "human", "nobody")
    table = play_toy_on(new_table(seed=4, kinds=kinds), 1)
    game = Game(table, ToyControls(), shows=True, recap=True)
    game.controller.lift()
    assert game.frame.phase is Phase.SHOWING
    game.controller.look_away()
    at = len(table.plays)
    table.play(3, next(table.view(3).legal()))
    game.loop.settle()
    game.controller.lift()
    game.loop.until(lambda: game.frame.logged_moves == at)
    assert game.frame.phase is Phase.SHOWING
    player.free.set()
    game.still()
    game.controller.leave()


def test_a_curtain_over_what_is_shown_no_more_is_lifted_to_the_game_as_it_is():
    table = new_table(seed=4, kinds=("human", "nobody", "human", "nobody"))
    for seat in (0, 2):
        table.play(seat, next(table.view(seat).legal()))
    game = Game(table, ToyControls(), shows=True, recap=True)
    game.controller.lift()
    assert game.frame.phase is Phase.SHOWING
    game.controller.look_away()
    game.controller.hear(Resynced())
    game.controller.lift()
    assert game.frame.phase is Phase.WAITING
    assert game.loop.timers == []


def test_who_comes_back_is_shown_the_last_moves_and_not_chance_s():
    for turns in (2, 6):
        table = play_duel_on(new_duel(5, kinds=("human", "nobody")), turns=turns)
        game = Game(table, DuelControls(), shows=True, recap=True)
        game.still()
        shown = {frame.logged_moves for frame in game.frames if frame.phase is Phase.SHOWING}
        moves = [at for at, play in enumerate(table.plays) if play.seat != CHANCE]
        assert shown == {*moves[-RECAP_MOVES:]}


# Computers alone


def test_computers_alone_are_paused_stepped_and_played_on(player):
    game = Game(new_duel(5, kinds=HELD), DuelControls())
    game.loop.until(lambda: player.times)
    game.controller.pause()
    all_thought()
    assert game.frame.is_paused
    assert game.controller.frame.refusal("step") is None
    for turns in (1, 2):
        player.free.clear()
        for _ in range(3):  # only the first does anything, while one thinks
            game.controller.step()
        player.free.set()
        game.loop.until(lambda n=turns: game.table.turns == n)
        game.loop.settle()
        assert game.client.thinking == frozenset()
    assert player.times == 3
    assert game.loop.timers == []
    game.controller.pause()
    assert game.controller.frame.refusal("step") is NO_SENSE_NOW
    game.loop.until(lambda: game.table.turns == 4)


def test_a_step_is_one_move_where_several_computers_may_move(player):
    table = new_table(seed=4, kinds=("held",) * 4)
    game = Game(table, ToyControls())
    game.controller.pause()
    dealt = len(table.plays)
    for moves in range(1, 5):
        player.free.clear()
        for _ in range(3):  # only the first does anything, while one thinks
            game.controller.step()
            assert len(game.client.thinking) == 1
        player.free.set()
        game.loop.until(lambda n=moves: sum(p.seat != CHANCE for p in table.plays) == n)
        game.loop.settle()
        assert game.client.thinking == frozenset()
    assert [play.seat for play in table.plays[dealt : dealt + 4]] == [0, 1, 2, 3]
    first = table.plays[-1].move.numbers[0]  # the lot of the race
    player.free.set()
    for moves in range(5, 9):
        game.controller.step()
        game.loop.until(lambda n=moves: sum(p.seat != CHANCE for p in table.plays) == n)
        game.loop.settle()
    assert [play.seat for play in table.plays[-4:]] == [(first + at) % 4 for at in range(4)]
    assert game.loop.timers == []
    game.controller.leave()


def test_the_clock_of_a_race_stands_while_the_computers_are_paused(player):
    table = play_toy_on(new_table(seed=4, kinds=("held",) * 4), 4)
    game = Game(table, ToyControls())
    game.loop.until(lambda: player.times == 4)
    assert [timer.seconds for timer in game.loop.timers] == [Races.seconds]
    game.controller.pause()
    all_thought()
    assert game.loop.timers == []
    game.controller.pause()
    game.loop.until(lambda: player.times == 8)
    game.loop.pass_seconds(Races.seconds)
    assert [play.move for play in table.plays[-4:]] == [GRAB] * 4
    game.controller.leave()


def test_the_pace_is_kept_and_can_be_changed(player):
    game = Game(new_duel(5, kinds=HELD), DuelControls())
    assert [timer.seconds for timer in game.loop.timers] == [STEP]
    for by, speed in ((1, 2), (1, 4), (1, 4), (-1, 2), (-9, 0.5)):
        game.controller.hurry(by)
        assert game.controller.pace.seconds == STEP / speed
    player.free.set()
    game.loop.until(lambda: game.table.turns)
    game.loop.settle()
    assert [timer.seconds for timer in game.loop.timers] == [STEP / 0.5]


def test_where_nobody_plays_one_side_stays_below_until_it_is_swapped():
    game = Game(new_duel(5, kinds=("greedy", "greedy")), DuelControls(), shows=True)
    game.loop.until(lambda: game.table.turns == 4)
    assert {frame.seat for frame in game.frames} == {0}
    assert all(None not in frame.view.hands for frame in game.frames)
    game.controller.turn_round()
    assert game.frame.seat == 1
    game.loop.until(lambda: game.table.turns == 6)
    assert game.frame.seat == 1


def test_who_leaves_stops_all_that_thinks_and_all_that_is_shown(player):
    game = Game(new_duel(5, kinds=("human", "held")), DuelControls(), shows=True)
    lay(game, first_turn(game))
    player.wait_until_asked()
    game.controller.leave()
    all_thought()
    assert game.loop.timers == []
    assert game.disk.is_let_go
    assert game.table.turns == 1


def test_a_hint_is_noted_and_followed(monkeypatch, player):
    game = Game(new_duel(5, kinds=("human", "nobody")), DuelControls())
    game.controller.seek_hint()
    assert game.frame.seeks_hint
    game.loop.until(lambda: game.frame.hint)
    game.loop.settle()
    assert [event.kind for event in game.table.events] == [EventKind.HINT]
    assert game.frame.hint_steps == game.frame.hint.move.lays
    lay(game, game.frame.hint.move)
    assert game.frame.hint is None
    assert game.table.turns == 1


@pytest.mark.parametrize("is_found", [True, False])
def test_a_hint_ends_with_the_turn_of_who_was_moved_for(is_found, player):
    kinds = ("human", "held", "held", "held")
    game = Game(play_toy_on(new_table(seed=4, kinds=kinds), 4), ToyControls())
    game.controller.seek_hint()
    if is_found:
        game.loop.until(lambda: game.frame.hint)
    game.table.play(0, GRAB)
    game.loop.settle()
    assert game.frame.phase is Phase.WAITING
    assert (game.frame.hint, game.frame.seeks_hint) == (None, False)
    game.controller.leave()
