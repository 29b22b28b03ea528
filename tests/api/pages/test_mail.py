from typing import cast

import pytest
from django.test import Client

from api.pages.mail import CALLS
from api.pages.texts import TEXTS
from api.pages.texts.keys import Section
from games.core.messages import Texts

DIRECTIONS = {"en": "ltr", "he": "rtl", "pl": "ltr"}


@pytest.mark.parametrize("language", DIRECTIONS)
@pytest.mark.parametrize("name", CALLS)
def test_a_page_speaks_the_reader_s_language_in_its_direction(name: str, language: str) -> None:
    page = Client().get(f"/api/mail/{name}", headers={"Accept-Language": language})
    text = page.content.decode()
    assert f'<html lang="{language}" dir="{DIRECTIONS[language]}">' in text
    assert f"<h1>{TEXTS.table(cast(Section, name))['title'][language]}</h1>" in text
    assert f'<form data-call="{CALLS[name]}">' in text
    assert "{" not in text


def test_a_password_is_asked_for_where_one_is_set_and_nowhere_else() -> None:
    pages = {name: Client().get(f"/api/mail/{name}").content.decode() for name in CALLS}
    assert {name for name, text in pages.items() if 'type="password"' in text} == {"reset"}


def test_what_a_page_is_told_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(dict[str, Texts], TEXTS.table("confirm")), "title", {"en": "<b>&"})
    assert "<h1>&lt;b&gt;&amp;</h1>" in Client().get("/api/mail/confirm").content.decode()
