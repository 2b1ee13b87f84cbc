#!/usr/bin/env python3
"""The figures of README's "How accurate": benchmarks/accuracy.py [SHARED [ROW ...]].

SHARED is the folder of measurements (../shared next to the repository), a ROW one of the names that `--list` prints; all by
default. Each row judges measurements that its numbers have not seen, and says what they were fitted to. A row whose
measurements are missing is named as skipped. TAILBACK is the command, ./tailback by default.

`templates` prints what nominal platforms miss of measured machines: the numbers of TemplateErrors.
"""
import csv
import itertools
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
shared = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 and sys.argv[1] != "--list" else root.parent / "shared")
tailback = os.environ.get("TAILBACK", str(root / "tailback")).split()
HEAD = ("measured", "cases", "error", "worst", "in 90 % intervals", "choice, regret (star)", "fitted to")
work = pathlib.Path(tempfile.mkdtemp())
STAR = """cluster: {nodes: 512, cores-per-node: 64}
network: {model: max-min, topology: TOPOLOGY, bandwidth: RATE}
cost: {model: loggps, latency: 1.2 us, overhead: 0.25 us, bandwidth: RATE, eager-limit: 16 KiB, handshake: 2.0 us}
intra-node: {latency: 0.5 us, bandwidth: 10 GB/s, shared: false}
validity: {basis: nominal}
"""
# the built-in h100 knows all rows of llm-foundry
UNKNOWN_H100 = "gpu: {name: h100, efficiency: 0.8165, attention-efficiency: 0.61, memory-efficiency: 0.774, recomputation: 1}\n"


def run(*words):
    return json.loads(subprocess.run([*tailback, *map(str, words), "--format", "json"], stdout=subprocess.PIPE,
                                     stderr=subprocess.DEVNULL, check=True).stdout)


def measurements(path):
    file = shared / "measured" / path
    if not file.exists():
        raise FileNotFoundError(file)
    return file


def line(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def percent(part):
    return f"{100 * part:.0f} %" if part is None or abs(part) >= 0.1 else f"{100 * part:.1f} %"


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def collectives(name, file, leaves):
    """Each operation, or each number of nodes, is left out of the fit and predicted by the others."""
    kept = run("fit", "collective", file, "--platform", name, "--keep-numbers")
    groups = [group for group in kept["leftOut"] if (" x " in group["group"]) == (leaves == "nodes")]
    cells = sum(group["cells"] for group in groups)

    def mean(key, of=lambda group: group):
        known = [(of(group).get(key), group["cells"]) for group in groups if of(group).get(key) is not None]
        return sum(value * count for value, count in known) / sum(count for _, count in known)

    worst = max(groups, key=lambda group: group["medianFactor"])
    line(f"{name}, collectives", str(cells), f"factor {mean('medianFactor'):.2f}",
         f"{worst['medianFactor']:.2f} ({worst['group']})",
         f"{sum(group['covered'] for group in groups)} of {sum(group['intervals'] for group in groups)}",
         f"{percent(mean('closeChoices'))}, {mean('meanRegret'):.3f}"
         f" ({percent(mean('closeChoices', lambda group: group['baseline']))})",
         f"the other {'numbers of nodes' if leaves == 'nodes' else 'operations'}")


def templates():
    """Each form with and without the nominal work of a node that templates have."""
    print("nominal platform of | cells | 5 %, median, 95 % of measured / predicted | 90 % of ratios of algorithms")
    own = root / "docs"
    texts = {name: (own / f"platforms/{name}.yaml").read_text()
             for name in ("fat-tree-hdr", "fat-tree-ndr", "dragonfly-slingshot")}
    work_of_a_node = re.search(r"(?m)^local: .*\n", texts["fat-tree-hdr"])[0]
    texts["star"] = STAR.replace("RATE", "200 Gbit/s").replace("TOPOLOGY", "star")
    texts["torus"] = STAR.replace("RATE", "6.8 GB/s").replace("TOPOLOGY", "torus, dimensions: 8x8x8")
    for (family, pairs), has_local in itertools.product({
        "star": [("leonardo", "star"), ("lumi", "star"), ("marenostrum5", "star")],
        "fat-tree": [("leonardo", "fat-tree-hdr"), ("marenostrum5", "fat-tree-ndr")],
        "dragonfly": [("lumi", "dragonfly-slingshot")],
        "torus": [("fugaku", "torus")],
    }.items(), (False, True)):
        factors, ratios = [], []
        for machine, name in pairs:
            file = (measurements("pico/fugaku.json") if machine == "fugaku"
                    else own / f"measured/{machine}-collectives.json")
            text = re.sub(r"(?m)^local: .*\n|,\n *local.*(?=\")", "", texts[name])
            platform = work / "nominal.yaml"
            platform.write_text(text + work_of_a_node * has_local)
            points = {}
            for cell in run("evaluate", "collectives", file, "--platform", platform)["cells"]:
                factors.append(cell["measured"] / cell["predicted"])
                key = tuple(cell.get(part) for part in ("run", "operation", "nodes", "ranksPerNode", "bytes"))
                points.setdefault(key, []).append(factors[-1])
            ratios += [max(a / b, b / a) for point in points.values() for a, b in itertools.combinations(point, 2)]
        print(f"{family}{', local' * has_local} | {len(factors)} | "
              + ", ".join(f"{quantile(factors, share):.2f}" for share in (0.05, 0.5, 0.95))
              + f" | {quantile(ratios, 0.9):.2f} of {len(ratios)}", flush=True)


def errors(name, found, covered, fitted):
    sizes = [abs(error) for error in found]
    line(name, str(len(found)), f"{percent(statistics.mean(sizes))} in the mean", percent(max(sizes)), covered, "-", fitted)


def steps(name, file, platform, begin=None):
    """A third of the rows makes the numbers of the GPU, from those to begin with; the others judge."""
    with open(file) as text:
        rows = list(csv.reader(text))
    head, rows = rows[0], rows[1:]
    if head[0] == "file":
        rows = [[(file.parent / row[0]).resolve(), *row[1:]] for row in rows]
    parts = {"fit": rows[::3], "judge": [row for number, row in enumerate(rows) if number % 3]}
    for part, its in parts.items():
        with open(work / f"{part}.csv", "w", newline="") as text:
            csv.writer(text).writerows([head, *its])
    if begin:
        (work / "begin.yaml").write_text(begin)
    run("fit", "training", work / "fit.csv", "--platform", platform, "--output", work / "gpu.yaml",
        *(["--gpu", work / "begin.yaml"] if begin else []))
    judged = run("evaluate", "training", work / "judge.csv", "--platform", platform, "--gpu", work / "gpu.yaml")["rows"]
    known = [row for row in judged if row.get("low") is not None]
    inside = sum(row["low"] <= row["measured"] <= row["high"] for row in known)
    errors(name, [row["error"] for row in judged], f"{inside} of {len(known)}", f"the {len(parts['fit'])} other rows")


def script(name, label, fitted, *words, least=0):
    """A script that prints `N … error %` lines; those up to `least` took part in its fit."""
    text = subprocess.run([sys.executable, root / "benchmarks" / name, *map(str, words)], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    found = [(int(number), float(error) / 100) for number, error in re.findall(r"(?m)^ *(\d+) .*?([-+]\d+\.\d) %", text)]
    errors(label, [error for number, error in found if number > least], "-", fitted)


def graphs(name, file, model, fitted):
    its = run("evaluate", file, "--model", model)["evaluations"][0]
    errors(name, [graph["meanAbsoluteError"] for graph in its["graphs"]], "-", fitted)


def prtt():
    """PRTT(1,0,s) = 2 (L + 2 o + (s - 1) G) of the sizes that the fit did not have: every second one."""
    data = json.loads(measurements("prtt-link1000.json").read_text())
    sizes = sorted({point["s"] for point in data["points"]})
    kept = set(sizes[::2]) | {sizes[-1]}
    part = work / "prtt.json"
    part.write_text(json.dumps({**data, "points": [point for point in data["points"] if point["s"] in kept]}))
    fitted = run("fit", "loggp", part)
    found = []
    for point in data["points"]:
        if point["s"] not in kept and point["n"] == 1 and point["d"] == 0:
            its = [each for each in fitted["protocols"] if each["fromBytes"] <= point["s"]][-1]
            # the half of the round trip of 1 B has L and both o, as the fit defines L
            predicted = 2 * (fitted["roundTripHalf"] + (point["s"] - 1) * its["gapPerByte"])
            found.append(predicted / (statistics.median(point["raw_us"]) * 1e-6) - 1)
    errors("round trips of 1 Gbit/s TCP (PRTT)", found, "-", "every second size")


def student(degrees):
    """The 95 % quantile of Student's distribution, by the expansion of Cornish and Fisher: to 0.001 from 5 degrees on."""
    z = statistics.NormalDist().inv_cdf(0.95)
    return z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)


def hpl():
    """Nothing is fitted to these runs but the interval, whose coverage is that of the others without each row."""
    text = subprocess.run([sys.executable, root / "benchmarks/hpl-dahu.py", measurements("hpl-dahu/configurations").parent],
                          check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = [row for row in csv.DictReader(each for each in text.splitlines() if not each.startswith("#"))]
    for family, name in (("configurations", "configurations of HPL on dahu, January 2020"),
                         ("grids", "process grids of HPL on dahu, June 2020, assumed configuration")):
        its = [row for row in rows if row["family"] == family]
        ratios = [math.log(float(row["measured"]) / float(row["predicted"])) for row in its]
        inside = "-"
        if len(its) > 2:
            scale = student(len(its) - 2) * math.sqrt(1 + 1 / (len(its) - 1))
            others = [ratios[:i] + ratios[i + 1:] for i in range(len(ratios))]
            inside = percent(statistics.mean(abs(own - statistics.mean(rest)) <= scale * statistics.stdev(rest)
                                             for own, rest in zip(ratios, others)))
        errors(name, [math.exp(-ratio) - 1 for ratio in ratios], inside, "nothing; calibrations of kernels and messages")


ROWS = {
    "leonardo": lambda: collectives("leonardo", root / "docs/measured/leonardo-collectives.json", "nodes"),
    "lumi": lambda: collectives("lumi", root / "docs/measured/lumi-collectives.json", "nodes"),
    "marenostrum5": lambda: collectives("marenostrum5", root / "docs/measured/marenostrum5-collectives.json", "operations"),
    "fugaku": lambda: collectives("fugaku", measurements("pico/fugaku.json"), "nodes"),
    "hpl": hpl,
    "vtrain": lambda: steps("GPT steps on 2 to 512 A100 (vTrain), several nodes", measurements("vtrain/multi-node.csv"),
                            "a100-800g"),
    "llm-foundry-h100": lambda: steps("MPT steps on 8 to 64 H100 (llm-foundry)", root / "docs/measured/llm-foundry-h100.csv",
                                      "eos", UNKNOWN_H100),
    "llm-foundry-a100": lambda: steps("MPT steps on 8 to 128 A100 40 GB (llm-foundry)",
                                      root / "docs/measured/llm-foundry-a100.csv", root / "docs/ai/a100-1600g.yaml"),
    "mini-apps": lambda: script("mini-apps.py", "TeaLeaf, CloverLeaf, SNAP on 8 nodes of Aries", "1 to 4 nodes (TeaLeaf)",
                                measurements("mini-apps/miniapps.csv"), least=4),
    "tcp": lambda: graphs("TCP, graphs of messages over a switch", root / "docs/measured/testbed-acknowledgements-first.json",
                          "tcp-proportional:regime=short-queue", "the same, with another order of acknowledgements"),
    "saturation": lambda: graphs("pairs of nodes on 10 Gbit/s Ethernet (graphs)", measurements("saturation/taurus.json"),
                                 "tcp-proportional", "45 graphs of another network"),
    "prtt": prtt,
    "templates": templates,
}

if "--list" in sys.argv:
    print("\n".join(ROWS))
    sys.exit()
asked = sys.argv[2:] or list(ROWS)
if asked != ["templates"]:
    line(*HEAD)
    line(*["---"] * len(HEAD))
for row in asked:
    try:
        ROWS[row]()
    except FileNotFoundError as missing:
        print(f"skipped {row}: {missing} is missing", file=sys.stderr, flush=True)
    except subprocess.CalledProcessError as failure:
        print(f"skipped {row}: {' '.join(map(str, failure.cmd))} failed", file=sys.stderr, flush=True)
