"""Every code on the list of problems is produced, over HTTP where that can be."""

from typing import Any

import pytest
from pytest_django import Settings

from api.http import problems
from games.core.errors import RuleBroken
from tests.api import codes_of_cave, codes_of_rock_paper_wizard, codes_of_spell_a_spell, codes_of_the_service
from tests.api.producers import PRODUCERS, Tools

# Importing these fills PRODUCERS.
CHAPTERS = (codes_of_the_service, codes_of_rock_paper_wizard, codes_of_spell_a_spell, codes_of_cave)
LISTED = [pytest.param(item, id=item["code"]) for item in problems.published("en")]


@pytest.mark.parametrize("item", LISTED)
def test_every_listed_code_is_produced(item: Any, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    producer = PRODUCERS.get((item.get("game"), item["code"]))
    assert producer is not None, f"no producer of {item['code']} under tests/api/codes_of_…"
    answer = producer(Tools(patch=monkeypatch, settings=settings))
    if isinstance(answer, RuleBroken):
        assert (answer.code, answer.clause) == (item["code"], item["rule"])
        return
    told = answer.json()
    assert (told["code"], answer.status_code, told["type"]) == (item["code"], item["status"], item["type"])
    assert item.get("rule") in (None, told.get("rule"))


def test_nothing_is_produced_that_is_not_listed() -> None:
    assert PRODUCERS.keys() <= {(item.get("game"), item["code"]) for item in problems.published("en")}
