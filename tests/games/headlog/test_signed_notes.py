import pytest

from games.headlog.signed_notes import (
    MOST_NOTE_BYTES,
    OF_TEXT,
    OF_WITNESS,
    NotANote,
    Note,
    PrivateKey,
    PublicKey,
    cosigners,
    read_note,
    read_signatures,
    signed_at,
)
from tests.games.headlog.logs import KEY, WITNESSES, Log

# Of C2SP signed-note.
VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE = """This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""


def test_the_specification_s_note_is_signed_by_its_key() -> None:
    key = PublicKey.read(VKEY)
    assert str(key) == VKEY
    note = read_note(EXAMPLE)
    assert (note.text, str(note)) == ("This is an example message.\n", EXAMPLE)
    assert signed_at(note, key) == 0


def test_another_text_is_not_signed_by_it() -> None:
    with pytest.raises(NotANote, match="not by its key"):
        signed_at(read_note(EXAMPLE.replace("an example", "no example")), PublicKey.read(VKEY))


def test_signatures_of_unknown_keys_are_left_alone() -> None:
    assert signed_at(read_note(EXAMPLE), KEY.public) is None
    same_name = PublicKey("example.com/foo", OF_TEXT, bytes(32))
    assert signed_at(read_note(EXAMPLE), same_name) is None


def test_a_witness_signs_a_time_with_the_text() -> None:
    note = read_note(Log(3).note(cosigned=WITNESSES[:1], seconds=1_700_000_000))
    assert signed_at(note, WITNESSES[0].public) == 1_700_000_000
    # With another time the signature is another's.
    last = note.signatures[-1]
    other = Note(note.text, (last._replace(value=bytes([0] * 7 + [1]) + last.value[8:]),))
    with pytest.raises(NotANote):
        signed_at(other, WITNESSES[0].public)


def test_a_signature_of_a_note_is_no_cosignature_though_the_key_is_the_same() -> None:
    as_log = PrivateKey(WITNESSES[0].name, OF_TEXT, WITNESSES[0].seed)
    text = str(Log(3).checkpoint())
    note = Note(text, (as_log.sign(text),))
    assert cosigners(note, [WITNESSES[0].public]) == []
    moved = Note(text, (as_log.sign(text)._replace(key_id=WITNESSES[0].public.key_id),))
    with pytest.raises(NotANote):
        cosigners(moved, [WITNESSES[0].public])


def test_one_key_under_two_names_counts_as_one_witness() -> None:
    twin = PrivateKey("witness.example/twin", OF_WITNESS, WITNESSES[0].seed)
    note = read_note(Log(3).note(cosigned=[WITNESSES[0], twin, WITNESSES[1]]))
    assert len(cosigners(note, [WITNESSES[0].public, twin.public, WITNESSES[1].public])) == 2


@pytest.mark.parametrize(
    "line",
    [
        "",
        "example.com/foo",
        VKEY.replace("530d903a", "530d903b"),
        VKEY.replace("foo", "bar"),
        VKEY[:-4],
        VKEY.replace("+AekyeR", "+BekyeR"),
        VKEY.replace("example.com", "example com"),
    ],
)
def test_what_is_no_key_is_refused(line: str) -> None:
    with pytest.raises(NotANote):
        PublicKey.read(line)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no signature\n",
        "no line below\n\n",
        EXAMPLE.removesuffix("\n"),
        EXAMPLE.replace("—", "-"),
        EXAMPLE.replace("This", "This\t"),
        EXAMPLE.replace("aQM=", "aQN="),
        EXAMPLE.replace("aQM=", "aQM= more"),
        EXAMPLE + "\nmore\n",
        f"{'x' * MOST_NOTE_BYTES}{EXAMPLE}",
        "text\n\n" + "— a.example AAAAAAA=\n" * 65,
    ],
)
def test_what_is_no_signed_note_is_refused(text: str) -> None:
    with pytest.raises(NotANote):
        read_note(text)


def test_what_is_not_utf_8_is_refused() -> None:
    with pytest.raises(NotANote):
        read_note(b"\xff\n\n\xe2\x80\x94 a.example AAAAAAA=\n")


def test_lines_of_signatures_are_read_as_a_witness_answers_them() -> None:
    line = WITNESSES[0].sign("text\n", seconds=5)
    assert read_signatures(str(line)) == (line,)


def test_a_key_without_a_name_or_with_too_few_bytes_is_refused() -> None:
    for name, seed in (("", bytes(32)), ("with space", bytes(32)), ("plus+", bytes(32)), ("good", bytes(31))):
        with pytest.raises(NotANote):
            PrivateKey(name, OF_TEXT, seed)
