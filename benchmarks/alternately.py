#!/usr/bin/env python3
"""Runs commands in turns as whole processes and compares the others with the first.

    benchmarks/alternately.py RUNS NAME=COMMAND [NAME=COMMAND ...]

Each command is a line for the shell; its output goes to NAME.out in the present folder. Of RUNS rounds, each of which runs every command once, it prints the
median and the range of the wall time, of the CPU time (user and system, with children) and of the largest resident memory; and for every command but
the first, the median and the range of (its figure / the figure of the first in the same round). A command that fails ends it.
"""
import os
import statistics
import subprocess
import sys
import time

FIGURES = (("wall", "s", "%.2f"), ("CPU", "s", "%.2f"), ("memory", "MB", "%.0f"))


def run(name, command):
    with open(name + ".out", "wb") as out:
        began = time.perf_counter()
        process = subprocess.Popen(["sh", "-c", command], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
    if status != 0:
        sys.exit("%s failed (status %d): see %s" % (name, os.waitstatus_to_exitcode(status), os.path.abspath(name + ".out")))
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6


def shown(values, form):
    return "%s [%s, %s]" % tuple(form % v for v in (statistics.median(values), min(values), max(values)))


def main():
    if len(sys.argv) < 3 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    commands = [argument.split("=", 1) for argument in sys.argv[2:]]
    rounds = [[run(name, command) for name, command in commands] for _ in range(int(sys.argv[1]))]
    first = commands[0][0]
    for i, (name, _) in enumerate(commands):
        line = []
        for figure, (label, unit, form) in enumerate(FIGURES):
            line.append("%s %s %s" % (label, shown([r[i][figure] for r in rounds], form), unit))
        print("%-10s %s" % (name, ", ".join(line)))
    for i, (name, _) in enumerate(commands[1:], 1):
        ratios = ["%s %s" % (label, shown([r[i][f] / r[0][f] for r in rounds], "%.2f")) for f, (label, _, _) in enumerate(FIGURES)]
        print("%s / %s: %s; median [least, most] of %d" % (name, first, ", ".join(ratios), len(rounds)))


main()
