"""The commands as methods."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Type, TypeVar

from ._arguments import arguments, require_known
from ._command import InputError, Many, PathLike, Server, Value, find_command, run_once
from ._results import (CollectiveResult, CompareResult, ConvertResult, EvaluateResult, ExtrapolateResult, FitResult,
                       GraphResult, HplResult, InfoResult, JobsResult, ModelsResult, PlaceResult, ReplayResult, Result,
                       SweepResult, TrainingResult)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import (CollectiveOptions, CompareOptions, ConvertOptions, EvaluateOptions, ExtrapolateOptions,
                           FitOptions, GraphOptions, HplOptions, InfoOptions, JobsOptions, ModelsOptions, PlaceOptions,
                           ReplayOptions, SweepOptions, TrainingOptions)

R = TypeVar("R", bound=Result)


def _require_platform(command: str, options: Mapping[str, object]) -> None:
    require_known(command, options)
    if "platform" not in options:
        raise TypeError(f"{command}() missing the keyword argument 'platform': a name such as 'leonardo', a file or a mapping. "
                        "None is an example, a star of 10 Gbit/s")


class Tailback:
    """Runs commands.

    Options of a command are keyword arguments: ``compute_speed="10Gf"`` is ``--compute-speed=10Gf``, True is an option
    without a value, a list repeats the option or is joined with commas, as the command takes it. A mapping stands for a
    file with that content: a platform, a jobs file, a training file, a study. Traces may be
    :class:`~tailback.Program`. Relative paths are those of the working folder.

    Args:
        command: path of the command; otherwise ``TAILBACK_COMMAND``, the one inside or beside this package, or on the
            ``PATH``
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
        """Runs any command, such as ``run("formats")``, and returns its JSON, or a text with ``format="csv"``.

        Raises:
            InputError: bad input or usage
            UnfinishedProgramError: the program cannot finish
            TailbackError: anything else
        """
        line = arguments(words, options)
        command = self._command or find_command()
        if not self._resident:
            return run_once(command, line)
        with self._lock:
            if self._server is None or not self._server.usable():
                self._close()
                self._server = Server(command)
            return self._server.run(line)

    def _result(self, kind: Type[R], words: Sequence[Any], options: Any) -> R:
        data = self.run(*words, **options)
        if not isinstance(data, dict):
            raise InputError(f"{words[0]}: the result is no JSON object; run() returns it as it is", 2)
        return kind(data)

    def replay(self, trace: Value, **options: Unpack[ReplayOptions]) -> ReplayResult:
        """Replays a trace on a ``platform``: a name such as ``"leonardo"``, a file, a mapping, or None for the example star."""
        _require_platform("replay", options)
        return self._result(ReplayResult, ["replay", trace], options)

    def compare(self, trace: Value, **options: Unpack[CompareOptions]) -> CompareResult:
        """Replays a trace on every combination of platforms, models and placements: rows, best first."""
        _require_platform("compare", options)
        return self._result(CompareResult, ["compare", trace], options)

    def graph(self, edges: PathLike, **options: Unpack[GraphOptions]) -> GraphResult:
        """Computes penalties and finish times of messages, such as ``"a:0>1 b:0>2*4MiB"`` or a file of them."""
        return self._result(GraphResult, ["graph", edges], options)

    def collective(self, operation: str, **options: Unpack[CollectiveOptions]) -> CollectiveResult:
        """Predicts the algorithms of a collective operation by ``ranks`` and ``size``: values, lists or ranges."""
        return self._result(CollectiveResult, ["collective", operation], options)

    def training(self, step: Many, **options: Unpack[TrainingOptions]) -> TrainingResult:
        """Predicts steps of training files or mappings; with ``search`` the best division of ``gpus``."""
        return self._result(TrainingResult, ["training", step], options)

    def jobs(self, jobs: Value, **options: Unpack[JobsOptions]) -> JobsResult:
        """Runs jobs side by side on one network, from a jobs file or a mapping such as one has."""
        return self._result(JobsResult, ["jobs", jobs], options)

    def place(self, trace: Value, **options: Unpack[PlaceOptions]) -> PlaceResult:
        """Searches a placement with a smaller makespan; ``output`` writes it as a file."""
        return self._result(PlaceResult, ["place", trace], options)

    def sweep(self, study: Value, **options: Unpack[SweepOptions]) -> SweepResult:
        """Runs all combinations of a study, a file or a mapping such as one has."""
        return self._result(SweepResult, ["sweep", study], options)

    def hpl(self, **options: Unpack[HplOptions]) -> HplResult:
        """Searches block, grid, broadcast, swap and depth of High-Performance Linpack for a size ``n``."""
        return self._result(HplResult, ["hpl"], options)

    def fit(self, what: str, files: Many, **options: Unpack[FitOptions]) -> FitResult:
        """Finds parameters from measurements: ``what`` is loggp, plogp, tree, penalties, collective, training, …"""
        return self._result(FitResult, ["fit", what, files], options)

    def evaluate(self, measured: PathLike, file: Many = None, **options: Unpack[EvaluateOptions]) -> EvaluateResult:
        """Compares predictions with measured graphs, or with ``"collectives"`` or ``"training"`` in a file."""
        return self._result(EvaluateResult, ["evaluate", measured] + ([] if file is None else [file]), options)

    def convert(self, trace: Value, output: PathLike, **options: Unpack[ConvertOptions]) -> ConvertResult:
        """Writes a trace in the format that the name of ``output`` says."""
        return self._result(ConvertResult, ["convert", trace, output], options)

    def info(self, trace: Value, **options: Unpack[InfoOptions]) -> InfoResult:
        """Describes a trace without replaying it."""
        return self._result(InfoResult, ["info", trace], options)

    def extrapolate(self, traces: Many, **options: Unpack[ExtrapolateOptions]) -> ExtrapolateResult:
        """Finds the program of a code on ``ranks`` ranks from recordings on fewer."""
        return self._result(ExtrapolateResult, ["extrapolate", traces], options)

    def models(self, **options: Unpack[ModelsOptions]) -> ModelsResult:
        """Lists models, costs, losses, placements, algorithms and platforms with their parameters."""
        return self._result(ModelsResult, ["models"], options)
