"""Programs written in Python: what each rank computes, sends and receives, as a trace of the native format."""

from __future__ import annotations

import gzip
import heapq
import io
import math
import operator
import os
import re
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, TextIO, Tuple, Union

from ._arguments import scratch
from ._command import InputError

#: receives and probes take a message of any rank or any tag
ANY = "any"

#: bytes: a number (also NumPy's), a text such as "64 KiB", or an array, which has its ``nbytes``
Size = Any
#: seconds: a number, or a text such as "20 us"
Seconds = Union[float, str]

_POWERS = {"": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4}
_UNITS = {"s": Fraction(1), "ms": Fraction(1, 10**3), "us": Fraction(1, 10**6), "ns": Fraction(1, 10**9)}


def _bytes(size: Size) -> int:
    if isinstance(size, str):
        found = re.fullmatch(r"\s*([0-9.]+)\s*([kKMGT]?)(i?)B?\s*", size)
        if not found or (found[3] and not found[2]):
            raise InputError(f"expected a size such as 64 KiB or 1 MB, found {size!r}")
        number: Any = Fraction(found[1]) * (1024 if found[3] else 1000) ** _POWERS[found[2]]
    elif hasattr(size, "nbytes") and getattr(size, "ndim", 0) > 0:
        number = size.nbytes
    else:
        number = size
    return _whole("size", number, 0, 2**63 - 1)


def _whole(what: str, number: Any, least: int, most: int) -> int:
    try:
        whole = int(number) if number == int(number) and not isinstance(number, str) else operator.index(number)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"expected a whole number as {what}, found {number!r}") from None
    if not least <= whole <= most:
        raise InputError(f"expected a {what} of {least} to {most}, found {number!r}")
    return whole


def _seconds(time: Seconds) -> float:
    if isinstance(time, str):
        found = re.fullmatch(r"\s*([0-9.eE+-]+)\s*(s|ms|us|ns)\s*", time)
        if not found:
            raise InputError(f"expected a time such as 20 us or 1.5 ms, found {time!r}")
        time = float(Fraction(found[1]) * _UNITS[found[2]])
    seconds = float(time)
    if not (math.isfinite(seconds) and seconds >= 0):
        raise InputError(f"expected seconds >= 0, found {time!r}")
    return seconds


class Request:
    """What ``isend``, ``irecv`` and non-blocking collectives return, for a later wait of the same rank."""

    __slots__ = ("number", "rank", "over")

    def __init__(self, rank: Rank, number: int) -> None:
        self.rank = rank
        self.number = number
        self.over = False


class Communicator:
    """Some ranks of a program, in their order, for collective operations and to keep messages apart."""

    def __init__(self, number: int, ranks: Tuple[int, ...]) -> None:
        self.number = number
        self.ranks = ranks

    def __len__(self) -> int:
        return len(self.ranks)


class Rank:
    """One rank of a :class:`Program`; its methods add operations to it, in the order of the calls.

    Sizes are bytes, times seconds. Destinations and sources are ranks of the whole program, roots positions in the
    communicator.
    """

    def __init__(self, program: Program, number: int) -> None:
        self.program = program
        #: its number, from 0
        self.number = number
        self._lines: List[str] = []
        self._free: List[int] = []
        self._requests = 0
        self._known: Dict[int, bool] = {}

    @property
    def size(self) -> int:
        """Number of ranks of the program."""
        return len(self.program)

    def __index__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"<rank {self.number} of {self.size}>"

    def compute(self, seconds: Seconds) -> None:
        """Computes for some time."""
        self._add(f"compute {_seconds(seconds)!r}")

    def kernel(self, name: str, m: int, n: int, k: int) -> None:
        """Calls a kernel such as dgemm with its sizes, which takes what the platform says."""
        self._add(f"kernel {name} {' '.join(str(_whole('size', each, 0, 2**63 - 1)) for each in (m, n, k))}")

    def send(self, destination: int, size: Size, *, tag: int = 0, comm: Optional[Communicator] = None,
             mode: str = "standard") -> None:
        """Sends a message and waits until its buffer is free again."""
        self._add(f"send {self._peer(destination)} {_bytes(size)}{self._envelope(tag, comm, mode)}")

    def recv(self, source: Union[int, str], size: Size, *, tag: Union[int, str] = 0,
             comm: Optional[Communicator] = None) -> None:
        """Receives a message of at most that size."""
        self._add(f"recv {self._peer(source, True)} {_bytes(size)}{self._envelope(tag, comm)}")

    def isend(self, destination: int, size: Size, *, tag: int = 0, comm: Optional[Communicator] = None,
              mode: str = "standard") -> Request:
        """Begins to send a message."""
        rest = f"{self._peer(destination)} {_bytes(size)}{self._envelope(tag, comm, mode)}"
        return self._begin("isend", rest)

    def irecv(self, source: Union[int, str], size: Size, *, tag: Union[int, str] = 0,
              comm: Optional[Communicator] = None) -> Request:
        """Begins to receive a message."""
        return self._begin("irecv", f"{self._peer(source, True)} {_bytes(size)}{self._envelope(tag, comm)}")

    def sendrecv(self, destination: int, size: Size, source: int, receive_size: Size = None, *, tag: int = 0,
                 comm: Optional[Communicator] = None) -> None:
        """Sends a message and receives another at the same time, by default of the same size."""
        received = self.irecv(source, size if receive_size is None else receive_size, tag=tag, comm=comm)
        self.wait(received, self.isend(destination, size, tag=tag, comm=comm))

    def probe(self, source: Union[int, str], *, tag: Union[int, str] = 0, comm: Optional[Communicator] = None) -> None:
        """Waits until a message could be received."""
        self._add(f"probe {self._peer(source, True)}{self._envelope(tag, comm)}")

    def wait(self, *requests: Union[Request, Iterable[Request]]) -> None:
        """Waits for one request, or for all of several."""
        waited = self._several(requests)
        if waited:
            self._add(f"{'wait' if len(waited) == 1 else 'waitall'} {' '.join(str(each.number) for each in waited)}")
        for each in waited:
            each.over = True
            heapq.heappush(self._free, each.number)

    def waitall(self, requests: Iterable[Request]) -> None:
        """Waits for all requests."""
        self.wait(requests)

    def waitany(self, requests: Iterable[Request]) -> None:
        """Waits until one of the requests has ended. Which one depends on the platform: wait for all of them later."""
        self._add(f"waitany {' '.join(str(each.number) for each in self._several([requests]))}")

    def waitsome(self, requests: Iterable[Request]) -> None:
        """Waits until at least one of the requests has ended; wait for all of them later."""
        self._add(f"waitsome {' '.join(str(each.number) for each in self._several([requests]))}")

    def barrier(self, comm: Optional[Communicator] = None) -> None:
        """Waits for all."""
        self.collective("barrier", 0, comm=comm)

    def bcast(self, size: Size, root: int = 0, comm: Optional[Communicator] = None) -> None:
        """Sends the root's buffer to all."""
        self.collective("bcast", size, root=root, comm=comm)

    def reduce(self, size: Size, root: int = 0, comm: Optional[Communicator] = None) -> None:
        """Combines the buffers of all at the root."""
        self.collective("reduce", size, root=root, comm=comm)

    def allreduce(self, size: Size, comm: Optional[Communicator] = None) -> None:
        """Combines the buffers of all at all."""
        self.collective("allreduce", size, comm=comm)

    def gather(self, size: Size, root: int = 0, comm: Optional[Communicator] = None) -> None:
        """Collects buffers of that size of each at the root."""
        self.collective("gather", size, root=root, comm=comm)

    def scatter(self, size: Size, root: int = 0, comm: Optional[Communicator] = None) -> None:
        """Spreads buffers of that size for each from the root."""
        self.collective("scatter", size, root=root, comm=comm)

    def allgather(self, size: Size, comm: Optional[Communicator] = None) -> None:
        """Collects buffers of that size of each at all."""
        self.collective("allgather", size, comm=comm)

    def alltoall(self, size: Size, comm: Optional[Communicator] = None) -> None:
        """Exchanges buffers of that size between each two."""
        self.collective("alltoall", size, comm=comm)

    def alltoallv(self, send: Sequence[Size], receive: Sequence[Size], comm: Optional[Communicator] = None) -> None:
        """Exchanges buffers: sizes to each and from each, in the order of the communicator."""
        self.collective("alltoallv", None, send=send, receive=receive, comm=comm)

    def allgatherv(self, receive: Sequence[Size], comm: Optional[Communicator] = None) -> None:
        """Collects buffers at all: sizes of each, in the order of the communicator."""
        self.collective("allgatherv", None, receive=receive, comm=comm)

    def reduce_scatter_block(self, size: Size, comm: Optional[Communicator] = None) -> None:
        """Combines the buffers of all; each keeps a part of that size."""
        self.collective("reducescatterblock", size, comm=comm)

    def scan(self, size: Size, comm: Optional[Communicator] = None) -> None:
        """Combines the buffers of those before and of the rank itself."""
        self.collective("scan", size, comm=comm)

    def collective(self, kind: str, size: Size, *, root: Optional[int] = None, comm: Optional[Communicator] = None,
                   send: Optional[Sequence[Size]] = None, receive: Optional[Sequence[Size]] = None,
                   work: Seconds = 0, begin: bool = False) -> Optional[Request]:
        """Adds any collective operation of the native format; with ``begin`` its non-blocking form, as a request.

        Without a size it is the sum of what is sent, or of what is received if nothing is said about that. ``work`` is
        computation after the communication.
        """
        counts = [("send", send), ("receive", receive)]
        known = [[_bytes(each) for each in sizes] for _, sizes in counts if sizes is not None]
        size = sum(known[0]) if size is None and known else _bytes(size)
        members = len(comm) if comm else self.size
        words = [str(size)]
        if root is not None:
            words.append(f"root {_whole('root', root, 0, members - 1)}")
        if comm:
            words.append(f"on {self._communicator(comm)}")
        for name, sizes in counts:
            if sizes is not None:
                if len(sizes) != members:
                    raise InputError(f"expected a size for each of {members} ranks, found {len(sizes)}")
                words.append(f"{name} {' '.join(str(_bytes(each)) for each in sizes)}")
        if work:
            words.append(f"work {_seconds(work)!r}")
        if begin:
            return self._begin("i" + kind, " ".join(words))
        self._add(f"{kind} {' '.join(words)}")
        return None

    def _begin(self, kind: str, rest: str) -> Request:
        number = heapq.heappop(self._free) if self._free else self._requests
        self._requests = max(self._requests, number + 1)
        self._add(f"{kind} {number} {rest}")
        return Request(self, number)

    def _add(self, line: str) -> None:
        self._lines.append(line)
        self.program._changes += 1

    def _several(self, requests: Iterable[Union[Request, Iterable[Request]]]) -> List[Request]:
        """The requests that are not over, each once: MPI's null requests are left out."""
        found: Dict[int, Request] = {}
        for each in requests:
            for request in each if isinstance(each, Iterable) and not isinstance(each, str) else [each]:
                if not isinstance(request, Request):
                    raise InputError(f"expected a request, as isend and irecv return it, found {request!r}")
                if request.rank is not self:
                    raise InputError(f"a request of {request.rank!r} cannot be waited for by {self!r}")
                if not request.over:
                    found[request.number] = request
        return list(found.values())

    def _peer(self, number: Union[int, str], receives: bool = False) -> Union[int, str]:
        return ANY if receives and number == ANY else _whole("rank", number, 0, self.size - 1)

    def _envelope(self, tag: Union[int, str], comm: Optional[Communicator], mode: str = "standard") -> str:
        if mode not in ("standard", "synchronous", "buffered", "ready"):
            raise InputError(f"expected the mode standard, synchronous, buffered or ready, found {mode!r}")
        words = "" if tag == 0 else f" tag {tag if tag == ANY else _whole('tag', tag, 1 - 2**31, 2**31 - 1)}"
        if comm:
            words += f" on {self._communicator(comm)}"
        return words if mode == "standard" else f"{words} mode {mode}"

    def _communicator(self, comm: Communicator) -> int:
        if comm.number not in self._known:
            if self.number not in comm.ranks:
                raise InputError(f"{self!r} is not in the communicator of {comm.ranks}")
            self._known[comm.number] = True
            self._add(f"communicator {comm.number} {' '.join(map(str, comm.ranks))}")
        return comm.number


class Program:
    """A message-passing program for every function that takes a trace.

    Add operations to its ranks one by one, or give a function that says what a rank does::

        program = Program(ranks=128)
        for rank in program:
            rank.compute("1 ms")
            rank.sendrecv((rank.number + 1) % 128, "64 KiB", (rank.number - 1) % 128)
        tailback.replay(program, platform="leonardo")

        def body(rank):
            for step in range(1000):
                rank.compute(1e-3)
                rank.allreduce(8)
                yield

        Program(ranks=128, body=body)

    Args:
        ranks: how many there are, at least 1
        body: called with each rank in turn when the program is written. Where it is a generator, what it has added is
            written at each ``yield``, so that a long program needs little memory.
        name: of the program in results, and of the file that the command reads
    """

    def __init__(self, ranks: int, body: Optional[Callable[[Rank], Any]] = None, *, name: str = "program") -> None:
        if not re.fullmatch(r"[\w-][\w.-]*", name):
            raise InputError(f"expected a name of letters, digits, '.', '_' and '-', found {name!r}")
        self.name = name
        self._count = _whole("number of ranks", ranks, 1, 2**31 - 1)
        self._body = body
        self._ranks = [] if body else [Rank(self, number) for number in range(self._count)]
        self._communicators: Dict[Tuple[int, ...], Communicator] = {}
        self._changes = 0
        self._saved: Tuple[int, Optional[Path]] = (-1, None)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Rank:
        if self._body:
            raise TypeError("the ranks of a program with a body are made when it is written")
        return self._ranks[number]

    def __iter__(self) -> Iterator[Rank]:
        return (self[number] for number in range(self._count))

    def communicator(self, ranks: Iterable[int]) -> Communicator:
        """Returns the communicator of these ranks, in this order."""
        members = tuple(_whole("rank", rank, 0, self._count - 1) for rank in ranks)
        if len(set(members)) != len(members) or not members:
            raise InputError(f"expected different ranks, found {members}")
        return self._communicators.setdefault(members, Communicator(len(self._communicators) + 1, members))

    def save(self, path: Union[str, os.PathLike[str]]) -> Path:
        """Writes the program as a file of the native format, compressed if its name ends with .gz."""
        file = Path(path)
        if file.suffix == ".gz":
            # no time and no name inside: same program, same bytes
            with open(file, "wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
                with io.TextIOWrapper(packed, encoding="ascii", newline="\n") as out:
                    self._write(out)
        else:
            with open(file, "w", encoding="ascii", newline="\n") as out:
                self._write(out)
        return file

    def __fspath__(self) -> str:
        """The program as a file that goes when Python ends; written again if it has changed."""
        at, file = self._saved
        if file is None or (at != self._changes and not self._body):
            if file is None:
                file = Path(tempfile.mkdtemp(dir=scratch()), self.name)
            self.save(file)
            self._saved = (self._changes, file)
        return str(file)

    def _write(self, out: TextIO) -> None:
        out.write(f"tailback-trace 1\nranks {self._count}\n")
        for number in range(self._count):
            out.write(f"rank {number}\n")
            if self._body:
                rank = Rank(self, number)
                steps = self._body(rank)
                for _ in steps if hasattr(steps, "__next__") else ():
                    out.writelines(line + "\n" for line in rank._lines)
                    rank._lines.clear()
            else:
                rank = self._ranks[number]
            out.writelines(line + "\n" for line in rank._lines)
            out.write("end\n")
