"""The reader of choices: which option the whole of a reply picks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from verdict_rules.agreement import agreed
from verdict_rules.choosing import Choosing
from verdict_rules.listing import MAX_CHARACTERS as MAX_PROMPT
from verdict_rules.listing import NOTHING_LISTED, Listing, read_listing
from verdict_rules.loading import in_force, in_order
from verdict_rules.menu import Item, Mention, Menu, build_menu, spell
from verdict_rules.normalise import BREAKS
from verdict_rules.pack import Pack
from verdict_rules.picking import read_whole
from verdict_rules.pieces import Grammar
from verdict_rules.prompt import of_language

MAX_TEXT = 20_000  # characters of options; more are not read
MAX_ANSWERS = 4  # options of a question for a yes or a no
_BESIDE = frozenset(
    {"mention", "leads", "wants", "requests", "light", "kinds", "follows", "asides"}
    | {"polite", "please", "greets", "fillers", "closes"}
    | {"yes", "ok", "praise", "suits", "pleased", "fine"}
)
_ASSENTS = frozenset({"yes", "ok", "praise", "suits", "pleased", "fine"})
_AFTER_A_LETTER = frozenset({"polite", "please", "follows", "asides", "fillers", "closes"})


@dataclass(frozen=True, slots=True)
class Pick:
    """Which option a reply picks.

    `option` is the label of the option, or None when the reader passes; then `reason` is one of
    the reason codes `empty`, `content`, `conditional`, `hedged`, `asks_back`, `mixed`,
    `off_target`, `unknown_words`. `words` are the pieces accounted for, in order and case-folded;
    `unaccounted` are the words of the reply that stopped the reading. `pack` is the language of
    the pack that read the reply.
    """

    option: str | None
    reason: str | None
    words: tuple[str, ...] = ()
    unaccounted: tuple[str, ...] = ()
    pack: str | None = None


def pick_option(
    reply: str,
    options: Mapping[str, str | None] | Sequence[str],
    prompt: str | None = None,
    language: str | None = None,
    *,
    packs: Sequence[Pack] | None = None,
) -> Pick:
    """Return which one of `options` the whole of `reply` picks, or why that cannot be said.

    An option is picked by its label; by the number, the letter or the place that it has in
    `prompt`; or by words that it alone has. The order of `options` does not matter. `packs` are
    those to read with, the shipped ones for None. Without `language` all of them read, and an
    option is picked only if no two disagree. Any string gives a pick.

    Raises ValueError when `language` is given and no pack for it reads picks.
    """
    described = options if isinstance(options, Mapping) else dict.fromkeys(options)
    items = tuple(sorted([(label, text or "") for label, text in described.items()]))
    picks = [
        _pick(reply, items, prompt or "", pack) for pack in choosing_packs(language, packs, prompt)
    ]
    return agreed(
        picks,
        lambda pick: pick.option,
        lambda reason: Pick(None, reason, unaccounted=(reply,)),
    )


def choosing_packs(
    language: str | None, packs: Sequence[Pack] | None = None, prompt: str | None = None
) -> tuple[Pack, ...]:
    """Return the packs that read picks, of one language or of all that `prompt` may be in.

    Raises ValueError when there is none for the language that is given.
    """
    return of_language(prompt, _chosen(language, packs if packs is None else tuple(packs)))


@lru_cache(maxsize=64)
def _chosen(language: str | None, packs: tuple[Pack, ...] | None) -> tuple[Pack, ...]:
    able = in_order(pack for pack in in_force(packs) if pack.choosing is not None)
    chosen = tuple(pack for pack in able if language is None or pack.language == language)
    if language is not None and not chosen:
        known = ", ".join(pack.language for pack in able) or "none"
        raise ValueError(f"no pack for the language {language!r} reads picks; these do: {known}")
    return chosen


def answers_yes_no(
    options: Mapping[str, str | None], *, packs: Sequence[Pack] | None = None
) -> tuple[str, str] | None:
    """Return the labels that say yes and no, if the options are no more than these.

    An option besides that stands for neither ("open", "unclear") changes nothing. What is said of
    the two besides their labels would have to be read, so then the options are not these.
    """
    if len(options) > MAX_ANSWERS:
        return None
    found = {
        labels
        for pack in choosing_packs(None, packs)
        if pack.choosing and (labels := _yes_no(options, pack, pack.choosing))
    }
    return found.pop() if len(found) == 1 else None


def _yes_no(
    options: Mapping[str, str | None], pack: Pack, choosing: Choosing
) -> tuple[str, str] | None:
    spelled = {label: " ".join(spell(label, pack)) for label in options}
    yes = [label for label, text in spelled.items() if text in choosing.affirming]
    no = [label for label, text in spelled.items() if text in choosing.negating]
    rest = [text for label, text in spelled.items() if label not in {*yes, *no}]
    if len(yes) != 1 or len(no) != 1 or not choosing.catch_all.issuperset(rest):
        return None
    for label in (yes[0], no[0]):
        said = (options[label] or "").strip()
        if said and " ".join(spell(said, pack)) != spelled[label]:
            return None
    return yes[0], no[0]


def _pick(reply: str, items: tuple[tuple[str, str], ...], prompt: str, pack: Pack) -> Pick:
    if sum([len(label) + len(text) for label, text in items]) > MAX_TEXT:
        return Pick(None, "content", unaccounted=(reply,), pack=pack.language)
    choices = _kept(items, prompt if len(prompt) <= MAX_PROMPT else "", pack)
    outcome = read_whole(reply, choices.menu, choices.grammar, pack)
    return Pick(*outcome, pack.language)


class _Choices:
    """The options of one question and the prompt that offered them, ready to find mentions."""

    __slots__ = ("_spoken_of", "_starts", "choosing", "grammar", "listing", "menu", "pack")

    def __init__(
        self,
        menu: Menu,
        listing: Listing,
        asked: Sequence[str],
        pack: Pack,
        choosing: Choosing,
    ) -> None:
        self.menu = menu
        self.listing = listing
        self.pack = pack
        self.choosing = choosing
        self._spoken_of = menu.spoken_of(asked)
        self._starts = frozenset().union(
            *(menu.names, menu.words, menu.runs, listing.marks, choosing.pair),
            *(choosing.numbers.words, choosing.ordinals.words),
        )
        beside = _BESIDE - _ASSENTS if menu.answers else _BESIDE
        words = frozenset(asked) - BREAKS
        rest = [word for word in words - menu.spoken if not word.isdecimal()]
        negative = any(phrase.name == "negative" for phrase in pack.prompt.search(rest))
        if negative or any(word.startswith(choosing.unwanting) for word in rest):
            beside -= {"wants", "requests"}
        nouns = (
            words
            - (menu.spoken - self._spoken_of)
            - choosing.particles
            - pack.askers
            - pack.persons
        )
        self.grammar = Grammar(choosing.picking, beside, self.find, nouns, choosing.number_sign)

    def find(self, tokens: Sequence[str], start: int) -> Mention | None:
        """Return the longest mention at `start`; one of no option where two readings differ."""
        if tokens[start] not in self._starts:
            return None
        found = [*self._named(tokens, start), *self._placed(tokens, start)]
        part = self._part(tokens, start)
        if not found:
            return part
        end = max([mention.end for mention in found])
        if part is not None and part.end > end:
            return part
        longest = [mention for mention in found if mention.end == end]
        if any(mention.among != longest[0].among for mention in longest):
            return Mention(end, frozenset(), frozenset(), sure=True)
        return longest[0]

    def _named(self, tokens: Sequence[str], start: int) -> Iterable[Mention]:
        """By the whole label or description, or by the number or letter of the prompt."""
        end, keys = self.menu.name(tokens, start)
        token = tokens[start]
        if end == start + 1 and self._is_article(tokens, start):
            return
        if end > start:
            yield Mention(end, keys, keys, sure=True)
        if len(token) == 1 and token.isalpha():
            if token in self.listing.marks and not self._is_article(tokens, start):
                yield _only(start + 1, self.listing.marks[token])
            return
        value, after = self.choosing.numbers.longest(tokens, start)
        if value is None:
            value, after = token, start + 1
        if not value.isdecimal() or value != str(int(value)):
            return
        number = int(value)
        if number in self.menu.numbers and end <= start:
            yield Mention(after, self.menu.numbers[number], self.menu.numbers[number], sure=True)
        marked = self.listing.marks.get(value)
        if marked is not None and self._is_mark(tokens, start, after, spelled=value != token):
            yield _only(after, marked)
            among, _, named = self.menu.words.get(value, (frozenset(), frozenset(), False))
            if named and among != {marked} and number not in self.menu.numbers:
                yield Mention(after, frozenset(), frozenset(), sure=True)

    def _placed(self, tokens: Sequence[str], start: int) -> Iterable[Mention]:
        """By its place in the prompt: "the second one"."""
        places = self.listing.places
        said, end = self.choosing.ordinals.longest(tokens, start)
        if (
            said is None
            and tokens[start] in self.choosing.pair
            and len(places) == len(self.choosing.pair)
        ):
            said, end = str(self.choosing.pair.index(tokens[start]) + 1), start + 1
        if said is None or not places or self._is_other(tokens, start, end):
            return
        place = int(said)
        index = place - 1 if place > 0 else len(places) + place
        if place == 0:
            index = len(places) // 2 if len(places) % 2 else -1
        option = places[index] if 0 <= index < len(places) else None
        if option is None or self.menu.orders.get(place, {option}) != {option}:
            yield Mention(end, frozenset(), frozenset(), sure=True)
        else:
            yield _only(end, option)

    def _part(self, tokens: Sequence[str], start: int) -> Mention | None:
        """By words that not all options have; a number only where all have one in their names."""
        part = self.menu.part(tokens, start)
        if part is None or part.end > start + 1:
            return part
        if tokens[start] in self._spoken_of:
            return None
        if not tokens[start].isdecimal():
            return part
        places = self.listing.places
        index = int(tokens[start]) - 1
        placed = {places[index]} if 0 <= index < len(places) else part.among
        if self.menu.measured and placed == part.among:
            return part
        return Mention(part.end, part.among, frozenset(), part.sure)

    def _is_article(self, tokens: Sequence[str], start: int) -> bool:
        """Whether a word of one letter goes with what follows, and is no letter of a list."""
        if len(tokens[start]) > 1 or tokens[start] not in self.choosing.particles:
            return False
        if start + 1 == len(tokens) or tokens[start + 1] in BREAKS | self.choosing.joining:
            return False
        said = self.pack.reply.longest(tokens, start + 1)[0]
        chosen = self.choosing.picking.longest(tokens, start + 1)[0]
        return said not in _AFTER_A_LETTER and chosen not in _AFTER_A_LETTER

    def _is_other(self, tokens: Sequence[str], start: int, end: int) -> bool:
        """Whether an ordinal without an article has a noun, which may name something else."""
        if end == len(tokens) or tokens[end] in BREAKS:
            return False
        chosen = self.choosing.picking.longest(tokens, end)[0]
        said = self.pack.reply.longest(tokens, end)[0]
        named = said == "praise" and tokens[end] in self.grammar.asked  # "zweite Klasse"
        if chosen not in {None, "light", "nouns"} or (said and not named):
            return False
        return self._before(tokens, start) != "light"

    def _is_mark(self, tokens: Sequence[str], start: int, end: int, *, spelled: bool) -> bool:
        """Whether a number may be that of an option; "two" may say how many, "at 2" when."""
        before = self._before(tokens, start)
        after = self.choosing.picking.longest(tokens, end)[0] if end < len(tokens) else None
        if after in {"light", "nouns"} and tokens[end] not in self.choosing.joining:
            return False
        if spelled:
            alone = self.choosing.picking.longest((tokens[start],), 0)[0] == "kinds"
            return before in ({None, "kinds"} if alone else {None, "leads", "kinds"})
        return before not in {"light", "follows"}

    def _before(self, tokens: Sequence[str], start: int) -> str | None:
        """Return the class of the phrase right before `start`; None where a clause begins."""
        if start == 0 or tokens[start - 1] in BREAKS:
            return None
        if tokens[start - 1] in self.choosing.joining:
            return None
        found = self.choosing.picking.search(tokens[:start])
        return found[-1].name if found and found[-1].end == start else ""


@lru_cache(maxsize=64)  # each may be large
def _kept(items: tuple[tuple[str, str], ...], prompt: str, pack: Pack) -> _Choices:
    choosing = pack.choosing
    if choosing is None:
        raise ValueError(f"the pack {pack.language!r} reads no picks")
    asked = spell(prompt, pack)
    menu = build_menu(
        [
            Item(label, (label, text) if text else (label,), text)
            for label, text in items
            if not _catches_all(label, text, asked, choosing, pack)
        ],
        pack,
        choosing,
    )
    listing = read_listing(prompt, menu, pack, choosing) if prompt else NOTHING_LISTED
    return _Choices(menu, listing, asked, pack, choosing)


def _catches_all(
    label: str, description: str, asked: Sequence[str], choosing: Choosing, pack: Pack
) -> bool:
    if " ".join(spell(label, pack)) not in choosing.catch_all:
        return False
    asked_for = f" {' '.join(asked)} "
    texts = (spell(text, pack) for text in (label, description))
    return not any(words and f" {' '.join(words)} " in asked_for for words in texts)


def _only(end: int, option: str) -> Mention:
    keys = frozenset({option})
    return Mention(end, keys, keys, sure=True)
