"""The small client over a WebSocket with TLS, written from docs/protocol.md alone."""

import json
import os
import socket
import ssl
import sys
from base64 import b64encode
from hashlib import sha256
from urllib.parse import urlsplit

from websockets.sync.client import connect


def main(address, name):
    """Play at the table of an address that ends in a fingerprint, which is checked first."""
    from small_client import play

    parts = urlsplit(address)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    line = context.wrap_socket(socket.create_connection((parts.hostname, parts.port)))
    if f"sha256:{sha256(line.getpeercert(True)).hexdigest()}" != parts.fragment:
        sys.exit("another certificate")
    password = b64encode(f"small:{os.environ['TAPIS_PASSWORD']}".encode()).decode()
    uri, headers = f"ws://{parts.netloc}{parts.path}", {"Authorization": f"Basic {password}"}
    with connect(uri, sock=line, proxy=None, additional_headers=headers) as web:
        play(web, lambda **message: web.send(json.dumps(message)), name)


__name__ == "__main__" and main(*sys.argv[1:])
