"""The command: where it is, one run of it, and a process that stays."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Mapping, Sequence, Type, Union

PathLike = Union[str, "os.PathLike[str]"]
#: what stands where the command has a value: a mapping is written into a file of its own
Value = Union[None, str, int, float, "os.PathLike[str]", Mapping[str, Any], Sequence[Any], range]
#: one value or several
Many = Union[Value, Sequence[Value]]


class TailbackError(Exception):
    """The command did not do what it was asked. ``status`` is its exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class InputError(TailbackError, ValueError):
    """Bad input or usage, of the command (exit status 2) or where a program is written."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message, status)


class UnfinishedProgramError(TailbackError):
    """The program cannot finish, for example because of a deadlock: exit status 3."""


class CommandNotFoundError(TailbackError, FileNotFoundError):
    """There is no ``tailback`` command where it is looked for."""


def failure(message: str, status: int) -> TailbackError:
    """Returns the exception of an exit status."""
    kinds: Dict[int, Type[TailbackError]] = {2: InputError, 3: UnfinishedProgramError}
    kind = kinds.get(status, TailbackError)
    return kind(message.strip() or f"the command ended with status {status}", status)


def find_command() -> str:
    """Returns the command: ``TAILBACK_COMMAND``, that inside this package or beside its folder, or the one on the ``PATH``."""
    named = os.environ.get("TAILBACK_COMMAND")
    if named:
        return named
    here = Path(__file__).resolve()
    name = "bin/tailback.bat" if os.name == "nt" else "bin/tailback"
    inside = here.parent / "program" / name
    if inside.is_file():
        _restore_time(inside.parents[1] / "lib")
        return str(inside)
    root = here.parents[2]
    beside = root / (name if os.name == "nt" or (root / "lib").is_dir() else "tailback")
    if beside.is_file():
        return str(beside)
    found = shutil.which("tailback")
    if found is None:
        raise CommandNotFoundError("there is no tailback command on the PATH: set TAILBACK_COMMAND to its path", 1)
    return found


def _restore_time(folder: Path) -> None:
    """Gives the jar the time it was packed with: installers do not, and its cache of classes belongs to that time."""
    packed, jar = folder / "packed-at", folder / "tailback.jar"
    if packed.is_file():
        time = int(packed.read_text(encoding="ascii"))
        if int(jar.stat().st_mtime) != time:
            try:
                os.utime(jar, (time, time))
            except OSError:
                pass  # without the cache it starts as well


def main() -> None:
    """Runs the command with the arguments of this process, as ``python -m tailback`` does."""
    command = find_command()
    if os.name == "nt":
        sys.exit(subprocess.run([command, *sys.argv[1:]], check=False).returncode)
    os.execv(command, [command, *sys.argv[1:]])


def run_once(command: str, line: Sequence[str]) -> Any:
    """Runs the command in a process of its own and returns its JSON, or the text of another format."""
    other = any(word.startswith("--format") for word in line)
    done = subprocess.run(
        [command, *line, *([] if other else ["--format=json"])], capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise failure(_message(done.stderr), done.returncode)
    return done.stdout if other else json.loads(done.stdout)


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

    def usable(self, anywhere: bool = False) -> bool:
        """Returns whether the process runs, as a child of this process, in this folder or anywhere."""
        return self.owner == os.getpid() and (anywhere or self.folder == os.getcwd()) and self._process.poll() is None

    def run(self, line: Sequence[str]) -> Any:
        """Runs a command and returns its JSON. An interruption ends the process."""
        return self.ask({"command": list(line)})

    def ask(self, request: Mapping[str, Any]) -> Any:
        """Sends a request and returns its result."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._last += 1
        try:
            self._process.stdin.write(json.dumps({"id": self._last, **request}) + "\n")
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
