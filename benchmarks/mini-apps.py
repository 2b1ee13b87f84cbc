#!/usr/bin/env python3
"""Predicted and measured mini-apps on a Cray XC50: benchmarks/mini-apps.py [FILE [PLATFORM [FITTED [MACHINE]]]].

FILE is a table of runs (../shared/measured/mini-apps/miniapps.csv) with the program's own profile, PLATFORM swan, FITTED
the largest number of nodes whose runs the spread of computation is fitted to (4), MACHINE one of the table (bdw22-swan).
TAILBACK is the command, ./tailback by default. Computation is put in as measured: of the run itself for TeaLeaf, of the
fewest nodes for CloverLeaf and SNAP.

Three numbers of TeaLeaf are fitted to 1 to FITTED nodes: how much longer a computation may take at some rank (a delay
between 0 and D, all as likely), to the dot products; the time of packing a message and of a cell in it, to what the
halo exchange then lacks.
"""
import collections
import csv
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
table = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root.parent / "shared/measured/mini-apps/miniapps.csv")
platform = sys.argv[2] if len(sys.argv) > 2 else "swan"
fitted = int(sys.argv[3]) if len(sys.argv) > 3 else 4
machine = sys.argv[4] if len(sys.argv) > 4 else "bdw22-swan"
tailback = os.environ.get("TAILBACK", root / "tailback")
work = pathlib.Path(tempfile.mkdtemp())
ITERATIONS = 20


def replay(program, ranks_per_node, *more):
    command = [tailback, "replay", program, "--platform", platform, "--ranks-per-node", str(ranks_per_node)]
    result = subprocess.run([*command, "--format", "json", *more], capture_output=True, check=True)
    return json.loads(result.stdout)


def runs(app):
    found = collections.defaultdict(list)
    with open(table) as rows:
        for row in csv.DictReader(rows):
            if row["app"] == app and row["platform"] == machine and row["tasks"]:
                row["profile"] = dict(part.split("=") for part in row["detail"].split(";") if part)
                found[int(row["nodes"])].append(row)
    return dict(sorted(found.items()))


def mean(rows, value):
    return statistics.mean(value(row) for row in rows)


def per_iteration(rows, part):
    return mean(rows, lambda row: float(row["profile"][part]) / int(row["iterations"]))


class TeaLeaf:
    """Runs of one number of nodes, in seconds an iteration."""

    def __init__(self, rows):
        self.ranks = int(rows[0]["tasks"])
        self.ranks_per_node = self.ranks // int(rows[0]["nodes"])
        self.solve, self.halo, self.dot = (
            per_iteration(rows, part) for part in ("Tea Solve", "MPI Halo Exchange", "Dot Product"))
        self.total = mean(rows, lambda row: float(row["wall_s"]) / int(row["iterations"]))

    def predicted(self, delay, packing=(0, 0)):
        """Returns seconds an iteration: all, halo exchange with packing, dot products."""
        timeline = work / "timeline.csv"
        cell = self.solve * self.ranks / 4000**2
        program = (f"cg:grid=4000x4000,ranks={self.ranks},iterations={ITERATIONS},compute-per-cell={cell!r},"
                   f"reductions=2,pack-per-message={packing[0]!r},pack-per-cell={packing[1]!r}")
        steps = work / "steps.csv"
        # measured steps as they would be: a third of the computation, which contains a delay
        step = [max(0, self.solve / 3 + delay * ((i + 0.5) / 1000 - 0.5)) for i in range(1000)]
        steps.write_text("seconds\n" + "\n".join(map(repr, step)))
        spread = ("--jitter", f"fitted:{steps}") if delay else ()
        makespan = replay(program, self.ranks_per_node, "--timeline", timeline, *spread)["makespan"] / ITERATIONS
        with open(timeline) as rows:
            dot = sum(float(row["end"]) - float(row["begin"])
                      for row in csv.DictReader(line for line in rows if line.startswith(("kind", "collective"))))
        dot /= self.ranks * ITERATIONS
        return makespan, makespan - self.solve - dot, dot

    def packed(self):
        """Returns messages packed and unpacked by a rank and the cells in them, on average over the ranks."""
        rows = max(r for r in range(1, math.isqrt(self.ranks) + 1) if self.ranks % r == 0)
        columns = self.ranks // rows
        across, along = 4 * (columns - 1) * rows / self.ranks, 4 * columns * (rows - 1) / self.ranks
        return across + along, across * (4000 / rows + 2) + along * (4000 / columns + 2)


def fit(known):
    delay, packing = 0.0, (0.0, 0.0)
    for _ in range(2):
        low, high = 0.0, 200e-6
        for _ in range(7):
            delay = (low + high) / 2
            short = sum(case.predicted(delay, packing)[2] - case.dot for case in known) < 0
            low, high = (delay, high) if short else (low, delay)
        # least squares of what the halo exchange lacks over messages and cells, neither below 0
        lacks = [case.halo - case.predicted(delay)[1] for case in known]
        xs, ys = zip(*(case.packed() for case in known))
        xx, xy, yy = (sum(a * b for a, b in zip(*pair)) for pair in ((xs, xs), (xs, ys), (ys, ys)))
        xl, yl = (sum(a * b for a, b in zip(side, lacks)) for side in (xs, ys))
        determinant = xx * yy - xy * xy
        packing = ((xl * yy - yl * xy) / determinant, (yl * xx - xl * xy) / determinant)
        if min(packing) < 0:
            packing = (max(0, xl / xx), 0.0) if packing[1] < 0 else (0.0, max(0, yl / yy))
    return delay, packing


def tealeaf():
    cases = {nodes: TeaLeaf(rows) for nodes, rows in runs("tealeaf").items()}
    delay, packing = fit([case for nodes, case in cases.items() if nodes <= fitted])
    print("TeaLeaf, us an iteration: all, halo exchange, dot products")
    print(f"fitted to {fitted} nodes and fewer: delays up to {1e6 * delay:.1f} us, packing {1e6 * packing[0]:.2f} us a"
          f" message and {1e9 * packing[1]:.2f} ns a cell")
    print("nodes            measured                     predicted                 with what is fitted")
    for nodes, case in cases.items():
        text = f"{nodes:5d}"
        measured = (case.total, case.halo, case.dot)
        for all_of_it, halo, dot in (measured, case.predicted(0), case.predicted(delay, packing)):
            text += f"   {1e6 * all_of_it:9.1f} {1e6 * halo:7.1f} {1e6 * dot:7.1f}"
        print(text, flush=True)


def cloverleaf():
    cases = runs("cloverleaf")
    time = {nodes: mean(rows, lambda row: float(row["wall_s"]) / int(row["iterations"])) for nodes, rows in cases.items()}
    first = min(cases)
    cell = time[first] * int(cases[first][0]["tasks"]) / 15360**2
    print("CloverLeaf, ms a step, computation of the fewest nodes")
    for nodes, rows in cases.items():
        ranks = int(rows[0]["tasks"])
        program = f"hydro:grid=15360x15360,ranks={ranks},fields=3,steps=10,compute-per-cell={cell!r}"
        predicted = replay(program, ranks // nodes)["makespan"] / 10
        print(f"{nodes:5d}  measured {1e3 * time[nodes]:8.2f}  predicted {1e3 * predicted:8.2f}"
              f"  {100 * (predicted / time[nodes] - 1):+.1f} %", flush=True)


def snap():
    cases = runs("snap")
    sweeps = {nodes: mean(rows, lambda row: float(row["profile"]["Transport Sweeps"])) for nodes, rows in cases.items()}

    def predicted(rows, block, threads):
        profile = rows[0]["profile"]
        # 251 sweeps of one of the 32 groups are eight of all
        return replay(f"kba:px={profile['npey']},py={profile['npez']},planes={1024 // 16},groups={rounds},angles=136,"
                      f"bytes={threads * 16 * 12 * 8},compute={block / 136!r},iterations=8",
                      int(rows[0]["tasks"]) // int(rows[0]["nodes"]))["makespan"]

    first = min(cases)
    rounds = math.ceil(32 / int(cases[first][0]["threads"]))
    print("SNAP, s in transport sweeps, computation of the fewest nodes")
    for threads, name in ((32 // rounds, "messages of all threads at once"), (1, "messages of a thread alone")):
        beside = predicted(cases[first], 0, threads)
        block = (sweeps[first] - beside) / (predicted(cases[first], 1, threads) - beside)
        print(name)
        for nodes, rows in cases.items():
            seconds = predicted(rows, block, threads)
            print(f"{nodes:5d}  measured {sweeps[nodes]:6.2f}  predicted {seconds:6.2f}"
                  f"  {100 * (seconds / sweeps[nodes] - 1):+.1f} %", flush=True)


tealeaf()
cloverleaf()
snap()
