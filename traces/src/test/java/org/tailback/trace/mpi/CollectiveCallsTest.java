package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** Totals to the size of one buffer, row by row of the table in {@link CollectiveCalls}; 8 ranks. */
class CollectiveCallsTest {
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
    void sizes_areThoseOfOneBuffer(Kind kind, int rank, int root, long sent, long received, long bytes) {
        CollectiveCalls calls = new CollectiveCalls(rank, 8, new TranslationCounts());
        CollectiveCall call = calls.call(kind, Communicator.world(), root, sent, received);
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
}
