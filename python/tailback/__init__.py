"""Predictions of message-passing programs under network contention, from Python.

Functions run the ``tailback`` command and return its JSON as objects with fields; programs are files of it, or written
in Python::

    import tailback
    run = tailback.replay("traces/examples/ring-8", platform="star-10g")
    print(run.makespan)

    program = tailback.Program(ranks=16)
    for rank in program:
        rank.compute("1 ms")
        rank.allreduce("1 MiB")
    print(tailback.compare(program, platform=["leonardo", "fat-tree-100g"]).best)

Times are seconds, sizes bytes, rates bytes per second. An error of the command is a :class:`TailbackError`.
"""

from __future__ import annotations

import atexit

from ._command import CommandNotFoundError, InputError, TailbackError, UnfinishedProgramError
from ._network import Message, Network
from ._program import ANY, Communicator, Program, Rank, Request
from ._results import (CollectiveResult, CompareResult, ConvertResult, EvaluateResult, ExtrapolateResult, FitResult,
                       GraphResult, HplResult, InfoResult, JobsResult, ModelsResult, PlaceResult, ReplayResult, Result,
                       SweepResult, TrainingResult)
from ._tailback import Tailback

__version__ = "0.4.0"

__all__ = [
    "ANY", "CollectiveResult", "CommandNotFoundError", "Communicator", "CompareResult", "ConvertResult",
    "EvaluateResult", "ExtrapolateResult", "FitResult", "GraphResult", "HplResult", "InfoResult", "InputError",
    "JobsResult", "Message", "ModelsResult", "Network", "PlaceResult", "Program", "Rank", "ReplayResult", "Request",
    "Result", "SweepResult", "Tailback", "TailbackError", "TrainingResult", "UnfinishedProgramError", "collective",
    "compare", "convert", "evaluate", "extrapolate", "fit", "graph", "hpl", "info", "jobs", "models", "place",
    "replay", "run", "sweep", "training",
]

_shared = Tailback()
atexit.register(_shared.close)

collective = _shared.collective
compare = _shared.compare
convert = _shared.convert
evaluate = _shared.evaluate
extrapolate = _shared.extrapolate
fit = _shared.fit
graph = _shared.graph
hpl = _shared.hpl
info = _shared.info
jobs = _shared.jobs
models = _shared.models
place = _shared.place
replay = _shared.replay
run = _shared.run
sweep = _shared.sweep
training = _shared.training
