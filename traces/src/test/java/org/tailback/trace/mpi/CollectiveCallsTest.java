package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** Totals to the size of one buffer, row by row of the table in {@link CollectiveCalls}; 8 ranks. */
class CollectiveCallsTest {
    private static CollectiveCalls calls(int rank, int ranks, SizeConvention convention, TranslationCounts counts) {
        return new CallTranslator(rank, ranks, 1, new RankScript(), convention, counts).collectiveCalls;
    }

    private static CollectiveCall call(CollectiveCalls calls, Kind kind, int root, long sent, long received) {
        Communicator world = Communicator.world();
        return calls.call(kind, world, root, new CollectiveRecord(kind, world, root, sent, received));
    }

    @ParameterizedTest(name = "{0} of rank {1} with root {2}: sent {3}, received {4}")
    @CsvSource({
        "BARRIER, 0, 0, 0, 0, 0",
        "BCAST, 3, 3, 800, 100, 100",
        "BCAST, 1, 3, 0, 100, 100",
        "SCATTER, 3, 3, 800, 100, 100",
        "SCATTER, 1, 3, 0, 100, 100",
        "GATHER, 3, 3, 100, 800, 100",
        "GATHER, 1, 3, 100, 0, 100",
        "REDUCE, 3, 3, 100, 800, 100",
        "REDUCE, 1, 3, 100, 0, 100",
        "REDUCE, 3, 3, 0, 700, 100", // MPI_IN_PLACE at the root
        "ALLGATHER, 1, 0, 800, 800, 100",
        "ALLTOALL, 1, 0, 800, 800, 100",
        "ALLREDUCE, 1, 0, 64, 64, 8",
        "ALLREDUCE, 1, 0, 28, 28, 4", // MPI_IN_PLACE: 7 x 4
        "ALLREDUCE, 1, 0, 56, 56, 8", // 7 x 8 or, not as well aligned, 8 x 7
        "SCAN, 2, 0, 60, 30, 10",
        "EXSCAN, 2, 0, 50, 20, 10",
        "EXSCAN, 0, 0, 70, 0, 10",
        "REDUCE_SCATTER, 1, 0, 800, 800, 800",
        "ALLGATHERV, 1, 0, 80, 500, 500",
        "ALLTOALLV, 1, 0, 512, 2304, 512",
        "GATHERV, 3, 3, 10, 500, 500",
        "GATHERV, 1, 3, 10, 0, 10",
        "SCATTERV, 3, 3, 500, 10, 500",
        "SCATTERV, 1, 3, 0, 10, 10"
    })
    void totals_becomeTheSizeOfOneBuffer(Kind kind, int rank, int root, long sent, long received, long bytes) {
        CollectiveCalls calls = calls(rank, 8, SizeConvention.TOTALS, new TranslationCounts());
        CollectiveCall call = call(calls, kind, root, sent, received);
        assertThat(call.bytes()).isEqualTo(bytes);
        assertThat(call.group()).isNull();
        long[] sendCounts = call.sendCounts();
        if (sendCounts != null) {
            assertThat(sendCounts).hasSize(8);
            assertThat(Arrays.stream(sendCounts).sum()).isEqualTo(sent);
        }
        long[] receiveCounts = call.receiveCounts();
        if (receiveCounts != null) {
            assertThat(receiveCounts).hasSize(8);
            assertThat(Arrays.stream(receiveCounts).sum()).isEqualTo(received);
        }
    }

    /** What EZTrace 2.0 wrote of a program on 4 ranks whose sizes were these. */
    @ParameterizedTest(name = "{0} of rank {1}: sent {2}, received {3}")
    @CsvSource({
        "ALLREDUCE, 0, 2068, 2068, 2068", // NPB IS, class S: 517 ints
        "ALLTOALL, 0, 4, 4, 4", // the same: an int a peer
        "BCAST, 1, 600, 600, 600",
        "BCAST, 0, 600, 600, 600",
        "REDUCE, 1, 700, 700, 700",
        "GATHER, 1, 1900, 1900, 1900",
        "SCATTER, 1, 2100, 2100, 2100",
        "ALLGATHER, 2, 0, 1700, 1700", // MPI_IN_PLACE
        "ALLTOALL, 2, 0, 1800, 1800",
        "GATHERV, 0, 1000, 10000, 1000",
        "GATHERV, 1, 2000, 10000, 10000",
        "SCATTERV, 3, 10000, 4000, 4000",
        "SCATTERV, 1, 10000, 2000, 10000"
    })
    void buffers_areTakenAsTheyAre(Kind kind, int rank, long sent, long received, long bytes) {
        TranslationCounts counts = new TranslationCounts();
        CollectiveCalls calls = calls(rank, 4, SizeConvention.BUFFERS, counts);
        assertThat(call(calls, kind, 1, sent, received).bytes()).isEqualTo(bytes);
        assertThat(counts.sentences())
                .noneMatch(sentence -> sentence.contains("MPI_IN_PLACE") || sentence.contains("convention"));
    }

    @Test
    void sizesAgainstTheConvention_areCounted() {
        TranslationCounts counts = new TranslationCounts();
        call(calls(0, 4, SizeConvention.TOTALS, counts), Kind.BCAST, 1, 600, 600);
        call(calls(0, 4, SizeConvention.BUFFERS, counts), Kind.BCAST, 1, 0, 600);
        call(calls(0, 4, SizeConvention.BUFFERS, counts), Kind.BCAST, 1, 600, 600);
        assertThat(counts.sentences())
                .singleElement()
                .asString()
                .startsWith("2 x collective operation whose sizes at a rank that is not the root");
    }

    @Test
    void totalThatNoNumberOfBuffersMakes_isNotSaidToBeInPlace() {
        TranslationCounts counts = new TranslationCounts();
        CollectiveCalls calls = calls(0, 8, SizeConvention.TOTALS, counts);
        assertThat(call(calls, Kind.ALLREDUCE, 0, 100, 100).bytes()).isEqualTo(12);
        assertThat(counts.sentences())
                .singleElement()
                .asString()
                .startsWith("1 x collective operation whose total is not a multiple of its number of ranks");
    }

    @Test
    void unknownTracer_isCountedAtEveryOperationWithASize() {
        TranslationCounts counts = new TranslationCounts();
        CollectiveCalls calls = calls(0, 8, SizeConvention.ASSUMED_TOTALS, counts);
        assertThat(call(calls, Kind.ALLREDUCE, 0, 64, 64).bytes()).isEqualTo(8);
        call(calls, Kind.BARRIER, 0, 0, 0);
        assertThat(counts.sentences())
                .singleElement()
                .asString()
                .startsWith("1 x collective operation of an unknown tracer");
    }
}
