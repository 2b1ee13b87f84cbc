"""How Python's values become arguments of the command, and mappings and programs its files."""

from __future__ import annotations

import atexit
import difflib
import glob
import itertools
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any, Iterable, Iterator, List, Mapping, Sequence

from . import _options

_numbers = itertools.count(1)
_folders: List[str] = []


def arguments(words: Sequence[Any], options: Mapping[str, Any]) -> List[str]:
    """Returns words and options as the command line has them.

    ``compute_speed="10Gf"`` is ``--compute-speed=10Gf``; True is the option alone, None leaves it out, and False too, or
    is ``--no-…`` where there is one. A list repeats the option or is joined with commas, as the command takes it; a
    mapping becomes a file.

    Raises:
        TypeError: the command has no such option
    """
    command = str(words[0]) if words else ""
    require_known(command, options)
    repeated, negated = _options.REPEATED.get(command, ()), _options.NEGATED.get(command, ())
    line = [text for word in words for text in (map(_text, word) if _several(word) else [_text(word)])]
    for name, value in options.items():
        option = name.rstrip("_").replace("_", "-")
        if value is False and name in negated:
            line.append(f"--no-{option}")
        else:
            line += _option(f"--{option}", value, name in repeated)
    return line


def require_known(command: str, options: Iterable[str]) -> None:
    """Refuses a keyword that is no option of a command, in the words of Python."""
    of = getattr(_options, f"{command.capitalize()}Options", None)
    known = None if of is None else {*of.__annotations__, "format", "verbose"}
    for name in options:
        if known is not None and name.rstrip("_") not in known:
            raise TypeError(f"{command}() got an unexpected keyword argument '{name}'{suggestion(name, known)}")


def suggestion(name: str, known: Iterable[str]) -> str:
    """Returns a question for what was meant, or nothing."""
    near = difflib.get_close_matches(name, sorted(known), 1)
    return f". Did you mean '{near[0]}'?" if near else ""


def _option(name: str, value: Any, repeated: bool) -> Iterator[str]:
    if value is None or value is False:
        return
    if value is True:
        yield name
    elif _several(value) and repeated:
        for each in value:
            yield from _option(name, each, False)
    elif _several(value):
        yield f"{name}={','.join(_text(each) for each in value)}"
    else:
        yield f"{name}={_text(value)}"


def _several(value: Any) -> bool:
    return isinstance(value, (list, tuple, range, set, frozenset)) or type(value).__name__ == "ndarray"


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return _file(value)
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if value is None or isinstance(value, (bool, bytes)):
        raise TypeError(f"{value!r} is no argument of the command: expected a text, a number, a path or a mapping")
    return str(value)


def scratch() -> Path:
    """Returns a folder of this process for files that only the command reads; it goes when Python ends."""
    if not _folders:
        _folders.append(tempfile.mkdtemp(prefix="tailback-"))
        atexit.register(_remove, _folders[0], os.getpid())
    return Path(_folders[0])


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _file(mapping: Mapping[str, Any]) -> str:
    """Writes a mapping as a file of the command: JSON is YAML."""
    file = scratch() / f"python-{next(_numbers)}.yaml"
    file.write_text(json.dumps(_plain(mapping), indent=1, ensure_ascii=False), encoding="utf-8")
    return str(file)


#: keys of files whose values are files: there a mapping is one of its own
_FILES = {"platform", "platforms", "trace"}


def _plain(value: Any, key: str = "") -> Any:
    """Returns a value as JSON has it. A text that names a file here is its path, as the file lies elsewhere."""
    if isinstance(value, Mapping):
        return _file(value) if key in _FILES else {str(name): _plain(each, str(name)) for name, each in value.items()}
    if isinstance(value, os.PathLike):
        return os.path.abspath(value)
    if isinstance(value, str):
        kind, colon, parts = value.partition(":")
        if os.path.exists(value):
            return os.path.abspath(value)
        if key in _FILES and colon:  # extrapolate:cg-*,ranks=128 and hpl:HPL.dat
            return kind + colon + ",".join(os.path.abspath(x) if glob.glob(x) else x for x in parts.split(","))
        return value
    if _several(value):
        return [_plain(each, key) for each in value]
    return value.item() if hasattr(value, "item") else value
