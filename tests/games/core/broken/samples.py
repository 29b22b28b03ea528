"""Games whose samples are not what a seat may believe."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from games.core.chance import Chance
from games.core.definition import GameDefinition
from tests.games.core.breaking import breaks
from tests.games.core.toy import BIDS, TOY, Table, resample


def sampling(change: Callable[[Table, Mapping[str, Any], int, Chance], Table]) -> GameDefinition:
    def changed(view: Mapping[str, Any], seat: int, chance: Chance) -> Table:
        return change(resample(view, seat, chance), view, seat, chance)

    return replace(TOY, resample=changed)


@breaks("check_samples_look_real", "looks otherwise")
def a_sample_takes_the_card_from_its_seat() -> GameDefinition:
    return sampling(lambda state, view, seat, chance: replace(state, hands=tuple(9 for _ in state.hands)))


@breaks("check_samples_look_real", "asks otherwise")
def a_sample_forgets_who_has_bid() -> GameDefinition:
    """Shown is that somebody has bid, and the view of the sample is made to say so."""

    def view(state: Table, seat: int | None) -> Mapping[str, Any]:
        return {**TOY.view(state, seat), "have_bid": [], "bid": None}

    def forgetful(view: Mapping[str, Any], seat: int, chance: Chance) -> Table:
        return resample({**view, "have_bid": [False] * len(view["scores"])}, seat, chance)

    return replace(TOY, view=view, resample=forgetful)


@breaks("check_samples_look_real", "asks otherwise")
def a_sample_counts_one_question_more() -> GameDefinition:
    def view(state: Table, seat: int | None) -> Mapping[str, Any]:
        return {**TOY.view(state, seat), "question": 0}

    return replace(sampling(lambda state, view, seat, chance: replace(state, question=77)), view=view)


@breaks("check_samples_look_real", "a second time, with the same chance, differs")
def a_sample_depends_on_the_ones_before() -> GameDefinition:
    drawn: list[Table] = []

    def change(state: Table, view: Mapping[str, Any], seat: int, chance: Chance) -> Table:
        drawn.append(state)
        return replace(state, hidden=1 + len(drawn) % 8)

    return sampling(change)


@breaks("check_samples_look_real", "a second time, with the same chance, differs")
def a_sample_of_a_stored_view_is_another() -> GameDefinition:
    return sampling(
        lambda state, view, seat, chance: replace(state, hidden=1 if isinstance(view["scores"], tuple) else 2)
    )


@breaks("check_samples_are_fair", "should differ so")
def a_sample_prefers_small_cards() -> GameDefinition:
    return sampling(lambda state, view, seat, chance: replace(state, hidden=min(state.hidden, chance.below(8) + 1)))


@breaks("check_samples_are_fair", "should differ so")
def a_sample_believes_that_all_bid_the_most() -> GameDefinition:
    def change(state: Table, view: Mapping[str, Any], seat: int, chance: Chance) -> Table:
        most = tuple(max(BIDS) if bid and other != seat else bid for other, bid in enumerate(state.bids))
        return replace(state, bids=most if state.leader is None else state.bids)

    return sampling(change)


@breaks("check_samples_are_fair", "hides other cards")
def a_sample_has_made_bids_that_are_missing() -> GameDefinition:
    def change(state: Table, view: Mapping[str, Any], seat: int, chance: Chance) -> Table:
        if state.leader is not None:
            return state
        return replace(state, bids=tuple(1 if other != seat else bid for other, bid in enumerate(state.bids)))

    return sampling(change)


@breaks("check_samples_play_on", "cannot be played on")
def a_sample_lacks_the_scores_that_nobody_sees() -> GameDefinition:
    return sampling(lambda state, view, seat, chance: replace(state, scores=()))


@breaks("check_samples_forget_nothing", "draws forgets: the card is")
def a_sample_deals_its_own_seat_another_card_and_shows_it_as_before() -> GameDefinition:
    return sampling(lambda state, view, seat, chance: replace(state, hands=tuple(9 for _ in state.hands)))


@breaks("check_samples_forget_nothing", "draws forgets: the bid is")
def a_view_says_no_more_what_its_seat_has_bid() -> GameDefinition:
    def view(state: Table, seat: int | None) -> Mapping[str, Any]:
        return {**TOY.view(state, seat), "bid": 1}

    return replace(TOY, view=view)


class Peeking(dict[str, Any]):
    """A view that has the state with it."""

    state: Table


@breaks("check_secret_draws", "depends on a secret")
def a_sample_is_made_of_the_real_state() -> GameDefinition:
    def view(state: Table, seat: int | None) -> Mapping[str, Any]:
        shown = Peeking(TOY.view(state, seat))
        shown.state = state
        return shown

    return replace(sampling(lambda state, view, seat, chance: getattr(view, "state", state)), view=view)


@breaks("check_secret_choices", "depends on a secret")
def a_sample_has_the_real_bids() -> GameDefinition:
    def view(state: Table, seat: int | None) -> Mapping[str, Any]:
        shown = Peeking(TOY.view(state, seat))
        shown.state = state
        return shown

    return replace(
        sampling(
            lambda state, view, seat, chance: (
                replace(state, bids=view.state.bids) if isinstance(view, Peeking) else state
            )
        ),
        view=view,
    )
