"""How common each word is: what a vocabulary of the bots is made of. It decides nothing about which words count."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

# From the words that a child of ten knows to those that many people have to look up.
CHILD, EVERYBODY, RARE = "child", "everybody", "rare"
_FILE = "use-1.tsv"


@cache
def commonness() -> Mapping[str, str]:
    """How common each word of the lexicons is, by key. Bots pick by it: another one needs a file of its own."""
    _, *lines = files(__package__).joinpath("data", _FILE).read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines)
