"""What our auditor and the one in JavaScript say to the same lines."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pbem.history.audit import audit
from pbem.history.log import RulesFor

NODE = shutil.which("node")
DRIVER = Path(__file__).with_name("opinions.mjs")


def first(lines: Sequence[bytes], rules_for: RulesFor = lambda _module: None) -> str:
    """The verdict of our auditor, without the rules unless some are given: see `Second.says`."""
    found = audit(lines, rules_for)
    if found.later:
        return f"{found.lines} R08"
    return f"{found.finding.seq} {found.finding.code}" if found.finding else "good"


def where(verdict: str) -> tuple[str, bool]:
    """The line of a verdict, and whether it is no fault but a line for a later version."""
    return verdict.split(maxsplit=1)[0], verdict.endswith("R08")


class Second:
    """The auditor in JavaScript, in a process that waits for files."""

    def __init__(self) -> None:
        self._file = tempfile.NamedTemporaryFile(suffix=".jsonl")  # noqa: SIM115 - see `close`
        self._node = subprocess.Popen(
            [str(NODE), DRIVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def says(self, lines: Sequence[bytes]) -> str:
        """The verdict on some lines: "good", or the line and the code of the first fault.

        The code R08 is no fault: a line that only a later version plays.
        """
        Path(self._file.name).write_bytes(b"".join(line + b"\n" for line in lines))
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(self._file.name + "\n")
        self._node.stdin.flush()
        return self._node.stdout.readline().rstrip("\n")

    def close(self) -> None:
        """End the process."""
        self._node.communicate()
        self._file.close()
