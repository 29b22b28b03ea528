"""What notices and mails say. Nothing that a player typed stands in a notice."""

from games.core.catalogues import Catalogue, load
from games.matches.notices.texts.keys import Key, Section

TEXTS: Catalogue[Section, Key] = load(__name__)
