#!/usr/bin/env python3
"""Predicted and measured HPL on dahu: benchmarks/hpl-dahu.py [FOLDER [PLATFORM [ROWS]]].

FOLDER (../shared/measured/hpl-dahu) has configurations/configurations.csv and grids.csv: configurations of January 2020,
N = 250,000 on 32 x 32 ranks, and process grids of June 2020, with SimGrid's prediction. PLATFORM is dahu; of all rows those
whose name has ROWS (a regular expression) are run, one after another: half a minute to two minutes of CPU time each.
TAILBACK is the command, ./tailback by default. Prints CSV: family, run, measured, predicted, low, high, SimGrid, in seconds; low
and high are empty where there is no interval. Then, as comments, error, bias, coverage and choice by family.

The configuration of the grids is not recorded, except P and Q; assumed are NB 128, 2ring, binary exchange, depth 1.
"""
import csv
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root.parent / "shared/measured/hpl-dahu") / "configurations"
platform = sys.argv[2] if len(sys.argv) > 2 else "dahu"
wanted = re.compile(sys.argv[3] if len(sys.argv) > 3 else "")
tailback = os.environ.get("TAILBACK", str(root / "tailback")).split()
ASSUMED = {"nb": "128", "bcast": "2ring", "swap": "binary-exchange", "depth": "1", "pfact": "crout", "rfact": "right"}
KEYS = ["n", "nb", "p", "q", "bcast", "swap", "depth", "pfact", "rfact"]


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    return [order.index(i) for i in range(len(values))]


def summary(family, rows, column):
    errors = [row[column] / row["measured"] - 1 for row in rows]
    chosen = min(rows, key=lambda row: row[column])["measured"] / min(row["measured"] for row in rows)
    text = (f"# {family}, {column}: {len(rows)} rows, mean error {100 * statistics.mean(map(abs, errors)):.2f} %, "
            f"worst {100 * max(errors, key=abs):+.1f} %, bias {100 * statistics.mean(errors):+.1f} %, regret {chosen:.3f}")
    if len(rows) > 2:
        places = zip(ranks([row["measured"] for row in rows]), ranks([row[column] for row in rows]))
        total = 6 * sum((a - b) ** 2 for a, b in places) / (len(rows) * (len(rows) ** 2 - 1))
        text += f", rank correlation {1 - total:.2f}"
    known = [row for row in rows if row["low"] != ""]
    if column == "predicted" and known:
        inside = sum(row["low"] <= row["measured"] <= row["high"] for row in known)
        text += f", {inside} of {len(known)} in the interval"
    print(text)


print("family,run,measured,predicted,low,high,simgrid")
for family in ("configurations", "grids"):
    done = []
    with open(folder / f"{family}.csv") as file:
        for row in csv.DictReader(file):
            run = "hpl:" + ",".join(f"{key}={row.get(key) or ASSUMED[key]}" for key in KEYS)
            if not wanted.search(run):
                continue
            command = [*tailback, "replay", run, "--platform", platform, "--format", "json"]
            answer = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
            done.append({"measured": float(row["median_seconds"]), "predicted": answer["makespan"],
                         "low": answer.get("low", ""), "high": answer.get("high", ""),
                         "simgrid": float(row["simgrid_seconds"])})
            print(family, f'"{run}"', *done[-1].values(), sep=",", flush=True)
    if done:
        summary(family, done, "predicted")
        summary(family, done, "simgrid")
