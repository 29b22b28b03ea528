from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from bench.bots import herding
from bench.bots.herding import Played
from bench.bots.ladder import Bout
from games.bots import picks
from games.core.chance import Chance
from games.core.prompts import Prompt
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.bot import outlook
from games.rock_paper_wizard.moves import ChooseSpell
from games.rock_paper_wizard.state import Learning

BOUT = Bout(3, "5 easy", "4 easy", 0)


def played(*, share: Fraction = Fraction(1), rounds: int = 10, alike: int = 2) -> Played:
    return Played(share=share, rounds=rounds, alike=alike, picks=20, seconds=0.1)


def test_each_grade_meets_itself_the_others_its_earlier_version_and_a_sampler() -> None:
    rows = {(bout.one, bout.other) for bout in herding.bouts(1, [3], ["5", "4"])}
    assert {("5 hard", "5 hard"), ("5 medium", "5 easy"), ("5 hard", "4 hard"), ("sampler of 4 hard", "4 hard")} <= rows
    assert len(rows) == 2 * 2 * 5


def test_a_match_is_worth_the_same_each_time_and_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "played.ndjson"
    first = herding.run("rock-paper-wizard", [BOUT], path, 1)
    path.write_text(path.read_text() + '{"bout": {"seats"')
    assert herding.read(path) == first
    again = herding.play("rock-paper-wizard", BOUT)
    assert replace(again, seconds=0) == replace(first[BOUT], seconds=0)
    assert again.rounds > 0
    assert again.picks >= again.rounds


def test_a_sampler_plays_the_best_reply_to_what_the_others_will_pick(monkeypatch: pytest.MonkeyPatch) -> None:
    state = None
    for event in GAME.start(GAME.options({}), 3, Chance(bytes(32))):
        state = GAME.evolve(state, event)
    assert isinstance(state, Learning)
    book = state.board.book
    assert "antimagic_field" not in book
    # The others aim at each other by two spells, so that nothing is left to luck.
    known = {1: ChooseSpell(spell=book[0], target=2), 2: ChooseSpell(spell=book[1], target=1)}

    def picked(game: object, view: object, prompt: Prompt, *, bot: str, chance: Chance) -> ChooseSpell:
        assert bot == "easy"
        return known[prompt.seat]

    monkeypatch.setattr(picks, "pick", picked)
    move = herding.player(GAME, "sampler of 5 easy")(state, 0, Chance(b""))
    mine = [ChooseSpell(spell=spell, target=target) for target in (1, 2) for spell in book]
    worths = {reply: outlook(state, {**known, 0: reply}, Chance(b""), 0) for reply in mine}
    assert isinstance(move, ChooseSpell)
    assert worths[move] == max(worths.values()) > min(worths.values())


def test_rows_tell_the_share_and_how_often_all_did_alike_with_their_intervals() -> None:
    found = {
        Bout(3, "5 medium", "5 easy", number): played(share=Fraction(number % 2), alike=number % 2) for number in (0, 1)
    } | {Bout(3, "5 medium", "5 medium", 0): played()}
    told = [*herding.told(found)]
    assert told[2] == "| 3 | 5 medium | 5 easy | 2 | 50 % | 9–91 % | 33 % | 5 % | 0–12 % | 5 |"
    assert told[3] == "| 3 | 5 medium | 5 medium | 1 | | | | 20 % | 20–20 % | 5 |"


def test_a_game_whose_seats_answer_one_after_the_other_is_refused() -> None:
    with pytest.raises(SystemExit):
        herding.main(["cave"])
