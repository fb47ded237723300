"""Where this server is found: on this machine, from a phone, and which query a page was opened with."""

from __future__ import annotations

import os
import socket
from urllib.parse import parse_qsl, urlencode

JOIN_BASE = "COMPANION_JOIN_BASE"
"""Environment variable of the kernels: the address that phones can reach; absent on loopback."""

JOIN_TOKEN = "COMPANION_JOIN_TOKEN"
"""Environment variable of the kernels: the token that belongs to `JOIN_BASE`."""

# A network for documentation (RFC 5737): to "connect" a datagram socket only asks the routing table; nothing is sent.
_NOWHERE = ("192.0.2.1", 9)


def lan_address() -> str | None:
    """Find the address under which other devices of the network reach this machine.

    Returns:
        A dotted IPv4 address that is not loopback, or None where the machine has none. Nothing is sent to anybody.
    """
    for address in (_routed_address(), *_named_addresses()):
        if address and not address.startswith(("127.", "0.")):
            return address
    return None


def _routed_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def _named_addresses() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def page_url(base: str, page: str, query: dict[str, str]) -> str:
    """Write the address of a page.

    Args:
        base: scheme, host and port: "http://localhost:8866".
        page: "start", "table", "score", "advisor" or "learn"; "start" is the bare address.
        query: what follows the question mark; an empty one is left out.
    """
    path = "/" if page == "start" else f"/{page}"
    return base + path + (f"?{urlencode(query)}" if query else "")


def join_url(table_id: str) -> str | None:
    """Give the address that a phone opens to come to a table, for the QR code.

    Args:
        table_id: the table's name in addresses: "K7QX".

    Returns:
        The address with its token, or None while the server listens on this machine only.
    """
    return _for_phones("table", {"table": table_id})


def start_url() -> str | None:
    """Give the address that a phone opens to come to the start page, for the QR code.

    Returns:
        The address with its token, or None while the server listens on this machine only.
    """
    return _for_phones("start", {})


def _for_phones(page: str, query: dict[str, str]) -> str | None:
    base = os.environ.get(JOIN_BASE)
    return page_url(base, page, {**query, "token": os.environ.get(JOIN_TOKEN, "")}) if base else None


def query() -> dict[str, str]:
    """Read what the page was opened with, without the token.

    Returns:
        Name and value of each part of the query; the last one where a name is repeated.
    """
    text = os.environ.get("QUERY_STRING", "")
    if os.environ.get("VOILA_PREHEAT") == "True":
        # A kernel of the warm pool was started before anybody asked for a page.
        from voila.utils import get_query_string

        text = get_query_string() or ""
    return {name: value for name, value in parse_qsl(text) if name != "token"}
