import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cave.components import cards, chambers
from games.cave.components.areas import AREAS
from games.cave.effects import passives
from games.cave.effects import steps as s
from games.cave.effects.grammar import EffectError
from games.cave.effects.parser import BARE, BUILDERS, CHOOSERS, LOSABLE, PLACES, STATS, parse
from games.cave.effects.steps import Step
from games.cave.effects.writer import unparse

WRITTEN = {
    **{card.id: card.steps for card in cards.CARDS},
    **{area.id: area.steps for area in AREAS},
    **{chamber.id: chamber.steps for chamber in chambers.BY_ID.values()},
}


def test_cave_r25_every_effect_is_written_as_it_is_read() -> None:
    assert {id: parse(unparse(steps)) for id, steps in WRITTEN.items()} == WRITTEN


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("", ()),
        ("gain(gold,2)", (s.Gain("gold", 2),)),
        ("heal(all)", (s.Heal(None),)),
        ("heal(2)", (s.Heal(2),)),
        ("raise_endurance(1) + stay", (s.RaiseEndurance(1), s.Stay())),
        ("discard_cards(spell,1,random)", (s.DiscardCards("spell", 1, "random"),)),
        ("go(area:M5)", (s.Go("area", "M5"),)),
        ("go(entrance)", (s.Go("entrance"),)),
        ("fight(power,5)", (s.Fight("power", 5),)),
        ("fight(power,5,win: gain(power,1))", (s.Fight("power", 5, (s.Gain("power", 1),)),)),
        (
            "roll(1-2: lose(endurance,1) + lose_turn(1) | 3-6: none)",
            (s.Roll((s.Branch(1, 2, (s.Lose("endurance", 1), s.LoseTurn(1))), s.Branch(3, 6, (s.Nothing(),)))),),
        ),
        (
            "test(strength, ok: none | fail: slow(1))",
            (s.StatTest("strength", (s.Nothing(),), (s.Slow(1),)),),
        ),
        ("choose(spell(1) | none)", (s.Choose(((s.DrawSpells(1),), (s.Nothing(),))),)),
        ("pay(2: bonus_next_test(2))", (s.Pay(2, (s.BonusNextTest(2),)),)),
        (
            "if(alignment=evil: gain(power,1) | alignment=good: discard)",
            (s.If((s.Case("evil", (s.Gain("power", 1),)), s.Case("good", (s.Discard(),)))),),
        ),
        ("each_all(slow(1))", (s.EachAll((s.Slow(1),)),)),
        ("target(adventurer: force_die_movement(1))", (s.Target((s.ForceDieMovement(1),)),)),
        ("peek(cave,3)", (s.Peek("cave", 3),)),
        ("peek_reorder(choice,3)", (s.PeekReorder(3),)),
        ("on_defeat(lose_turn(2))", (s.OnDefeat((s.LoseTurn(2),)),)),
        ("on_victory(gain(gold,1))", (s.OnVictory((s.Gain("gold", 1),)),)),
        ("weapon + bonus(strength,1,fight)", (passives.Weapon(), passives.Bonus("strength", 1, "fight"))),
        ("armour(4-6)", (passives.Armour(4, 6),)),
        ("restrict(good,neutral)", (passives.Restrict(("good", "neutral")),)),
        ("limit(objects,4)", (passives.Limit(4),)),
        ("immune(slow)", (passives.Immune(),)),
        ("key + map + guide", (passives.Key(), passives.Map(), passives.Guide())),
        ("evade(all)", (s.Evade(),)),
        ("add_power_to_strength", (s.AddPowerToStrength(),)),
        ("gate_open", (s.GateOpen(),)),
        ("cancel_spell", (s.CancelSpell(),)),
        ("set_aside", (s.SetAside(),)),
        ("infirmary", (s.Infirmary(),)),
    ],
)
def test_cave_r25_each_word_has_one_meaning_and_one_spelling(text: str, steps: s.Steps) -> None:
    assert parse(text) == steps
    assert unparse(steps) == text


def test_cave_r25_no_word_is_missing_from_the_parser() -> None:
    words = {kind.op for kind in _all_kinds()}

    assert words == {*BARE, *BUILDERS}


def _all_kinds() -> list[type[Step]]:
    both = [*vars(s).values(), *vars(passives).values()]
    return [kind for kind in both if isinstance(kind, type) and hasattr(kind, "op")]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "gain",
            "gain()",
            "gain(gold)",
            "gain(luck,1)",
            "gain(gold,0)",
            "gain(gold,1",
            "gain(gold,1))",
            "gain(gold,1-2)",
        ),
        *(
            "heal(some)",
            "heal(0)",
            "spell(x: 1)",
            "none + ",
            "none none",
            "none(1)",
            "dance(1)",
            "Gain(gold,1)",
            "gain;",
            "7",
        ),
        *("go(moon)", "go(area:m5)", "go(area:5)", "fight(gold,5)", "fight(power,5,none)", "fight(power,5,lose: none)"),
        *(
            "roll(1-5: none)",
            "roll(1-3: none | 3-6: none)",
            "roll(0-5: none | 6: none)",
            "roll(1-7: none)",
            "roll(1-6: 3)",
        ),
        *(
            "roll(none)",
            "test(power, ok: none)",
            "test(power, fail: none | ok: none)",
            "choose(none)",
            "choose(a: none | none)",
        ),
        *(
            "pay(none)",
            "pay(0: none)",
            "pay(1-2: none)",
            "pay(1: 2)",
            "if(none)",
            "if(alignment=grey: none)",
            "if(mood=good: none)",
        ),
        *("target(none)", "target(enemy: none)", "peek(spells,3)", "peek_reorder(cave,3)", "bonus(gold,1,fight)"),
        *(
            "bonus(strength,1,never)",
            "armour(4-7)",
            "armour(none)",
            "restrict(grey)",
            "limit(friends,1)",
            "immune(fear)",
            "evade(one)",
        ),
    ],
)
def test_cave_r25_what_no_rule_gives_a_meaning_is_refused(text: str) -> None:
    with pytest.raises(EffectError):
        parse(text)


NUMBERS = st.integers(1, 9)
OWN_STATS = st.sampled_from(("strength", "power"))
LEAVES = st.one_of(
    st.builds(s.Gain, st.sampled_from(STATS), NUMBERS),
    st.builds(s.Heal, st.none() | NUMBERS),
    st.builds(s.DiscardCards, st.sampled_from(LOSABLE), NUMBERS, st.sampled_from(CHOOSERS)),
    st.builds(s.Go, st.just("area"), st.sampled_from(("M5", "E", "K10"))),
    st.builds(s.Go, st.sampled_from(PLACES)),
    st.builds(passives.Armour, st.integers(1, 3), st.integers(3, 6)),
    st.just(s.Nothing()),
)


def _branching(within: st.SearchStrategy[s.Step]) -> st.SearchStrategy[s.Step]:
    steps = st.lists(within, min_size=1, max_size=3).map(tuple)
    halves = st.tuples(st.integers(1, 5), steps, steps)
    return st.one_of(
        halves.map(lambda cut: s.Roll((s.Branch(1, cut[0], cut[1]), s.Branch(cut[0] + 1, 6, cut[2])))),
        st.builds(s.Choose, st.lists(steps, min_size=2, max_size=3).map(tuple)),
        st.builds(s.Pay, NUMBERS, steps),
        st.builds(s.Fight, OWN_STATS, NUMBERS, st.just(()) | steps),
        st.builds(s.StatTest, OWN_STATS, steps, steps),
        st.builds(s.If, steps.map(lambda found: (s.Case("good", found), s.Case("evil", found)))),
        st.builds(s.EachAll, steps),
    )


@given(st.lists(st.recursive(LEAVES, _branching, max_leaves=8), min_size=1, max_size=3).map(tuple))
def test_cave_r25_whatever_steps_are_written_are_read_alike(steps: s.Steps) -> None:
    assert parse(unparse(steps)) == steps


@given(st.text(alphabet="abgino_lrs(),|+:=-0123456789EM ", max_size=30))
def test_cave_r25_a_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    try:
        found = parse(text)
    except EffectError:
        return
    assert parse(unparse(found)) == found
