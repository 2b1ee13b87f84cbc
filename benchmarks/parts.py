#!/usr/bin/env python3
"""Which parts of a replay its time goes to, from a recording of the JVM's flight recorder:

    TAILBACK_JAVA_OPTS="-XX:StartFlightRecording:filename=/tmp/run.jfr,settings=profile" ./tailback replay TRACE
    benchmarks/parts.py /tmp/run.jfr [SKIP]

Counts for each sample the part that the innermost frame of ours belongs to; the first SKIP (0) of the samples, a
fraction from 0 to 1, are left out, so that only what the compiler has seen counts. Needs JAVA_HOME's or the PATH's jfr.
The compiler's threads and the JVM's own work are in no sample.
"""
import collections
import os
import re
import subprocess
import sys

PARTS = (
    ("reading", ("org.tailback.trace.",)),
    ("program", ("OperationBuffer", "org.tailback.collective.", "org.tailback.generator.")),
    ("matching", ("Matcher", "KeyTable", "PostedQueues", "LongTable")),
    ("message cost", (".model.cost.",)),
    ("rates (the model)", (".model.", ".sharing.")),
    ("clock (SSJ)", ("umontreal.ssj", "SsjKernel", "SortedEvents", "kernel.Agenda")),
    ("queues of times", ("TimeQueue",)),
    ("network", ("org.tailback.network.",)),
    ("ranks", ("org.tailback.replay.",)),
    ("start and output", ("org.tailback.", "picocli", "jdk.", "java.", "sun.")),
)


def part(frames):
    if not any(".replay." in frame or "SsjKernel" in frame for frame in frames):
        return "start and output"
    for frame in frames:
        for name, words in PARTS[:-1]:
            if any(word in frame for word in words):
                return name
    return "start and output"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    home = os.environ.get("JAVA_HOME")
    jfr = os.path.join(home, "bin", "jfr") if home else "jfr"
    command = [jfr, "print", "--events", "jdk.ExecutionSample", "--stack-depth", "64", sys.argv[1]]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    samples = []
    for event in text.split("jdk.ExecutionSample {")[1:]:
        frames = re.findall(r"^\s+(\S+)\(.*line:", event, re.MULTILINE)
        time = re.search(r"startTime = (\S+)", event).group(1)
        samples.append((time, frames))
    samples.sort()
    samples = samples[int(len(samples) * float(sys.argv[2] if len(sys.argv) > 2 else 0)) :]
    counts = collections.Counter(part(frames) for _, frames in samples)
    print(f"{len(samples)} samples")
    for name, _ in PARTS:
        print(f"{100 * counts[name] / max(1, len(samples)):5.1f} %  {name}")


main()
