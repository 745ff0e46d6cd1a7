"""What the terminal answers when it is asked for 24 bits: it is heard, kept, and never a key."""

from __future__ import annotations

import pytest
from line_programs import TAPIS, environment
from pilots import drive, program, until
from terminal import Terminal
from textual.events import Key, Paste

from saves.home import is_first_start, remember, true_colour_of
from saves.settings import Settings
from saves.settings_file import Found
from tui.appearance import Surroundings, surroundings_here, surroundings_of
from tui.colour_query import AWAITED, LONG_PATIENCE, LONGEST, QUESTION, ColourQuery, ColoursTold
from tui.driver import CTRL_C as CTRL_C_KEY
from tui.driver import TerminalInput
from tui.themes import Depth, palette

KIND = b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"
SHOWN = b"\x1bP1$r0;48:2::1:2:3m\x1b\\"
NOT_SHOWN = b"\x1bP1$r0;48;5;16m\x1b\\"
NO_SUCH_REQUEST = b"\x1bP0$r\x1b\\"
NAMED = b"\x1bP1+r524742=382F382F38\x1b\\"
NOT_NAMED = b"\x1bP0+r524742\x1b\\\x1bP0+r5463\x1b\\"

ANSWERS = {
    "xterm": (SHOWN + KIND, [True]),
    "semicolons": (b"\x1bP1$r48;2;1;2;3m\x1b\\" + KIND, [True]),
    "no place for the space of colours": (b"\x1bP1$r0;48:2:1:2:3m\x1b\\" + KIND, [True]),
    "a space of colours, one byte as the end": (b"\x1bP0$r48:2:1:1:2:3m\x9c" + KIND, [True]),
    "the nearest of 256 is shown": (NOT_SHOWN + NAMED + KIND, [False]),
    "RGB by name": (NO_SUCH_REQUEST + NAMED + KIND, [True]),
    "Tc by name": (b"\x1bP1+r5463\x1b\\" + KIND, [True]),
    "neither by name": (NO_SUCH_REQUEST + NOT_NAMED + KIND, [False]),
    "its kind alone, as of tmux": (b"\x1b[?1;2c", [False]),
    "its kind first": (KIND + SHOWN, [False, True]),
    "nothing": (b"", []),
}


def asked() -> tuple[TerminalInput, ColourQuery]:
    query = ColourQuery()
    assert query.ask() == QUESTION
    return TerminalInput(query), query


def heard(source: TerminalInput, *reads: bytes | None) -> list[bool | str]:
    """Return verdicts, keys and pastes; None is a silence."""
    found = []
    for data in reads:
        for message in source.wait() if data is None else source.feed(data):
            match message:
                case ColoursTold():
                    found.append(message.is_true)
                case Key():
                    found.append(message.key)
                case Paste():
                    found.append(message.text)
    return found


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_understood_whole_or_in_pieces_and_no_key(name):
    data, verdicts = ANSWERS[name]
    letters = [data[at : at + 1] for at in range(len(data))]
    assert heard(asked()[0], data, b"q") == [*verdicts, "q"]
    assert heard(asked()[0], *letters, b"q") == [*verdicts, "q"]
    if not data.startswith(KIND):  # after that nothing is awaited
        slowly = [read for letter in letters for read in (letter, None)]
        assert heard(asked()[0], *slowly, b"q") == [*verdicts, "q"]


def test_an_answer_that_comes_late_counts_and_its_pieces_are_no_keys():
    source, query = asked()
    assert heard(source, *[None] * AWAITED) == []
    assert not query.is_open
    assert heard(source, SHOWN[:9], None, None, SHOWN[9:], KIND) == [True]


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"\x1bP1$r\xff\x1b[A", ["up"]),
        (b"\x1bP1$r48;2\x1b[Aq", ["up", "q"]),
        (b"\x1bP1+r\x03", ["ctrl+c"]),
        (b"\x1b[?62;\x1b[B", ["down"]),
        (b"\x1bP1$r" + b"48;2;1;2;9m\x1b\\q", [False, "q"]),
    ],
)
def test_a_broken_answer_ends_nothing(data, keys):
    assert heard(asked()[0], data) == keys


def test_an_answer_without_an_end_does_not_swallow_keys_for_ever():
    assert heard(asked()[0], b"\x1bP1$r" + b"9;" * LONGEST + CTRL_C_KEY.encode() + b"q")[-2:] == [
        "ctrl+c",
        "q",
    ]


def test_half_an_answer_is_dropped_after_some_silence():
    assert heard(asked()[0], b"\x1bP1$r48", *[None] * LONG_PATIENCE, b"q") == ["q"]


def test_keys_that_begin_like_answers_are_keys():
    source = TerminalInput()
    assert heard(source, b"\x1bP", None, b"x\x1b[A") == heard(source, b"\x1bPx\x1b[A") != []
    assert heard(source, b"\x1b[", b"A", b"q") == ["up", "q"]
    assert heard(source, b"P1$r[?") == [
        *"P1",
        "dollar_sign",
        "r",
        "left_square_bracket",
        "question_mark",
    ]


def test_nobody_who_was_not_asked_is_believed():
    assert heard(TerminalInput(), SHOWN, NAMED, KIND, b"q") == ["q"]


# What is asked, and what is kept

PLAIN = {"TERM": "xterm-256color"}


@pytest.mark.parametrize(
    ("environment", "term"),
    [
        (PLAIN, "xterm-256color"),
        ({"TERM": "xterm"}, "xterm"),
        ({**PLAIN, "COLORTERM": "truecolor"}, ""),
        ({"TERM": "xterm-direct"}, ""),
        ({**PLAIN, "NO_COLOR": "1"}, ""),
        ({"TERM": "linux"}, ""),
        ({"TERM": "screen", "STY": "7.a"}, ""),
    ],
)
def test_a_terminal_is_asked_where_the_environment_leaves_it_open(environment, term):
    assert surroundings_of(environment).asked == term


@pytest.mark.parametrize(
    ("setting", "is_far", "told", "depth"),
    [
        ("auto", True, None, Depth.INDEXED),
        ("auto", True, True, Depth.TRUE),
        ("auto", True, False, Depth.INDEXED),
        ("256", True, True, Depth.INDEXED),
        ("24-bit", True, False, Depth.TRUE),
        ("256", False, True, Depth.TRUE),
        ("24-bit", False, None, Depth.INDEXED),
    ],
)
def test_the_setting_counts_over_ssh_and_else_what_the_terminal_told(setting, is_far, told, depth):
    around = Surroundings(Depth.INDEXED, is_far, asked="xterm-256color", told=told)
    assert around.depth(setting) is depth


def told_by(around: Surroundings, is_true: bool) -> Depth:
    """Return how many colours are painted with after the terminal told."""
    app = program(found=Found(Settings()), around=around)

    async def act(pilot) -> None:
        pilot.app.post_message(ColoursTold(is_true))
        await until(pilot, lambda: true_colour_of(around.asked) is is_true)

    drive(app, act)
    return palette().depth


def test_what_a_terminal_told_is_painted_with_and_known_at_the_next_start(monkeypatch):
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert surroundings_here().told is None
    assert told_by(surroundings_here(), True) is Depth.TRUE
    assert is_first_start()
    assert surroundings_here().depth("auto") is Depth.TRUE
    monkeypatch.setenv("TERM", "tmux-256color")
    assert surroundings_here().depth("auto") is Depth.INDEXED
    monkeypatch.setenv("TERM", "xterm-256color")
    assert told_by(surroundings_here(), False) is Depth.INDEXED
    assert surroundings_here().depth("auto") is Depth.INDEXED


@pytest.mark.parametrize("damaged", [None, [], {"xterm-256color": "yes"}])
def test_what_is_remembered_wrongly_is_nothing(damaged):
    remember(true_colour=damaged)
    assert true_colour_of("xterm-256color") is None


def test_a_terminal_is_asked_behind_the_first_paint_and_repainted_when_it_answers():
    shown = environment(TERM="xterm-256color", SSH_TTY="/dev/pts/1", TEXTUAL_ANIMATIONS="none")
    terminal = Terminal([*TAPIS], shown)
    try:
        terminal.wait_until(lambda: b"\x1b[c" in terminal.sent, "nothing was asked")
        before = terminal.sent.index(QUESTION.encode())
        assert b"Quit" in terminal.sent[:before]
        assert b"48;2;18;64;47" not in terminal.sent
        assert "$q" not in terminal.text()  # which this terminal prints
        terminal.send(SHOWN + KIND)
        terminal.wait_until(lambda: b"48;2;18;64;47" in terminal.sent[before:], "not repainted")
    finally:
        terminal.end()
