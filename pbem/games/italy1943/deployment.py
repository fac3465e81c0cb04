"""The Axis set-up as a step of the first turn (3.5, 3.10, 3.11, D02, O01)."""

from __future__ import annotations

from pbem.canon.canonical import Json
from pbem.engine.decisions import By, orders_question
from pbem.engine.events import Event
from pbem.games.italy1943.conditions import reader
from pbem.games.italy1943.documents import orders_only, read_entries, refuse_in_order
from pbem.games.italy1943.play import Play, decision
from pbem.games.italy1943.setup import Deployment, axis_default, deploy, deployment_refusals


class AxisDeployed(Event):
    """S43-3.5 The Axis placed its free forces.

    Attributes:
        order: the deployment as a `setup` entry would write it.
        by: what decided.
    """

    order: dict[str, Json]
    by: By


async def deploy_axis(play: Play) -> None:
    """S43-3.5, S43-3.10, S43-3.11, S43-D02 The Axis sets up, by order or by `axis_default`."""
    choose = decision(
        "setup",
        "S43-D02",
        orders_only("setup", "S43-D02"),
        lambda: axis_default(play.facts),
        "ask",
        facts=reader(play, "axis", None, {}),
        offer=axis_default(play.facts).order,
    )
    heading = play.heading("orders", "axis", "orders", "S43-D02")
    (choice,) = await orders_question(
        heading, choose, lambda orders, at: _read_orders(play, orders, at), ("setup",)
    )
    deploy(play.pos, choice.value)
    play.tell(AxisDeployed(clause="S43-3.5", order=choice.value.order(), by=choice.by))


def _read_orders(play: Play, orders: Json, at: str) -> Deployment:
    """S43-O01 The deployment of a document; without an entry the default."""
    entries, wrong = read_entries(play, "axis", orders, at, ("setup",))
    deployments = [Deployment.from_order(entry.fields) for entry in entries]
    for entry, deployment in zip(entries, deployments, strict=True):
        wrong += deployment_refusals(play.facts, deployment, entry.at)
    refuse_in_order(wrong, at)
    return deployments[0] if deployments else axis_default(play.facts)
