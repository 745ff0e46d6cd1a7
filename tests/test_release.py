"""A signed release: `make sign` with a throw-away key, verified by the line in docs/README.md."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from line_programs import ROOT

needs_ssh = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="needs ssh-keygen")

RELEASED = ("tapis_vert-1.whl", "tapis_vert-1.tar.gz", "tapis.pyz", "tapis.cdx.json")


@pytest.fixture
def release(tmp_path):
    """What is released, signed by a new key, and the public key as docs/README.md wants it."""
    key, dist = tmp_path / "key", tmp_path / "dist"
    dist.mkdir()
    for name in RELEASED:
        (dist / name).write_bytes(b"a file to be had")
    quiet = {"check": True, "capture_output": True, "timeout": 60}
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", key], **quiet
    )
    subprocess.run(["make", "-C", ROOT, "sign", f"DIST={dist}", f"KEY={key}"], **quiet)
    (dist / "allowed_signers").write_text(f"tapis-vert {key.with_suffix('.pub').read_text()}")
    return dist


def verify(dist) -> bool:
    (line,) = re.findall(
        r"^ssh-keygen -Y verify.*$", (ROOT / "docs/README.md").read_text(), re.MULTILINE
    )
    return (
        subprocess.run(["sh", "-c", line], cwd=dist, capture_output=True, timeout=60).returncode
        == 0
    )


@needs_ssh
def test_the_line_in_the_documents_verifies_what_is_signed(release):
    assert verify(release)


@needs_ssh
@pytest.mark.parametrize("harmed", [*RELEASED, "SHA256SUMS", "SHA256SUMS.sig", "allowed_signers"])
def test_whatever_is_changed_the_line_says_no(release, harmed):
    file = release / harmed
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    assert not verify(release)


def test_the_workflow_of_a_release_asks_make_for_what_it_has():
    workflow = (ROOT / ".github/workflows/release.yml").read_text()
    asked = set(re.findall(r"run: make ([\w-]+)", workflow))
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"test", "unsigned", "formula", "deb"} <= asked <= {*targets}


def test_the_workflow_names_what_others_wrote_by_its_commit():
    workflow = (ROOT / ".github/workflows/release.yml").read_text()
    used = re.findall(r"uses: \S+@(\S+)", workflow)
    assert len(used) == workflow.count("uses:")
    assert all(re.fullmatch("[0-9a-f]{40}", commit) for commit in used)
