package org.tailback.trace.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.network.TestModels;
import org.tailback.replay.LibraryCost;
import org.tailback.replay.Replay;
import org.tailback.trace.GpuStreams;
import org.tailback.trace.SharedSamples;
import org.tailback.trace.TraceOptions;

/** Files of ASTRA-sim under its rules, by hand: 1 ns per byte, no latency, one communication at a time. */
class ChakraMakersTest {
    private static final long MIB = 1 << 20;

    private static double makespan(String name, String collectives, int ranks) {
        return Replay.builder(
                        new ChakraReader()
                                .open(
                                        SharedSamples.require("makers/chakra/" + name),
                                        CollectiveSelectors.parse(collectives),
                                        TraceOptions.DEFAULTS.withGpuStreams(GpuStreams.ONE)),
                        TestModels.platform(ranks, 0)
                                .cost(LibraryCost.of(1e-9, 0))
                                .build())
                .build()
                .run()
                .makespan();
    }

    private static void assertClose(double seconds, double expected) {
        assertThat(seconds).isCloseTo(expected, within(1e-3 * expected));
    }

    /** Ring: 3 steps with the block of a rank. */
    @Test
    void allGatherOfFour_takesThreeBlocks() {
        assertClose(makespan("all_gather-4", "fixed:allgather=ring", 4), 3 * MIB * 1e-9);
    }

    /** Ring: 2 times 7 steps with an eighth of 1 MiB. */
    @Test
    void allReduceOfTheTutorial_takesFourteenEighths() {
        assertClose(makespan("micro2024-allreduce-8", "fixed:allreduce=ring", 8), 14 * MIB / 8 * 1e-9);
    }

    /** 14 sends of an eighth of 1 MiB and the 7 computations between them follow each other in each rank's file. */
    @Test
    void customRing_takesItsSendsAndComputations() {
        assertClose(makespan("custom_ring_allreduce_8npus_1MB", "basic", 8), 14 * (MIB / 8) * 1e-9 + 49e-6);
    }
}
