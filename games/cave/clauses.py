"""The rules of record, one line each in our words; ids are those of every event and refusal."""

from games.cave.clauses_of_rulings import RULINGS
from games.cave.clauses_of_the_leaflet import SEED_CLAUSES

CLAUSES = {**SEED_CLAUSES, **RULINGS}
