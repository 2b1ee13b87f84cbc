"""Results of commands: their JSON with fields, as tables, as HTML, as charts."""

from __future__ import annotations

import csv
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Tuple

from . import _plots
from ._arguments import suggestion
from ._fields import (CollectiveFields, CompareFields, ConvertFields, EvaluateFields, ExtrapolateFields, FitFields,
                      GraphFields, HplFields, InfoFields, JobsFields, ModelsFields, PlaceFields, ReplayFields,
                      SweepFields, TrainingFields)

#: a row of a table: numbers, texts, true or false, None
Row = Dict[str, Any]


class Result:
    """The JSON of a command. Its fields are attributes: ``averagePenalty`` is ``average_penalty``."""

    #: field that table() takes; None: the first list of objects
    _table: Optional[str] = None

    def __init__(self, data: Dict[str, Any]) -> None:
        #: the whole JSON object
        self.data = data

    # type checkers know the fields by their names
    if not TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            fields = {_snake(key): key for key in self.__dict__.get("data", {})}
            if name in fields:
                return self.data[fields[name]]
            hint = suggestion(_snake(name), fields) or "."
            raise AttributeError(f"this result has no {name}{hint} It has {', '.join(fields)}")

    def __dir__(self) -> List[str]:
        return sorted({*super().__dir__(), *map(_snake, self.data)})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({_facts(self._summary())})"

    @property
    def warnings(self) -> List[str]:
        """What was approximated, left out or assumed."""
        return list(self.data.get("warnings", []))

    @property
    def verdict(self) -> Optional[Dict[str, Any]]:
        """The answer as a ``sentence``, the ``choice``, and whether it is ``beyond`` the error; None of commands without one."""
        return self.data.get("verdict")

    @property
    def validity(self) -> Any:
        """What the numbers of the platform come from, and where the run leaves what they hold for."""
        return self.data.get("validity")

    def table(self, name: Optional[str] = None) -> List[Row]:
        """Returns the rows of the result's table, or of another list such as ``"pairs"`` or ``"why.parts"``.

        Values are plain: objects inside a row become columns ``name_field``, lists of texts and numbers a text, lists of
        objects are left out (``data`` has them).
        """
        rows: Any = self.data
        name = name or self._table or self._first()
        for part in name.split("."):
            camel = re.sub(r"_([a-z])", lambda letter: letter.group(1).upper(), part)
            rows = rows.get(camel) if isinstance(rows, dict) else None
        if not isinstance(rows, list):
            there = ", ".join([*self._lists(), *(
                f"{_snake(key)}.{each}" for key, value in self.data.items() if isinstance(value, dict)
                for each in _lists(value))])
            raise KeyError(f"{name}: this result has no such list; it has {there}" if there else
                           f"this result has no table; it has {', '.join(map(_snake, self.data))}")
        return [dict(_plain(row)) if isinstance(row, dict) else {"value": row} for row in rows]

    def to_dataframe(self, name: Optional[str] = None) -> Any:
        """Returns a table as a pandas DataFrame; pandas must be installed."""
        try:
            import pandas  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ImportError as missing:
            raise ImportError("to_dataframe needs pandas; table() returns the rows without it") from missing
        return pandas.DataFrame(self.table(name))

    def plot(self, name: Optional[str] = None, *, value: Optional[str] = None, axes: Any = None) -> Any:
        """Draws the result, or one of its tables as bars, and returns matplotlib's axes; matplotlib must be installed.

        Args:
            name: a table, as of :meth:`table`
            value: the column that the bars show; the first with a number other than ranks and counts unless given
            axes: where to draw; a new figure unless given
        """
        axes = _plots.new_axes() if axes is None else axes
        if name is None and value is None:
            self._draw(axes)
        else:
            _plots.bars(axes, self.table(name), value)
        return axes

    def _draw(self, axes: Any) -> None:
        _plots.bars(axes, self.table())

    def _lists(self) -> List[str]:
        return _lists(self.data)

    def _first(self) -> str:
        return next(iter(self._lists()), "rows")

    def _summary(self) -> List[Tuple[str, Any]]:
        return [(_snake(name), value) for name, value in self.data.items() if isinstance(value, (str, int, float))]

    def _repr_html_(self) -> str:
        """The result as notebooks show it: the verdict, single values, at most 20 rows of the table, warnings."""
        facts = "".join(f"<tr><th>{escape(name)}</th><td>{_cell(value)}</td></tr>" for name, value in self._summary())
        try:
            rows = self.table()
        except KeyError:
            rows = []
        columns = list(rows[0]) if rows else []
        head = "".join(f"<th>{escape(name)}</th>" for name in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{_cell(row.get(name))}</td>" for name in columns) + "</tr>" for row in rows[:20])
        more = f"<p>… {len(rows) - 20} more rows</p>" if len(rows) > 20 else ""
        notes = "".join(f"<li>{escape(warning)}</li>" for warning in self.warnings)
        sentence = (self.verdict or {}).get("sentence")
        return (f"<p><b>{escape(sentence)}</b></p>" if sentence else "") + (
            f"<table>{facts}</table>" if facts else "") + (
            f"<table><tr>{head}</tr>{body}</table>{more}" if rows else "") + (f"<ul>{notes}</ul>" if notes else "")


def _facts(facts: Iterable[Tuple[str, Any]]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in facts)


def _lists(data: Dict[str, Any]) -> List[str]:
    return [_snake(name) for name, value in data.items()
            if isinstance(value, list) and value and isinstance(value[0], dict)]


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda letter: "_" + letter.group(1).lower(), name)


def _plain(row: Dict[str, Any], before: str = "") -> Iterator[Tuple[str, Any]]:
    for name, value in row.items():
        column = before + _snake(name)
        if isinstance(value, dict):
            yield from _plain(value, column + "_")
        elif not isinstance(value, list):
            yield column, value
        elif not any(isinstance(each, (dict, list)) for each in value):
            yield column, ", ".join(map(str, value))


def _cell(value: Any) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else "" if value is None else str(value)
    return escape(text if len(text) <= 60 else text[:59] + "…")


class ReplayResult(ReplayFields, Result):
    """A replay; ``table()`` has a row per rank."""

    _table = "ranks"

    def _draw(self, axes: Any) -> None:
        _plots.stacked(axes, self.table(), "rank", ["compute", "blocked"])


class CompareResult(CompareFields, Result):
    """Makespans of combinations, best first."""

    _table = "rows"

    def __repr__(self) -> str:
        rows = [_facts((name, row[name]) for name in ("platform", "placement", "model", "makespan") if name in row)
                for row in self.table()]
        return "CompareResult(\n  " + "\n  ".join([*rows[:10], *(["…"] if len(rows) > 10 else [])]) + ")"

    @property
    def best(self) -> Row:
        """The combination with the shortest makespan."""
        return self.table()[0]

    def _draw(self, axes: Any) -> None:
        _plots.bars(axes, self.table(), "makespan")


class GraphResult(GraphFields, Result):
    """Messages that run side by side; ``table()`` has a row per message."""

    _table = "edges"

    @property
    def penalties(self) -> Dict[str, float]:
        """First penalty of each message, by its id."""
        return {edge["id"]: edge["penalty"] for edge in self.table()}

    @property
    def finish_times(self) -> Dict[str, float]:
        """Finish time of each message in seconds, by its id."""
        return {edge["id"]: edge["finish"] for edge in self.table()}

    def _draw(self, axes: Any) -> None:
        _plots.bars(axes, self.table(), "penalty")


class CollectiveResult(CollectiveFields, Result):
    """Times of algorithms by ranks and size."""

    _table = "rows"

    def fastest(self) -> List[Row]:
        """Returns the row with the shortest time for each number of ranks and size."""
        best: Dict[Any, Row] = {}
        for row in self.table():
            case = (row["ranks"], row["bytes"], row.get("ranks_per_node"), row.get("loss"))
            if case not in best or row["time"] < best[case]["time"]:
                best[case] = row
        return list(best.values())

    def _draw(self, axes: Any) -> None:
        several = len({row["ranks"] for row in self.table()}) > 1
        _plots.lines(axes, self.table(), "bytes", "time", ["algorithm", "ranks"] if several else ["algorithm"])


class ExtrapolateResult(ExtrapolateFields, Result):
    """The program on more ranks; ``table()`` has a row per class of ranks with its laws."""

    _table = "classes"


class InfoResult(InfoFields, Result):
    """What is in a trace; ``table()`` has a row per kind of operation."""

    @property
    def warnings(self) -> List[str]:
        """What a replay approximates, drops or assumes."""
        return list(self.data["approximations"])

    def table(self, name: Optional[str] = None) -> List[Row]:
        return super().table(name) if name else [
            {"operation": kind, "count": count} for kind, count in self.data["operations"].items()]


class PlaceResult(PlaceFields, Result):
    """A placement; ``table()`` has the node of each rank."""

    _table = "placement"

    def _draw(self, axes: Any) -> None:
        _plots.bars(axes, [*self.table("starts"), {"name": "found", "makespan": self.data["makespan"]}], "makespan")


class JobsResult(JobsFields, Result):
    """Jobs that share a network; ``table()`` has a row per job, or per placement where several were asked for."""

    def _draw(self, axes: Any) -> None:
        _plots.bars(axes, self.table(), "slowdown" if self._first() == "jobs" else None)


class TrainingResult(TrainingFields, Result):
    """Training steps; ``table()`` has a row per division of the work."""

    _table = "rows"

    def _draw(self, axes: Any) -> None:
        rows = self.table()
        parts = [name for name in rows[0] if name in ("compute", "bubble", "end") or name.startswith("exposed_")]
        if parts:
            _plots.stacked(axes, rows, None, parts)
        else:
            _plots.bars(axes, rows, "step")


class HplResult(HplFields, Result):
    """Configurations of High-Performance Linpack, the fastest first."""

    _table = "rows"

    def _draw(self, axes: Any) -> None:
        rows = [{"run": f"nb={row['nb']} {row['p']}x{row['q']} {row['bcast']} {row['swap']} depth={row['depth']}",
                 **{name: row[name] for name in ("makespan", "low", "high")}} for row in self.table()]
        _plots.bars(axes, rows, "makespan")


class SweepResult(SweepFields, Result):
    """The runs of a study; ``table()`` has a row per run, also of those that an ``output`` had before."""

    def table(self, name: Optional[str] = None) -> List[Row]:
        output = self.data.get("output")
        if name or not output:
            return super().table(name or "rows")
        with open(Path(output), encoding="utf-8", newline="") as lines:
            return [{_snake(key): value if key in _TEXTS else _number(value) for key, value in row.items()}
                    for row in csv.DictReader(lines)]


#: columns of a sweep's CSV that are no numbers, whatever they look like
_TEXTS = {"workload", "platform", "model", "cost", "loss", "placement", "inputs", "problem", "checksum", "basis"}


def _number(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text or None


class EvaluateResult(EvaluateFields, Result):
    """Predicted beside measured: of graphs, of collective operations or of training steps."""

    def _draw(self, axes: Any) -> None:
        rows = self.table()
        if rows and {"measured", "predicted"} <= rows[0].keys():
            _plots.agreement(axes, rows)
        else:
            _plots.bars(axes, rows)


class FitResult(FitFields, Result):
    """Parameters found from measurements."""


class ConvertResult(ConvertFields, Result):
    """A trace in another format: ``output``, ``output_format``, ``output_bytes``."""


class ModelsResult(ModelsFields, Result):
    """What there is to choose from: ``table("models")``, ``"costs"``, ``"losses"``, ``"placements"``, ``"platforms"``, …"""

    _table = "models"
