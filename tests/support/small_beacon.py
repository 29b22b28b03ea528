"""A beacon of one's own: a chain with real signatures, and a relay on loopback that gives its rounds.

The relay gives rounds of the League of Entropy's quicknet, too, that were published.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from games.verify.drand import DOMAIN, read_chain
from tests.support.receiver import receiving
from tests.support.stack import SMALL_BEACON

# One day of this secret's is as good as another: it guards nothing.
SECRET = Scalar.from_be_bytes_mod_order(hashlib.sha256(b"a small beacon").digest())
# Its `/info`, which the service of the suite reads too.
CHAIN = read_chain(SMALL_BEACON.read_text())
assert (G2Point() * SECRET).to_compressed_bytes().hex() == CHAIN.public_key


def signature(number: int, secret: Scalar = SECRET) -> str:
    """The signature of a round, in hex."""
    message = hashlib.sha256(number.to_bytes(8, "big")).digest()
    return (G1Point.hash_to_curve(message, DOMAIN) * secret).to_compressed_bytes().hex()


# Signatures of rounds of quicknet, by number.
PUBLISHED: Mapping[int, str] = {
    int(number): signed
    for number, signed in json.loads(SMALL_BEACON.with_name("quicknet.json").read_text())["rounds"].items()
}


def of_quicknet(number: int) -> str:
    """The signature of a round that was published."""
    return PUBLISHED[number]


@dataclass(kw_only=True)
class Relay:
    """A relay: `url`, what was `asked`, and what it answers in place of the round's signature, if anything."""

    url: str = ""
    asked: list[int] = field(default_factory=list)
    instead: str | None = None
    status: int = 200


@contextmanager
def relay(rounds: Callable[[int], str] = signature) -> Iterator[Relay]:
    """A relay until the end of the block, of the small beacon unless told; every round is out when it is asked for."""
    found = Relay()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        number = handler.path.rpartition("/")[2]
        found.asked.append(int(number))
        signed = rounds(int(number)) if found.instead is None else found.instead
        body = json.dumps({"round": int(number), "signature": signed}).encode()
        handler.send_response(found.status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    with receiving(answer) as server:
        found.url = server.url
        yield found
