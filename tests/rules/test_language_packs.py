import pytest

from verdict_rules import READER_VERSION, PackError, read_reply, reply, rules_sha256
from verdict_rules.pack import hash_packs, load_pack, pack_files, packs

GERMAN = """
marks = ["soll", "ich"]
light = ["die"]
pronouns = ["sie"]
coordinators = ["und"]
askers = ["ist"]
openers = []
doing = ["anlegen"]
times = ["morgen"]
preambles = []
persons = ["mir"]
turning = ["lehn"]
approving = ["zustimm"]
endings = ["n"]
synonyms = []
[rewrites]
"gehts" = "geht es"
[groups]
[reply]
yes = ["ja", "geht es klar"]
no = ["nein"]
later = ["später"]
polite = ["bitte"]
[prompt]
offer = ["soll ich"]
[ask]
confirms = ["bestätigt die antwort"]
reply = ["antwort"]
"""


def test_a_language_is_data_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack for another language reads that language without any code of its own."""
    pack = load_pack("de", [GERMAN])
    monkeypatch.setattr(reply, "packs", lambda: (*packs(), pack))
    reply._chosen.cache_clear()
    try:
        assert read_reply("Ja, bitte!").polarity == "yes"
        assert read_reply("ja, später").reason == "conditional"
        assert read_reply("Ja, Anzeige anlegen", "Soll ich die Anzeigen anlegen?").pack == "de"
        assert read_reply("yes").pack == "en"
        assert read_reply("yes", language="de").reason == "unknown_words"
    finally:
        reply._chosen.cache_clear()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[prompt]", "[promt]", "unknown entry `promt`|no entry `prompt`"),
        ('yes = ["ja"', 'yeah = ["ja"', "no class yeah; there are: yes"),
        ('no = ["nein"]', 'no = ["nein", "ja"]', "'ja' of no, 'ja' of yes"),
        ('no = ["nein"]', "no = 3", "`no` of the pack 'de' must be a list"),
        ("[groups]", "[groups", "not valid TOML"),
        ('"geht es"', '"gehts es"', "leads to another rewrite"),
        ('"geht es"', '""', "must be words"),
        ("synonyms = []", 'synonyms = ["a"]', "rows of words"),
        ("[groups]", "", "no entry `groups`"),
    ],
)
def test_a_broken_pack_is_refused(old: str, new: str, message: str) -> None:
    """A pack that breaks the format is refused at load, and the message names the entry."""
    assert old in GERMAN
    with pytest.raises(PackError, match=message):
        load_pack("de", [GERMAN.replace(old, new, 1)])


def test_an_entry_stands_in_one_file() -> None:
    """An entry that two files of a pack hold is refused."""
    with pytest.raises(PackError, match="`marks` in two files"):
        load_pack("de", [GERMAN, 'marks = ["der"]'])


def test_the_packs_in_force_load() -> None:
    """Every shipped pack keeps the format, and English is among them."""
    assert "en" in [pack.language for pack in packs()]


def test_the_hash_covers_version_and_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash changes with the reader's version and with any byte of a pack."""
    assert rules_sha256() == hash_packs(READER_VERSION)
    assert len(rules_sha256()) == 64
    assert hash_packs("another") != rules_sha256()
    changed = tuple((name, content + b"\n") for name, content in pack_files())
    monkeypatch.setattr("verdict_rules.pack.pack_files", lambda: changed)
    assert hash_packs(READER_VERSION) != rules_sha256()
