#!/usr/bin/env python3
"""Predicted beside measured training steps that took no part in the fit of their GPU.

    benchmarks/steps.py [GROUP ...]     groups: see GROUPS; all without an argument. Prints a row of a table each.

Every third row of a group is fitted (`fit training`), the others are judged (`evaluate training`). The GPU to begin with
is the A100's in all groups, so that no number of an H100 is known before.
"""
import csv
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "measured" / "vtrain"
MEASURED = ROOT / "docs" / "measured"
UNKNOWN = "gpu: {name: h100, efficiency: 0.8165, attention-efficiency: 0.61, memory-efficiency: 0.774, recomputation: 1}\n"
# name: measured steps, platform, the GPU to begin with
GROUPS = {
    "llm-foundry H100": (MEASURED / "llm-foundry-h100.csv", "eos", UNKNOWN),
    "llm-foundry A100 40 GB": (MEASURED / "llm-foundry-a100.csv", str(ROOT / "docs/ai/a100-1600g.yaml"), ""),
    "vTrain, several nodes": (SHARED / "multi-node.csv", "a100-800g", ""),
}


def tailback(*arguments):
    return subprocess.run([str(ROOT / "tailback"), *map(str, arguments)], check=True, capture_output=True, text=True).stdout


def part(source, target, fitted):
    with open(source) as file:
        reader = csv.DictReader(file)
        rows = [row for number, row in enumerate(reader) if (number % 3 == 0) == fitted]
    for row in rows:
        if row.get("file"):
            row["file"] = (source.parent / row["file"]).resolve()
    with open(target, "w") as file:
        writer = csv.DictWriter(file, reader.fieldnames)
        writer.writeheader()
        writer.writerows(rows)
    return len(rows)


def judge(name, folder):
    source, platform, start = GROUPS[name]
    fitted = part(source, folder / "fitted.csv", True)
    part(source, folder / "judged.csv", False)
    begin = []
    if start:
        (folder / "begin.yaml").write_text(start)
        begin = ["--gpu", folder / "begin.yaml"]
    tailback("fit", "training", folder / "fitted.csv", "--platform", platform, *begin, "--output", folder / "gpu.yaml")
    rows = json.loads(tailback("evaluate", "training", folder / "judged.csv", "--platform", platform,
                               "--gpu", folder / "gpu.yaml", "--format", "json"))["rows"]
    errors = [row["predicted"] / row["measured"] - 1 for row in rows]
    known = [row for row in rows if row.get("low") is not None]
    inside = sum(row["low"] <= row["measured"] <= row["high"] for row in known)
    print(f"| {name} | {fitted} | {len(rows)} | {statistics.mean(map(abs, errors)):.1%} | {max(map(abs, errors)):.1%} | "
          f"{statistics.mean(errors):+.1%} | {f'{inside} of {len(known)}' if known else 'no interval'} |", flush=True)


print("| group | fitted | judged | mean error | worst | bias | inside 90 % |\n|---|---|---|---|---|---|---|")
for each in sys.argv[1:] or GROUPS:
    if not GROUPS[each][0].exists():
        print(f"| {each} | skipped: {GROUPS[each][0].name} is not there | | | | | |")
        continue
    with tempfile.TemporaryDirectory() as made:
        judge(each, Path(made))
