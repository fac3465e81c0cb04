"""The command line: arguments in, text and exit code out, nothing else."""

import gc

_ALLOCATIONS = 500_000
"""So many objects are made before garbage is looked for: what loading makes stays anyway."""


def main() -> None:
    """Run the program `pbem`."""
    gc.set_threshold(_ALLOCATIONS)
    from pbem.cli.app import main as run  # noqa: PLC0415 - loaded under this threshold

    run()
