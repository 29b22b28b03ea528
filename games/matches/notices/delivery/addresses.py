"""Checks the addresses of webhooks: only public ones. A name is allowed if all addresses that it resolves to are.

Names are resolved for each delivery, by the courier, and never while a player waits: a name server may take minutes.
What a name alone tells, that it leads to this machine or its network, is judged both times.
"""

import queue
import re
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

# Host and port to IP addresses; OSError when there are none.
Resolve = Callable[[str, int], Sequence[str]]

MAX_URL = 2000
# Ports of web servers; what else listens below is not meant to get our requests.
WELL_KNOWN_PORTS = frozenset({80, 443})
FIRST_FREE_PORT = 1024
# A name as RFC 1123 has it, and with the underscore that some names have; a label has 63 characters at most.
NAME = re.compile(
    r"(?=.{1,253}\.?\Z)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?", re.I
)
# What no public name ends in: names of this machine and of networks of one's own (RFC 6761, 6762, 8375, ICANN's
# `internal`, and those that ICANN keeps back because so many networks use them), and names that are nowhere.
OWN_TOPS = frozenset(
    {"localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "mail", "arpa"}
)
NOWHERE_TOPS = frozenset({"invalid", "test", "onion", "alt"})
# Names of this machine and of those near it.
HOSTS = Path("/etc/hosts")
# IPv6 addresses that stand for an IPv4 address somewhere: mapped, NAT64, 6to4, Teredo.
TRANSLATED = tuple(map(ip_network, ("::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
# This machine. Said here, because Python 3.13 calls `::ffff:127.0.0.1` loopback too, and 3.12 does not.
LOOPBACK = tuple(map(ip_network, ("127.0.0.0/8", "::1/128")))
# Not public, though not every version of `ipaddress` says so: protocol assignments (a metadata service among
# them), relays of 6to4, documentation, and the host services of a cloud at an address like any other.
NOT_FOR_US = tuple(map(ip_network, ("192.0.0.0/24", "192.88.99.0/24", "168.63.129.16/32", "3fff::/20")))


class AddressRefused(Exception):
    """Nothing is sent there; `reason` is a word that may be shown to the player who gave the address."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, kw_only=True)
class Place:
    """A URL in its parts; `target` is path and query."""

    host: str
    port: int
    target: str
    is_tls: bool

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_tls else 80) else f"{host}:{self.port}"


@dataclass(frozen=True, kw_only=True)
class Vetted:
    """A place with its checked addresses: a connection goes to one of these and to no other."""

    place: Place
    addresses: tuple[str, ...]


def vet(url: str, *, resolve: Resolve, loopback: bool) -> Vetted:
    """The place that a URL names, if all its addresses are public (or, with `loopback`, of this machine).

    Raises `AddressRefused` with malformed, https_only, port, unresolvable or not_public; TimeoutError where `resolve`
    does.
    """
    place = place_of(url, loopback=loopback)
    _check_host(place, loopback=loopback)
    try:
        addresses = tuple(resolve(place.host, place.port))
    except TimeoutError:
        raise
    except (OSError, UnicodeError):
        raise AddressRefused("unresolvable") from None
    if not addresses:
        raise AddressRefused("unresolvable")
    if not all(is_allowed(address, loopback=loopback) for address in addresses):
        raise AddressRefused("not_public")
    return Vetted(place=place, addresses=addresses)


def check(url: str, *, loopback: bool) -> None:
    """Refuse what no delivery could go to, as far as that can be told without asking a name server.

    Raises `AddressRefused` as `vet` does.
    """
    place = place_of(url, loopback=loopback)
    _check_host(place, loopback=loopback)
    name = place.host.rstrip(".")
    if not all(is_allowed(address, loopback=loopback) for address in _of_hosts_file(name)):
        raise AddressRefused("not_public")


def _check_host(place: Place, *, loopback: bool) -> None:
    try:
        addresses = numeric_resolve(place.host, place.port)
    except OSError:
        _check_name(place.host.rstrip(".").lower().split("."), loopback=loopback)
        return
    if not all(is_allowed(address, loopback=loopback) for address in addresses):
        raise AddressRefused("not_public")


def _check_name(labels: Sequence[str], *, loopback: bool) -> None:
    top = labels[-1]
    # What ends in a number is an address, and this one is none.
    if top[0].isdigit() and (top.isdigit() or top.startswith("0x")):
        raise AddressRefused("malformed")
    if top in NOWHERE_TOPS:
        raise AddressRefused("unresolvable")
    # A name without a dot is looked for on this machine and in its own network first.
    if (len(labels) == 1 or top in OWN_TOPS) and not loopback:
        raise AddressRefused("not_public")


def _of_hosts_file(name: str) -> list[str]:
    """The addresses that this machine has written down for a name."""
    try:
        lines = HOSTS.read_text(errors="replace").lower().splitlines()
    except OSError:
        return []
    entries = [line.partition("#")[0].split() for line in lines]
    return [address for address, *names in filter(None, entries) if name.lower() in names]


def place_of(url: str, *, loopback: bool) -> Place:
    """The parts of a URL that may be called; plain http only with `loopback`. Raises `AddressRefused`."""
    if len(url) > MAX_URL or not all("!" <= character <= "~" for character in url):
        raise AddressRefused("malformed")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise AddressRefused("malformed") from None
    if not host or "@" in parts.netloc or "#" in url or not _is_host(host, parts.netloc):
        raise AddressRefused("malformed")
    if parts.scheme != "https" and not (loopback and parts.scheme == "http"):
        raise AddressRefused("https_only")
    port = port if port is not None else 443 if parts.scheme == "https" else 80
    if port not in WELL_KNOWN_PORTS and port < FIRST_FREE_PORT:
        raise AddressRefused("port")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Place(host=host, port=port, target=target, is_tls=parts.scheme == "https")


def _is_host(host: str, netloc: str) -> bool:
    if "[" not in netloc:
        return NAME.fullmatch(host) is not None
    try:
        # An address with a zone leads to a neighbour, and is none that others could call.
        return "%" not in host and isinstance(ip_address(host), IPv6Address)
    except ValueError:
        return False


def is_allowed(address: str, *, loopback: bool) -> bool:
    """Whether an IP address may be called."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return _is_public(found) or (loopback and any(found in network for network in LOOPBACK))


def system_resolve(host: str, port: int) -> list[str]:
    """What this machine's resolver says, in its order; it may take as long as the name's servers like."""
    return _resolved(host, port, flags=0)


def numeric_resolve(host: str, port: int) -> list[str]:
    """The address that a host is, in any way of writing one (`127.1`, `0x7f000001`); OSError for a name."""
    return _resolved(host, port, flags=socket.AI_NUMERICHOST)


def within(seconds: float, resolve: Resolve) -> Resolve:
    """The same resolver, but for a TimeoutError after so many seconds.

    Nothing can end a look-up: its thread is left behind until the system gives up, usually within half a minute. There
    are as many of them as the courier makes calls in that time, and none of them holds anything else.
    """

    def resolved(host: str, port: int) -> Sequence[str]:
        found: queue.SimpleQueue[Sequence[str] | BaseException] = queue.SimpleQueue()
        threading.Thread(target=_ask, args=(found, resolve, host, port), daemon=True, name="resolver").start()
        try:
            answer = found.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if isinstance(answer, BaseException):
            raise answer
        return answer

    return resolved


def _ask(found: "queue.SimpleQueue[Sequence[str] | BaseException]", resolve: Resolve, host: str, port: int) -> None:
    try:
        found.put(resolve(host, port))
    except BaseException as error:
        found.put(error)


def _resolved(host: str, port: int, *, flags: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=flags)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))


def _is_public(found: IPv4Address | IPv6Address) -> bool:
    if isinstance(found, IPv6Address) and (
        found.scope_id is not None or found.is_site_local or any(found in network for network in TRANSLATED)
    ):
        return False
    if any(found in network for network in NOT_FOR_US):
        return False
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified)
