"""The contract that every game keeps, as a list of checks."""

from collections.abc import Callable
from hashlib import sha256

from events.format.canon import canon
from games.core.codec import encode
from games.core.definition import GameDefinition
from games.core.testing import choices, endings, facts, history, memories, samples, secrecy, telling, typed
from games.core.testing.playing import Evidence, Terms, gather

Check = Callable[[Evidence], None]

CHECKS: tuple[Check, ...] = (
    facts.check_names,
    facts.check_options,
    facts.check_tables,
    facts.check_refusals,
    telling.check_messages,
    telling.check_lines,
    telling.check_answers,
    telling.check_terms,
    telling.check_told_events,
    telling.check_told_prompts,
    endings.check_random_play_ends,
    endings.check_enough_was_reached,
    endings.check_nothing_follows_the_end,
    endings.check_default_moves,
    endings.check_declinable_prompts,
    endings.check_skippable_prompts,
    endings.check_default_play_ends,
    endings.check_resigning,
    choices.check_prompt_ids,
    choices.check_listed_moves,
    choices.check_narrowed_schemas,
    choices.check_unlisted_moves,
    choices.check_unasked_moves,
    history.check_events,
    history.check_moves,
    history.check_draws,
    history.check_refolding,
    history.check_decisions_leave_no_trace,
    history.check_unknown_events,
    typed.check_shown,
    typed.check_shown_endings,
    typed.check_event_types,
    typed.check_prompt_types,
    secrecy.check_secret_choices,
    secrecy.check_secret_draws,
    secrecy.check_every_secret_was_paired,
    samples.check_samples_look_real,
    samples.check_samples_are_fair,
    samples.check_samples_play_on,
    memories.check_samples_forget_nothing,
)


def check_contract(game: GameDefinition, terms: Terms | None = None) -> None:
    """Hold every claim of the contract against a game; ContractBroken says which one fails and where."""
    evidence = gather(game, terms)
    for check in CHECKS:
        check(evidence)


def fingerprint(evidence: Evidence) -> str:
    """A hash over all events that were played: the same in every process, or the game depends on more than chance."""
    events = (event for playout in evidence.playouts for step in playout.steps for event in step.events)
    facts_played = [[fact.type, fact.data, [part for _, part in fact.parts]] for fact in map(encode, events)]
    return sha256(canon(facts_played)).hexdigest()
