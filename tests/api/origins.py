"""Calls from pages of other origins."""

from typing import Any

from django.test import Client

PAGE = "https://play.example"


def preflight(path: str, verb: str, headers: str = "authorization,content-type") -> Any:
    asked = {"Origin": PAGE, "Access-Control-Request-Method": verb, "Access-Control-Request-Headers": headers}
    return Client().options(path, headers=asked)


def listed(answer: Any, header: str) -> set[str]:
    return {word.strip().lower() for word in answer.headers[header].split(",")}
