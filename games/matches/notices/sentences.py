"""The sentence of a notice, and the texts of mails."""

from games import registry
from games.core.languages import ENGLISH, LANGUAGES
from games.matches.models.notices import Notice
from games.matches.notices.kinds import KINDS
from games.matches.notices.texts import TEXTS

TEST, OTHER = "test", "other"


def sentence(notice: Notice | None, language: str) -> str:
    """The sentence of a notice; None stands for a test.

    Of a kind that is not known here, because a newer node has written it, it says only that there is something new.
    """
    if notice is None:
        return TEXTS["notices.test"][language]
    name = registry.newest(notice.game).names[language]
    return TEXTS.told(language, "notices", notice.kind if notice.kind in KINDS else OTHER, {"game": name})


def foot(language: str, *, match: str, link: str) -> str:
    """The end of a notice's mail: the links to the match and to stop such mails."""
    return TEXTS.say(language, "mail.foot", match=match, link=link)


def account_mail(purpose: str, language: str, *, link: str, token: str, handle: str | None) -> tuple[str, str]:
    """Subject and text of a mail about an account."""
    text = TEXTS.told(language, "account", f"{purpose}.text", {"link": link, "token": token, "handle": handle})
    return TEXTS.table("account")[f"{purpose}.subject"][language], text


def known(language: str) -> str:
    """The language, if it has texts; else English."""
    return language if language in LANGUAGES else ENGLISH
