"""A session is recorded by choice, as an asciicast in its account's folder, and fetched by ssh."""

from __future__ import annotations

import asyncio
import json

import pytest

from door import recording
from door.recording import MOST_BYTES, NoRoom, Recording

QUOTA = 10 * MOST_BYTES


def begun(folder, quota=QUOTA):
    time = iter(range(1000))
    return Recording.begun(folder, quota, "xterm", (80, 24), lambda: float(next(time)))


def recorded(folder):
    (name,) = recording.names(folder)
    head, *events = map(json.loads, recording.read(folder, name).splitlines())
    return head, events


def test_what_is_painted_and_each_size_stand_there_with_their_times(tmp_path):
    made = begun(tmp_path)
    made.show("é".encode()[:1])
    made.show("é".encode()[1:] + b"\x1b[2J")
    made.resize(40, 20)
    made.close()
    head, events = recorded(tmp_path)
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    assert events == [[1, "o", "é\x1b[2J"], [2, "r", "40x20"]]


def test_a_recording_ends_at_its_limit_and_can_be_read(tmp_path):
    made = begun(tmp_path)
    for _ in range(10):
        made.show(b"x" * (MOST_BYTES // 6))
    made.close()
    _head, events = recorded(tmp_path)
    assert len(events) == 5


def test_there_is_none_where_it_could_grow_over_the_quota(tmp_path):
    (tmp_path / "game").write_bytes(bytes(9 * MOST_BYTES))
    begun(tmp_path, QUOTA + MOST_BYTES).close()
    with pytest.raises(NoRoom):
        begun(tmp_path)


@pytest.mark.parametrize("name", ["../secret", "secret", "", "2026-01-01-000000", "a\0b"])
def test_nothing_but_a_recording_is_handed_over_or_removed(tmp_path, name):
    begun(tmp_path / "mine").close()
    (tmp_path / "secret.cast").touch()
    (tmp_path / "mine/casts/secret.cast").touch()
    for deed in (recording.read, recording.remove):
        with pytest.raises(FileNotFoundError):
            deed(tmp_path / "mine", name)


def test_two_recordings_of_one_second_have_two_names(tmp_path):
    for _ in range(3):
        begun(tmp_path).close()
    assert len(recording.names(tmp_path)) == 3


def test_somebody_records_a_session_fetches_it_and_removes_it(tmp_path):
    asyncssh = pytest.importorskip("asyncssh", reason="needs the packages of tapis-vert[door]")
    from door_program import Door, lines, painted, seen

    door = Door(tmp_path / "door")
    key = asyncssh.generate_private_key("ssh-ed25519")

    async def play() -> None:
        assert "no recording" in (await lines(door, key, "", command="casts"))[0]
        async with door.connect(key) as line:
            screen = await painted(line, command="record")
            await seen(screen, "First game")
            screen.stdin.write(b"\x11")  # Ctrl+Q
            await screen.wait_closed()
        listed, _status = await lines(door, key, "", command="casts")
        name = listed.split(":")[0]
        fetched, status = await lines(door, key, "", command=f"casts {name}")
        assert status == 0
        painted_here = "".join(event[2] for event in map(json.loads, fetched.splitlines()[1:]))
        assert "First game" in painted_here
        assert painted_here.count("\x1b[?1049l") == 1, "from the beginning to the end"
        assert "removed" in (await lines(door, key, "", command=f"casts remove {name}"))[0]
        assert "no recording" in (await lines(door, key, "", command=f"casts {name}"))[0]
        said, status = await lines(door, key, "", command="record")
        assert ("needs a terminal" in said, status) == (True, 2)
        said, status = await lines(door, None, "", command="record")
        assert ("without a key" in said, status) == (True, 2)

    asyncio.run(play())
    door.close()
