"""What a JSON Schema has against a file, in sentences for people who typed the file by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.canon.wording import KINDS, below, either, meant, shown, subject


@immutable(frozen=True, slots=True)
class Misfit:
    """One keyword of a schema that a value does not fit.

    Attributes:
        keyword: the keyword.
        wanted: what stands behind it in the schema.
        value: the value.
        schema: the schema around the keyword.
    """

    keyword: str
    wanted: Any
    value: Any
    schema: Mapping[str, Any]


Sentence: TypeAlias = Callable[[Misfit, str], Iterator[str]]

_Schema: TypeAlias = Mapping[str, Any]

_NAMES: Final = ("name", "id", "label", "kind", "zone")
"""Members by which people know an object, the best first."""


def sentences(schema: Mapping[str, Json], value: Json) -> list[str]:
    """Everything in which a value does not fit a schema, in the order of the value.

    Each sentence begins with the place, a JSON pointer and what people call the object it lies in.
    """
    errors = Draft202012Validator(schema).iter_errors(value)
    ordered = sorted(errors, key=lambda error: [_rank(part) for part in error.absolute_path])
    found = [line for error in ordered for line in _told(error, value)]
    return list(dict.fromkeys(found))


def _rank(part: str | int) -> str:
    """A part of a path as it is sorted: numbers by their size."""
    return f"{part:09}" if isinstance(part, int) else part


def _told(error: ValidationError, whole: Json) -> Iterator[str]:
    """The sentences of one error; of several branches the one meant speaks."""
    branch = _branch(error)
    if branch:
        for inner in branch:
            yield from _told(inner, whole)
        return
    at = ""
    for part in error.absolute_path:
        at = below(at, part)
    misfit = Misfit(
        str(error.validator), error.validator_value, error.instance, cast("_Schema", error.schema)
    )
    place = _place(whole, list(error.absolute_path), at)
    for line in _SENTENCES.get(misfit.keyword, _other)(misfit, at):
        yield f"{place}: {line}"


def _branch(error: ValidationError) -> list[ValidationError]:
    """The errors of the branch of a union that has the type of the value."""
    if error.validator not in ("anyOf", "oneOf") or not error.context:
        return []
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context:
        branches.setdefault(inner.schema_path[0], []).append(inner)
    for inners in branches.values():
        if not any(e.validator == "type" and not e.relative_path for e in inners):
            return inners if isinstance(error.instance, list | dict) else []
    return []


def _place(whole: Json, path: list[str | int], at: str) -> str:
    """A pointer, and the name of the innermost object around it that has one."""
    here, name = whole, ""
    for part in path:
        name = _name(here) or name
        here = here[part]  # type: ignore[index]  # the path leads there
    name = _name(here) or name
    return f"{at or '/'} ({name})" if name else at or "/"


def _name(value: Json) -> str:
    if not isinstance(value, dict):
        return ""
    return next((str(value[name]) for name in _NAMES if isinstance(value.get(name), str | int)), "")


# One sentence for each keyword


def _missing(misfit: Misfit, _at: str) -> Iterator[str]:
    for name in misfit.wanted:
        if name not in misfit.value:
            yield f"the member {name!r} is missing"


def _unknown(misfit: Misfit, _at: str) -> Iterator[str]:
    known = list(misfit.schema.get("properties", {}))
    for name in misfit.value:
        if name not in known:
            near = meant(name, [word for word in known if word not in misfit.value] or known)
            hint = f"; did you mean {either(near)}?" if near else ""
            yield f"there is no member {name!r} here{hint}"


def _wrong_type(misfit: Misfit, at: str) -> Iterator[str]:
    kinds = misfit.wanted
    wanted = [kinds] if isinstance(kinds, str) else kinds
    words = " or ".join(KINDS.get(kind, kind) for kind in wanted)
    yield _should_be(misfit, at, words)


def _not_a_word(misfit: Misfit, at: str) -> Iterator[str]:
    words = [word for word in misfit.wanted if isinstance(word, str)]
    near = meant(misfit.value, words) if isinstance(misfit.value, str) else ()
    hint = f"; did you mean {either(near)}?" if near else ""
    yield _should_be(misfit, at, either(map(str, misfit.wanted))) + hint


def _not_this(misfit: Misfit, at: str) -> Iterator[str]:
    yield _should_be(misfit, at, shown(misfit.wanted))


def _out_of_range(misfit: Misfit, at: str) -> Iterator[str]:
    low, high = misfit.schema.get("minimum"), misfit.schema.get("maximum")
    yield _should_be(misfit, at, _bounds("a whole number", low, high))


def _wrong_length(misfit: Misfit, at: str) -> Iterator[str]:
    schema, count = misfit.schema, len(misfit.value)
    if isinstance(misfit.value, str):
        bounds = _bounds("a text of", schema.get("minLength"), schema.get("maxLength"))
        yield f"{subject(at)} should be {bounds} characters, not of {count}"
    else:
        bounds = _bounds("a list of", schema.get("minItems"), schema.get("maxItems"))
        yield f"{subject(at)} should be {bounds} items, not of {count}"


def _wrong_pattern(misfit: Misfit, at: str) -> Iterator[str]:
    yield _should_be(misfit, at, f"written like {misfit.wanted}")


def _no_branch(misfit: Misfit, at: str) -> Iterator[str]:
    wanted = [_wanted(branch) for branch in misfit.wanted]
    yield _should_be(misfit, at, " or ".join(wanted))


def _wanted(schema: Mapping[str, Any]) -> str:
    """What a schema without parts wants."""
    if "const" in schema:
        return shown(schema["const"])
    if "enum" in schema:
        return either(map(str, schema["enum"]))
    kind = KINDS.get(str(schema.get("type")), "something else")
    return _bounds(kind, schema.get("minimum"), schema.get("maximum"))


def _other(misfit: Misfit, at: str) -> Iterator[str]:
    yield f"{subject(at)} does not fit the schema ({misfit.keyword})"


def _bounds(what: str, low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"{what} {low}" if low == high else f"{what} from {low} to {high}"
    if low is not None:
        return f"{what} {low} or more"
    return what if high is None else f"{what} {high} or less"


def _should_be(misfit: Misfit, at: str, wanted: str) -> str:
    return f"{subject(at)} should be {wanted}, not {shown(misfit.value)}"


_SENTENCES: Final[Mapping[str, Sentence]] = {
    "required": _missing,
    "additionalProperties": _unknown,
    "type": _wrong_type,
    "enum": _not_a_word,
    "const": _not_this,
    "minimum": _out_of_range,
    "maximum": _out_of_range,
    "minLength": _wrong_length,
    "maxLength": _wrong_length,
    "minItems": _wrong_length,
    "maxItems": _wrong_length,
    "pattern": _wrong_pattern,
    "anyOf": _no_branch,
    "oneOf": _no_branch,
}
