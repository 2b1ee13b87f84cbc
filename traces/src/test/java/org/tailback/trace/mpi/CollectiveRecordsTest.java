package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tailback.program.CollectiveCall.Kind;

/** What records of collective operations become. Ticks are seconds. */
class CollectiveRecordsTest {
    @Test
    void nonblockingCollectives_startWhereTheyStartedAndAreWaitedForWhereTheyComplete() {
        RankScript script =
                new RankScript().enter("MPI_Ibarrier").icollective(1).leave();
        script.enter("MPI_Iallreduce").icollective(2).leave();
        script.enter("MPI_Wait")
                .icollectiveComplete(2, Kind.ALLREDUCE, 0, 64, 64)
                .leave();
        script.enter("MPI_Send").sent(1, 0, 1).leave();
        script.enter("MPI_Wait").icollectiveComplete(1, Kind.BARRIER, 0, 0, 0).leave();
        assertThat(script.messages())
                .containsExactly(
                        "ibarrier comm 0 root 0 bytes 0 #0",
                        "iallreduce comm 0 root 0 bytes 8 #1",
                        "wait #1",
                        "send to 1 tag 0 comm 0 bytes 1",
                        "wait #0");
        assertThat(script.approximations()).noneMatch(sentence -> sentence.contains("collective"));
    }

    @Test
    void nonblockingCollectives_mayOverlapWithABlockingOne() {
        RankScript script =
                new RankScript().enter("MPI_Ibarrier").icollective(1).leave();
        script.enter("MPI_Bcast").collective(Kind.BCAST, 2, 0, 100).leave();
        script.enter("MPI_Wait").icollectiveComplete(1, Kind.BARRIER, 0, 0, 0).leave();
        assertThat(script.messages())
                .containsExactly("ibarrier comm 0 root 0 bytes 0 #0", "bcast comm 0 root 2 bytes 100", "wait #0");
    }

    @Test
    void nonblockingCollectives_thatNeverComplete_areLeftOutAndReported() {
        RankScript script =
                new RankScript().enter("MPI_Ibarrier").icollective(1).leave();
        script.enter("MPI_Send").sent(1, 0, 1).leave();
        assertThat(script.messages()).containsExactly("send to 1 tag 0 comm 0 bytes 1");
        assertThat(script.approximations())
                .anyMatch(sentence -> sentence.startsWith("1 x non-blocking collective operation never completed"));
    }

    @Test
    void collectiveCallsWithoutRecord_areReportedByName() {
        RankScript script =
                new RankScript().enter("MPI_Ibcast").leave().enter("MPI_Ibcast").leave();
        assertThat(script.messages()).isEmpty();
        assertThat(script.approximations()).anyMatch(sentence -> sentence.startsWith("2 x call of MPI_Ibcast"));
    }
}
