"""The short form of `make fuzz-verifiers`: the kept corpus, some random inputs, and faults put in by hand, which are found."""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.verify import chain, seals
from games.verify.report import CHANCE, OK, REPLAY
from tests.web import fuzzing, verifiers
from tests.web.fuzzing import NEVER_TRUE, Pages, Picks, Spent, corpus, judged, tampered
from tests.web.verifiers import Case, Found

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's verifier")

# So many inputs of the corpus, and so many random ones, in each run of the suite.
SOME = int(os.environ.get("FUZZED", "60"))


@pytest.fixture(scope="module")
def pages() -> Iterator[Pages]:
    with Pages() as made:
        yield made


def findings(inputs: Iterator[bytes], pages: Pages, most: int = SOME) -> list[str]:
    """What is found in so many inputs that make a file."""
    made = (data for data in inputs if tampered(data) is not None)
    told = ((data, judged(data, pages)[0]) for data, _ in zip(made, range(most), strict=False))
    return [f"{data.hex()}: {reason}" for data, reason in told if reason is not None]


def random_inputs() -> Iterator[bytes]:
    while True:
        yield random.randbytes(48)


def test_neither_verifier_breaks_off_contradicts_the_other_or_accepts_a_forgery(pages: Pages) -> None:
    assert findings(random_inputs(), pages) == []


def test_the_kept_corpus_finds_nothing(pages: Pages) -> None:
    kept = list(corpus())
    assert len(kept) > 50
    random.shuffle(kept)
    assert findings(iter(kept), pages) == []


def test_the_same_bytes_make_the_same_file_and_too_few_make_none() -> None:
    data = next(data for data in random_inputs() if tampered(data) is not None)
    assert tampered(data) == tampered(data)
    assert tampered(b"") is None
    with pytest.raises(Spent):
        Picks(b"a").getrandbits(9)


def no_faults(
    pages: Pages, monkeypatch: pytest.MonkeyPatch, place: Any, name: str, instead: Callable[..., Any]
) -> bool:
    """Whether a fault put into the verifiers stays unseen by a few hundred inputs."""
    with monkeypatch.context() as patched:
        patched.setattr(place, name, instead)
        inputs = (data for data in random_inputs() if tampered(data) is not None)
        return not any(judged(data, pages)[0] for data, _ in zip(inputs, range(300), strict=False))


def test_a_verifier_that_lets_hashes_pass_is_found(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not no_faults(pages, monkeypatch, chain, "check", lambda file: None)


def test_a_verifier_that_opens_no_seals_is_found(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not no_faults(pages, monkeypatch, seals, "check", lambda file: OK)


def test_verifiers_that_both_take_any_draw_are_found_by_the_oracle(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither contradicts the other: what was changed can be no true history."""

    def blind(found: Found) -> Found:
        if "checks" in found:
            found["checks"] |= {check: OK if found["checks"][check] != "sealed" else "sealed" for check in (CHANCE,)}
            found["checks"][REPLAY] = "unchecked"
        return found

    honest = verifiers.command_lines

    def page(self: Pages, case: Case, *, covers: bool = False) -> tuple[Found, list[int]]:
        found = blind(honest(case))
        return {**found, "whole": []}, []

    monkeypatch.setattr(Pages, "verdict", page)
    assert not no_faults(pages, monkeypatch, fuzzing, "command_lines", lambda case: blind(honest(case)))


def test_every_kind_that_is_never_true_is_a_kind_of_change() -> None:
    from tests.web.mutations import CHANGES

    assert CHANGES.keys() >= NEVER_TRUE
