"""Cave (Jaskinia), played by itself: a pure kernel behind `GAME`, the newest rules, and `GAME_1`."""

from dataclasses import replace
from functools import partial

from games.cave import bots_2, meta
from games.cave.agenda.unions import NAMES
from games.cave.bot import BOT
from games.cave.content import CONTENT, Content, content_of
from games.cave.decide import decide, start
from games.cave.events.course import EVENTS, PUBLIC_DRAWS, RETRACTABLE
from games.cave.evolve import evolve
from games.cave.moves import ANSWER, MOVE_CLASSES, SINCE_2
from games.cave.outcome import outcome
from games.cave.prompts import DECLINABLE, SHAPES, SKIPPABLE, SKIPPABLE_1, SKIPPED, default_move, prompts
from games.cave.refusals import REFUSALS
from games.cave.resample import resample
from games.cave.rules.clauses import CLAUSES
from games.cave.shapes import MOVE_SCHEMAS
from games.cave.texts import TEXTS
from games.cave.view import ASKED, Shown, view
from games.cave.wording.terms import TERMS
from games.core.definition import GameDefinition
from games.core.schemas import Shapes

GAME = GameDefinition(
    slug=meta.SLUG,
    rules=meta.RULES,
    names=meta.NAMES,
    min_seats=meta.MIN_SEATS,
    max_seats=meta.MAX_SEATS,
    duration_hint=meta.DURATION_HINT,
    options_schema=meta.OPTIONS_SCHEMA,
    option_texts=meta.OPTION_TEXTS,
    move_classes=MOVE_CLASSES,
    move_schemas=MOVE_SCHEMAS,
    event_classes=EVENTS,
    clauses=CLAUSES,
    clock_only={},
    refusals=REFUSALS,
    declinable=DECLINABLE,
    skippable=SKIPPABLE,
    skipped=SKIPPED,
    retractable=RETRACTABLE,
    public_draws=PUBLIC_DRAWS,
    lines=TEXTS.table("events"),
    questions=TEXTS.table("questions"),
    labels=TEXTS.table("labels"),
    reasons=TEXTS.table("reasons"),
    terms=TERMS,
    content=content_of(2),
    shapes=Shapes(state=Shown, content=Content, prompts=SHAPES, names={**NAMES, ASKED: "Asked", ANSWER: "Answer"}),
    start=partial(start, rules=2),
    decide=decide,
    evolve=partial(evolve, rules=2),
    prompts=prompts,
    view=view,
    default_move=default_move,
    outcome=outcome,
    resample=resample,
    bot=BOT,
    earlier_bots=(bots_2.BOT_3, bots_2.BOT),
)

_LATER = {type for type, move in MOVE_CLASSES.items() if move in SINCE_2}
# The rules of release 0.1.0: each step of a way is asked for, and the characters have their first numbers.
GAME_1 = replace(
    GAME,
    rules="1",
    move_classes={type: move for type, move in MOVE_CLASSES.items() if type not in _LATER},
    move_schemas={type: schema for type, schema in MOVE_SCHEMAS.items() if type not in _LATER},
    labels={key: texts for key, texts in GAME.labels.items() if key.rpartition(".")[2] not in _LATER},
    sayings={key: texts for key, texts in GAME.sayings.items() if key.rpartition(".")[2] not in _LATER},
    skippable=SKIPPABLE_1,
    skipped=frozenset(),
    content=CONTENT,
    start=start,
    evolve=evolve,
)
