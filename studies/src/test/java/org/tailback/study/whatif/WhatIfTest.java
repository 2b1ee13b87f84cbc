package org.tailback.study.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveTags;
import org.tailback.cost.MessageCost;
import org.tailback.explain.ChainSearch;
import org.tailback.explain.CriticalChain;
import org.tailback.generator.ProgramBuilder;
import org.tailback.platform.Platform;
import org.tailback.platformfile.TestPlatforms;
import org.tailback.program.CollectiveCall;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Workload;

/** Messages of 1 MB take 10 ms alone, at 100 MB/s; the latency is 1 ms. */
class WhatIfTest {
    private static final double EXACT = 1e-12;

    private static Platform platform(String network, String more) {
        return TestPlatforms.of(
                "cluster: {nodes: 4, cores-per-node: 1}",
                "network: " + network,
                "cost: {model: hockney, latency: 1 ms, bandwidth: 100 MB/s" + more + "}");
    }

    /** Ranks 0 and 1 compute 4 ms and send 1 MB to rank 2, which receives both. */
    private static ProgramBuilder program() {
        return ProgramBuilder.ranks(3)
                .rank(0)
                .compute(4e-3)
                .rank(0)
                .send(2, 0, 1_000_000)
                .rank(1)
                .compute(4e-3)
                .rank(1)
                .send(2, 0, 1_000_000)
                .rank(2)
                .recv(0, 0, 1_000_000)
                .rank(2)
                .recv(1, 0, 1_000_000);
    }

    private static List<Change.Outcome> outcomes(ProgramBuilder builder, Platform platform) {
        try (Workload workload = Workload.of("program", builder.build())) {
            ReplayResult result = workload.on(platform).run();
            Placement placement = platform.placement().place(platform.cluster(), workload.ranks());
            CriticalChain chain = ChainSearch.of(placement)
                    .collectives(CollectiveTags::kindOf)
                    .links(platform.model().on(platform.cluster(), 1))
                    .find(observer -> workload.on(platform).observer(observer).run());
            List<Change> changes = new ArrayList<>(WhatIf.changes(platform, chain, result, 1));
            workload.collectives().ifPresent(own -> changes.addAll(WhatIf.algorithms(platform, chain, own)));
            return changes.stream()
                    .map(change -> change.outcome(
                            workload.on(change.named().on(platform))
                                    .computeFactors(change.named().computeFactors())
                                    .collectives(workload.collectives()
                                            .map(change.named()::on)
                                            .orElse(null))
                                    .run()
                                    .makespan(),
                            result.makespan()))
                    .toList();
        }
    }

    private static void assertSaves(List<Change.Outcome> outcomes, String change, double saves, double promised) {
        Change.Outcome outcome = outcomes.stream()
                .filter(each -> each.change().equals(change))
                .findFirst()
                .orElseThrow(() -> new AssertionError(change + " is not among " + outcomes));
        assertThat(outcome.saves()).as(change).isCloseTo(saves, within(EXACT));
        assertThat(outcome.promised()).as("promise of " + change).isCloseTo(promised, within(EXACT));
    }

    /** 4 ms computation, 10 ms transfer, 10 ms contention, 1 ms latency: 25 ms. */
    @Test
    void changes_ofTwoMessagesIntoOneNode_saveWhatTheChainPromises() {
        List<Change.Outcome> outcomes = outcomes(program(), platform("{model: max-min, bandwidth: 100 MB/s}", ""));

        assertSaves(outcomes, "no contention", 10e-3, 10e-3);
        assertSaves(outcomes, "no latency", 1e-3, 1e-3);
        assertSaves(outcomes, "messages move twice as fast", 10e-3, 10e-3);
        assertSaves(outcomes, "node links twice as fast", 10e-3, 10e-3);
        assertSaves(outcomes, "computation twice as fast", 2e-3, 2e-3);
        assertThat(outcomes)
                .extracting(Change.Outcome::change)
                .doesNotContain("eager instead of rendezvous", "no timeouts", "switch links twice as fast");
    }

    /**
     * Three messages into one node: 10 ms transfer, 20 ms contention. With twice the link they take 15 ms together,
     * which is half of the time that they move and less than the contention.
     */
    @Test
    void linkThatCarriesTwiceAsMuch_savesHalfOfWhatMoves_notAllContention() {
        ProgramBuilder builder = ProgramBuilder.ranks(4);
        for (int rank = 1; rank < 4; rank++) {
            builder.rank(rank).send(0, 0, 1_000_000);
            builder.rank(0).recv(rank, 0, 1_000_000);
        }

        List<Change.Outcome> outcomes = outcomes(builder, platform("{model: max-min, bandwidth: 100 MB/s}", ""));

        assertSaves(outcomes, "no contention", 20e-3, 20e-3);
        assertSaves(outcomes, "messages move twice as fast", 15e-3, 15e-3);
        assertThat(outcomes)
                .filteredOn(each -> each.change().startsWith("link "))
                .singleElement()
                .satisfies(each -> assertThat(each.promised()).isCloseTo(15e-3, within(EXACT)));
        assertThat(outcomes)
                .filteredOn(each -> each.change().equals("node links twice as fast"))
                .singleElement()
                .satisfies(each -> assertThat(each.promised()).isCloseTo(15e-3, within(EXACT)));
    }

    /** Interfaces are occupied where the cost says so, unless what-if leaves overheads out. */
    @Test
    void changedCost_occupiesInterfaces_asTheCostUnlessOverheadsAreLeftOut() {
        MessageCost busy = platform("{model: max-min, bandwidth: 100 MB/s}", "").cost();
        assertThat(busy.occupiesInterface()).isFalse();
        MessageCost gap = TestPlatforms.of(
                        "cluster: {nodes: 2}",
                        "network: {model: max-min, bandwidth: 100 MB/s}",
                        "cost: {model: loggp, latency: 1 us, protocols: [{from: 0 B, overhead: 1 us, gap: 5 us, bandwidth: 1 GB/s}]}")
                .cost();
        assertThat(gap.occupiesInterface()).isTrue();
        assertThat(ChangedCost.fasterNetwork(busy, 2).occupiesInterface()).isFalse();
        assertThat(ChangedCost.fasterNetwork(gap, 2).occupiesInterface()).isTrue();
        assertThat(ChangedCost.instantaneous(gap).occupiesInterface()).isFalse();
    }

    /** Four ranks receive 1 MB from the first: in turn (3 x 10 + 1 ms), or by a tree of two steps of 11 ms. */
    @Test
    void otherAlgorithm_isReplayed_andCannotSaveMoreThanTheTimeOfItsMessages() {
        ProgramBuilder builder = ProgramBuilder.ranks(4);
        for (int rank = 0; rank < 4; rank++) {
            builder.rank(rank).collective(CollectiveCall.uniform(CollectiveCall.Kind.BCAST, 0, 1_000_000));
        }
        List<Change.Outcome> outcomes = outcomes(builder, platform("{model: max-min, bandwidth: 100 MB/s}", ""));

        // basic chooses the binomial tree
        assertSaves(outcomes, "bcast by binomial", 0, 22e-3);
        assertThat(outcomes).filteredOn(Change.Outcome::isOfAlgorithm).hasSizeGreaterThan(2);
    }

    /**
     * Each rank of an allreduce sends 2 (P - 1) / P of the buffer at least (Patarasuk, Yuan 2009, theorem 1): 1.5 MB
     * take 15 ms.
     */
    @Test
    void otherAlgorithms_ofAllreduce_sendWhatTheyMust() {
        ProgramBuilder builder = ProgramBuilder.ranks(4);
        for (int rank = 0; rank < 4; rank++) {
            builder.rank(rank).collective(CollectiveCall.uniform(CollectiveCall.Kind.ALLREDUCE, 0, 1_000_000));
        }

        assertThat(outcomes(builder, platform("{model: max-min, bandwidth: 100 MB/s}", "")))
                .filteredOn(Change.Outcome::isOfAlgorithm)
                .hasSizeGreaterThan(3)
                .allSatisfy(outcome -> assertThat(outcome.makespan()).isGreaterThan(15e-3));
    }

    /** Computations of 10, 9.5 and 0 ms: when the first takes 6.5 ms, their mean, the second is the longest. */
    @Test
    void balancedRank_savesLessThanPromised_whereAnotherChainTakesOver() {
        List<Change.Outcome> outcomes = outcomes(
                ProgramBuilder.ranks(3).rank(0).compute(10e-3).rank(1).compute(9.5e-3),
                platform("{model: max-min, bandwidth: 100 MB/s}", ""));

        assertSaves(outcomes, "rank 0 computes as long as the mean", 0.5e-3, 3.5e-3);
        assertSaves(outcomes, "computation twice as fast", 5e-3, 5e-3);
    }

    /** Rank 1 is late by 30 ms and its message needs a handshake of 2 ms; the eager one arrives while it computes. */
    @Test
    void eager_savesTheWaitForTheReceiver_whichTheChainDoesNotPromise() {
        ProgramBuilder builder = ProgramBuilder.ranks(2)
                .rank(0)
                .send(1, 0, 1_000_000)
                .rank(1)
                .compute(30e-3)
                .rank(1)
                .recv(0, 0, 1_000_000);
        List<Change.Outcome> outcomes = outcomes(
                builder, platform("{model: max-min, bandwidth: 100 MB/s}", ", eager-limit: 1 kB, handshake: 2 ms"));

        // rendezvous: 30 + 2 + 10 + 1 ms; eager: 30 ms
        assertSaves(outcomes, "eager instead of rendezvous", 13e-3, 2e-3);
    }

    @Test
    void linksBetweenSwitches_areAChangeOfTheirOwn() {
        Platform platform = TestPlatforms.of(
                "cluster: {cores-per-node: 1}",
                "racks: [{name: X, nodes: 2}, {name: Y, nodes: 2}]",
                "network: {model: max-min, topology: racks, bandwidth: 100 MB/s, rack-bandwidth: 100 MB/s}",
                "cost: {model: hockney, latency: 1 ms, bandwidth: 100 MB/s}",
                "placement: round-robin-processor");
        ProgramBuilder builder = ProgramBuilder.ranks(4)
                .rank(0)
                .send(2, 0, 1_000_000)
                .rank(1)
                .send(3, 0, 1_000_000)
                .rank(2)
                .recv(0, 0, 1_000_000)
                .rank(3)
                .recv(1, 0, 1_000_000);
        List<Change.Outcome> outcomes = outcomes(builder, platform);

        assertSaves(outcomes, "switch links twice as fast", 10e-3, 10e-3);
        assertSaves(outcomes, "link group 0 of height 1 up twice as fast", 0, 10e-3);
        assertSaves(outcomes, "node links twice as fast", 0, 0);
    }

    /**
     * Ranks 0 and 1 are GPUs of one node, 2 and 3 of another. Two messages of 1 MB into the interface of rank 2 take
     * 20 ms, and 10 ms with interfaces of 200 MB/s; the switch has no links that more could carry.
     */
    @Test
    void gpus_interfacesAreLinksOfNodes_localLinksAreInside() {
        Platform platform = TestPlatforms.of(
                "cluster: {nodes: 2, gpus-per-node: 2}",
                "network: {model: max-min, bandwidth: 100 MB/s, local-bandwidth: 100 MB/s}",
                "cost: {model: hockney, latency: 1 ms, bandwidth: 100 MB/s}");
        List<Change.Outcome> outcomes = outcomes(program(), platform);

        assertSaves(outcomes, "node links twice as fast", 10e-3, 10e-3);
        assertSaves(outcomes, "link into interface 1.0 twice as fast", 10e-3, 10e-3);
        assertSaves(outcomes, "intra-node links twice as fast", 0, 0);
        assertThat(outcomes).extracting(Change.Outcome::change).noneMatch(change -> change.contains("switches"));

        // ranks 0, 1 and 2 in one node: the same, over the links of its GPUs
        List<Change.Outcome> inside = outcomes(
                program(),
                TestPlatforms.of(
                        "cluster: {nodes: 1, gpus-per-node: 4}",
                        "network: {model: max-min, bandwidth: 100 MB/s, local-bandwidth: 100 MB/s}",
                        "intra-node: {latency: 1 ms, bandwidth: 100 MB/s}",
                        "cost: {model: hockney, latency: 1 ms, bandwidth: 100 MB/s}"));
        assertSaves(inside, "intra-node links twice as fast", 10e-3, 10e-3);
        assertSaves(inside, "link GPU 0.2 in twice as fast", 10e-3, 10e-3);
        assertSaves(inside, "node links twice as fast", 0, 0);
    }

    /** A host that moves 100 MB/s in and out together halves an exchange; its links are half empty. */
    @Test
    void hostDuplex_isOfHosts_notOfSwitches() {
        ProgramBuilder ring = ProgramBuilder.ranks(3);
        for (int rank = 0; rank < 3; rank++) {
            ring.rank(rank).send((rank + 1) % 3, 0, 1_000_000);
            ring.rank(rank).recv((rank + 2) % 3, 0, 1_000_000);
        }
        List<Change.Outcome> outcomes =
                outcomes(ring, platform("{model: max-min, bandwidth: 100 MB/s, host-duplex: 1}", ""));

        assertSaves(outcomes, "both directions of hosts twice as fast", 10e-3, 10e-3);
        assertSaves(outcomes, "node links twice as fast", 0, 0);
        assertThat(outcomes).extracting(Change.Outcome::change).noneMatch(change -> change.contains("switches"));
    }

    /** Two messages into rank 2, whose interface carries a quarter of its node's: 10 ms transfer, 10 ms contention. */
    @Test
    void rankBandwidth_isOfRanks_notOfNodes() {
        List<Change.Outcome> outcomes =
                outcomes(program(), platform("{model: max-min, bandwidth: 400 MB/s, rank-bandwidth: 100 MB/s}", ""));

        assertSaves(outcomes, "rank interfaces twice as fast", 10e-3, 10e-3);
        assertSaves(outcomes, "node links twice as fast", 0, 0);
        assertThat(outcomes).extracting(Change.Outcome::change).noneMatch(change -> change.startsWith("link "));
    }

    /** Links u0, u1 and d2 are the nodes' own; a bus that all messages cross is nobody's. */
    @Test
    void givenLinks_ofOneNodeAreLinksOfNodes_othersAreShared() {
        String routes = "routes: [{from: 0, to: 2, via: %s}, {from: 1, to: 2, via: %s}]";
        String links = "links: [{name: u0, bandwidth: 100 MB/s}, {name: u1, bandwidth: 100 MB/s},"
                + " {name: d2, bandwidth: %s}, {name: bus, bandwidth: 100 MB/s}]";
        String network = "{model: max-min, topology: links, " + links + ", " + routes + "}";
        List<Change.Outcome> own =
                outcomes(program(), platform(String.format(network, "100 MB/s", "u0 d2", "u1 d2"), ""));

        assertSaves(own, "node links twice as fast", 10e-3, 10e-3);
        assertSaves(own, "link d2 twice as fast", 10e-3, 10e-3);

        List<Change.Outcome> bus =
                outcomes(program(), platform(String.format(network, "1 GB/s", "u0 bus d2", "u1 bus d2"), ""));
        assertSaves(bus, "shared links twice as fast", 10e-3, 10e-3);
        assertSaves(bus, "node links twice as fast", 0, 0);
    }
}
