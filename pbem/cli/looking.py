"""What changes nothing and is for everybody: `pbem status`, `report`, `audit`, `roll`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.canon.prose import counted
from pbem.cli.options import HERE, AsJson, Data, Folder
from pbem.cli.output import EXIT_REFUSED, EXIT_TROUBLE, print_json, progress, say, warn

if TYPE_CHECKING:
    from pbem.history.audit import Audit
    from pbem.referee.rolls import Block, RollProof


def add_commands(app: typer.Typer) -> None:
    """Add the commands that only look."""
    app.command()(status)
    app.command()(report)
    app.command()(audit)
    app.command()(roll)


def status(folder: Folder = HERE, as_json: AsJson = False) -> None:
    """Where the game stands, and who has to do what."""
    from pbem.cli.wording import asked  # noqa: PLC0415
    from pbem.referee.open_game import hosts, mine, open_game  # noqa: PLC0415
    from pbem.referee.parting import undecided  # noqa: PLC0415
    from pbem.referee.updating import not_arrived  # noqa: PLC0415

    game = open_game(folder)
    warn(game.warnings)
    log = game.log
    if as_json:
        from pbem.cli.plain import status_data  # noqa: PLC0415

        print_json(status_data(game))
        return
    say(f"{log.game}: {log.terms['module']['id']}, dice policy {log.policy}")
    if log.rules is not None and log.step is not None:
        headline = str(log.rules.view(log.step.opening).get("headline", ""))
        if headline:
            say(headline)
    say(f"{counted(log.seq, 'line')}, next segment {log.next}; head")
    say(log.head, "    ")
    own = mine(game.folder)
    if own:
        say(f"You are {' and '.join(own)} here.")
    for (seat, topic), receipts in sorted(log.standing.items()):
        about = f" on {topic}" if topic else ""
        say(f"Standing orders of {seat}{about}: rev {receipts[-1].rev}")
    for sentence in not_arrived(game):
        say(sentence)
    parted = undecided(game.folder)
    if parted:
        say(parted)
    asked(log, host=hosts(game.folder))


def report(
    line: Annotated[int | None, typer.Argument(help="Line of the log.  [the last one]")] = None,
    folder: Folder = HERE,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for the files.  [reports]")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Print the text report instead.")] = False,
    whole: Annotated[
        bool, typer.Option("--game", help="Write one page of the whole game, to leaf through.")
    ] = False,
) -> None:
    """Write the report of what was adjudicated last, as HTML and as text."""
    from pbem.referee.open_game import open_game  # noqa: PLC0415
    from pbem.referee.reporting import report_on, write_reports  # noqa: PLC0415

    if whole and (text or line is not None):
        raise typer.BadParameter("--game writes a page of all lines: leave out --text and LINE")
    game = open_game(folder)
    warn(game.warnings)
    if whole:
        from pbem.referee.chronicling import chronicle_of, write_chronicle  # noqa: PLC0415

        chronicle = chronicle_of(game, lambda entries: progress(entries, "Telling the game"))
        say(f"Wrote {write_chronicle(game, chronicle, output)}")
        return
    content = report_on(game, line)
    if text:
        from pbem.report.render import as_text  # noqa: PLC0415

        typer.echo(as_text(content), nl=False)
        return
    for path in write_reports(game, content, output):
        say(f"Wrote {path}")


def audit(
    path: Annotated[
        Path | None, typer.Argument(help="A game's folder, or a file of lines.  [as --in]")
    ] = None,
    folder: Folder = HERE,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Check a whole history: signatures, links, dice, and every result by replay."""
    from pbem.cli.findings import say_item  # noqa: PLC0415
    from pbem.referee.auditing import audit_path  # noqa: PLC0415

    audited = audit_path(path or folder, data, lambda lines: progress(lines, "Auditing"))
    result = audited.audit
    warn(audited.notices)
    if as_json:
        from pbem.cli.plain import audit_data  # noqa: PLC0415

        print_json({"verdict": audited.verdict, **audit_data(result)})
        raise typer.Exit(_exit_code(result))
    for remark in result.remarks:
        say_item(f"- {remark}")
    if result.finding is not None:
        finding = result.finding
        place = f", at {finding.at}" if finding.at else ""
        say(f"BAD: line {finding.seq}: {finding.reason} ({finding.code}{place})")
        say(finding.meaning)
        say(f"Lines are counted from 0: an editor shows this one as {finding.seq + 1}.")
        raise typer.Exit(EXIT_REFUSED)
    say(f"{audited.verdict}: {counted(result.lines, 'line')}, dice policy {result.policy}. Head:")
    say(result.head, "    ")
    if audited.is_cut:
        say("The file is cut short; what is left of it is good as far as it could be checked.")
    if not result.complete and not result.later:
        reason = "texts are still held" if result.log.rules else "the rules are not here, R08"
        say(
            f"Not everything could be replayed ({reason}). Signatures, links and dice are good as "
            "far as they go."
        )
    if result.later:
        say(
            f"Line {result.lines} was not read, nor what follows it: {result.later} (R08). Take "
            "the newest pbem and audit again."
        )
    say("Compare the head with the other players': only that shows a log that was cut short.")
    raise typer.Exit(_exit_code(result))


def _exit_code(result: "Audit") -> int:
    if result.finding is not None:
        return EXIT_REFUSED
    return EXIT_TROUBLE if result.later else 0


def roll(
    label: Annotated[str, typer.Argument(help="The roll, as the report names it.")],
    folder: Folder = HERE,
) -> None:
    """Recompute one roll and explain every step, so that you can do it by hand."""
    from pbem.referee.open_game import open_game  # noqa: PLC0415
    from pbem.referee.rolls import prove  # noqa: PLC0415

    game = open_game(folder)
    proof = prove(game, label)
    _explain(proof, game.log.game)
    if not proof.good:
        say("This roll is NOT good.")
        raise typer.Exit(EXIT_REFUSED)
    say("This roll is good.")


def _explain(proof: "RollProof", game: str) -> None:
    """The steps from the parties' links to the dice, each as it can be done by hand."""
    dice = " ".join(map(str, proof.logged))
    say(f"{proof.label}: {len(proof.logged)}d{proof.sides} = {dice}")
    say(f"(line {proof.line} of the log, segment {proof.segment})")
    say("")
    say("1. Each party's link, hashed down, must give the tip it published beforehand:")
    for link in proof.links:
        verdict = "gives" if link.good else "does NOT give"
        say(f"{link.party} link {link.number} =", "   ")
        say(link.link, "     ")
        say(f"{link.number - link.base} times hashed {verdict}", "   ")
        say(link.tip, "     ")
    say("2. The seed is one hash over salt and links:")
    links = [f"{link.party}={link.link}" for link in proof.links]
    _shell("seed", [game, str(proof.segment), proof.salt, *links], proof.seed)
    if proof.seed != proof.logged_seed:
        say(f"but the log says {proof.logged_seed}", "   ")
    say("3. The dice are the bytes of hashes over seed and label, one byte a die:")
    for block in proof.blocks:
        fields = [proof.seed, proof.label, f"d{proof.sides}", str(block.number)]
        _shell("dice", fields, block.digest)
        _explain_bytes(proof, block)


def _shell(tag: str, fields: list[str], digest: str) -> None:
    """A hash as a command for a shell, ready to be copied, and what it gives."""
    typer.echo(rf"   printf 'pbem1 {tag}\n" + r"%s\n" * len(fields) + "' \\")
    typer.echo("".join(f"     {field} \\\n" for field in fields) + "     | sha256sum")
    typer.echo(f"   = {digest}")


def _explain_bytes(proof: "RollProof", block: "Block") -> None:
    """Which die each byte of a block gives, as far as dice are wanted."""
    wanted = len(proof.logged)
    for byte, face in zip(bytes.fromhex(block.digest), block.faces, strict=True):
        if wanted == 0:
            return
        say(f"{byte:02x} = {byte:3}: {_byte(proof.sides, byte, face)}", "   ")
        wanted -= face is not None


def _byte(sides: int, byte: int, face: int | None) -> str:
    if face is None:
        return f"skipped, being {256 - 256 % sides} or more"
    return f"{byte} mod {sides} + 1 = {face}"
