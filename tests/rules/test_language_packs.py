from pathlib import Path

import pytest

from verdict_rules import (
    READER_VERSION,
    PackError,
    answers_yes_no,
    load_packs,
    may_approve,
    may_turn,
    may_turn_pick,
    pick_option,
    read_level,
    read_reply,
    rules_sha256,
)
from verdict_rules.choosing import CHOOSING_GRAMMARS, CHOOSING_LISTS, NUMBERS
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
LEAST = '[reply]\nyes = ["ja"]\nno = ["nein"]\n[prompt]\n[ask]\n'
NOTHING_CHOSEN = "".join(
    [f"{name} = []\n" for name in CHOOSING_LISTS]
    + [f"[{name}]\n" for name in (*NUMBERS, *CHOOSING_GRAMMARS)]
)


def test_a_language_is_data_alone() -> None:
    """A pack for another language reads that language without any code of its own."""
    packs = (*load_packs(), load_pack("xx", {"pack.toml": GERMAN}))
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
        packs = (*load_packs(), load_pack("xx", {"pack.toml": source}))
        for order in (packs, packs[::-1]):
            assert read_reply("yes", packs=order).reason == "mixed"
            assert read_reply("yes please", packs=order).polarity == "yes"


def test_a_yes_approves_only_if_all_packs_think_so() -> None:
    """A prompt that is no proposal to one of the packs that read a yes is none to all."""
    check = GERMAN.replace("offer =", "check =")
    prompt = "Soll ich die Anzeige anlegen?"
    offers, checks = load_pack("aa", {"a": GERMAN}), load_pack("bb", {"a": check})
    assert read_reply("Ja", prompt, packs=[offers]).proposes
    for packs in ([offers, checks], [checks, offers]):
        assert read_reply("Ja", prompt, packs=packs).polarity == "yes"
        assert not read_reply("Ja", prompt, packs=packs).proposes


def test_a_pack_to_whom_the_prompt_is_foreign_spoils_nothing() -> None:
    """Its doubt does not count, unless the words alone say the opposite there."""
    prompt = "Shall I create the listing?"
    hesitant = GERMAN.replace("[reply]", '[reply]\nhedged = ["yes"]')
    agreeing = GERMAN.replace('yes = ["ja"', 'yes = ["yes"')
    against = GERMAN.replace('["nein"]', '["nein", "yes"]')
    for source, said in ((hesitant, "yes"), (agreeing, "yes"), (against, None)):
        packs = (*load_packs(), load_pack("aa", {"a": source}))
        for order in (packs, packs[::-1]):
            assert read_reply("yes", prompt, packs=order).polarity == said


def test_what_several_packs_read_alike_is_named_after_english() -> None:
    """Where no prompt tells the language, English names it, and without English the first name."""
    packs = [load_pack(language, {"a": GERMAN}) for language in ("zz", "en", "aa")]
    for order in (packs, packs[::-1]):
        assert read_reply("ja", packs=order).pack == "en"
    assert read_reply("ja", packs=[packs[0], packs[2]]).pack == "aa"


def test_a_pack_that_knows_a_name_or_the_words_of_the_prompt_is_asked() -> None:
    """Words that no phrase has keep no pack from reading, where they may be accounted for."""
    pack = load_pack("xx", {"a": GERMAN.replace("[reply]", '[reply]\nsigns = ["gruss"]')})
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
    packs = [load_pack("xx", {"a": LAST})]
    assert read_reply(reply, "Soll ich die Börse eintragen?", packs=packs).polarity == said


def test_without_that_no_word_is_moved() -> None:
    """A pack whose verbs come first reads its words as they stand."""
    packs = [load_pack("xx", {"a": LAST.replace("verbs_last = true", "verbs_last = false")})]
    prompt = "Soll ich die Börse eintragen?"
    assert read_reply("ja, trage die Börse ein", prompt, packs=packs).polarity is None


def test_a_pack_names_its_letters_and_what_follows_an_ordinal() -> None:
    """Letters of the language make no prompt foreign, and "3. Mai" does not end a sentence."""
    pack = load_pack("xx", {"a": LAST})
    assert read_prompt("Soll ich die Börse am 3. Mai eintragen?", pack).kind == "offer"
    assert read_prompt("Soll ich die Bourse à Paris eintragen?", pack).kind == "foreign"
    assert read_prompt("Es waren 3. Soll ich die Börse eintragen?", pack).spoken[0] == "soll"


def test_a_word_may_have_several_partners() -> None:
    """What is "ich" to one may be "du" or "sie" to the other."""
    assert load_pack("xx", {"a": LAST}).swapped("ich") == {"sie", "du"}


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
    with pytest.raises(PackError, match=r"words\.toml of the pack 'xx' is not UTF-8"):
        load_packs(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[prompt]", "[promt]", "unknown entry `promt`; did you mean `prompt`"),
        ('yes = ["ja"', 'yeah = ["ja"', "no class yeah; there are: yes"),
        ("later = ", "latter = ", r"\[reply\] has no class latter; did you mean `later`"),
        ('no = ["nein"]', 'no = ["nein", "ja"]', r"\[reply\]: .*'ja' of no, 'ja' of yes"),
        ('no = ["nein"]', "no = 3", r"`no` of \[reply\] must be a list"),
        ("synonyms = []", "swaps = 3", "`swaps` must be a list of rows of words"),
        ("[groups]", "[groups", "not valid TOML"),
        ('yes = ["ja"', 'yes = ["nun", "nun"]\nyes = ["ja"', "not valid TOML"),
        ('"geht es"', '"gehts es"', "leads to another rewrite"),
        ('"geht es"', '""', "must be words"),
        ('"geht es"', '"Geht es"', "`rewrites` has 'Geht', .* write 'geht'"),
        ("synonyms = []", 'synonyms = ["a"]', "`synonyms` must be a list of rows of words"),
        ("synonyms = []", 'swaps = [["Ich", "du"]]', "`swaps` has 'Ich', .* write 'ich'"),
        ("synonyms = []", 'swaps = [["ich", "du", "er"]]', "`swaps` .* rows of two words"),
        ("[groups]", "[announcing]\nlegend = 3\n[groups]", "`announcing` .* table of words"),
        ("persons = ", "announcing = ", "`announcing` must be a table"),
        ("[ask]", "[ask_]", "unknown entry `ask_`; did you mean `ask`"),
        ('no = ["nein"]', "no = []", "has no `no`"),
        ('no = ["nein"]', 'no = [""]', r"`no` of \[reply\] must be a list"),
        ('no = ["nein"]', 'no = [" "]', r"\[reply\]: the pattern ' ' of 'no' also matches nothing"),
        ('no = ["nein"]', 'no = ["[nein]"]', r"\[reply\]: .* of 'no' also matches nothing"),
        ('no = ["nein"]', 'no = ["<never>"]', r"\[reply\]: .* group 'never', which is not there"),
        ("[groups]", '[groups]\nnun = ["nun"]', "no pattern names the group 'nun': take it out"),
        ("[groups]", '[groups]\na = ["<b>"]\nb = ["b"]', "no pattern names the group 'a'"),
        ("[groups]", '[groups]\nnun = ["(nun"]', r"\[groups\]: the pattern '\(nun' lacks a '\)'"),
        ('light = ["die"]', 'light = ["Die"]', "`light` has 'Die', .* write 'die'"),
        ('light = ["die"]', 'light = ["in die"]', "`light` has 'in die': write single words"),
        ('light = ["die"]', 'light = ["in-die"]', "`light` has 'in-die', .* write 'in die'"),
        ('light = ["die"]', 'light = ["gehts"]', "`light` has 'gehts', .* write 'geht es'"),
        ('light = ["die"]', 'light = ["!"]', "`light` has '!', .* take it out"),
        ('endings = ["n"]', 'endings = ["N"]', "`endings` has 'N', .* write 'n'"),
        ('endings = ["n"]', 'endings = [""]', "`endings` must be a list of words"),
        ('["zustimm"]', '["Zustimm"]', "`approving` has 'Zustimm', .* write 'zustimm'"),
        ('turning = ["lehn"]', 'turning = [""]', "`turning` must be a list of words"),
        ('"ja", ', '"ja großartig", ', r"`yes` of \[reply\] has 'großartig', .* 'grossartig'"),
        ('"ja", ', '"jaaa", ', "has 'jaaa', .* write 'jaa'"),
        ('"ja", ', '"es gehts", ', "has 'gehts', .* write 'geht es'"),
        ("synonyms = []", "pair = []", "no entry `affirming`: add it"),
        ("synonyms = []", 'synonyms = []\nverbs_last = "yes"', "`verbs_last` .* true or false"),
    ],
)
def test_a_broken_pack_is_refused(old: str, new: str, message: str) -> None:
    """A pack that breaks the format is refused at load; the message names file and entry."""
    assert old in GERMAN
    lacking = message.startswith("no entry")
    place = "the pack 'de'.*" if lacking else r"^the file words\.toml of the pack 'de'.*"
    with pytest.raises(PackError, match=place + message):
        load_pack("de", {"words.toml": GERMAN.replace(old, new, 1)})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[numbers]", '[numbers]\none = ["one"]', "'one': name each after a whole number"),
        ("[numbers]", '[numbers]\n2 = ["2nd"]', r"\[numbers\] has '2nd', .* write '2 nd'"),
        ("[choosing]", '[choosing]\nlight = ["3rd one"]', r"\[choosing\] has '3rd', .* '3 rd'"),
        ("[choosing]", '[choosing]\nlights = ["x"]', "no class lights; did you mean `light`"),
        ("catch_all = []", 'catch_all = ["No pick"]', "has 'No pick', .* write 'no pick'"),
        ("meaning = []", 'meaning = ["For"]', "`meaning` has 'For', .* write 'for'"),
        ("[numbers]", "[spellings]\nmo = 3\n[numbers]", "the rewrite of 'mo' must be words"),
        ("[numbers]", '[spellings]\nmo = "di"\ndi = "do"\n[numbers]', "to another rewrite"),
        ("[numbers]", '[spellings]\ngehts = "geht"\n[numbers]', "`spellings` has 'gehts'"),
        (
            "[choosing]",
            '[spellings]\nmo = "montag"\n[choosing]\nlight = ["mo"]',
            "`light` of .* has 'mo', .* write 'montag'",
        ),
    ],
)
def test_a_broken_part_for_options_is_refused(old: str, new: str, message: str) -> None:
    """What options and levels are read with is checked as the rest is."""
    with pytest.raises(PackError, match=r"^the file b\.toml of the pack 'de'.*" + message):
        load_pack("de", {"a.toml": GERMAN, "b.toml": NOTHING_CHOSEN.replace(old, new, 1)})


def test_an_entry_stands_in_one_file() -> None:
    """An entry that two files of a pack hold is refused, and both are named."""
    files = {"a.toml": GERMAN, "b.toml": 'marks = ["der"]'}
    with pytest.raises(PackError, match=r"`marks` in a\.toml and in b\.toml"):
        load_pack("de", files)


def test_a_grammar_may_not_be_left_out() -> None:
    """A pack without one of the three grammars is refused, and the message names it."""
    with pytest.raises(PackError, match="no entry `ask`"):
        load_pack("de", {"words.toml": GERMAN.partition("[ask]")[0]})


def test_what_a_user_s_folder_breaks_is_named_with_the_folder(tmp_path: Path) -> None:
    """The message says which folder, which file and entry of which pack, and what is wrong."""
    (tmp_path / "xx").mkdir()
    path = tmp_path / "xx" / "words.toml"
    path.write_text("marks = [", encoding="utf-8")
    place = rf"^the folder of packs {tmp_path}: the file words\.toml of the pack 'xx'"
    with pytest.raises(PackError, match=place):
        load_packs(tmp_path)
    path.write_text(GERMAN.replace("persons", "person"), encoding="utf-8")
    with pytest.raises(PackError, match=rf"{place}: .*`person`; did you mean `persons`"):
        load_packs(tmp_path)
    with pytest.raises(PackError, match="cannot be read"):
        load_packs(Path("a\0b"))


def test_lists_and_tables_may_be_left_out() -> None:
    """A pack of the three grammars alone reads replies, and no picks."""
    packs = (load_pack("xx", {"pack.toml": LEAST}),)
    assert read_reply("Ja!", packs=packs).polarity == "yes"
    assert read_reply("nein", packs=packs).polarity == "no"
    assert not may_approve("Genehmigt er?", packs=packs)


def test_packs_that_read_no_picks_pass() -> None:
    """Where no pack has the part for options, picks and levels pass; a language asked for fails."""
    packs = (load_pack("xx", {"pack.toml": LEAST}),)
    pick = pick_option("tea", ["tea", "coffee"], packs=packs)
    assert (pick.option, pick.reason, pick.unaccounted) == (None, "unknown_words", ("tea",))
    level = read_level("1", ["bad", "good"], packs=packs)
    assert (level.level, level.reason, level.unaccounted) == (None, "unknown_words", ("1",))
    assert answers_yes_no({"yes": None, "no": None}, packs=packs) is None
    for read in (pick_option, read_level):
        with pytest.raises(ValueError, match=r"language 'xx' reads picks; .* none$"):
            read("tea", ["tea", "coffee"], language="xx", packs=packs)


def test_an_empty_list_of_a_pack_means_no_word() -> None:
    """A pack with an empty list knows no word of its kind, not every one."""
    pack = load_pack("xx", {"a.toml": GERMAN, "b.toml": NOTHING_CHOSEN})
    assert pick_option("tea", ["tea", "coffee"], packs=[pack]).option == "tea"
    # Two numbers beside each other are no scale "from 1 to 5".
    assert read_level("2", ["1 bad", "2 good"], "Room 1 5", packs=[pack]).level == 1


def test_words_between_a_number_and_its_meaning_are_looked_for_as_written() -> None:
    """A letter that folding changes may stand in them, since prompts are not folded there."""
    chosen = NOTHING_CHOSEN.replace("meaning = []", 'meaning = ["heißt"]')
    pack = load_pack("xx", {"a.toml": GERMAN, "b.toml": chosen})
    pick = pick_option("1", ["Tee", "Saft"], "1 heißt Tee, 2 heißt Saft", packs=[pack])
    assert pick.option == "Tee"


def test_another_pack_does_not_make_a_question_plain() -> None:
    """A question that one pack reads and finds turned stays so, whatever packs are beside it."""
    source = GERMAN.replace('marks = ["soll"', 'marks = ["reply", "soll"')
    packs = (*load_packs(), load_pack("xx", {"pack.toml": source}))
    for text in ("Does the reply refuse?", "Is the reply not a yes?", "Soll ich es lehnen?"):
        assert may_turn(text, packs=packs)
        assert may_turn_pick(text, packs=packs)
    assert not may_turn("Is the reply a yes?", packs=packs)
    assert not may_turn("Soll ich die Anzeige anlegen?", packs=packs)
    assert may_turn("Wat kiest het antwoord?", packs=packs)


def test_a_pack_without_picks_makes_no_question_plain() -> None:
    """A pack that knows no picks cannot say that a question asks for one, but that it is turned."""
    reads = GERMAN.replace('marks = ["soll"', 'marks = ["reply", "soll"')
    english = [pack for pack in load_packs() if pack.language == "en"]
    packs = (*english, load_pack("xx", {"pack.toml": reads}))
    assert not may_turn_pick("Is the reply tea or coffee?", packs=packs)
    assert may_turn_pick("Is the reply lehn or coffee?", packs=packs)
    text = "Soll ich die Anzeige anlegen?"
    assert may_turn_pick(text, packs=packs)
    choosing = load_pack("xx", {"a.toml": GERMAN, "b.toml": NOTHING_CHOSEN})
    assert not may_turn_pick(text, packs=[*english, choosing])


def test_the_packs_in_force_load() -> None:
    """Every shipped pack keeps the format, and English is among them."""
    assert "en" in [pack.language for pack in load_packs()]


def test_the_hash_covers_version_and_packs() -> None:
    """The hash changes with the reader's version and with any byte of a pack."""
    packs = load_packs()
    assert rules_sha256() == hash_packs(READER_VERSION, packs)
    assert len(rules_sha256()) == 64
    assert hash_packs("another", packs) != rules_sha256()
    one, other = (load_pack("xx", {"a.toml": text}) for text in (GERMAN, GERMAN + "\n"))
    assert hash_packs(READER_VERSION, [one]) != hash_packs(READER_VERSION, [other])
