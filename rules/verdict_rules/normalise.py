"""Text as the readers see it: folded tokens that know where they stood in the original.

The text form of a normalised text is its tokens joined by blanks; normalising that form again
changes nothing. Punctuation is kept only as far as it separates: `.` ends a sentence, `,` any
smaller break, `?` a question.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

BREAKS = frozenset({".", ",", "?"})
MIN_SENTENCE_END = 4  # a full stop after a shorter word may be an abbreviation's

_APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u201b\u2032\u02bc\u00b4\uff07"), "'")
_MARKS = dict.fromkeys("?\u061f\u037e", "?") | dict.fromkeys(".!;\n\u3002", ".")
_MARKS |= dict.fromkeys(",:()[]-\u2013\u2014\u3001\u060c", ",")
# Shapes: w for a letter, d for a digit, s for a symbol, m for a mark that is not named itself.
_SHAPES = dict.fromkeys(_MARKS, "m") | {mark: mark for mark in "'+-.,:"} | dict.fromkeys("/\\", "s")
_TOKEN = re.compile(
    r"(?:(?<![wd])[+-])?d+(?:[.,:]d+)*(?![wd'])|[wd]+(?:'[wd]+|\.(?=w*d)[wd]+)*"
    r"|[s+.,:m]|(?<![wd])-|-(?![wd])"
)
# The same for text that is ASCII, folded or not, for which no shapes need be looked up.
_ASCII_TOKEN = re.compile(
    r"[A-Za-z][A-Za-z0-9]*(?:'[A-Za-z0-9]+|\.(?=[A-Za-z]*[0-9])[A-Za-z0-9]+)*"
    r"|(?:(?<![A-Za-z0-9])[+-])?[0-9]+(?:[.,:][0-9]+)*(?![A-Za-z0-9'])"
    r"|[0-9][A-Za-z0-9]*(?:'[A-Za-z0-9]+|\.(?=[A-Za-z]*[0-9])[A-Za-z0-9]+)*"
    r"|[$^`|~<=>/\\+.!;\n,:()\[\]?]|(?<![A-Za-z0-9])-|-(?![A-Za-z0-9])"
)
# A text of words, blanks and these marks alone needs no pattern: what it is cut at is known. So it
# is where numbers, and words like "3rd", stand between blanks, or before a mark and a blank.
_PLAIN = re.compile(
    r"(?:[A-Za-z .,?!]++|\b'\b"
    r"|(?<![^ ])[0-9]++(?::[0-9]++(?![A-Za-z])|[A-Za-z]*+)(?:[ ?!]|(?=[.,](?: |\Z)|\Z)))*+"
)
_TRIPLED = re.compile(r"([^ ])\1\1")  # a cheap test whether the next is needed at all
_STRETCHED = re.compile(r"([^\W\d_])\1\1+")


_EXCLAIMED = re.compile(r"!+1+(?!\w)")
# Letters of other scripts that look like Latin ones, for words that are Latin otherwise.
_LOOKALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u03bf\u03b1\u03c1\u03bd\u03b9\u03ba\u0432\u043d\u043a\u043c\u0442",
    "aeopcyxijshdoapvikbhkmt",
)
_MIXED = re.compile(r"(?=\w*[a-z])(?=\w*[\u0370-\u052f])\w+")


class _Shapes(dict[int, str]):
    """The shape letter of each character: what it does to tokens, whatever its script."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        category = unicodedata.category(character)
        shape = _SHAPES.get(character)
        if shape is None:
            if category == "Nd":
                shape = "d"
            elif category[0] in "LMN":
                shape = "w"
            elif category[0] in "PZ" or category == "Cc":
                shape = " "
            else:
                shape = "s"
        self[code] = shape
        return shape


_shapes = _Shapes()


class Normalised(NamedTuple):
    """A text's tokens. `sources` gives, for each, the piece of the text that it came from.

    `stretched` says that a letter stood three times or more in a row.
    """

    original: str
    tokens: tuple[str, ...]
    sources: tuple[int, ...]
    stretched: bool

    @property
    def text(self) -> str:
        """The tokens joined by blanks, itself a fixed point of normalising."""
        return " ".join(self.tokens)

    def spans(self, places: Iterable[int]) -> list[tuple[int, int]]:
        """Return the half-open spans of the original that the tokens at `places` came from."""
        sources = dict.fromkeys(self.sources[place] for place in places)
        if self.original.isascii():
            found = list(_ASCII_TOKEN.finditer(self.original.lower()))
            return [found[source].span() for source in sources]
        folded, origins = _fold(self.original)
        found = list(_TOKEN.finditer(folded.translate(_shapes)))
        return [
            (origins[found[source].start()], origins[found[source].end() - 1] + 1)
            for source in sources
        ]

    def excerpts(self, places: Iterable[int]) -> tuple[str, ...]:
        """Return the pieces of the original that the tokens at `places` came from."""
        if self.original.isascii():
            pieces, sources = _cut(self.original), self.sources
            return tuple([pieces[at] for at in dict.fromkeys([sources[at] for at in places])])
        return tuple(self.original[start:end] for start, end in self.spans(places))


def normalise(
    text: str,
    rewrites: Mapping[str, tuple[str, ...]] | None = None,
    abbreviations: Container[str] | None = None,
    dated: Container[str] = (),
) -> Normalised:
    """Return the tokens of `text`: NFKC, case folded, without format characters.

    Variation selectors and skin tones are dropped, letters repeated three times or more are
    kept twice, and a token found in `rewrites` is replaced by its words, which share its source.
    A full stop ends a sentence except after `abbreviations`, or where they are not given, after a
    word of three letters or less. After a number it ends none before a word of `dated`.
    Any string is accepted, lone surrogates included.
    """
    if "!1" in text:
        text = _EXCLAIMED.sub(lambda found: "!" * len(found[0]), text)
    pieces, stretched = _pieces(text)
    tokens, sources = _tokens(pieces, rewrites or {}, abbreviations, dated)
    return Normalised(text, tokens, sources, stretched)


def words_of(text: str) -> list[str]:
    """Return the tokens of `text` that are no punctuation, before any is rewritten."""
    return [piece for piece in _pieces(text)[0] if piece not in _MARKS]


@lru_cache(maxsize=64)  # each pack reads the same text in turn
def _pieces(text: str) -> tuple[Sequence[str], bool]:
    """Return the pieces of a text, folded, and whether it is stretched."""
    if text.isascii():
        folded = text.lower()
        pieces = _cut(folded)
    else:
        folded, _ = _fold(text)
        spans = [found.span() for found in _TOKEN.finditer(folded.translate(_shapes))]
        pieces = [folded[start:end] for start, end in spans]
    if _TRIPLED.search(folded) and _TRIPLED.search(row := " ".join(pieces)):
        stretched = _STRETCHED.search(text.lower()) is not None  # folding alone may repeat a letter
        return _STRETCHED.sub(r"\1\1", row).split(" "), stretched  # no piece has a blank in it
    return pieces, False


def _cut(text: str) -> list[str]:
    """Return the pieces of a text in ASCII, as it spells them."""
    if not _PLAIN.fullmatch(text):
        return _ASCII_TOKEN.findall(text)
    spaced = text.replace(".", " . ").replace(",", " , ")
    return spaced.replace("?", " ? ").replace("!", " ! ").split()


def _tokens(
    pieces: Sequence[str],
    rewrites: Mapping[str, tuple[str, ...]],
    abbreviations: Container[str] | None,
    dated: Container[str],
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Rewrite words and reduce each run of punctuation to its strongest mark."""
    tokens: list[str] = []
    sources: list[int] = []
    pending, pending_source = "", 0
    for source, piece in enumerate(pieces):
        if piece in _MARKS:
            mark = _MARKS[piece]
            if mark == ".":
                mark = _full_stop(tokens[-1] if tokens else "", abbreviations)
            if mark > pending:
                pending, pending_source = mark, source
            continue
        if pending:
            goes_on = pending == "." and piece in dated and tokens and tokens[-1].isdecimal()
            if not goes_on and (tokens or pending == "?"):
                tokens.append(pending)
                sources.append(pending_source)
            pending = ""
        if piece in rewrites:
            words = rewrites[piece]
            tokens.extend(words)
            sources.extend([source] * len(words))
        else:
            tokens.append(piece)
            sources.append(source)
    if pending == "?":
        tokens.append(pending)
        sources.append(pending_source)
    return tuple(tokens), tuple(sources)


def _full_stop(before: str, abbreviations: Container[str] | None) -> str:
    """Return what a full stop is after the word `before`: a mark, or empty if it ends nothing."""
    if abbreviations is None:
        return "," if len(before) < MIN_SENTENCE_END else "."
    initial = len(before) == 1 and before.isalpha()
    return "" if before in abbreviations or initial else "."


def _fold(text: str) -> tuple[str, list[int]]:
    """Fold `text` by clusters of a character and its marks, keeping each output's origin."""
    kept = [(index, character) for index, character in enumerate(text) if not _dropped(character)]
    starts = [
        place
        for place, (_, character) in enumerate(kept)
        if not place or not unicodedata.combining(character)
    ]
    pieces: list[str] = []
    origins: list[int] = []
    for start, end in pairwise([*starts, len(kept)]):
        origin, character = kept[start]
        if end - start == 1:
            folded = _fold_character(character)
        else:
            folded = _fold_cluster("".join([character for _, character in kept[start:end]]))
        pieces.append(folded)
        origins.extend([origin] * len(folded))
    whole = "".join(pieces)
    return _MIXED.sub(lambda word: word[0].translate(_LOOKALIKES), whole), origins


def _fold_cluster(cluster: str) -> str:
    cluster = cluster.translate(_APOSTROPHES)
    while True:
        folded = unicodedata.normalize("NFKC", cluster).casefold()
        folded = "".join(character for character in folded if not _dropped(character))
        if folded == cluster:
            return folded
        cluster = folded


_fold_character = lru_cache(maxsize=1024)(_fold_cluster)


@lru_cache(maxsize=1024)
def _dropped(character: str) -> bool:
    """Whether a character is invisible or only tints the one before it."""
    if character.isascii():
        return False
    code = ord(character)
    return (
        unicodedata.category(character) == "Cf"
        or 0xFE00 <= code <= 0xFE0F  # noqa: PLR2004 - variation selectors
        or 0xE0100 <= code <= 0xE01EF  # noqa: PLR2004 - variation selectors, supplement
        or 0x1F3FB <= code <= 0x1F3FF  # noqa: PLR2004 - skin tones
        or character in "\u2640\u2642"  # the sex of a figure
        or code == 0x034F  # noqa: PLR2004 - combining grapheme joiner
    )
