"""Results of commands: their JSON with fields, as tables, as HTML."""

from __future__ import annotations

import re
from html import escape
from typing import Any, Dict, List

from ._fields import CompareFields, GraphFields, InfoFields, ReplayFields

Row = Dict[str, Any]


class Result:
    """The JSON of a command. Its fields are attributes: ``averagePenalty`` is ``average_penalty``."""

    #: field that to_dataframe takes
    _table = "rows"

    def __init__(self, data: Dict[str, Any]) -> None:
        #: the whole JSON object
        self.data = data

    def __getattr__(self, name: str) -> Any:
        if name != "data":
            camel = re.sub(r"_([a-z])", lambda letter: letter.group(1).upper(), name)
            for each in (name, camel):
                if each in self.data:
                    return self.data[each]
        raise AttributeError(f"this result has no {name}; it has {', '.join(self.__dict__.get('data', {}))}")

    def __dir__(self) -> List[str]:
        fields = [re.sub(r"([A-Z])", lambda letter: "_" + letter.group(1).lower(), name) for name in self.data]
        return sorted({*super().__dir__(), *fields})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._summary())})"

    @property
    def warnings(self) -> List[str]:
        """What was approximated, left out or assumed."""
        return list(self.data.get("warnings", []))

    def table(self) -> List[Row]:
        """Returns the rows of the result's table."""
        return list(self.data[self._table])

    def to_dataframe(self) -> Any:
        """Returns the result's table as a pandas DataFrame; pandas must be installed."""
        try:
            import pandas
        except ImportError as missing:
            raise ImportError("to_dataframe needs pandas; table() returns the rows without it") from missing
        return pandas.DataFrame(self.table())

    def _summary(self) -> List[Any]:
        return [(name, value) for name, value in self.data.items() if isinstance(value, (str, int, float))]

    def _repr_html_(self) -> str:
        """The result as notebooks show it: single values, at most 20 rows of the table, warnings."""
        facts = "".join(f"<tr><th>{escape(name)}</th><td>{_cell(value)}</td></tr>" for name, value in self._summary())
        rows = self.table()
        columns = [name for name, value in rows[0].items() if not isinstance(value, (dict, list))] if rows else []
        head = "".join(f"<th>{escape(name)}</th>" for name in columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{_cell(row.get(name))}</td>" for name in columns) + "</tr>" for row in rows[:20])
        more = f"<p>… {len(rows) - 20} more rows</p>" if len(rows) > 20 else ""
        notes = "".join(f"<li>{escape(warning)}</li>" for warning in self.warnings)
        return (f"<table>{facts}</table>" if facts else "") + (
            f"<table><tr>{head}</tr>{body}</table>{more}" if rows else "") + (f"<ul>{notes}</ul>" if notes else "")


def _cell(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else escape("" if value is None else str(value))


class ReplayResult(ReplayFields, Result):
    """A replay; ``table()`` has a row per rank."""

    _table = "ranks"


class CompareResult(CompareFields, Result):
    """Makespans of combinations, best first."""

    @property
    def best(self) -> Row:
        """The combination with the shortest makespan."""
        return self.table()[0]


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


class CollectiveResult(Result):
    """Times of algorithms by ranks and size."""

    def fastest(self) -> List[Row]:
        """Returns the row with the shortest time for each number of ranks and size."""
        best: Dict[Any, Row] = {}
        for row in self.table():
            case = (row["ranks"], row["bytes"], row.get("ranksPerNode"), row.get("loss"))
            if case not in best or row["time"] < best[case]["time"]:
                best[case] = row
        return list(best.values())


class InfoResult(InfoFields, Result):
    """What is in a trace; ``table()`` has a row per kind of operation."""

    @property
    def warnings(self) -> List[str]:
        """What a replay approximates, drops or assumes."""
        return list(self.data["approximations"])

    def table(self) -> List[Row]:
        return [{"operation": kind, "count": count} for kind, count in self.data["operations"].items()]
