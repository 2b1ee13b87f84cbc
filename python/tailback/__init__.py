"""Predictions of MPI programs under network contention, from Python.

The functions run the ``tailback`` command and return its JSON as objects with fields::

    import tailback
    run = tailback.replay("traces/examples/ring-8", platform="star-10g")
    print(run.makespan)

Times are seconds, sizes bytes, rates bytes per second. An error of the command is a :class:`TailbackError`.
"""

from __future__ import annotations

import atexit
from typing import Any, Optional

from ._command import InputError, PathLike, TailbackError, UnfinishedProgramError
from ._results import CollectiveResult, CompareResult, GraphResult, InfoResult, ReplayResult, Result
from ._tailback import Many, Tailback

__all__ = [
    "CollectiveResult",
    "CompareResult",
    "GraphResult",
    "InfoResult",
    "InputError",
    "ReplayResult",
    "Result",
    "Tailback",
    "TailbackError",
    "UnfinishedProgramError",
    "collective",
    "compare",
    "graph",
    "info",
    "replay",
    "run",
]

_shared = Tailback()
atexit.register(_shared.close)


def replay(trace: PathLike, *, platform: Optional[PathLike] = None, model: Optional[str] = None,
           **options: Any) -> ReplayResult:
    """Replays a trace; see :meth:`Tailback.replay`."""
    return _shared.replay(trace, platform=platform, model=model, **options)


def compare(trace: PathLike, *, platform: Many, model: Optional[Many] = None, placement: Optional[Many] = None,
            **options: Any) -> CompareResult:
    """Replays a trace on every combination; see :meth:`Tailback.compare`."""
    return _shared.compare(trace, platform=platform, model=model, placement=placement, **options)


def graph(edges: PathLike, *, model: Optional[str] = None, platform: Optional[PathLike] = None,
          **options: Any) -> GraphResult:
    """Computes the penalties of messages that run side by side; see :meth:`Tailback.graph`."""
    return _shared.graph(edges, model=model, platform=platform, **options)


def collective(operation: str, *, platform: PathLike, ranks: Any, size: Any, **options: Any) -> CollectiveResult:
    """Predicts the algorithms of a collective operation; see :meth:`Tailback.collective`."""
    return _shared.collective(operation, platform=platform, ranks=ranks, size=size, **options)


def info(trace: PathLike, **options: Any) -> InfoResult:
    """Describes a trace without replaying it; see :meth:`Tailback.info`."""
    return _shared.info(trace, **options)


def run(*arguments: Any, **options: Any) -> Any:
    """Runs any command and returns its JSON; see :meth:`Tailback.run`."""
    return _shared.run(*arguments, **options)
