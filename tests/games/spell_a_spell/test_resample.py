"""What a seat imagines differs from the real state in nothing but what it cannot know."""

from dataclasses import replace

import orjson

from games.core.chance import Chance
from games.core.json import JSONObject
from games.core.testing.playing import Terms, gather
from games.spell_a_spell import GAME
from games.spell_a_spell.components.cards import faces
from games.spell_a_spell.state import State, Table, Voting
from tests.games.spell_a_spell.scene import ACCEPT, CHALLENGE, cast, play, scene

HIDDEN = "hidden"


def blind(state: State, seat: int) -> State:
    """The state as far as the seat sees it: no deck, hands, votes or memories of others, and faces of what lies open."""
    known = replace(state, table=blind_table(state.table, seat))
    if not isinstance(known, Voting):
        return known
    votes = [HIDDEN if vote and voter != seat else vote for voter, vote in zip(known.voters, known.votes, strict=True)]
    return replace(known, cards=faces(known.cards), votes=tuple(votes))


def blind_table(table: Table, seat: int) -> Table:
    players = [
        player if other == seat else replace(player, hand=(HIDDEN,) * len(player.hand), pile=faces(player.pile))
        for other, player in enumerate(table.players)
    ]
    discard = tuple(sorted(faces(table.discard)))
    memories = tuple(memory if other == seat else None for other, memory in enumerate(table.memories))
    hidden = (HIDDEN,) * len(table.deck)
    return replace(table, players=tuple(players), deck=hidden, discard=discard, memories=memories)


def imagined(state: State, seat: int, number: int) -> State:
    view = orjson.loads(orjson.dumps(GAME.view(state, seat)))
    assert GAME.resample is not None
    sample: State = GAME.resample(view, seat, Chance(b"imagined", number << 16))
    return sample


def test_a_sample_differs_in_nothing_that_is_known() -> None:
    options: tuple[JSONObject, ...] = (
        {"hints": True, "runs": 2},
        {"hints": True, "adjudication": "lexicon_vote", "end_check": "passes"},
    )
    evidence = gather(GAME, Terms(options=options, seeds=1))
    for position in evidence.positions[::3]:
        seat = position.index % position.playout.seats
        assert blind(imagined(position.state, seat, position.index), seat) == blind(position.state, seat)


def test_of_a_vote_a_sample_knows_the_word_who_has_voted_and_ones_own_vote_alone() -> None:
    table = scene("יצאבגד*", "א", "א", "א", adjudication="lexicon_vote")
    state = play(table, (0, cast("יצאג")), (1, ACCEPT), (2, CHALLENGE)).state

    assert isinstance(state, Voting)
    for seat in range(4):
        samples = [imagined(state, seat, number) for number in range(40)]
        assert all(blind(sample, seat) == blind(state, seat) for sample in samples)
        votes = [{sample.votes[voter - 1] for sample in samples if isinstance(sample, Voting)} for voter in (1, 2, 3)]
        drawn = {"accept", "challenge"}
        assert votes == [drawn if seat != 1 else {"accept"}, drawn if seat != 2 else {"challenge"}, {None}]
