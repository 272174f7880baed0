import pytest

from verdict_rules import PackError
from verdict_rules.phrases import Phrase, Phrases

GROUPS = {"it": ["it", "that [one]"], "good": ["(fine | good)", "all right"]}


def test_patterns_match_what_they_say() -> None:
    """Groups, alternatives and optional parts match each of their forms and no other."""
    phrases = Phrases({"yes": ["<it> is [very] <good>"], "no": ["not <it>", "no"]}, GROUPS)
    for text in ("it is fine", "that one is very all right", "that is good"):
        words = text.split()
        assert phrases.longest(words, 0) == ("yes", len(words))
    for text in ("it is", "one is fine", "it is very", "it very fine"):
        assert phrases.longest(text.split(), 0) == (None, 0)


def test_the_longest_phrase_wins() -> None:
    """Where a short phrase begins a longer one, the longer one is found."""
    phrases = Phrases({"yes": ["sure"], "later": ["sure later"]}, {})
    assert phrases.search(["sure", "sure", "later", "x"]) == [
        Phrase("yes", 0, 1),
        Phrase("later", 1, 3),
    ]


@pytest.mark.parametrize(
    ("classes", "groups", "message"),
    [
        ({"yes": ["ok"], "no": ["ok"]}, {}, "'ok' of no, 'ok' of yes"),
        ({"yes": ["<it>"]}, {}, "names the group 'it', which is not there"),
        ({"yes": ["<it>"]}, {"it": ["<it>"]}, "contains itself"),
        ({"yes": ["(a | b"]}, {}, "lacks a"),
        ({"yes": ["a ] b"]}, {}, "closes a bracket it never opened"),
        ({"yes": ["[a]"]}, {}, "matches nothing at all"),
        ({"yes": ["a < b"]}, {}, "stray '<'"),
    ],
)
def test_broken_patterns_are_refused(
    classes: dict[str, list[str]], groups: dict[str, list[str]], message: str
) -> None:
    """A pattern that cannot be meant is refused when it is compiled, and named."""
    with pytest.raises(PackError, match=message):
        Phrases(classes, groups)
