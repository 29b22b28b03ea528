from collections.abc import Iterator

import pytest
from pytest_django import Settings

from games.matches.models.notices import AccountMail, Dispatch, Webhook
from tests.receiver import Receiver, receiving


@pytest.fixture(autouse=True)
def _nothing_due(settings: Settings) -> None:
    """What other tests have left to be sent is not sent in these."""
    settings.WEBHOOKS_TO_LOOPBACK = True
    settings.TURN_MAIL_DELAY_SECONDS = 0
    Webhook.objects.all().delete()
    Dispatch.objects.all().delete()
    AccountMail.objects.all().delete()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found
