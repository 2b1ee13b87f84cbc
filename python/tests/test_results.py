"""Tests of results as tables, HTML and charts."""

from __future__ import annotations

import sys
import types
import unittest
from unittest import mock

from support import needs

import tailback


def replay():
    return tailback.ReplayResult({
        "makespan": 1.5, "averagePenalty": None, "model": "<b>", "warnings": ["a & b"],
        "why": {"parts": [{"kind": "compute", "seconds": 1.0}, {"kind": "latency", "seconds": 0.5}]},
        "ranks": [{"rank": rank, "compute": 1.0, "blocked": 0.5} for rank in range(25)]})


def compare():
    return tailback.CompareResult({"rows": [
        {"platform": name, "makespan": time, "low": time - 0.5, "high": time + 1, "lostToContention": 0.1,
         "outside": ["64 nodes", "2 ranks per node"], "efficiencies": {"loadBalance": 0.9}, "ranks": [{"rank": 0}]}
        for name, time in [("a", 2.0), ("b", 3.0)]], "verdict": {"sentence": "take a", "choice": "a", "beyond": True}})


class FakeAxes:
    """What charts draw, so that they are tested without matplotlib."""

    def __init__(self):
        self.drawn = []

    def __getattr__(self, name):
        return lambda *values, **options: self.drawn.append((name, values, options))

    def all(self, name):
        return [(values, options) for called, values, options in self.drawn if called == name]


class ResultsTest(unittest.TestCase):
    def test_fields(self):
        result = replay()
        self.assertEqual((result.makespan, result.average_penalty, result.model), (1.5, None, "<b>"))
        self.assertIn("average_penalty", dir(result))
        with self.assertRaisesRegex(AttributeError, "^this result has no x. It has makespan, average_penalty, "):
            result.x
        for wrong in ("average_penlty", "averagePenalty"):
            with self.assertRaisesRegex(AttributeError, rf"no {wrong}\. Did you mean 'average_penalty'\?"):
                getattr(result, wrong)

    def test_names_are_those_of_python_everywhere(self):
        result = tailback.ConvertResult({"output": "x", "outputBytes": 3})
        self.assertEqual(repr(result), "ConvertResult(output='x', output_bytes=3)")
        self.assertIn("<th>output_bytes</th>", result._repr_html_())

    def test_rows_have_plain_values_only(self):
        self.assertEqual(compare().table()[0], {
            "platform": "a", "makespan": 2.0, "low": 1.5, "high": 3.0, "lost_to_contention": 0.1,
            "outside": "64 nodes, 2 ranks per node", "efficiencies_load_balance": 0.9})

    def test_table_by_name(self):
        self.assertEqual([row["kind"] for row in replay().table("why.parts")], ["compute", "latency"])
        with self.assertRaisesRegex(KeyError, "pairs: this result has no such list; it has ranks.*, why.parts"):
            replay().table("pairs")
        with self.assertRaisesRegex(KeyError, "this result has no table; it has output, output_bytes"):
            tailback.ConvertResult({"output": "x", "outputBytes": 3}).table()

    def test_comparisons_print_their_rows(self):
        self.assertIn("\n  platform='a', makespan=2.0", repr(compare()))

    def test_html_is_escaped_and_bounded(self):
        html = replay()._repr_html_()

        self.assertIn("&lt;b&gt;", html)
        self.assertIn("a &amp; b", html)
        self.assertIn("5 more rows", html)
        self.assertNotIn("<b>", html)
        self.assertEqual(html.count("<tr>"), 2 + 1 + 20)

    def test_html_begins_with_the_verdict(self):
        self.assertTrue(compare()._repr_html_().startswith("<p><b>take a</b></p>"))

    def test_dataframe_takes_the_rows(self):
        pandas = types.SimpleNamespace(DataFrame=lambda rows: ("frame", rows))
        with mock.patch.dict(sys.modules, {"pandas": pandas}):
            self.assertEqual(replay().to_dataframe(), ("frame", replay().ranks))
        with mock.patch.dict(sys.modules, {"pandas": None}):
            with self.assertRaisesRegex(ImportError, "needs pandas"):
                replay().to_dataframe()

    @needs("pandas")
    def test_dataframe_has_numbers_as_numbers(self):
        frame = compare().to_dataframe()
        self.assertEqual(frame["makespan"].sum(), 5.0)
        self.assertEqual(str(frame.dtypes["efficiencies_load_balance"]), "float64")


class ChartsTest(unittest.TestCase):
    def test_bars_have_whiskers_of_the_interval(self):
        axes = FakeAxes()
        compare().plot(axes=axes)

        (values, options), = axes.all("barh")
        self.assertEqual((values[1], options["xerr"], options["tick_label"]),
                         ([2.0, 3.0], [[0.5, 0.5], [1.0, 1.0]], ["a", "b"]))

    def test_ranks_are_stacked(self):
        axes = FakeAxes()
        replay().plot(axes=axes)

        self.assertEqual([(values[1], values[3]) for values, _ in axes.all("barh")],
                         [([1.0] * 25, [0.0] * 25), ([0.5] * 25, [1.0] * 25)])

    def test_any_table_and_column(self):
        axes = FakeAxes()
        replay().plot("why.parts", value="seconds", axes=axes)

        (values, options), = axes.all("barh")
        self.assertEqual((values[1], options["tick_label"]), ([1.0, 0.5], ["compute", "latency"]))
        with self.assertRaisesRegex(KeyError, "minutes: no such column; there are kind, seconds"):
            replay().plot("why.parts", value="minutes", axes=axes)

    def test_collective_has_a_line_for_each_algorithm(self):
        axes = FakeAxes()
        tailback.CollectiveResult({"rows": [
            {"algorithm": name, "ranks": 4, "bytes": size, "time": size * factor}
            for name, factor in [("ring", 1.0), ("tree", 2.0)] for size in (20, 10)]}).plot(axes=axes)

        self.assertEqual([values for values, _ in axes.all("plot")], [([10, 20], [10.0, 20.0]), ([10, 20], [20.0, 40.0])])

    def test_evaluation_shows_predicted_over_measured(self):
        axes = FakeAxes()
        tailback.EvaluateResult({"cells": [
            {"measured": 1.0, "predicted": 1.5}, {"measured": 2.0, "predicted": None}]}).plot(axes=axes)

        self.assertIn(([1.0], [1.5], "."), [values for values, _ in axes.all("plot")])

    def test_without_matplotlib_it_is_named(self):
        with mock.patch.dict(sys.modules, {"matplotlib": None}):
            with self.assertRaisesRegex(ImportError, "plot needs matplotlib"):
                compare().plot()

    @needs("matplotlib")
    def test_matplotlib_takes_all_of_it(self):
        from matplotlib.figure import Figure
        for result in (compare(), replay()):
            axes = Figure().subplots()
            self.assertIs(result.plot(axes=axes), axes)
            self.assertTrue(axes.patches)


if __name__ == "__main__":
    unittest.main()
