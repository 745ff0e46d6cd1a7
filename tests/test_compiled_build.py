"""The compiled build: what is compiled, when, and what `make fast` says without a compiler.

That it plays as the sources do is a matter of `make test-fast`.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys

import pytest
from diagram import ROOT

from cli.__main__ import main
from engine import bits

NEVER = {"options", "state", "moves", "view", "game", "description"}
"""What stays as it is in every build: files, messages and statistics take these apart."""


def compiled() -> list[str]:
    tree = ast.parse((ROOT / "hatch_build.py").read_text())
    (modules,) = (
        node.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and node.target.id == "COMPILED"
    )
    return ast.literal_eval(modules)


def test_modules_that_are_there_are_compiled_and_nothing_that_others_take_apart():
    files = [ROOT / name for name in compiled()]
    assert len(files) > 5
    assert all(file.is_file() for file in files)
    assert not {file.stem for file in files} & NEVER


def test_what_is_compiled_has_no_part_of_a_message_for_compiling_takes_its_annotations():
    for name in compiled():
        imports = [
            node
            for node in ast.walk(ast.parse((ROOT / name).read_text()))
            if isinstance(node, ast.ImportFrom)
        ]
        assert "engine.view_marks" not in {node.module for node in imports}, name


def needed(**asked: str) -> str:
    """Return what a build needs, as the frontend is told."""
    script = "from hatchling.build import *; print(get_requires_for_build_wheel())"
    environment = {name: text for name, text in os.environ.items() if name != "TAPIS_COMPILED"}
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env=environment | asked,
        capture_output=True,
        timeout=60,
        check=True,
    )
    return run.stdout.decode().strip()


def test_a_build_needs_mypyc_only_where_it_compiles_and_then_the_one_of_the_checks():
    assert needed() == "[]"
    known = (ROOT / "constraints.txt").read_text().splitlines()
    (mypy,) = (line for line in known if line.startswith("mypy=="))
    assert needed(TAPIS_COMPILED="1") == f"['{mypy.replace('==', '[mypyc]==')}']"


@pytest.mark.parametrize("target", ["fast", "fast-wheel", "test-fast"])
def test_without_a_compiler_make_says_so_in_one_sentence_and_does_nothing(target, tmp_path):
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    run = subprocess.run(
        ["make", "--silent", target, f"VENV={tmp_path}", "CC=nonesuch", "PIP=echo installed"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 2
    assert run.stdout == ""
    said, of_make = run.stderr.splitlines()
    assert said.startswith("Compiling needs a C compiler")
    assert "nonesuch was not found." in said
    assert of_make.startswith("make")


def test_the_version_says_which_build_it_is(monkeypatch, capfd):
    for is_compiled in (False, True):
        monkeypatch.setattr(bits, "IS_COMPILED", is_compiled)
        with pytest.raises(SystemExit):
            main(["--version"])
        assert ("(compiled)" in capfd.readouterr().out) == is_compiled


def test_bits_are_counted_by_arithmetic_as_python_counts_them():
    masks = [
        0,
        1,
        (1 << 62) - 1,
        *(3**n % (1 << 62) for n in range(200)),
        *(1 << n for n in range(62)),
    ]
    assert [bits.count_by_arithmetic(mask) for mask in masks] == [*map(int.bit_count, masks)]
