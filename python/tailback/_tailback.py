"""The commands as methods."""

from __future__ import annotations

import threading
from typing import Any, Optional, Sequence, Union

from ._command import PathLike, Server, arguments, find_command, run_once
from ._results import CollectiveResult, CompareResult, GraphResult, InfoResult, ReplayResult

Many = Union[PathLike, Sequence[PathLike]]


class Tailback:
    """Runs commands.

    Options of a command are keyword arguments: ``compute_speed="10Gf"`` is ``--compute-speed=10Gf``, True is an option
    without a value, a list repeats the option. Relative paths are those of the working folder.

    Args:
        command: path of the command; otherwise ``TAILBACK_COMMAND``, the one beside this package, or on the ``PATH``
        resident: whether one process (``tailback serve``) runs all commands, so that only the first pays for the start;
            otherwise each has its own. It is started when it is needed, and anew in another working folder.

    An instance may be shared by threads: their commands run one after the other.
    """

    def __init__(self, command: Optional[str] = None, *, resident: bool = True) -> None:
        self._command = command
        self._resident = resident
        self._server: Optional[Server] = None
        self._lock = threading.Lock()

    def __enter__(self) -> Tailback:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the resident process, if there is one; the next command starts another."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    def run(self, *words: Any, **options: Any) -> Any:
        """Runs any command, such as ``run("place", trace, platform="lumi")``, and returns its JSON.

        Raises:
            InputError: bad input or usage
            UnfinishedProgramError: the program cannot finish
            TailbackError: anything else
        """
        command = self._command or find_command()
        line = arguments(words, options)
        if not self._resident:
            return run_once(command, line)
        with self._lock:
            if self._server is None or not self._server.usable():
                self._close()
                self._server = Server(command)
            return self._server.run(line)

    def replay(self, trace: PathLike, *, platform: Optional[PathLike] = None, model: Optional[str] = None,
               **options: Any) -> ReplayResult:
        """Replays a trace. ``platform`` is a platform file or the name of one that comes with the program."""
        return ReplayResult(self.run("replay", trace, platform=platform, model=model, **options))

    def compare(self, trace: PathLike, *, platform: Many, model: Optional[Many] = None,
                placement: Optional[Many] = None, **options: Any) -> CompareResult:
        """Replays a trace on every combination of platforms, models and placements: rows, best first."""
        return CompareResult(
            self.run("compare", trace, platform=platform, model=model, placement=placement, **options))

    def graph(self, edges: PathLike, *, model: Optional[str] = None, platform: Optional[PathLike] = None,
              **options: Any) -> GraphResult:
        """Computes penalties and finish times of messages, such as ``"a:0>1 b:0>2*4MiB"`` or a file of them."""
        return GraphResult(self.run("graph", edges, model=model, platform=platform, **options))

    def collective(self, operation: str, *, platform: PathLike, ranks: Any, size: Any,
                   **options: Any) -> CollectiveResult:
        """Predicts the algorithms of a collective operation. ``ranks`` and ``size`` are values, lists or ranges."""
        return CollectiveResult(self.run(
            "collective", operation, platform=platform, ranks=_values(ranks), size=_values(size), **options))

    def info(self, trace: PathLike, **options: Any) -> InfoResult:
        """Describes a trace without replaying it."""
        return InfoResult(self.run("info", trace, **options))


def _values(values: Any) -> Any:
    """A list as the command writes it: with commas."""
    return ",".join(str(each) for each in values) if isinstance(values, (list, tuple, range)) else values
