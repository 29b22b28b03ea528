"""Who is told of every append: the projections, and the players' notices. Only the first can be computed anew."""

from collections.abc import Callable, Mapping

from games.matches import projections
from games.matches.notices import telling

CONSUMERS: Mapping[str, Callable[[str, int], None]] = {**projections.CONSUMERS, telling.NOTICES: telling.tell}
