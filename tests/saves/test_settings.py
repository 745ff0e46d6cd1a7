"""The file of settings: every value, what is wrong named with its line, comments kept, damage."""

from __future__ import annotations

import json
import os
import random
import tomllib

import pytest

from saves import settings_file
from saves.home import home_folder, recall, remember, settings_folder
from saves.settings import KEYS, SETTINGS, Settings
from saves.settings_file import (
    LONGEST_LINE,
    MOST_BYTES,
    read_settings,
    settings_in,
    settings_path,
    take_over,
    write_settings,
)

OTHER = Settings(
    language="fr",
    theme="light",
    cards="outline",
    motion=False,
    pace="at-once",
    digits="plain",
    bell=True,
    curtain=False,
    mouse=False,
    ssh_colours="24-bit",
    keys=(("hint", ("x",)), ("help", ("h", "f1"))),
)
"""Everything otherwise than usual."""


def faults(data: bytes | str) -> list[str]:
    data = data.encode() if isinstance(data, str) else data
    return [str(fault) for fault in settings_in(data).faults]


def put(text: str | bytes) -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_bytes(text.encode() if isinstance(text, str) else text)


def english(text: str) -> str:
    return text


def test_what_is_usual_is_said_once():
    assert [setting.name for setting in SETTINGS] + [KEYS] == [*Settings._fields]
    assert (
        Settings(**{setting.name: next(iter(setting.values)) for setting in SETTINGS}) == Settings()
    )


def test_without_a_file_everything_is_usual():
    assert read_settings() == settings_file.Found(Settings())


def test_everything_that_is_set_is_written_and_found_again():
    write_settings(Settings(), OTHER, english)
    assert read_settings().settings == OTHER
    assert read_settings().faults == ()
    write_settings(OTHER, Settings(), english)
    assert read_settings().settings == Settings()


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_value_of_every_setting_can_be_set_by_hand(setting):
    for value in setting.values:
        written = json.dumps(value)
        found = settings_in(f"{setting.name} = {written}\n".encode())
        assert getattr(found.settings, setting.name) == value
        assert found.faults == ()


def test_a_new_file_says_what_each_setting_is_and_can_be_set_to():
    write_settings(Settings(), Settings(theme="light"), english)
    assert settings_path().read_text() == (
        'theme = "light" # The colours of the table; plain: the terminal\'s own sixteen.'
        " (baize, light, contrast, colour-blind, plain)\n"
    )


def test_comments_order_and_what_is_unknown_stay_when_settings_are_written():
    put('# mine\nzebra = 3 # why\ntheme = "light"   # bright\n\n[keys]\n# learn\nmenu = "x"\n')
    before = read_settings().settings
    write_settings(before, before._replace(theme="plain", bell=True, keys=()), english)
    text = settings_path().read_text()
    assert text.startswith('# mine\nzebra = 3 # why\ntheme = "plain"   # bright\nbell = true #')
    assert text.endswith("\n\n[keys]\n# learn\n")


def test_a_setting_without_a_change_is_not_written():
    put('theme = "blue"\n')
    found = read_settings()
    write_settings(found.settings, found.settings._replace(bell=True), english)
    assert 'theme = "blue"\n' in settings_path().read_text()
    write_settings(found.settings, found.settings, english)
    assert "bell = true" in settings_path().read_text()


THEMES = "theme is baize, light, contrast, colour-blind or plain"
PACES = "pace is normal, slow, fast, fastest or at-once"
HINT = "the keys of 'hint' are a name, or a list of at most 5"
WRONG = [
    ('\n\ntheme = "blue"', f", line 3: {THEMES}, not 'blue'"),
    ("bell = 1", ", line 1: bell is false or true, not 1"),
    ('bell = "true"', ", line 1: bell is false or true, not 'true'"),
    ("pace = [1, 2]", f", line 1: {PACES}, not [...]"),
    ("ssh_colours = true", ", line 1: ssh_colours is auto, 256 or 24-bit, not true"),
    ("#\nthem = 1", ", line 2: there is no setting 'them'"),
    ("[theme]\nx=1", f", line 1: {THEMES}, not {{...}}"),
    ("[a.b.c]\n", ", line 1: there is no setting 'a'"),
    ("keys = 3", ", line 1: keys is a table of actions and keys"),
    ("[keys]\nhint = 3", f", line 2: {HINT}"),
    ("[keys]\nhint = []", f", line 2: {HINT}"),
    ("keys.hint = 3", f", line 1: {HINT}"),
    ("# a\ntheme = = 3", ", line 2: not TOML"),
    ('theme = "light"\ntheme = "plain"', ", line 2: not TOML"),
    ('\na = """\nopen', ", line 2: not TOML"),
    ("\n#" + "x" * LONGEST_LINE, ", line 2: longer than 1000 letters"),
    (b"\xff\xfe", ": not UTF-8"),
    (b"#" * (MOST_BYTES + 1), ": larger than 32 KiB"),
]


@pytest.mark.parametrize(("text", "fault"), WRONG)
def test_what_is_wrong_is_named_with_its_line(text, fault):
    assert faults(text) == [f"settings.toml{fault}"]


@pytest.mark.parametrize("text", [text for text, _fault in WRONG if isinstance(text, str)])
def test_the_rest_of_a_file_holds(text):
    first, _newline, rest = text.partition("\n") if text.startswith("[") else ("", "", text)
    whole = f'language = "fr"\ncurtain = false\n{first}\n{rest}\n'
    found = settings_in(whole.encode())
    assert (found.settings.language, found.settings.curtain) == ("fr", False)
    assert len(found.faults) == 1


def test_several_faults_come_in_the_order_of_the_file():
    assert faults('bell = 3\ntheme = = 1\npace = "x"\n') == [
        "settings.toml, line 1: bell is false or true, not 3",
        "settings.toml, line 2: not TOML",
        f"settings.toml, line 3: {PACES}, not 'x'",
    ]


def test_a_line_in_the_middle_of_a_text_is_not_taken_for_a_setting():
    assert faults('title = """\ntheme = 1\n"""\ntheme = "blue"\n')[1].startswith(
        "settings.toml, line 4: theme is"
    )


def test_a_fault_of_a_key_is_named_with_the_line_in_its_table():
    found = settings_in(b'[other]\nhint = 1\n[keys]\nhint = "x"\n')
    assert "line 4" in str(found.fault_at(found.faults[0], "hint", KEYS))


def test_what_was_no_toml_stays_as_a_comment_when_settings_are_written():
    put('pace = = 3\nbell = true\ntheme = """\nopen\n')
    before = read_settings().settings
    write_settings(before, before._replace(theme="light"), english)
    text = settings_path().read_text()
    assert tomllib.loads(text)["theme"] == "light"
    assert text.startswith("# pace = = 3\nbell = true\n")
    assert '# theme = """' in text
    assert "# open" in text


@pytest.mark.parametrize("data", [b"\xff\xfe", b"= \n" * 50, b"#" * (MOST_BYTES + 1)])
def test_a_file_that_cannot_be_gone_on_with_is_kept_beside(data):
    put(data)
    write_settings(Settings(), Settings(theme="light"), english)
    assert read_settings().settings.theme == "light"
    assert settings_path().with_name("settings.toml.old").read_bytes() == data


def test_a_folder_a_pipe_and_an_endless_file_set_nothing_and_are_not_written_over(tmp_path):
    path = settings_path()
    path.mkdir(parents=True)
    assert str(read_settings().faults[0]).startswith("settings.toml: ")
    with pytest.raises(OSError, match=r"directory|regular"):
        write_settings(Settings(), OTHER, english)
    path.rmdir()
    os.mkfifo(path)
    assert [str(one) for one in read_settings().faults] == ["settings.toml: not a regular file"]
    with pytest.raises(OSError, match="not a regular file"):
        write_settings(Settings(), OTHER, english)
    path.unlink()
    path.symlink_to("/dev/zero")
    assert [str(one) for one in read_settings().faults] == ["settings.toml: not a regular file"]


def test_where_nothing_can_be_read_everything_is_usual(monkeypatch):
    def refused(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(settings_file, "read_file", refused)
    assert [str(one) for one in read_settings().faults] == ["settings.toml: Permission denied"]
    assert read_settings().settings == Settings()


def test_a_home_that_is_a_file_sets_nothing(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TAPIS_HOME", str(tmp_path / "file"))
    assert read_settings() == settings_file.Found(Settings())


def test_the_settings_of_a_link_are_written_where_it_leads(tmp_path):
    (tmp_path / "dotfiles.toml").write_text("bell = true\n")
    settings_path().parent.mkdir()
    settings_path().symlink_to(tmp_path / "dotfiles.toml")
    write_settings(read_settings().settings, Settings(), english)
    assert settings_path().is_symlink()
    assert (tmp_path / "dotfiles.toml").read_text() == "bell = false\n"


def test_without_a_home_of_its_own_settings_are_in_the_configuration_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("TAPIS_HOME")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    assert settings_folder() == tmp_path / "XDG_CONFIG_HOME" / "tapis-vert"
    assert home_folder() == tmp_path / "XDG_DATA_HOME" / "tapis-vert"


# What there was before there were settings


def put_before(**kept: object) -> None:
    home_folder().mkdir(parents=True, exist_ok=True)
    (home_folder() / "settings.json").write_text(json.dumps(kept))


def test_a_language_of_before_holds_and_is_taken_over_once():
    put_before(language="fr", game="zen")
    assert read_settings().settings == Settings(language="fr")
    assert recall() == {"game": "zen"}
    take_over(english)
    assert not (home_folder() / "settings.json").exists()
    assert read_settings().settings == Settings(language="fr")
    assert recall() == {"game": "zen"}
    settings_path().unlink()
    take_over(english)
    assert read_settings().settings == Settings()


def test_settings_that_are_there_are_not_taken_over_by_what_was_before():
    put_before(language="fr", game="zen")
    put("")
    take_over(english)
    assert read_settings().settings == Settings()
    assert recall() == {"game": "zen"}


def test_what_is_remembered_before_it_was_taken_over_is_not_lost():
    put_before(language="fr", game="zen")
    remember(new_game={"games": 3})
    take_over(english)
    assert recall() == {"game": "zen", "new_game": {"games": 3}}
    assert read_settings().settings == Settings(language="fr")


def test_a_setting_written_before_it_was_taken_over_keeps_the_language():
    put_before(language="fr")
    write_settings(read_settings().settings, Settings("fr", bell=True), english)
    take_over(english)
    assert read_settings().settings == Settings(language="fr", bell=True)


@pytest.mark.parametrize("kept", ["", "[]", '{"language": 3}', '{"language": "de"}', "[" * 9_999])
def test_what_was_before_may_be_damaged_too(kept):
    home_folder().mkdir(parents=True)
    (home_folder() / "settings.json").write_text(kept)
    assert read_settings().settings == Settings()
    take_over(english)
    assert recall() == {}


# Damage

SOUND = """\
# what I like
language = "fr"
theme = "light" # bright
cards = 'outline'
motion = false
ssh_colours = 256
title = \"\"\"
theme = 1
\"\"\"
[keys]
hint = "x"
help = ["h", "f1"]
[other.table]
when = 1979-05-27T07:32:00Z
list = [ [ 1, 2.5 ], { a = inf } ]
"""
PIECES = [
    *("=", "[", "]", "[[", "{", '"', '"""', "'''", "\n", "\\", "\\u12", "#", ".", "\0", "\x1b[2J"),
    *("\r", "\ufeff", "é", "nan", "1e999", "0x", "9" * 900, "[" * 900, "a." * 400, "{a=" * 300),
    *("theme", "true", "2020-99-99", ",", "keys", "\ud7ff", "[keys]\n", "[theme]\n", "theme.x=1\n"),
]


def damaged(chance: random.Random) -> bytes:
    """Return the settings with up to six pieces put in, cut out, or moved."""
    data = SOUND.encode()
    for _ in range(chance.randrange(1, 7)):
        at, end = sorted(chance.choices(range(len(data) + 1), k=2))
        how = chance.randrange(5)
        if how == 0:
            data = data[:at] + chance.choice(PIECES).encode() + data[at:]
        elif how == 1:
            data = data[:at] + data[min(end, at + 9) :]
        elif how == 2:
            data = data[:at] + data[at:end] * 2 + data[end:]
        elif how == 3:
            data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        else:
            data = data[:at]
    return data


@pytest.mark.parametrize(
    "count", [100, pytest.param(1_000, marks=pytest.mark.slow)], ids=["some", "a thousand"]
)
def test_damaged_settings_are_read_named_and_written_again(count):
    chance = random.Random(count)
    told = 0
    for _ in range(count):
        data = damaged(chance)
        put(data)
        found = read_settings()
        told += bool(found.faults)
        assert all(str(fault).startswith("settings.toml") for fault in found.faults), data
        assert len(found.faults) < 40, data
        other = "plain" if found.settings.theme != "plain" else "light"
        changed = found.settings._replace(theme=other, keys=(("menu", ("x",)),))
        write_settings(found.settings, changed, english)
        again = read_settings().settings
        assert (again.theme, dict(again.keys)) == (other, {"menu": ("x",)}), data
    assert told > count / 2
