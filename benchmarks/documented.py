#!/usr/bin/env python3
"""JSON and CSV of every documented command, recorded at one commit and compared at another.

    benchmarks/documented.py record  CHECKOUT FOLDER     pages of CHECKOUT, its command; writes FOLDER
    benchmarks/documented.py compare CHECKOUT FOLDER     runs the commands recorded in FOLDER; prints what differs

A recording is a file a command: the first line is the command, then its JSON, one value a line, and its CSV. Commands
that need other machines are left out; `place` searches for a limited number of candidates. Values of JSON are
compared one by one, numbers to 1e-12; `version`, `command` and `warnings` are shown apart.
"""
import gzip
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

COMMAND = re.compile(r"^ {4}(?:\./tailback |(?=\(echo ))([^\n]*)$", re.M)
TIMES = "docs/measured/simulated/prtt.txt"
WRITTEN = ("--timeline", "--why-csv", "--measured-chart", "--chart", "--timeout-chart", "--histogram-chart",
           "--graph-chart", "--report", "--decision-rules", "--output", "--rankfile", "--tolerance-chart")
SECONDS = 300


def documented(checkout, page=None):
    pages = [checkout / page] if page else [checkout / "README.md"] + sorted((checkout / "docs").rglob("*.md"))
    pages = [page for page in pages if page.exists()]
    lines = {}
    for page in pages:
        for line in COMMAND.findall(re.sub(r"\\\n\s*", "", page.read_text())):
            lines.setdefault(line.strip(), page.relative_to(checkout))
    return lines


def arguments(line, folder):
    """The words of a command, with files that it writes in another folder and short searches; None without one."""
    words = shlex.split(line.split(" > ")[0])
    if words[0] in ("measure", "serve"):
        return None
    if "--budget" in words:
        at = words.index("--budget")
        del words[at:at + 2]
    for i, word in enumerate(words[:-1]):
        if word in WRITTEN or (word == "convert" and i + 2 < len(words)):
            at = i + 2 if word == "convert" else i + 1
            words[at] = str(folder / Path(words[at]).name)
        else:
            made = re.fullmatch(r"(file:)?([\w-]+\.\w+)", words[i + 1])
            if made and (folder / made[2]).exists():
                words[i + 1] = (made[1] or "") + str(folder / made[2])
    if words[0] == "place":
        words += ["--budget", "3"]
    clean = []
    for i, word in enumerate(words):
        if word == "--format" or (i and words[i - 1] == "--format") or word.startswith("--format="):
            continue
        clean.append(word)
    return clean


def leaves(value, path=""):
    if isinstance(value, dict):
        for key, child in value.items():
            yield from leaves(child, f"{path}.{key}" if path else key)
        if not value:
            yield path, {}
    elif isinstance(value, list):
        for i, child in enumerate(value):
            yield from leaves(child, f"{path}[{i}]")
        if not value:
            yield path, []
    else:
        yield path, value


def run(checkout, words, form):
    try:
        done = subprocess.run([checkout / "tailback", *words, "--format", form], cwd=checkout, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return f"no end after {SECONDS} s"
    if done.returncode:
        return f"status {done.returncode}: {done.stderr.strip()}"
    return done.stdout


def outputs(checkout, page, line, folder):
    folder = folder / str(page).replace("/", "_")
    folder.mkdir(exist_ok=True)
    if line.startswith("(echo"):
        subprocess.run(["sh", "-c", line], cwd=folder, check=True)
        return None
    words = arguments(line, folder)
    if " > " in line:
        text = run(checkout, words, "text") if words else (checkout / TIMES).read_text()
        (folder / line.rsplit(" > ", 1)[1].strip()).write_text(text)
    if words is None:
        return None
    return {form: run(checkout, words, form) for form in ("json", "csv")}


def number(index):
    return f"{index:03}.txt.gz"


def prepare(checkout, page, wanted, folder):
    """Makes the files that earlier commands of the recorded page leave for this one."""
    made = folder / str(page).replace("/", "_")
    if made.exists():
        return
    made.mkdir()
    for line in documented(checkout, page):
        if line.startswith("(echo") or " > " in line or "--output" in line:
            outputs(checkout, page, line, folder)


def record(checkout, target):
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for index, (line, page) in enumerate(documented(checkout).items()):
            out = outputs(checkout, page, line, Path(folder))
            if out is None:
                continue
            text = f"{page}: {line}\n--- json\n{out['json']}\n--- csv\n{out['csv']}"
            text = text.replace(str(checkout) + "/", "").replace(folder, "FOLDER")
            with open(target / number(index), "wb") as file:
                with gzip.GzipFile(fileobj=file, mode="wb", mtime=0, filename="") as packed:
                    packed.write(text.encode())
            print(number(index), line, file=sys.stderr)


def same(a, b):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool):
        return a == b or abs(a - b) <= 1e-12 * max(abs(a), abs(b))
    return a == b


def differences(then, now):
    """The lines that say how JSON differs."""
    try:
        old, new = dict(leaves(json.loads(then))), dict(leaves(json.loads(now)))
    except ValueError:
        return [] if then.strip() == now.strip() else [f"  was {then[:300].strip()!r}", f"  is  {now[:300].strip()!r}"]
    told = []
    for path in [*old, *(p for p in new if p not in old)]:
        if path in ("version", "command"):
            continue
        if path not in new:
            told.append(f"  - {path}: {old[path]!r}")
        elif path not in old:
            told.append(f"  + {path}: {new[path]!r}")
        elif not same(old[path], new[path]):
            told.append(f"  ~ {path}: {old[path]!r} -> {new[path]!r}")
    order = [p for p in old if p in new]
    if [p for p in new if p in old] != order:
        told.append("  order of keys differs")
    return told


def rows(then, now):
    """The lines that say how CSV differs, cell by cell."""
    old, new = then.strip().splitlines(), now.strip().splitlines()
    told = [f"  {len(old)} rows -> {len(new)} rows"] if len(old) != len(new) else []
    for i, (a, b) in enumerate(zip(old, new)):
        cells, others = a.split(","), b.split(",")
        equal = len(cells) == len(others) and all(x == y or near(x, y) for x, y in zip(cells, others))
        if not equal:
            told.append(f"  row {i}: {a[:160]} -> {b[:160]}")
    return told


def near(a, b):
    try:
        return same(float(a), float(b))
    except ValueError:
        return False


def compare(checkout, source, only):
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in sorted(source.glob("*.txt.gz")):
            text = gzip.open(file, "rt", newline="").read()
            head, rest = text.split("\n--- json\n", 1)
            page, line = head.split(": ", 1)
            if only and not any(word in line for word in only):
                continue
            prepare(checkout, page, line, Path(folder))
            then_json, then_csv = rest.split("\n--- csv\n", 1)
            out = {form: text.replace(str(checkout) + "/", "").replace(folder, "FOLDER")
                   for form, text in outputs(checkout, page, line, Path(folder)).items()}
            told = differences(then_json, out["json"])
            warnings = [t for t in told if re.match(r"  . warnings(\[|:)", t)]
            told = [t for t in told if t not in warnings]
            table = rows(then_csv, out["csv"])
            if told or table or warnings:
                differing += 1
                print(f"{file.name} {page}: {line}")
                for part in (told, warnings, table):
                    for difference in part[:12]:
                        print(difference)
                    if len(part) > 12:
                        print(f"  … {len(part) - 12} more")
    print(f"{differing} commands differ")


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("record", "compare"):
        sys.exit(__doc__)
    checkout, folder = Path(sys.argv[2]).resolve(), Path(sys.argv[3])
    if sys.argv[1] == "record":
        record(checkout, folder)
    else:
        compare(checkout, folder, sys.argv[4:])


if __name__ == "__main__":
    main()
