"""Letters and names by their script."""

import re

# A letter by itself is printed so on a board.
LATIN, WORD = re.compile("[A-Za-z]{2,}"), re.compile(r"[^\W\d_]{3,}")


# Names that stay as they are in every language.
NAMES: frozenset[str] = frozenset({"UTC"})


# Words that are Polish as well as English.
BOTH = frozenset({"ale", "limit", "Mag", "Most", "order", "test"})
