"""What a fuzzer's bytes mean: a match file that was tampered with. And the judge of what both verifiers say of it.

The bytes are the choices of `mutations.py`, one after the other, so whoever changes a byte changes a choice, and a
coverage-guided fuzzer climbs by them. Nothing else goes in: the same bytes make the same file on every machine.
"""

import base64
import json
import random
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self

from tests.games.verify.files import values
from tests.web.mutations import Mutation, also_claimed, mutation
from tests.web.verifiers import Case, Found, command_lines, disagreement

HERE = Path(__file__).parent
RECORDED = HERE.parent / "recorded"
CORPUS = HERE / "fuzz_corpus.txt"
# Longer files take longer, and hold nothing that no short one has.
LARGEST = 70_000
# A change of these kinds to a match that is over cannot be a true history, however well its hashes are mended.
NEVER_TRUE = frozenset(
    {
        *("other_result", "other_dice", "rename_a_draw", "drop_draws", "drop_draws_and_count_on", "give_draws"),
        *("alter_draws", "other_seed", "other_commitment", "seed_for_a_seat", "drop_a_seal", "drop_an_opening"),
        *("other_opening", "less_envelope", "start_again", "drop_the_table_s"),
    }
)
# What a parser may take for what it is not, put into a line as it stands: every hash stays as it was.
SCRAPS = (
    *(b"1.0", b"1e0", b"-0", b"01", b"9007199254740993", b"18446744073709551616", b"1e400", b"NaN", b"\\u0061"),
    *(
        b"\\ud800",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xe2\x80\xa8",
        b" ",
        b"\t",
        b"\r",
        b"\n",
        b"\x00",
        b"\x7f",
        b"\x1f",
        b",",
    ),
    *(b"[" * 300, b"{}", b"null", b'"at":"x",', b'"__proto__":1,', b'"constructor":{}', b"\xc3\xa9", b"\xed\xa0\x80"),
)


class Spent(Exception):
    """More choices are to be made than there are bytes."""


class Picks(random.Random):
    """Chance that is nothing but these bytes; `Spent` behind them."""

    def __new__(cls, data: bytes) -> Self:
        return super().__new__(cls)

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0
        super().__init__(0)

    def random(self) -> float:
        return self.getrandbits(8) / 256

    def getrandbits(self, k: int) -> int:
        size = -(-k // 8)
        taken = self._data[self._at : self._at + size]
        self._at += size
        if len(taken) < size:
            raise Spent
        return int.from_bytes(taken) >> size * 8 - k


class Tampered(NamedTuple):
    """A tampered file, and what it was made of."""

    base: bytes
    mutation: Mutation


@cache
def bases() -> Sequence[bytes]:
    """Recorded matches, all of them over."""
    paths = sorted(RECORDED.glob("*.ndjson"))
    return [data for data in (path.read_bytes() for path in paths) if len(data) <= LARGEST]


def tampered(data: bytes) -> Tampered | None:
    """The file that these bytes make; None where they are too few to change anything."""
    pick = Picks(data)
    try:
        base = bases()[pick.getrandbits(8) % len(bases())]
        way = pick.getrandbits(8)
        made = _scrapped(base, pick) if way < 48 else mutation(base, pick)
    except Spent:
        return None
    head = values(base)[-1]["head"] if way % 3 == 0 else None
    return Tampered(base, made._replace(case=Case(made.case.data, head)))


def _scrapped(base: bytes, pick: Picks) -> Mutation:
    data = bytearray(base)
    for _ in range(1 + pick.getrandbits(2)):
        at, scrap = pick.randrange(len(data)), pick.choice(SCRAPS)
        data[at : at + pick.choice((0, 0, 1, len(scrap)))] = scrap
    return Mutation(Case(bytes(data)), "scraps", ["scraps"])


def finding(made: Tampered, page: Found, command: Found) -> str | None:
    """What is wrong with two verdicts on a tampered file; None where nothing is."""
    one = made.mutation
    if "failed" in page:
        return f"the page's verifier broke off: {page['failed']}"
    wrong = disagreement(page, command, also=also_claimed(one, command))
    if wrong is not None:
        return f"the verifiers contradict each other: {wrong}"
    if "refused" in command or any(isinstance(found, list) for found in command["checks"].values()):
        return None
    if made.base == one.case.data:
        return None
    if one.case.head is not None and not _has_all(one.case.data, made.base):
        return "accepted: the head that was kept is there, and what was before it is not"
    # Who leaves the end of a match out has a true file of its beginning.
    if len(one.changes) == 1 and one.changes[0] in NEVER_TRUE and not _has_all(made.base, one.case.data):
        return f"accepted: {one.changes[0]}"
    if one.changes[0] in ("scraps", "a byte"):
        return "accepted: no hash was mended"
    return None


def _has_all(data: bytes, base: bytes) -> bool:
    """Whether a file has every event of another, with its hash, at its place."""
    theirs, ours = values(data), values(base)
    return all(
        (one["envelope"], one["hash"]) == (other["envelope"], other["hash"])
        for one, other in zip(ours[1:-1], theirs[1:-1], strict=False)
    ) and len(theirs) >= len(ours)


class Pages:
    """The page's verifier in a process of node that stays."""

    def __init__(self) -> None:
        command = ["node", str(HERE / "fuzz_worker.mjs")]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with self._process:
            self._process.kill()

    def verdict(self, case: Case, *, covers: bool = False) -> tuple[Found, Sequence[int]]:
        """What the page finds, and with `covers` the blocks of its code that it ran for it."""
        asked = {"data": base64.b64encode(case.data).decode(), "head": case.head, "covers": covers}
        if self._process.stdin is None or self._process.stdout is None:
            raise AssertionError("node has no pipes")
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()
        told: dict[str, Any] = json.loads(self._process.stdout.readline())
        return told["found"], told["blocks"]


def judged(data: bytes, pages: Pages, *, covers: bool = False) -> tuple[str | None, Sequence[int]]:
    """What both verifiers do wrong about the file that these bytes make, and what of the page's code has run."""
    made = tampered(data)
    if made is None:
        return None, ()
    page, blocks = pages.verdict(made.mutation.case, covers=covers)
    try:
        command = command_lines(made.mutation.case)
    except Exception as error:
        return f"the command line's verifier broke off: {type(error).__name__}: {error}", blocks
    return finding(made, page, command), blocks


def corpus() -> Sequence[bytes]:
    """The inputs that are kept, each for something that none before it reaches."""
    return [bytes.fromhex(line) for line in CORPUS.read_text().split()] if CORPUS.exists() else []
