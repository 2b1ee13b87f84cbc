#!/usr/bin/env python3
"""The table of docs/internals/machines.md: benchmarks/machines.py NAME=FILE[:ALGORITHM] ...

NAME is a platform, FILE its measured collective operations, ALGORITHM that of a text output; without arguments those of docs/measured. `evaluate
collectives` says how far the numbers of the file are off, `fit collective --keep-numbers` how well each group would be
predicted without its own cells, and how many of these lie in the intervals that all other groups make. TAILBACK is the
command, ./tailback by default.
"""
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
tailback = os.environ.get("TAILBACK", str(root / "tailback")).split()
ALL = {"allgather", "allreduce", "alltoall", "bcast", "gather", "reduce", "reducescatter", "scatter"}
HEAD = ("machine", "nodes", "ranks a node", "measured", "factor", "choice, regret", "the library's", "star: factor, choice",
        "left out: factor", "in intervals")


def run(*words):
    output = subprocess.run([*tailback, *map(str, words), "--format", "json"], stdout=subprocess.PIPE, check=True).stdout
    return json.loads(output)


def share(part, whole):
    return f"{100 * part / whole:.0f} %" if whole else "-"


def number(value):
    return "-" if value is None else f"{value:.4g}"


def choice(points, key):
    regrets = [point[key] for point in points if point[key] is not None]
    return f"{share(sum(r <= 1.1 for r in regrets), len(regrets))}, {number(statistics.mean(regrets))}" if regrets else "-"


def star(baseline):
    close = baseline["closeChoices"]
    return number(baseline["medianFactor"]) + ("" if close is None else f", {share(close, 1)}")


def line(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def machine(name, given):
    file, _, algorithm = given.partition(":")
    more = ("--algorithm", algorithm) if algorithm else ()
    judged = run("evaluate", "collectives", file, "--platform", name, *more)
    kept = run("fit", "collective", file, "--platform", name, "--keep-numbers", *more)
    groups = {group["group"]: group for group in kept["leftOut"]}
    title = f"[{name}](../machines/{name}.md)" if (root / f"docs/machines/{name}.md").exists() else name
    cells = judged["cells"]
    line(title, "all", "", f"{len(cells)} cells", number(judged["medianFactor"]), choice(judged["points"], "regret"),
         choice(judged["points"], "libraryRegret"), star(kept["baseline"]), "",
         share(sum(g["covered"] for g in groups.values()), sum(g["intervals"] for g in groups.values())))
    for nodes, ranks in sorted({(cell["nodes"], cell["ranksPerNode"]) for cell in cells}):
        own = [cell for cell in cells if (cell["nodes"], cell["ranksPerNode"]) == (nodes, ranks)]
        points = [point for point in judged["points"] if (point["nodes"], point["ranksPerNode"]) == (nodes, ranks)]
        left = groups.get(f"{nodes} x {ranks}", {"intervals": 0, "covered": 0, "baseline": kept["baseline"]})
        kinds = sorted({cell["operation"] for cell in own})
        line("", str(nodes), str(ranks), ", ".join(kinds) if set(kinds) != ALL else "all eight",
             number(statistics.median(max(cell["ratio"], 1 / cell["ratio"]) for cell in own)), choice(points, "regret"),
             choice(points, "libraryRegret"), star(left["baseline"]),
             number(left["medianFactor"]) if left["intervals"] else "-", share(left["covered"], left["intervals"]))
    text = (root / f"docs/platforms/{name}.yaml").read_text()
    most = {key: int(re.search(rf"(?m)^\s*{key}: (?:\d+\.\.)?(\d+)", text)[1]) for key in ("nodes", "ranks-a-node")}
    line("", f"above {most['nodes']}", "", f"never: intervals are wider up to {64 * most['nodes']} nodes, none beyond",
         *[""] * 6)
    line("", "", f"above {most['ranks-a-node']}", "never: no interval", *[""] * 6)
    never = sorted(ALL - {cell["operation"] for cell in cells})
    if never:
        line("", "", "", f"never: {', '.join(never)}; intervals of unmeasured operations", *[""] * 6)


line(*HEAD)
line(*["---"] * len(HEAD))
for argument in sys.argv[1:] or [f"{name}={root}/docs/measured/{name}-collectives.json"
                                 for name in ("leonardo", "lumi", "marenostrum5")]:
    machine(*argument.split("=", 1))
