#!/usr/bin/env python3
"""Predicted beside measured HPL on dahu: benchmarks/hpl-dahu.py [FOLDER [PERIOD [FACTOR [LARGEST]]]].

FOLDER holds conclusion_… and prediction_… files of Ezibenroc/thesis (../shared/measured/hpl-dahu/measured), PERIOD is a
month of prediction_validation_matrix_size_hpl_reality.csv (2019-03), FACTOR that of dgemm (1), LARGEST the
largest matrix. TAILBACK is the command, ./tailback by default. The configuration of
these runs is not recorded; assumed are NB 128, 32 x 32 ranks, 2ring, binary exchange, depth 1.
"""
import csv
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root.parent / "shared/measured/hpl-dahu/measured")
period = sys.argv[2] if len(sys.argv) > 2 else "2019-03"
factor = sys.argv[3] if len(sys.argv) > 3 else "1"
largest = int(sys.argv[4]) if len(sys.argv) > 4 else 500000
tailback = os.environ.get("TAILBACK", root / "tailback")

measured = {}
with open(folder / "prediction_validation_matrix_size_hpl_reality.csv") as rows:
    for row in csv.DictReader(rows):
        if row["date"] == period:
            measured.setdefault(int(row["matrix_size"]), []).append(float(row["gflops"]))

with tempfile.TemporaryDirectory() as work:
    platforms = root / "docs/platforms"
    (pathlib.Path(work) / "dahu-kernels.csv").write_text((platforms / "dahu-kernels.csv").read_text())
    text = (platforms / "dahu.yaml").read_text().replace("cpus: 2}", f"cpus: 2, dgemm-factor: {factor}}}")
    platform = pathlib.Path(work) / "dahu.yaml"
    platform.write_text(text)
    errors = []
    print("        N  measured  predicted  error")
    for n in sorted(n for n in measured if n <= largest):
        run = f"hpl:n={n},nb=128,p=32,q=32,bcast=2ring,swap=binary-exchange,depth=1"
        command = [tailback, "replay", run, "--platform", platform, "--format", "json"]
        seconds = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["makespan"]
        gflops = (2 / 3 * n + 1.5) * n * n / seconds / 1e9
        mean = statistics.mean(measured[n])
        errors.append(gflops / mean - 1)
        print(f"{n:9d}  {mean:8.0f}  {gflops:9.0f}  {100 * errors[-1]:+.1f} %", flush=True)
    print(f"mean error {100 * statistics.mean(abs(error) for error in errors):.1f} %")
