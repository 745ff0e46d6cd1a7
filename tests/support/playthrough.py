"""Golden playthroughs: a game told state by state, with every view, legal steps and outcome.

Run as a program it writes the files in `tests/golden` anew from their first lines: the game, its
options, the seed of its lots, the players with their seeds, and if need be the `moves` it begins
with and how many moves lie between two states that are told (`every`; all moves are).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from sent_views import as_sent
from toy_game import TOY, find_toy

from engine.game import CHANCE
from engine.games import GAMES
from engine.table import Sitter, Table
from net.view_form import write_view

GOLDEN = Path(__file__).parents[1] / "golden"


def find_hearts():
    """Return Dame de Pique, which has playthroughs before it can be chosen."""
    from engine.hearts.game import HEARTS

    return HEARTS


LOADERS = {**GAMES, TOY.key: find_toy, "hearts": find_hearts}
"""What loads the games that have playthroughs, by key."""


def playthrough(header: str) -> str:
    """Return the text of a game from its first line."""
    setting = json.loads(header)
    game = LOADERS[setting["game"]]()
    players = [game.computer_players[kind](seed) for kind, seed in setting["players"]]
    sitters = [Sitter(kind, kind, seed) for kind, seed in setting["players"]]
    table = Table(game, game.options(**setting["options"]), sitters)
    table.seed = setting["seed"]
    script, every = iter(setting.get("moves", [])), setting.get("every", 1)
    lines, heard = [header], {}
    while True:
        if len(table.plays) % every == 0 or not table.to_move:
            lines += _state(table, heard)
        if not table.to_move:
            return "\n".join([*lines, f"outcome: {json.dumps(table.outcome.to_json())}", ""])
        seat = table.to_move[0]
        if seat == CHANCE:
            table.draw_lots()
        elif move := next(script, None):
            table.play(seat, game.parse(move))
        else:
            table.play(seat, players[seat].choose(table.view(seat)))


def _state(table: Table, heard: dict) -> Iterator[str]:
    """Yield one state: the moves that led to it, what each seat sees, what it may do."""
    done = len(table.plays)
    for at in range(heard.get("plays", 0), done):
        yield f"play {table.plays[at].seat}: {table.move_text(at)}"
    heard["plays"] = done
    yield f"== after {done}, to move {list(table.to_move)}"
    everybody = write_view(table.game, table.view(None))
    for seat in (*range(len(table.seats)), None):
        view = table.view(seat)
        document = write_view(table.game, view)
        assert as_sent(table.game, view) == view
        if seat is not None and document == {**everybody, "seat": seat}:
            yield f"view {seat}: as everybody"
        else:
            yield from _view(view, document, heard)
        if seat in table.to_move:
            yield from _steps(seat, view)


def _view(view, document: dict, heard: dict) -> Iterator[str]:
    """Yield what a seat sees; the log as it is, for messages write it in another notation."""
    del document["log"]
    yield f"view {view.seat}: {json.dumps(document)}"
    for told in list(view.log)[heard.get(view.seat, 0) :]:
        yield f"told {view.seat}: {json.dumps([told.ply, told.seat, str(told.what)])}"
    heard[view.seat] = len(view.log)


def _steps(seat: int, view) -> Iterator[str]:
    steps = view.draft().steps()
    yield f"steps {seat}: {', '.join(str(step) for step, why in steps.items() if why is None)}"
    refused = [f"{step} {why.reason.code}" for step, why in steps.items() if why]
    yield f"refused {seat}: {', '.join(refused)}"
    yield f"distinct moves {seat}: {sum(1 for _ in view.legal())}"


if __name__ == "__main__":
    for file in sorted(GOLDEN.glob("*/*.txt")):
        file.write_text(playthrough(file.read_text().splitlines()[0]))
