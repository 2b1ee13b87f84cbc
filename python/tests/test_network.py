"""Tests of networks that simulations in Python send over; they run in the root of the sources."""

from __future__ import annotations

import importlib.util
import unittest

from support import ROOT, InSources, needs

import tailback

PLATFORM = {"cluster": {"nodes": 8}, "network": {"model": "max-min", "bandwidth": "1 GB/s"},
            "cost": {"model": "hockney", "latency": "1 us", "bandwidth": "1 GB/s"}}


class NetworkTest(InSources):
    def setUp(self):
        super().setUp()
        self.network = tailback.Network(PLATFORM)
        self.addCleanup(self.network.close)

    def test_two_messages_share_the_link_of_their_sender_while_both_move(self):
        # a moves alone from 0.001 to 0.501 ms; then both have half: a needs 1 ms more, b is alone for its last half
        first = self.network.send(0, 1, 1_000_000)
        self.assertEqual(self.network.advance(0.0005), [])
        second = self.network.send(0, 2, "1 MB")

        self.assertEqual(self.network.advance(), [first])
        self.assertAlmostEqual(first.arrived, 1.501e-3, delta=1e-15)
        self.assertEqual((self.network.now, first.sent, first.seconds), (first.arrived, 0.0, first.arrived))
        # its data has been moved; it arrives a latency later
        self.assertAlmostEqual(self.network.next_time, 2e-3, delta=1e-15)
        self.assertEqual(self.network.advance(1), [second])
        self.assertAlmostEqual(second.seconds, 1.501e-3, delta=1e-15)
        self.assertAlmostEqual(second.penalty, 1.5, delta=1e-12)
        self.assertEqual((self.network.now, self.network.next_time, self.network.advance()), (1, None, []))

    def test_functions_are_called_at_the_arrival_and_may_send(self):
        times = []

        def back(message):
            times.append(self.network.now)
            if len(times) < 4:
                self.network.send(message.destination, message.source, 1_000_000, then=back)

        self.network.send(0, 1, 1_000_000, then=back)
        self.assertEqual(len(self.network.advance(1)), 4)
        for number, time in enumerate(times):
            self.assertAlmostEqual(time, (number + 1) * 1.001e-3, delta=1e-12)

    def test_sums_come_with_the_end(self):
        for node in (1, 2, 3):
            self.network.send(0, node, 1000)
        self.network.advance(1)
        sums = self.network.close()

        self.assertEqual((sums.sent, sums.arrived, sums.bytes_arrived), (3, 3, 3000))
        self.assertAlmostEqual(sums.average_penalty, 3, delta=1e-12)
        self.assertIsNone(self.network.close())

    def test_wrong_nodes_sizes_times_and_platforms(self):
        with self.assertRaisesRegex(IndexError, "expected a node of 0 to 7, found 8"):
            self.network.send(0, 8, 1)
        with self.assertRaisesRegex(tailback.InputError, "expected a size such as"):
            self.network.send(0, 1, "1 MX")
        self.network.advance(1)
        with self.assertRaisesRegex(ValueError, "expected a time from 1 s on, found 0.5"):
            self.network.advance(0.5)
        with self.assertRaisesRegex(tailback.InputError, "no-such"):
            tailback.Network("no-such")

    @needs("simpy")
    def test_example_with_simpy(self):
        # 10 MB at 10 Gbit/s take 8 ms and the latency 10 us; four at once have a quarter of the link of node 0 each
        spec = importlib.util.spec_from_file_location("example", ROOT / "python/examples/simpy_network.py")
        example = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(example)

        for found, expected in ((example.reads(False), [8.01e-3 * n for n in (1, 2, 3, 4)]),
                                (example.reads(True), [32.01e-3] * 4)):
            self.assertEqual([round(time, 12) for time in found], [round(time, 12) for time in expected])


if __name__ == "__main__":
    unittest.main()
