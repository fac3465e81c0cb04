"""Commands of the host: submit, adjudicate, host-entry."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.options import HERE, Folder, Time, keyring
from pbem.cli.output import EXIT_REFUSED, EXIT_TROUBLE, EXIT_WAITING, complain, say, warn

if TYPE_CHECKING:
    from pbem.post.reading import Post
    from pbem.referee.host_desk import HostDesk

Why = Annotated[str, typer.Option(help="The reason, for all to read.")]


def add_commands(app: typer.Typer) -> None:
    """Add the commands of the host."""
    app.command()(submit)
    app.command()(adjudicate)
    group = typer.Typer(no_args_is_help=True, help="Lines that only the host decides on.")
    for command in (default, pause, resume, remark, end):
        group.command()(command)
    app.add_typer(group, name="host-entry")


@contextmanager
def _desk(folder: Path) -> "Iterator[HostDesk]":
    """The host's desk with the game locked; its warnings are told at the end."""
    from pbem.referee.host_desk import HostDesk  # noqa: PLC0415
    from pbem.referee.open_game import locked_game, not_begun  # noqa: PLC0415

    with locked_game(folder) as game:
        if not game.lines:
            raise not_begun(game.folder)
        yield HostDesk(game, keyring())
    warn(game.warnings)


def submit(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Files, saved mails (.eml), patterns such as mails/*.eml, or - to paste.",
            metavar="FILE",
        ),
    ],
    folder: Folder = HERE,
    at: Time = None,
) -> None:
    """Take in what players mailed: joins, orders, standing orders, releases.

    Each result is told as soon as it is stored.
    """
    from pbem.cli.reading import named_files  # noqa: PLC0415
    from pbem.history.folder import GameFolder  # noqa: PLC0415
    from pbem.referee.creating import missing_joins  # noqa: PLC0415

    names = named_files(files)
    if not GameFolder(folder).lines():
        codes = [_submit(name, names, lambda post: _submit_joins(post, folder)) for name in names]
        missing = missing_joins(GameFolder(folder))
        waiting = f"Still to join: {', '.join(missing)}."
        say(waiting if missing else "All seats have joined: begin with `pbem start`.")
    else:
        from pbem.cli.wording import asked  # noqa: PLC0415

        with _desk(folder) as desk:
            codes = [
                _submit(name, names, lambda post: _submit_documents(post, desk, at))
                for name in names
            ]
            asked(desk.game.log, at)
    if any(codes):
        raise typer.Exit(EXIT_REFUSED if EXIT_REFUSED in codes else EXIT_TROUBLE)


def _submit(name: str, names: Sequence[str], take: "Callable[[Post], bool]") -> int:
    """Read a file and take in what it holds; returns the exit code for it."""
    from pbem.cli.reading import NoDocument, post_from  # noqa: PLC0415
    from pbem.history.durable import FolderTrouble  # noqa: PLC0415

    if len(names) > 1:
        say(f"{name}:")
    try:
        post = post_from(name)
    except (NoDocument, FolderTrouble) as trouble:
        complain(trouble)
        return EXIT_TROUBLE
    if post.automatic:
        say("An automatic answer or a bounce: nothing was read, and nobody needs an answer.")
        return 0
    for problem in post.problems:
        say(f"Not read: {problem.sentence()}")
    return EXIT_REFUSED if not post.documents or take(post) else 0


def _submit_documents(post: "Post", desk: "HostDesk", at: str | None) -> bool:
    """Log documents of a running game; returns whether one was refused."""
    from pbem.referee.receiving import receive_each  # noqa: PLC0415

    refused = False
    for one in receive_each(desk, post.documents, at):
        code = f" ({one.code})" if one.code else ""
        reason = f": {one.reason.rstrip('.')}" if one.reason else ""
        say(f"{one.outcome.capitalize()}{code}: {one.about}{reason}.")
        for refusal in one.refusals:
            say(str(refusal), "    ")
        if one.refusals:
            say("Mail these lines to the author: the log tells nobody more than the code.")
        refused = refused or one.outcome == "refused"
    return refused


def _submit_joins(post: "Post", folder: Path) -> bool:
    """Keep joins of a game that has not begun; returns whether one was refused."""
    from pbem.canon.codes import Refused  # noqa: PLC0415
    from pbem.history.folder import GameFolder  # noqa: PLC0415
    from pbem.referee.creating import accept_join  # noqa: PLC0415

    refused = False
    for envelope in post.documents:
        try:
            document = accept_join(GameFolder(folder), envelope)
        except Refused as refusal:
            again = refusal.code == "D08"
            refused = refused or not again
            say(f"{'Ignored' if again else 'Refused'}: {refusal.sentence()}")
        else:
            say(f"{document.party} has joined.")
    return refused


def adjudicate(folder: Folder = HERE, at: Time = None) -> None:
    """Go on: resolve what is answered, up to the next question."""
    from pbem.cli.wording import asked  # noqa: PLC0415
    from pbem.referee.adjudicating import Adjudicated  # noqa: PLC0415
    from pbem.referee.adjudicating import adjudicate as go_on  # noqa: PLC0415

    done = Adjudicated()
    with _desk(folder) as desk:
        try:
            go_on(desk, at, done)
        finally:  # what is written is told, whatever becomes of the next line
            for line in done.lines:
                say(f"Adjudicated: line {line} of the log. `pbem report` shows what happened.")
        if done.locked and done.releases:
            say("The answers are locked; the dice wait for the players' releases.")
        if done.lines or done.locked:
            say(f"Mail {folder / 'game.jsonl'}, or its new lines, to all players.")
        asked(desk.game.log, at)
    if not done.lines and not done.locked and not done.over:
        raise typer.Exit(EXIT_WAITING)


def default(
    about: Annotated[str | None, typer.Argument(help="An ask, or a seat.  [all]")] = None,
    folder: Folder = HERE,
    at: Time = None,
    why: Annotated[str, typer.Option(help="deadline, conceded or vacant.")] = "deadline",
) -> None:
    """Go on without an answer that is overdue: its default counts."""
    from pbem.referee import hosting  # noqa: PLC0415

    with _desk(folder) as desk:
        for done in hosting.default_each(desk, about, why, at):
            say(f"Defaulted: {done}.")


def pause(why: Why, folder: Folder = HERE, at: Time = None) -> None:
    """Stop all deadlines."""
    from pbem.referee import hosting  # noqa: PLC0415

    with _desk(folder) as desk:
        hosting.pause(desk, why, at)
    say("The game is paused: no deadline runs.")


def resume(why: Why, folder: Folder = HERE, at: Time = None) -> None:
    """Let deadlines go on."""
    from pbem.cli.wording import asked  # noqa: PLC0415
    from pbem.referee import hosting  # noqa: PLC0415

    with _desk(folder) as desk:
        hosting.resume(desk, why, at)
        asked(desk.game.log, at)


def remark(
    text: Annotated[str, typer.Argument(help="What to write.")],
    folder: Folder = HERE,
    at: Time = None,
) -> None:
    """Put a remark into the log."""
    from pbem.referee import hosting  # noqa: PLC0415

    with _desk(folder) as desk:
        hosting.remark(desk, text, at)
    say("Written.")


def end(
    folder: Folder = HERE,
    at: Time = None,
    why: Annotated[str, typer.Option(help="victory, concession or abandoned.")] = "victory",
) -> None:
    """Close the game; nothing may follow."""
    from pbem.cli.wording import asked  # noqa: PLC0415
    from pbem.referee import hosting  # noqa: PLC0415

    with _desk(folder) as desk:
        hosting.end(desk, why, at)
        asked(desk.game.log)
    say(f"Mail {folder / 'game.jsonl'}, or its new lines, to all players. Thank you for playing.")
