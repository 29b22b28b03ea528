"""What a notice says in one sentence, and what stands in mails."""

from games import registry
from games.core.languages import ENGLISH, LANGUAGES
from games.matches.models.notices import Notice
from games.matches.notices.texts import TEXTS

TEST = "test"


def sentence(notice: Notice | None, language: str) -> str:
    """What a notice says in one sentence; None is a test."""
    if notice is None:
        return TEXTS["notices.test"][language]
    name = registry.newest(notice.game).names[language]
    return TEXTS.told(language, "notices", notice.kind, {"game": name})


def foot(language: str, *, match: str, link: str) -> str:
    """What follows the sentence in the mail of a notice: where the match is, and where such mails are stopped."""
    return TEXTS.say(language, "mail.foot", match=match, link=link)


def account_mail(purpose: str, language: str, *, link: str, token: str, handle: str | None) -> tuple[str, str]:
    """Subject and text of a mail about an account."""
    text = TEXTS.told(language, "account", f"{purpose}.text", {"link": link, "token": token, "handle": handle})
    return TEXTS.table("account")[f"{purpose}.subject"][language], text


def known(language: str) -> str:
    """The language itself where there are texts in it, else English."""
    return language if language in LANGUAGES else ENGLISH
