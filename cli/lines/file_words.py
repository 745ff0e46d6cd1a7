"""The words for saved games: save, copy, share, resume, list, sort, rename, delete."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cli import sessions
from cli.game_files import listing_of, read_game, row_of
from cli.lines import looking
from cli.lines.at_table import HomeTable
from cli.lines.play_words import Part
from cli.lines.rows import numbered
from cli.sessions import PlayedElsewhere, ProgramInFile
from cli.streams import BadUse
from host.session import Session
from play import saved_games
from play.home_model import latest_in_play
from play.saved_games import (
    COLUMNS,
    Arrangement,
    NotChanged,
    Room,
    arranged,
    count_words,
    take_over_refusal,
)
from play.tables_here import own_table_with
from saves.confined import shown
from saves.store import SavedFile, Store
from words.plain_text import folded
from words.translation import _, sentence

if TYPE_CHECKING:
    from saves.record import Record


class SavedList:
    """The list of saved games. A game keeps its number until they are listed again."""

    def __init__(self) -> None:
        """Begin with the newest game first."""
        self._paths: list[Path | None] = []
        self._how = Arrangement()

    def sort(self, typed: str) -> None:
        """Sort by a column, or turn the order round if it is sorted so already. Raises `BadUse`."""
        there = ", ".join(_(words).lower() for words in COLUMNS.values())
        if not typed:
            raise BadUse(_("Type sort and a column: {columns}.").format(columns=there))
        names = {name: id_ for id_, words in COLUMNS.items() for name in (id_, folded(_(words)))}
        if folded(typed) not in names:
            words = _("{text} is not a column; there are: {columns}.")
            raise BadUse(words.format(text=typed, columns=there))
        self._how = self._how.by(names[folded(typed)])

    def lines(self, typed: str, here: Path | None) -> Iterator[str]:
        """Yield the games that have all the words typed, the one in play `here` named as such.

        Raises `BadUse` if the folder cannot be read.
        """
        store = Store()
        games = listing_of(store)
        try:
            rows = [row_of(saved, here) for saved in games]
        finally:
            games.keep()
        order = arranged(games, self._how._replace(find=typed))
        self._paths = [games.path(at) for at in order]
        yield from (f"{number}. {rows[at]}" for number, at in enumerate(order, 1))
        count = count_words(len(order), len(games), typed)
        yield _("{games} in {folder}").format(games=count, folder=shown(store.folder)) + "."
        if order:
            yield _("resume, replay, share, copy, rename and delete take the number of a game.")

    def path(self, text: str) -> Path | None:
        """Return the game with this number in the list, None for no such number."""
        return numbered(self._paths, text)

    def named(self, text: str) -> Path:
        """Return the game with this number in the list, or in this file.

        Raises `BadUse` if there is none, `OSError` for an impossible name.
        """
        if path := self.path(text):
            return path
        path = Store().resolve(saved_games.path_of(text))
        try:
            path.lstat()
        except FileNotFoundError:
            words = _("There is no game {text}, in the list or as a file; games lists them.")
            raise BadUse(words.format(text=text)) from None
        return path

    def numbered(self, text: str) -> Path:
        """Return the game with this number in the list. Raises `BadUse`."""
        path = self.path(text)
        if path is None:
            words = _("There is no game {number} in the list; games lists them.")
            raise BadUse(words.format(number=text))
        return path

    def change(self, path: Path, to: Path | None) -> None:
        """Note the new file of a game, None for a deleted game. All games keep their numbers."""
        self._paths = [to if one == path else one for one in self._paths]


class FileWords(Part):
    """The words for the files of games."""

    @property
    def _here(self) -> Path | None:
        """The file of the game that is played, None where it has none."""
        return self.console.at.kept_in

    def do_save(self, rest: str) -> None:
        """Say the file of the game; save a game that has none; copy it if a name is given."""
        console = self.console
        if console.stepping:
            self._save_replay(console.stepping.record, rest)
            return
        session = console.session
        if session.is_kept and rest:
            self._copy(saved_games.new_path(rest), session.write_copy)
        elif session.is_kept:
            if kept := session.saved_in:
                console.say(looking.kept_in(kept))
        else:
            path = saved_games.new_path(rest) if rest else saved_games.free_path(session.table)
            place = console.at.series.place if console.at.series else None
            sessions.keep_new(session, path, place)
            if kept := session.saved_in:
                console.say(_("From now on the game is saved in {path}.").format(path=shown(kept)))

    def _save_replay(self, record: Record, name: str) -> None:
        """Save the game of the replay as a file of its own. Raises `BadUse` without a name."""
        if not name:
            words = _("Type save and a name for the game of this replay, like {line}.")
            raise BadUse(words.format(line=_("save Sunday")))
        self._copy(saved_games.new_path(name), record.write_copy)

    def _copy(self, path: Path, write: Callable[[Path], object]) -> None:
        """Write a copy. Over another game the line has to be typed twice. Raises `BadUse`."""
        room = saved_games.room_at(path)
        if room is Room.IN_PLAY:
            raise BadUse(_("{path} exists already").format(path=shown(path)))
        if room is Room.TAKEN and not self.console.is_confirmed():
            words = _("{path} is there already. Type the line again to write over it.")
            self.console.say(words.format(path=shown(path)))
        else:
            write(path)
            self.console.say(_("A copy is in {path}.").format(path=shown(path)))

    def do_share(self, rest: str) -> None:
        """Write this game, or another one, in one line; or draw its table."""
        from saves.share_line import NotShared, share_line

        first, _blank, more = rest.partition(" ")
        if folded(first) in ("picture", folded(_("picture"))):
            from cli.full_screen import drawn_elsewhere

            path = saved_games.keep_picture(*self._meant(more.strip()), drawn_elsewhere)
            self.console.say(_("The picture is in {path}.").format(path=shown(path)))
            return
        with_notes = folded(first) in ("notes", folded(_("notes")))
        record = self._meant(more.strip() if with_notes else rest)[0]
        try:
            self.console.say(share_line(record, with_notes=with_notes))
        except NotShared as fault:
            self.console.say(sentence(fault), _("share picture draws the table as it stands."))

    def _meant(self, text: str) -> tuple[Record, str]:
        """Return the game that is named, and the name for its picture.

        Without a name it is the game of the replay, or the one in play. Raises `BadUse`.
        """
        if text:
            path = self.console.saved.named(text)
            return read_game(path), path.stem
        if replay := self.console.stepping:
            return replay.record, replay.game.key
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
        if table := own_table_with(path):
            console.company.go_to(table)
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
        try:
            game = console.line_game(session.table.game.key)
        except BadUse:
            session.close()
            raise
        console.leave_to(HomeTable.of(game, session))

    def _take_over(self, path: Path, played: PlayedElsewhere) -> Session:
        """End the process that plays a game, and return the game.

        Raises `BadUse` unless the line was typed twice, and if the process cannot be ended.
        """
        from saves.lock import owner_of

        if self.console.is_confirmed():
            return sessions.taken_over(path, self.console.request)
        self.console.say(f"{played}.")
        why_not = take_over_refusal(owner_of(path))
        raise BadUse(why_not or _("Type the line again to close it there and go on with it here."))

    def _latest(self) -> Path | None:
        """Return the game in play that was saved last, except this one; None without one."""

        def is_passed(saved: SavedFile) -> bool:
            return bool(saved.holder) or saved.path == self._here

        found = latest_in_play(Store(), is_passed)
        return found.path if found else None

    def do_games(self, rest: str) -> None:
        """List the saved games that have all the words typed."""
        self.console.say(*self.console.saved.lines(rest, self._here))
        self.console.at.listed_by = "resume"

    def do_sort(self, rest: str) -> None:
        """List the saved games by another column."""
        self.console.saved.sort(rest)
        self.do_games("")

    def _game_and_name(self, rest: str, example: str) -> tuple[Path, str]:
        """Return the game of a number and the name after it. Raises `BadUse`."""
        number, _blank, name = rest.partition(" ")
        if not name.strip():
            words = _("Type the number of a game and a name, like {line}.")
            raise BadUse(words.format(line=example))
        return self.console.saved.numbered(number), name.strip()

    def do_copy(self, rest: str) -> None:
        """Copy a game of the list under another name."""
        path, name = self._game_and_name(rest, _("copy 2 Sunday"))
        self._copy(saved_games.new_path(name), lambda to: saved_games.copy(path, to))

    def do_rename(self, rest: str) -> None:
        """Give a game another name. The game in play is closed meanwhile."""
        path, name = self._game_and_name(rest, _("rename 1 Sunday"))
        is_here, new = path == self._here, path
        if is_here:
            self.console.at.close()
        try:
            new = saved_games.rename(path, name, Store())
        except NotChanged as why:
            raise BadUse(str(why)) from None
        finally:
            if is_here:
                self.console.take_up(sessions.reopened(new, self.console.request))
        self.console.saved.change(path, new)
        self.console.say(_("The game is now {name}.").format(name=new.stem))

    def do_delete(self, rest: str) -> None:
        """Delete a game. The line has to be typed twice."""
        if not rest:
            words = _("Type the number of a game, like {line}.")
            raise BadUse(words.format(line=_("delete 2")))
        path, console = self.console.saved.numbered(rest), self.console
        if path == self._here:
            raise BadUse(_("You are playing this game; begin or resume another one to delete it."))
        try:
            saved_games.check_deletable(path)
            if not console.is_confirmed():
                words = _("Delete {name}? Type the line again to delete it.")
                console.say(words.format(name=path.stem))
                return
            saved_games.delete(path)
        except NotChanged as why:
            raise BadUse(str(why)) from None
        console.saved.change(path, None)
        console.say(_("{name} is deleted.").format(name=path.stem))
