"""Claims about a definition by itself: names, options, tables, content."""

import re
from collections.abc import Iterator, Mapping, Sequence

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from games.core.json import JSONObject
from games.core.languages import LANGUAGES
from games.core.moves import Resign
from games.core.options import OptionTexts
from games.core.prompts import violations
from games.core.testing.claims import ContractBroken, placeholders, stored
from games.core.testing.playing import Evidence

SLUG = re.compile(r"[a-z]+(-[a-z]+)*\Z")


def check_options(evidence: Evidence) -> None:
    """Every option has a default, the defaults are of the options' schema, and so are the options played with."""
    game = evidence.game
    _check_schema(game.options_schema, "options_schema")
    properties = game.options_schema.get("properties", {})
    assert isinstance(properties, Mapping)
    for name, schema in properties.items():
        if not isinstance(schema, Mapping) or "default" not in schema:
            raise ContractBroken(f"the option {name!r} has no default")
        _check_option_texts(name, schema, game.option_texts.get(name))
    for given in ({}, *evidence.terms.options):
        if wrong := violations(game.options_schema, game.options(given)):
            raise ContractBroken(f"options {given} with their defaults: {wrong[0].pointer} {wrong[0].detail}")


def _check_option_texts(name: str, schema: Mapping[str, object], texts: OptionTexts | None) -> None:
    if texts is None:
        raise ContractBroken(f"the option {name!r} has no words")
    choices: object = schema.get("enum", [])
    assert isinstance(choices, Sequence)
    if strange := texts.values.keys() - {*choices}:
        raise ContractBroken(f"the option {name!r} has words for {sorted(strange)}, which it cannot be")
    for said in (texts.title, texts.description, *texts.values.values()):
        if not all(said.get(language) for language in LANGUAGES):
            raise ContractBroken(f"the option {name!r} has not all its words in {', '.join(LANGUAGES)}")


def check_tables(evidence: Evidence) -> None:
    """Moves and events stand under their own types, with a schema each; clauses and reasons are published."""
    game = evidence.game
    for kind, table in (("move", game.move_classes), ("event", game.event_classes)):
        for name, member in table.items():
            if member.type != name:
                raise ContractBroken(f"the {kind} class of {name!r} calls itself {member.type!r}")
    if game.move_classes.get(Resign.type) is not Resign:
        raise ContractBroken("move_classes lacks resign, a move of every game")
    if missing := game.move_classes.keys() - game.move_schemas.keys() - game.clock_only.keys() - {Resign.type}:
        raise ContractBroken(f"the moves {sorted(missing)} have no schema")
    if strange := (game.move_schemas.keys() | game.clock_only.keys()) - game.move_classes.keys():
        raise ContractBroken(f"{sorted(strange)} have a schema or a clause, and no move class")
    if strange_events := game.retractable - game.event_classes.keys():
        raise ContractBroken(f"retractable names events that there are not: {sorted(strange_events)}")
    for name, schema in game.move_schemas.items():
        _check_schema(schema, f"the schema of {name}")
    if strange_clauses := {*game.clock_only.values()} - game.clauses.keys():
        raise ContractBroken(f"clock_only names clauses that are not in game.clauses: {sorted(strange_clauses)}")
    if not game.reasons:
        raise ContractBroken("a game publishes its reasons")
    for clause, texts in game.clauses.items():
        if lacking := [language for language in LANGUAGES if not texts.get(language)]:
            raise ContractBroken(f"the clause {clause} has no paraphrase in {', '.join(lacking)}")


def check_names(evidence: Evidence) -> None:
    """The game and all that has names in its content has them in each language; content can be sent."""
    game = evidence.game
    if not SLUG.match(game.slug) or not 1 <= game.min_seats <= game.max_seats:
        raise ContractBroken(f"the slug {game.slug!r} or the seats {game.min_seats}..{game.max_seats} cannot be")
    stored(game.content, "the content")
    for path, names in (("names", game.names), ("duration_hint", game.duration_hint), *_names(game.content, "content")):
        if lacking := [language for language in LANGUAGES if not names.get(language)]:
            raise ContractBroken(f"{path} has no name in {', '.join(lacking)}")


def check_refusals(evidence: Evidence) -> None:
    """Every published refusal stands on a clause and speaks each language with the same parameters."""
    for code, refusal in evidence.game.refusals.items():
        if refusal.clause not in evidence.game.clauses:
            raise ContractBroken(f"the refusal {code} names {refusal.clause!r}, which is not in game.clauses")
        if lacking := [language for language in LANGUAGES if not refusal.texts.get(language)]:
            raise ContractBroken(f"the refusal {code} has no text in {', '.join(lacking)}")
        if len({frozenset(placeholders(refusal.texts[language])) for language in LANGUAGES}) > 1:
            raise ContractBroken(f"the texts of the refusal {code} have different parameters")


def _names(content: object, path: str) -> Iterator[tuple[str, JSONObject]]:
    if isinstance(content, Mapping):
        if any(isinstance(content.get(language), str) for language in LANGUAGES):
            yield path, content
        for key, value in content.items():
            yield from _names(value, f"{path}.{key}")
    elif isinstance(content, Sequence) and not isinstance(content, str):
        for place, value in enumerate(content):
            yield from _names(value, f"{path}[{place}]")


def _check_schema(schema: JSONObject, what: str) -> None:
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise ContractBroken(f"{what} is no JSON Schema: {error.message}") from error
