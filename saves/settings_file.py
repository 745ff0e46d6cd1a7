"""The file of settings, `settings.toml`: any content can be read, and its comments are kept.

Faults in it are told with their lines; the rest holds. A keeper writes it in the background.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, NamedTuple

from engine.description import Value
from engine.reasons import Reason, Sentence
from saves.files import make_folder, read_file, status_of, write_file
from saves.home import forget_old, has_old, language_before, settings_folder
from saves.reasons import FileReason, plain_sentence, sentence
from saves.settings import BY_NAME, KEYS, PASSWORD, Keys, Setting, Settings

NAME: Final = "settings.toml"
OLD: Final = "settings.toml.old"
"""A file that could not be edited when settings were written is kept under this name."""

MOST_BYTES: Final = 32 * 1024
LONGEST_LINE: Final = 1_000
MOST_FAULTS: Final = 10
"""After this many lines that are no TOML, the rest of the file is not read."""
MOST_KEYS: Final = 5
LONGEST_KEY: Final = 30
LONGEST_GIVEN: Final = 40


class SettingsReason(Reason):
    """Faults of the file of settings."""

    IN_FILE = "{file}: {why}"
    IN_LINE = "{file}, line {line}: {why}"
    TOO_LARGE = "larger than {most} KiB"
    TOO_LONG = "longer than {most} letters"
    NO_TOML = "not TOML"
    NO_SETTING = "there is no setting {name}"
    NO_VALUE = "{name} is {values}, not {given}"
    OR = "{values} or {last}"
    NO_KEYS = "keys is a table of actions and keys"
    NO_KEY = "the keys of {name} are a name, or a list of at most {most}"


class Found(NamedTuple):
    """The contents of the file.

    Attributes:
        settings: The settings.
        faults: The faults, each with its place.
        text: The file without the lines that are no TOML.
    """

    settings: Settings
    faults: tuple[Sentence, ...] = ()
    text: str = ""

    def fault_at(self, why: Sentence, name: str, table: str = "") -> Sentence:
        """Return a fault with the place of a name, in `table` unless that is empty."""
        line = _line_of(self.text, name, table)
        return _in_line(line, why) if line else _in_file(why)


def settings_path() -> Path:
    """Return the file: in `TAPIS_HOME`, or in the user's configuration folder."""
    return settings_folder() / NAME


def read_settings() -> Found:
    """Return the settings of the file, and defaults where it has none or cannot be read."""
    try:
        data = read_file(settings_path())
    except (FileNotFoundError, NotADirectoryError):
        return Found(Settings(language=language_before() or "auto"))
    except OSError as error:
        return Found(Settings(), (_in_file(plain_sentence(error.strerror or str(error))),))
    return settings_in(data)


def settings_in(data: bytes) -> Found:
    """Return the settings in a file with these bytes.

    >>> str(settings_in(b'theme = "blue"').faults[0])
    "settings.toml, line 1: theme is baize, light, contrast, colour-blind or plain, not 'blue'"
    """
    if len(data) > MOST_BYTES:
        why = sentence(SettingsReason.TOO_LARGE, most=MOST_BYTES // 1024)
        return Found(Settings(), (_in_file(why),))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Found(Settings(), (_in_file(sentence(FileReason.NOT_UTF8)),))
    document, wrong, end = _parsed(text)
    lines = text.split("\n")[:end]
    for number in wrong:
        lines[number - 1 : number] = [""]
    found = Found(Settings(), text="\n".join(lines))
    faults = [_in_line(number, why) for number, why in wrong.items()]
    values: dict[str, Any] = {}
    for name, given in document.items():
        try:
            if name == KEYS:
                values[KEYS] = tuple(_keys_in(given, found, faults))
            elif name in BY_NAME:
                values[name] = _value(BY_NAME[name], given)
            elif name != PASSWORD:
                raise _WrongSetting(SettingsReason.NO_SETTING, name=_shown(name))
        except _WrongSetting as why:
            faults.append(found.fault_at(why.sentence, name))
    faults.sort(key=lambda fault: int(str(fault.facts.get("line", 0))))
    return found._replace(settings=Settings(**values), faults=tuple(faults))


class _WrongSetting(Exception):
    def __init__(self, reason: Reason, **facts: object) -> None:
        super().__init__(reason)
        self.sentence = sentence(reason, **facts)


def _in_file(why: Sentence) -> Sentence:
    return sentence(SettingsReason.IN_FILE, file=NAME, why=why)


def _in_line(line: int, why: Sentence) -> Sentence:
    return sentence(SettingsReason.IN_LINE, file=NAME, line=line, why=why)


def _value(setting: Setting, given: object) -> Value:
    """Return a value as it is set; a number may stand for its digits."""
    values = [value for value in setting.values if isinstance(value, str | bool)]
    there = str(given) if type(given) is int else given
    for value in values:
        if type(there) is type(value) and there == value:
            return value
    *others, last = [_written(value) for value in values]
    choice = sentence(SettingsReason.OR, values=", ".join(others), last=last)
    facts = {"name": setting.name, "values": choice, "given": _shown(given)}
    raise _WrongSetting(SettingsReason.NO_VALUE, **facts)


def _keys_in(
    given: object, found: Found, faults: list[Sentence]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not isinstance(given, dict):
        raise _WrongSetting(SettingsReason.NO_KEYS)
    for name, keys in given.items():
        several = keys if isinstance(keys, list) else [keys]
        is_right = 0 < len(several) <= MOST_KEYS and all(
            isinstance(key, str) and 0 < len(key) <= LONGEST_KEY for key in several
        )
        if is_right:
            yield name, tuple(several)
        else:
            why = sentence(SettingsReason.NO_KEY, name=_shown(name), most=MOST_KEYS)
            faults.append(found.fault_at(why, name, KEYS))


def _shown(given: object) -> str:
    """Return a value as it is named in a fault: in one short line."""
    if isinstance(given, bool):
        return _written(given)
    if isinstance(given, list | dict):
        return "[...]" if isinstance(given, list) else "{...}"
    shown = repr(given) if isinstance(given, str) else str(given)
    return shown if len(shown) <= LONGEST_GIVEN else f"{shown[:LONGEST_GIVEN]}..."


def _written(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def _parsed(text: str) -> tuple[dict[str, Any], dict[int, Sentence], int]:
    """Return the document without the lines that are wrong, why these are, how many are read."""
    lines = text.split("\n")
    wrong: dict[int, Sentence] = {}
    for at, line in enumerate(lines):
        if len(line) > LONGEST_LINE:
            lines[at] = ""
            wrong[at + 1] = sentence(SettingsReason.TOO_LONG, most=LONGEST_LINE)
    for _ in range(MOST_FAULTS):
        document = _loaded(lines)
        if isinstance(document, dict):
            return document, wrong, len(lines)
        at = document - 1 if document else _longest_start(lines)
        wrong[at + 1] = sentence(SettingsReason.NO_TOML)
        if document:
            lines[at] = ""
        else:
            del lines[at:]
    return {}, wrong, 0


def _loaded(lines: Sequence[str]) -> dict[str, Any] | int:
    """Return the document, or the number of the line that is wrong, 0 if none can be named."""
    import tomllib

    try:
        return tomllib.loads("\n".join(lines))
    except RecursionError:
        return 0
    except ValueError as error:
        place = re.search(r"\(at line (\d+), column \d+\)$", str(error))
        number = int(place[1]) if place else 0
        return number if 0 < number <= len(lines) and lines[number - 1].strip() else 0


def _longest_start(lines: Sequence[str]) -> int:
    """Return the number of lines at the beginning that can be read as a whole."""
    good, bad = 0, len(lines)
    while bad - good > 1:
        middle = (good + bad) // 2
        if isinstance(_loaded(lines[:middle]), dict):
            good = middle
        else:
            bad = middle
    return good


def _line_of(text: str, name: str, table: str = "") -> int:
    """Return the number of the line where a name is set, 0 if it cannot be found."""
    word = rf"""["']?{re.escape(name)}["']?"""
    dotted = rf"{table}\s*\.\s*" if table else ""
    line = rf"^[ \t]*(?:(?:{dotted})?{word}[ \t]*[=.]|\[+[ \t]*(?:{dotted})?{word}[ \t]*[\].])"
    starts = [found.start() for found in re.finditer(line, text, re.MULTILINE)]
    places = [text.count("\n", 0, start) + 1 for start in starts]
    lines = text.split("\n")
    for number in places if len(places) > 1 else ():
        before = _loaded(lines[: number - 1])  # in the middle of a text there is no end
        holder = before.get(table, {}) if table and isinstance(before, dict) else before
        upto = _loaded(lines[:number])
        there = upto.get(table, {}) if table and isinstance(upto, dict) else upto
        is_new = isinstance(holder, dict) and name not in holder
        if is_new and (not isinstance(there, dict) or name in there):
            return number
    return places[0] if places else 0


def write_settings(old: Settings, new: Settings, say: Callable[[str], str]) -> None:
    """Write the changed settings; everything else in the file stays as it is.

    Args:
        old: The settings before.
        new: The settings now.
        say: Translates the words of comments.

    Raises `OSError` if the file cannot be read or written.
    """
    path = settings_path()
    changes, keys = old.changes(new), _changed_keys(old.keys, new.keys)
    if not changes and not keys:
        return
    make_folder(path.parent)
    try:
        data = read_file(path)
    except FileNotFoundError:
        data = b""
        if before := language_before():
            changes = {"language": before, **changes}
    text = _edited(_mended(data), changes, keys, say)
    if text is None:
        write_file(path.with_name(OLD), data)
        changes, keys = Settings().changes(new), _changed_keys((), new.keys)
        text = _edited("", changes, keys, say) or ""
    write_file(path, text.encode())


def take_over(say: Callable[[str], str]) -> None:
    """Take over once the choices made before there were settings; for `say` see `write_settings`.

    Raises `OSError` if a file cannot be read or written; it is tried anew at the next start.
    """
    if not has_old():
        return
    if status_of(settings_path()) is None and (before := language_before()):
        write_settings(Settings(), Settings(language=before), say)
    forget_old()


def _changed_keys(old: Keys, new: Keys) -> dict[str, tuple[str, ...] | None]:
    """Return the new keys of actions whose keys changed; None where they are the default again."""
    before, after = dict(old), dict(new)
    changed = {name: keys for name, keys in new if before.get(name) != keys}
    return {**dict.fromkeys(before.keys() - after.keys()), **changed}


def _mended(data: bytes) -> str | None:
    """Return the text of a file, its wrong lines as comments; None if it cannot be gone on with."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if len(data) > MOST_BYTES:
        return None
    lines, (_document, wrong, end) = text.split("\n"), _parsed(text)
    if not end:
        return None
    for at in {*(number - 1 for number in wrong), *range(end, len(lines))}:
        lines[at] = f"# {lines[at]}".rstrip()
    return "\n".join(lines)


def _edited(
    text: str | None,
    changes: Mapping[str, Value],
    keys: Mapping[str, tuple[str, ...] | None],
    say: Callable[[str], str],
) -> str | None:
    """Return the text with the changes, None if it is such that they cannot be put there."""
    if text is None:
        return None
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    with suppress(TOMLKitError, RecursionError, ValueError, TypeError, AttributeError):
        document = tomlkit.parse(text)
        for name, value in changes.items():
            if name in document:
                document[name] = value
                continue
            item = tomlkit.item(value)
            setting = BY_NAME[name]
            words = ", ".join(_written(one) for one in setting.values)  # type: ignore[arg-type]
            document[name] = item.comment(f"{say(setting.help)} ({words})")
        if keys and KEYS not in document:
            document[KEYS] = tomlkit.table()
        table: Any = document[KEYS] if keys else {}
        for name, names in keys.items():
            if names:
                table[name] = names[0] if len(names) == 1 else list(names)
            else:
                table.pop(name, None)
        text = tomlkit.dumps(document)
        found = settings_in(text.encode())
        is_right = all(getattr(found.settings, name) == value for name, value in changes.items())
        there = dict(found.settings.keys)
        if is_right and all(there.get(name) == names for name, names in keys.items()):
            return text
    return None


class SettingsKeeper:
    """Writes settings in the background, one after the other."""

    def __init__(
        self,
        settings: Settings,
        say: Callable[[str], str],
        failed: Callable[[OSError], object],
    ) -> None:
        """Keep later changes of the settings that are in the file now.

        Args:
            settings: The settings in the file.
            say: Translates the words of comments.
            failed: Takes the error of a failed write, in another thread.
        """
        self._kept = self._wanted = settings
        self._say = say
        self._failed = failed
        self._lock = Lock()
        self._thread: Thread | None = None

    def keep(self, settings: Settings) -> None:
        """Write these settings soon; those that wait to be written are not written any more."""
        with self._lock:
            self._wanted = settings
            if self._thread is None:
                self._thread = Thread(target=self._write, daemon=True)
                self._thread.start()

    def take_over(self) -> None:
        """Take over soon the values that older versions remembered."""
        self.keep(self._wanted)

    def is_done(self, within: float) -> bool:
        """Whether all writes have ended, well or not, within these seconds."""
        thread = self._thread
        if thread is not None:
            thread.join(within)
        return thread is None or not thread.is_alive()

    def _write(self) -> None:
        with suppress(OSError):  # what was before still holds
            take_over(self._say)
        while True:
            with self._lock:
                wanted = self._wanted
                if wanted == self._kept:
                    self._thread = None
                    return
            try:
                write_settings(self._kept, wanted, self._say)
            except OSError as error:
                self._failed(error)
            self._kept = wanted
