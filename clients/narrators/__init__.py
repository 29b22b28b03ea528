"""What the demo shows of each game. A new game gets a module here and a line in `SHOWS`."""

from collections.abc import Mapping

from clients.narrators import cave, rock_paper_wizard, spell_a_spell
from clients.narrators.show import Show

SHOWS: Mapping[str, Show] = {show.game: show for show in (cave.SHOW, rock_paper_wizard.SHOW, spell_a_spell.SHOW)}
