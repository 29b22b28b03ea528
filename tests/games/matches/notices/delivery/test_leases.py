from dataclasses import replace
from datetime import timedelta

from games.matches.models.notices import Webhook
from games.matches.notices.delivery.leases import Lease
from tests.games.matches.notices.scene import hook
from tests.support.cast import Person
from tests.support.receiver import Receiver

FREE = """
SELECT id FROM matches_webhook WHERE player_id = %(player)s::uuid AND not_before <= statement_timestamp()
ORDER BY id LIMIT %(limit)s FOR UPDATE SKIP LOCKED
"""
LEASE = Lease(table="matches_webhook", until="not_before", seconds=30, free=FREE)


def test_a_claim_takes_no_more_than_its_limit_and_nothing_that_another_has(alice: Person, receiver: Receiver) -> None:
    hooks = {str(hook(alice, receiver).id) for _ in range(3)}
    first, second, third = (LEASE.claim(player=alice.id, limit=2) for _ in range(3))
    assert (len(first), len(second), third) == (2, 1, [])
    assert {row_id for row_id, _ in (*first, *second)} == hooks


def test_a_claimed_row_is_free_again_when_its_lease_is_over(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    ((_, now),) = LEASE.claim(player=alice.id, limit=1)
    webhook.refresh_from_db()
    assert webhook.not_before - now == timedelta(seconds=30)
    Webhook.objects.filter(id=webhook.id).update(not_before=now)
    ((_, later),) = replace(LEASE, seconds=0).claim(player=alice.id, limit=1)
    assert later > now
    assert len(LEASE.claim(player=alice.id, limit=1)) == 1
