"""Plays a sample game again, from the signed files of its players, with the real program.

Usage: python sample_games/play.py SAMPLE FOLDER

SAMPLE is a folder such as sample_games/1943-1945/sample-turn. The host's side of the game is done
over again in FOLDER: joins and orders are submitted and adjudicated at the times in `moves.txt`,
reports are written, the history is audited; history and reports are compared with those that are
kept in SAMPLE. A whole game has some hundred commands, which takes a minute or two.
The secrets of sample games are published with them: never use these keys for a game of your own.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

REFUSED = (1, "submit")
"""What players mailed by mistake was refused then, and is refused again."""


def main() -> None:
    """Play the sample named on the command line."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sample, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    game = prepare(sample, out)
    environment = os.environ | {"PBEM_HOME": str(out / "home"), "PBEM_PASSPHRASE": "sample"}
    for line in (sample / "moves.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            run(shlex.split(line), sample, game, environment)
    compare(sample, game)
    tell_reports(game / "reports")


def prepare(sample: Path, out: Path) -> Path:
    """Make a fresh folder of the host's: the invitation, and his published secret."""
    if out.exists() and not (out / "game").is_dir() and any(out.iterdir()):
        sys.exit(f"{out} is not empty and was not made by this program: name another folder")
    shutil.rmtree(out, ignore_errors=True)
    game = out / "game"
    game.mkdir(parents=True)
    shutil.copytree(sample / "home", out / "home")
    shutil.copy(sample / "invite.pbem.json", game)
    return game


def run(words: list[str], sample: Path, game: Path, environment: dict[str, str]) -> None:
    """Run one command of `moves.txt`, showing it as a user would type it."""
    print(f"\n$ pbem {shlex.join(words)}", flush=True)
    command = [str(sample / word) if word.endswith(".pbem.json") else word for word in words]
    done = subprocess.run(  # noqa: S603 - our own program, words from the repository
        [sys.executable, "-m", "pbem", *command],
        cwd=game,
        env=environment,
        check=False,
    )
    if done.returncode not in (0, 4) and (done.returncode, words[0]) != REFUSED:
        sys.exit(f"pbem {shlex.join(words)} ended with code {done.returncode}")


def tell_reports(folder: Path) -> None:
    """Where the page of the whole game lies, and the newest report."""
    texts = sorted(folder.glob("*.txt"), key=lambda text: int(text.stem.rpartition("-")[2]))
    print(f"\nReports are in {folder}. The whole game on one page, and the newest report:")
    for report in (folder / "whole-game.html", *sorted(folder.glob(f"{texts[-1].stem}.*"))):
        print(f"  {report}")


def compare(sample: Path, game: Path) -> None:
    """History, text reports and page must be, byte for byte, those its players saw."""
    reports = [Path("reports", kept.name) for kept in sorted((sample / "reports").iterdir())]
    made = [Path("game.jsonl"), *reports, Path("reports/whole-game.html")]
    for file in made:
        kept = sample / ("game.html" if file.suffix == ".html" else file)
        if not (game / file).exists() or kept.read_bytes() != (game / file).read_bytes():
            sys.exit(f"{game / file} is not what is kept in {kept}")
    lines = len((game / "game.jsonl").read_bytes().splitlines())
    print(f"\nThe history is the one its players saw, byte for byte: {lines} lines.")
    print(f"So are {len(reports)} text reports and the page of the whole game.")


if __name__ == "__main__":
    main()
