"""The keys of `en.json`, for mypy: `make languages` writes this file."""

from typing import Literal

# fmt: off
Section = Literal[
    "notices", "account", "mail",
]
Key = Literal[
    "notices.your_turn", "notices.deadline_near", "notices.timed_out", "notices.match_started", "notices.match_ended",
    "notices.invited", "notices.seat_taken_over", "notices.eliminated", "notices.rematch", "notices.called",
    "notices.other", "notices.test", "account.confirm.subject", "account.confirm.text", "account.reset.subject",
    "account.reset.text", "mail.foot",
]
