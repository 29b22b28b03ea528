"""The rules of record, one line each in our words; ids are those of every event and refusal."""

from games.cave.rules.leaflet import SEED_CLAUSES
from games.cave.rules.rulings import RULINGS

CLAUSES = {**SEED_CLAUSES, **RULINGS}
