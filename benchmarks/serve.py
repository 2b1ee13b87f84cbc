#!/usr/bin/env python3
"""Requests to one `tailback serve`: benchmarks/serve.py [REQUESTS] [COMMAND ARGUMENT …]

Sends the same command REQUESTS times (100,000) one after the other, and prints for each tenth part the median and the
99th percentile of the time from request to answer, the CPU time of a request, and the memory of the server.
The command is `replay traces/examples/ring-8` unless given. Answers must all be equal.
"""
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(pid, name):
    return int(re.search(rf"{name}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()).group(1)) / 1000


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    command = sys.argv[2:] or ["replay", str(ROOT / "traces/examples/ring-8")]
    with subprocess.Popen([ROOT / "tailback", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        try:
            answers = server.stdout
            line = json.dumps({"id": 1, "command": command}).encode() + b"\n"
            expected = None
            part = max(1, requests // 10)
            print(f"{'requests':>9} {'median ms':>9} {'99 % ms':>8} {'CPU ms':>7} {'memory MB':>9} {'largest':>8}")
            for end in range(part, requests + 1, part):
                times, cpu = [], cpu_seconds(server.pid)
                for _ in range(part):
                    begin = time.perf_counter()
                    server.stdin.write(line)
                    server.stdin.flush()
                    answer = answers.readline()
                    times.append(time.perf_counter() - begin)
                    expected = expected or answer
                    if answer != expected or json.loads(answer)["status"] != 0:
                        sys.exit(f"another answer: {answer[:300]}")
                times.sort()
                print(
                    f"{end:9} {1e3 * times[part // 2]:9.2f} {1e3 * times[part * 99 // 100]:8.2f}"
                    f" {1e3 * (cpu_seconds(server.pid) - cpu) / part:7.2f}"
                    f" {memory_mb(server.pid, 'VmRSS'):9.0f} {memory_mb(server.pid, 'VmHWM'):8.0f}",
                    flush=True,
                )
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
