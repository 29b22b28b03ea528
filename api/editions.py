"""Smaller documents from the whole OpenAPI document: without what differs by game, or of one game alone; and in 3.2.

They are made of the file that is checked in, so that nothing has to be kept in step with it.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from games.core.description import camel
from games.registry import GAMES

Shape = dict[str, Any]

NO_GAMES = "none"
VERSIONS = ("3.1", "3.2")
REFERENCE = "#/components/schemas/"
# How the shapes of each game begin.
PREFIXES: Mapping[str, str] = {game: camel(game) for game in GAMES}
OPEN = {"type": "object", "description": "It differs by game: `GET /games/{game}/schemas` has it as JSON Schema."}
# Ways in which a shape is one of several.
WAYS = ("oneOf", "anyOf")
# How the content of a request tells one, or several by name.
EXAMPLES = ("example", "examples")


def lean(document: Shape) -> Shape:
    """The document with what all games share; the rest is any object."""
    schemas = _Shared(document["components"]["schemas"]).all()
    return _pruned(_direct(_changed(document, _shared_name)), _direct(schemas))


def of_game(document: Shape, game: str) -> Shape:
    """The document of a service with this game alone: what was one shape for each game is that of this one."""
    others = tuple(prefix for known, prefix in PREFIXES.items() if known != game)
    schemas = _narrowed(document["components"]["schemas"], others)
    unions = {name: member["$ref"] for name, shape in schemas.items() if "$ref" in (member := _only_member(shape))}
    names = {member: REFERENCE + name for name, member in unions.items()}
    alone = schemas | {name: schemas[member.removeprefix(REFERENCE)] for name, member in unions.items()}
    calls = _with_examples(_narrowed(document, others), game)
    return _pruned(_direct(_renamed(calls, names)), _direct(_renamed(alone, names)))


def in_3_2(document: Shape) -> Shape:
    """The document as OpenAPI 3.2: what each message of a stream is (`itemSchema`), and how devices get access."""
    made = _pruned({**_with_items(document), "openapi": "3.2.0"}, document["components"]["schemas"])
    schemes = made["components"]["securitySchemes"]
    oauth2 = _with_devices(schemes["oauth2"])
    return {**made, "components": {**made["components"], "securitySchemes": {**schemes, "oauth2": oauth2}}}


def _with_devices(scheme: Shape) -> Shape:
    flows = scheme["flows"]
    by_code = {name: said for name, said in flows["authorizationCode"].items() if name != "authorizationUrl"}
    devices = {"deviceAuthorizationUrl": "/oauth/device_authorization", **by_code}
    named = {"oauth2MetadataUrl": "/.well-known/oauth-authorization-server"}
    return {**scheme, **named, "flows": {**flows, "deviceAuthorization": devices}}


def _with_items(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_items(one) for one in value]
    if not isinstance(value, dict):
        return value
    if value.get("schema") == {"$ref": REFERENCE + "Stream"}:
        return {"itemSchema": {"$ref": REFERENCE + "StreamMessage"}}
    return {name: _with_items(one) for name, one in value.items()}


def _pruned(document: Shape, schemas: Shape) -> Shape:
    """The document with those of the schemas that it comes to name."""
    components = {**document["components"], "schemas": {}}
    kept: Shape = {}
    named = _names({**document, "components": components})
    while named:
        kept |= {name: schemas[name] for name in named}
        named = _names(kept) - kept.keys()
    return {**document, "components": {**components, "schemas": dict(sorted(kept.items()))}}


def _names(value: Any) -> set[str]:
    """The schemas that are referred to somewhere in a part of the document."""
    if isinstance(value, dict):
        own = {value["$ref"].removeprefix(REFERENCE)} if str(value.get("$ref", "")).startswith(REFERENCE) else set()
        return own.union(*map(_names, value.values()))
    return set().union(*map(_names, value)) if isinstance(value, list) else set()


def _narrowed(value: Any, others: Collection[str]) -> Any:
    """A part of the document without the shapes whose names begin like those of other games."""
    if isinstance(value, list):
        return [_narrowed(one, others) for one in value if not _is_of(one, others)]
    if not isinstance(value, dict):
        return value
    return {
        name: _narrowed(one, others)
        for name, one in value.items()
        if not (isinstance(one, str) and _is_of({"$ref": one}, others))
    }


def _with_examples(value: Any, game: str) -> Any:
    """A part of the document whose examples are of this game."""
    if isinstance(value, list):
        return [_with_examples(one, game) for one in value]
    if not isinstance(value, dict):
        return value
    return {name: _example(one, game) if name in EXAMPLES else _with_examples(one, game) for name, one in value.items()}


def _example(told: Any, game: str) -> Any:
    """One that names a game names this one; of one for each game it is this game's."""
    if not isinstance(told, dict):
        return told
    if PREFIXES.keys() & told.keys():
        return {name: one for name, one in told.items() if name == game}
    return {**told, "game": game} if "game" in told else told


def _only_member(shape: Shape) -> Shape:
    """The member of a union that has one alone, which generators take for two shapes with the same fields; else {}."""
    return next((shape[way][0] for way in WAYS if len(shape.get(way, ())) == 1), {})


def _direct(value: Any) -> Any:
    """A part of the document with the member in place of each union that has one alone."""
    if isinstance(value, list):
        return [_direct(one) for one in value]
    if not isinstance(value, dict):
        return value
    beside = {name: one for name, one in value.items() if name not in WAYS} if _only_member(value) else value
    return {name: _direct(one) for name, one in (_only_member(value) | beside).items()}


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A part of the document that refers to these shapes by other names."""
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    if not isinstance(value, dict):
        return names.get(value, value) if isinstance(value, str) else value
    return {name: _renamed(one, names) for name, one in value.items()}


def _is_of(value: Any, prefixes: Collection[str]) -> bool:
    named = str(value.get("$ref", "")) if isinstance(value, dict) else ""
    return named.startswith(tuple(REFERENCE + prefix for prefix in prefixes))


def _changed(value: Any, rename: Callable[[str], str]) -> Any:
    """A part of the document with other names of shapes.

    What tells members of a union apart is left out, and so is a member that has become the same as another.
    """
    if isinstance(value, list):
        return _once([_changed(one, rename) for one in value])
    if not isinstance(value, dict):
        return value
    if str(value.get("$ref", "")).startswith(REFERENCE):
        return {**value, "$ref": REFERENCE + rename(value["$ref"].removeprefix(REFERENCE))}
    return {name: _changed(one, rename) for name, one in value.items() if name != "discriminator"}


def _once(found: list[Any]) -> list[Any]:
    """What is listed, shapes that are referred to once each."""
    seen: set[str] = set()
    kept = []
    for one in found:
        named = one.get("$ref", "") if isinstance(one, dict) and len(one) == 1 else ""
        if not named or named not in seen:
            kept.append(one)
        seen.add(named)
    return kept


def _shared_name(name: str) -> str:
    return next((name.removeprefix(prefix) for prefix in PREFIXES.values() if name.startswith(prefix)), name)


class _Shared:
    """The schemas that all games share, under the names that they have without a game."""

    def __init__(self, schemas: Mapping[str, Shape]) -> None:
        self._schemas = schemas

    def all(self) -> Shape:
        """Each by its name."""
        return {name: self._shared(name) for name in sorted({_shared_name(name) for name in self._schemas})}

    def _shared(self, name: str) -> Shape:
        own = self._schemas.get(name)
        by_game = [self._schemas[prefix + name] for prefix in PREFIXES.values() if prefix + name in self._schemas]
        if own is not None and not self._is_by_game(own):
            return dict(_changed(own, _shared_name))
        if len(by_game) < len(PREFIXES):
            return OPEN
        members = [member for one in by_game for member in self._members(one)]
        return self._common(members) if all("properties" in one for one in members) else OPEN

    def _is_by_game(self, schema: Shape) -> bool:
        """Whether it is no more than one of several shapes, each of a game."""
        members = [one for way in WAYS for one in schema.get(way, ())]
        return bool(members) and all(_is_of(one, PREFIXES.values()) for one in members)

    def _members(self, schema: Shape) -> Iterator[Shape]:
        """The objects that a schema can be."""
        found = [one for way in WAYS for one in schema.get(way, ())]
        if not found or "properties" in schema:
            yield schema
        for one in found if "properties" not in schema else ():
            named = str(one.get("$ref", "")).removeprefix(REFERENCE)
            yield from self._members(self._schemas.get(named, one))

    def _common(self, members: list[Shape]) -> Shape:
        """An object with the fields that all of these have."""
        said = {str(one.get("description", "")) for one in members}
        fields = [name for name in members[0]["properties"] if all(name in one["properties"] for one in members)]
        # Else a checker of types or examples takes the fields of a game for mistakes.
        more = {} if all(len(one["properties"]) == len(fields) for one in members) else {"additionalProperties": True}
        return {
            "type": "object",
            "description": said.pop() if len(said) == 1 else f"What all games share. {OPEN['description']}",
            "properties": {name: self._field([one["properties"][name] for one in members]) for name in fields},
            "required": [name for name in fields if all(name in one.get("required", ()) for one in members)],
            **more,
        }

    def _field(self, found: list[Shape]) -> Shape:
        renamed = [_changed(one, _shared_name) for one in found]
        if all(one == renamed[0] for one in renamed):
            return dict(renamed[0])
        if all(one.get("type") == "string" or "const" in one for one in renamed):
            return {"type": "string"}
        return {"description": OPEN["description"]}
