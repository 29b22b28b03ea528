"""A refusal for a quota says to people in their language what is used up; programs read its code in `params`."""

import re

import pytest

from api.http.problems import problem_of
from api.http.quota_words import HOLDERS, QUOTAS
from config.environment import limits
from games.matches.errors import QuotaExceeded

LANGUAGES = {"en", "he", "pl"}


def detail(quota: str, of: str, language: str) -> str:
    refused = QuotaExceeded(quota=quota, of=of, used=7, limit=8, resets_at=None, retry_after=60)
    document = problem_of(refused).document(language)
    assert document["params"] == {"quota": quota, "of": of, "used": 7, "limit": 8, "resets_at": None}
    return document["detail"]


def test_every_quota_and_whoever_it_is_of_has_words_in_each_language() -> None:
    there = limits.quotas("")
    assert there.keys() == QUOTAS.keys()
    assert {of for limit in there.values() for of in limit} == HOLDERS.keys()
    assert all(words.keys() == LANGUAGES for words in (*QUOTAS.values(), *HOLDERS.values()))


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("of", HOLDERS)
@pytest.mark.parametrize("quota", QUOTAS)
def test_a_refusal_for_a_quota_is_a_sentence_without_the_words_of_programs(quota: str, of: str, language: str) -> None:
    told = detail(quota, of, language)
    assert QUOTAS[quota][language] in told
    assert HOLDERS[of][language] in told
    assert "7" in told
    assert "8" in told
    assert not re.search("[{}_]", told)
    if language != "en":
        assert not re.search(rf"\b({quota}|{of})\b", told)
