"""What an operator may get wrong about a beacon is told at the start, and not to the first player."""

import json
from pathlib import Path
from typing import Any

import pytest

from config.environment.relays import beacon_chains, beacon_urls
from games.verify.drand import QUICKNET, read_chain
from tests.support.stack import SMALL_BEACON

INFO: dict[str, Any] = json.loads(SMALL_BEACON.read_text())


def test_relays_are_addresses_of_servers() -> None:
    assert beacon_urls("") == []
    assert beacon_urls("https://one.example/,http://127.0.0.1:8080/below") == [
        "https://one.example",
        "http://127.0.0.1:8080/below",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "one.example",
        "file:///etc/hosts",
        "ftp://one.example",
        "https://",
        "https://one.example:port",
        "https://one.example:0",
        "https://me:secret@one.example",
        "https://one.example?a=b",
        "https://one.example, https://two.example",
    ],
)
def test_what_is_no_address_of_a_server_is_refused_without_quoting_it(text: str) -> None:
    with pytest.raises(ValueError, match=r"^BEACON_URLS are addresses [^@]*$"):
        beacon_urls(text)


@pytest.mark.parametrize(
    ("info", "reason"),
    [
        ("", "Expecting value"),
        ("[]", "scheme"),
        (json.dumps(INFO | {"schemeID": "pedersen-bls-chained"}), "scheme"),
        (json.dumps(INFO | {"period": 0}), "period"),
        (json.dumps(INFO | {"genesis_time": "1"}), "genesis_time"),
        (json.dumps(INFO | {"hash": INFO["hash"].upper()}), "hash"),
        (json.dumps(INFO | {"hash": int("1" * 64)}), "hash"),
        (json.dumps(INFO | {"public_key": "00" * 96}), "no point"),
        # The point at infinity: of its one signature all rounds would be.
        (json.dumps(INFO | {"public_key": "c0" + "00" * 95}), "no point"),
        (json.dumps(INFO | {"hash": QUICKNET.hash}), "has the hash of quicknet, and is another"),
    ],
)
def test_a_file_that_describes_no_chain_is_named_with_the_reason(tmp_path: Path, info: str, reason: str) -> None:
    file = tmp_path / "info.json"
    file.write_text(info)
    with pytest.raises(ValueError, match=reason) as refused:
        beacon_chains(f"{SMALL_BEACON},{file}")
    assert str(refused.value).startswith(f"BEACON_CHAINS: {file}: ")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"BEACON_CHAINS: .*nowhere"):
        beacon_chains(str(tmp_path / "nowhere"))


def test_the_info_of_quicknet_is_quicknet() -> None:
    told = {"public_key": QUICKNET.public_key, "period": 3, "genesis_time": QUICKNET.genesis, "hash": QUICKNET.hash}
    assert read_chain(json.dumps(told)) == QUICKNET
