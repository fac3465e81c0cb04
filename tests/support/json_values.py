"""Random values of the protocol's JSON profile (section 2.1), for hypothesis."""

from hypothesis import strategies as st

LARGEST = 2**53 - 1
FORBIDDEN = (
    {*range(0x0A), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, 0x061C}
    | {0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF}
    | {*range(0xD800, 0xE000), *range(0xFDD0, 0xFDF0)}
    | {plane * 0x10000 + last for plane in range(17) for last in (0xFFFE, 0xFFFF)}
)

NAMES = st.text(
    st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters='"\\'),
    min_size=1,
    max_size=64,
)
TEXTS = st.text(
    st.characters(
        exclude_categories=["Cs"],
        exclude_characters=[chr(n) for n in sorted(FORBIDDEN) if not 0xD800 <= n < 0xE000],
    )
)
NUMBERS = st.integers(-LARGEST, LARGEST)
SCALARS = st.one_of(st.booleans(), NUMBERS, TEXTS)


def values(scalars=SCALARS):
    """Values of any kind."""
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=6) | st.dictionaries(NAMES, inner, max_size=6),
        max_leaves=10,
    )


VALUES = values()
OBJECTS = st.dictionaries(NAMES, VALUES, max_size=4)
OBJECTS_WITH_NULL = st.dictionaries(NAMES, values(SCALARS | st.none()), max_size=4)
