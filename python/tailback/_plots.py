"""Charts of results with matplotlib."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

Row = Dict[str, Any]

#: columns that say which row it is, and those that count
_NAMES = {"rank", "ranks", "seed", "bytes", "nodes", "messages", "sender", "receiver", "count", "row", "start"}

_LONGEST_LABEL = 60


def new_axes() -> Any:
    """Returns the axes of a new figure."""
    try:
        from matplotlib import pyplot  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as missing:
        raise ImportError("plot needs matplotlib") from missing
    return pyplot.subplots(layout="constrained")[1]


def bars(axes: Any, rows: Sequence[Row], value: Optional[str] = None) -> None:
    """Draws a horizontal bar per row, the first on top, with whiskers where rows have ``low`` and ``high``."""
    if not rows:
        raise ValueError("there are no rows to draw")
    if value is None:
        value = next((name for name, each in rows[0].items() if _number(each) and name not in _NAMES), "count")
    if value not in rows[0]:
        raise KeyError(f"{value}: no such column; there are {', '.join(rows[0])}")
    lengths = [row[value] if _number(row[value]) else 0 for row in rows]
    whiskers = None
    if value in ("makespan", "step", "time", "predicted") and all(
            _number(row.get("low")) and _number(row.get("high")) for row in rows):
        whiskers = [[max(0, length - row["low"]) for length, row in zip(lengths, rows)],
                    [max(0, row["high"] - length) for length, row in zip(lengths, rows)]]
    axes.barh(range(len(rows)), lengths, xerr=whiskers, tick_label=_labels(rows, value), capsize=3)
    axes.invert_yaxis()
    axes.set_xlabel(_title(value))


def stacked(axes: Any, rows: Sequence[Row], label: Optional[str], parts: Sequence[str]) -> None:
    """Draws a horizontal bar per row that is made of parts."""
    starts = [0.0] * len(rows)
    labels = [str(row[label]) for row in rows] if label else _labels(rows, parts[0])
    for part in parts:
        lengths = [row.get(part) or 0.0 for row in rows]
        if any(lengths):
            axes.barh(range(len(rows)), lengths, 0.8 if len(rows) <= 40 else 1, starts, label=part.replace("_", " "))
            starts = [start + length for start, length in zip(starts, lengths)]
    if len(rows) <= 40:
        axes.set_yticks(range(len(rows)), labels)
    axes.set_ylabel(label or "")
    axes.invert_yaxis()
    axes.set_xlabel("seconds")
    axes.legend()


def lines(axes: Any, rows: Sequence[Row], x: str, y: str, by: Sequence[str]) -> None:
    """Draws a line per combination of columns, on logarithmic axes."""
    series: Dict[str, List[Row]] = {}
    for row in rows:
        series.setdefault(", ".join(str(row[name]) for name in by), []).append(row)
    for name, points in series.items():
        points = sorted(points, key=lambda row: row[x])
        axes.plot([row[x] for row in points], [row[y] for row in points], marker=".", label=name)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(_title(x))
    axes.set_ylabel(_title(y))
    axes.legend()


def agreement(axes: Any, rows: Sequence[Row]) -> None:
    """Draws predicted over measured times and the line on which they are equal."""
    known = [row for row in rows if _number(row["measured"]) and _number(row["predicted"])]
    measured = [row["measured"] for row in known]
    predicted = [row["predicted"] for row in known]
    ends = [min(measured + predicted), max(measured + predicted)]
    axes.plot(ends, ends, color="gray")
    axes.plot(measured, predicted, ".")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("measured, seconds")
    axes.set_ylabel("predicted, seconds")


def _labels(rows: Sequence[Row], value: str) -> List[str]:
    """The texts that differ between rows, else what else differs, else the place of the row."""
    texts = [name for name in rows[0] if name != value and all(
        isinstance(row.get(name), str) and len(row[name]) <= _LONGEST_LABEL for row in rows)]
    for names in (texts, [name for name in rows[0] if name in _NAMES]):
        different = [name for name in names if len({row.get(name) for row in rows}) > 1] or (
            names[:1] if len(rows) == 1 else [])
        if different:
            return [", ".join(str(row[name]) for name in different[:3]) for row in rows]
    return [str(place + 1) for place in range(len(rows))]


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _title(name: str) -> str:
    words = name.replace("_", " ")
    return f"{words}, seconds" if name in ("makespan", "step", "time", "finish", "seconds") else words
