"""`tapis console zen`: sets a table as the options say, and lets the line mode play."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack

from engine.zen.board import FREE_ZEN
from engine.zen.options import ZenOptions
from net.players import PATIENCE
from saves.sentence import said_of
from tui import line_table
from tui.complaints import BadUse
from tui.line_input import standard_input
from tui.words import _, said
from tui.zen_lines import sitting
from tui.zen_lines.console import ZenConsole
from tui.zen_lines.sitting import Wanted


def run(options: Namespace) -> int:
    """Play the game that the options ask for. Raises `BadUse`."""
    wanted = _wanted(options)
    with ExitStack() as stack:
        line_table.unwind_for_programs([kind for kinds in wanted.who for kind in kinds], stack)
        path = options.resume
        session = sitting.resumed(path, wanted) if path else sitting.new(wanted)
        stack.callback(session.close)
        if options.save:
            line_table.keep_new(session, options.save)
        console = ZenConsole(session, wanted, standard_input())
        stack.callback(console.close)
        return console.run()


def _wanted(options: Namespace) -> Wanted:
    given = {
        name: getattr(options, name)
        for name in ("variant", "announce", "players", "first", "position")
        if getattr(options, name) is not None
    }
    if options.resume and (given or options.save or options.seed is not None):
        raise BadUse(_("--resume goes on with a game; all but who plays is in its file"))
    if given.get("announce") == "hand" and given.get("variant") == FREE_ZEN:
        raise BadUse(_("échec is not announced in variant 3"))
    try:
        rules = ZenOptions(**given)
    except ValueError as fault:
        raise BadUse(said(said_of(fault))) from None
    return Wanted(
        rules,
        (tuple(options.black or ()), tuple(options.white or ())),
        options.seed,
        options.patience or PATIENCE,
    )
