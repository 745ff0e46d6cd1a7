"""The duel's part of the commands: its line mode, prescribed to the byte, and `--deal`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cli.arguments import ALIGN, Argument, a_path
from cli.game_commands import GameCommands
from cli.parser import Parser
from cli.streams import BadUse
from words.translation import _, several

if TYPE_CHECKING:
    from engine.table import Table


class DuelCommands(GameCommands):
    """The commands of the duel, which has two line modes: the strict one, and one for people."""

    def add_deal(self, parser: Parser) -> None:
        cards = several("{count} card", "{count} cards", 58)
        words = _("play these decks: {decks}, in drawing order")
        decks = f'{{"NORD": [{cards}], "SUD": [{cards}]}}'
        parser.take(Argument("--deal", words.format(decks=decks), a_path))

    def deal(self, options: Namespace) -> Any:
        if options.deal is None:
            return None
        from cli.duel.deal import read_deal_file

        return read_deal_file(options.deal)

    def add_console(self, parser: Parser) -> None:
        """Add what both line modes take."""
        super().add_console(parser)
        self.add_deal(parser)
        parser.take(ALIGN)

    def console(self, options: Namespace) -> int:
        """Play the strict line mode, or the one for people. Raises `BadUse`."""
        if not options.talk:
            from cli.duel.console import run

            return run(options, self.deal)
        if options.align:
            raise BadUse(_("--align is for the strict line mode, without --talk"))
        if options.resume and options.deal:
            raise BadUse(_("--resume goes on with a game; --save, --deal and --seed begin one"))
        return self.talk(options, {})

    def transcript(self, table: Table[Any], align: bool) -> Iterator[bytes]:
        from cli.duel.console import DuelText, transcript

        return transcript(table, DuelText(align))
