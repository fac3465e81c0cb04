"""What satisfies a loss (section 16.2): the pieces of a side as they fall one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from typing import Final, Literal

from pbem.canon.canonical import Json
from pbem.canon.immutable import immutable
from pbem.engine.tokens import Token
from pbem.games.italy1943.control import land_and_air
from pbem.games.italy1943.pieces import Force, Kind, Place, Side
from pbem.games.italy1943.position import Position

RETREAT: Final = Token("retreat")


@immutable(frozen=True, slots=True, kw_only=True)
class Loss:
    """S43-16.2 How one loss was satisfied.

    Attributes:
        what: `cube`, `line`: eliminated; `engaged`, `eliminated`: a counter; `retreat`: 17.1.
        place: where the piece stood.
        piece: the id of the counter or line; "" for a cube.
        held: whether the cube was held by a partisan (19.16).
    """

    what: Literal["cube", "engaged", "eliminated", "line", "retreat"]
    place: Place
    piece: str = ""
    held: bool = False

    def data(self) -> dict[str, Json]:
        """The loss as events carry it."""
        plain: dict[str, Json] = {"what": self.what, "place": self.place}
        if self.piece:
            plain["piece"] = self.piece
        if self.held:
            plain["held"] = True
        return plain


@immutable(frozen=True, slots=True)
class Cubes:
    """S43-1.8 The cubes of a stand in one place."""

    place: Place
    free: int
    held: int = 0


@immutable(frozen=True, slots=True)
class Victim:
    """A counter of a stand.

    Attributes:
        id: the counter.
        kind: its kind.
        place: where it stands.
        engaged: whether it is engaged now.
        turnable: whether being engaged satisfies a loss (not in 10.12, 16.9, 18.8).
    """

    id: str
    kind: Kind
    place: Place
    engaged: bool
    turnable: bool = True

    def meant(self, token: Token) -> bool:
        """S43-29.1 Whether an entry of an order of loss means this counter."""
        return token.word in (self.id, self.kind)

    def fits(self, verb: str) -> bool:
        """S43-16.2 Whether a loss can be satisfied by engaging, or eliminating, it now."""
        ready = not self.engaged and self.turnable
        return ready if verb == "engage" else not ready


@immutable(frozen=True, slots=True)
class Stand:
    """S43-16.2 What a side can satisfy losses with; see `pbem.mechanics.losses.Stand`.

    Attributes:
        cubes: its cubes by place, in the order in which they are taken.
        counters: its counters, in the order in which equal ones are taken.
        line: the fortified line of the zone, "" if there is none or it does not count.
        home: the zone of the line and of the retreat.
        held_first: whether held cubes of a place are taken before free ones (D45).
        withdrawn: whether the retreat of 17.1 has satisfied the last loss.
        may_retreat: whether what is left may make the retreat of 17.1; None where it never is
            possible.
    """

    cubes: tuple[Cubes, ...] = ()
    counters: tuple[Victim, ...] = ()
    line: str = ""
    home: Place = 0
    held_first: bool = True
    withdrawn: bool = False
    may_retreat: Callable[[Force], bool] | None = field(default=None, compare=False)

    def left(self) -> Force:
        """The forces that still stand."""
        free = sum(cubes.free for cubes in self.cubes)
        held = sum(cubes.held for cubes in self.cubes)
        return Force(free + held, held, tuple(counter.id for counter in self.counters))

    def has_mixed_cubes(self) -> bool:
        """S43-19.21 Whether free and held cubes stand in the same place."""
        return any(cubes.free and cubes.held for cubes in self.cubes)

    def take(self, token: Token, still_open: int) -> tuple[Loss, Stand] | None:
        """S43-29.1 What one loss takes through an entry of an order of loss."""
        if token.verb:
            return self._take_counter(token)
        if token.word == "cube":
            return self._take_cube()
        if token.word == "line":
            return self._take_line()
        return self._take_retreat(still_open)

    def choices(self, still_open: int) -> Iterator[Token]:
        """S43-16.2 Every way to satisfy one loss now, as an entry of an order of loss."""
        if any(cubes.free or cubes.held for cubes in self.cubes):
            yield Token("cube")
        for counter in self.counters:
            yield Token(counter.id, verb="engage" if counter.fits("engage") else "eliminate")
        if self.line:
            yield Token("line")
        if self._take_retreat(still_open):
            yield RETREAT

    def _take_cube(self) -> tuple[Loss, Stand] | None:
        """S43-19.21 One cube of the first place that has any, held or free as D45 says."""
        for index, here in enumerate(self.cubes):
            if here.free or here.held:
                held = bool(here.held) and (self.held_first or not here.free)
                less = Cubes(here.place, here.free - (not held), here.held - held)
                left = (*self.cubes[:index], less, *self.cubes[index + 1 :])
                return Loss(what="cube", place=here.place, held=held), replace(self, cubes=left)
        return None

    def _take_counter(self, token: Token) -> tuple[Loss, Stand] | None:
        """S43-16.3 Engage a ready counter, or eliminate an engaged one."""
        for index, victim in enumerate(self.counters):
            if victim.meant(token) and victim.fits(token.verb):
                stays = (replace(victim, engaged=True),) if token.verb == "engage" else ()
                left = (*self.counters[:index], *stays, *self.counters[index + 1 :])
                what: Literal["engaged", "eliminated"] = "engaged" if stays else "eliminated"
                loss = Loss(what=what, place=victim.place, piece=victim.id)
                return loss, replace(self, counters=left)
        return None

    def _take_line(self) -> tuple[Loss, Stand] | None:
        """S43-16.2, S43-19.19 The fortified line of the zone."""
        if not self.line:
            return None
        return Loss(what="line", place=self.home, piece=self.line), replace(self, line="")

    def _take_retreat(self, still_open: int) -> tuple[Loss, Stand] | None:
        """S43-17.1, S43-17.2 The retreat of all that is left, for the last loss only."""
        left = self.left()
        if still_open != 1 or not left.size or self.may_retreat is None:
            return None
        if not self.may_retreat(left):
            return None
        return Loss(what="retreat", place=self.home), Stand(withdrawn=True)


def cubes_of(force: Force, place: Place) -> tuple[Cubes, ...]:
    """The cubes of a force as a stand keeps them."""
    return (Cubes(place, force.free, force.held),) if force.cubes else ()


def victims_of(
    pos: Position, force: Force, place: Place, *, turnable: bool = True
) -> tuple[Victim, ...]:
    """The counters of a force as a stand keeps them."""
    return tuple(
        Victim(counter, pos.facts.counter(counter).kind, place, pos.is_engaged(counter), turnable)
        for counter in force.counters
    )


def stand_in_zone(pos: Position, side: Side, zone: int) -> Stand:
    """S43-16.5, S43-11.6 Every land and air force of a side in a zone, and the line there."""
    here = land_and_air(pos, side, zone)
    line = pos.lines.get(zone, "") if side == "axis" else ""
    return Stand(cubes_of(here, zone), victims_of(pos, here, zone), line, zone)


def stand_carried(pos: Position, force: Force, place: Place) -> Stand:
    """S43-10.12, S43-18.8 Forces carried over sea: engaging does not satisfy a loss."""
    return Stand(cubes_of(force, place), victims_of(pos, force, place, turnable=False))
