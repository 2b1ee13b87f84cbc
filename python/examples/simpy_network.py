"""SimPy processes that send over a network with contention: workers read from one server, one read or all at once."""

from __future__ import annotations

from typing import Any, Iterator, List

import simpy  # type: ignore[import-not-found,import-untyped,unused-ignore]

import tailback


class Wire:
    """Sends messages of SimPy processes over a network; the event of a message succeeds when it has arrived."""

    def __init__(self, env: Any, network: tailback.Network) -> None:
        self.env = env
        self.network = network
        self._planned = 0

    def send(self, source: int, destination: int, size: str) -> Any:
        arrived = self.env.event()
        self.network.advance(self.env.now)
        self.network.send(source, destination, size, then=arrived.succeed)
        self._look_at(self.env.now)
        return arrived

    def _look_at(self, time: float) -> None:
        """Looks again then. What was planned before is out of date: a message changes the times of others."""
        self._planned += 1
        self.env.timeout(time - self.env.now, self._planned).callbacks.append(self._look)

    def _look(self, planned: Any) -> None:
        if planned.value == self._planned:
            self.network.advance(self.env.now)
            due = self.network.next_time
            if due is not None:
                self._look_at(due)


def reads(together: bool, workers: int = 4, size: str = "10 MB") -> List[float]:
    """Returns when each of the workers has read from node 0."""
    env = simpy.Environment()
    done: List[float] = []

    def worker(node: int, wire: Wire, server: Any) -> Iterator[Any]:
        with server.request() as turn:
            yield turn
            yield wire.send(0, node, size)
        done.append(env.now)

    with tailback.Network("star-10g") as network:
        wire, server = Wire(env, network), simpy.Resource(env, workers if together else 1)
        for node in range(1, workers + 1):
            env.process(worker(node, wire, server))
        env.run()
    return done


if __name__ == "__main__":
    for together in (False, True):
        print("all at once:" if together else "one by one: ", ", ".join(f"{1e3 * t:.2f} ms" for t in reads(together)))
