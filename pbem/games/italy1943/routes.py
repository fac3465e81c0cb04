"""Where pieces go that leave a zone: lists of zones, for all of them or for some (29.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.tokens import Token, tokens
from pbem.games.italy1943.asking import names
from pbem.games.italy1943.pieces import Force
from pbem.games.italy1943.play import Play


@immutable(frozen=True, slots=True)
class Route:
    """S43-29.1 Zones in order of preference.

    Attributes:
        zones: the zones.
        use: the pieces that take them; None for all pieces.
    """

    zones: tuple[int, ...]
    use: tuple[Token, ...] | None = None


Routes: TypeAlias = tuple[Route, ...]


def read_routes(value: Json) -> Routes:
    """S43-29.1 The routes of a well-formed `retreat_to` or `return_to`."""
    listed = value if isinstance(value, list) else []
    return tuple(_route(entry) for entry in listed)


def _route(entry: Json) -> Route:
    if not isinstance(entry, dict):
        return Route(read_zones([entry]))
    use = entry["use"]
    pieces = tokens(*map(str, use)) if isinstance(use, list) else ()
    return Route(read_zones(entry["to"]), pieces)


def read_zones(value: Json) -> tuple[int, ...]:
    """S43-29.1 A well-formed list of zones; () where none was written."""
    listed = value if isinstance(value, list) else []
    return tuple(zone for zone in listed if isinstance(zone, int))


def zones_named(routes: Routes) -> tuple[int, ...]:
    """S43-29.1 Every zone that routes name, in order."""
    return tuple(zone for route in routes for zone in route.zones)


@immutable(frozen=True, slots=True)
class Parting:
    """Pieces that went to the same zone."""

    to: int
    force: Force

    def data(self) -> dict[str, Json]:
        """The move as events carry it."""
        return {"to": self.to, **self.force.data()}


class Guide:
    """S43-29.1 Sends pieces one after the other along routes, counting the caps of `:n`."""

    def __init__(self, play: Play, routes: Routes) -> None:
        self._play = play
        self._routes = routes
        self._used: dict[tuple[int, int], int] = {}

    def send(self, piece: str, legal: Sequence[int]) -> int:
        """The zone of a piece: by the routes, else the first legal one.

        Args:
            piece: the id of a counter, "" for a cube.
            legal: the zones it may go to now, at least one, in the default order.
        """
        for number, route in enumerate(self._routes):
            zone = next((zone for zone in route.zones if zone in legal), None)
            if zone is not None and self._takes(number, route, piece):
                return zone
        return legal[0]

    def has_route_for(self, piece: str) -> bool:
        """S43-29.1 Whether a route names the counter, or its kind, among its pieces."""
        return any(self._means(token, piece) for route in self._routes for token in route.use or ())

    def _takes(self, number: int, route: Route, piece: str) -> bool:
        """Whether a route is meant for a piece; counted if it is."""
        if route.use is None:
            return True
        for index, token in enumerate(route.use):
            used = self._used.get((number, index), 0)
            if self._means(token, piece) and (token.most is None or used < token.most):
                self._used[number, index] = used + 1
                return True
        return False

    def _means(self, token: Token, piece: str) -> bool:
        return names(self._play, token, piece) if piece else token.word == "cube"


def joined(moves: Iterable[Parting]) -> tuple[Parting, ...]:
    """Moves to the same zone as one, in the order in which the zones come first."""
    total: dict[int, Force] = {}
    for move in moves:
        total[move.to] = total.get(move.to, Force()).plus(move.force)
    return tuple(Parting(to, force) for to, force in total.items())
