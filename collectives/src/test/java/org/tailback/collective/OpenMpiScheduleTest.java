package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** In which order ranks post messages and wait for them, where Open MPI's order matters for the time. */
class OpenMpiScheduleTest {
    private static List<String> steps(Kind kind, String algorithm, long bytes, int rank, int ranks) {
        return steps(kind, algorithm, 0, bytes, rank, ranks);
    }

    private static List<String> steps(Kind kind, String algorithm, int root, long bytes, int rank, int ranks) {
        CollectiveSchedule schedule = CollectiveAlgorithms.named(kind, algorithm)
                .schedule(CollectiveCall.uniform(kind, root, bytes), rank, ranks);
        Recorder recorder = new Recorder();
        for (int step = 0; step < schedule.steps(); step++) {
            schedule.step(step, recorder);
        }
        assertThat(recorder.open).as("requests open at the end").isEmpty();
        return recorder.lines;
    }

    /**
     * Rank 1 of three in a row: one child, rank 2. The receive of a segment is posted before the sum of the one before
     * is sent.
     */
    @Test
    void pipelinedReduce_inTheMiddle_receivesTheNextSegmentWhileItSends() {
        assertThat(steps(Kind.REDUCE, "pipeline/10", 25, 1, 3))
                .containsExactly(
                        "irecv 0 from 2: 10",
                        "irecv 1 from 2: 10",
                        "wait 0",
                        "combine 10",
                        "send to 0: 10",
                        "irecv 0 from 2: 5",
                        "wait 1",
                        "combine 10",
                        "send to 0: 10",
                        "wait 0",
                        "combine 5",
                        "send to 0: 5");
    }

    /**
     * Rank 0 of four has the children 1 and 2 of a binary tree, and rank 1 the child 3: children in turn, two receives
     * at once.
     */
    @Test
    void binaryReduce_atTheRoot_receivesFromChildrenInTurn() {
        List<String> steps = steps(Kind.REDUCE, "binary/10", 20, 0, 4);

        assertThat(steps)
                .hasSize(12)
                .startsWith(steps.get(0), steps.get(1), "wait 0", "combine 10")
                .filteredOn(step -> step.startsWith("irecv"))
                .extracting(step -> step.substring(step.indexOf("from")))
                .containsExactly("from 1: 10", "from 2: 10", "from 1: 10", "from 2: 10");
    }

    @ParameterizedTest
    @CsvSource({"pipeline/10", "binary/10", "chain/10", "binomial/10", "binomial", "chain"})
    void treeReduce_everyRank_hasAtMostTwoReceivesOutstanding(String algorithm) {
        for (int ranks = 1; ranks <= 17; ranks++) {
            for (int rank = 0; rank < ranks; rank++) {
                int open = 0;
                int most = 0;
                int receives = 0;
                for (String step : steps(Kind.REDUCE, algorithm, 95, rank, ranks)) {
                    open += step.startsWith("irecv") ? 1 : step.startsWith("wait") ? -1 : 0;
                    receives += step.startsWith("irecv") ? 1 : 0;
                    most = Math.max(most, open);
                }
                assertThat(most).as("rank %s of %s", rank, ranks).isEqualTo(Math.min(2, receives));
            }
        }
    }

    /** coll_base_topo.c: the in-order binomial tree lists near children first, the chains those of low ranks. */
    @Test
    void treeReduce_atTheRoot_receivesInTheOrderOfTheTree() {
        assertThat(sources("binomial", 8)).containsExactly("1", "2", "4");
        assertThat(sources("chain", 9)).containsExactly("1", "3", "5", "7");
        assertThat(sources("binary", 8)).containsExactly("1", "2");
    }

    private static List<String> sources(String algorithm, int ranks) {
        return steps(Kind.REDUCE, algorithm, 100, 0, ranks).stream()
                .filter(step -> step.startsWith("irecv"))
                .map(step -> step.replaceAll(".*from (.*):.*", "$1"))
                .toList();
    }

    @Test
    void inOrderBinaryReduce_receivesFromHighRanksFirst() {
        assertThat(steps(Kind.REDUCE, "in-order-binary", 2, 100, 2, 3))
                .startsWith("irecv 0 from 1: 100", "irecv 1 from 0: 100", "wait 0");
    }

    @Test
    void knomialReduce_receivesFromAllChildrenBeforeItAdds() {
        assertThat(steps(Kind.REDUCE, "knomial", 100, 0, 6))
                .containsExactly(
                        "irecv 0 from 4: 100",
                        "irecv 1 from 1: 100",
                        "irecv 2 from 2: 100",
                        "irecv 3 from 3: 100",
                        "wait 0",
                        "wait 1",
                        "wait 2",
                        "wait 3",
                        "combine 100",
                        "combine 100",
                        "combine 100",
                        "combine 100");
        assertThat(steps(Kind.REDUCE, "knomial", 100, 4, 6))
                .containsExactly("irecv 0 from 5: 100", "wait 0", "combine 100", "send to 0: 100");
    }

    /** The receive of the next block is posted before the wait for this one. */
    @Test
    void ringReduceScatter_receivesTheNextBlockWhileItAdds() {
        assertThat(steps(Kind.REDUCE_SCATTER_BLOCK, "ring", 100, 0, 4))
                .containsExactly(
                        "irecv 0 from 3: 100",
                        "send to 1: 100",
                        "irecv 1 from 3: 100",
                        "wait 0",
                        "combine 100",
                        "send to 1: 100",
                        "irecv 0 from 3: 100",
                        "wait 1",
                        "combine 100",
                        "send to 1: 100",
                        "wait 0",
                        "combine 100");
    }

    @Test
    void ringAllreduce_addsAsReduceScatterDoes_thenExchanges() {
        assertThat(steps(Kind.ALLREDUCE, "ring", 300, 1, 3))
                .containsExactly(
                        "irecv 0 from 0: 100",
                        "send to 2: 100",
                        "irecv 1 from 0: 100",
                        "wait 0",
                        "combine 100",
                        "send to 2: 100",
                        "wait 1",
                        "combine 100",
                        "irecv 0 from 0: 100",
                        "isend 1 to 2: 100",
                        "wait 0",
                        "wait 1",
                        "irecv 0 from 0: 100",
                        "isend 1 to 2: 100",
                        "wait 0",
                        "wait 1");
    }

    /** ring_segmented: the first segments of all parts go round before the second ones do. */
    @Test
    void segmentedRingAllreduce_addsOneSegmentAfterTheOther() {
        List<String> onePhase = List.of(
                "irecv 0 from 0: 50",
                "send to 2: 50",
                "irecv 1 from 0: 50",
                "wait 0",
                "combine 50",
                "send to 2: 50",
                "wait 1",
                "combine 50");
        List<String> steps = steps(Kind.ALLREDUCE, "ring/50", 300, 1, 3);

        assertThat(steps.subList(0, 8)).isEqualTo(onePhase);
        assertThat(steps.subList(8, 16)).isEqualTo(onePhase);
        assertThat(steps.subList(16, 18)).containsExactly("irecv 0 from 0: 100", "isend 1 to 2: 100");
        assertThat(steps).hasSize(24);
    }

    @ParameterizedTest
    @CsvSource({"72, 1", "108, 1", "109, 2", "144, 2", "180, 2", "181, 3", "71, 1"})
    void segmentedRingAllreduce_moreThanHalfARound_isAPhaseOfItsOwn(long bytes, long phases) {
        // 3 ranks: a round is 3 segments, 72 B
        long combines = steps(Kind.ALLREDUCE, "ring/24", bytes, 0, 3).stream()
                .filter(step -> step.startsWith("combine"))
                .count();

        assertThat(combines).isEqualTo(2 * phases);
    }

    /** Three ranks: 0 and 1 fold by halves, 1 stays out, then 0 and 2 exchange halves. */
    @Test
    void rabenseifnerAllreduce_excessRanks_foldByHalves() {
        assertThat(steps(Kind.ALLREDUCE, "rabenseifner", 100, 0, 3))
                .containsExactly(
                        "irecv 0 from 1: 50",
                        "isend 1 to 1: 50",
                        "wait 0",
                        "wait 1",
                        "combine 50",
                        "recv from 1: 50",
                        "irecv 0 from 2: 50",
                        "isend 1 to 2: 50",
                        "wait 0",
                        "wait 1",
                        "combine 50",
                        "irecv 0 from 2: 50",
                        "isend 1 to 2: 50",
                        "wait 0",
                        "wait 1",
                        "send to 1: 100");
        assertThat(steps(Kind.ALLREDUCE, "rabenseifner", 100, 1, 3))
                .containsExactly(
                        "irecv 0 from 0: 50",
                        "isend 1 to 0: 50",
                        "wait 0",
                        "wait 1",
                        "combine 50",
                        "send to 0: 50",
                        "recv from 0: 100");
        assertThat(steps(Kind.ALLREDUCE, "rabenseifner-mpich", 100, 0, 3))
                .containsExactly("send to 1: 100", "recv from 1: 100");
    }

    /** The root 1 stayed out: it receives the sum of rank 0 and gathers in its place. */
    @Test
    void rabenseifnerReduce_toARootThatStaysOut_replacesRankZero() {
        assertThat(steps(Kind.REDUCE, "rabenseifner", 1, 100, 1, 3))
                .endsWith("send to 0: 50", "recv from 0: 50", "recv from 2: 50");
        assertThat(steps(Kind.REDUCE, "rabenseifner", 1, 100, 0, 3)).endsWith("combine 50", "send to 1: 50");
        assertThat(steps(Kind.REDUCE, "rabenseifner", 1, 100, 2, 3)).endsWith("combine 50", "send to 1: 50");
    }

    @Test
    void binomialScatter_servesFarRanksFirst() {
        assertThat(steps(Kind.SCATTER, "binomial", 10, 0, 8))
                .containsExactly("send to 4: 40", "send to 2: 20", "send to 1: 10");
    }

    @Test
    void linearAlltoall_receivesFromHigherRanksAndSendsToLowerOnes() {
        assertThat(steps(Kind.ALLTOALL, "linear", 10, 1, 4))
                .startsWith(
                        "irecv 0 from 2: 10",
                        "irecv 1 from 3: 10",
                        "irecv 2 from 0: 10",
                        "isend 3 to 0: 10",
                        "isend 4 to 3: 10",
                        "isend 5 to 2: 10",
                        "wait 0");
    }

    @Test
    void linearSyncGather_atTheRoot_waitsForABlockBeforeItAsksTheNext() {
        assertThat(steps(Kind.GATHER, "linear-sync", 100, 0, 3))
                .containsExactly(
                        "irecv 2 from 1: 100",
                        "send to 1: 0",
                        "irecv 0 from 1: 0",
                        "wait 2",
                        "irecv 2 from 2: 100",
                        "send to 2: 0",
                        "irecv 1 from 2: 0",
                        "wait 2",
                        "wait 0",
                        "wait 1");
        assertThat(steps(Kind.GATHER, "linear-sync", 100, 2, 3))
                .containsExactly("recv from 0: 0", "send to 0: 100", "send to 0: 0");
    }

    private static final class Recorder implements CollectiveSink {
        final List<String> lines = new ArrayList<>();
        final Set<Integer> open = new HashSet<>();

        @Override
        public void carry(long firstBlock, int count) {}

        @Override
        public void isend(int request, int destination, long bytes) {
            assertThat(open.add(request)).isTrue();
            lines.add("isend " + request + " to " + destination + ": " + bytes);
        }

        @Override
        public void irecv(int request, int source, long bytes) {
            assertThat(open.add(request)).isTrue();
            lines.add("irecv " + request + " from " + source + ": " + bytes);
        }

        @Override
        public void send(int destination, long bytes) {
            lines.add("send to " + destination + ": " + bytes);
        }

        @Override
        public void recv(int source, long bytes) {
            lines.add("recv from " + source + ": " + bytes);
        }

        @Override
        public void awaitAll(int firstRequest, int count) {
            for (int i = 0; i < count; i++) {
                assertThat(open.remove(firstRequest + i)).isTrue();
                lines.add("wait " + (firstRequest + i));
            }
        }

        @Override
        public void combine(long fromBlock, long intoBlock, int count, long bytes) {
            lines.add("combine " + bytes);
        }

        @Override
        public void copy(long fromBlock, long intoBlock, int count) {}
    }
}
