import pytest

from verdict_rules import read_reply

LISTING = "Shall I create the listing?"

YES = (
    *(
        "yes",
        "Yes.",
        "Yep",
        "yesss",
        "YES!!",
        "\uff39\uff25\uff33",
        "y\u200bes",
        "👍",
        "👍🏽",
        "\u0443es",
        "ye\u0455",
        "✅",
        "ok",
    ),
    *("okay", "sure", "of course", "absolutely", "go ahead", "go for it", "sounds good"),
    *("that works", "please do", "yes please", "do it", "+1", "yes, that works"),
    *("yes, go ahead, thanks", "yes indeed"),
    *("no problem, go ahead", "I don't see why not", "I wouldn't say no"),
    *("thanks, yes", "Actually yes", "yess", "yes :)"),
)
NO = (
    *(
        "no",
        "nope",
        "nah",
        "no thanks",
        "NO\u00a0",
        "don't",
        "don\u2019t",
        "dont",
        "do not",
    ),
    *("no, don't approve", "don't go ahead", "disallow", "not approved", "I refuse"),
    *(
        "yes, I refuse",
        "👎",
        "❌",
        "✗",
        "✘",
        "✕",
        "never",
        "absolutely not",
        "of course not",
        "please don't",
    ),
    *("not now", "no, not yet", "I'd rather not", "I don't think so", "stop", "reject", "denied"),
    *("thanks but no thanks", "not now, maybe later", "no, do it later", "I do not agree"),
    *("Nooo!", "I can't approve that", "n\u043e"),
)
PASSED = {
    "empty": ("", " ", "...", "\u200b\u2060", "?!", "\x00", "—"),
    "conditional": (
        *("yes, but not now", "sure later", "yes tomorrow", "if it's cheap", "yes, if it's cheap"),
        *("later", "maybe later", "okay, but not today", "yes, after lunch", "do it tomorrow"),
    ),
    "asks_back": ("are you sure?", "which one?", "ok?", "yes?", "why not", "what", "Which one"),
    "hedged": (
        "maybe",
        "I guess so",
        "not sure",
        "I don't know",
        "fine, whatever",
        "I think so",
        "oh no",
    ),
    "off_target": (
        *("I approve of this idea", "correct it", "let me confirm", "right after lunch"),
        *("he said yes", "they told me to say no", "I said yes", "please confirm"),
    ),
    "mixed": (
        *(
            "yes and no",
            "yes no",
            "no, that's fine",
            "no, don't stop",
            "no yes",
            "yes, stop",
            "👍👎",
            "no, go ahead",
        ),
        *("not wrong", "I do not refuse", "no, no problem", "yes, that's wrong", "don't decline"),
    ),
    "content": (
        *("yes, make it 3", "yes, on March 7th", "no, the 8th", "yes, but in the kitchen"),
        *(
            "not bad",
            "no worries",
            "nothing",
            "no problem",
            "thanks",
            "Yes I can",
            "no way Jose",
        ),
        *("I refuse to pay that fee", "yes 2", "no, tomorrow's one", "sorry", "I do"),
    ),
    "unknown_words": (
        "pourquoi pas",
        "hai",
        "O",
        "はい\uff01",
        "\u0443\u0435\u0455",
        "y\u0336e\u0336s\u0336",
    ),
}


# Plain without a prompt; after one, they may speak of something else than what was proposed.
YES_UNPROMPTED = (
    *("Y!", "LGTM", "ship it", "I agree", "I confirm", "approved", "yes that is fine", "accept it"),
    *("that's correct", "that's right", "continue"),
)
NO_UNPROMPTED = ("n", "not okay", "that isn't right", "wrong", "I don't want it")


@pytest.mark.parametrize("reply", [*YES, *YES_UNPROMPTED])
def test_plain_yes_is_yes(reply: str) -> None:
    """A reply that does nothing but agree is a yes."""
    reading = read_reply(reply)
    assert (reading.polarity, reading.reason, reading.unaccounted) == ("yes", None, ())
    assert (reading.pack, reading.proposes) == ("en", True)


@pytest.mark.parametrize("reply", YES)
def test_plain_yes_to_a_proposal_is_yes(reply: str) -> None:
    """After a plain proposal it approves what was proposed."""
    reading = read_reply(reply, LISTING)
    assert (reading.polarity, reading.reason, reading.proposes) == ("yes", None, True)


@pytest.mark.parametrize("reply", [*NO, *NO_UNPROMPTED])
def test_plain_no_is_no(reply: str) -> None:
    """A reply that does nothing but refuse is a no, wherever its yes-like words stand."""
    reading = read_reply(reply)
    assert (reading.polarity, reading.reason, reading.unaccounted) == ("no", None, ())


@pytest.mark.parametrize("reply", NO)
def test_plain_no_to_a_proposal_is_no(reply: str) -> None:
    """After a plain proposal it refuses what was proposed."""
    reading = read_reply(reply, LISTING)
    assert (reading.polarity, reading.reason, reading.unaccounted) == ("no", None, ())


@pytest.mark.parametrize(
    ("reason", "reply"), [(reason, reply) for reason in PASSED for reply in PASSED[reason]]
)
def test_everything_else_passes_with_its_reason(reason: str, reply: str) -> None:
    """A reply that is neither a plain yes nor a plain no passes, and the reason says why."""
    reading = read_reply(reply)
    assert (reading.polarity, reading.reason) == (None, reason)


# What an offer makes clear: that it is declined for now.
CLEAR_AFTER_AN_OFFER = {"maybe later", "no, that's fine"}


@pytest.mark.parametrize(
    "reply",
    [reply for group in PASSED.values() for reply in group if reply not in CLEAR_AFTER_AN_OFFER],
)
def test_passes_stay_passes_with_a_prompt(reply: str) -> None:
    """An ordinary prompt settles none of the unclear replies."""
    assert read_reply(reply, LISTING).polarity is None


def test_a_settled_reading_names_its_pieces() -> None:
    """The words of a reading are the phrases that account for the reply, in order."""
    assert read_reply("Yes PLEASE, go ahead!").words == ("yes", "please", "go ahead")


def test_a_pass_names_the_words_that_stopped_it() -> None:
    """The unaccounted words are those of the original, with its capitals and spellings."""
    reading = read_reply("Keep this Private please", LISTING)
    assert reading.reason == "content"
    assert reading.unaccounted == ("Keep", "this", "Private")
    assert read_reply("Yes, Ünlikely").unaccounted == ("Ünlikely",)
    assert read_reply("OK?").unaccounted == ("?",)
    assert read_reply("no, Don\u2019t stop").unaccounted == ("Don\u2019t", "stop")


def test_whole_words_decide() -> None:
    """A yes word inside another word counts for nothing."""
    assert read_reply("disallow").polarity == "no"
    for reply in ("yesterday", "okapi", "surely", "nobody", "know", "notok", "approvedly"):
        assert read_reply(reply).polarity is None


def test_language_picks_the_pack() -> None:
    """A known language is used, and an unknown one raises with the names of those there are."""
    assert read_reply("yes", language="en").pack == "en"
    with pytest.raises(ValueError, match="'xx'; there are: en"):
        read_reply("yes", language="xx")


def test_very_long_replies_pass() -> None:
    """A reply too long to be a plain answer passes as content, and a long blank one as empty."""
    assert read_reply("yes " * 41).reason == "content"
    assert read_reply("yes" * 350_000).reason == "content"
    assert read_reply(" \n" * 500_000).reason == "empty"


def test_phrases_do_not_reach_over_punctuation() -> None:
    """Words on two sides of a comma are not read as one phrase."""
    assert read_reply("no, problem").polarity is None
    assert read_reply("Please don't. Go ahead.").reason == "mixed"
    assert read_reply("not, okay").polarity is None
