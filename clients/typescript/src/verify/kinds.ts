// The games that there are, and the types of their events (docs/format.md, "Event 1"; docs/api/<game>.md, "Events").
interface Kind {
  readonly least: number;
  readonly most: number;
  readonly types: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The table's own events, the same for every game. */
export const OF_THE_TABLE = words(`
  autopilot_off autopilot_on beacon_missed clock_changed key_bound match_cancelled match_created match_ended
  match_started move_taken_back moves_taken_back pause_agreed paused replacement_agreed resume_agreed resumed seat_left
  seat_taken take_back_agreed take_back_asked take_back_refused timed_out`);

export const BOTS = words("random steady easy medium hard");

const WIZARD = words(`
  book_card_retired card_placed card_rejected choice_defaulted choice_made discard_became_deck effect_applied
  first_player_drawn gesture_cancelled gesture_made_wild gesture_redirected gestures_revealed gold_scored lair_prepared
  last_seat_remained marker_passed receiver_asked receiver_chosen round_begun seat_resigned spell_begun
  wild_card_discarded wild_card_drawn wild_pair_formed win_checked wizard_reentered`);
const SPELL = words(`
  cards_dealt cards_drawn cards_stolen effect_played extra_turn free_pass hand_passed hands_rotated last_seat_remained
  run_ended run_started seat_bewitched seat_resigned snowball_round_ended snowball_thrown spell_ended spell_standing
  turn_started vote_cast vote_closed window_declined window_opened word_cast word_proposed word_refused`);
const CAVE = words(`
  ability_used adventurer_died armour_rolled belonging_discarded bonus_set card_discarded card_drawn card_left
  card_taken cards_peeked carried cave_cards_counted cave_prepared chamber_identified character_dealt choice_made
  crystal_chamber_found crystal_taken deck_renewed die_rolled duel_decided effect_applied evaded fight_decided
  first_seat_drawn gate_opened gate_tried gold_seized gold_taken last_survivor_remained move_stopped object_seized
  penalty_set question_closed question_put reaction_passed round_limit_reached seat_eliminated seat_resigned
  spell_cancelled spell_cast spell_drawn spell_resolved stack_ordered stat_changed stat_tested step_taken
  trial_decided trophies_exchanged trophies_won turn_ended turn_skipped turn_started`);

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ["rock-paper-wizard 1", { least: 3, most: 6, types: WIZARD }],
  ["spell-a-spell 1", { least: 2, most: 5, types: SPELL }],
  ["spell-a-spell 2", { least: 2, most: 5, types: SPELL }],
  ["cave 1", { least: 2, most: 6, types: CAVE }],
  ["cave 2", { least: 2, most: 6, types: CAVE }],
]);

/** A game in one version of its rules; undefined where there is none. */
export const kindOf = (game: unknown, rules: unknown): Kind | undefined =>
  typeof game === "string" && typeof rules === "string" ? KINDS.get(`${game} ${rules}`) : undefined;
