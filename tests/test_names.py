"""A name means one thing: where two rooms have the same name, this page says why both stay.

`python -m tests.support.names` lists where each of them stands.
"""

from collections.abc import Mapping

from tests.support.names import collisions, floors

BY_SUBJECT = "each floor names its module by the subject: the view or the tables of what the service does there"
CONTRACT = "the contract's part, and what a kernel makes of it"
OF_THE_GAME = "the game's own word, in its rulebook; no file imports both"
OF_A_FLOOR = "what it is called is clear on its floor, and no file imports both"

KERNEL, SERVICE = "games/cave games/rock_paper_wizard games/spell_a_spell", "games/matches"
API_AND_SERVICE = f"api {SERVICE}"
# Each with the parts of the project that may have it.
STAYS: Mapping[str, tuple[str, str]] = {
    **dict.fromkeys(
        ("audits", "invitations", "mails", "players", "push", "webhooks", "talk", "circles", "cups", "third_parties"),
        (API_AND_SERVICE, BY_SUBJECT),
    ),
    **dict.fromkeys(("matches", "notices", "people", "quarantine"), (API_AND_SERVICE, BY_SUBJECT)),
    **dict.fromkeys(("limits", "mail", "problems"), ("api config", BY_SUBJECT)),
    **dict.fromkeys(("draft", "moves", "prompts", "options", "Draft"), (f"games/core {KERNEL}", CONTRACT)),
    **dict.fromkeys(("Choice", "Course", "Fact", "Memory"), (f"games/core {KERNEL}", CONTRACT)),
    **dict.fromkeys(("choices", "Nothing"), (f"games/core {KERNEL}", OF_THE_GAME)),
    **dict.fromkeys(("Counted", "Gate", "Question"), (f"api config {KERNEL}", OF_THE_GAME)),
    **dict.fromkeys(("changes", "tasks", "turns", "words", "writer"), (f"{SERVICE} {KERNEL}", OF_THE_GAME)),
    **dict.fromkeys(("Place", "Player", "Seen", "Token"), (f"{SERVICE} {KERNEL}", OF_THE_GAME)),
    "Call": (f"api {KERNEL}", OF_THE_GAME),
    "Step": (f"games/core {SERVICE} {KERNEL}", OF_A_FLOOR),
    "Command": (f"events {SERVICE}", "Django wants a command's class to be called so; the other is a row of the store"),
    "Connection": (f"api config {SERVICE}", OF_A_FLOOR),
    "Server": ("api config", OF_A_FLOOR),
    "Turns": (API_AND_SERVICE, "turns of streams at waiting, and of calls at computing: each beside its line"),
    "Opening": ("api events", "how a stream begins, and what opens a seal: both are the field's words"),
    "Entry": (f"games/verify {KERNEL}", "a line of a match file, and a word of the lexicon"),
    "Event": ("events games/core", "the row of the store, and the contract's event"),
    "ReadOnly": (f"events {SERVICE}", "what may not be written: a table, and a page of the operators'"),
    "Shown": (f"{SERVICE} {KERNEL}", "what a seat is shown: the kernel's part of it, and all of it"),
    "Table": (f"games/table {KERNEL}", "Spell-a-Spell's cards on the table, and the table that players sit at"),
    "base": (f"api config {SERVICE}", "Django finds a database backend by this name; the others are base classes"),
    "bodies": (API_AND_SERVICE, "of requests, and of webhooks"),
    "bots": (f"games/core {SERVICE}", "the contract of a game's bots, and the service that has them play"),
    "chain": ("events games/verify", "how the chain is written, and how it is checked"),
    "claims": (f"games/core games/table {SERVICE}", "what a test, an event or a player claims; no file imports two"),
    "course": (f"games/table {KERNEL}", "events of the course of a match, the table's and a kernel's"),
    "decisions": (f"{SERVICE} {KERNEL}", "Cave's table of decisions, and what the service appends for one"),
    "events": ("games/core games/table", "the contract's event, the table's, and those of each feature"),
    "feature": ("games/table", "the class, and each feature as one"),
    "fold": (f"games/table {KERNEL}", "how events change a state: Cave's, and that of each feature"),
    "forks": (f"config {SERVICE}", "of processes, and of matches"),
    "formats": ("api config", "of JSON calls, of streams, and of times, which Django looks for by this name"),
    "history": (f"games/core {SERVICE}", "the contract suite's, and that of a stored match"),
    "languages": ("api games/core", "what a caller prefers, and which there are"),
    "memory": (f"api config {KERNEL}", "the machine's, and a seat's"),
    "messages": ("api games/core games/table", "the contract's, the table's, and their description in OpenAPI"),
    "registry": ("games/registry.py games/table", "of games, and of what a table can do"),
    "resources": (API_AND_SERVICE, "the calls' part of an answer, and the service's"),
    "roles": ("config events", "the embedded server's, and the rights that each has"),
    "shapes": (f"api games/core {SERVICE} {KERNEL}", "typed dicts on every floor, of what that floor tells"),
    "snapshots": (f"events {SERVICE}", "the table of kept states, and when one is kept"),
    "state": (f"games/table {SERVICE} {KERNEL}", "of the kernel, of the table, and of both together"),
    "streams": ("api", "the views of streams, and what serves them"),
    "take_backs": (f"games/table {SERVICE}", "when a move may be taken back, and the call that does it"),
    "unions": (f"api {KERNEL}", "of OpenAPI's shapes, and of Cave's questions"),
}


def test_no_two_rooms_have_the_same_name_for_two_things_but_where_a_reason_is_given() -> None:
    unexplained = {
        name: places
        for name, places in collisions().items()
        if name not in STAYS or not floors(places) <= set(STAYS[name][0].split())
    }
    assert unexplained == {}, "give one of them another name, or say here why both stay"


def test_reasons_are_given_for_names_that_collide_alone() -> None:
    assert STAYS.keys() - collisions().keys() == set()


def test_every_reason_says_something() -> None:
    assert [name for name, (_, reason) in STAYS.items() if len(reason) < 15] == []
