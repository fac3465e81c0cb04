"""Rules read only position, orders, answers and dice: what import contracts can not see."""

import ast
from pathlib import Path

import pytest

import pbem

PACKAGE = Path(pbem.__file__).parent
RULES = sorted(
    path
    for layer in ("canon", "engine", "mechanics", "games")
    for path in PACKAGE.glob(f"{layer}/**/*.py")
)
FORBIDDEN = {"hash", "id", "open", "print", "input", "eval", "exec", "globals", "vars"}
UNORDERED = {"set", "frozenset"}


def offences(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in FORBIDDEN:
                yield f"line {node.lineno}: {node.func.id}()"
            if node.func.id in ("list", "tuple", "enumerate", "iter", "next") and any(
                map(is_unordered, node.args)
            ):
                yield f"line {node.lineno}: {node.func.id}() of a set"
        loops = [node] if isinstance(node, ast.For) else getattr(node, "generators", [])
        ordered = isinstance(node, ast.SetComp)
        for loop in loops:
            if is_unordered(loop.iter) and not ordered:
                yield f"line {loop.iter.lineno}: loop over a set"


def is_unordered(node):
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in UNORDERED
    )


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rules_use_nothing_that_differs_from_run_to_run(path):
    assert list(offences(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "source",
    ["hash(x)", "id(x)", "for x in {1, 2}: pass", "[x for x in set(y)]", "list({1})", "print(1)"],
)
def test_the_search_finds_what_it_looks_for(source):
    assert list(offences(ast.parse(source)))


def test_there_are_rules_to_look_at():
    assert len(RULES) > 40
