"""Text marked `format=flowed`: paragraphs put together again (RFC 3676)."""

from typing import Final

_SIGNATURE: Final = "-- "


def unflowed(text: str) -> str:
    """Return a flowed text with every paragraph on one line.

    A line that ends with a space goes on in the next line of the same quote depth; the space
    that was stuffed in front of a line is taken out again. Quote marks stay, as `> ` for each
    depth.
    """
    return _joined(text, "")


def unflowed_without_spaces(text: str) -> str:
    """Return a flowed text marked `delsp=yes`: as `unflowed`, but the ending spaces are no text."""
    return _joined(text, " ")


def _joined(text: str, surplus: str) -> str:
    """Join soft line breaks.

    Args:
        text: lines that end with LF.
        surplus: the ending of a flowed line that is dropped when the next line is joined.
    """
    lines: list[str] = []
    pieces: list[str] = []
    depth = 0
    for line in text.split("\n"):
        quoted, content = _unstuffed(line)
        if pieces and (quoted != depth or content == _SIGNATURE):
            lines.append(_line(depth, pieces))
            pieces = []
        depth = quoted
        if content.endswith(" ") and content != _SIGNATURE:
            pieces.append(content.removesuffix(surplus))
            continue
        lines.append(_line(depth, [*pieces, content]))
        pieces = []
    if pieces:
        lines.append(_line(depth, pieces))
    return "\n".join(lines)


def _unstuffed(line: str) -> tuple[int, str]:
    content = line.lstrip(">")
    return len(line) - len(content), content.removeprefix(" ")


def _line(depth: int, pieces: list[str]) -> str:
    return "> " * depth + "".join(pieces)
