"""What the quotas are called in sentences for people; programs read `params`."""

from collections.abc import Mapping
from typing import Any

from api.http.texts import TEXTS

QUOTAS, HOLDERS = TEXTS.table("quotas"), TEXTS.table("holders")


def in_words(params: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The parameters of `quota_exceeded` as its text for people takes them."""
    return {**params, "quota": QUOTAS[params["quota"]][language], "of": HOLDERS[params["of"]][language]}
