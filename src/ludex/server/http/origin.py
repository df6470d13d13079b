"""The client of a request, the host name it uses, and the page it comes from."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from starlette.types import Scope

from ludex.server.settings import Settings


def client_of(scope: Mapping[str, object]) -> str:
    """Return who is asking: the address at the other end, or the one that a proxy tells."""
    match scope.get("client"):
        case [str(host), *_]:
            return client_named(host)
    return ""


def client_named(host: str) -> str:
    """Return the client of an address: with IPv6, whoever has the network it is in."""
    try:
        address = ip_address(host)
    except ValueError:
        return host[:100]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((int(address), 64), strict=False))
    return host


def is_proxy(host: str, settings: Settings) -> bool:
    """Does this address speak for others?"""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in ip_network(proxy) for proxy in settings.proxies)


def header(scope: Scope, name: bytes) -> str | None:
    """Return a header's value, if there is exactly one."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else None


def is_own_host(scope: Scope, settings: Settings) -> bool:
    """Is the server asked under a name of its own?"""
    if settings.hosts is None:
        return True
    host = (header(scope, b"host") or "").lower()
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    return name in settings.hosts


def is_own_page(scope: Scope, settings: Settings) -> bool:
    """Does a socket come from our own page, or from no page at all?"""
    if not is_own_host(scope, settings):
        return False
    if not any(key == b"origin" for key, _ in scope["headers"]):
        return True  # no browser: it could say anything
    origin = header(scope, b"origin") or ""
    if origin in settings.origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https")
        and parts.netloc.lower() == (header(scope, b"host") or "").lower()
        and parts.netloc != ""
    )
