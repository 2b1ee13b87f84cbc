package org.tailback.study.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.tailback.study.rules.RuleCells.cell;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.tailback.collective.CollectiveProgram;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.error.InputException;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.study.collective.CollectiveRow;
import org.tailback.study.collective.CollectiveStudy;
import org.tailback.study.collective.CollectiveStudy.Case;
import org.tailback.study.collective.CollectiveStudy.Variant;
import org.tailback.study.jitter.Jitter;
import org.tailback.study.replication.ReplicationPlan;

class HanRulesTest {
    /** Two nodes of two cores: a message takes 10 us + bytes / 1 GB/s between nodes, 1 us + bytes / 10 GB/s inside. */
    private static final PlatformFile NODES = PlatformFile.parse("""
        cluster: {nodes: 4, cores-per-node: 2}
        network: {model: max-min, bandwidth: 1 GB/s}
        cost: {model: plogp, latency: 10 us, bandwidth: 1 GB/s}
        intra-node: {latency: 1 us, bandwidth: 10 GB/s}
        """, "nodes");

    private static final DecisionRules BCAST = new DecisionRules(
            Kind.BCAST,
            List.of(
                    cell(16, 4, 1024, "tuned", "han", 2),
                    cell(16, 4, 65536, "tuned", "han", 0.5),
                    cell(32, 4, 1024, "tuned", "han", 1.05)));

    private static final CollectiveStudy STUDY = new CollectiveStudy(Kind.BCAST, new ReplicationPlan(1, 0), 1, 1);

    private static Case on(String placement, int ranks, long bytes) {
        Overrides overrides = Overrides.NONE.withPlacement(placement);
        return new Case(
                new Variant("none", 0, (any, seed) -> NODES.resolve(overrides), false, false),
                Jitter.parse("start=constant:0").scaledBy(0),
                "linear",
                ranks,
                bytes);
    }

    @Test
    void text_ofADynamicRulesFile() {
        assertThat(RulesFormat.named("han").text(BCAST, List.of("a comment"))).isEqualTo("""
            # a comment
            1 # number of collectives
            7 # bcast
            3 # number of levels
            0 # inside nodes
            1 # number of communicator sizes
            1 # ranks or more
            1 # number of message sizes
            0 tuned
            1 # between nodes
            1 # number of communicator sizes
            1 # ranks or more
            1 # number of message sizes
            0 tuned
            2 # the whole communicator
            3 # number of communicator sizes
            1 # ranks or more
            1 # number of message sizes
            0 han
            16 # ranks or more, 4 per node
            2 # number of message sizes
            0 tuned # tuned, gain 2.00 (1.82 to 2.20) over han
            65536 han # default (han), gain of tuned 0.50 (0.45 to 0.55)
            32 # ranks or more, 4 per node
            1 # number of message sizes
            0 han # default (han), gain of tuned 1.05 (0.95 to 1.16)
            """);
    }

    @Test
    void readBack_everyCellHasItsComponent() {
        NumberFile file = new NumberFile(RulesFormat.named("han").text(BCAST, List.of()));

        assertThat(file.number()).as("collectives").isEqualTo(1);
        assertThat(file.number()).as("bcast").isEqualTo(7);
        assertThat(file.number()).as("levels").isEqualTo(3);
        for (long level = 0; level < 2; level++) {
            assertThat(file.number()).isEqualTo(level);
            assertThat(file.communicators(1)).containsOnlyKeys(1L);
        }
        assertThat(file.number()).isEqualTo(2);
        TreeMap<Long, TreeMap<Long, List<String>>> rules = file.communicators(1);
        assertThat(file.isAtEnd()).isTrue();
        assertThat(rules.firstKey())
                .as("a level begins with communicators of 1")
                .isEqualTo(1);
        for (RuleCell cell : BCAST.cells()) {
            assertThat(rules.floorEntry((long) cell.ranks())
                            .getValue()
                            .floorEntry(cell.bytes())
                            .getValue())
                    .containsExactly(cell.chosen());
        }
    }

    /** Two nodes of two ranks: one message between nodes, then one inside each. */
    @Test
    void time_bcastOfOneSegment_isThePartsOneAfterTheOther() {
        HanTime time = new HanTime(STUDY, CollectiveSelectors.parse("openmpi"));

        assertThat(time.of(Kind.BCAST, on("block:ranks-per-node=2", 4, 1000), 2))
                .isCloseTo(10e-6 + 1000 / 1e9 + 1e-6 + 1000 / 1e10, within(1e-12));
        assertThat(time.of(Kind.BCAST, on("block:ranks-per-node=2", 2, 1000), 2))
                .as("one node")
                .isCloseTo(1e-6 + 1000 / 1e10, within(1e-12));
    }

    /** Three segments: all parts of the first, then twice the slowest, which is between nodes. */
    @Test
    void time_bcastOfThreeSegments_isPipelined() {
        HanTime time = new HanTime(STUDY, CollectiveSelectors.parse("openmpi"));
        double between = 10e-6 + 65536 / 1e9;

        assertThat(time.of(Kind.BCAST, on("block:ranks-per-node=2", 4, 3 * 65536), 2))
                .isCloseTo(3 * between + 1e-6 + 65536 / 1e10, within(1e-12));
    }

    @Test
    void time_roundRobin_partsAreThoseOfTheNodes() {
        HanTime time = new HanTime(STUDY, CollectiveSelectors.parse("openmpi"));

        assertThat(time.of(Kind.BCAST, on("round-robin-node", 8, 1000), 2))
                .isEqualTo(time.of(Kind.BCAST, on("block:ranks-per-node=2", 8, 1000), 2));
    }

    @Test
    void cell_comparesTunedWithHan() {
        Case any = on("block:ranks-per-node=2", 4, 1000);
        List<CollectiveRow> rows = STUDY.run(List.of(any), () -> {}).rows();

        RuleCell cell =
                RulesFormat.named("han").cell(Kind.BCAST, STUDY, any, rows, 0.1).orElseThrow();

        assertThat(cell.best()).isEqualTo("tuned");
        assertThat(cell.own()).isEqualTo("han");
        assertThat(cell.ownSeconds()).isCloseTo(12.1e-6, within(1e-12));
        String flat = CollectiveProgram.selected(Kind.BCAST, CollectiveSelectors.parse("openmpi"), 4, 1000);
        assertThat(cell.seconds()).isEqualTo(STUDY.time(any.withAlgorithm(flat)));
    }

    @Test
    void oneRankPerNodeAndUnknownOperations_areRefused() {
        Case any = on("round-robin-node", 4, 1000);
        List<CollectiveRow> rows = STUDY.run(List.of(any), () -> {}).rows();

        assertThatThrownBy(() -> RulesFormat.named("han").cell(Kind.BCAST, STUDY, any, rows, 0.1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Give --ranks-per-node 2 or more");
        assertThatThrownBy(() -> RulesFormat.named("han").algorithms(Kind.ALLTOALL))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("coll/han has no rules for alltoall");
    }
}
