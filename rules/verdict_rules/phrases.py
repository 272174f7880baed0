"""Phrase patterns compiled into one automaton that finds the longest match.

A pattern is a row of items: a word, `<group>` (any pattern of that group), `(a b | c)` (one of
several) and `[a | b]` (one of several, or nothing). All patterns of a grammar become one
deterministic automaton, so that matching costs a dictionary look-up a token.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from verdict_rules.errors import PackError, meant

_ITEM = re.compile(r"<[\w-]+>|[\[\]()|]|[^\s\[\]()|<>]+|\S")
# A state of the automaton: the class accepted here, if any, and where each word leads.
State = tuple[str | None, dict[str, "State"]]
MAX_STATES = 50_000  # a pack that needs more has patterns that multiply out


class Phrase(NamedTuple):
    """A phrase found: its class, and the half-open range of its tokens."""

    name: str
    start: int
    end: int


class Phrases:
    """A compiled grammar: finds the longest phrase at a position and names its class."""

    __slots__ = ("_moves", "words")

    def __init__(
        self, classes: Mapping[str, Sequence[str]], groups: Mapping[str, Sequence[str]]
    ) -> None:
        """Compile the patterns of each class.

        Raises PackError for a pattern that does not parse, an unknown or circular group, an
        empty phrase, or a phrase that stands in two classes.
        """
        graph = _Graph(groups)
        for name, patterns in classes.items():
            for pattern in patterns:
                graph.add(name, pattern)
        self.words = frozenset(word for moves in graph.moves for word in moves)
        _, self._moves = graph.determinise()

    def longest(self, tokens: Sequence[str], start: int) -> tuple[str | None, int]:
        """Return the class and the end of the longest phrase at `start`; (None, start) if none."""
        moves = self._moves
        name, end, place, last = None, start, start, len(tokens)
        while place < last and (word := tokens[place]) in moves:
            accepted, moves = moves[word]
            place += 1
            if accepted is not None:
                name, end = accepted, place
        return name, end

    def search(self, tokens: Sequence[str]) -> list[Phrase]:
        """Return the phrases in `tokens`, the longest at each place, skipping what is in none."""
        phrases: list[Phrase] = []
        begins = self._moves
        end, last = 0, len(tokens)
        for position, token in enumerate(tokens):
            if position >= end and token in begins:
                # As `longest` does it, without a call for each word of each text.
                name, moves = begins[token]
                place = after = position + 1
                while place < last and (word := tokens[place]) in moves:
                    accepted, moves = moves[word]
                    place += 1
                    if accepted is not None:
                        name, after = accepted, place
                if name is not None:
                    phrases.append(Phrase(name, position, after))
                    end = after
        return phrases


def words_in(pattern: str) -> list[str]:
    """Return the words of a pattern, in order."""
    return [item for item in _items(pattern) if item[0] not in "<[]()|"]


def groups_in(pattern: str) -> list[str]:
    """Return the names of the groups that a pattern names."""
    return [item[1:-1] for item in _items(pattern) if item[0] == "<"]


def check_groups(groups: Mapping[str, Sequence[str]]) -> None:
    """Raise PackError for a pattern of a group that a grammar could not use."""
    graph = _Graph(groups)
    for name, patterns in groups.items():
        for pattern in patterns:
            graph.check(name, pattern)


class _Graph:
    """The nondeterministic automaton while it grows."""

    def __init__(self, groups: Mapping[str, Sequence[str]]) -> None:
        self.groups = groups
        self.moves: list[dict[str, set[int]]] = [{}]
        self.empty: list[set[int]] = [set()]
        self.ends: dict[int, tuple[str, str]] = {}
        self.clashes: set[str] = set()

    def add(self, name: str, pattern: str) -> None:
        ends = self._pattern(pattern, {0}, ())
        if ends & self._closure({0}):
            raise PackError(f"the pattern {pattern!r} of {name!r} also matches nothing at all")
        for end in ends:
            self.ends[end] = (name, pattern)

    def check(self, group: str, pattern: str) -> None:
        self._pattern(pattern, {0}, (group,))

    def _node(self) -> int:
        self.moves.append({})
        self.empty.append(set())
        return len(self.moves) - 1

    def _pattern(self, pattern: str, starts: set[int], inside: tuple[str, ...]) -> set[int]:
        items = _items(pattern)
        ends = self._row(items, starts, pattern, inside)
        if items:
            raise PackError(f"the pattern {pattern!r} closes a bracket it never opened")
        return ends

    def _row(
        self, items: list[str], starts: set[int], pattern: str, inside: tuple[str, ...]
    ) -> set[int]:
        """Lay out alternatives separated by `|` up to the closing bracket; return their ends."""
        ends: set[int] = set()
        current = starts
        while items and items[0] not in "])":
            item = items.pop(0)
            if item == "|":
                ends |= current
                current = starts
            elif item in "[(":
                closing = "]" if item == "[" else ")"
                after = self._row(items, current, pattern, inside)
                if not items or items.pop(0) != closing:
                    raise PackError(f"the pattern {pattern!r} lacks a {closing!r}")
                current = self._join(after | current if item == "[" else after)
            elif item.startswith("<"):
                current = self._group(item[1:-1], current, pattern, inside)
            else:
                current = self._step(current, item)
        return ends | current

    def _group(
        self, name: str, starts: set[int], pattern: str, inside: tuple[str, ...]
    ) -> set[int]:
        if name not in self.groups:
            raise PackError(
                f"the pattern {pattern!r} names the group {name!r}, which is not there"
                + meant(name, self.groups)
            )
        if name in inside:
            raise PackError(f"the group {name!r} contains itself")
        ends: set[int] = set()
        for member in self.groups[name]:
            ends |= self._pattern(member, starts, (*inside, name))
        return self._join(ends)

    def _step(self, starts: set[int], word: str) -> set[int]:
        node = self._node()
        for start in starts:
            self.moves[start].setdefault(word, set()).add(node)
        return {node}

    def _join(self, ends: set[int]) -> set[int]:
        """Bring several ends together in one node, lest groups multiply out."""
        if len(ends) == 1:
            return ends
        node = self._node()
        for end in ends:
            self.empty[end].add(node)
        return {node}

    def _closure(self, nodes: Iterable[int]) -> frozenset[int]:
        reached: set[int] = set()
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            if node not in reached:
                reached.add(node)
                waiting.extend(self.empty[node])
        return frozenset(reached)

    def determinise(self) -> State:
        first = self._closure({0})
        states: dict[frozenset[int], State] = {first: (None, {})}
        closures: dict[frozenset[int], frozenset[int]] = {}
        waiting = [first]
        while waiting:
            nodes = waiting.pop()
            _, moves = states[nodes]
            targets: dict[str, set[int]] = {}
            for node in nodes:
                for word, following in self.moves[node].items():
                    targets.setdefault(word, set()).update(following)
            for word, following in targets.items():
                reached = frozenset(following)
                closed = closures.get(reached)
                if closed is None:
                    closed = closures[reached] = self._closure(reached)
                if closed not in states:
                    states[closed] = self._accepted(closed), {}
                    waiting.append(closed)
                moves[word] = states[closed]
            if len(states) > MAX_STATES:
                raise PackError(f"the patterns need more than {MAX_STATES} states")
        if self.clashes:
            raise PackError("one phrase stands in two classes: " + "; ".join(sorted(self.clashes)))
        return states[first]

    def _accepted(self, nodes: frozenset[int]) -> str | None:
        found = {self.ends[node] for node in nodes if node in self.ends}
        classes = {name for name, _ in found}
        if len(classes) > 1:
            self.clashes.add(", ".join(f"{pattern!r} of {name}" for name, pattern in sorted(found)))
        return classes.pop() if classes else None


def _items(pattern: str) -> list[str]:
    items = _ITEM.findall(pattern)
    for item in items:
        if item in {"<", ">"}:
            raise PackError(f"the pattern {pattern!r} has a stray {item!r}")
    return items
