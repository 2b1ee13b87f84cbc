"""Tests of the package against the command; they run in the root of the sources."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

from support import ROOT, InSources

import tailback
from tailback._arguments import arguments

RING = "traces/examples/ring-8"


class ArgumentsTest(unittest.TestCase):
    def test_options_become_arguments(self):
        self.assertEqual(
            arguments(["compare", Path("a b")], {"platform": ["x", Path("y")], "efficiencies": True, "chart": False, "seed": 3,
                                                 "compute_speed": "10Gf", "model": None}),
            ["compare", "a b", "--platform=x", "--platform=y", "--efficiencies", "--seed=3", "--compute-speed=10Gf"])

    def test_list_of_an_option_that_is_no_list_of_options_is_joined(self):
        self.assertEqual(arguments(["compare", "t"], {"ranks_per_node": [1, 8], "nodes": range(2, 4)}),
                         ["compare", "t", "--ranks-per-node=1,8", "--nodes=2,3"])
        self.assertEqual(arguments(["training", ["a", "b"]], {}), ["training", "a", "b"])

    def test_mapping_becomes_a_file_with_paths_of_this_folder(self):
        found = os.path.basename(__file__)
        with contextlib.chdir(Path(__file__).parent) if hasattr(contextlib, "chdir") else contextlib.nullcontext():
            file = arguments(["jobs", {"trace": found, "n": [1, {"x": Path("y")}], "other": "no-such"}], {})[1]
            beside = os.path.abspath(found), os.path.abspath("y")
        if hasattr(contextlib, "chdir"):
            self.assertEqual(json.loads(Path(file).read_text()),
                             {"trace": beside[0], "n": [1, {"x": beside[1]}], "other": "no-such"})

    def test_text_that_names_files_in_a_mapping_has_paths_of_this_folder(self):
        with contextlib.chdir(ROOT) if hasattr(contextlib, "chdir") else contextlib.nullcontext():
            name = "traces/examples/npb-cg-scaling/cg-*"
            texts = {"trace": f"extrapolate:{name},ranks=128"}, {"trace": "ring:ranks=8,bytes=1kB"}, {"n": f"x:{name}"}
            found = [json.loads(Path(arguments(["jobs", text], {})[1]).read_text()) for text in texts]
            if hasattr(contextlib, "chdir"):
                self.assertEqual(found, [{"trace": f"extrapolate:{os.path.abspath(name)},ranks=128"}, *texts[1:]])

    def test_nothing_is_no_argument(self):
        for wrong in (None, True, b"x"):
            with self.assertRaisesRegex(TypeError, "is no argument of the command"):
                tailback.replay(wrong, platform=None)

    def test_false_is_the_negated_option_where_there_is_one(self):
        self.assertEqual(arguments(["replay", "t"], {"sensitivity": False, "why": False}),
                         ["replay", "t", "--no-sensitivity"])

    def test_unknown_keyword_is_answered_in_words_of_python(self):
        with self.assertRaisesRegex(TypeError, r"^replay\(\) got an unexpected keyword argument 'platfrom'\. "
                                               "Did you mean 'platform'\\?$"):
            tailback.replay(RING, platfrom="star-10g")
        with self.assertRaisesRegex(TypeError, r"^fit\(\) got an unexpected keyword argument 'zzz'$"):
            tailback.fit("loggp", "x.csv", zzz=1)

    def test_platform_is_asked_for_and_None_is_the_example(self):
        for command in (tailback.replay, tailback.compare):
            with self.assertRaisesRegex(TypeError, r"\(\) missing the keyword argument 'platform'"):
                command(RING, model="max-min")


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

    def test_compare_takes_lists(self):
        rows = tailback.compare(RING, platform=["leonardo", "marenostrum5"], ranks_per_node=[1, 2]).table()

        self.assertEqual({(row["platform"], row["nodes"]) for row in rows},
                         {(platform, nodes) for platform in ("leonardo", "marenostrum5") for nodes in (8, 4)})

    def test_jobs_from_a_mapping(self):
        jobs = tailback.jobs({"platform": "star-10g", "jobs": [
            {"name": "one", "trace": RING, "nodes": "0-7"}, {"name": "two", "trace": RING, "nodes": "8-15"}]}).table()

        self.assertEqual([(job["name"], job["ranks"]) for job in jobs], [("one", 8), ("two", 8)])
        # nothing of a star is shared by different nodes
        self.assertEqual(jobs[0]["makespan"], tailback.replay(RING, platform="star-10g").makespan)

    def test_sweep_rows_are_those_of_its_file(self):
        study = {"workloads": [{"trace": RING}], "platforms": ["star-10g", "vienne-gige"]}
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "runs.csv")
            written = tailback.sweep(study, output=file).table()
            again = tailback.sweep(study, output=file, resume=True)
        direct = tailback.sweep(study).table()

        self.assertEqual(again.found, 2)
        self.assertEqual([row["makespan"] for row in written], [row["makespan"] for row in direct])
        self.assertEqual(written[0]["makespan"], tailback.replay(RING, platform="star-10g").makespan)

    def test_place_has_a_node_for_each_rank(self):
        placed = tailback.place(RING, platform="star-10g")

        self.assertEqual([row["rank"] for row in placed.table()], list(range(8)))
        self.assertLessEqual(placed.makespan, placed.round_robin_node)

    def test_training_takes_files_and_mappings(self):
        file = "docs/ai/llama-8b.yaml"
        rows = tailback.training([file], platform="dgx-h100").table()

        self.assertEqual((rows[0]["gpus"], rows[0]["file"]), (32, file))
        self.assertGreater(rows[0]["step"], rows[0]["compute"])

    def test_hpl_rows_fastest_first(self):
        rows = tailback.hpl(n=1000, platform="dahu", nodes=1, budget=2, nb=[64, 128], depth=[0], grid=["4x8", "8x4"]).table()

        self.assertEqual([row["makespan"] for row in rows], sorted(row["makespan"] for row in rows))
        self.assertEqual({(row["p"], row["q"]) for row in rows} | {(4, 8), (8, 4)}, {(4, 8), (8, 4)})

    def test_fit_and_evaluate(self):
        measured = "docs/measured/vienne-2008-fig4.json"
        fitted = tailback.fit("penalties", measured)
        evaluated = tailback.evaluate(measured, model="gigabit-ethernet")

        self.assertEqual(len(fitted.graphs), len(json.loads(Path(measured).read_text())["graphs"]))
        self.assertEqual(evaluated.table()[0]["model"], "gigabit-ethernet")

    def test_convert_keeps_the_makespan(self):
        with tempfile.TemporaryDirectory() as folder:
            result = tailback.convert(RING, Path(folder, "ring.tailback"))
            self.assertEqual(tailback.replay(result.output, platform="star-10g").makespan,
                             tailback.replay(RING, platform="star-10g").makespan)

    def test_version_is_that_of_the_project(self):
        project = (ROOT / "python/pyproject.toml").read_text(encoding="utf-8")
        self.assertIn(f'version = "{tailback.__version__}"', project)

    def test_models_has_platforms(self):
        self.assertIn("leonardo", [row["name"] for row in tailback.models().table("platforms")])

    def test_text_of_another_format(self):
        for own in (tailback.Tailback(resident=False), tailback.Tailback()):
            with own:
                self.assertTrue(own.run("replay", RING, platform="star-10g", format="csv").startswith("rank,finish"))
                with self.assertRaisesRegex(tailback.InputError, "no JSON object"):
                    own.replay(RING, platform="star-10g", format="csv")

    def test_module_is_the_command(self):
        done = subprocess.run([sys.executable, "-m", "tailback", "info", RING, "--format", "json"], text=True,
                              capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
        self.assertEqual(json.loads(done.stdout)["ranks"], 8)

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
                own.replay("no-such", platform="star-10g")
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
        with mock.patch.dict(os.environ, {"TAILBACK_COMMAND": ""}), \
                mock.patch("shutil.which", return_value=None), mock.patch("pathlib.Path.is_file", return_value=False):
            with self.assertRaisesRegex(tailback.TailbackError, "there is no tailback command"):
                tailback.Tailback().info(RING)


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
        self.assertIn("leonardo 1 0.01", printed)
        self.assertIn("a 1.11 ms\nb 1.61 ms, penalty 1.37\n", printed)
        self.assertIn("no-such-trace: there is no such file or folder", printed)


if __name__ == "__main__":
    unittest.main()
