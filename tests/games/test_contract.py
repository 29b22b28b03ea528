"""Every version of every game keeps the contract of `games.core.testing`."""

import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games.core.testing import CHECKS, Check, fingerprint
from games.core.testing.memories import check_samples_forget_nothing
from tests.games.evidence import VERSIONS, evidence_of
from tests.support.examples import examples

FINGERPRINT = (
    "import sys; from games.core.testing import fingerprint; from tests.games.evidence import evidence_of; "
    "print(fingerprint(evidence_of(*sys.argv[1:])))"
)


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__.removeprefix("check_") for check in CHECKS])
@pytest.mark.parametrize(("slug", "rules"), VERSIONS)
def test_the_game_keeps_the_contract(slug: str, rules: str, check: Check) -> None:
    evidence = evidence_of(slug, rules)
    if check is check_samples_forget_nothing:
        # It looks at every seat at every decision, which takes as long as all other checks.
        some = random.sample(evidence.playouts, examples(len(evidence.playouts)))
        evidence = replace(evidence, playouts=tuple(some))
    check(evidence)


@pytest.mark.parametrize(("slug", "rules"), VERSIONS)
def test_the_same_moves_give_the_same_events_in_another_process(slug: str, rules: str) -> None:
    """Strings hash differently there, so a pick from a set, or a list made from one, would show."""
    elsewhere = subprocess.run(
        [sys.executable, "-c", FINGERPRINT, slug, rules],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "20261121"},
        capture_output=True,
        check=True,
        text=True,
    )

    assert elsewhere.stdout.strip() == fingerprint(evidence_of(slug, rules))
