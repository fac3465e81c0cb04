"""The Ford: two bands of men fire at each other over a river, six rounds long."""

from pbem.engine.game import Game
from pbem_ford.rules import Ford

GAME = Game(
    id="ford",
    title="The Ford",
    version="1.0.0",
    package="pbem_ford",
    rule_files=("ford",),
    make=lambda files: Ford(files["ford"]),
)
