"""Rock Paper Wizard: a pure kernel behind `GAME`."""

from games.core.definition import GameDefinition
from games.core.schemas import Shapes
from games.rock_paper_wizard import bots_3, bots_4, bots_5, meta
from games.rock_paper_wizard.bot import BOT
from games.rock_paper_wizard.content import CONTENT, Content
from games.rock_paper_wizard.decide import decide, start
from games.rock_paper_wizard.events.course import EVENTS, PUBLIC_DRAWS, RETRACTABLE
from games.rock_paper_wizard.evolve import evolve
from games.rock_paper_wizard.moves import MOVE_CLASSES, MOVE_SCHEMAS, CastNothing
from games.rock_paper_wizard.outcome import outcome
from games.rock_paper_wizard.prompts import SHAPES, default_move, prompts
from games.rock_paper_wizard.refusals import REFUSALS
from games.rock_paper_wizard.resample import resample
from games.rock_paper_wizard.rules.clauses import CLAUSES
from games.rock_paper_wizard.texts import TEXTS
from games.rock_paper_wizard.view import Shown, view

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
    clock_only={CastNothing.type: "RPW-23"},
    refusals=REFUSALS,
    retractable=RETRACTABLE,
    public_draws=PUBLIC_DRAWS,
    lines=TEXTS.table("events"),
    questions=TEXTS.table("questions"),
    labels=TEXTS.table("labels"),
    sayings=TEXTS.table("sayings"),
    reasons=TEXTS.table("reasons"),
    terms={**TEXTS.table("cards"), **TEXTS.table("terms")},
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
    earlier_bots=(bots_5.BOT, bots_4.BOT, bots_3.BOT),
)
