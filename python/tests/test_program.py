"""Tests of programs that are written in Python."""

from __future__ import annotations

import gzip
import tempfile
import unittest
from pathlib import Path

from support import InSources, needs

import tailback
from tailback import ANY, Program

#: alone, a message takes 10 us + bytes / 1 GB/s
STAR = {"cluster": {"nodes": 4}, "network": {"model": "max-min", "bandwidth": "1 GB/s"},
        "cost": {"model": "plogp", "latency": "10 us", "bandwidth": "1 GB/s"}}


def text(program):
    with tempfile.TemporaryDirectory() as folder:
        return program.save(Path(folder, "p.tailback")).read_text()


class ProgramTest(InSources):
    def test_methods_write_the_example_of_the_format(self):
        program = Program(ranks=3)
        ends = program.communicator([0, 2])
        for rank, (before, after) in zip(program, [(2, 1), (0, 2), (1, 0)]):
            rank.compute([2e-3, "1 ms", 0.003][rank.number])
            requests = [rank.irecv(before, "64 KiB", tag=7),
                        rank.isend(after, 65536, tag=7, mode="synchronous" if rank.number == 1 else "standard")]
            if rank.number != 1:
                requests.append(rank.collective("allreduce", 8, comm=ends, work="10 us", begin=True))
            rank.wait(*requests)
            if rank.number == 0:
                rank.probe(ANY, tag=ANY)
                rank.recv(ANY, 1024, tag=ANY)
                rank.recv(ANY, 1024, tag=ANY)
            else:
                rank.send(0, "1 KiB", tag=10 + rank.number)
            rank.barrier()

        lines = Path("traces/examples/exchange-3.tailback").read_text().splitlines()
        expected = [line.split(" ")[0] if line.startswith("end") else line for line in lines
                    if line and not line.startswith(("#", "note", "communicators"))]
        self.assertEqual(text(program).replace("1e-05", "0.00001").splitlines(), expected)
        self.assertEqual(tailback.replay(program, platform="star-10g").makespan,
                         tailback.replay("traces/examples/exchange-3.tailback", platform="star-10g").makespan)

    def test_message_takes_latency_and_size_over_bandwidth(self):
        program = Program(ranks=2)
        program[0].compute("2 ms")
        program[0].send(1, "3 MB")
        program[1].recv(0, 3_000_000)

        self.assertAlmostEqual(tailback.replay(program, platform=STAR).makespan, 2e-3 + 10e-6 + 3e-3, places=12)

    def test_generator_and_function_and_ranks_are_the_same_program(self):
        def steps(rank):
            for _ in range(3):
                rank.compute(1e-3)
                rank.allreduce(8)
                yield

        def at_once(rank):
            for _ in steps(rank):
                pass

        program = Program(ranks=4)
        for rank in program:
            at_once(rank)
        self.assertEqual(text(Program(4, steps)), text(program))
        self.assertEqual(text(Program(4, at_once)), text(program))
        with self.assertRaisesRegex(TypeError, "made when it is written"):
            Program(4, steps)[0]

    def test_program_that_grows_is_written_again(self):
        program = Program(ranks=2, name="growing")
        for rank in program:
            rank.compute(1)
        first = tailback.replay(program, platform="star-10g")
        for rank in program:
            rank.compute(0.5)

        self.assertEqual((first.makespan, tailback.replay(program, platform="star-10g").makespan), (1, 1.5))
        self.assertTrue(first.trace.endswith("growing"))

    def test_sizes_in_units(self):
        program = Program(ranks=2)
        for size in ["1 KiB", "64kB", "1.5 MiB", "2GB", "17", 5, 8.0]:
            program[0].send(1, size)
        self.assertEqual([line.split(" ")[2] for line in text(program).splitlines() if line.startswith("send")],
                         ["1024", "64000", "1572864", "2000000000", "17", "5", "8"])

    @needs("numpy")
    def test_sizes_of_numpy(self):
        import numpy
        program = Program(ranks=numpy.int64(2))
        for size in [numpy.int32(7), numpy.float64(8), numpy.zeros((3, 4)), numpy.array(9)]:
            program[0].send(numpy.int64(1), size, tag=numpy.int64(3))
        program[0].compute(numpy.float32(0.5))
        lines = text(program).splitlines()
        self.assertEqual([line for line in lines if line.startswith("send")],
                         [f"send 1 {size} tag 3" for size in (7, 8, 96, 9)])
        self.assertIn("compute 0.5", lines)

    def test_number_of_a_request_that_is_over_is_used_again(self):
        program = Program(ranks=1)
        rank = program[0]
        first, second = rank.irecv(0, 1), rank.isend(0, 1)
        rank.wait(first)
        third = rank.irecv(0, 1)
        rank.wait(first, second, third)

        self.assertEqual(text(program).splitlines()[3:-1],
                         ["irecv 0 0 1", "isend 1 0 1", "wait 0", "irecv 0 0 1", "waitall 1 0"])

    def test_vector_collectives_have_the_sum(self):
        program = Program(ranks=2)
        for rank in program:
            rank.alltoallv(send=[1, 2], receive=[1, "1 KiB"])
            rank.allgatherv([3, 4])
        self.assertIn("alltoallv 3 send 1 2 receive 1 1024\nallgatherv 7 receive 3 4\n", text(program))
        with self.assertRaisesRegex(ValueError, "a size for each of 2 ranks, found 1"):
            program[0].allgatherv([3])

    def test_compressed_has_the_same_bytes_each_time(self):
        program = Program(ranks=2)
        with tempfile.TemporaryDirectory() as folder:
            files = [program.save(Path(folder, name)).read_bytes() for name in ("a.gz", "b.gz")]
        self.assertEqual(files[0], files[1])
        self.assertEqual(gzip.decompress(files[0]).decode(), text(program))

    def test_mistakes_are_told_where_they_are_made(self):
        program = Program(ranks=2)
        rank = program[0]
        for words, call in [
                ("a rank of 0 to 1, found 2", lambda: rank.send(2, 1)),
                ("a size of 0 to 9223372036854775807, found -1", lambda: rank.send(1, -1)),
                ("whole number as size, found 1.5", lambda: rank.send(1, 1.5)),
                ("a size such as 64 KiB or 1 MB, found '3 parsecs'", lambda: rank.send(1, "3 parsecs")),
                ("a time such as 20 us or 1.5 ms, found '3'", lambda: rank.compute("3")),
                ("seconds >= 0, found -1", lambda: rank.compute(-1)),
                ("seconds >= 0, found nan", lambda: rank.compute(float("nan"))),
                ("a rank of 0 to 1, found", lambda: rank.recv(-1, 1)),
                ("whole number as rank, found 'any'", lambda: rank.send(ANY, 1)),
                ("cannot be waited for by <rank 1 of 2>", lambda: program[1].wait(rank.irecv(1, 1))),
                ("expected a request, as isend and irecv return it, found 'x'", lambda: rank.wait("x")),
                ("expected a request, as isend and irecv return it, found 3", lambda: rank.wait([3])),
                ("is not in the communicator", lambda: rank.barrier(program.communicator([1]))),
                ("the mode standard, synchronous", lambda: rank.send(1, 1, mode="loud")),
                ("number of ranks of 1 to", lambda: Program(0)),
                ("a name of letters", lambda: Program(1, name="../x"))]:
            with self.subTest(words), self.assertRaisesRegex(tailback.InputError, words):
                call()


if __name__ == "__main__":
    unittest.main()
