"""Which small changes of the rules' decision no test notices, and what they would do.

    make mutants, or: python benchmarks/mutants.py [--samples 3000]

makes every mutant of `decision.py` and `weights.py`: a name less in a set, `and` for `or`, a
comparison or a condition the other way round, one side of an operation alone, a number one off, yes
for no. Each meets the tests of replies in a process of its own. Those that none fails are printed,
each with replies that it reads otherwise: turned round (!!), settled (!), or only passed on.
"""

import argparse
import ast
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from saying import exchanges  # noqa: E402
from verdict_rules import decision, read_reply, weights  # noqa: E402

TESTS = (
    *("test_decisions_hold.py", "test_read_reply.py", "test_prompts_in_replies.py"),
    *("test_prompts_that_turn_a_reply.py", "test_reply_corpora.py"),
)
TYPES = {"Polarity", "Outcome", "Names"}
SECONDS = 60
SHOWN = 3
OTHERS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.BitOr: (ast.BitAnd, ast.Sub),
    ast.BitAnd: (ast.BitOr, ast.Sub),
    ast.Sub: (ast.BitOr, ast.BitAnd),
}
Exchange = tuple[str, str | None]


def changed(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What may stand in the place of a node, each with a word for it."""
    yield from _less(node)
    match node:
        case ast.If(test, body, orelse):
            yield "the other way round", ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Constant(bool() | "yes" | "no" as value):
            other = (not value) if isinstance(value, bool) else {"yes": "no", "no": "yes"}[value]
            yield f"{other!r} for {value!r}", ast.Constant(other)
        case ast.Constant(int(value)):
            yield f"{value + 1} for {value}", ast.Constant(value + 1)
    for operator in OTHERS.get(type(node), ()):
        yield f"{operator.__name__} for {type(node).__name__}", operator()


def _less(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What a node is when a part of it is left out."""
    match node:
        case ast.Set(elts) | ast.Tuple(elts) if all(map(_is_name, elts)):
            for element in elts:
                rest = [other for other in elts if other is not element]
                less = ast.Tuple(rest) if isinstance(node, ast.Tuple) else ast.Set(rest)
                yield f"without {ast.unparse(element)}", less if rest else _EMPTY
        case ast.BoolOp(operator, values):
            for value in values:
                said = [other for other in values if other is not value]
                shorter = said[0] if len(said) == 1 else ast.BoolOp(operator, said)
                yield f"without {ast.unparse(value)}", shorter
        case ast.BinOp(left, _, right):
            yield f"only {ast.unparse(left)}", left
            yield f"only {ast.unparse(right)}", right
        case ast.UnaryOp(ast.Not(), operand):
            yield "without not", operand
        case ast.Expr(ast.Call()) | ast.AugAssign():
            yield f"without {ast.unparse(node)}", ast.Pass()


_EMPTY = ast.parse("set()", mode="eval").body


def _is_name(element: ast.expr) -> bool:
    return isinstance(element, ast.Starred) or (
        isinstance(element, ast.Constant) and isinstance(element.value, str)
    )


def mutants(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Each mutant of a module: the place and the change, and the source."""
    path = Path(str(module.__file__))
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for parent in list(ast.walk(tree)):
        for name, field in list(ast.iter_fields(parent)):
            for place, node in enumerate(field if isinstance(field, list) else [field]):
                if not isinstance(node, ast.AST) or _names_a_type(parent):
                    continue
                line = getattr(node, "lineno", getattr(parent, "lineno", 0))
                for what, other in changed(node):
                    _put(parent, name, place, other)
                    yield (
                        f"{path.name}:{line}: {what}",
                        ast.unparse(ast.fix_missing_locations(tree)),
                    )
                    _put(parent, name, place, node)


def _names_a_type(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in TYPES


def _put(parent: ast.AST, name: str, place: int, node: ast.AST) -> None:
    if isinstance(field := getattr(parent, name), list):
        field[place] = node
    else:
        setattr(parent, name, node)


def install(module: ModuleType, source: str) -> None:
    """Put a mutant in the place of a module, wherever its names are known."""
    before = {**vars(weights), **vars(decision)}
    exec(compile(source, str(module.__file__), "exec"), vars(module))
    if module is weights:
        exec(Path(str(decision.__file__)).read_text(encoding="utf-8"), vars(decision))
    after = {**vars(weights), **vars(decision)}
    for known in [m for name, m in sys.modules.items() if name.startswith("verdict_rules.")]:
        for name, value in list(vars(known).items()):
            if name in after and value is before.get(name):
                setattr(known, name, after[name])


class Trial:
    """Tries every mutant on the tests that pytest has collected, instead of running them once."""

    def __init__(self, samples: Sequence[Exchange]) -> None:
        self.samples = samples
        self.read = [read_reply(*exchange).polarity for exchange in samples]
        self.tried = 0
        self.survived = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each mutant in a process of its own."""
        if self._fails(session, decision, Path(str(decision.__file__)).read_text(encoding="utf-8")):
            raise pytest.UsageError("the tests fail without any mutant")
        for module in (weights, decision):
            for place, source in mutants(module):
                self.tried += 1
                if not self._fails(session, module, source):
                    self.survived += 1
                    print(place, flush=True)
                    if os.fork() == 0:
                        install(module, source)
                        self._tell()
                        os._exit(0)
                    os.wait()
        return True

    def _fails(self, session: pytest.Session, module: ModuleType, source: str) -> bool:
        child = os.fork()
        if child == 0:
            signal.alarm(SECONDS)
            os._exit(_meets(session.items, module, source))
        return os.waitpid(child, 0)[1] != 0

    def _tell(self) -> None:
        """Print what the mutant reads otherwise, the worst first."""
        found = []
        for exchange, before in zip(self.samples, self.read, strict=True):
            after = read_reply(*exchange).polarity
            if after != before:
                grade = 0 if before and after else 1 if after else 2
                found.append((grade, len(str(exchange)), f"{before} -> {after}: {exchange}"))
        for grade, _, text in sorted(found)[:SHOWN]:
            print("   ", ("!!", "!", "")[grade], text)


def _meets(items: Sequence[Any], module: ModuleType, source: str) -> int:
    """Return 1 when a test fails with the mutant, else 0."""
    try:
        install(module, source)
        for item in items:
            callspec = getattr(item, "callspec", None)
            item.function(**(callspec.params if callspec else {}))
    except Exception:  # noqa: BLE001 - whatever goes wrong, the mutant is found out
        return 1
    return 0


def sample(count: int) -> list[Exchange]:
    """Replies and prompts, always the same."""
    found: dict[Exchange, None] = {}

    @settings(
        max_examples=count, derandomize=True, database=None, deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(exchanges)
    def collect(exchange: Exchange) -> None:
        found[exchange] = None

    collect()
    return [*found]


def main(argv: Sequence[str] | None = None) -> None:
    """Try them all."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--samples", type=int, default=3000, help="replies to compare on")
    trial = Trial(sample(parser.parse_args(argv).samples))
    files = [ROOT / "tests" / "rules" / name for name in TESTS]
    options = ["-q", "-s", "--assert=plain", "-p", "no:hypothesispytest"]
    pytest.main([*map(str, files), *options], plugins=[trial])
    print(f"{trial.survived} of {trial.tried} survived")


if __name__ == "__main__":
    main()
