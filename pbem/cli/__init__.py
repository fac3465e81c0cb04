"""The command line: arguments in, text and exit code out, nothing else."""

from pbem.cli.app import main

__all__ = ["main"]
