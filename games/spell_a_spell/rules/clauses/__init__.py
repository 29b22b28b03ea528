"""The rules of record, one line each in our words; ids are those of every event and refusal."""

from games.core.catalogues import load
from games.core.messages import Table

CLAUSES: Table = load(__name__).table("clauses")

# What rules version 1 does not know.
LATER_CLAUSES = ("SAS-50", "SAS-51", "SAS-52")
