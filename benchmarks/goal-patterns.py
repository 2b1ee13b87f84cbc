#!/usr/bin/env python3
"""Prints a regular communication pattern as a GOAL schedule: benchmarks/goal-patterns.py PATTERN …

  dissemination RANKS BYTES    round k: send to rank + 2^k, receive from rank - 2^k; a round waits for the receive of the one before
  broadcast RANKS BYTES        binomial tree from rank 0, counted from the lowest bit
  ring RANKS BYTES             all-reduce: 2 (RANKS - 1) steps of blocks of BYTES / RANKS, a tag per step
  alltoall RANKS BYTES         linear: all sends and receives at once
  halo ITERATIONS BYTES NANOSECONDS X [Y …]   a calculation, then a message to each neighbour of a periodic grid
"""
import sys


def steps(rank, ranks, size, distances, tagged=False, chained=True):
    for step, distance in enumerate(distances):
        tag = " tag %d" % step if tagged else ""
        yield "l%d: send %db to %d%s" % (2 * step, size, (rank + distance) % ranks, tag)
        yield "l%d: recv %db from %d%s" % (2 * step + 1, size, (rank - distance) % ranks, tag)
        if chained and step > 0:
            yield "l%d requires l%d" % (2 * step, 2 * step - 1)


def broadcast(rank, ranks, size):
    first = 1 << rank.bit_length()
    label = 0
    if rank > 0:
        yield "l0: recv %db from %d" % (size, rank - first // 2)
        label = 1
    while rank + first < ranks:
        yield "l%d: send %db to %d" % (label, size, rank + first)
        if rank > 0:
            yield "l%d requires l0" % label
        label += 1
        first *= 2


def neighbours(rank, extents):
    stride = 1
    for extent in extents:
        coordinate = rank // stride % extent
        for moved in ((coordinate + 1) % extent, (coordinate - 1) % extent):
            yield rank + (moved - coordinate) * stride
        stride *= extent


def halo(rank, iterations, size, nanoseconds, extents):
    peers = list(neighbours(rank, extents))
    count = len(peers)
    each = 1 + 2 * count
    for iteration in range(iterations):
        first = iteration * each
        yield "l%d: calc %d" % (first, nanoseconds)
        for before in range(first - 2 * count, first) if iteration else ():
            yield "l%d requires l%d" % (first, before)
        for k, peer in enumerate(peers):
            yield "l%d: send %db to %d tag %d" % (first + 1 + k, size, peer, 64 * iteration + k)
        for k, peer in enumerate(peers):
            yield "l%d: recv %db from %d tag %d" % (first + 1 + count + k, size, peer, 64 * iteration + (k ^ 1))
        for operation in range(first + 1, first + each):
            yield "l%d requires l%d" % (operation, first)


def main(pattern, *numbers):
    numbers = [int(number) for number in numbers]
    ranks, size = numbers[0], numbers[1]
    if pattern == "halo":
        extents = numbers[3:]
        ranks = 1
        for extent in extents:
            ranks *= extent
    lines = {
        "dissemination": lambda rank: steps(rank, ranks, size, [1 << k for k in range((ranks - 1).bit_length())]),
        "ring": lambda rank: steps(rank, ranks, size // ranks, [1] * (2 * (ranks - 1)), tagged=True),
        "alltoall": lambda rank: steps(rank, ranks, size, range(1, ranks), chained=False),
        "broadcast": lambda rank: broadcast(rank, ranks, size),
        "halo": lambda rank: halo(rank, numbers[0], size, numbers[2], extents),
    }[pattern]
    out = sys.stdout
    out.write("num_ranks %d\n" % ranks)
    for rank in range(ranks):
        out.write("rank %d {\n" % rank)
        out.writelines(line + "\n" for line in lines(rank))
        out.write("}\n")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
