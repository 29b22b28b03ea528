"""How much mail to unconfirmed addresses a day: counted by mailbox, by player, and by the caller's network address.

Who asks may be a stranger to the mailbox. The counts stand apart from accounts: otherwise whoever deletes an account
and makes another would begin anew. The mailbox and the network address are kept as keyed hashes.
"""

import unicodedata
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from games.matches.errors import TooMuchMail
from games.matches.models.notices import AskedMail
from games.matches.quotas import storage
from games.matches.quotas.callers import caller_address

DAY = timedelta(days=1)
# To one mailbox, whoever asks; and with those of players who, like their network, have asked for none to it.
MOST_TO_MAILBOX, MOST_WITH_NEWCOMERS = 5, 10
# To all mailboxes together.
MOST_OF_PLAYER, MOST_OF_NETWORK = 5, 20

# One after the other, or two who ask at once would both get the last place. Locks of players are taken before it.
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('mail to unconfirmed addresses', 0))"


@transaction.atomic
def admit(email: str, *, player: str) -> None:
    """Count a mail that a player wants sent to an address: `TooMuchMail`, `QuotaExceeded`.

    The places over the common ones are for players who have asked for none, from networks that have asked for none. So
    a stranger can neither fill a mailbox nor keep its owner from confirming it.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOCK)
    mailbox, network = mailbox_key(email), caller_address()
    today = AskedMail.objects.filter(asked_at__gt=Now() - DAY)
    if today.filter(player_id=player).count() >= MOST_OF_PLAYER:
        raise TooMuchMail
    if network and today.filter(network=network).count() >= MOST_OF_NETWORK:
        raise TooMuchMail
    to_mailbox = today.filter(mailbox=mailbox)
    of_caller = Q(player_id=player) | Q(network=network) if network else Q(player_id=player)
    most = MOST_TO_MAILBOX if to_mailbox.filter(of_caller).exists() else MOST_WITH_NEWCOMERS
    if to_mailbox.count() >= most:
        raise TooMuchMail
    # In the row, and in an index.
    storage.admit_stored("account mail", player=player, texts=[email, email])
    AskedMail.objects.create(mailbox=mailbox, player_id=player, network=network, asked_at=Now())


def forget() -> None:
    """Delete the counts of more than a day ago."""
    AskedMail.objects.filter(asked_at__lt=Now() - DAY).delete()


def mailbox_key(email: str) -> str:
    """The keyed hash of a mailbox: the same however the address is capitalized, tagged or dotted.

    Many providers ignore what stands after a plus sign, and some ignore dots. Where two people share a key they share
    the limit, and nothing else.
    """
    name, _, host = unicodedata.normalize("NFKC", email).casefold().rpartition("@")
    name = name.strip('"').partition("+")[0].replace(".", "")
    return salted_hmac("tabularium.mailboxes", f"{name}@{host}", algorithm="sha256").hexdigest()[:32]
