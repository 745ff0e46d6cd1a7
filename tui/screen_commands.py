"""`tapis`, `tapis play`, `tapis resume`, `tapis replay`: the full-screen program."""

from __future__ import annotations

import gc
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from saves.store import look_at
from tui.complaints import BadUse, complain
from tui.words import LANGUAGES, _, is_chosen, said, set_language


def home() -> int:
    """Open the first screen."""
    return _run()


def play(options: Namespace) -> int:
    """Go straight to a new game as the options say."""
    from dataclasses import replace

    from engine.games import find_game
    from engine.table import HUMAN
    from net.players import PATIENCE, is_known, is_program
    from tui.console_command import read_deal_file
    from tui.last_setup import last_setup
    from tui.line_table import no_player
    from tui.setup import Series

    game = find_game(options.game)
    setup = last_setup(game.key)
    asked = (options.north, options.south)
    for who in asked:
        if who not in (None, HUMAN) and not is_known(game, who):
            raise no_player(game, who)
    if any(asked):
        chosen = tuple(who or HUMAN for who in asked)
        setup = replace(setup, kinds=(chosen[0], chosen[1]), games=1)
    if options.first:
        setup = replace(setup, first=options.first)
    deal = read_deal_file(options.deal) if options.deal else None
    return _run(
        "new_game",
        Series(setup),
        deal,
        seed=options.seed,
        patience=options.patience or PATIENCE,
        programs=frozenset(who for who in asked if who and is_program(who)),
    )


def play_zen(options: Namespace) -> int:
    """Go straight to a new game of Zen as the options say."""
    from dataclasses import replace

    from engine.table import HUMAN
    from engine.zen.game import ZEN
    from engine.zen.options import ZenOptions
    from net.players import PATIENCE, is_known, is_program
    from saves.sentence import said_of
    from tui.last_setup import last_setup
    from tui.line_table import no_player
    from tui.setup import Series
    from tui.zen_lines.sitting import Wanted

    try:
        rules = ZenOptions(options.variant, options.announce, options.players)
    except ValueError as fault:
        raise BadUse(said(said_of(fault))) from None
    who = (tuple(options.black or ()), tuple(options.white or ()))
    asked = [wish.who for wish in Wanted(rules, who).wishes(rules.players)]
    for one in asked:
        if one not in (None, HUMAN) and not is_known(ZEN, one):
            raise no_player(ZEN, one)
    setup = last_setup(ZEN.key)
    for name in ("variant", "announce", "players"):
        setup = setup.set_to(name, str(getattr(rules, name)))
    if any(asked):
        setup = replace(setup, kinds=tuple(one or HUMAN for one in asked), games=1)
    if options.first:
        setup = replace(setup, first=options.first)
    return _run(
        "new_game",
        Series(setup),
        None,
        seed=options.seed,
        patience=options.patience or PATIENCE,
        programs=frozenset(one for one in asked if one and is_program(one)),
    )


def resume(path: Path | None) -> int:
    """Go on with a game, the latest without a path."""
    if path is None:
        return _run("open_latest")
    saved = look_at(path)
    if saved.record is None:
        raise BadUse(f"{path}: {said(saved.wrong)}")
    return _run("open_game", path)


def replay(path: Path) -> int:
    """Step through a game."""
    saved = look_at(path)
    if saved.record is None:
        raise BadUse(f"{path}: {said(saved.wrong)}")
    return _run("replay_table", saved.record.table)


def _run(then: str = "", *arguments: object, **settings: Any) -> int:
    """Run the program with its settings; after its first screen it does `then`."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadUse(_("the table needs a terminal (use ssh -t); tapis console does without"))
    gc.disable()  # nothing of what is loaded and built at the start becomes garbage
    from saves.background import BackgroundAutosave
    from tui.app import TapisApp
    from tui.memory import recall

    remembered = recall().get("language")
    if remembered in LANGUAGES and not is_chosen():
        set_language(remembered)
    app = TapisApp(then, *arguments, **settings)
    app.run()
    if BackgroundAutosave.unfinished():
        complain(_("the disk does not answer: what was played last is not saved"))
        return 1
    return app.return_code or 0
