"""Claims about words: a message for all that happens, is asked, is answered or ends, and a name for each id in one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from games.core.catalogues import NotAlike, check_alike
from games.core.codec import encode
from games.core.definition import GameDefinition
from games.core.json import JSON
from games.core.languages import LANGUAGES
from games.core.message_syntax import Argument, Choice, Text, names, parse
from games.core.messages import NO, YES, Arguments, Book, Texts, compared, of_moves, plain, selected
from games.core.moves import Resign
from games.core.prompts import Prompt
from games.core.testing.claims import ContractBroken
from games.core.testing.playing import Evidence

NOT_TOLD = frozenset({"rules", "draws"})
ENDING = frozenset({"winners", "ranking"})
# What a sentence shows in a test where it has nothing to show.
GAP = "\0"


def check_messages(evidence: Evidence) -> None:
    """Each message is one in every language, with the same arguments and variants in all."""
    for of, table in evidence.game.tables.messages.items():
        for key, texts in table.items():
            _check_alike(f"the message {key} of {of}", texts)


def check_lines(evidence: Evidence) -> None:
    """Each type of event has a line, whose arguments are fields of it."""
    game = evidence.game
    if untold := game.event_classes.keys() - game.lines.keys():
        raise ContractBroken(f"the events {sorted(untold)} have no line")
    for key, texts in game.lines.items():
        _check_place(game, key, names(parse(texts["en"])))


def check_answers(evidence: Evidence) -> None:
    """Each type of move that a prompt can list has a label, and each label is of a type of move; endings name seats."""
    game = evidence.game
    told = {key.rpartition(".")[2] for key in game.labels}
    if silent := game.move_classes.keys() - told - {Resign.type}:
        raise ContractBroken(f"the moves {sorted(silent)} have no label")
    if strange := (told | {key.rpartition(".")[2] for key in game.sayings}) - game.move_classes.keys():
        raise ContractBroken(f"the labels of {sorted(strange)} are of no move of the game")
    if reserved := [name for move in game.move_classes.values() for name in ("label", "text") if hasattr(move, name)]:
        raise ContractBroken(f"a move has a field {reserved[0]}, which is ignored in what a client posts")
    for reason, texts in game.reasons.items():
        if strange := names(parse(texts["en"])) - ENDING:
            raise ContractBroken(f"the message of the reason {reason} names {sorted(strange)}")


def check_terms(evidence: Evidence) -> None:
    """Each term has a name in every language."""
    for name, texts in evidence.game.terms.items():
        if lacking := [language for language in LANGUAGES if not texts.get(language)]:
            raise ContractBroken(f"the term {name} has no name in {', '.join(lacking)}")


def check_told_events(evidence: Evidence) -> None:
    """Whatever a line shows of the events that were played is a number, has a name, or is free text.

    Who may not open what is sealed in an event reads a whole sentence too.
    """
    books = _books(evidence.game)
    for event in (event for playout in evidence.playouts for step in playout.steps for event in step.events):
        fact = encode(event)
        public: dict[str, JSON] = {"seat": event.seat, **fact.data}
        opened = {name: value for _, part in fact.parts for name, value in part.items()}
        whole = compared({**public, **opened})
        _check_values(evidence, "events", event.type, whole)
        for arguments in (compared(public), whole):
            _check_whole(books, "events", event.type, arguments)


def check_told_prompts(evidence: Evidence) -> None:
    """Each kind of prompt has a question, and each move in it a label, of what prompt and move name."""
    books = _books(evidence.game)
    for prompt in (prompt for position in evidence.positions for prompt in position.prompts.values()):
        about = {"seat": prompt.seat, **prompt.about}
        _check_told(evidence, books, "questions", prompt.kind, about)
        for move in prompt.moves:
            for arguments in of_moves(about, move.legal)[:5]:
                for of in ("labels", "sayings"):
                    if (key := _key(evidence.game, of, prompt, move.type)) is not None:
                        _check_told(evidence, books, of, key, arguments)


def _check_alike(what: str, texts: Texts) -> None:
    if lacking := [language for language in LANGUAGES if language not in texts]:
        raise ContractBroken(f"{what} has no text in {', '.join(lacking)}")
    try:
        check_alike(what, texts)
    except NotAlike as error:
        raise ContractBroken(str(error)) from error


def _check_place(game: GameDefinition, name: str, wanted: set[str]) -> None:
    """A line is that of an event or of a field of one; what stands in an object is seen only when it is told."""
    type, _, field = name.partition(".")
    if type not in game.event_classes:
        raise ContractBroken(f"the line of {name} is of no event of the game")
    own = {item.name for item in fields(game.event_classes[type])} - NOT_TOLD | {"same"}
    if strange := {field.partition(".")[0]} - own if field else wanted - own:
        raise ContractBroken(f"the line of {name} names {sorted(strange)}, which {type} does not have")


def _books(game: GameDefinition) -> list[Book]:
    return [Book(game.tables, language, gap=GAP) for language in LANGUAGES]


def _key(game: GameDefinition, of: str, prompt: Prompt, type: str) -> str | None:
    table = game.tables.messages[of]
    own = f"{prompt.kind}.{type}"
    return own if own in table else type if of == "labels" or type in table else None


def _check_told(evidence: Evidence, books: Sequence[Book], of: str, key: str, arguments: Arguments) -> None:
    table = evidence.game.tables.messages[of]
    if key not in table:
        raise ContractBroken(f"{key} is not in {of}")
    if strange := names(parse(table[key]["en"])) - arguments.keys():
        raise ContractBroken(f"the message {key} of {of} names {sorted(strange)}, which it is not told")
    _check_values(evidence, of, key, arguments)
    _check_whole(books, of, key, arguments)


def _check_whole(books: Sequence[Book], of: str, key: str, arguments: Arguments) -> None:
    for book in books:
        if GAP in (told := plain(book.say(of, key, arguments))):
            raise ContractBroken(f"{key} of {of} has a gap: {told!r} of {dict(arguments)!r}")


def _check_values(evidence: Evidence, of: str, key: str, arguments: Arguments) -> None:
    for place, value in _shown(evidence.game, of, key, arguments):
        if isinstance(value, str) and value not in evidence.game.terms and place not in evidence.terms.free_text:
            raise ContractBroken(f"{place} shows {value!r}, which is not in game.terms")
        if isinstance(value, Mapping):
            raise ContractBroken(f"{place} shows {dict(value)!r}: its line lacks it, or shows what it does not have")


def _shown(game: GameDefinition, of: str, key: str, arguments: Arguments) -> Iterator[tuple[str, JSON]]:
    """The values that a message shows, each with its place; an object only where no message can tell it."""
    for name in sorted(_arguments(parse(game.tables.messages[of][key]["en"]), arguments)):
        if name in arguments:
            yield from _leaves(game, of, f"{key}.{name}", arguments[name])


def _arguments(text: Text, given: Arguments) -> set[str]:
    """The arguments whose values a message shows of those given; those that it only chooses by are not."""
    shown = {part.name for part in text if isinstance(part, Argument) and not part.is_seat}
    for part in text:
        if isinstance(part, Choice):
            picked = [selected(part.name, part.variants, given)]
            for key in part.variants if part.is_plural else picked:
                shown |= _arguments(part.variants[key], given)
    return shown


def _leaves(game: GameDefinition, of: str, place: str, value: JSON) -> Iterator[tuple[str, JSON]]:
    table = game.tables.messages[of]
    if isinstance(value, bool):
        yield place, YES if value else NO
    elif isinstance(value, str) or value is None:
        yield place, value
    elif isinstance(value, Mapping):
        if place not in table or not _arguments(parse(table[place]["en"]), value) <= value.keys() | {"index", "same"}:
            yield place, value
            return
        yield from _shown(game, of, place, value)
    elif isinstance(value, Sequence):
        for item in value:
            yield from _leaves(game, of, place, item)
