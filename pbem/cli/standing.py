"""`pbem standing new|check|sign|explain|try`: answers given in advance."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.options import HERE, AsJson, Folder, Seat, folder_of
from pbem.cli.orders import File, check, sign, tell_draft
from pbem.cli.output import print_json, progress, say, say_command

if TYPE_CHECKING:
    from pbem.canon.canonical import Json
    from pbem.referee.drafts import Draft
    from pbem.referee.open_game import OpenGame
    from pbem.referee.standing_trials import Scenario, Trials


def add_commands(app: typer.Typer) -> None:
    """Add the group `standing`."""
    standing = typer.Typer(no_args_is_help=True, help="Your standing orders: answers in advance.")
    standing.command("new")(new_standing)
    standing.command("check")(check)
    standing.command("explain")(explain)
    standing.command("try")(try_out)
    standing.command("sign")(sign)
    app.add_typer(standing, name="standing")


def new_standing(
    topic: Annotated[str, typer.Argument(help="What they are about.  [everything]")] = "",
    folder: Folder = HERE,
    seat: Seat = None,
) -> None:
    """Write a draft of standing orders: those in force, or a set to begin with."""
    from pbem.referee import drafts  # noqa: PLC0415
    from pbem.referee.open_game import open_game, own_seat  # noqa: PLC0415

    game = open_game(folder)
    path = drafts.new_standing(game, own_seat(game, seat), topic)
    tell_draft(path, "standing")
    say("What is written, in sentences, and what it does:")
    say_command("pbem", "standing", "explain", path)
    say_command("pbem", "standing", "try", path)


def explain(file: File, folder: Folder = HERE) -> None:
    """Say in plain sentences what standing orders mean, and what they leave open."""
    from pbem.cli.findings import say_item, tell_content  # noqa: PLC0415
    from pbem.referee.explaining import left_open  # noqa: PLC0415
    from pbem.referee.open_game import open_game  # noqa: PLC0415
    from pbem.referee.wordbook import phrases_of  # noqa: PLC0415

    game = open_game(folder_of(folder, file))
    draft = _standing_draft(game, file)
    phrases = phrases_of(game)
    say("Read from the top, the first that fits is used:")
    tell_content(draft, phrases)
    for title, words in left_open(game.log, draft, phrases):
        say(title)
        for word in words:
            say_item(f"- {word}")


def try_out(
    file: File,
    where: Annotated[
        str | None, typer.Argument(help="What is attacked, as orders write it.  [the first]")
    ] = None,
    folder: Folder = HERE,
    orders: Annotated[
        Path | None,
        typer.Option(help="A draft of orders to run it against, instead of an attack supposed."),
    ] = None,
    dice: Annotated[
        list[str] | None,
        typer.Option(help="Dice for a roll: LABEL=6,6,1, or the end of a label.  [random]"),
    ] = None,
    runs: Annotated[int, typer.Option(min=1, max=500, help="How often to try.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Run standing orders against a supposed attack, and say which entry fired where."""
    from pbem.referee.chance import TrialDice, read_dice  # noqa: PLC0415
    from pbem.referee.open_game import open_game  # noqa: PLC0415
    from pbem.referee.standing_trials import try_standing  # noqa: PLC0415

    game = open_game(folder_of(folder, file))
    draft = _standing_draft(game, file)
    scenario = _scenario(game, draft, where, orders)
    given = TrialDice(read_dice(dice or ()))
    trials = try_standing(game, draft, scenario, given, progress(range(runs), "Trying", least=5))
    if as_json:
        _print_json(trials)
        return
    _tell_trials(trials)


def _standing_draft(game: "OpenGame", file: Path) -> "Draft":
    """The draft in a file, if it is one of standing orders without mistakes."""
    from pbem.cli.findings import end_if_wrong  # noqa: PLC0415
    from pbem.referee.drafts import NoDraft, read_draft  # noqa: PLC0415

    draft = read_draft(file)
    if draft.kind != "standing":
        raise NoDraft(f"{file} holds orders, not standing orders")
    end_if_wrong(game, draft, file)
    return draft


def _scenario(
    game: "OpenGame", draft: "Draft", where: str | None, orders: Path | None
) -> "Scenario":
    from pbem.cli.findings import end_if_wrong  # noqa: PLC0415
    from pbem.referee.drafts import read_draft  # noqa: PLC0415
    from pbem.referee.standing_trials import ordered_attack, supposed_attack  # noqa: PLC0415

    if orders is not None:
        attack = read_draft(orders)
        end_if_wrong(game, attack, orders)
        return ordered_attack(game, attack)
    place = int(where) if where is not None and where.isdecimal() else where
    return supposed_attack(game, str(draft.signed["seat"]), place)


def _tell_trials(trials: "Trials") -> None:
    from pbem.cli.findings import say_item  # noqa: PLC0415

    say(trials.title)
    say("The first trial went so:")
    for told in trials.story:
        say_item(f"- {told.text}")
        for entry in told.entries:
            say_item(f"> by {entry}", "  ")
    if trials.dice:
        say("Its dice, as --dice takes them:")
        for dice in trials.dice:
            say_item(f"- {dice}")
    say(f"In {trials.runs} trials your decisions came to this:")
    for fired in trials.fired:
        where = f" in {fired.place}" if fired.place else ""
        say_item(f"- {fired.about}{where} (clause {fired.clause}), {fired.times} x: {fired.way}")
    if not trials.fired:
        say_item("- no decision came to you")
    if trials.idle:
        say(f"Entries that never fired here: {', '.join(map(str, trials.idle))}.")


def _print_json(trials: "Trials") -> None:
    story: Json = [{"text": told.text, "entries": list(told.entries)} for told in trials.story]
    plain: Json = {
        "supposed": trials.title,
        "runs": trials.runs,
        "story": story,
        "fired": [fired.data() for fired in trials.fired],
        "idle": list(trials.idle),
        "dice": list(trials.dice),
    }
    print_json(plain)
