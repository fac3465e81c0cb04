"""Values that nobody changes behave as frozen dataclasses do."""

from dataclasses import dataclass, field, fields, replace
from typing import Generic, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.canon.immutable import immutable

T = TypeVar("T")


@immutable(frozen=True, slots=True)
class Point:
    x: int
    y: int = 0
    seen: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Frozen:
    x: int
    y: int = 0
    seen: str = field(default="", compare=False, repr=False)


@immutable(frozen=True, kw_only=True)
class Named(Point):
    name: str


@immutable(frozen=True)
class One:
    value: object


@immutable(frozen=True)
class Nothing:
    pass


@immutable(frozen=True, eq=False)
class Apart:
    x: int


@immutable(frozen=True)
class Own(Generic[T]):
    x: T

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own)

    def __hash__(self) -> int:
        return 7

    def __repr__(self) -> str:
        return "own"


NUMBERS = st.integers(-2, 2)


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_equality_and_hash_are_those_of_a_frozen_dataclass(a, b, c, d):
    one, other = Point(a, b, "x"), Point(c, d, "y")
    assert (one == other) is (Frozen(a, b, "x") == Frozen(c, d, "y"))
    if one == other:
        assert hash(one) == hash(other)
    assert len({one, other}) == len({Frozen(a, b), Frozen(c, d)})


def test_other_classes_are_never_equal():
    assert Point(1) != Frozen(1)
    assert Point(1) != Named(x=1, name="a")
    assert One(1) != 1
    assert Nothing() == Nothing()
    assert Nothing() != One(())


def test_what_holds_something_that_changes_has_no_hash():
    with pytest.raises(TypeError, match="unhashable"):
        hash(One([]))


def test_values_are_shown_with_their_fields():
    assert repr(Point(1, 2, "x")) == "Point(x=1, y=2)"
    assert repr(One("a")) == "One(value='a')"
    assert repr(Own(1)) == "own"


def test_they_are_dataclasses():
    assert [each.name for each in fields(Named)] == ["x", "y", "seen", "name"]
    assert replace(Point(1), y=5) == Point(1, 5)
    match Point(3, 4):
        case Point(x, y):
            assert (x, y) == (3, 4)
    assert not hasattr(Point(1), "__dict__")


def test_what_a_class_says_itself_counts():
    assert Own(1) == Own(2)
    assert hash(Own("x")) == 7
    assert Apart(1) != Apart(1)
    assert len({Apart(1), Apart(1)}) == 2


def test_nothing_else_is_called_immutable():
    with pytest.raises(ValueError, match="plain dataclass"):
        immutable(frozen=False)
