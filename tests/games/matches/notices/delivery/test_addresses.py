import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from games.matches.notices.delivery import addresses
from games.matches.notices.delivery.addresses import (
    AddressRefused,
    check,
    is_allowed,
    place_of,
    system_resolve,
    vet,
    within,
)
from tests.support.asserting import assert_nothing_raised

PUBLIC = ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "1.1.1.1"]
NOT_PUBLIC = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.5.4",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.192",
    "192.0.2.7",
    "192.88.99.1",
    "168.63.129.16",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd12:3456::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "3fff::1",
    "::ffff:127.0.0.1",
    "::ffff:93.184.215.14",
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "2002:7f00:1::",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "not an address",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_may_be_called(address: str) -> None:
    assert is_allowed(address, loopback=False)


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_no_other_address_may_be_called(address: str) -> None:
    assert not is_allowed(address, loopback=False)


def test_the_setting_for_tests_lets_loopback_through_and_nothing_else() -> None:
    let = [address for address in NOT_PUBLIC if is_allowed(address, loopback=True)]
    assert let == ["127.0.0.1", "127.9.9.9", "::1"]


def refused(url: str, *addresses: str, loopback: bool = False) -> str:
    with pytest.raises(AddressRefused) as caught:
        vet(url, resolve=lambda *_: addresses, loopback=loopback)
    return caught.value.reason


@pytest.mark.parametrize(
    "url",
    [
        "",
        "https://",
        "https:///path",
        "https://user@example.org/",
        "https://user:pw@example.org/",
        "https://example.org/#part",
        "https://example.org:99999/",
        "https://example.org:x/",
        "https://exa mple.org/",
        "https://example.org/\r\nX-Evil: 1",
        "https://example.org/\x00",
        "https://żółw.example/",
        "https://[::1/",
        "https://%31%32%37.0.0.1/",
        "https://}?5",
        "https://[fe80::1%25eth0]/",
        "https://[v1.a]/",
        "https://[example.org]/",
        "https://example..org/",
        "https://.example.org/",
        "https://example.org../",
        "https://-example.org/",
        "https://example.org-/",
        "https://exam_ple.org*/",
        "https://example.org\\.evil.example/",
        "https://" + "x" * 64 + ".example/",
        "https://" + "x." * 127 + "example/",
        "https://127.0.0.1./",
        "https://1.2.3.4.5/",
        "https://example.0x7f/",
        "https://example.org/" + "a" * 2000,
    ],
)
def test_what_is_no_plain_url_is_refused(url: str) -> None:
    assert refused(url, PUBLIC[0]) == "malformed"


@pytest.mark.parametrize("url", ["http://example.org/", "ftp://example.org/", "file:///etc/passwd", "//example.org/"])
def test_only_https_is_called(url: str) -> None:
    assert refused(url, PUBLIC[0]) in ("https_only", "malformed")


@pytest.mark.parametrize("port", [22, 25, 1023])
def test_ports_of_other_services_are_refused(port: int) -> None:
    assert refused(f"https://example.org:{port}/", PUBLIC[0]) == "port"


def test_one_private_address_among_public_ones_refuses_the_name() -> None:
    assert refused("https://example.org/", PUBLIC[0], "10.0.0.1") == "not_public"
    assert refused("https://example.org/", "::1", PUBLIC[0]) == "not_public"
    assert vet("https://example.org/", resolve=lambda *_: PUBLIC, loopback=False).addresses == tuple(PUBLIC)


def test_a_name_without_addresses_is_refused() -> None:
    def nowhere(host: str, port: int) -> list[str]:
        raise OSError

    assert refused("https://example.org/") == "unresolvable"
    with pytest.raises(AddressRefused, match="unresolvable"):
        vet("https://example.org/", resolve=nowhere, loopback=False)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"])
def test_this_machine_is_refused_however_it_is_written(host: str) -> None:
    with pytest.raises(AddressRefused) as caught:
        vet(f"https://{host}/", resolve=system_resolve, loopback=False)
    assert caught.value.reason in ("not_public", "unresolvable")


@pytest.mark.parametrize(
    ("host", "reason"),
    [
        ("127.0.0.1", "not_public"),
        ("127.1", "not_public"),
        ("0x7f.1", "not_public"),
        ("2130706433", "not_public"),
        ("0", "not_public"),
        ("[::1]", "not_public"),
        ("[::ffff:127.0.0.1]", "not_public"),
        ("10.0.0.1", "not_public"),
        ("localhost", "not_public"),
        ("LocalHost", "not_public"),
        ("a.localhost.", "not_public"),
        ("ip6-localhost", "not_public"),
        ("ip6-loopback.", "not_public"),
        ("localhost.localdomain", "not_public"),
        ("redis", "not_public"),
        ("printer.local", "not_public"),
        ("db1.internal", "not_public"),
        ("router.home.arpa.", "not_public"),
        ("[::127.0.0.1]", "not_public"),
        ("[2002:7f00:1::]", "not_public"),
        ("[64:ff9b::7f00:1]", "not_public"),
        ("[::ffff:93.184.215.14]", "not_public"),
        ("name.invalid", "unresolvable"),
        ("name.test", "unresolvable"),
    ],
)
def test_what_needs_no_name_server_is_refused_without_one(
    host: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", numeric_only)
    with pytest.raises(AddressRefused, match=reason):
        check(f"https://{host}/", loopback=False)


@pytest.mark.parametrize("host", ["93.184.215.14", "[2606:2800:21f:cb07:6820:80da:af6b:8b2c]", "hooks.example"])
def test_a_public_address_and_any_name_pass_without_a_name_server(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", numeric_only)
    with assert_nothing_raised():
        check(f"https://{host}/", loopback=False)


@pytest.mark.parametrize("host", ["ip6-localhost", "redis", "db1.internal", "a.localhost."])
def test_a_name_of_this_machine_or_its_network_is_refused_before_a_delivery_too_wherever_it_leads(host: str) -> None:
    assert refused(f"https://{host}/", PUBLIC[0]) == "not_public"
    assert vet(f"https://{host}/", resolve=lambda *_: ["127.0.0.1"], loopback=True).addresses == ("127.0.0.1",)


def test_a_name_that_this_machine_has_an_address_of_its_own_for_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hosts").write_text("127.0.1.1 Node1.example.org node1 # us\n\n93.184.215.14 www.example.org\n")
    monkeypatch.setattr(addresses, "HOSTS", tmp_path / "hosts")
    with pytest.raises(AddressRefused, match="not_public"):
        check("https://node1.EXAMPLE.org./", loopback=False)
    check("https://www.example.org/", loopback=False)
    monkeypatch.setattr(addresses, "HOSTS", tmp_path / "none")
    check("https://node1.example.org/", loopback=False)


real_getaddrinfo = socket.getaddrinfo


def numeric_only(host: Any, port: Any, *, flags: int = 0, **more: Any) -> Any:
    """As the system's, but that it fails the test where a name server would be asked."""
    assert flags & socket.AI_NUMERICHOST, "a name server was asked"
    return real_getaddrinfo(host, port, flags=flags, **more)


def test_a_name_server_that_hangs_is_left_behind() -> None:
    free = threading.Event()

    def hanging(host: str, port: int) -> list[str]:
        free.wait(30)
        return PUBLIC

    with pytest.raises(TimeoutError):
        vet("https://example.org/", resolve=within(0.01, hanging), loopback=False)
    free.set()
    assert vet("https://example.org/", resolve=within(30, hanging), loopback=False).addresses == tuple(PUBLIC)


def test_a_resolver_under_a_deadline_says_what_it_would_say_without() -> None:
    def nowhere(host: str, port: int) -> list[str]:
        raise OSError

    with pytest.raises(AddressRefused, match="unresolvable"):
        vet("https://example.org/", resolve=within(30, nowhere), loopback=False)


def test_a_place_keeps_path_and_query_and_names_its_port_where_it_is_unusual() -> None:
    plain = place_of("https://example.org/a/b?c=d%20e", loopback=False)
    assert (plain.host, plain.port, plain.target, plain.authority) == (
        "example.org",
        443,
        "/a/b?c=d%20e",
        "example.org",
    )
    other = place_of("https://[2606:2800::1]:8443", loopback=False)
    assert (other.host, other.target, other.authority) == ("2606:2800::1", "/", "[2606:2800::1]:8443")
