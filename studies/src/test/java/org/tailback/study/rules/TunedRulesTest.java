package org.tailback.study.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tailback.study.rules.RuleCells.cell;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.program.CollectiveCall.Kind;

class TunedRulesTest {
    private static final DecisionRules ALLTOALL = new DecisionRules(
            Kind.ALLTOALL,
            List.of(
                    cell(16, 2, 1024, "bruck", "linear", 2),
                    cell(8, 2, 1024, "linear", "linear", 1),
                    cell(8, 2, 4096, "linear", "bruck", 1.05),
                    cell(8, 2, 65536, "ring", "linear", 1.25)));

    private static String text(String format, DecisionRules rules) {
        return TunedRules.named(format).text(rules, List.of("a comment"));
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void algorithms_everyOneNamed_isOneOfOurs(Kind kind) {
        List<String> names;
        try {
            names = TunedRules.algorithms(kind);
        } catch (InputException e) {
            assertThat(e).hasMessageContaining("does not read rules by size for " + kind.label());
            return;
        }
        assertThat(CollectiveProgram.algorithms(kind)).containsAll(names);
    }

    /** Sizes are the block times the ranks; 5 % is within the error of 10 %, so that Open MPI decides itself (0). */
    @Test
    void version1_sizesAreCountedAsTunedDoes() {
        assertThat(text("openmpi", ALLTOALL)).isEqualTo("""
            # a comment
            1 # number of collectives
            3 # alltoall
            2 # number of communicator sizes
            8 # ranks or more, 2 per node
            3 # number of message sizes
            0 0 0 0 # default (linear)
            32768 0 0 0 # default (bruck), gain of linear 1.05 (0.95 to 1.16)
            524288 2 0 0 # ring, gain 1.25 (1.14 to 1.38) over linear
            16 # ranks or more, 2 per node
            1 # number of message sizes
            0 3 0 0 # bruck, gain 2.00 (1.82 to 2.20) over linear
            """);
    }

    @Test
    void version2_beginsWithItAndHasRequests() {
        DecisionRules bcast = new DecisionRules(
                Kind.BCAST,
                List.of(cell(4, 1024, "pipeline/64KiB", "chain", 3), cell(4, 4096, "chain", "linear", 1.5)));

        assertThat(text("openmpi-2", bcast)).isEqualTo("""
            rule-file-version-2
            # a comment
            1 # number of collectives
            7 # bcast
            1 # number of communicator sizes
            4 # ranks or more, 1 per node
            2 # number of message sizes
            0 3 0 65536 0 # pipeline/64KiB, gain 3.00 (2.73 to 3.30) over chain
            4096 2 4 0 0 # chain, gain 1.50 (1.36 to 1.65) over linear
            """);
    }

    @Test
    void readBack_everyCellHasItsAlgorithm() {
        for (String format : List.of("openmpi", "openmpi-2")) {
            String text = text(format, ALLTOALL);
            boolean isVersion2 = text.startsWith("rule-file-version-2\n");
            NumberFile file = new NumberFile(isVersion2 ? text.substring(text.indexOf('\n')) : text);

            assertThat(isVersion2).isEqualTo(format.equals("openmpi-2"));
            assertThat(file.number()).as("collectives").isEqualTo(1);
            assertThat(file.number()).as("alltoall").isEqualTo(3);
            TreeMap<Long, TreeMap<Long, List<String>>> rules = file.communicators(isVersion2 ? 4 : 3);
            assertThat(file.isAtEnd()).isTrue();
            for (RuleCell cell : ALLTOALL.cells()) {
                List<String> rule = rules.floorEntry((long) cell.ranks())
                        .getValue()
                        .floorEntry(cell.bytes() * cell.ranks())
                        .getValue();
                assertThat(rule.get(0)).isEqualTo("" + TunedRules.number(Kind.ALLTOALL, cell));
            }
        }
    }

    @Test
    void barrier_hasNoSizes_theLargestOfTheStudyCounts() {
        DecisionRules alltoallv = new DecisionRules(
                Kind.ALLTOALLV, List.of(cell(4, 1024, "linear", "ring", 2), cell(4, 4096, "ring", "linear", 2)));

        assertThat(text("openmpi", alltoallv))
                .endsWith("1 # number of message sizes\n0 2 0 0 # ring, gain 2.00 (1.82 to 2.20) over linear\n");
    }

    @Test
    void sameSizeSeveralRanksPerNode_areRefused() {
        DecisionRules rules = new DecisionRules(
                Kind.BCAST, List.of(cell(8, 1, 1024, "chain", "linear", 2), cell(8, 4, 1024, "chain", "linear", 2)));

        assertThatThrownBy(() -> text("openmpi", rules))
                .isInstanceOf(InputException.class)
                .hasMessageContainingAll("8 ranks have several numbers of ranks per node", "Write a file for each");
    }

    @Test
    void unknownFormat_nearestName() {
        assertThatThrownBy(() -> TunedRules.named("openmp"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("Did you mean 'openmpi'")
                .hasMessageContaining("Valid: openmpi, openmpi-2");
    }
}
