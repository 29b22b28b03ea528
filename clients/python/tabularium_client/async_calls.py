"""Every call of the API, as methods of the asynchronous client.

Written by `make_calls.py` from the OpenAPI document; do not edit.
"""

from typing import Literal, cast

from tabularium_client.sending import AsyncSender, new_key
from tabularium_client.shapes import (
    Answered,
    AnyView,
    App,
    AppAccessList,
    AppChange,
    AppealText,
    AppList,
    AppWish,
    Audit,
    Authorization,
    AuthorizationQuestion,
    BlockList,
    BotPage,
    BotWish,
    ChatEntry,
    ChatMark,
    ChatPage,
    Confirmation,
    ConsentQuestion,
    ConsentWish,
    Content,
    Cup,
    CupEventList,
    CupPage,
    CupWish,
    Delivery,
    DeliveryPage,
    DeviceAuthorization,
    DeviceQuestion,
    DrawPage,
    EventPage,
    FollowList,
    ForkWish,
    Game,
    GameData,
    GamePage,
    GameStatistics,
    HeadLog,
    Invitation,
    InvitationPage,
    InvitationWish,
    Leaderboard,
    Lexicon,
    Limits,
    Lobby,
    LogIn,
    MailSent,
    Match,
    MatchLog,
    MatchLuck,
    MatchPage,
    MatchRating,
    MatchWish,
    Me,
    Messages,
    MoveAnswer,
    MuteList,
    NewApp,
    NewChatMessage,
    NewToken,
    NewWebhook,
    NoticePage,
    NoticeSettings,
    NoticeSettingsWish,
    OwnChatPage,
    OwnNote,
    OwnNoteText,
    PasswordWish,
    PlayerPage,
    PlayerPages,
    PlayerRatings,
    PlayerRecord,
    ProblemKindPage,
    PromptList,
    PushSubscription,
    PushSubscriptionPage,
    PushSubscriptionWish,
    QueueTerms,
    QueueWish,
    QueueWishList,
    Quotas,
    RatingSteps,
    ReadWish,
    ReplacementWish,
    Report,
    ReportList,
    ReportWish,
    ResetWish,
    ResignationWish,
    RotatedWebhook,
    Sanction,
    SanctionList,
    SeatKeyWish,
    SeatWish,
    SetList,
    Settings,
    SignedUp,
    SignUp,
    StandingOrders,
    StandingOrdersWish,
    StreamTicket,
    StreamTicketWish,
    TakeBackWish,
    TokenPage,
    TokenWish,
    Unread,
    UnreadChatList,
    Upgrade,
    Webhook,
    WebhookChange,
    WebhookPage,
    WebhookWish,
    Word,
)


class AsyncCalls(AsyncSender):
    """A method for each call."""

    async def list_bots(self) -> BotPage:
        """The bots that can be seated."""
        return cast(BotPage, await self._ask("GET", "/bots"))

    async def list_bot_players(self) -> PlayerPages:
        """The accounts that programs play."""
        return cast(PlayerPages, await self._ask("GET", "/bots/players"))

    async def list_cups(
        self,
        *,
        game: str | None = None,
        status: Literal["open", "running", "finished", "cancelled"] | None = None,
        mine: bool | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> CupPage:
        """List cups, newest first."""
        return cast(
            CupPage,
            await self._ask(
                "GET", "/cups", query={"game": game, "status": status, "mine": mine, "before": before, "limit": limit}
            ),
        )

    async def create_cup(self, body: CupWish, *, key: str | None = None) -> Cup:
        """Make a cup and enter it."""
        return cast(Cup, await self._ask("POST", "/cups", body=body, key=key or new_key()))

    async def get_cup(self, cup: str) -> Cup:
        """One cup: its terms, rounds, results, and how everybody stands."""
        return cast(Cup, await self._ask("GET", f"/cups/{self._part(cup)}"))

    async def cancel_cup(self, cup: str) -> Cup:
        """Call a cup off before its start, as its host."""
        return cast(Cup, await self._ask("POST", f"/cups/{self._part(cup)}/cancel"))

    async def enter_cup(self, cup: str) -> Cup:
        """Enter a cup."""
        return cast(Cup, await self._ask("PUT", f"/cups/{self._part(cup)}/entry"))

    async def leave_cup(self, cup: str) -> Cup:
        """Leave a cup, or withdraw from it once it runs."""
        return cast(Cup, await self._ask("DELETE", f"/cups/{self._part(cup)}/entry"))

    async def list_cup_events(self, cup: str) -> CupEventList:
        """All events of a cup, by which its course can be checked."""
        return cast(CupEventList, await self._ask("GET", f"/cups/{self._part(cup)}/events"))

    async def start_cup(self, cup: str) -> Cup:
        """Start a cup before it is full, as its host."""
        return cast(Cup, await self._ask("POST", f"/cups/{self._part(cup)}/start"))

    async def confirm_email(self, body: Confirmation) -> None:
        """Confirm an address by the code that came there."""
        await self._tell("POST", "/email-confirmations", body=body)

    async def list_games(self) -> GamePage:
        """The games."""
        return cast(GamePage, await self._ask("GET", "/games"))

    async def get_game(self, game: str) -> Game:
        """One game."""
        return cast(Game, await self._ask("GET", f"/games/{self._part(game)}"))

    async def get_clauses(self, game: str, *, rules: str | None = None, edition: str | None = None) -> GameData:
        """The clauses of a game's rules."""
        return cast(
            GameData,
            await self._ask("GET", f"/games/{self._part(game)}/clauses", query={"rules": rules, "edition": edition}),
        )

    async def get_content(self, game: str, *, rules: str | None = None, edition: str | None = None) -> Content:
        """Cards, board, terms and names of a game."""
        return cast(
            Content,
            await self._ask("GET", f"/games/{self._part(game)}/content", query={"rules": rules, "edition": edition}),
        )

    async def get_lexicon(self, game: str, *, rules: str | None = None, edition: str | None = None) -> Lexicon:
        """Every word of a game that has words."""
        return cast(
            Lexicon,
            await self._ask("GET", f"/games/{self._part(game)}/lexicon", query={"rules": rules, "edition": edition}),
        )

    async def get_messages(self, game: str, *, rules: str | None = None, edition: str | None = None) -> Messages:
        """Everything that a game has to say in words."""
        return cast(
            Messages,
            await self._ask("GET", f"/games/{self._part(game)}/messages", query={"rules": rules, "edition": edition}),
        )

    async def get_schemas(self, game: str, *, rules: str | None = None, edition: str | None = None) -> GameData:
        """JSON Schemas of what a game shows and takes."""
        return cast(
            GameData,
            await self._ask("GET", f"/games/{self._part(game)}/schemas", query={"rules": rules, "edition": edition}),
        )

    async def get_statistics(self, game: str) -> GameStatistics:
        """What all public matches of a game look like together."""
        return cast(GameStatistics, await self._ask("GET", f"/games/{self._part(game)}/statistics"))

    async def get_word(self, game: str, word: str, *, rules: str | None = None) -> Word:
        """Whether a game's lexicon holds a word, and why."""
        return cast(
            Word, await self._ask("GET", f"/games/{self._part(game)}/words/{self._part(word)}", query={"rules": rules})
        )

    async def get_leaderboard(self, game: str, *, ladder: Literal["people", "bots"] | None = None) -> Leaderboard:
        """The players of a game with the highest ratings."""
        return cast(Leaderboard, await self._ask("GET", f"/leaderboards/{self._part(game)}", query={"ladder": ladder}))

    async def get_limits(self) -> Limits:
        """How much this service allows."""
        return cast(Limits, await self._ask("GET", "/limits"))

    async def get_log(self, *, from_: int | None = None) -> HeadLog:
        """How the log of all heads stands."""
        return cast(HeadLog, await self._ask("GET", "/log", query={"from": from_}))

    async def list_matches(
        self,
        *,
        game: str | None = None,
        status: Literal["open", "active", "finished", "cancelled", "quarantined", "imported"] | None = None,
        player: str | None = None,
        mine: bool | None = None,
        waiting_for: Literal["me"] | None = None,
        since: str | None = None,
        until: str | None = None,
        bots: bool | None = None,
        open_seats: int | None = None,
        least_events: int | None = None,
        most_events: int | None = None,
        order: Literal["newest", "oldest"] | None = None,
        before: str | None = None,
        limit: int | None = None,
    ) -> MatchPage:
        """List matches."""
        return cast(
            MatchPage,
            await self._ask(
                "GET",
                "/matches",
                query={
                    "game": game,
                    "status": status,
                    "player": player,
                    "mine": mine,
                    "waiting_for": waiting_for,
                    "since": since,
                    "until": until,
                    "bots": bots,
                    "open_seats": open_seats,
                    "least_events": least_events,
                    "most_events": most_events,
                    "order": order,
                    "before": before,
                    "limit": limit,
                },
            ),
        )

    async def create_match(self, body: MatchWish, *, key: str | None = None) -> Match:
        """Make a match and take seat 0."""
        return cast(Match, await self._ask("POST", "/matches", body=body, key=key or new_key()))

    async def get_match(self, match: str) -> Match:
        """One match."""
        return cast(Match, await self._ask("GET", f"/matches/{self._part(match)}"))

    async def audit_match(self, match: str) -> Audit:
        """Whether the stored match holds."""
        return cast(Audit, await self._ask("GET", f"/matches/{self._part(match)}/audit"))

    async def seat_bot(self, match: str, body: BotWish, *, key: str | None = None) -> Match:
        """Seat a bot."""
        return cast(
            Match, await self._ask("POST", f"/matches/{self._part(match)}/bots", body=body, key=key or new_key())
        )

    async def cancel_match(self, match: str, *, key: str | None = None) -> Match:
        """Call a match off before its start."""
        return cast(Match, await self._ask("POST", f"/matches/{self._part(match)}/cancel", key=key or new_key()))

    async def list_chat(
        self,
        match: str,
        *,
        room: Literal["players", "spectators"] | None = None,
        before_message: int | None = None,
        limit: int | None = None,
    ) -> ChatPage:
        """The chat of a match, newest first."""
        return cast(
            ChatPage,
            await self._ask(
                "GET",
                f"/matches/{self._part(match)}/chat",
                query={"room": room, "before_message": before_message, "limit": limit},
            ),
        )

    async def write_chat(self, match: str, body: NewChatMessage, *, key: str | None = None) -> ChatEntry:
        """Write a message to a match's chat."""
        return cast(
            ChatEntry, await self._ask("POST", f"/matches/{self._part(match)}/chat", body=body, key=key or new_key())
        )

    async def mark_chat_read(self, match: str, body: ChatMark) -> None:
        """Mark the chat at your table as read up to a message."""
        await self._tell("PUT", f"/matches/{self._part(match)}/chat/read", body=body)

    async def list_draws(self, match: str, *, after: int | None = None, limit: int | None = None) -> DrawPage:
        """Draws that can be checked while the match runs."""
        return cast(
            DrawPage,
            await self._ask("GET", f"/matches/{self._part(match)}/draws", query={"after": after, "limit": limit}),
        )

    async def list_events(
        self,
        match: str,
        *,
        after: int | None = None,
        before: int | None = None,
        limit: int | None = None,
        wait: int | None = None,
        seat: int | Literal["spectator"] | None = None,
    ) -> EventPage:
        """The history as you may see it; with `wait`, what happens next."""
        return cast(
            EventPage,
            await self._ask(
                "GET",
                f"/matches/{self._part(match)}/events",
                query={"after": after, "before": before, "limit": limit, "wait": wait, "seat": seat},
            ),
        )

    async def export_match(self, match: str) -> str:
        """The match file."""
        return await self._text("GET", f"/matches/{self._part(match)}/export")

    async def fork_match(self, match: str, body: ForkWish, *, key: str | None = None) -> Match:
        """Play on from an event of a match that has ended."""
        return cast(
            Match, await self._ask("POST", f"/matches/{self._part(match)}/forks", body=body, key=key or new_key())
        )

    async def invite(self, match: str, body: InvitationWish | None = None, *, key: str | None = None) -> Invitation:
        """Invite a player."""
        return cast(
            Invitation,
            await self._ask("POST", f"/matches/{self._part(match)}/invitations", body=body, key=key or new_key()),
        )

    async def revoke_invitation(self, match: str, invitation: str) -> None:
        """Take an unused invitation back."""
        await self._tell("DELETE", f"/matches/{self._part(match)}/invitations/{self._part(invitation)}")

    async def join_match(self, match: str, body: SeatWish | None = None, *, key: str | None = None) -> Match:
        """Take a seat."""
        return cast(
            Match, await self._ask("POST", f"/matches/{self._part(match)}/join", body=body, key=key or new_key())
        )

    async def bind_key(self, match: str, body: SeatKeyWish, *, key: str | None = None) -> Match:
        """Bind a key that signs your moves."""
        return cast(
            Match, await self._ask("POST", f"/matches/{self._part(match)}/keys", body=body, key=key or new_key())
        )

    async def leave_match(self, match: str, *, key: str | None = None) -> Match:
        """Give your seat back before the start."""
        return cast(Match, await self._ask("POST", f"/matches/{self._part(match)}/leave", key=key or new_key()))

    async def get_lobby(self, match: str, *, invitation: str | None = None) -> Lobby:
        """A match before you take a seat."""
        return cast(Lobby, await self._ask("GET", f"/matches/{self._part(match)}/lobby", invitation=invitation))

    async def get_match_log(self, match: str) -> MatchLog:
        """The entries of a match in the log of all heads."""
        return cast(MatchLog, await self._ask("GET", f"/matches/{self._part(match)}/log"))

    async def get_luck(self, match: str) -> MatchLuck:
        """The draws of a match that has ended."""
        return cast(MatchLuck, await self._ask("GET", f"/matches/{self._part(match)}/luck"))

    async def play_move(
        self, match: str, body: GameData, *, if_match: str | None = None, key: str | None = None
    ) -> MoveAnswer:
        """Play a move."""
        return cast(
            MoveAnswer,
            await self._ask(
                "POST", f"/matches/{self._part(match)}/moves", body=body, if_match=if_match, key=key or new_key()
            ),
        )

    async def take_back_move(self, match: str, move: str, *, key: str | None = None) -> MoveAnswer:
        """Take back your last move."""
        return cast(
            MoveAnswer,
            await self._ask(
                "POST", f"/matches/{self._part(match)}/moves/{self._part(move)}/take-back", key=key or new_key()
            ),
        )

    async def get_own_note(self, match: str) -> OwnNote:
        """What you have written to yourself about this match."""
        return cast(OwnNote, await self._ask("GET", f"/matches/{self._part(match)}/note"))

    async def put_own_note(self, match: str, body: OwnNoteText) -> OwnNote:
        """Write a note to yourself about this match."""
        return cast(OwnNote, await self._ask("PUT", f"/matches/{self._part(match)}/note", body=body))

    async def pause_match(self, match: str, *, key: str | None = None) -> Match:
        """Agree to a pause."""
        return cast(Match, await self._ask("POST", f"/matches/{self._part(match)}/pause", key=key or new_key()))

    async def get_prompts(self, match: str) -> PromptList:
        """What you are asked, with every legal move."""
        return cast(PromptList, await self._ask("GET", f"/matches/{self._part(match)}/prompts"))

    async def get_match_rating(self, match: str) -> MatchRating:
        """What a rated match did to the ratings of its players."""
        return cast(MatchRating, await self._ask("GET", f"/matches/{self._part(match)}/rating"))

    async def rematch(self, match: str, *, key: str | None = None) -> Match:
        """Play the same once more."""
        return cast(Match, await self._ask("POST", f"/matches/{self._part(match)}/rematch", key=key or new_key()))

    async def resign(self, match: str, body: ResignationWish | None = None, *, key: str | None = None) -> Match:
        """Leave a running match for good."""
        return cast(
            Match, await self._ask("POST", f"/matches/{self._part(match)}/resign", body=body, key=key or new_key())
        )

    async def resume_match(self, match: str, *, key: str | None = None) -> Match:
        """Agree to go on after a pause."""
        return cast(Match, await self._ask("POST", f"/matches/{self._part(match)}/resume", key=key or new_key()))

    async def invite_replacement(
        self, match: str, seat: str, body: ReplacementWish | None = None, *, key: str | None = None
    ) -> Invitation:
        """Invite a player to take an absent player's seat."""
        return cast(
            Invitation,
            await self._ask(
                "POST",
                f"/matches/{self._part(match)}/seats/{self._part(seat)}/replacement",
                body=body,
                key=key or new_key(),
            ),
        )

    async def consent_to_replacement(
        self, match: str, seat: str, body: ConsentWish, *, key: str | None = None
    ) -> Match:
        """Agree to another player on an absent player's seat."""
        return cast(
            Match,
            await self._ask(
                "POST",
                f"/matches/{self._part(match)}/seats/{self._part(seat)}/replacement/consent",
                body=body,
                key=key or new_key(),
            ),
        )

    async def take_back_seat(self, match: str, seat: str, *, key: str | None = None) -> Match:
        """Leave autopilot."""
        return cast(
            Match,
            await self._ask(
                "POST", f"/matches/{self._part(match)}/seats/{self._part(seat)}/take-back", key=key or new_key()
            ),
        )

    async def get_standing_orders(self, match: str) -> StandingOrders:
        """What is answered for you."""
        return cast(StandingOrders, await self._ask("GET", f"/matches/{self._part(match)}/standing-orders"))

    async def give_standing_orders(self, match: str, body: StandingOrdersWish) -> StandingOrders:
        """Have kinds of prompts answered for you."""
        return cast(StandingOrders, await self._ask("PUT", f"/matches/{self._part(match)}/standing-orders", body=body))

    async def start_match(self, match: str, *, key: str | None = None) -> Match:
        """Start a full match."""
        return cast(Match, await self._ask("POST", f"/matches/{self._part(match)}/start", key=key or new_key()))

    async def ask_take_back(self, match: str, body: TakeBackWish | None = None, *, key: str | None = None) -> Match:
        """Ask to take moves back that others know of."""
        return cast(
            Match, await self._ask("POST", f"/matches/{self._part(match)}/take-back", body=body, key=key or new_key())
        )

    async def agree_to_take_back(self, match: str, *, key: str | None = None) -> Match:
        """Agree to the take-back that is asked for."""
        return cast(
            Match, await self._ask("POST", f"/matches/{self._part(match)}/take-back/consent", key=key or new_key())
        )

    async def refuse_take_back(self, match: str, *, key: str | None = None) -> Match:
        """Refuse the take-back that is asked for, or ask for it no more."""
        return cast(
            Match, await self._ask("POST", f"/matches/{self._part(match)}/take-back/refusal", key=key or new_key())
        )

    async def get_view(self, match: str, *, seat: int | Literal["all"] | None = None, at: int | None = None) -> AnyView:
        """All that you may know of a match."""
        return cast(
            AnyView, await self._ask("GET", f"/matches/{self._part(match)}/view", query={"seat": seat, "at": at})
        )

    async def get_me(self) -> Me:
        """Your own settings."""
        return cast(Me, await self._ask("GET", "/me"))

    async def change_me(self, body: Settings | None = None, *, if_match: str | None = None) -> Me:
        """Change your settings."""
        return cast(Me, await self._ask("PATCH", "/me", body=body, if_match=if_match))

    async def delete_me(self) -> None:
        """Delete your account."""
        await self._tell("DELETE", "/me")

    async def list_app_access(self) -> AppAccessList:
        """The apps that act for you."""
        return cast(AppAccessList, await self._ask("GET", "/me/app-access"))

    async def remove_app_access(self, app: str) -> None:
        """Take all access from an app."""
        await self._tell("DELETE", f"/me/app-access/{self._part(app)}")

    async def list_apps(self) -> AppList:
        """Your apps."""
        return cast(AppList, await self._ask("GET", "/me/apps"))

    async def register_app(self, body: AppWish, *, key: str | None = None) -> NewApp:
        """Register an app."""
        return cast(NewApp, await self._ask("POST", "/me/apps", body=body, key=key or new_key()))

    async def get_app(self, app: str) -> App:
        """One of your apps."""
        return cast(App, await self._ask("GET", f"/me/apps/{self._part(app)}"))

    async def change_app(self, app: str, body: AppChange | None = None) -> App:
        """Change an app."""
        return cast(App, await self._ask("PATCH", f"/me/apps/{self._part(app)}", body=body))

    async def delete_app(self, app: str) -> None:
        """Delete an app."""
        await self._tell("DELETE", f"/me/apps/{self._part(app)}")

    async def get_archive(self) -> str:
        """All that the service keeps of you, in one file."""
        return await self._text("GET", "/me/archive")

    async def list_blocks(self) -> BlockList:
        """The players whom you keep away, newest first."""
        return cast(BlockList, await self._ask("GET", "/me/blocks"))

    async def block_player(self, player: str) -> None:
        """Keep a player away."""
        await self._tell("PUT", f"/me/blocks/{self._part(player)}")

    async def unblock_player(self, player: str) -> None:
        """Keep a player away no longer."""
        await self._tell("DELETE", f"/me/blocks/{self._part(player)}")

    async def become_bot(self) -> Me:
        """Make your account a bot's, for good."""
        return cast(Me, await self._ask("PUT", "/me/bot"))

    async def list_my_chat(self, *, before_time: str | None = None, limit: int | None = None) -> OwnChatPage:
        """All that you have written in chats and that is still kept, newest first."""
        return cast(OwnChatPage, await self._ask("GET", "/me/chat", query={"before_time": before_time, "limit": limit}))

    async def list_unread_chat(self) -> UnreadChatList:
        """Your matches in which others have written since you last read."""
        return cast(UnreadChatList, await self._ask("GET", "/me/chat/unread"))

    async def confirm_my_email(self) -> MailSent:
        """Have a code sent to your address."""
        return cast(MailSent, await self._ask("POST", "/me/email-confirmations"))

    async def list_follows(self) -> FollowList:
        """The players whom you follow, first those who play now."""
        return cast(FollowList, await self._ask("GET", "/me/follows"))

    async def follow_player(self, player: str) -> None:
        """Follow a player."""
        await self._tell("PUT", f"/me/follows/{self._part(player)}")

    async def unfollow_player(self, player: str) -> None:
        """Follow a player no longer."""
        await self._tell("DELETE", f"/me/follows/{self._part(player)}")

    async def list_invitations(
        self, *, role: Literal["received", "sent"] | None = None, before: str | None = None, limit: int | None = None
    ) -> InvitationPage:
        """Your open invitations, newest first."""
        return cast(
            InvitationPage,
            await self._ask("GET", "/me/invitations", query={"role": role, "before": before, "limit": limit}),
        )

    async def withdraw_invitation(self, invitation: str) -> None:
        """Withdraw an invitation that you have made, or decline one that names you."""
        await self._tell("DELETE", f"/me/invitations/{self._part(invitation)}")

    async def list_mutes(self) -> MuteList:
        """The players whom you have muted, newest first."""
        return cast(MuteList, await self._ask("GET", "/me/mutes"))

    async def mute_player(self, player: str) -> None:
        """Mute a player."""
        await self._tell("PUT", f"/me/mutes/{self._part(player)}")

    async def unmute_player(self, player: str) -> None:
        """Mute a player no longer."""
        await self._tell("DELETE", f"/me/mutes/{self._part(player)}")

    async def get_notice_settings(self) -> NoticeSettings:
        """Which notices leave the inbox."""
        return cast(NoticeSettings, await self._ask("GET", "/me/notice-settings"))

    async def change_notice_settings(self, body: NoticeSettingsWish | None = None) -> NoticeSettings:
        """Choose the kinds that come by mail, and exceptions for matches."""
        return cast(NoticeSettings, await self._ask("PATCH", "/me/notice-settings", body=body))

    async def list_notices(
        self, *, unread: bool | None = None, before: str | None = None, limit: int | None = None
    ) -> NoticePage:
        """What you have been told, newest first."""
        return cast(
            NoticePage,
            await self._ask("GET", "/me/notices", query={"unread": unread, "before": before, "limit": limit}),
        )

    async def read_notices(self, body: ReadWish) -> Unread:
        """Mark notices as read."""
        return cast(Unread, await self._ask("POST", "/me/notices/read", body=body))

    async def list_push_subscriptions(self) -> PushSubscriptionPage:
        """The browsers that show your notices, and the key for another."""
        return cast(PushSubscriptionPage, await self._ask("GET", "/me/push-subscriptions"))

    async def create_push_subscription(self, body: PushSubscriptionWish) -> PushSubscription:
        """Have a browser show your notices."""
        return cast(PushSubscription, await self._ask("POST", "/me/push-subscriptions", body=body))

    async def delete_push_subscription(self, subscription: str) -> None:
        """Have a browser show nothing any more."""
        await self._tell("DELETE", f"/me/push-subscriptions/{self._part(subscription)}")

    async def get_quotas(self) -> Quotas:
        """How much you may still set going."""
        return cast(Quotas, await self._ask("GET", "/me/quotas"))

    async def list_reports(self) -> ReportList:
        """Your reports to moderators, newest first."""
        return cast(ReportList, await self._ask("GET", "/me/reports"))

    async def report_player(self, body: ReportWish, *, key: str | None = None) -> Report:
        """Report a player to moderators."""
        return cast(Report, await self._ask("POST", "/me/reports", body=body, key=key or new_key()))

    async def list_sanctions(self) -> SanctionList:
        """What moderators have decided about you, newest first."""
        return cast(SanctionList, await self._ask("GET", "/me/sanctions"))

    async def appeal(self, sanction: str, body: AppealText) -> Sanction:
        """Appeal against a moderator's decision, once."""
        return cast(Sanction, await self._ask("POST", f"/me/sanctions/{self._part(sanction)}/appeal", body=body))

    async def create_stream_ticket(self, body: StreamTicketWish | None = None) -> StreamTicket:
        """A pass that opens one stream once, for browsers."""
        return cast(StreamTicket, await self._ask("POST", "/me/stream-tickets", body=body))

    async def list_tokens(self, *, before: str | None = None, limit: int | None = None) -> TokenPage:
        """Your tokens."""
        return cast(TokenPage, await self._ask("GET", "/me/tokens", query={"before": before, "limit": limit}))

    async def revoke_other_tokens(self) -> None:
        """Log out everywhere else."""
        await self._tell("DELETE", "/me/tokens")

    async def revoke_token(self, token: str) -> None:
        """Revoke one of your tokens."""
        await self._tell("DELETE", f"/me/tokens/{self._part(token)}")

    async def upgrade(self, body: Upgrade, *, key: str | None = None) -> Me:
        """Make a guest an account."""
        return cast(Me, await self._ask("POST", "/me/upgrade", body=body, key=key or new_key()))

    async def list_webhooks(self) -> WebhookPage:
        """Your webhooks."""
        return cast(WebhookPage, await self._ask("GET", "/me/webhooks"))

    async def create_webhook(self, body: WebhookWish, *, key: str | None = None) -> NewWebhook:
        """Have notices sent to an address."""
        return cast(NewWebhook, await self._ask("POST", "/me/webhooks", body=body, key=key or new_key()))

    async def get_webhook(self, webhook: str) -> Webhook:
        """One webhook."""
        return cast(Webhook, await self._ask("GET", f"/me/webhooks/{self._part(webhook)}"))

    async def change_webhook(self, webhook: str, body: WebhookChange | None = None) -> Webhook:
        """Change a webhook's address, kinds or format."""
        return cast(Webhook, await self._ask("PATCH", f"/me/webhooks/{self._part(webhook)}", body=body))

    async def delete_webhook(self, webhook: str) -> None:
        """Take a webhook away."""
        await self._tell("DELETE", f"/me/webhooks/{self._part(webhook)}")

    async def list_deliveries(
        self, webhook: str, *, before: str | None = None, limit: int | None = None
    ) -> DeliveryPage:
        """What became of what was sent, newest first."""
        return cast(
            DeliveryPage,
            await self._ask(
                "GET", f"/me/webhooks/{self._part(webhook)}/deliveries", query={"before": before, "limit": limit}
            ),
        )

    async def resend_delivery(self, webhook: str, delivery: str) -> Delivery:
        """Send a delivery once more, under its id."""
        return cast(
            Delivery,
            await self._ask("POST", f"/me/webhooks/{self._part(webhook)}/deliveries/{self._part(delivery)}/resend"),
        )

    async def rotate_webhook_secret(self, webhook: str, *, key: str | None = None) -> RotatedWebhook:
        """Give a webhook a new secret."""
        return cast(
            RotatedWebhook, await self._ask("POST", f"/me/webhooks/{self._part(webhook)}/secret", key=key or new_key())
        )

    async def test_webhook(self, webhook: str) -> Delivery:
        """Send something to see whether it arrives."""
        return cast(Delivery, await self._ask("POST", f"/me/webhooks/{self._part(webhook)}/test"))

    async def list_wishes(self) -> QueueWishList:
        """Your standing wishes, longest waiting first."""
        return cast(QueueWishList, await self._ask("GET", "/me/wishes"))

    async def put_wish(self, game: str, set: str, body: QueueTerms | None = None) -> QueueWish:
        """Wait for a table of a set."""
        return cast(QueueWish, await self._ask("PUT", f"/me/wishes/{self._part(game)}/{self._part(set)}", body=body))

    async def withdraw_wish(self, game: str, set: str) -> None:
        """Wait no more."""
        await self._tell("DELETE", f"/me/wishes/{self._part(game)}/{self._part(set)}")

    async def confirm_wish(self, game: str, set: str) -> QueueWish:
        """Say that you are there for the table that you are called to."""
        return cast(QueueWish, await self._ask("POST", f"/me/wishes/{self._part(game)}/{self._part(set)}/confirmation"))

    async def get_open_api(
        self,
        *,
        games: Literal["none", "cave", "rock-paper-wizard", "spell-a-spell"] | None = None,
        openapi: Literal["3.1", "3.2"] | None = None,
    ) -> GameData:
        """This document."""
        return cast(GameData, await self._ask("GET", "/openapi.json", query={"games": games, "openapi": openapi}))

    async def ask_for_password(self, body: ResetWish) -> None:
        """Have a code for a new password sent to a confirmed address."""
        await self._tell("POST", "/password-resets", body=body)

    async def set_password(self, body: PasswordWish) -> None:
        """Set a new password by the code that came by mail."""
        await self._tell("POST", "/password-resets/complete", body=body)

    async def find_players(self, *, handle: str | None = None) -> PlayerPages:
        """Find a player by their handle."""
        return cast(PlayerPages, await self._ask("GET", "/players", query={"handle": handle}))

    async def sign_up(self, body: SignUp, *, key: str | None = None) -> SignedUp:
        """Sign up."""
        return cast(SignedUp, await self._ask("POST", "/players", body=body, key=key or new_key()))

    async def get_player(self, player: str) -> PlayerPage:
        """What everybody may know of a player."""
        return cast(PlayerPage, await self._ask("GET", f"/players/{self._part(player)}"))

    async def get_player_ratings(self, player: str) -> PlayerRatings:
        """A player's ratings."""
        return cast(PlayerRatings, await self._ask("GET", f"/players/{self._part(player)}/ratings"))

    async def list_rating_steps(
        self, game: str, player: str, *, before: str | None = None, limit: int | None = None
    ) -> RatingSteps:
        """The course of a player's rating in a game, newest match first."""
        return cast(
            RatingSteps,
            await self._ask(
                "GET",
                f"/players/{self._part(player)}/ratings/{self._part(game)}",
                query={"before": before, "limit": limit},
            ),
        )

    async def get_player_record(self, player: str) -> PlayerRecord:
        """How a player has played in public."""
        return cast(PlayerRecord, await self._ask("GET", f"/players/{self._part(player)}/record"))

    async def list_problems(self) -> ProblemKindPage:
        """Every code that a refusal can have."""
        return cast(ProblemKindPage, await self._ask("GET", "/problems"))

    async def begin_session(self, body: LogIn) -> Me:
        """Log in on the page."""
        return cast(Me, await self._ask("POST", "/session", body=body))

    async def keep_session(self) -> None:
        """Stay logged in on the page."""
        await self._tell("PUT", "/session")

    async def end_session(self) -> None:
        """Log out on the page."""
        await self._tell("DELETE", "/session")

    async def answer_authorization(self, body: Authorization) -> Answered:
        """Give an app what it asks for, or not."""
        return cast(Answered, await self._ask("POST", "/session/authorization", body=body))

    async def ask_about_authorization(self, body: AuthorizationQuestion) -> ConsentQuestion:
        """What an app asks for that has sent its user to the page."""
        return cast(ConsentQuestion, await self._ask("POST", "/session/authorization-question", body=body))

    async def answer_device(self, body: DeviceAuthorization) -> None:
        """Give a device what it asks for, or not."""
        await self._tell("POST", "/session/device-authorization", body=body)

    async def ask_about_device(self, body: DeviceQuestion) -> ConsentQuestion:
        """What the device asks for that shows a code."""
        return cast(ConsentQuestion, await self._ask("POST", "/session/device-question", body=body))

    async def sign_up_on_page(self, body: SignUp, *, key: str | None = None) -> Me:
        """Sign up on the page."""
        return cast(Me, await self._ask("POST", "/session/players", body=body, key=key or new_key()))

    async def list_sets(self) -> SetList:
        """The standard sets of all games."""
        return cast(SetList, await self._ask("GET", "/sets"))

    async def create_token(self, body: TokenWish, *, key: str | None = None) -> NewToken:
        """Log in: a token for an account's password."""
        return cast(NewToken, await self._ask("POST", "/tokens", body=body, key=key or new_key()))
