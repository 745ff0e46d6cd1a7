"""The manual, the man page and the completions: installed, of the parser, and of use to a shell."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import shell_files

from cli.__main__ import main
from cli.commands.pages import FILES, FOLDER, WIDTH
from words import pages
from words.translation import LANGUAGES

ROOT = Path(__file__).parents[2]
WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"][
    "wheel"
]

COMPLETED = {
    "tapis sh": "share",
    "tapis completions ": "bash zsh fish",
    "tapis play zen --va": "--variant",
    "tapis play --no": "--north",
    "tapis check here.js": "here.json",
    "tapis share here.json --sv": "--svg",
}

COMPLETER = """
source "$1"
COMP_LINE=$2; read -ra COMP_WORDS <<<"$2"; [[ $2 == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); $(complete -p tapis | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
echo "${COMPREPLY[*]}"
"""


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="help differs with Python's version")
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_files_for_shells_are_those_of_the_parser(code):
    """`make completions` makes them anew."""
    for name, content in shell_files.files(code).items():
        assert (FOLDER / code / name).read_text() == content, name


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_completes_commands_options_and_files(tmp_path):
    (tmp_path / "here.json").touch()
    for typed, completed in COMPLETED.items():
        command = ["bash", "-c", COMPLETER, "bash", FOLDER / "en" / "tapis.bash", typed]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert (run.stdout.strip(), run.stderr) == (completed, ""), typed


@pytest.mark.parametrize("shell", FILES)
def test_completions_are_printed_in_the_language_spoken(shell, capfdbinary):
    assert main(["--lang", "fr", "completions", shell]) == 0
    assert capfdbinary.readouterr().out == (FOLDER / "fr" / FILES[shell]).read_bytes()


def test_whatever_is_installed_is_there_and_every_file_is_installed():
    there = {f"cli/shell/en/{name}" for name in (*FILES.values(), shell_files.PAGE)}
    assert {*WHEEL["shared-data"]} == there | {"cli/shell/fr/tapis.1"}
    words = "tapis_vert/words"
    pages = {f"docs/manual.{code}.md": f"{words}/manual.{code}.md" for code in LANGUAGES}
    put = {name: place for name, place in WHEEL["force-include"].items() if words in place}
    assert put == {**pages, "docs/rules": f"{words}/rules_pages"}
    assert all((ROOT / name).is_file() for name in (*WHEEL["shared-data"], *pages))


@pytest.mark.parametrize(("code", "title"), [("en", "the manual"), ("fr", "le manuel")])
def test_the_manual_is_printed_in_the_language_spoken(code, title, capfd):
    assert main(["--lang", code, "manual"]) == 0
    printed = capfd.readouterr().out
    first, *lines = printed.splitlines()
    assert title in first
    assert {part.title for part in pages.sections(pages.manual())} <= {*lines}
    marks = re.compile(r"\*\*|<!--|<a |\]\(|^ *\||^ *#+ |`")
    assert [line for line in lines if marks.search(line)] == []
    assert max(map(len, lines)) <= WIDTH


def test_an_installed_manual_lies_beside_its_module(tmp_path, monkeypatch):
    (tmp_path / "manual.en.md").write_text("installed")
    monkeypatch.setattr(pages, "_MANUALS", (tmp_path, *pages._MANUALS[1:]))
    assert pages.manual() == "installed"
