"""What logs tell: values of each game, which read back from their texts."""

from __future__ import annotations

import importlib
from typing import Any, get_args

import pytest
from every_game import random_table

from engine.games import find_game
from engine.hearts.moves import SLAP, HeartsNote, NewHand, SlapLot, TrickTaken
from engine.log import FORFEIT
from engine.reasons import NotationError
from engine.table import Table
from engine.zen.moves import ECHEC, Answer, RoundOver
from engine.zen.options import ZenOptions
from engine.zen.reasons import ZenEnding

BY_HAND = ZenOptions(variant=1, announce="hand")
RARE = {
    "zen": (Answer.BACK, Answer.ACCEPT, ECHEC, RoundOver(None, 0, ZenEnding.REPETITION), FORFEIT),
    "hearts": (SLAP, SlapLot((2, 0, 1, 3)), NewHand(5), HeartsNote.EXCHANGE, TrickTaken(None)),
    "duel": (FORFEIT,),
}
"""What random games seldom tell."""

EDGES = (
    "forfeit",
    "draw ? ?",
    "begin W",
    "round W 3 mat",
    "round 1 2 3 4",
    "takes",
    "takes 07",
    "echec",
)


def played(key: str, options: Any = None, seed: int = 3) -> Table:
    """Return a game that computer players have played, the last seat giving up if it goes on."""
    game = find_game(key)
    table = random_table(game, options or game.options(), seed, 120)
    if table.outcome is None:
        table.forfeit(len(table.seats) - 1, "")
    return table


def codec(key: str):
    told = find_game(key).told
    return importlib.import_module(f"engine.{key}.moves"), told.write, told.read


@pytest.mark.parametrize("key", ["duel", "zen", "hearts", "war"])
def test_all_that_is_told_reads_back_as_the_same_value_of_the_same_type(key):
    module, write, read = codec(key)
    tables = [played(key, seed=seed) for seed in (3, 4)]
    if key == "zen":
        tables.append(played(key, BY_HAND))
    seen = set()
    for table in tables:
        for reader in (None, *range(len(table.sitters))):
            for entry in table.view(reader).log:
                again = read(write(entry.what))
                assert (type(again), again) == (type(entry.what), entry.what)
                seen.add(type(again))
    for what in RARE.get(key, ()):
        assert read(write(what)) is what or read(write(what)) == what
        seen.add(type(what))
    assert seen == set(get_args(module.Told))


@pytest.mark.parametrize("key", ["duel", "zen", "hearts", "war"])
def test_a_text_that_tells_nothing_is_refused(key):
    _module, write, read = codec(key)
    texts = {write(entry.what) for entry in played(key).view(None).log}
    for text in [*texts, *EDGES]:
        for strange in (
            f"{text} ",
            f" {text}",
            f"{text} x",
            text[:-1],
            text.replace(" ", "  "),
            "",
        ):
            try:
                told = read(strange)
            except NotationError:
                continue
            assert write(told) == strange
