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
        CollectiveSchedule schedule = CollectiveAlgorithms.named(kind, algorithm)
                .schedule(CollectiveCall.uniform(kind, 0, bytes), rank, ranks);
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
                .containsExactly("from 2: 10", "from 1: 10", "from 2: 10", "from 1: 10");
    }

    @ParameterizedTest
    @CsvSource({"pipeline/10", "binary/10", "chain/10", "binomial/10", "knomial/10", "binomial", "chain"})
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
