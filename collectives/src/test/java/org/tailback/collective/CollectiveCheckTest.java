package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.network.TestModels;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;

/** Collective calls that do not fit each other are found and named. */
class CollectiveCheckTest {
    /** One operation after another for each rank. */
    private static final class Calls implements ParallelProgram {
        private final List<List<Consumer<OperationSink>>> operations = new ArrayList<>();
        private final boolean exactSizes;

        Calls(int ranks, boolean exactSizes) {
            this.exactSizes = exactSizes;
            for (int rank = 0; rank < ranks; rank++) {
                operations.add(new ArrayList<>());
            }
        }

        Calls(int ranks) {
            this(ranks, true);
        }

        Calls all(CollectiveCall call) {
            operations.forEach(list -> list.add(sink -> sink.collective(call)));
            return this;
        }

        Calls rank(int rank, CollectiveCall call) {
            operations.get(rank).add(sink -> sink.collective(call));
            return this;
        }

        Calls rankLater(int rank, CollectiveCall call) {
            operations.get(rank).add(sink -> sink.icollective(0, call));
            operations.get(rank).add(sink -> sink.await(0));
            return this;
        }

        @Override
        public int ranks() {
            return operations.size();
        }

        @Override
        public boolean hasExactSizes() {
            return exactSizes;
        }

        @Override
        public Program open(int rank) {
            var iterator = operations.get(rank).iterator();
            return sink -> {
                if (!iterator.hasNext()) {
                    return false;
                }
                iterator.next().accept(sink);
                return true;
            };
        }
    }

    private static final CollectiveCall BARRIER = CollectiveCall.uniform(Kind.BARRIER, 0, 0);

    private static CollectiveCall bcast(int root, long bytes) {
        return CollectiveCall.uniform(Kind.BCAST, root, bytes);
    }

    private static CollectiveCall vector(Kind kind, long[] sendCounts, long[] receiveCounts) {
        return new CollectiveCall(kind, 0, 0, sendCounts, receiveCounts, 0);
    }

    private static ReplayResult run(ParallelProgram calls) {
        ParallelProgram expanded = calls instanceof CollectiveExpansion ? calls : CollectiveExpansion.of(calls);
        Platform platform = TestModels.platform(calls.ranks(), 1).build();
        return Replay.builder(expanded, platform).build().run();
    }

    private static List<String> warnings(Calls calls) {
        return run(calls).warnings();
    }

    private static String failure(Calls calls) {
        Throwable thrown = catchThrowable(() -> run(calls));
        assertThat(thrown).isInstanceOf(UnfinishedProgramException.class);
        return thrown.getMessage();
    }

    @Test
    void run_otherKind_namesBothCallsAndTheirPlace() {
        assertThat(failure(new Calls(4)
                        .all(BARRIER)
                        .rank(0, bcast(1, 8))
                        .rank(1, bcast(1, 8))
                        .rank(2, BARRIER)))
                .isEqualTo("The ranks disagree about a collective operation: call 1 on communicator 0 (both "
                        + "counted from 0)\n"
                        + "  rank 0, operation 1: bcast, root 1\n"
                        + "  rank 2, operation 1: barrier\n"
                        + "  All ranks of a communicator must make the same collective calls in the "
                        + "same order");
    }

    @Test
    void run_otherRoot_namesBothRoots() {
        assertThat(failure(new Calls(2).rank(0, bcast(0, 8)).rank(1, bcast(1, 8))))
                .contains("rank 0, operation 0: bcast, root 0\n", "rank 1, operation 0: bcast, root 1\n");
    }

    @Test
    void run_otherRootOfASubcommunicator_namesRanksOfTheProgram() {
        int[] group = {3, 1};
        assertThat(failure(new Calls(4)
                        .rank(1, bcast(0, 8).on(5, group))
                        .rank(3, bcast(1, 8).on(5, group))))
                .contains(
                        "call 0 on communicator 5",
                        "rank 1, operation 0: bcast, root 3\n",
                        "rank 3, operation 0: bcast, root 1\n");
    }

    @Test
    void run_nonBlockingAgainstBlocking_isAnError() {
        assertThat(failure(new Calls(2).rank(0, bcast(0, 8)).rankLater(1, bcast(0, 8))))
                .contains("rank 0, operation 0: bcast, root 0\n", "rank 1, operation 0: ibcast, root 0\n");
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {
                "BCAST",
                "REDUCE",
                "ALLREDUCE",
                "SCAN",
                "EXSCAN",
                "GATHER",
                "SCATTER",
                "ALLGATHER",
                "ALLTOALL",
                "REDUCE_SCATTER_BLOCK"
            })
    void run_otherSize_namesBothSizes(Kind kind) {
        assertThat(failure(new Calls(2)
                        .rank(0, CollectiveCall.uniform(kind, 0, 8))
                        .rank(1, CollectiveCall.uniform(kind, 0, 12))))
                .contains(
                        "disagree about the sizes of a collective operation: call 0 on communicator 0",
                        ", 8 B\n",
                        ", 12 B\n");
    }

    @Test
    void run_otherSizeInARecordingWithoutExactSizes_isCounted() {
        Calls calls =
                new Calls(3, false).rank(0, bcast(0, 8)).rank(1, bcast(0, 12)).rank(2, bcast(0, 16));

        assertThat(warnings(calls))
                .anySatisfy(warning -> assertThat(warning)
                        .startsWith("2 collective calls differ in size from the first rank's call")
                        .contains("rank 0, operation 0: bcast, root 0, 8 B"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"ALLGATHERV", "REDUCE_SCATTER"})
    void run_otherCounts_namesTheFirstThatDiffers(Kind kind) {
        long[] some = {1, 2, 3};
        long[] others = {1, 5, 3};
        assertThat(failure(new Calls(3)
                        .rank(0, vector(kind, some, some))
                        .rank(1, vector(kind, others, others))
                        .rank(2, vector(kind, some, some))))
                .contains(
                        "disagree about the sizes",
                        ", 2 B for position 1 of the communicator\n",
                        ", 5 B for position 1 of");
    }

    @Test
    void run_gathervWhereARankSendsMoreThanTheRootExpects_namesThePair() {
        assertThat(failure(new Calls(3)
                        .rank(0, new CollectiveCall(Kind.GATHERV, 0, 24, null, new long[] {8, 8, 8}, 0))
                        .rank(1, CollectiveCall.uniform(Kind.GATHERV, 0, 8))
                        .rank(2, CollectiveCall.uniform(Kind.GATHERV, 0, 9))))
                .isEqualTo("The ranks disagree about the sizes of a collective operation: gatherv, call 0 on "
                        + "communicator 0\n"
                        + "  rank 2 sends 9 B to rank 0\n"
                        + "  rank 0 expects 8 B from rank 2\n"
                        + "  Give both ranks the same size or counts");
    }

    @Test
    void run_alltoallvWhereAReceiverExpectsMore_namesThePair() {
        long[] eights = {8, 8, 8};
        assertThat(failure(new Calls(3)
                        .rank(0, vector(Kind.ALLTOALLV, eights, eights))
                        .rank(1, vector(Kind.ALLTOALLV, eights, new long[] {8, 8, 40}))
                        .rank(2, vector(Kind.ALLTOALLV, eights, eights))))
                .contains(
                        "alltoallv, call 0 on communicator 0",
                        "rank 2 sends 8 B to rank 1",
                        "rank 1 expects 40 B from rank 2");
    }

    @Test
    void run_rankThatMissesABarrier_isNamed() {
        Calls calls = new Calls(4).all(BARRIER);
        for (int rank : new int[] {0, 1, 3}) {
            calls.rank(rank, BARRIER);
        }

        assertThat(failure(calls))
                .contains("call 1 on communicator 0 (both counted from 0): rank ")
                .contains("operation 1: barrier; 3 of 4 ranks have called it, missing: rank 2\n")
                .contains(" of barrier, call 1 on communicator 0");
    }

    @Test
    void run_rankThatMissesACallWithoutMessagesLeftOver_isStillAnError() {
        int[] group = {0, 1};
        Calls calls = new Calls(2).rank(0, new CollectiveCall(Kind.REDUCE, 1, 8, null, null, 0).on(3, group));

        assertThat(failure(calls)).contains("call 0 on communicator 3", "no other rank has called it, missing: rank 1");
    }

    @Test
    void run_groupsThatDiffer_areAnError() {
        assertThat(failure(new Calls(3)
                        .rank(0, BARRIER.on(2, new int[] {0, 1}))
                        .rank(1, BARRIER.on(2, new int[] {0, 1, 2}))))
                .contains(
                        "call 0 on communicator 2",
                        "rank 0, operation 0: barrier; no other rank has called it, missing: rank 1");
    }

    @Test
    void run_separateGroupsUnderOneNumber_areChecked_eachForItself() {
        int[] even = {0, 2};
        int[] odd = {1, 3};
        Calls calls = new Calls(4)
                .rank(0, bcast(0, 8).on(1, even))
                .rank(2, bcast(0, 8).on(1, even))
                .rank(1, BARRIER.on(1, odd))
                .rank(3, BARRIER.on(1, odd));

        assertThat(run(calls).traffic().messages()).isPositive();
    }

    @Test
    void check_callsThatAllRanksHaveMade_areForgotten() {
        CollectiveCheck check = new CollectiveCheck(3, true);
        for (int call = 0; call < 10_000; call++) {
            for (int rank = 0; rank < 3; rank++) {
                check.add(rank, rank, call, call, true, BARRIER);
            }
        }

        assertThat(check.missing()).isEmpty();
    }

    @Test
    void forOneRun_twoRunsOfOneExpansion_doNotDisturbEachOther() {
        Calls calls = new Calls(2).all(BARRIER);
        CollectiveExpansion expansion = CollectiveExpansion.of(calls);

        assertThat(run(expansion).makespan()).isEqualTo(run(expansion).makespan());
    }
}
