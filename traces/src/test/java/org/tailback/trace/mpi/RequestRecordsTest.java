package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of requests. Ticks are seconds. */
class RequestRecordsTest {
    @Test
    void allThatACallCompletes_isOneWait_whateverTheCall() {
        for (String name : List.of("MPI_Waitall", "MPI_Waitsome", "MPI_Testall")) {
            RankScript script = new RankScript().enter("MPI_Irecv").irecv(1).leave();
            script.enter("MPI_Isend").isend(2, 1, 0, 4).leave();
            script.enter(name).isendComplete(2).irecvComplete(1, 1, 0, 4).leave();
            assertThat(script.messages()).endsWith("waitall 1 0");
        }
    }

    @Test
    void failedTests_doNothing() {
        RankScript script = new RankScript().enter("MPI_Irecv").irecv(1).leave();
        script.enter("MPI_Test").leave().enter("MPI_Test").leave();
        script.enter("MPI_Test").irecvComplete(1, 1, 0, 4).leave();
        assertThat(script.messages()).containsExactly("irecv #0 from 1 tag 0 comm 0 bytes 4", "wait #0");
        assertThat(script.approximations())
                .anyMatch(sentence -> sentence.startsWith("1 x successful MPI_Test"))
                .anyMatch(sentence -> sentence.startsWith("2 x MPI_Test without success"));
    }

    @Test
    void requestIds_areUsedAgain() {
        RankScript script = new RankScript();
        for (int i = 0; i < 3; i++) {
            script.enter("MPI_Start").isend(1, 1, 3, 16).leave();
            script.enter("MPI_Start").irecv(2).leave();
            script.enter("MPI_Waitall")
                    .isendComplete(1)
                    .irecvComplete(2, 7, 3, 16)
                    .leave();
        }
        assertThat(script.messages()).hasSize(9);
        assertThat(script.approximations()).isEmpty();
    }

    @Test
    void neverCompletedRequests_areReportedAndBlockNothing() {
        RankScript script = new RankScript().enter("MPI_Irecv").irecv(1).leave();
        script.enter("MPI_Isend").isend(2, 1, 0, 4).leave();
        script.enter("MPI_Send").sent(2, 1, 8).leave();
        script.enter("MPI_Irecv").irecv(1).leave();
        script.enter("MPI_Wait").irecvComplete(1, 4, 5, 6).leave();
        assertThat(script.messages())
                .containsExactly(
                        "isend #1 to 1 tag 0 comm 0 bytes 4",
                        "send to 2 tag 1 comm 0 bytes 8",
                        "irecv #0 from 4 tag 5 comm 0 bytes 6",
                        "wait #0",
                        "free #1");
        assertThat(script.approximations())
                .anyMatch(sentence -> sentence.startsWith("1 x receive request never completed"))
                .anyMatch(sentence -> sentence.startsWith("1 x send request never completed"));
    }

    @Test
    void completedSends_endAReceiveOfTheirId() {
        RankScript script = new RankScript().enter("MPI_Irecv").irecv(1).leave();
        script.enter("MPI_Wait").isendComplete(1).leave();
        script.enter("MPI_Cancel").cancelled(1).leave();
        assertThat(script.messages()).isEmpty();
        assertThat(script.approximations())
                .anyMatch(sentence -> sentence.startsWith("2 x completion of a request that was never started"));
    }

    @Test
    void cancelledRequests_areTakenBack() {
        RankScript script = new RankScript().enter("MPI_Irecv").irecv(1).leave();
        script.enter("MPI_Isend").isend(2, 1, 0, 4).leave();
        script.enter("MPI_Cancel").cancelled(1).leave();
        script.enter("MPI_Cancel").cancelled(2).leave();
        assertThat(script.messages()).containsExactly("isend #1 to 1 tag 0 comm 0 bytes 4", "cancel #1");
    }

    @Test
    void startedReceives_areFreedOrCancelledOnTheWay() {
        RankScript script =
                new RankScript().enter("MPI_Irecv").posted(4, 2, 7, 100).leave();
        script.enter("MPI_Irecv").posted(5, 2, 8, 100).leave();
        script.enter("MPI_Irecv").posted(6, 2, 9, 100).leave();
        script.enter("MPI_Request_free").freed(4).leave();
        script.enter("MPI_Wait").cancelled(5).leave();
        assertThat(script.messages())
                .containsExactly(
                        "irecv #0 from 2 tag 7 comm 0 bytes 100",
                        "irecv #1 from 2 tag 8 comm 0 bytes 100",
                        "irecv #2 from 2 tag 9 comm 0 bytes 100",
                        "free #0",
                        "cancel #1",
                        "free #2");
        assertThat(script.approximations())
                .anyMatch(sentence -> sentence.startsWith("1 x receive request never completed"))
                .anyMatch(sentence -> sentence.startsWith("1 x cancelled receive"));
    }

    @Test
    void manyRequests_areToldApart() {
        RankScript script = new RankScript();
        int count = 1000;
        for (int i = 0; i < count; i++) {
            script.enter("MPI_Irecv").irecv(i * 0x1_0000_0001L).leave();
        }
        List<String> expected = new ArrayList<>();
        script.enter("MPI_Waitall");
        for (int i = 0; i < count; i++) {
            int request = i * 7 % count;
            script.irecvComplete(request * 0x1_0000_0001L, 1, request, request);
            expected.add(Integer.toString(request));
        }
        script.leave();
        List<String> lines = script.messages();
        for (int i = 0; i < count; i++) {
            assertThat(lines.get(i)).isEqualTo("irecv #" + i + " from 1 tag " + i + " comm 0 bytes " + i);
        }
        assertThat(lines.get(count)).isEqualTo("waitall " + String.join(" ", expected));
    }
}
