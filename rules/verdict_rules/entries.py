"""The entries of a language pack as its files write them, checked; every fault says where it is."""

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from typing import TypeGuard

from verdict_rules.errors import PackError, meant
from verdict_rules.normalise import BREAKS, normalise
from verdict_rules.phrases import Phrases, check_groups, groups_in, words_in


class Entries:
    """The entries of all files of a pack; one that is not there is empty.

    Whatever reads one raises PackError, naming the file and the entry, for what cannot be meant.
    """

    def __init__(self, language: str, files: Mapping[str, str]) -> None:
        """Take the TOML texts `files`, by the names of the files.

        Raises PackError for a text that is not TOML, and for an entry that stands in two files.
        """
        self._language = language
        self._table: dict[str, object] = {}
        self._places: dict[str, str] = {}
        for name, text in files.items():
            try:
                part = tomllib.loads(text)
            except (ValueError, RecursionError) as error:
                raise PackError(
                    f"the file {name} of the pack {language!r} is not valid TOML: {error}"
                ) from error
            for key in sorted(part.keys() & self._table.keys()):
                raise PackError(
                    f"the pack {language!r} has `{key}` in {self._places[key]} and in {name}: "
                    "write it in one of the two"
                )
            self._table |= part
            self._places |= dict.fromkeys(part, name)
        self.rewrites = {}
        self.rewrites = self._rewrites("rewrites")

    @property
    def rewrites(self) -> Mapping[str, tuple[str, ...]]:
        """The words that are rewritten before the other entries are looked for, and into what."""
        return self._rewriting

    @rewrites.setter
    def rewrites(self, rewrites: Mapping[str, tuple[str, ...]]) -> None:
        self._rewriting = rewrites
        self._forms: dict[str, str] = {}

    def respelled(self, name: str) -> "Entries":
        """Return the same entries, for texts in which the table `name` too rewrites words."""
        respelled = copy(self)
        respelled.rewrites = {**self.rewrites, **self._rewrites(name)}
        return respelled

    def __contains__(self, name: str) -> bool:
        return name in self._table

    def fault(self, name: str, what: str) -> PackError:
        """Return an error that says where the entry `name` stands, and what is wrong with it."""
        place = f"the file {self._places[name]} of " if name in self._places else ""
        return PackError(f"{place}the pack {self._language!r}: {what}")

    def check_names(self, known: Iterable[str], required: Iterable[str]) -> None:
        """Raise PackError for an entry that is not known, or not there although required."""
        names = sorted(known)
        for name in sorted(self._table.keys() - set(names)):
            raise self.fault(name, f"unknown entry `{name}`{meant(name, names)}")
        for name in sorted({*required} - self._table.keys()):
            raise self.fault(name, f"no entry `{name}`: add it to one of the files")

    def words(self, name: str) -> list[str]:
        """Return a list of words."""
        return self._spelled(name, self._list(name))

    def endings(self, name: str) -> list[str]:
        """Return a list of endings of words."""
        endings = self._list(name)
        for ending in endings:
            self._check(name, ending, self._read(f"x{ending}").removeprefix("x"))
        return endings

    def folded(self, name: str, fold: Callable[[str], str] = str.casefold) -> list[str]:
        """Return a list of texts that are looked for in text to which `fold` alone was done."""
        texts = self._list(name)
        for text in texts:
            self._check(name, text, fold(text))
        return texts

    def texts(self, name: str) -> list[str]:
        """Return a list of texts, each of one word or more."""
        texts = self._list(name)
        for text in texts:
            self._check(name, text, self._read(text))
        return texts

    def rows(self, name: str) -> list[list[str]]:
        """Return a list of rows of words."""
        rows = self._table.get(name, [])
        if not isinstance(rows, list) or not all(_is_words(row) for row in rows):
            raise self.fault(name, f"`{name}` must be a list of rows of words")
        return [self._spelled(name, row) for row in rows]

    def pairs(self, name: str) -> dict[str, frozenset[str]]:
        """Return a list of rows of two words, from the first to all second ones."""
        rows = self.rows(name)
        if any(len(row) != 2 for row in rows):  # noqa: PLR2004 - a word and what it becomes
            raise self.fault(name, f"`{name}` must be a list of rows of two words")
        return {word: frozenset(other for own, other in rows if own == word) for word, _ in rows}

    def flag(self, name: str) -> bool:
        """Return whether a flag is set; false where it is left out."""
        flag = self._table.get(name, False)
        if not isinstance(flag, bool):
            raise self.fault(name, f"`{name}` must be true or false")
        return flag

    def forms(self, name: str) -> dict[str, str]:
        """Return a table from a word to a word."""
        table = self._section(name)
        words = [*table.values()]
        if not _is_words(words):
            raise self.fault(name, f"`{name}` must be a table of words")
        self._spelled(name, [*table, *words])
        return dict(zip(table, words, strict=True))

    def lists(self, name: str) -> dict[str, list[str]]:
        """Return a table from a word to a list of words."""
        table = self._section(name)
        found: dict[str, list[str]] = {}
        for word, words in table.items():
            if not _is_words(words):
                raise self.fault(name, f"`{word}` of [{name}] must be a list of words")
            found[word] = self._spelled(name, words)
        self._spelled(name, [*table])
        return found

    def patterns(self, name: str, classes: Collection[str] | None = None) -> dict[str, list[str]]:
        """Return a table from names, which must be among `classes` if those are given."""
        found: dict[str, list[str]] = {}
        for entry, patterns in self._section(name).items():
            if classes is not None and entry not in classes:
                near = meant(entry, classes) or f"; there are: {', '.join(classes)}"
                raise self.fault(name, f"[{name}] has no class {entry}{near}")
            if not _is_words(patterns):
                raise self.fault(name, f"`{entry}` of [{name}] must be a list of patterns")
            words = dict.fromkeys(word for pattern in patterns for word in words_in(pattern))
            for word in words:
                if word not in BREAKS:
                    self._check(name, word, self._read(word), place=f"`{entry}` of [{name}]")
            found[entry] = patterns
        return found

    def groups(self, users: Iterable[str]) -> dict[str, list[str]]:
        """Return the groups; each must be named by a pattern of the grammars `users`."""
        groups = self.patterns("groups")
        try:
            check_groups(groups)
        except PackError as error:
            raise self.fault("groups", f"[groups]: {error}") from error
        waiting = [row for user in users for row in self.patterns(user).values()]
        used: set[str] = set()
        while waiting:
            named = {name for pattern in waiting.pop() for name in groups_in(pattern)} - used
            used |= named
            waiting.extend(groups.get(name, []) for name in named)
        for name in sorted(groups.keys() - used):
            raise self.fault("groups", f"no pattern names the group {name!r}: take it out")
        return groups

    def grammar(
        self, name: str, classes: Mapping[str, list[str]], groups: Mapping[str, list[str]]
    ) -> Phrases:
        """Return the compiled grammar `name`."""
        try:
            return Phrases(classes, groups)
        except PackError as error:
            raise self.fault(name, f"[{name}]: {error}") from error

    def _rewrites(self, name: str) -> dict[str, tuple[str, ...]]:
        rewrites: dict[str, tuple[str, ...]] = {}
        for token, words in self._section(name).items():
            if not isinstance(words, str) or not words.split():
                raise self.fault(name, f"the rewrite of {token!r} must be words")
            rewrites[token] = tuple(words.split())
        for token, words in rewrites.items():
            self._spelled(name, [token, *words])
            if rewrites.keys() & set(words):
                raise self.fault(name, f"the rewrite of {token!r} leads to another rewrite")
        return rewrites

    def _section(self, name: str) -> Mapping[str, object]:
        table = self._table.get(name, {})
        if not isinstance(table, dict):
            raise self.fault(name, f"`{name}` must be a table")
        return table

    def _list(self, name: str) -> list[str]:
        words = self._table.get(name, [])
        if not _is_words(words):
            raise self.fault(name, f"`{name}` must be a list of words")
        return words

    def _spelled(self, name: str, words: list[str]) -> list[str]:
        for word in words:
            self._check(name, word, self._read(word), one=True)
        return words

    def _read(self, text: str) -> str:
        if text not in self._forms:
            self._forms[text] = normalise(text, self.rewrites).text
        return self._forms[text]

    def _check(
        self, name: str, written: str, read: str, *, place: str = "", one: bool = False
    ) -> None:
        """Refuse what is written in another form than the one it is read in, and so never found."""
        if read == written and not (one and " " in read):
            return
        place = place or f"`{name}`"
        if read == written:
            raise self.fault(name, f"{place} has {written!r}: write single words")
        instead = f"write {read!r}" if read else "take it out"
        raise self.fault(
            name, f"{place} has {written!r}, which in a text is read as {read!r}: {instead}"
        )


def _is_words(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) and item for item in value)
