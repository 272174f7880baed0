from pathlib import Path

import pytest

from verdict_rules import READER_VERSION, PackError, load_packs, read_reply, rules_sha256
from verdict_rules.loading import hash_packs
from verdict_rules.pack import load_pack
from verdict_rules.prompt import read_prompt

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


def test_a_language_is_data_alone() -> None:
    """A pack for another language reads that language without any code of its own."""
    packs = (*load_packs(), load_pack("xx", [GERMAN]))
    assert read_reply("Ja, bitte!", packs=packs).polarity == "yes"
    assert read_reply("ja, später", language="xx", packs=packs).reason == "conditional"
    echo = read_reply("Ja, Anzeige anlegen", "Soll ich die Anzeigen anlegen?", "xx", packs=packs)
    assert (echo.polarity, echo.pack) == ("yes", "xx")
    assert read_reply("yes", packs=packs).pack == "en"
    assert read_reply("yes", language="xx", packs=packs).reason == "unknown_words"


def test_packs_that_know_a_reply_must_agree() -> None:
    """A reply that two packs know is settled only where both read the same, in any order."""
    against = GERMAN.replace('yes = ["ja"', 'yes = ["jawohl"').replace(
        '["nein"]', '["nein", "yes"]'
    )
    hesitant = GERMAN.replace("[reply]", '[reply]\nhedged = ["yes"]')
    for source in (against, hesitant):
        packs = (*load_packs(), load_pack("xx", [source]))
        for order in (packs, packs[::-1]):
            assert read_reply("yes", packs=order).reason == "mixed"
            assert read_reply("yes please", packs=order).polarity == "yes"


def test_a_pack_to_whom_the_prompt_is_foreign_spoils_nothing() -> None:
    """Its doubt does not count, unless the words alone say the opposite there."""
    prompt = "Shall I create the listing?"
    hesitant = GERMAN.replace("[reply]", '[reply]\nhedged = ["yes"]')
    agreeing = GERMAN.replace('yes = ["ja"', 'yes = ["yes"')
    against = GERMAN.replace('["nein"]', '["nein", "yes"]')
    for source, said in ((hesitant, "yes"), (agreeing, "yes"), (against, None)):
        packs = (*load_packs(), load_pack("aa", [source]))
        for order in (packs, packs[::-1]):
            assert read_reply("yes", prompt, packs=order).polarity == said


def test_what_several_packs_read_alike_is_named_after_english() -> None:
    """Where no prompt tells the language, English names it, and without English the first name."""
    packs = [load_pack(language, [GERMAN]) for language in ("zz", "en", "aa")]
    for order in (packs, packs[::-1]):
        assert read_reply("ja", packs=order).pack == "en"
    assert read_reply("ja", packs=[packs[0], packs[2]]).pack == "aa"


def test_a_pack_that_knows_a_name_or_the_words_of_the_prompt_is_asked() -> None:
    """Words that no phrase has keep no pack from reading, where they may be accounted for."""
    pack = load_pack("xx", [GERMAN.replace("[reply]", '[reply]\nsigns = ["gruss"]')])
    packs = (*load_packs(), pack)
    for reply in ("jaaa", "ja, gruss Eva", "ja, Anzeige anlegen"):
        assert read_reply(reply, "Soll ich die Anzeigen anlegen?", packs=packs).polarity == "yes"


LAST = (
    GERMAN.replace(
        "[rewrites]",
        """verbs_last = true
prefixes = ["ein"]
softeners = ["doch"]
addressed = ["Sie"]
verbal = ["en", "e"]
negators = ["nicht"]
acting = ["tragen", "trage", "eintragen"]
letters = ["ö"]
dated = ["mai"]
links = ["am"]
swaps = [["ich", "sie"], ["ich", "du"]]
[rewrites]""",
    )
    .replace("synonyms = []", 'synonyms = [["tragen", "trage"]]')
    .replace('"Sie"', '"sie"')
)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        *(("ja, trage die Börse ein", "yes"), ("ja, die Börse eintragen", "yes")),
        *(("trage sie doch ein", "yes"), ("ja, eintragen sie die Börse", "yes")),
        *(("trage sie nicht ein", "no"), ("die Börse nicht eintragen", "no")),
        *(("ja, die Börse tragen", None), ("nicht trage sie ein", None)),
    ],
)
def test_a_pack_says_that_its_verbs_stand_last(reply: str, said: str | None) -> None:
    """An order and a wish are the same, with the parts of the verb and a negation in any place."""
    packs = [load_pack("xx", [LAST])]
    assert read_reply(reply, "Soll ich die Börse eintragen?", packs=packs).polarity == said


def test_without_that_no_word_is_moved() -> None:
    """A pack whose verbs come first reads its words as they stand."""
    packs = [load_pack("xx", [LAST.replace("verbs_last = true", "verbs_last = false")])]
    prompt = "Soll ich die Börse eintragen?"
    assert read_reply("ja, trage die Börse ein", prompt, packs=packs).polarity is None


def test_a_pack_names_its_letters_and_what_follows_an_ordinal() -> None:
    """Letters of the language make no prompt foreign, and "3. Mai" does not end a sentence."""
    pack = load_pack("xx", [LAST])
    assert read_prompt("Soll ich die Börse am 3. Mai eintragen?", pack).kind == "offer"
    assert read_prompt("Soll ich die Bourse à Paris eintragen?", pack).kind == "foreign"
    assert read_prompt("Es waren 3. Soll ich die Börse eintragen?", pack).spoken[0] == "soll"


def test_a_word_may_have_several_partners() -> None:
    """What is "ich" to one may be "du" or "sie" to the other."""
    assert load_pack("xx", [LAST]).swapped("ich") == {"sie", "du"}


def test_a_folder_adds_packs_and_replaces_shipped_ones(tmp_path: Path) -> None:
    """Packs of a user's folder are read beside the shipped ones, or in the place of one."""
    for language in ("xx", "en"):
        (tmp_path / language).mkdir()
        (tmp_path / language / "pack.toml").write_text(GERMAN, encoding="utf-8")
    packs = load_packs(tmp_path)
    assert {"en", "xx"} <= {pack.language for pack in packs}
    assert read_reply("ja", language="en", packs=packs).polarity == "yes"
    assert read_reply("yes", packs=packs).polarity is None
    assert hash_packs(READER_VERSION, packs) != rules_sha256()


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    """A folder that is missing or holds no pack, and a file that is not UTF-8, are named."""
    with pytest.raises(PackError, match="nowhere cannot be read"):
        load_packs(tmp_path / "nowhere")
    with pytest.raises(PackError, match="has no pack in it"):
        load_packs(tmp_path)
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "words.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(PackError, match=r"xx/words\.toml of a pack is not UTF-8"):
        load_packs(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[prompt]", "[promt]", "unknown entry `promt`; did you mean `prompt`"),
        ('yes = ["ja"', 'yeah = ["ja"', "no class yeah; there are: yes"),
        ('no = ["nein"]', 'no = ["nein", "ja"]', "'ja' of no, 'ja' of yes"),
        ('no = ["nein"]', "no = 3", "`no` of the pack 'de' must be a list"),
        ("[groups]", "[groups", "not valid TOML"),
        ('"geht es"', '"gehts es"', "leads to another rewrite"),
        ('"geht es"', '""', "must be words"),
        ("synonyms = []", 'synonyms = ["a"]', "rows of words"),
        ("[ask]", "[ask_]", "unknown entry `ask_`; did you mean `ask`"),
        ('no = ["nein"]', "no = []", "has no `no`"),
        ("synonyms = []", 'synonyms = []\nverbs_last = "yes"', "`verbs_last` .* true or false"),
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


def test_a_grammar_may_not_be_left_out() -> None:
    """A pack without one of the three grammars is refused, and the message names it."""
    with pytest.raises(PackError, match="no entry `ask`"):
        load_pack("de", [GERMAN.partition("[ask]")[0]])


def test_the_packs_in_force_load() -> None:
    """Every shipped pack keeps the format, and English is among them."""
    assert "en" in [pack.language for pack in load_packs()]


def test_the_hash_covers_version_and_packs() -> None:
    """The hash changes with the reader's version and with any byte of a pack."""
    packs = load_packs()
    assert rules_sha256() == hash_packs(READER_VERSION, packs)
    assert len(rules_sha256()) == 64
    assert hash_packs("another", packs) != rules_sha256()
    one, other = load_pack("xx", [GERMAN]), load_pack("xx", [GERMAN + "\n"])
    assert hash_packs(READER_VERSION, [one]) != hash_packs(READER_VERSION, [other])
