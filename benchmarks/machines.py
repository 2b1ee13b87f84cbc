#!/usr/bin/env python3
"""The table of docs/machines/README.md: benchmarks/machines.py [--heavy RANKS] NAME=FILE[,FILE...] ...

NAME is a platform, FILE a table of measured collective operations. `evaluate collectives` says how far the shipped
numbers are off, `fit collective --keep-numbers` what groups would be predicted without their own cells, and how many of
those lie in the intervals that all other groups make. Cells of more than RANKS ranks (2,048) are left out. TAILBACK is
the command, ./tailback by default.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
tailback = os.environ.get("TAILBACK", str(root / "tailback"))
arguments = sys.argv[1:]
heavy = 2048
if arguments[:1] == ["--heavy"]:
    heavy = int(arguments[1])
    arguments = arguments[2:]


def run(*words):
    command = [*tailback.split(), *map(str, words), "--format", "json"]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def factor(values):
    return f"{statistics.median(max(v, 1 / v) for v in values):.2f}" if values else "-"


def share(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "-"


def choice(points, key="regret"):
    regrets = [p[key] for p in points if p[key] is not None]
    return f"{share(sum(r <= 1.1 for r in regrets), len(regrets))}, {statistics.mean(regrets):.2f}" if regrets else "-"


def table(name, files, folder):
    measured = [json.loads(pathlib.Path(file).read_text()) for file in files]
    cells = [c for m in measured for c in m["cells"] if c["nodes"] * c.get("ppn", 1) <= heavy]
    path = pathlib.Path(folder) / f"{name}.json"
    path.write_text(json.dumps({**measured[0], "cells": cells}))
    judged = run("evaluate", "collectives", path, "--platform", name)
    kept = run("fit", "collective", path, "--platform", name, "--keep-numbers")
    unseen = {group["group"]: group for group in kept["leftOut"]}
    groups = sorted({(c["nodes"], c["ranksPerNode"]) for c in judged["cells"]})
    for nodes, ranks in groups:
        own = [c for c in judged["cells"] if (c["nodes"], c["ranksPerNode"]) == (nodes, ranks)]
        points = [p for p in judged["points"] if (p["nodes"], p["ranksPerNode"]) == (nodes, ranks)]
        left = unseen.get(f"{nodes} x {ranks}", {})
        star = left.get("baseline", kept["baseline"])
        operations = sorted({c["operation"] for c in own})
        print(f"| {name} | {nodes} | {ranks} | {len(own)} of {', '.join(operations)} | "
              f"{factor([c['ratio'] for c in own])} | {choice(points)} | "
              f"{star['medianFactor']:.2f}; {share(star['closeChoices'] or 0, 1) if points else '-'} | "
              f"{choice(points, 'libraryRegret')} | "
              f"{left['medianFactor'] if left.get('intervals') else float('nan'):.2f} | "
              f"{share(left.get('covered', 0), left.get('intervals', 0))} |".replace("nan", "-"))
    by_operation = [g for g in kept["leftOut"] if " x " not in g["group"] and g["intervals"]]
    covered = sum(g["covered"] for g in kept["leftOut"])
    print(f"| {name} | all | | {len(judged['cells'])} | {judged['medianFactor']:.2f} | {choice(judged['points'])} | "
          f"{kept['baseline']['medianFactor']:.2f}; {share(kept['baseline']['closeChoices'] or 0, 1)} | "
          f"{choice(judged['points'], 'libraryRegret')} | operations: "
          f"{statistics.median([g['medianFactor'] for g in by_operation]) if by_operation else 0:.2f} | "
          f"{share(covered, sum(g['intervals'] for g in kept['leftOut']))} |", flush=True)


print("| machine | nodes | ranks a node | cells | factor | choice, regret | star: factor; choice | library | left out:"
      " factor | in intervals |\n|---|---|---|---|---|---|---|---|---|---|")
with tempfile.TemporaryDirectory() as work:
    for argument in arguments or [f"{name}={root}/docs/measured/{name}-collectives.json"
                                  for name in ("leonardo", "lumi", "marenostrum5")]:
        table(argument.split("=")[0], argument.split("=", 1)[1].split(","), work)
