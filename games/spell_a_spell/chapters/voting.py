"""The table's vote on a word that the lexicon does not list (SAS-11, section 5)."""

from games.core.records import replace
from games.spell_a_spell.chapters import casting
from games.spell_a_spell.chapters.casting import Laid
from games.spell_a_spell.chapters.turns import asking
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.events.course import VoteCast, VoteClosed, WordProposed, WordRefused
from games.spell_a_spell.moves import ACCEPT, CHALLENGE
from games.spell_a_spell.refusals import refusal
from games.spell_a_spell.state import Spelling, State, Turn, Voting, given, parted_from, still_in, with_player


def propose(draft: Draft, laid: Laid) -> None:
    """Lay the cards open and ask every opponent still in."""
    word = laid.spelling
    draft.write(
        WordProposed(
            seat=word.seat,
            word=word.word,
            key=word.key,
            fogs=word.fogs,
            voters=tuple(seat for seat in still_in(draft.table) if seat != word.seat),
            cards=laid.cards,
        )
    )


def vote(draft: Draft, seat: int, answer: str) -> None:
    """Accept or challenge, once, in secret; the last answer closes the vote."""
    state = draft.state
    if not isinstance(state, Voting) or seat not in state.voters:
        raise refusal("no_vote_wanted")
    if seat not in state.missing:
        raise refusal("already_voted")
    draft.write(VoteCast(seat=seat, vote=answer))
    close_when_all_have_voted(draft)


def close_when_all_have_voted(draft: Draft) -> None:
    """The word is refused only if more challenge than accept it; a refused one goes back to the hand."""
    state = draft.state
    if not isinstance(state, Voting) or state.missing:
        return
    votes = tuple(str(vote) for vote in state.votes)
    accepts, challenges = votes.count(ACCEPT), votes.count(CHALLENGE)
    accepted = challenges <= accepts
    draft.write(
        VoteClosed(
            seat=state.proposed.seat,
            accepted=accepted,
            accepts=accepts,
            challenges=challenges,
            voters=state.voters,
            votes=votes,
        )
    )
    if accepted:
        casting.carry_out(draft, Laid(spelling=state.proposed, cards=state.cards))
    else:
        draft.write(WordRefused(seat=state.proposed.seat, word=state.proposed.word))


def word_proposed(state: State, event: WordProposed) -> State:
    assert isinstance(state, Turn)
    table, seat = state.table, state.seat
    player = parted_from(table.players[seat], event.cards)
    return Voting(
        table=asking(with_player(table, seat, player)),
        proposed=Spelling(seat=seat, word=event.word, key=event.key, fogs=event.fogs),
        cards=event.cards,
        voters=event.voters,
        votes=(None,) * len(event.voters),
        refused=state.refused,
    )


def vote_cast(state: State, event: VoteCast) -> State:
    assert isinstance(state, Voting)
    assert event.seat is not None
    return with_vote(state, event.seat, event.vote)


def with_vote(state: Voting, seat: int, answer: str) -> Voting:
    pairs = zip(state.voters, state.votes, strict=True)
    return replace(state, votes=tuple(answer if voter == seat else vote for voter, vote in pairs))


def vote_closed(state: State, event: VoteClosed) -> State:
    """A word that the table accepts needs no second vote in this match."""
    assert isinstance(state, Voting)
    if not event.accepted:
        return state
    return replace(state, table=replace(state.table, agreed=(*state.table.agreed, state.proposed.key)))


def word_refused(state: State) -> State:
    """Back to the proposer's turn, one refused word on."""
    assert isinstance(state, Voting)
    return taken_back(state, refused=state.refused + 1)


def taken_back(state: Voting, *, refused: int) -> Turn:
    """The proposer's turn with the proposed cards in the hand again."""
    seat = state.proposed.seat
    player = given(state.table.players[seat], state.cards)
    return Turn(asking(with_player(state.table, seat, player)), seat, refused)
