"""Title and detail of every problem in English, Hebrew and Polish; `{…}` stands for a parameter of the problem.

What `quota_exceeded` names is put into words by `quota_words.py`.
"""

from collections.abc import Mapping

Texts = Mapping[str, tuple[str, str]]

TEXTS: Mapping[str, Texts] = {
    "invalid_json": {
        "en": ("Not JSON", "The body is not JSON, names a field twice, or holds a number that is too wide."),
        "he": ("לא JSON", "גוף הבקשה אינו JSON, מזכיר שדה פעמיים או מכיל מספר רחב מדי."),
        "pl": ("To nie JSON", "Treść nie jest JSON-em, powtarza nazwę pola lub zawiera zbyt dużą liczbę."),
    },
    "invalid_request": {
        "en": ("Wrong shape", "The request does not have the required shape; errors says where."),
        "he": ("מבנה שגוי", "הבקשה אינה במבנה הנדרש; errors מפרט היכן."),
        "pl": ("Zły kształt", "Żądanie nie ma wymaganej postaci; errors mówi gdzie."),
    },
    "value_not_allowed": {
        "en": ("A value is not allowed", "Every field has its shape, but a value breaks a rule; errors says which."),
        "he": ("ערך אסור", "לכל השדות המבנה הנדרש, אבל יש ערך שאינו עומד בכלל; errors מפרט איזה."),
        "pl": (
            "Niedozwolona wartość",
            "Wszystkie pola mają właściwą postać, lecz jakaś wartość łamie zasadę; errors mówi którą.",
        ),
    },
    "invalid_move": {
        "en": ("Wrong shape of move", "The move does not have the shape of its type; errors says where."),
        "he": ("מבנה מהלך שגוי", "המהלך אינו במבנה של סוגו; errors מפרט היכן."),
        "pl": ("Zły kształt ruchu", "Ruch nie ma postaci swojego typu; errors mówi gdzie."),
    },
    "too_deep": {
        "en": ("Nested too deep", "Lists and objects may be nested {most} deep."),
        "he": ("קינון עמוק מדי", "רשימות ועצמים יכולים להיות מקוננים עד עומק {most}."),
        "pl": ("Zbyt głębokie zagnieżdżenie", "Listy i obiekty można zagnieżdżać do głębokości {most}."),
    },
    "bad_request": {
        "en": ("Bad request", "The request cannot be read."),
        "he": ("בקשה שגויה", "אי אפשר לקרוא את הבקשה."),
        "pl": ("Złe żądanie", "Nie można odczytać żądania."),
    },
    "not_authenticated": {
        "en": ("Token needed", "Send a player's token: Authorization: Bearer tab_…"),
        "he": ("נדרש אסימון", "יש לשלוח אסימון של שחקן: Authorization: Bearer tab_…"),
        "pl": ("Potrzebny token", "Wyślij token gracza: Authorization: Bearer tab_…"),
    },
    "invalid_token": {
        "en": ("Unknown token", "The token is not one of ours, or was revoked."),
        "he": ("אסימון לא מוכר", "האסימון אינו משלנו, או שהוא בוטל."),
        "pl": ("Nieznany token", "Ten token nie jest nasz albo został unieważniony."),
    },
    "wrong_credentials": {
        "en": ("Wrong handle or password", "No account has this handle with this password."),
        "he": ("כינוי או סיסמה שגויים", "אין חשבון עם הכינוי הזה והסיסמה הזאת."),
        "pl": ("Zła nazwa lub hasło", "Żadne konto nie ma tej nazwy z tym hasłem."),
    },
    "insufficient_scope": {
        "en": ("Scope missing", "This token lacks the scope {scope}."),
        "he": ("חסר היקף הרשאה", "לאסימון הזה אין היקף ההרשאה {scope}."),
        "pl": ("Brak zakresu", "Ten token nie ma zakresu {scope}."),
    },
    "not_operator": {
        "en": ("Not an operator", "The scope operate is for operators of this service."),
        "he": ("שמור להפעלה", "היקף ההרשאה operate שמור לצוות ההפעלה של השירות."),
        "pl": ("Zakres obsługi", "Zakres operate jest dla obsługi tej usługi."),
    },
    "not_the_page": {
        "en": ("Only for the page", "A session is for this service's own page: others send a token."),
        "he": ("רק לדף של השירות", "החיבור הזה שמור לדף של השירות עצמו: אחרים שולחים אסימון."),
        "pl": ("Tylko dla strony", "Sesja jest dla strony tej usługi: inni wysyłają token."),
    },
    "not_seated": {
        "en": ("Not seated", "You hold no seat in this match."),
        "he": ("אין מושב", "אין לך מושב במשחק הזה."),
        "pl": ("Bez miejsca", "Nie masz miejsca w tej rozgrywce."),
    },
    "not_your_seat": {
        "en": ("Not your seat", "Another seat is asked: this is not for you to do."),
        "he": ("לא המושב שלך", "הדבר מופנה למושב אחר, ולא לך לעשותו."),
        "pl": ("Nie twoje miejsce", "To sprawa innego miejsca, nie twojego."),
    },
    "not_host": {
        "en": ("Not the host", "Only the host of the match may do that."),
        "he": ("לא המושב המארח", "הפעולה הזאת שמורה למושב המארח של המשחק."),
        "pl": ("Miejsce bez tego prawa", "To prawo ma tylko miejsce gospodarza rozgrywki."),
    },
    "not_found": {
        "en": ("Nothing here", "There is nothing at this address."),
        "he": ("אין כאן דבר", "אין דבר בכתובת הזאת."),
        "pl": ("Nic tu nie ma", "Pod tym adresem nic nie ma."),
    },
    "player_not_found": {
        "en": ("No such player", "There is no such player."),
        "he": ("אין שחקן כזה", "אין שחקן כזה."),
        "pl": ("Nie ma takiego gracza", "Nie ma takiego gracza."),
    },
    "token_not_found": {
        "en": ("No such token", "You have no such token."),
        "he": ("אין אסימון כזה", "אין לך אסימון כזה."),
        "pl": ("Nie ma takiego tokenu", "Nie masz takiego tokenu."),
    },
    "match_not_found": {
        "en": ("No such match", "There is no such match."),
        "he": ("אין משחק כזה", "אין משחק כזה."),
        "pl": ("Nie ma takiej rozgrywki", "Nie ma takiej rozgrywki."),
    },
    "word_not_found": {
        "en": ("No such word", "This game has no words to look up."),
        "he": ("אין מילה כזאת", "במשחק הזה אין מילים לחיפוש."),
        "pl": ("Nie ma takiego słowa", "Ta gra nie ma słów do sprawdzenia."),
    },
    "game_not_found": {
        "en": ("No such game", "There is no game {game}."),
        "he": ("אין משחק כזה", "אין משחק בשם {game}."),
        "pl": ("Nie ma takiej gry", "Nie ma gry {game}."),
    },
    "method_not_allowed": {
        "en": ("Wrong verb", "This address does not know that verb; Allow lists those it knows."),
        "he": ("פועל שגוי", "הכתובת הזאת אינה מכירה את הפועל; Allow מונה את המוכרים."),
        "pl": ("Zła metoda", "Ten adres nie zna tej metody; Allow wymienia znane."),
    },
    "not_acceptable": {
        "en": ("Only JSON", "Answers here are application/json."),
        "he": ("רק JSON", "התשובות כאן הן application/json."),
        "pl": ("Tylko JSON", "Odpowiedzi są tu w application/json."),
    },
    "handle_taken": {
        "en": ("Handle taken", "The handle {handle} is taken or reserved, or looks like one that is."),
        "he": ("הכינוי תפוס", "הכינוי {handle} תפוס או שמור, או נראה כמו כינוי כזה."),
        "pl": ("Nazwa zajęta", "Nazwa {handle} jest zajęta lub zastrzeżona albo wygląda jak taka nazwa."),
    },
    "already_account": {
        "en": ("Already an account", "You are not a guest: you have an account with a password."),
        "he": ("כבר חשבון", "כבר יש לך חשבון עם סיסמה, ולא חשבון של אורחים."),
        "pl": ("To już konto", "To nie jest konto gościa: masz już konto z hasłem."),
    },
    "already_created": {
        "en": ("Already created", "This was carried out before; the secret that it made is not shown twice."),
        "he": ("כבר נוצר", "הבקשה הזאת כבר בוצעה; הסוד שנוצר בה אינו מוצג פעמיים."),
        "pl": ("Już utworzono", "To żądanie już wykonano; utworzonego sekretu nie pokazuje się dwa razy."),
    },
    "already_seated": {
        "en": ("Already seated", "You already hold a seat in this match."),
        "he": ("כבר יש מושב", "כבר יש לך מושב במשחק הזה."),
        "pl": ("Już siedzisz", "Masz już miejsce w tej rozgrywce."),
    },
    "seat_taken": {
        "en": ("Seat taken", "Seat {seat} is taken."),
        "he": ("המושב תפוס", "מושב {seat} תפוס."),
        "pl": ("Miejsce zajęte", "Miejsce {seat} jest zajęte."),
    },
    "match_full": {
        "en": ("Match full", "Every seat of this match is taken."),
        "he": ("המשחק מלא", "כל המושבים במשחק הזה תפוסים."),
        "pl": ("Brak miejsc", "Wszystkie miejsca w tej rozgrywce są zajęte."),
    },
    "match_not_open": {
        "en": ("Lobby closed", "Seats are taken and given back only before the match has started."),
        "he": ("הלובי סגור", "אפשר לתפוס ולפנות מושבים רק לפני שהמשחק התחיל."),
        "pl": ("Lobby zamknięte", "Miejsca można zajmować i zwalniać tylko przed początkiem rozgrywki."),
    },
    "match_not_active": {
        "en": ("Match not running", "The match has not started, or it is over; this can be done only while it runs."),
        "he": ("המשחק אינו פעיל", "המשחק עוד לא התחיל או שכבר נגמר; הפעולה אפשרית רק כשהוא פעיל."),
        "pl": (
            "Rozgrywka nie trwa",
            "Rozgrywka jeszcze się nie zaczęła albo już się skończyła; to można zrobić tylko, gdy trwa.",
        ),
    },
    "match_not_finished": {
        "en": ("Match not finished", "This is open to everyone when the match has ended, and not before."),
        "he": ("המשחק לא הסתיים", "זה נפתח לכולם כשהמשחק מסתיים, ולא קודם."),
        "pl": ("Rozgrywka trwa", "To będzie otwarte dla wszystkich po końcu rozgrywki, nie wcześniej."),
    },
    "nothing_to_fork": {
        "en": ("Nothing to play on from", "At event {at} nobody had been asked anything yet."),
        "he": ("אין ממה להמשיך", "באירוע {at} עוד לא נשאלה שום שאלה."),
        "pl": ("Nie ma skąd grać dalej", "Do zdarzenia {at} nie padło jeszcze żadne pytanie."),
    },
    "version_not_found": {
        "en": ("No such version", "The match is at version {head} and has no version {version} yet."),
        "he": ("אין גרסה כזאת", "המשחק נמצא בגרסה {head}, ועדיין אין בו גרסה {version}."),
        "pl": ("Nie ma takiej wersji", "Rozgrywka ma wersję {head}; wersji {version} jeszcze nie ma."),
    },
    "match_too_long": {
        "en": ("Match too long", "The match has {most} events: nobody can join or pause it any more. Moves go on."),
        "he": ("המשחק ארוך מדי", "במשחק כבר {most} אירועים: אי אפשר עוד להצטרף אליו או להשהות אותו. המהלכים נמשכים."),
        "pl": (
            "Rozgrywka za długa",
            "Rozgrywka ma już tyle zdarzeń: {most}. Nie można do niej dołączyć ani jej wstrzymać. Ruchy trwają dalej.",
        ),
    },
    "too_many_joins": {
        "en": (
            "Too many joins",
            "You, or players from your address today, have joined this match {most} times. That is the most.",
        ),
        "he": (
            "יותר מדי הצטרפויות",
            "הצטרפתם למשחק הזה כבר {most} פעמים, אתם או שחקנים מהכתובת שלכם היום. אי אפשר להצטרף אליו שוב.",
        ),
        "pl": (
            "Za dużo dołączeń",
            "Ty albo gracze spod Twojego adresu dziś dołączyliście do tej rozgrywki już {most} razy. Więcej nie można.",
        ),
    },
    "move_stands": {
        "en": ("Move stands", "This move cannot be taken back: somebody could have learned of it, or it is not yours."),
        "he": ("המהלך נשאר", "אי אפשר עוד לבטל את המהלך הזה, כי ייתכן שכבר נודע ממנו משהו, או שהוא של מושב אחר."),
        "pl": (
            "Ruch zostaje",
            "Tego ruchu nie można cofnąć: ktoś mógł się już z niego czegoś dowiedzieć albo należy do innego miejsca.",
        ),
    },
    "match_paused": {
        "en": ("Match paused", "The match is paused: no move is possible until its seats agree to go on."),
        "he": ("המשחק בהפסקה", "המשחק בהפסקה: אין מהלכים עד שהמושבים מסכימים להמשיך."),
        "pl": (
            "Rozgrywka wstrzymana",
            "Rozgrywka jest wstrzymana: ruchy są możliwe po zgodzie miejsc na wznowienie.",
        ),
    },
    "match_not_paused": {
        "en": ("Match not paused", "The match is not paused."),
        "he": ("המשחק אינו בהפסקה", "המשחק אינו בהפסקה."),
        "pl": ("Rozgrywka trwa", "Rozgrywka nie jest wstrzymana."),
    },
    "already_agreed": {
        "en": ("Already agreed", "You have agreed already; seats {seats} have not."),
        "he": ("כבר הסכמת", "כבר הסכמת; המושבים {seats} עדיין לא."),
        "pl": ("Zgoda już jest", "Już się zgadzasz; miejsca {seats} jeszcze nie."),
    },
    "consent_missing": {
        "en": ("Consent is missing", "Seats {seats} have not agreed to a replacement."),
        "he": ("חסרה הסכמה", "המושבים {seats} עדיין לא הסכימו להחלפה."),
        "pl": ("Brakuje zgody", "Miejsca {seats} nie zgodziły się jeszcze na zastępstwo."),
    },
    "not_on_autopilot": {
        "en": ("Not on autopilot", "Seat {seat} is not on autopilot: its player is present."),
        "he": ("לא בטייס אוטומטי", "מושב {seat} אינו בטייס אוטומטי: משחקים בו בפועל."),
        "pl": ("Bez autopilota", "Miejscem {seat} nie kieruje autopilot: ktoś na nim gra."),
    },
    "quiet_hours_too_soon": {
        "en": ("Quiet hours stand", "You may set other quiet hours from {from_time} on."),
        "he": ("שעות השקט בתוקף", "אפשר לקבוע שעות שקט אחרות החל מ-{from_time}."),
        "pl": ("Godziny ciszy obowiązują", "Inne godziny ciszy możesz ustawić od {from_time}."),
    },
    "vacation_spent": {
        "en": ("Vacation spent", "What is left of this year's vacation, in seconds: {seconds_left}."),
        "he": ("החופשה נוצלה", "היתרה של החופשה השנתית, בשניות: {seconds_left}."),
        "pl": ("Urlop wykorzystany", "Urlop, który został na ten rok, w sekundach: {seconds_left}."),
    },
    "precondition_failed": {
        "en": ("Match moved on", "If-Match names another version: the match is at version {version}."),
        "he": ("המשחק התקדם", "If-Match נוקב בגרסה אחרת: המשחק בגרסה {version}."),
        "pl": ("Rozgrywka poszła dalej", "If-Match podaje inną wersję: rozgrywka ma wersję {version}."),
    },
    "invitation_required": {
        "en": ("Invitation needed", "The seat is kept for an invitation, or the invitation sent is used or expired."),
        "he": ("נדרשת הזמנה", "המושב שמור להזמנה, או שההזמנה שנשלחה נוצלה או פגה."),
        "pl": ("Potrzebne zaproszenie", "Miejsce czeka na zaproszenie albo wysłane jest zużyte lub wygasło."),
    },
    "invitation_not_found": {
        "en": ("No such invitation", "There is no such unused invitation."),
        "he": ("אין הזמנה כזאת", "אין הזמנה כזאת שלא נוצלה."),
        "pl": ("Nie ma takiego zaproszenia", "Nie ma takiego niezużytego zaproszenia."),
    },
    "match_quarantined": {
        "en": (
            "Match set aside",
            "The rules engine failed on this match. Nothing was recorded; operators were told.",
        ),
        "he": ("המשחק הושהה", "מנוע הכללים נכשל במשחק הזה. דבר לא נרשם; נשלחה הודעה לצוות ההפעלה."),
        "pl": ("Rozgrywka odłożona", "Silnik zasad zawiódł. Niczego nie zapisano; obsługa została powiadomiona."),
    },
    "webhook_not_found": {
        "en": ("No such webhook", "You have no such webhook."),
        "he": ("אין webhook כזה", "אין לך webhook כזה."),
        "pl": ("Nie ma takiego webhooka", "Nie masz takiego webhooka."),
    },
    "delivery_not_found": {
        "en": ("No such delivery", "Nothing with that id was sent to this webhook."),
        "he": ("אין משלוח כזה", "שום דבר במזהה הזה לא נשלח ל-webhook הזה."),
        "pl": ("Nie ma takiej przesyłki", "Niczego o tym identyfikatorze nie wysłano do tego webhooka."),
    },
    "mail_token_not_found": {
        "en": ("Code not valid", "The code is unknown, used or expired; request a new mail."),
        "he": ("הקוד אינו תקף", "הקוד לא מוכר, נוצל או פג; יש לבקש דואר חדש."),
        "pl": ("Zły kod", "Kod jest nieznany, zużyty lub wygasł; poproś o nową wiadomość."),
    },
    "subscription_not_found": {
        "en": ("No such subscription", "You have no such push subscription."),
        "he": ("אין מינוי כזה", "אין לך מינוי כזה להתראות בדפדפן."),
        "pl": ("Nie ma takiej subskrypcji", "Nie masz takiej subskrypcji powiadomień."),
    },
    "push_not_offered": {
        "en": ("No push messages", "This service sends no push messages."),
        "he": ("אין התראות בדפדפן", "השירות הזה אינו שולח התראות לדפדפן."),
        "pl": ("Brak powiadomień push", "Ta usługa nie wysyła powiadomień push."),
    },
    "too_many_webhooks": {
        "en": ("Too many webhooks", "A player may have {most} webhooks."),
        "he": ("יותר מדי webhooks", "לשחקן יכולים להיות {most} webhooks."),
        "pl": ("Za dużo webhooków", "Gracz może mieć webhooków: {most}."),
    },
    "too_many_invitations": {
        "en": ("Too many invitations", "You may invite one player {most} times a day."),
        "he": ("יותר מדי הזמנות", "מותר להזמין שחקן אחד {most} פעמים ביום."),
        "pl": ("Za dużo zaproszeń", "Jednego gracza można zapraszać tyle razy dziennie: {most}."),
    },
    "too_many_open_invitations": {
        "en": ("Too many open invitations", "To one match you may have {most} invitations open."),
        "he": ("יותר מדי הזמנות פתוחות", "לכל משחק מותר להחזיק עד {most} הזמנות פתוחות."),
        "pl": ("Za dużo otwartych zaproszeń", "Do jednej rozgrywki można mieć otwartych zaproszeń: {most}."),
    },
    "webhook_disabled": {
        "en": ("Webhook disabled", "The webhook is disabled ({reason}); make a new one."),
        "he": ("ה-webhook מושבת", "ה-webhook מושבת ({reason}); יש ליצור חדש."),
        "pl": ("Webhook wyłączony", "Webhook jest wyłączony ({reason}); utwórz nowy."),
    },
    "no_email": {
        "en": ("No address", "Your account has no address for mail."),
        "he": ("אין כתובת", "לא נמסרה כתובת לדואר."),
        "pl": ("Brak adresu", "Nie podano adresu poczty."),
    },
    "too_much_mail": {
        "en": ("Enough mail for today", "This address has been sent enough mail for a day."),
        "he": ("די דואר להיום", "לכתובת הזאת נשלח די דואר ליום אחד."),
        "pl": ("Dość poczty na dziś", "Na ten adres wysłano dziś dość poczty."),
    },
    "address_not_allowed": {
        "en": ("Address not allowed", "Nothing is sent to this address ({reason}): it has to be https and public."),
        "he": ("כתובת אסורה", "לא נשלח דבר לכתובת הזאת ({reason}): היא צריכה להיות https וציבורית."),
        "pl": ("Niedozwolony adres", "Na ten adres nic nie wysyłamy ({reason}): musi to być publiczny https."),
    },
    "seats_missing": {
        "en": ("Seats missing", "The match starts when every seat is taken."),
        "he": ("חסרים מושבים", "המשחק מתחיל כשכל המושבים תפוסים."),
        "pl": ("Brakuje graczy", "Rozgrywka zaczyna się, gdy wszystkie miejsca są zajęte."),
    },
    "deadline_passed": {
        "en": ("Too late", "The time for this answer had run out, and the clock has played."),
        "he": ("מאוחר מדי", "הזמן לתשובה הזאת נגמר, והשעון שיחק."),
        "pl": ("Za późno", "Czas na tę odpowiedź minął i zagrał zegar."),
    },
    "stale_prompt": {
        "en": ("Prompt not open", "This question is not open: it was answered, or never asked."),
        "he": ("השאלה אינה פתוחה", "השאלה הזאת אינה פתוחה: היא כבר נענתה, או שלא נשאלה."),
        "pl": ("Pytanie nieotwarte", "To pytanie nie jest otwarte: ma już odpowiedź albo go nie zadano."),
    },
    "request_timeout": {
        "en": ("Too slow", "The whole request did not arrive in time; nothing was recorded. Send it again."),
        "he": ("איטי מדי", "הבקשה לא הגיעה במלואה בזמן ולא נרשם דבר; יש לשלוח שוב."),
        "pl": ("Zbyt wolno", "Całe żądanie nie dotarło na czas i nic nie zapisano; wyślij ponownie."),
    },
    "body_too_large": {
        "en": ("Body too large", "The body is larger than this service reads."),
        "he": ("גוף גדול מדי", "גוף הבקשה גדול ממה שהשירות קורא."),
        "pl": ("Treść zbyt duża", "Treść jest większa, niż usługa odczytuje."),
    },
    "address_too_long": {
        "en": ("Address too long", "The address with its query is longer than any address of this service."),
        "he": ("כתובת ארוכה מדי", "הכתובת עם השאילתה ארוכה מכל כתובת שמוכרת כאן."),
        "pl": ("Adres zbyt długi", "Adres z zapytaniem jest dłuższy niż jakikolwiek tu znany."),
    },
    "unsupported_media_type": {
        "en": ("Only JSON", "Send application/json."),
        "he": ("רק JSON", "יש לשלוח application/json."),
        "pl": ("Tylko JSON", "Wyślij application/json."),
    },
    "unknown_seat": {
        "en": ("No such seat", "This match has no seat {seat}."),
        "he": ("אין מושב כזה", "אין במשחק הזה מושב {seat}."),
        "pl": ("Nie ma takiego miejsca", "Ta rozgrywka nie ma miejsca {seat}."),
    },
    "headers_too_large": {
        "en": ("Headers too large", "The headers of the request are larger than 16 KiB together."),
        "he": ("כותרות גדולות מדי", "כותרות הבקשה גדולות יחד מ-16 KiB."),
        "pl": ("Zbyt duże nagłówki", "Nagłówki żądania mają razem ponad 16 KiB."),
    },
    "idempotency_key_reused": {
        "en": ("Key reused", "This Idempotency-Key was used for another request."),
        "he": ("מפתח בשימוש חוזר", "מפתח ה-Idempotency-Key הזה שימש לבקשה אחרת."),
        "pl": ("Klucz użyty ponownie", "Tego Idempotency-Key użyto do innego żądania."),
    },
    "rate_limited": {
        "en": ("Too many requests", "Wait as long as Retry-After says."),
        "he": ("יותר מדי בקשות", "יש להמתין ככתוב ב-Retry-After."),
        "pl": ("Zbyt wiele żądań", "Poczekaj tyle, ile mówi Retry-After."),
    },
    "quota_exceeded": {
        "en": ("Enough for now", "{of}: used {used} of {limit} {quota}."),
        "he": ("די לעכשיו", "{of}: נוצלו {used} מתוך {limit} {quota}."),
        "pl": ("Na razie dość", "{of}: wykorzystano {used} z {limit} {quota}."),
    },
    "too_many_streams": {
        "en": ("Too many streams", "You, or all behind your address, have too many streams or waiting calls open."),
        "he": ("יותר מדי זרמים", "לך, או לכל מי שמאחורי הכתובת שלך, יש יותר מדי זרמים או בקשות ממתינות פתוחים."),
        "pl": (
            "Zbyt wiele strumieni",
            "Masz, lub mają wszyscy za twoim adresem, zbyt wiele otwartych strumieni lub żądań w oczekiwaniu.",
        ),
    },
    "internal_error": {
        "en": (
            "Our fault",
            "Something failed on our side and has been logged. Sending the request again is safe with its key.",
        ),
        "he": ("תקלה שלנו", "משהו נכשל אצלנו ונרשם ביומן. בטוח לשלוח שוב עם אותו מפתח."),
        "pl": (
            "Nasz błąd",
            "Coś zawiodło po naszej stronie i zostało zapisane. Z tym samym kluczem można bezpiecznie ponowić.",
        ),
    },
    "too_busy": {
        "en": (
            "Too busy",
            "Too much came at once, or your call lost every race; nothing was recorded. Send it again.",
        ),
        "he": ("עומס", "הגיעו יותר מדי בקשות בבת אחת, או שהבקשה הפסידה בכל מרוץ; דבר לא נרשם. יש לשלוח שוב."),
        "pl": (
            "Zbyt tłoczno",
            "Zbyt wiele przyszło naraz albo to żądanie przegrało każdy wyścig; nic nie zostało zapisane. Wyślij je"
            " ponownie.",
        ),
    },
    "temporarily_unavailable": {
        "en": (
            "Not available just now",
            "Wait as long as Retry-After says and send the request again. If it was to change something, that may have"
            " been recorded: sent again with the same Idempotency-Key it counts once.",
        ),
        "he": (
            "לא זמין כרגע",
            "יש להמתין ככתוב ב-Retry-After ולשלוח שוב. אם הבקשה הייתה אמורה לשנות משהו, ייתכן שהשינוי נרשם:"
            " בשליחה חוזרת עם אותו Idempotency-Key היא נספרת פעם אחת.",
        ),
        "pl": (
            "Chwilowo niedostępne",
            "Poczekaj tyle, ile mówi Retry-After, i wyślij żądanie ponownie. Jeśli miało coś zmienić, mogło to zostać"
            " zapisane: wysłane ponownie z tym samym Idempotency-Key liczy się raz.",
        ),
    },
    "outcome_unknown": {
        "en": (
            "Nobody knows yet",
            "What you asked for may have been recorded, or not. Wait as long as Retry-After says and send the same"
            " request with the same Idempotency-Key: its answer is the truth, and it counts once.",
        ),
        "he": (
            "עוד לא ידוע",
            "ייתכן שמה שביקשת נרשם, וייתכן שלא. יש להמתין ככתוב ב-Retry-After ולשלוח את אותה הבקשה עם אותו"
            " Idempotency-Key: התשובה היא האמת, והבקשה נספרת פעם אחת.",
        ),
        "pl": (
            "Jeszcze nie wiadomo",
            "To, o co chodziło w żądaniu, mogło zostać zapisane albo nie. Poczekaj tyle, ile mówi Retry-After, i wyślij"
            " to samo żądanie z tym samym Idempotency-Key: odpowiedź mówi prawdę, a żądanie liczy się raz.",
        ),
    },
    "clock_only_move": {
        "en": ("The clock's move", "Only the clock plays this move (rule {rule})."),
        "he": ("מהלך של השעון", "רק השעון משחק את המהלך הזה (כלל {rule})."),
        "pl": ("Ruch zegara", "Ten ruch wykonuje tylko zegar (zasada {rule})."),
    },
    "rule_broken": {
        "en": ("Against the rules", "Rule {rule} forbids this move."),
        "he": ("בניגוד לכללים", "כלל {rule} אוסר את המהלך הזה."),
        "pl": ("Wbrew zasadom", "Zasada {rule} zabrania tego ruchu."),
    },
}
