r"""Read the written decisions: text files in which a block is one state or one question.

A line begins with a mark and a space; `\n` stands for a new line within a text, `#` opens a note.

    = state                      ? question                  ! question of a choice
    + question, answer yes       + state, answer yes         * label: description
    - question, answer no        - state, answer no          > label | state

`%` opens a score: its levels follow lowest first, each as `* level`, then `> index | state`.
`@ name` opens a family: what follows belongs to it, up to the next `@`.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HEADS = "=?!%"
Block = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Decision:
    """A question about a state, and its answer.

    Attributes:
        kind: "noul", "choice" or "score".
        options: Label and description of each option; level texts of a score as labels; empty
            for a noul.
        answer: The position of the right option; for a noul 1 is yes and 0 is no.
        group: Decisions of one block share it: their states or their question are the same.
    """

    kind: str
    family: str
    group: str
    state: str
    question: str
    options: tuple[tuple[str, str], ...]
    answer: int


class WrittenError(ValueError):
    """A line cannot be read; the message names file and line."""


def read_written(path: Path) -> list[Decision]:
    """Return the decisions of one file.

    Raises:
        WrittenError: a line is not understood, or a block says nothing.
    """
    found: list[Decision] = []
    family, block, start = path.stem, [], 0
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate([*lines, ""], start=1):
        mark, text = line[:1], line[2:].strip().replace("\\n", "\n")
        if mark == "#":
            continue
        if not line.strip() or mark in HEADS or mark == "@":
            if block:
                found.extend(_decisions(block, family, f"{path.stem}:{start}", f"{path}:{start}"))
            block = []
        if mark == "@":
            family = text
        elif line.strip():
            if line[1:2] != " " or not text or mark not in "=?!%+-*>":
                raise WrittenError(f"{path}:{number}: a mark and a space must come first: {line!r}")
            if not block and mark not in HEADS:
                raise WrittenError(f"{path}:{number}: no line with one of {HEADS} opens the block")
            start = number if not block else start
            block.append((mark, text))
    return found


def _decisions(block: Block, family: str, group: str, where: str) -> Iterator[Decision]:
    (head, first), *rest = block
    if not rest:
        raise WrittenError(f"{where}: nothing follows {head} {first!r}")
    known = "+-" if head in "=?" else "*>"
    for mark, text in rest:
        if mark not in known:
            raise WrittenError(f"{where}: only {known} may follow {head}: {mark} {text!r}")
    if head in "!%":
        yield from _choices(block, family, group, where)
        return
    for mark, text in rest:
        state, question = (first, text) if head == "=" else (text, first)
        yield Decision("noul", family, group, state, question, (), int(mark == "+"))


def _choices(block: Block, family: str, group: str, where: str) -> Iterator[Decision]:
    (head, first), *rest = block
    kind = "choice" if head == "!" else "score"
    options = tuple(_option(text, kind) for mark, text in rest if mark == "*")
    labels = [label for label, _ in options]
    known = labels if kind == "choice" else [str(i) for i in range(len(labels))]
    if len(set(labels)) < max(2, len(options)):
        raise WrittenError(f"{where}: needs two options or more, all different")
    for mark, text in rest:
        if mark == ">":
            label, bar, state = (part.strip() for part in text.partition("|"))
            if not bar or not state or label not in known:
                raise WrittenError(f"{where}: `> label | state` with a known label: {text!r}")
            yield Decision(kind, family, group, state, first, options, known.index(label))


def _option(text: str, kind: str) -> tuple[str, str]:
    if kind == "score":
        return text, ""
    label, _, description = text.partition(":")
    return label.strip(), description.strip()


def main() -> None:
    """Print what the files hold, or the first line that cannot be read."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("files", type=Path, nargs="+")
    for path in parser.parse_args().files:
        found = read_written(path)
        kinds = Counter(item.kind for item in found)
        yes = sum(item.answer for item in found if item.kind == "noul")
        print(f"{path.name}: {len(found)} decisions {dict(kinds)}, {yes} yes")
        families = Counter(item.family for item in found)
        print(f"  {len(families)} families:", *(f"{k} {n};" for k, n in families.items()))


if __name__ == "__main__":
    main()
