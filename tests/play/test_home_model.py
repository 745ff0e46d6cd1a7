"""The first screen without a screen: which game it goes on with."""

from __future__ import annotations

import pytest
from duels import new_table, play_on

from host.session import Session
from play import saved_games
from play.home_model import latest_in_play, newest_games
from saves.store import Store

COPIES = {
    "at the table": lambda session, to: session.write_copy(to),
    "from its record": lambda session, to: session.record.write_copy(to),
    "in the list": lambda session, to: saved_games.copy(session.path, to),
}


@pytest.mark.parametrize("copy", COPIES.values(), ids=COPIES)
def test_a_copy_is_not_the_game_to_go_on_with_until_it_is_opened(copy):
    store = Store()
    game, sunday = store.path("game"), store.path("Sunday")
    store.folder.mkdir(parents=True)
    session = Session(new_table(3), waits=True)
    session.keep(game, pytest.fail)
    play_on(session.table, turns=2)
    copy(session, sunday)
    session.close()
    assert to_go_on_with(store) == {game}
    Session.opened(sunday, pytest.fail, waits=True).close()
    assert to_go_on_with(store) == {sunday}


def to_go_on_with(store):
    """Return what `tapis resume` and the first screen go on with."""
    latest = latest_in_play(store)
    return {latest.path if latest else None, newest_games(store, {})["duel"].saved.path}
