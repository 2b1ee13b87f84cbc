#!/usr/bin/env python3
"""Measures how time and memory grow with ranks, with messages in flight and with the length of a program, whole processes of generated programs:

    benchmarks/scaling.py [RUNS] [ranks|further|flight|length ...]

RUNS (1) is how often each run is made; the fastest counts. Writes docs/performance/scaling.csv (all scales, or only the lines of those named) and
the charts beside it. Needs python3 and the module benchmarks built:
    ./mvnw -q -Pbenchmarks -pl benchmarks -am -Dmaven.test.skip package
"""
import csv
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OUT = os.path.join(ROOT, "docs", "performance", "scaling.csv")
COLUMNS = ["scale", "axis", "series", "size", "messages", "seconds", "bytes"]


MAX_MIN = "model: max-min, bandwidth: 1.25 GB/s"
SMPI = "model: smpi, bandwidth: 1.25 GB/s, link-latency: 5 us"


FOLDER = tempfile.TemporaryDirectory()


def platform(nodes, network):
    cost = "smpi" if network == SMPI else "hockney"
    name = os.path.join(FOLDER.name, "platform.yaml")
    with open(name, "w") as file:
        file.write("cluster: {nodes: %d, cores-per-node: 1}\nnetwork: {%s}\n" % (nodes, network))
        file.write("cost: {model: %s, bandwidth: 1.25 GB/s, latency: 10 us}\n" % cost)
    return name


def schedule(pattern, ranks, size):
    """A binary GOAL file, written when its row's turn comes."""
    text = os.path.join(FOLDER.name, "schedule.goal")
    name = os.path.join(FOLDER.name, "schedule.bin")
    with open(text, "w") as file:
        subprocess.run([os.path.join(ROOT, "benchmarks", "goal-patterns.py"), pattern, str(ranks), str(size)], stdout=file, check=True)
    subprocess.run([os.path.join(ROOT, "tailback"), "convert", text, name], stdout=subprocess.DEVNULL, check=True)
    return name


def cases(scale):
    """(series, size, messages, program, options); two programs: what the second takes longer than the first, for the messages it has more"""
    if scale == "ranks":
        for power in range(10, 21, 2):
            ranks = 1 << power
            ring = "ring:ranks=%d,bytes=100kB,iterations=%d" % (ranks, (1 << 20) // ranks)
            for name, network in (("max-min", MAX_MIN), ("uncontended", "model: uncontended")):
                yield "ring under " + name, ranks, 1 << 20, ring, ["--platform", platform(ranks, network)]
            yield "dissemination under LogGOPS", ranks, ranks * power, schedule("dissemination", ranks, 8), ["--cost", "loggops"]
    elif scale == "further":
        for power in (10, 12, 14, 16, 18, 20):
            ranks = 1 << power
            iterations = max(16, (1 << 21) // ranks)
            ring = "ring:ranks=%d,bytes=100kB,iterations=" % ranks
            for name, network in (("max-min", MAX_MIN), ("uncontended", "model: uncontended")):
                few, many = ring + "1", ring + str(1 + iterations)
                yield "ring under " + name, ranks, ranks * iterations, (few, many), ["--platform", platform(ranks, network)]
    elif scale == "flight":
        for nodes in (8, 16, 32, 64, 128):
            pairs = "all-pairs:ranks=%d,bytes=1MB" % nodes
            for name, network in (("max-min", MAX_MIN), ("smpi", SMPI)):
                yield name, nodes * (nodes - 1), nodes * (nodes - 1), pairs, ["--platform", platform(nodes, network)]
            tree = ", ".join("{bandwidth: %g MB/s}" % (1250 * 1.5**height) for height in range(nodes.bit_length() - 1))
            yield "fair-tree", nodes * (nodes - 1), nodes * (nodes - 1), pairs, ["--platform", platform(nodes, "model: fair-tree, tree: [%s]" % tree)]
            for name in ("gigabit-ethernet", "infiniband"):
                yield name, nodes * (nodes - 1), nodes * (nodes - 1), pairs, ["--platform", platform(nodes, "model: " + name)]
    else:
        for iterations in (100, 1000, 10000, 100000):
            ring = "ring:ranks=64,bytes=100kB,iterations=%d" % iterations
            yield "ring of 64 under max-min", 64 * iterations, 64 * iterations, ring, ["--platform", platform(64, MAX_MIN)]


AXES = {"ranks": "ranks", "further": "ranks", "flight": "messages in flight at the start", "length": "messages of the program"}


def measured(program, options, runs):
    best = None
    for _ in range(runs):
        command = [os.path.join(ROOT, "tailback"), "replay", program, "--no-compare-uncontended"] + options
        began = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        if status != 0:
            sys.exit("failed: " + " ".join(command))
        if best is None or seconds < best[0]:
            best = (seconds, used.ru_maxrss * 1024)
    return best


def main():
    arguments = sys.argv[1:]
    runs = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 1
    scales = arguments or list(AXES)
    kept = []
    if os.path.exists(OUT):
        with open(OUT, newline="") as file:
            kept = [row for row in csv.DictReader(file) if row["scale"] not in scales]
    rows = kept
    subprocess.run([os.path.join(ROOT, "tailback"), "formats"], stdout=subprocess.DEVNULL, check=True)  # builds, if need be
    for scale in scales:
        for series, size, messages, program, options in cases(scale):
            before = 0
            if isinstance(program, tuple):
                before, _ = measured(program[0], options, runs)
                program = program[1]
            seconds, memory = measured(program, options, runs)
            seconds -= before
            print("%s %s %d: %d messages, %.2f s, %.0f MB" % (scale, series, size, messages, seconds, memory / 1e6), flush=True)
            rows.append(dict(zip(COLUMNS, (scale, AXES[scale], series, size, messages, "%.3f" % seconds, memory))))
    os.makedirs(os.path.dirname(OUT), exist_ok=True)
    with open(OUT, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    jar = os.path.join(ROOT, "benchmarks", "target", "benchmarks.jar")
    subprocess.run(["java", "-cp", jar, "org.tailback.benchmarks.scaling.ScalingCharts", OUT], check=True)


main()
