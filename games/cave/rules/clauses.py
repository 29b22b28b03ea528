"""The rules of record, one line each in our words; ids are those of every event and refusal."""

from games.cave.rules.clauses_he import HEBREW
from games.cave.rules.clauses_pl import POLISH
from games.cave.rules.leaflet import SEED_CLAUSES
from games.cave.rules.rulings import RULINGS
from games.core.messages import Table, in_languages

CLAUSES: Table = in_languages({**SEED_CLAUSES, **RULINGS}, HEBREW, POLISH)
