"""The words for saved games: keep, copy, go on, list, sort, rename, delete."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cli.game_commands import GAME_COMMANDS
from cli.line_table import PlayedElsewhere, ProgramInFile, keep_new
from cli.lines import files, looking, sessions
from cli.lines.part import Part
from cli.output import BadUse
from engine.games import describe
from host.outside import now
from host.session import Session
from play.take_over import refusal
from words.plain_text import folded
from words.translation import _

if TYPE_CHECKING:
    from saves.record import Record


class FileWords(Part):
    """What is done with the files of games."""

    def commands(self) -> dict[str, Callable[[str], None]]:
        """Return what carries out each word."""
        return {
            "save": self.do_save,
            "share": self.do_share,
            "resume": self.do_resume,
            "games": self.do_games,
            "sort": self.do_sort,
            "copy": self.do_copy,
            "rename": self.do_rename,
            "delete": self.do_delete,
        }

    @property
    def _here(self) -> Path | None:
        """The file of the game that is played, None where it has none."""
        return self.console.at.kept_in

    def do_save(self, rest: str) -> None:
        """Say where the game is kept; keep it if it is not, and copy it if a name is given."""
        console, session = self.console, self.console.session
        if session.is_kept:
            if rest:
                self._copy(files.new_path(rest))
            elif kept := session.saved_in:
                console.say(looking.kept_in(kept))
            return
        path = files.new_path(rest) if rest else files.free_path(session.table)
        keep_new(session, path, console.at.series.place if console.at.series else None)
        if kept := session.saved_in:
            console.say(_("From now on the game is saved in {path}.").format(path=kept))

    def _copy(self, path: Path) -> None:
        """Write the game into another file too; over another game only if asked twice."""
        from saves.lock import is_held

        session = self.console.session
        if os.path.lexists(path):
            if is_held(path):
                raise BadUse(_("{path} exists already").format(path=path))
            if not self.console.is_confirmed():
                words = _("{path} is there already. Type the line again to write over it.")
                self.console.say(words.format(path=path))
                return
        session.write_copy(path)
        self.console.say(_("A copy is in {path}.").format(path=path))

    def do_share(self, rest: str) -> None:
        """Write this game, or another one, in one line; or draw its table."""
        first, _blank, more = rest.partition(" ")
        if folded(first) not in ("picture", folded(_("picture"))):
            self.console.say(*files.share_line_of(self._meant(rest)[0]))
            return
        path = files.draw(*self._meant(more.strip()))
        self.console.say(_("The picture is in {path}.").format(path=path))

    def _meant(self, text: str) -> tuple[Record, str]:
        """Return the game that is named, without a name this one, and what it is called.

        In a replay it is the game that is stepped through. Raises `BadUse`.
        """
        from cli.game_files import read_game
        from saves.record import Record

        if text:
            path = self.console.saved.named(text)
            return read_game(path), path.stem
        if replay := self.console.stepping:
            return Record.new(replay.table, now()), replay.game.key
        return self.console.at.record(), self._here.stem if self._here else self.console.at.game.key

    def do_resume(self, rest: str) -> None:
        """Go on with the game in a file, or with the one in play that was saved last."""
        from saves.share_line import is_share_line

        console = self.console
        if is_share_line(rest):
            raise BadUse(_("A share line holds a finished game; replay steps through it."))
        path = console.saved.named(rest) if rest else self._latest()
        if path is None:
            console.say(_("No other game is in play; games lists those that are saved."))
            return
        if self._here and path.exists() and path.samefile(self._here):
            console.say(_("This is the game you are playing."))
            return
        if console.would_lose():
            return
        try:
            session = sessions.reopened(path, console.request)
        except ProgramInFile as asked:
            if not console.is_confirmed():
                raise
            console.request = console.request.naming(asked.kinds)
            session = sessions.reopened(path, console.request)
        except PlayedElsewhere as played:
            session = self._take_over(path, played)
        key = session.table.game.key
        if key not in GAME_COMMANDS:
            session.close()
            raise BadUse(_("{game} has no line mode.").format(game=_(describe(key).title)))
        console.leave_for(console.line_game(key), session, sessions.series_of(session))

    def _take_over(self, path: Path, played: PlayedElsewhere) -> Session:
        """Return a game that another process plays, once a person wants it ended there.

        Raises `BadUse` until then, and where that cannot be.
        """
        from saves.lock import owner_of

        if self.console.is_confirmed():
            return sessions.taken_over(path, self.console.request)
        self.console.say(f"{played}.")
        why_not = refusal(owner_of(path))
        raise BadUse(why_not or _("Type the line again to close it there and go on with it here."))

    def _latest(self) -> Path | None:
        """Return the game in play that was saved last, but this one; None if there is none."""
        from cli.saved_games import listing_of
        from saves.store import Store

        games = listing_of(Store())
        try:
            saved = (one for one in games if one.is_in_play and not one.holder)
            return next((one.path for one in saved if one.path != self._here), None)
        finally:
            games.keep()

    def do_games(self, rest: str) -> None:
        """List the saved games, those with certain words."""
        self.console.say(*self.console.saved.lines(rest, self._here))

    def do_sort(self, rest: str) -> None:
        """List the saved games by another column."""
        self.console.saved.sort(rest)
        self.do_games("")

    def do_copy(self, rest: str) -> None:
        """Copy a game of the list under another name."""
        number, _blank, name = rest.partition(" ")
        if not name.strip():
            raise BadUse(_("Type the number of a game and a name, like {line}.").format(
                line=_("copy 2 Sunday")
            ))  # fmt: skip
        path, to = self.console.saved.numbered(number), files.new_path(name.strip())
        if os.path.lexists(to):
            raise BadUse(_("{path} exists already").format(path=to) + ".")
        files.copy_file(path, to)
        self.console.say(_("A copy is in {path}.").format(path=to))

    def do_rename(self, rest: str) -> None:
        """Give a game another name; the one at the table is let go of for that."""
        from saves.lock import is_held
        from saves.store import Store

        number, _blank, name = rest.partition(" ")
        if not name.strip():
            raise BadUse(_("Type the number of a game and a name, like {line}.").format(
                line=_("rename 1 Sunday")
            ))  # fmt: skip
        path, console = self.console.saved.numbered(number), self.console
        new = Store().free_path(name.strip())
        if path == self._here:
            self._rename_here(path, new)
        elif is_held(path):
            raise BadUse(_("The game is open elsewhere; it cannot be renamed now."))
        else:
            path.rename(new)
        console.saved.change(path, new)
        console.say(_("The game is now {name}.").format(name=new.stem))

    def _rename_here(self, path: Path, new: Path) -> None:
        """Rename the file of the game at the table, with nobody holding it meanwhile."""
        self.console.at.close()
        try:
            path.rename(new)
            path = new
        finally:
            self.console.take_up(sessions.reopened(path, self.console.request))

    def do_delete(self, rest: str) -> None:
        """Delete a game; asked once."""
        from saves.lock import is_held

        if not rest:
            words = _("Type the number of a game, like {line}.")
            raise BadUse(words.format(line=_("delete 2")))
        path, console = self.console.saved.numbered(rest), self.console
        if path == self._here:
            raise BadUse(_("You are playing this game; begin or resume another one to delete it."))
        if is_held(path):
            raise BadUse(_("The game is open elsewhere; it cannot be deleted now."))
        if not console.is_confirmed():
            words = _("Delete {name}? Type the line again to delete it.")
            console.say(words.format(name=path.stem))
            return
        path.unlink()
        console.saved.change(path, None)
        console.say(_("{name} is deleted.").format(name=path.stem))
