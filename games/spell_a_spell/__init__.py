"""Spell-a-Spell: a pure kernel behind `GAME`, the newest rules, and `GAME_1`."""

from dataclasses import replace

from games.core.definition import GameDefinition
from games.core.schemas import Shapes
from games.spell_a_spell import bots_1, bots_2, bots_3, meta, options
from games.spell_a_spell.bot import BOT
from games.spell_a_spell.content import CONTENT, CONTENT_1, TERMS, Content
from games.spell_a_spell.decide import decide, start
from games.spell_a_spell.events.course import EVENTS, PUBLIC_DRAWS, RETRACTABLE
from games.spell_a_spell.evolve import evolve
from games.spell_a_spell.lexicon.lookup import download, look_up
from games.spell_a_spell.moves import MOVE_CLASSES, MOVE_SCHEMAS
from games.spell_a_spell.outcome import FULL_ROUND, outcome
from games.spell_a_spell.prompts import DECLINABLE, SHAPES, default_move, prompts
from games.spell_a_spell.refusals import REFUSALS
from games.spell_a_spell.resample import resample
from games.spell_a_spell.rules.clauses import CLAUSES, LATER_CLAUSES
from games.spell_a_spell.texts import TEXTS
from games.spell_a_spell.view import Shown, view

GAME = GameDefinition(
    slug=meta.SLUG,
    rules=meta.RULES,
    names=meta.NAMES,
    min_seats=meta.MIN_SEATS,
    max_seats=meta.MAX_SEATS,
    duration_hint=meta.DURATION_HINT,
    options_schema=options.OPTIONS_SCHEMA,
    option_texts=options.OPTION_TEXTS,
    move_classes=MOVE_CLASSES,
    move_schemas=MOVE_SCHEMAS,
    event_classes=EVENTS,
    clauses=CLAUSES,
    clock_only={},
    refusals=REFUSALS,
    declinable=DECLINABLE,
    retractable=RETRACTABLE,
    public_draws=PUBLIC_DRAWS,
    lines=TEXTS.table("events"),
    questions=TEXTS.table("questions"),
    labels=TEXTS.table("labels"),
    sayings=TEXTS.table("sayings"),
    reasons=TEXTS.table("reasons"),
    terms=TERMS,
    content=CONTENT,
    shapes=Shapes(state=Shown, content=Content, prompts=SHAPES),
    start=start,
    decide=decide,
    evolve=evolve,
    prompts=prompts,
    view=view,
    default_move=default_move,
    outcome=outcome,
    resample=resample,
    bot=BOT,
    earlier_bots=(bots_3.BOT, bots_2.BOT, bots_1.BOT),
    look_up=look_up,
    lexicon=download,
)

# The rules of release 0.1.0: without even rounds, and with every window.
GAME_1 = replace(
    GAME,
    rules="1",
    options_schema=options.OPTIONS_SCHEMA_1,
    option_texts={name: texts for name, texts in options.OPTION_TEXTS.items() if name not in options.LATER},
    clauses={clause: texts for clause, texts in CLAUSES.items() if clause not in LATER_CLAUSES},
    content=CONTENT_1,
    reasons={reason: texts for reason, texts in GAME.reasons.items() if reason != FULL_ROUND},
)
