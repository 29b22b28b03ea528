import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.matches.accounts import handles, looks
from games.matches.models.people import HandleLook, Player
from tests.support.cast import person
from tests.support.examples import examples

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
MOST = HandleLook._meta.get_field("look").max_length or 0


def are_alike(one: str, other: str) -> bool:
    return bool(looks.looks_of(one) & looks.looks_of(other))


@pytest.mark.parametrize(
    ("name", "copy"),
    [
        *(("copa", "сора"), ("COPA", "сора"), ("Copa", "СОРА"), ("ANNA", "ΑΝΝΑ"), ("anna", "ΑΝΝΑ"), ("Anna", "ΑΝΝΑ")),
        *(("alice", "a1ice"), ("alice", "aIice"), ("Alice", "AIice"), ("Alice", "A1ice"), ("ALICE", "ALlCE")),
        *(
            ("Bill", "BiII"),
            ("bill", "bi11"),
            ("Oscar", "0scar"),
            ("oscar", "0scar"),
            ("ROBO", "R0B0"),
            ("mary", "rnary"),
            ("willow9", "vvillow9"),
        ),
        # Capitals that look like Latin ones beside small letters that do: neither case alone would find it.
        *(("Herr", "Негг"), ("Noa", "Νοα"), ("olo", "סוס"), ("חכם", "חכס"), ("מרים_1", "מריס_1")),
    ],
)
def test_a_name_that_is_copied_in_other_letters_looks_alike(name: str, copy: str) -> None:
    assert handles.handle_fault(copy) is None
    assert are_alike(name, copy)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Hanna"),
        ("Ivan", "Inan"),
        ("anna", "avva"),
        ("Zoë", "Zoe"),
        ("Łoś", "Los"),
        ("Noa", "Nora"),
        ("דנה", "דנית"),
    ],
)
def test_names_that_can_be_told_apart_do_not_look_alike(name: str, other: str) -> None:
    assert not are_alike(name, other)


@pytest.mark.parametrize("copy", ["a__b", "_a_b", "a_b_", "__A___B__"])
def test_lines_are_counted_once_and_not_at_the_ends(copy: str) -> None:
    assert are_alike("a_b", copy)
    assert not are_alike("ab", copy)
    assert looks.looks_of("___") == {"_"}


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Tabularium",
            "Tabularium (official)",
            "Таbularium",
            "tabu larium",
            "TABULAR1UM+",
            "Tabu|arium",
            "Tɑbularium",
        ),
        *("Tabułarium", "Tabularrium", "My Tabulariun"),
    ],
)
def test_no_app_has_the_service_s_own_name_or_what_looks_like_it(name: str) -> None:
    maker = person("Maker")
    Player.objects.filter(id=maker.id).update(kind="account")
    made = maker.post("/me/apps", {"name": "Tabletop", "device_flow": True}).json()["client_id"]
    refused = maker.post("/me/apps", {"name": name, "device_flow": True})
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "reserved")
    assert maker.patch(f"/me/apps/{made}", {"name": name}).status_code == 422


def test_numbers_behind_a_name_tell_names_apart() -> None:
    assert len(set().union(*(looks.looks_of(f"Name_{number}") for number in range(1000)))) >= 1000


@given(st.text(LETTERS, min_size=3, max_size=24))
def test_a_handle_looks_like_itself_in_every_case(handle: str) -> None:
    for form in (handle.upper(), handle.lower(), handle.title()):
        assert are_alike(handle, form)


@settings(max_examples=examples(300))
@given(st.text(min_size=3, max_size=24) | st.text("mMǆŉЩѬﬃ뀀Ǳ", min_size=24, max_size=24))
def test_what_can_be_a_handle_has_looks_that_fit_their_column(handle: str) -> None:
    if handles.handle_fault(handle) is None:
        most = max(map(len, looks.looks_of(handle)))
        assert most <= MOST


def test_no_character_looks_like_so_many_that_a_look_could_not_fit() -> None:
    assert 96 * max(map(len, looks._prototypes().values())) <= MOST


def test_the_file_of_confusables_has_every_line_that_a_handle_may_need() -> None:
    kept = looks._prototypes()
    assert [kept[letter] for letter in "01Imсο"] == ["O", "l", "l", "rn", "c", "o"]
    assert len(kept) == 498
    # What a letter looks like looks like itself: one step is enough.
    assert not {letter for target in kept.values() for letter in target} & kept.keys()


@pytest.mark.parametrize(
    "handle",
    [
        *("Gracz_1", "שחקן_1", "игрок1", "Host", "mod", "dealer7", "Spectator"),
        *("system", "null", "Admin", "ADMIN", "admin_", "_admin", "Admin1", "admin_07", "adm1n", "Adrnin"),
        *("nul1", "nuII", "n0ne", "R00T", "Tabularium", "tabu1arium", "Support", "supp0rt"),
        *("Bot", "Bot1", "Bot_1", "B0t_2", "Seat_1", "Seat12", "SEAT_3", "ВОТ_1"),
        *("בוט_1", "מושב_2", "מקום1", "Miejsce_1", "miejsce", "MIEJSCE4", "ΒΟΤ_1"),
        *("Bot100", "Bot_100", "Seat100", "admin001", "SYSTEM000", "Guest_1", "Player_1", "clock", "nul1_5"),
        *("админ", "Система", "СИСТЕМА1", "Διαχειριστής", "ΔΙΑΧΕΙΡΙΣΤΗΣ", "ADMİN", "Ádmin_7"),
        *("zegar", "שעון", "Usunięty", "usunieta", "נמחק", "Anonim", "אנונימי", "Administracja", "widz1", "צופה"),
        *("admins", "the_admin", "Support_Team", "TabulariumTeam", "x_Tabularium_x", "Таbularium", "security"),
        *("BotEasy", "Bot_easy_1", "Bot_random", "hard_bot", "TABULARIUM_bot", "System_Admin_2"),
        *(
            "admin_1_1",
            "Seat_1_1",
            "support_24_7",
            "1admin",
            "007_admin",
            "SupportTeam",
            "TheModerator",
            "OfficialAdmin",
        ),
        *("sysadmin", "mods", "המנהל", "הצוות"),
    ],
)
def test_what_speaks_for_the_service_or_for_an_empty_seat_is_reserved(handle: str) -> None:
    assert looks.is_reserved(handle)


@pytest.mark.parametrize(
    "handle",
    [
        "Botond_Admin",
        "easy_Maja",
        "Anonimka",
        "Zegarek",
        "Botond",
        "Seaton",
        "Adminka",
        "Nullar",
        "Systema",
        "Rooty",
        "Maja",
        "דנה",
        "Ania",
        "Игорь",
    ],
)
def test_other_names_are_free(handle: str) -> None:
    assert not looks.is_reserved(handle)


@pytest.mark.parametrize(
    "handle",
    [
        "Guest_1234567890",
        "guest_123456789012",
        "Seat0_123456789012",
        "Player0_1234567890",
        "nobody_123456",
        "Guest_x1y2",
    ],
)
def test_a_drawn_handle_is_free_even_where_all_that_was_drawn_is_digits(handle: str) -> None:
    assert not looks.is_reserved(handle)
