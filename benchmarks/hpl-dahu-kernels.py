#!/usr/bin/env python3
"""Prints docs/platforms/dahu-kernels.csv from the calibrations: benchmarks/hpl-dahu-kernels.py [FOLDER].

FOLDER (../shared/measured/hpl-dahu) has kernels.csv and calibration/ of Ezibenroc/thesis. dgemm of a CPU is its
polynomial of autumn 2019 (dgemm_polynomial_dahu.csv, mean and deviation), times the mean coefficient of its jobs of 13 to
27 January 2020 over that of its jobs of autumn 2019. The others are of all CPUs.
"""
import csv
import datetime
import pathlib
import statistics
import sys

root = pathlib.Path(__file__).resolve().parent.parent
folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root.parent / "shared/measured/hpl-dahu")
TERMS = ["", "_mn", "_mk", "_nk", "_mnk"]


def rows(name):
    with open(folder / name) as file:
        return list(csv.DictReader(file))


def coefficients(name, first, last):
    """The mean coefficient of m n k by CPU, of the jobs of these days (UTC)."""
    jobs = {}
    for row in rows(name):
        day = datetime.datetime.fromtimestamp(int(row["start_time"]), datetime.timezone.utc).date().isoformat()
        if first <= day <= last:
            jobs.setdefault((int(row["node"]), int(row["cpu"])), []).append(float(row["mnk"]))
    return {cpu: statistics.mean(found) for cpu, found in jobs.items()}


def line(kernel, cpu, mean, deviation):
    numbers = [f"{x:.6g}" if x is not None else "" for x in mean + deviation]
    print(",".join([kernel, *map(str, cpu), *numbers]))


january = coefficients("calibration/dgemm_calibration.csv", "2020-01-13", "2020-01-27")
autumn = coefficients("calibration/dgemm_calibration_slownodes.csv", "2019-10-18", "2019-11-26")
print("# Kernels of dahu (Grid'5000 Grenoble, 2 x Xeon Gold 6130 a node, OpenBLAS 0.3.1, 32 ranks a node), seconds.")
print("# dgemm: each CPU's polynomial of autumn 2019 times its jobs of 13 to 27 January 2020 over those of autumn 2019")
print("# (benchmarks/hpl-dahu-kernels.py); others: of all CPUs.")
print("# Data: Ezibenroc/thesis and Ezibenroc/hpl, MIT, (c) Tom Cornebize.")
print("kernel,node,cpu," + ",".join(name + term for name in ("mean", "sd") for term in TERMS))
for row in rows("calibration/dgemm_polynomial_dahu.csv"):
    cpu = int(row["node"]), int(row["cpuid"]) % 2
    factor = january[cpu] / autumn[cpu]
    line("dgemm", cpu, *([factor * float(row[name + term]) for term in TERMS] for name in ("mu", "sigma")))
for row in rows("kernels.csv"):
    place = 0 if row["model"] in ("constant", "no time") else 4
    if row["mu"]:
        for kernel in row["kernel"].split(", "):
            line(kernel, ("", ""), *([float(row[name]) if i == place else None for i in range(5)] for name in ("mu", "sigma")))
for kernel in ("dlaswp05T", "dlaswp06T", "dlaswp10N"):
    line(kernel, ("", ""), [0, None, None, None, None], [None] * 5)
