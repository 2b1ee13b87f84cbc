"""A network for simulations written in Python."""

from __future__ import annotations

import itertools
from typing import Any, Callable, Dict, List, Optional

from ._arguments import arguments
from ._command import PathLike, Server, Value, find_command
from ._program import Size, _bytes
from ._results import Result


class Message:
    """A message that was sent. ``arrived``, ``seconds`` and ``penalty`` are None until it has arrived.

    ``penalty`` is how many times longer than alone its data moved.
    """

    def __init__(self, source: int, destination: int, size: int, sent: float,
                 then: Optional[Callable[[Message], object]]) -> None:
        self.source = source
        self.destination = destination
        self.bytes = size
        self.sent = sent
        self.arrived: Optional[float] = None
        self.seconds: Optional[float] = None
        self.penalty: Optional[float] = None
        self._then = then

    def __repr__(self) -> str:
        state = "under way" if self.arrived is None else f"arrived={self.arrived!r}"
        return f"<message {self.source} to {self.destination}, {self.bytes} B, sent={self.sent!r}, {state}>"


class Network:
    """A network over which a simulation of yours sends messages; your simulation moves its clock. Times are seconds.

    Args:
        platform: a name such as ``"leonardo"``, a file or a mapping
        model, cost, loss: as the options of the command, instead of the platform's
        seed: of losses

    It has a process of its own (``tailback serve``), which ends with :meth:`close` or the ``with`` block. Messages that
    are sent at one time are simultaneous, in whatever order.
    """

    def __init__(self, platform: Value, *, model: Optional[str] = None, cost: Optional[str] = None,
                 loss: Optional[str] = None, seed: int = 1, command: Optional[PathLike] = None) -> None:
        given = {"platform": arguments([platform], {})[0], "model": model, "cost": cost, "loss": loss, "seed": seed}
        self._server = Server(str(command or find_command()))
        try:
            opened = self._server.ask({"network": {name: value for name, value in given.items() if value is not None}})
        except BaseException:
            self._server.close()
            raise
        self._number: int = opened["network"]
        #: number of nodes; they are 0 to nodes - 1
        self.nodes: int = opened["nodes"]
        #: approximations and omissions, a sentence each
        self.warnings: List[str] = opened["warnings"]
        #: the present time
        self.now = 0.0
        self._numbers = itertools.count()
        self._under_way: Dict[int, Message] = {}
        self._unsent: List[List[int]] = []

    def __enter__(self) -> Network:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def send(self, source: int, destination: int, size: Size,
             then: Optional[Callable[[Message], object]] = None) -> Message:
        """Sends a message now. ``then`` is called with it from :meth:`advance`, at the time of its arrival."""
        for node in (source, destination):
            if not 0 <= node < self.nodes:
                raise IndexError(f"expected a node of 0 to {self.nodes - 1}, found {node}")
        message = Message(source, destination, _bytes(size), self.now, then)
        self._under_way[next(self._numbers)] = message
        self._unsent.append([source, destination, message.bytes])
        return message

    @property
    def next_time(self) -> Optional[float]:
        """When something happens next in the network, from now on; None if nothing is under way."""
        if self._unsent:
            self._ask()
        found: Optional[float] = self._ask()["next"]
        return found

    def advance(self, until: Optional[float] = None) -> List[Message]:
        """Moves the clock and returns what has arrived, in order; the functions of messages are called on the way.

        These may send. Without ``until`` the clock moves to the next arrival; it stays if nothing is under way.
        """
        if until is not None and not self.now <= until < float("inf"):
            raise ValueError(f"expected a time from {self.now} s on, found {until}")
        found: List[Message] = []
        while True:
            answer = self._ask(until=until)
            self.now = answer["now"]
            arrived = [self._arrived(**each) for each in answer["arrived"]]
            for message in arrived:
                if message._then is not None:
                    message._then(message)
            found += arrived
            if until is None or not arrived:
                return found

    def _arrived(self, message: int, arrived: float, seconds: float, penalty: float) -> Message:
        it = self._under_way.pop(message)
        it.arrived, it.seconds, it.penalty = arrived, seconds, penalty
        return it

    def close(self) -> Optional[Result]:
        """Ends the network; returns its sums: messages, bytes, ``average_penalty``, ``lost_to_contention``, warnings.

        None if it was closed before.
        """
        if not self._server.usable(anywhere=True):
            return None
        try:
            return Result(self._ask(close=True))
        finally:
            self._server.close()

    def _ask(self, **request: Any) -> Any:
        unsent, self._unsent = self._unsent, []
        return self._server.ask({"network": self._number, **({"send": unsent} if unsent else {}), **request})
