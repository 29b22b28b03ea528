"""Marks each English text that stands in for a missing one, as an early pytest plugin: catalogues are read at import."""

from games.core.catalogues import mark_stand_ins

mark_stand_ins()
