/**
 * The few words of this picture that neither the content nor a sentence of the API has.
 *
 * @typedef {import("../../types.js").Language} Language
 * @typedef {typeof EN} Words
 */
const EN = {
  trial: "trial",
  test: "test",
  wealth: "wealth",
  lose_turn: "turns to lose",
  slow: "moves of one step",
  force_die: "moves by the die",
  next_test_bonus: "bonus for the next test",
  carried: "carried",
  left: "left lying this turn",
  cast: "spells cast this turn",
  steps: "steps left",
  unseen: "not seen",
};

/** @type {Words} */
const HE = {
  trial: "ניסיון",
  test: "מבחן",
  wealth: "עושר",
  lose_turn: "תורים להפסיד",
  slow: "מהלכים של צעד אחד",
  force_die: "מהלכים לפי הקובייה",
  next_test_bonus: "תוספת למבחן הבא",
  carried: "הועברו",
  left: "הושארו בתור הזה",
  cast: "לחשים שהוטלו בתור הזה",
  steps: "צעדים שנותרו",
  unseen: "לא נראה",
};

/** @type {Words} */
const PL = {
  trial: "próba",
  test: "sprawdzian",
  wealth: "bogactwo",
  lose_turn: "tury do stracenia",
  slow: "ruchy o jeden obszar",
  force_die: "ruchy według kostki",
  next_test_bonus: "premia do następnego sprawdzianu",
  carried: "przeniesienia",
  left: "pozostawione w tej turze",
  cast: "czary rzucone w tej turze",
  steps: "pozostałe kroki",
  unseen: "nieznana",
};

/** @type {Record<Language, Words>} */
const TABLE = { en: EN, he: HE, pl: PL };

/** @param {Language} language */
export const words = (language) => TABLE[language];
