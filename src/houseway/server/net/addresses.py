"""Addresses of clients as limits count them: behind a proxy, behind another node, and by network for IPv6."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any, Final

PASS: Final = "houseway.pass"
"""Key of the request state that holds the connection's slot."""


@lru_cache(maxsize=4096)
def counted_as(address: str) -> str:
    """Returns the rate-limit key of an address: the whole IPv4 address, the /64 of an IPv6 address."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


def origin_counted(scope: Any) -> tuple[str, bool]:
    """Returns the address that a request or socket counts for, and whether many people share it.

    A trusted proxy names the address. A trusted proxy that names none, another node and this machine count as one
    address of many people.
    """
    address = counted_as((scope.get("client") or ("",))[0])
    came = scope.get("state", {}).get(PASS)
    return address, came is not None and came.is_trusted and came.address == address


def own_address(scope: Any) -> str:
    """Returns the address that a new table counts for; empty if many people share it."""
    address, is_shared = origin_counted(scope)
    return "" if is_shared else address
