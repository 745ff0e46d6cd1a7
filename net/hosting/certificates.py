"""The certificate of a server: a given one, or one of its own that is made once."""

from __future__ import annotations

import os
import ssl
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from engine.reasons import Reason
from saves.files import OWN_FILE, make_folder
from saves.home import home_folder

if TYPE_CHECKING:
    from net.hosting.listen import Listen

NAME: Final = "certificate.pem"
"""The file of the own certificate and its key, in the folder of the user's data."""

_YEARS: Final = timedelta(days=20 * 365)


class CertificateReason(Reason):
    """Why files are no certificate."""

    NO_PEM = "not a certificate with its key, both as PEM"


def own_certificate(now: datetime) -> Path:
    """Return the file of the own certificate, which is made if there is none. Raises `OSError`."""
    path = home_folder() / NAME
    if path.exists():
        return path
    make_folder(path.parent)
    new = path.with_name(f".{NAME}.{os.getpid()}")
    try:
        new.touch(OWN_FILE, exist_ok=False)
        new.write_bytes(_new_certificate(now))
        with suppress(FileExistsError):  # another table made one at the same time
            os.link(new, path)
    finally:
        new.unlink(missing_ok=True)
    return path


def _new_certificate(now: datetime) -> bytes:
    """Return a new key and a certificate for it that nobody else vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tapis")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + _YEARS)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)


def tls_of(listen: Listen, now: datetime) -> tuple[Path, ssl.SSLContext]:
    """Return the certificate, the given one or the own one, and the TLS with it.

    Raises `OSError`, also for a file that is no certificate.
    """
    certificate = Path(listen.certificate) if listen.certificate else own_certificate(now)
    return certificate, server_context(certificate, Path(listen.key) if listen.key else None)


def server_context(certificate: Path, key: Path | None = None) -> ssl.SSLContext:
    """Return the TLS of a server with a certificate and its key, perhaps in one file.

    Raises `OSError`, also for a file that is none.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    context.num_tickets = 0  # a line that was lost needs a new one rarely enough
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
    except OSError as error:  # it does not say which of them it means
        if isinstance(error, ssl.SSLError):
            error.strerror = CertificateReason.NO_PEM.value
        error.filename = ", ".join(str(file) for file in (certificate, key) if file)
        raise
    return context


def _no_password() -> str:
    """Return nothing: nobody is asked for the password of a key."""
    return ""


def fingerprint(certificate: Path) -> str:
    """Return the SHA-256 of a certificate's DER form, in hexadecimal digits. Raises `OSError`."""
    return sha256(_first(certificate).public_bytes(serialization.Encoding.DER)).hexdigest()


def name_in(certificate: Path) -> str:
    """Return the first name of a machine in a certificate, empty for none. Raises `OSError`."""
    with suppress(x509.ExtensionNotFound):
        names = _first(certificate).extensions.get_extension_for_class(x509.SubjectAlternativeName)
        for name in names.value.get_values_for_type(x509.DNSName):
            if not name.startswith("*"):
                return name
    return ""


def _first(certificate: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificates(certificate.read_bytes())[0]
    except (ValueError, IndexError):
        raise ssl.SSLError("no certificate") from None
