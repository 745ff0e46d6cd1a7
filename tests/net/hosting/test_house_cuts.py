"""Cards that the players cut before they are dealt, and what each side may try to choose them."""

from __future__ import annotations

import json

import pytest
from shared_tables import OTHER, OWNER, THIRD, TableScene

from host.cutting import CUT_SECONDS
from saves.cut import MAX_VALUE, Cut, NotAsCut, check_cut, cut_seal, table_seal
from saves.reading import read_record

VALUES = ("north", "south", "third", "fourth")


def at_table(*accounts, **about):
    """Return a table, and callers who are asked for their cuts there."""
    scene = TableScene(seed=None, **about)
    callers = [
        scene.caller(one, f"client{at}") for at, one in enumerate(accounts or (OWNER, OTHER))
    ]
    for caller in callers:
        assert caller.hello(name="x", cuts=True)["cmd"] == "welcome"
    scene.run()
    return [scene, *callers]


def seal(caller, value=None):
    """Seal a value; return its seal."""
    seat, table = caller.guest.seat, caller.last("cut")["seal"]
    sealed = cut_seal(table, Cut(seat, value or VALUES[seat]))
    caller.send("cut", table=table, seal=sealed)
    return sealed


def open_cut(caller, value=None):
    caller.send("cut", table=caller.last("cut")["seal"], value=value or VALUES[caller.guest.seat])


def told(caller):
    """Return all that a caller was told, as text."""
    caller.read()
    return json.dumps(caller.heard)


def cut_by(scene):
    """Return the cut of the game that has begun, and check that it makes the deal."""
    record = read_record(scene.room.record.to_bytes())
    return check_cut(record.table, record.cut)


def test_a_deal_is_made_of_the_values_of_table_and_players():
    scene, zoe, paul = at_table()
    seals = [seal(zoe), seal(paul)]
    assert zoe.last("cut")["seals"] == seals == paul.last("cut")["seals"]
    open_cut(zoe)
    assert scene.room.game is None
    open_cut(paul)
    deal = cut_by(scene)
    assert deal.cuts == (Cut(0, "north"), Cut(1, "south"))
    assert table_seal(deal.table) == zoe.last("cut")["seal"]
    assert scene.table.seed is None or scene.table.seed == deal.seed


def test_no_seal_is_told_before_all_are_known_and_no_value_before_the_end():
    scene, zoe, paul = at_table()
    own = seal(zoe)
    assert own not in told(paul)
    seal(paul)
    open_cut(zoe)
    assert own in told(paul) and "north" not in told(paul)
    open_cut(paul)
    table = cut_by(scene).table
    mover = scene.mover(zoe, paul)
    assert mover.move()["cmd"] == "done"
    assert all(value not in told(one) for one in (zoe, paul) for value in (table, '"north"'))
    assert zoe.ask("get-record")["code"] == "in-play"
    assert zoe.ask("resign")["cmd"] == "done"
    assert zoe.ask("get-record")["record"]["cut"]["table"] == table


def test_nobody_is_asked_whose_program_does_not_cut():
    scene = TableScene(seed=None)
    zoe, paul = scene.caller(OWNER, "a"), scene.caller(OTHER, "b")
    zoe.hello(cuts=True)
    paul.hello()
    seal(zoe)
    assert zoe.last("cut")["seals"][1] == "" and not paul.last("cut")
    open_cut(zoe)
    assert cut_by(scene).cuts == (Cut(0, "north"),)


def test_a_table_with_a_seed_of_its_owner_asks_for_no_cut():
    scene = TableScene()
    zoe, paul = scene.caller(OWNER, "a"), scene.caller(OTHER, "b")
    zoe.hello(cuts=True)
    paul.hello(cuts=True)
    assert scene.room.game and not zoe.last("cut")
    with pytest.raises(NotAsCut):
        check_cut(scene.table, scene.room.record.cut)


class Attack:
    """A player, Paul, who would choose the cards, at a table with an honest one.

    Zoe answers all that she is asked; each method is an attack of Paul's.
    """

    def __init__(self):
        self.scene, self.zoe, self.paul = at_table()
        self.times, self.games = 0, 1

    def play(self, attack):
        """Let Paul attack once, and Zoe answer until the cards are dealt."""
        getattr(self, attack)()
        self.answer()
        while self.scene.room.game is None or self.scene.room.number < self.games:
            self.scene.pass_time(CUT_SECONDS + 1, speaking=(self.zoe, self.paul))
            self.answer()
            self.times += 1
            assert self.times < 5, "no cards are dealt"

    def answer(self):
        if not self.zoe.last("cut").get("seals"):
            seal(self.zoe)
        if self.zoe.last("cut").get("seals"):
            open_cut(self.zoe)

    def seal_nothing(self):
        seal(self.zoe)

    def open_nothing(self):
        seal(self.zoe), seal(self.paul), open_cut(self.zoe)

    def open_another_value(self):
        seal(self.zoe), seal(self.paul), open_cut(self.zoe)
        open_cut(self.paul, "better")

    def open_before_all_are_sealed(self):
        seal(self.paul), open_cut(self.paul), seal(self.zoe)

    def open_without_a_seal(self):
        open_cut(self.paul)

    def seal_twice(self):
        seal(self.paul), seal(self.paul, "better")

    def repeat_the_seal_of_another(self):
        own = seal(self.zoe)
        self.paul.send("cut", table=self.paul.last("cut")["seal"], seal=own)
        open_cut(self.zoe), open_cut(self.paul, "north")

    def repeat_the_seal_of_the_table(self):
        seal(self.zoe)
        table = self.paul.last("cut")["seal"]
        self.paul.send("cut", table=table, seal=table)
        open_cut(self.zoe), open_cut(self.paul, "north")

    def repeat_the_cut_of_an_earlier_game(self):
        seal(self.zoe)
        own = seal(self.paul)
        open_cut(self.zoe), open_cut(self.paul)
        assert self.zoe.ask("resign")["cmd"] == "done"
        assert {one.ask("again", yes=True)["cmd"] for one in (self.zoe, self.paul)} == {"done"}
        self.games = 2
        seal(self.zoe)
        self.paul.send("cut", table=self.paul.last("cut")["seal"], seal=own)
        open_cut(self.zoe), open_cut(self.paul)

    def seal_what_is_no_seal(self):
        for seal_ in ("no seal", "A" * 64, "0" * 63, "0" * 65):
            self.paul.send("cut", table=self.paul.last("cut")["seal"], seal=seal_)

    def open_a_long_value(self):
        self.open_what_can_be_no_value("x" * (MAX_VALUE + 1))

    def open_a_value_of_two_lines(self):
        self.open_what_can_be_no_value("a\nb")

    def open_what_can_be_no_value(self, value):
        seal(self.zoe), seal(self.paul, value)
        open_cut(self.zoe), open_cut(self.paul, value)

    def open_a_number(self):
        seal(self.zoe), seal(self.paul), open_cut(self.zoe)
        self.paul.send("cut", table=self.paul.last("cut")["seal"], value=7)

    def leave_before_the_seal(self):
        seal(self.zoe), self.paul.lose_line()

    def leave_before_the_value(self):
        self.open_nothing(), self.paul.lose_line()


ATTACKS = [name for name in vars(Attack) if name.startswith(("open", "seal", "repeat", "leave"))]


@pytest.mark.parametrize("name", [one for one in ATTACKS if one != "open_what_can_be_no_value"])
def test_no_player_chooses_the_cards(name):
    attack = Attack()
    first = attack.zoe.last("cut")["seal"]
    attack.play(name)
    deal = cut_by(attack.scene)
    assert deal.cuts == (Cut(0, "north"),), "the attacker's value is not in the deal"
    assert attack.zoe.last("cut")["seal"] == table_seal(deal.table) != first, "all begins anew"
    assert attack.times <= 1, "an attack delays the deal once"


def test_what_comes_too_late_or_makes_no_sense_changes_nothing():
    scene, zoe, paul = at_table()
    seal(zoe), seal(paul)
    open_cut(zoe), open_cut(paul)
    begun = cut_by(scene)
    for one in (zoe, paul):
        seal(one, "late"), open_cut(one, "late")
        one.send("cut", table="x", seal="y", value="z")
    assert cut_by(scene) == begun


def test_a_player_who_leaves_takes_the_cut_along_and_the_next_one_cuts_anew():
    scene, zoe, paul = at_table()
    seal(zoe), seal(paul)
    open_cut(zoe)
    paul.send("leave")
    scene.run()
    eva = scene.caller(THIRD, "c")
    eva.hello(cuts=True)
    scene.run()
    for one in (zoe, eva):
        seal(one)
    for one in (zoe, eva):
        open_cut(one)
    assert cut_by(scene).cuts == (Cut(0, "north"), Cut(1, "south"))


def test_a_player_whose_line_breaks_goes_on_with_the_same_cut():
    scene, zoe, paul = at_table()
    seal(zoe), seal(paul)
    open_cut(zoe)
    token = paul.last("welcome")["token"]
    paul.lose_line()
    again = scene.caller(OTHER, "client1")
    again.hello(token=token, cuts=True)
    assert again.last("cut")["seals"] == zoe.last("cut")["seals"]
    open_cut(again)
    assert cut_by(scene).cuts == (Cut(0, "north"), Cut(1, "south"))


def test_a_program_that_forgot_its_value_cuts_no_more_and_the_others_begin_anew():
    scene, zoe, paul = at_table()
    seal(zoe), seal(paul)
    token = paul.last("welcome")["token"]
    paul.lose_line()
    again = scene.caller(OTHER, "another")
    again.hello(token=token, cuts=True)
    seal(again, "new")
    seal(zoe), open_cut(zoe)
    assert cut_by(scene).cuts == (Cut(0, "north"),)


def test_each_game_is_cut_anew_but_for_the_second_one_of_a_pair():
    scene, zoe, paul = at_table(games=4, pairs=True, changes_places=True)
    seal(zoe), seal(paul)
    open_cut(zoe), open_cut(paul)
    first = cut_by(scene)
    for number in (2, 3):
        assert zoe.ask("resign")["cmd"] == "done"
        assert {one.ask("again", yes=True)["cmd"] for one in (zoe, paul)} == {"done"}
        if number == 3:
            assert scene.room.number == 2
            seal(zoe, "anew"), seal(paul)
            open_cut(zoe, "anew"), open_cut(paul)
        for one in (zoe, paul):
            one.read()
        assert scene.room.number == number
        assert (scene.room.record.cut == first) == (number == 2)
    cut_by(scene)


def test_a_table_that_is_opened_again_waits_for_the_players_before_it_deals():
    scene, zoe, paul = at_table()
    seal(zoe), seal(paul)
    again = scene.revived()
    assert again.room.game is None
    back = []
    for at, (one, account) in enumerate(((zoe, OWNER), (paul, OTHER))):
        back.append(again.caller(account, f"client{at}"))
        back[-1].hello(token=one.last("welcome")["token"], cuts=True)
    for one in back:
        seal(one)
    for one in back:
        open_cut(one)
    assert cut_by(again).cuts == (Cut(0, "north"), Cut(1, "south"))
    alone = scene.revived()
    alone.pass_time(CUT_SECONDS + 1)
    assert alone.room.game
