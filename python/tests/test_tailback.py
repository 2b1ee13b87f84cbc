"""Tests of the package against the command; they run in the root of the sources."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
import tempfile
import threading
import types
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

import tailback  # noqa: E402
from tailback._command import arguments  # noqa: E402

RING = "traces/examples/ring-8"


class InSources(unittest.TestCase):
    def setUp(self):
        before = os.getcwd()
        os.chdir(ROOT)
        self.addCleanup(os.chdir, before)


class ArgumentsTest(unittest.TestCase):
    def test_options_become_arguments(self):
        self.assertEqual(
            arguments(["replay", Path("a b")], {"platform": ["x", Path("y")], "why": True, "no": False, "seed": 3,
                                                "compute_speed": "10Gf", "model": None}),
            ["replay", "a b", "--platform=x", "--platform=y", "--why", "--seed=3", "--compute-speed=10Gf"])


class CommandsTest(InSources):
    def test_replay_resident_and_plain_are_equal(self):
        resident = tailback.replay(RING, platform="star-10g", why=True)
        plain = tailback.Tailback(resident=False).replay(RING, platform="star-10g", why=True)

        self.assertEqual({**resident.data, "command": None}, {**plain.data, "command": None})
        # the verdict of docs/command.md: 24.31 ms
        self.assertAlmostEqual(resident.makespan, 0.02431, places=5)
        self.assertEqual(resident.makespan, max(rank["finish"] for rank in resident.ranks))
        self.assertEqual(resident.why["makespan"], resident.makespan)
        self.assertIn("Collective operations are replayed", resident.warnings[0])

    def test_graph_penalties(self):
        # three messages that leave one node have penalty 3 (Martinasso, Mehaut 2011)
        graph = tailback.graph("a:0>1 b:0>2 c:0>3", model="infiniband")

        self.assertEqual(graph.penalties, {"a": 3, "b": 3, "c": 3})
        self.assertEqual(graph.finish_times, {"a": 3, "b": 3, "c": 3})

    def test_compare_best_first(self):
        rows = tailback.compare(RING, platform=["vienne-gige", "star-10g"]).table()

        self.assertEqual([row["platform"] for row in rows], ["star-10g", "vienne-gige"])
        self.assertEqual(rows[0]["makespan"], tailback.replay(RING, platform="star-10g").makespan)

    def test_collective_fastest_is_the_least_time(self):
        result = tailback.collective("bcast", platform="star-10g", ranks=[4, 8], size=["1KiB", "1MiB"])

        self.assertEqual(len(result.fastest()), 4)
        for best in result.fastest():
            case = [row["time"] for row in result.table()
                    if (row["ranks"], row["bytes"]) == (best["ranks"], best["bytes"])]
            self.assertEqual(best["time"], min(case))

    def test_info_counts(self):
        info = tailback.info(Path(RING))

        self.assertEqual((info.ranks, info.messages), (8, 160))
        self.assertIn({"operation": "isend", "count": 160}, info.table())

    def test_other_folder_starts_another_process(self):
        self.assertEqual(tailback.info(RING).ranks, 8)
        os.chdir(ROOT / "traces")
        self.assertEqual(tailback.info("examples/ring-8").ranks, 8)

    def test_threads_share_a_process(self):
        found = []
        threads = [threading.Thread(target=lambda: found.append(tailback.info(RING).ranks)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [8] * 4)


class ErrorsTest(InSources):
    def test_bad_input(self):
        for own in (tailback.Tailback(resident=False), tailback.Tailback()):
            with own, self.assertRaisesRegex(tailback.InputError, "^no-such: there is no such file or folder") as caught:
                own.replay("no-such")
            self.assertEqual(caught.exception.status, 2)

    def test_deadlock(self):
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder, "dead.tailback")
            text = Path("docs/examples/late-receiver.tailback").read_text()
            trace.write_text("\n".join(line for line in text.splitlines() if "recv" not in line) + "\n")
            with self.assertRaises(tailback.UnfinishedProgramError) as caught:
                tailback.replay(trace, platform="star-10g")
        self.assertEqual(caught.exception.status, 3)

    def test_process_that_ends_is_an_error_and_the_next_call_works(self):
        own = tailback.Tailback()
        self.addCleanup(own.close)
        own.info(RING)
        own._server._process.kill()
        own._server._process.wait()
        self.assertEqual(own.info(RING).ranks, 8)

    def test_command_that_is_missing(self):
        with mock.patch.dict(os.environ, {"TAILBACK_COMMAND": "/nowhere/tailback"}):
            with self.assertRaises(FileNotFoundError):
                tailback.Tailback().info(RING)


class ResultsTest(unittest.TestCase):
    def setUp(self):
        self.result = tailback.ReplayResult({
            "makespan": 1.5, "averagePenalty": None, "model": "<b>", "warnings": ["a & b"],
            "ranks": [{"rank": rank, "finish": 1.5, "parts": []} for rank in range(25)]})

    def test_fields(self):
        self.assertEqual((self.result.makespan, self.result.average_penalty, self.result.model), (1.5, None, "<b>"))
        self.assertIn("average_penalty", dir(self.result))
        with self.assertRaisesRegex(AttributeError, "this result has no x; it has makespan"):
            self.result.x

    def test_html_is_escaped_and_bounded(self):
        html = self.result._repr_html_()

        self.assertIn("&lt;b&gt;", html)
        self.assertIn("a &amp; b", html)
        self.assertIn("5 more rows", html)
        self.assertNotIn("<b>", html)
        self.assertEqual(html.count("<tr>"), 2 + 1 + 20)

    def test_dataframe_takes_the_rows(self):
        pandas = types.SimpleNamespace(DataFrame=lambda rows: ("frame", rows))
        with mock.patch.dict(sys.modules, {"pandas": pandas}):
            self.assertEqual(self.result.to_dataframe(), ("frame", self.result.ranks))
        with mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, "needs pandas"):
                self.result.to_dataframe()


class DocumentationTest(InSources):
    def execute(self, blocks):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            scope = {}
            for block in blocks:
                exec(compile(block, "documentation", "exec"), scope)
        return printed.getvalue()

    def test_page(self):
        blocks = re.findall(r"```python\n(.*?)```", Path("docs/python.md").read_text(encoding="utf-8"), re.DOTALL)

        printed = self.execute(blocks)

        self.assertTrue(printed.startswith("0.02431 s, penalty 2\n"), printed)
        self.assertIn("no-such-trace: there is no such file or folder", printed)

    def test_notebook(self):
        notebook = json.loads(Path("python/examples/contention.ipynb").read_text(encoding="utf-8"))
        self.assertEqual(notebook["nbformat"], 4)
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertEqual({key for cell in cells for key in cell},
                         {"id", "cell_type", "execution_count", "metadata", "outputs", "source"})

        printed = self.execute(["".join(cell["source"]) for cell in cells])

        self.assertIn("martinasso-infiniband", printed)


if __name__ == "__main__":
    unittest.main()
