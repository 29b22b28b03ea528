"""What the system draws for a service, in processes of its own: in this one the suite's chance is drawn."""

import json
import os
import re
import subprocess
import sys
import time
from uuid import UUID

import pytest

from config.local_stack.stack import PROJECT
from events import randomness

DRAWN = """
import json
from events import randomness
ids = [randomness.new_id() for _ in range(100)]
rest = [randomness.new_seed(32).hex(), randomness.new_salt().hex(), randomness.new_key(32).hex(), randomness.new_token(32)]
print(json.dumps([ids, rest]))
"""


def drawn(program: str = DRAWN, **more: str) -> tuple[list[str], list[str]]:
    """What a process draws that has all of this one's environment, and more."""
    told = subprocess.check_output([sys.executable, "-c", program], cwd=PROJECT, env={**os.environ, **more}, text=True)
    ids, rest = json.loads(told)
    return ids, rest


def test_ids_are_version_7_in_lower_case_and_rise_from_now() -> None:
    ids, _ = drawn()
    assert ids == sorted({*ids})
    assert all(made == str(UUID(made)) and UUID(made).version == 7 for made in ids)
    assert abs((UUID(ids[-1]).int >> 80) / 1000 - time.time()) < 60


def test_a_token_is_letters_for_an_address() -> None:
    assert len(randomness.new_token(32)) == 43
    assert len(randomness.new_token(48)) == 64
    assert set(randomness.new_token(3000)) == set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_bytes_are_as_many_as_were_asked_for() -> None:
    assert [len(randomness.new_seed(32)), len(randomness.new_key(24)), len(randomness.new_salt())] == [32, 24, 16]


@pytest.mark.parametrize(
    "prelude",
    ["", "import config.asgi, config.celery"],
    ids=["alone", "web and worker"],
)
def test_no_environment_feeds_a_process_of_the_service(prelude: str) -> None:
    # All that pytest and its plugins tell of this run, and what somebody might hope to be heard.
    told = dict.fromkeys(("PYTHONHASHSEED", "RANDOMLY_SEED", "PYTEST_RANDOMLY_SEED", "SEED", "RANDOM_SEED"), "1")
    told |= {"PYTEST_PLUGINS": "tests.support.chance", "PYTEST_ADDOPTS": "--randomly-seed=1 -p tests.support.chance"}
    one, other = (drawn(f"{prelude}\n{DRAWN}", DJANGO_SETTINGS_MODULE="config.settings", **told) for _ in range(2))
    assert {*one[0], *one[1]}.isdisjoint([*other[0], *other[1]])


def test_nothing_of_the_service_knows_the_suite() -> None:
    sources = [path for room in ("api", "config", "events", "games") for path in (PROJECT / room).rglob("*.py")]
    assert [
        path for path in sources if re.search(r"^\s*(from|import) (_?pytest|tests)\b", path.read_text(), re.M)
    ] == []
