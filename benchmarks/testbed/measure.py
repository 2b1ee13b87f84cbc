#!/usr/bin/env python3
"""Measures graphs and all-to-all exchanges on the network that testbed.sh built, and writes them as JSON."""
import argparse
import ctypes
import json
import multiprocessing
import os
import socket
import statistics
import subprocess
import sys
import threading
import time

PORT = 7477


def address(node):
    return "10.77.0.%d" % (node + 1)


def enter(namespace):
    """Moves this process to a network namespace."""
    with open("/run/netns/" + namespace) as file:
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), 0x40000000) != 0:
            raise OSError(ctypes.get_errno(), "setns " + namespace)


def receive(connection, size):
    left, buffer = size, bytearray(1 << 20)
    while left > 0:
        got = connection.recv_into(buffer, min(left, len(buffer)))
        if got == 0:
            raise EOFError
        left -= got


def node(me, arguments, edges, pipe):
    """One node: a connection for every message, which its sender opens; a thread for every end."""
    enter("%s-%d" % (arguments.id, me))
    listener = socket.create_server((address(me), PORT))
    pipe.send("listening")
    pipe.recv()
    ends = []
    for e, (source, destination) in enumerate(edges):
        if source == me:
            connection = socket.create_connection((address(destination), PORT))
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(e.to_bytes(4, "big"))
            ends.append((e, connection, True))
    for _ in range(sum(destination == me for _, destination in edges)):
        connection, _ = listener.accept()
        e = int.from_bytes(connection.recv(4, socket.MSG_WAITALL), "big")
        ends.append((e, connection, False))
    data, received = bytes(arguments.bytes), {}

    def work(e, connection, sends, start):
        time.sleep(max(0.0, start - time.monotonic()))
        if sends:
            connection.sendall(data)
        else:
            receive(connection, arguments.bytes)
            received[e] = time.monotonic() - start

    pipe.send("connected")
    while (start := pipe.recv()) is not None:
        received.clear()
        threads = [threading.Thread(target=work, args=(*end, start)) for end in ends]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        pipe.send(dict(received))


def over_tcp(arguments, edges):
    """Rows of seconds by edge, one a repetition; new connections, one repetition to warm up."""
    nodes = sorted({n for edge in edges for n in edge})
    pipes = []
    for me in nodes:
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(target=node, args=(me, arguments, edges, theirs), daemon=True)
        process.start()
        pipes.append((ours, process))
    for pipe, _ in pipes:
        pipe.recv()
    for pipe, _ in pipes:
        pipe.send("connect")
    for pipe, _ in pipes:
        pipe.recv()
    rows = []
    for _ in range(1 + arguments.repetitions):
        start = time.monotonic() + 0.05
        for pipe, _ in pipes:
            pipe.send(start)
        seconds = {}
        for pipe, _ in pipes:
            seconds.update(pipe.recv())
        rows.append([seconds[e] for e in range(len(edges))])
    for pipe, process in pipes:
        pipe.send(None)
        process.join()
    return rows[1:]


def over_mpi(arguments, count, *words):
    """The same by a new MPI job."""
    command = ["ip", "netns", "exec", arguments.id + "-switch", "mpirun", "--allow-run-as-root", "-np", str(count),
               "--hostfile", arguments.work + "/hosts", "--mca", "plm_rsh_agent", arguments.work + "/agent",
               "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", "10.77.0.0/16", "--mca", "pml", "ob1",
               "--mca", "oob_tcp_if_include", "10.77.0.0/16", "--mca", "btl_base_warn_component_unused", "0",
               "--mca", "mpi_yield_when_idle", "1", "--mca", "orte_keep_fqdn_hostnames", "1",
               arguments.work + "/messages", *words]
    text = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = {}
    for line in text.splitlines():
        repetition, edge, seconds = line.split()
        rows.setdefault(int(repetition), {})[int(edge)] = float(seconds)
    return [[row[e] for e in sorted(row)] for repetition, row in sorted(rows.items()) if repetition >= 0]


def timeouts(arguments):
    """TCP timeouts of all nodes so far."""
    total = 0
    for i in range(arguments.nodes):
        text = subprocess.run(["ip", "netns", "exec", "%s-%d" % (arguments.id, i), "cat", "/proc/net/netstat"],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        rows = [line.split() for line in text.splitlines() if line.startswith("TcpExt:")]
        total += int(dict(zip(rows[0], rows[1]))["TCPTimeouts"])
    return total


def measure_graph(arguments, edges):
    before = timeouts(arguments)
    if arguments.transport == "mpi":
        rows = over_mpi(arguments, arguments.nodes, "graph", str(arguments.bytes), str(arguments.repetitions),
                        *("%d>%d" % edge for edge in edges))
    else:
        rows = over_tcp(arguments, edges)
    return list(zip(*rows)), timeouts(arguments) - before


def graphs(arguments):
    with open(arguments.graphs) as file:
        wanted = json.load(file)["graphs"]
    alone, _ = measure_graph(arguments, [(0, 1)])
    reference = round(statistics.mean(alone[0]), 6)
    result = []
    for graph in wanted:
        names, edges = {}, []
        for edge in graph["edges"]:
            ends = [int(edge[end]) if str(edge[end]).isdigit() else names.setdefault(edge[end], len(names))
                    for end in ("source", "destination")]
            edges.append(tuple(ends))
        times, lost = measure_graph(arguments, edges)
        print("%s: %s" % (graph["name"], " ".join("%d>%d %.2f" % (*edge, statistics.mean(each) / reference)
                                                   for edge, each in zip(edges, times))), file=sys.stderr)
        result.append({"name": graph["name"], "tcpTimeouts": lost, "edges": [
            {"id": old["id"], "source": edge[0], "destination": edge[1], "mean": round(statistics.mean(each), 6),
             "min": round(min(each), 6), "max": round(max(each), 6), "repetitions": len(each)}
            for old, edge, each in zip(graph["edges"], edges, times)]})
    return {"bytes": arguments.bytes, "referenceTime": reference, "graphs": result}


def alltoalls(arguments):
    result = []
    for form in arguments.alltoall.split(","):
        for size in arguments.sizes.split(","):
            before = timeouts(arguments)
            rows = over_mpi(arguments, arguments.nodes, "alltoall", form, size, str(arguments.repetitions))
            seconds = [row[0] for row in rows]
            result.append({"algorithm": form, "ranks": arguments.nodes, "bytes": int(size),
                           "tcpTimeouts": timeouts(arguments) - before, "seconds": [round(each, 6) for each in seconds]})
            print("alltoall %s %s B: %s" % (form, size, " ".join("%.4f" % each for each in seconds)), file=sys.stderr)
    return {"alltoall": result}


def lines(result):
    """JSON with a graph's edge, and an exchange, a line."""
    text = json.dumps(result, indent=1)
    for entry in [e for graph in result.get("graphs", []) for e in graph["edges"]] + result.get("alltoall", []):
        spread = json.dumps(entry, indent=1)
        for depth in (1, 2, 3, 4):
            text = text.replace(spread.replace("\n", "\n" + depth * " "), json.dumps(entry))
    return text + "\n"


def main():
    parser = argparse.ArgumentParser()
    for name in ("id", "transport", "work", "about", "graphs", "alltoall", "sizes", "output"):
        parser.add_argument("--" + name)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--bytes", type=int, default=4194304)
    parser.add_argument("--repetitions", type=int, default=6)
    arguments = parser.parse_args()
    if not arguments.output or not (arguments.graphs or arguments.alltoall and arguments.sizes):
        parser.error("--output and --graphs, or --alltoall and --sizes, are needed")
    if arguments.alltoall and arguments.transport != "mpi":
        parser.error("--alltoall needs --transport mpi")
    kind = "Open MPI" if arguments.transport == "mpi" else "plain TCP, a new connection for every message"
    result = {"about": "Measured by benchmarks/testbed.sh: %s over %s." % (kind, arguments.about)}
    if arguments.graphs:
        result.update(graphs(arguments))
    if arguments.alltoall:
        result.update(alltoalls(arguments))
    with open(arguments.output, "w") as file:
        file.write(lines(result))


if __name__ == "__main__":
    main()
