"""The command: where it is, how options become arguments, one run of it, and a process that stays."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Iterator, List, Mapping, Optional, Sequence, Union

PathLike = Union[str, "os.PathLike[str]"]


class TailbackError(Exception):
    """The command did not do what it was asked. ``status`` is its exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class InputError(TailbackError):
    """Bad input or usage: exit status 2."""


class UnfinishedProgramError(TailbackError):
    """The program cannot finish, for example because of a deadlock: exit status 3."""


def failure(message: str, status: int) -> TailbackError:
    """Returns the exception of an exit status."""
    kind = {2: InputError, 3: UnfinishedProgramError}.get(status, TailbackError)
    return kind(message.strip() or f"the command ended with status {status}", status)


def find_command() -> str:
    """Returns the command: ``TAILBACK_COMMAND``, that of the folder of this package, or the one on the ``PATH``."""
    named = os.environ.get("TAILBACK_COMMAND")
    if named:
        return named
    root = Path(__file__).resolve().parents[2]
    windows = root / "bin" / "tailback.bat"
    beside = windows if os.name == "nt" else root / "tailback"
    if beside.is_file():
        return str(beside)
    found = shutil.which("tailback")
    if found is None:
        raise FileNotFoundError("there is no tailback command on the PATH: set TAILBACK_COMMAND to its path")
    return found


def arguments(words: Sequence[Any], options: Mapping[str, Any]) -> List[str]:
    """Returns words and options as the command line has them.

    ``compute_speed="10Gf"`` is ``--compute-speed=10Gf``, True is the option alone, None and False leave it out, a list
    repeats it.
    """
    return [os.fspath(word) if isinstance(word, os.PathLike) else str(word) for word in words] + [
        argument for name, value in options.items() for argument in _option("--" + name.replace("_", "-"), value)
    ]


def _option(name: str, value: Any) -> Iterator[str]:
    if value is None or value is False:
        return
    if value is True:
        yield name
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _option(name, each)
    else:
        yield f"{name}={os.fspath(value) if isinstance(value, os.PathLike) else value}"


def run_once(command: str, line: Sequence[str]) -> Any:
    """Runs the command in a process of its own and returns its JSON."""
    done = subprocess.run([command, *line, "--format=json"], capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise failure(_message(done.stderr), done.returncode)
    return json.loads(done.stdout)


def _message(errors: str) -> str:
    """The command's last message in what it wrote to standard error, without what the JVM and others wrote before."""
    lines = errors.splitlines()
    starts = [i for i, line in enumerate(lines)
              if line.startswith("tailback: ") and not line.startswith("tailback: warning: ")]
    return "\n".join(lines[starts[-1]:])[len("tailback: "):] if starts else errors


class Server:
    """A process ``tailback serve``: only its first command pays for the start. One request at a time."""

    def __init__(self, command: str) -> None:
        self.folder = os.getcwd()
        self.owner = os.getpid()
        self._last = 0
        self._process = subprocess.Popen(
            [command, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")

    def usable(self) -> bool:
        """Returns whether the process runs, in this folder and as a child of this process."""
        return self.owner == os.getpid() and self.folder == os.getcwd() and self._process.poll() is None

    def run(self, line: Sequence[str]) -> Any:
        """Runs a command and returns its JSON. An interruption ends the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._last += 1
        try:
            self._process.stdin.write(json.dumps({"id": self._last, "command": list(line)}) + "\n")
            self._process.stdin.flush()
            for text in self._process.stdout:
                answer = json.loads(text)
                if answer["id"] == self._last and "status" in answer:
                    break
            else:
                raise TailbackError("the process of tailback serve ended before it answered", 1)
        except BrokenPipeError as broken:
            self.close()
            raise TailbackError("the process of tailback serve has ended", 1) from broken
        except BaseException:
            self.close()
            raise
        if answer["status"] != 0:
            raise failure(answer["error"]["message"], answer["status"])
        return answer["result"]

    def close(self) -> None:
        """Ends the process."""
        if self.owner != os.getpid():
            return
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    pass
