"""A key of every kind comes in, by OpenSSH too; a key that is not theirs opens nothing."""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
from door_program import Door, asyncssh, lines
from line_programs import environment
from terminal import PATIENCE
from visits import END_SECONDS, ends_within, visits_in

SSH, AGENT = (shutil.which(name) for name in ("ssh", "ssh-agent"))
needs_ssh = pytest.mark.skipif(not (SSH and AGENT), reason="needs the client of OpenSSH")

INSIDE = "Tapis Vert. What would you like to do?"
KINDS = {
    "ed25519": ("ssh-ed25519", {}),
    "RSA": ("ssh-rsa", {"key_size": 2048}),
    "ECDSA 256": ("ecdsa-sha2-nistp256", {}),
    "ECDSA 521": ("ecdsa-sha2-nistp521", {}),
}
SECURITY_KEYS = ("sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com")
AGENT_KEYS = 10


def a_key(kind: str = "ed25519") -> asyncssh.SSHKey:
    algorithm, settings = KINDS[kind]
    return asyncssh.generate_private_key(algorithm, **settings)


def written(key: asyncssh.SSHKey, folder: Path) -> Path:
    """Write both halves of a key; return the file of the private one."""
    file = folder / "key"
    key.write_private_key(str(file))
    file.chmod(0o600)
    key.write_public_key(f"{file}.pub")
    return file


def command(door: Door, *options: str, user: str = "ada") -> list[str]:
    """Return the command of OpenSSH's client, without anything of this account's settings."""
    return [
        *(str(SSH), "-F", "none", "-p", str(door.port), "-o", "StrictHostKeyChecking=no"),
        *("-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", *options),
        f"{user}@127.0.0.1",
    ]


def talk(door: Door, *options: str, user: str = "ada", **more: str) -> str:
    """Play in words by OpenSSH's client, which has no terminal to ask at; return what was said."""
    ran = subprocess.run(
        command(door, "-T", *options, user=user),
        input="quit\n",
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        start_new_session=True,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def by_file(file: Path) -> list[str]:
    return ["-i", str(file), "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none"]


@contextmanager
def an_agent(folder: Path, keys: list[asyncssh.SSHKey]):
    """Have an agent with some keys; give the path of its socket."""
    path = folder / "agent"
    process = subprocess.Popen([str(AGENT), "-D", "-a", str(path)], stdout=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()  # it listens

    async def fill() -> None:
        async with asyncssh.connect_agent(str(path)) as agent:
            await agent.add_keys(keys)

    try:
        asyncio.run(fill())
        yield str(path)
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_of_each_kind_is_an_account(door, kind):
    key = a_key(kind)
    assert INSIDE in asyncio.run(lines(door, key, "quit\n"))[0]
    assert door.has_account(key)


@needs_ssh
@pytest.mark.parametrize("kind", KINDS)
def test_the_client_of_openssh_comes_in_with_a_key_of_each_kind(door, kind, tmp_path):
    key = a_key(kind)
    assert INSIDE in talk(door, *by_file(written(key, tmp_path)))
    assert door.has_account(key)


@pytest.mark.parametrize("algorithm", SECURITY_KEYS)
def test_a_security_key_is_an_account(door, algorithm, monkeypatch):
    """The token is in software: it signs what a real one signs."""
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519

    is_ed25519 = "ed25519" in algorithm
    token = (
        ed25519.Ed25519PrivateKey.generate()
        if is_ed25519
        else ec.generate_private_key(ec.SECP256R1())
    )

    def enroll(*_asked: object) -> tuple[bytes, bytes]:
        kinds = (
            (serialization.Encoding.Raw, serialization.PublicFormat.Raw)
            if is_ed25519
            else (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        )
        return token.public_key().public_bytes(*kinds), b"handle"

    def sign(data: bytes, application: str, _handle: bytes, flags: int, *_more: object):
        parts = (application.encode(), data)
        asked, told = (hashlib.sha256(part).digest() for part in parts)
        message = asked + bytes([flags]) + (7).to_bytes(4, "big") + told
        signed = (
            token.sign(message) if is_ed25519 else token.sign(message, ec.ECDSA(hashes.SHA256()))
        )
        return flags, 7, signed, data

    for module in (asyncssh.sk_eddsa, asyncssh.sk_ecdsa):
        monkeypatch.setattr(module, "sk_enroll", enroll)
        monkeypatch.setattr(module, "sk_sign", sign)
    key = asyncssh.generate_private_key(algorithm)
    assert INSIDE in asyncio.run(lines(door, key, "quit\n"))[0]
    assert door.has_account(key)


@needs_ssh
def test_of_an_agent_with_ten_keys_the_first_is_the_account(door, tmp_path):
    keys = [a_key() for _ in range(AGENT_KEYS)]
    with an_agent(tmp_path, keys) as agent:
        assert INSIDE in talk(door, SSH_AUTH_SOCK=agent)
        assert [door.has_account(key) for key in keys] == [True] + [False] * (AGENT_KEYS - 1)
        before = door.accounts()
        assert INSIDE in talk(door, user="guest", SSH_AUTH_SOCK=agent)
        assert door.accounts() == before, "guest is a guest, with whatever keys"


@needs_ssh
def test_a_key_beside_the_other_half_of_another_key_opens_nothing(door, tmp_path):
    key, another = a_key(), a_key()
    file = written(key, tmp_path)
    another.write_public_key(f"{file}.pub")
    assert INSIDE in talk(door, *by_file(file)), "as a guest"
    assert not door.has_account(another)


def test_a_signature_by_another_key_opens_nothing(door):
    pair = asyncssh.load_keypairs([a_key()])[0]
    another = a_key()
    pair.public_data = another.public_data
    said, _status = asyncio.run(lines(door, pair, "new duel\nbegin\nsave mine\n"))
    assert "on a machine with a key: ssh HOST bind" in said  # as a guest is told
    assert not door.has_account(another)


@needs_ssh
def test_a_client_of_openssh_that_is_killed_leaves_no_process(door, tmp_path):
    key = a_key()
    ssh = subprocess.Popen(
        command(door, "-tt", *by_file(written(key, tmp_path))),
        env=environment(TERM="xterm-256color"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    said = b""
    while b"First game" not in said:
        said += os.read(ssh.stdout.fileno(), 65536)
    (process,) = visits_in(door.folder_of(key))
    handle = os.pidfd_open(process)
    ssh.send_signal(signal.SIGKILL)
    ssh.communicate()
    assert ends_within(handle, END_SECONDS)
