package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tailback.trace.mpi.CallTranslator.ANY;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.program.CollectiveCall.Kind;

/** What records of messages in which call become which operations. Ticks are seconds. */
class MessageRecordsTest {
    @Test
    void modesOfSends_followTheFunction() {
        RankScript script = new RankScript();
        for (String name : List.of("MPI_Send", "MPI_Ssend", "MPI_Bsend", "MPI_Rsend")) {
            script.enter(name).sent(1, 0, 1).leave();
        }
        script.enter("MPI_Issend").isend(9, 1, 0, 1).leave();
        script.enter("MPI_Wait").isendComplete(9).leave();
        assertThat(script.messages())
                .containsExactly(
                        "send to 1 tag 0 comm 0 bytes 1",
                        "send to 1 tag 0 comm 0 bytes 1 synchronous",
                        "send to 1 tag 0 comm 0 bytes 1 buffered",
                        "send to 1 tag 0 comm 0 bytes 1 ready",
                        "isend #0 to 1 tag 0 comm 0 bytes 1 synchronous",
                        "wait #0");
    }

    @Test
    void sendrecv_goesBothWaysAtOnce() {
        RankScript script = new RankScript()
                .enter("MPI_Sendrecv")
                .sent(1, 5, 10)
                .received(3, 6, 20)
                .leave();
        script.enter("MPI_Sendrecv").sent(1, 5, 10).leave();
        script.enter("MPI_Sendrecv").received(3, 6, 20).leave();
        assertThat(script.messages())
                .containsExactly(
                        "irecv #0 from 3 tag 6 comm 0 bytes 20",
                        "isend #1 to 1 tag 5 comm 0 bytes 10",
                        "waitall 0 1",
                        "send to 1 tag 5 comm 0 bytes 10",
                        "recv from 3 tag 6 comm 0 bytes 20");
    }

    @Test
    void receive_isStartedWhereItWas_withTheSourceOfItsCompletion() {
        RankScript script = new RankScript().enter("MPI_Irecv").irecv(77).leave();
        script.enter("MPI_Send").sent(2, 1, 8).leave();
        script.enter("MPI_Wait").irecvComplete(77, 3, 9, 500).leave();
        assertThat(script.messages())
                .containsExactly("irecv #0 from 3 tag 9 comm 0 bytes 500", "send to 2 tag 1 comm 0 bytes 8", "wait #0");
        assertThat(script.approximations()).isEmpty();
    }

    @Test
    void withoutRequests_receivesStartAtTheirCalls_inTheOrderOfCompletion() {
        RankScript script = new RankScript();
        script.withoutRequests();
        script.enter("MPI_Irecv").leave().enter("MPI_Irecv").leave();
        script.enter("MPI_Isend").sent(2, 1, 8).leave();
        script.enter("MPI_Waitall").received(5, 0, 50).received(6, 0, 60).leave();
        assertThat(script.messages())
                .containsExactly(
                        "irecv #0 from 5 tag 0 comm 0 bytes 50",
                        "irecv #1 from 6 tag 0 comm 0 bytes 60",
                        "isend #2 to 2 tag 1 comm 0 bytes 8",
                        "free #2",
                        "waitall 0 1");
        assertThat(script.approximations())
                .anyMatch(sentence -> sentence.startsWith("1 x non-blocking send without"))
                .anyMatch(sentence -> sentence.startsWith("2 x non-blocking receive without"));
    }

    @Test
    void withRequests_anIrecvWithoutARecord_isFromNobody() {
        RankScript script = new RankScript().enter("MPI_Irecv").leave();
        script.enter("MPI_Wait").leave();
        assertThat(script.messages()).isEmpty();
        assertThat(script.approximations()).anyMatch(sentence -> sentence.contains("MPI_PROC_NULL"));
    }

    @Test
    void receivesWithParametersAtTheirStart_areNotKeptBack() {
        RankScript script =
                new RankScript().enter("MPI_Irecv").posted(4, 2, 7, 100).leave();
        script.enter("MPI_Wait").completed(4).leave();
        assertThat(script.messages()).containsExactly("irecv #0 from 2 tag 7 comm 0 bytes 100", "wait #0");
    }

    @Test
    void receivesFromAnySource_takeWhatCameInTheRecordedRun_orWhatComesFirst() {
        RankScript script =
                new RankScript().enter("MPI_Irecv").posted(4, ANY, 7, 100).leave();
        script.enter("MPI_Irecv").posted(5, ANY, ANY, 100).leave();
        script.enter("MPI_Wait").completed(4, 3, 7, 60).leave();
        script.enter("MPI_Wait").completed(5).leave();
        script.enter("MPI_Recv").received(ANY, 9, 5).leave();
        assertThat(script.messages())
                .containsExactly(
                        "irecv #0 from 3 tag 7 comm 0 bytes 60",
                        "irecv #1 from -1 tag -2147483648 comm 0 bytes 100",
                        "wait #0",
                        "wait #1",
                        "recv from -1 tag 9 comm 0 bytes 5");
        assertThat(script.approximations()).anyMatch(sentence -> sentence.startsWith("2 x receive from any source"));
    }

    @Test
    void impossibleMessages_areLeftOutAndReported() {
        RankScript script = new RankScript();
        script.enter("MPI_Send")
                .sent(8, 0, 1)
                .sent(1, -1, 1)
                .sent(1, 0, -1)
                .sent(1, 0, 1L << 60)
                .sent(-3, 0, 1)
                .leave();
        script.enter("MPI_Bcast")
                .collective(Kind.BCAST, 8, 1, 1)
                .collective(null, 0, 1, 1)
                .leave();
        script.enter("MPI_Irecv").irecv(5).leave();
        script.enter("MPI_Wait").irecvComplete(5, 99, 0, 1).leave();
        assertThat(script.messages()).isEmpty();
        assertThat(script.approximations())
                .anyMatch(sentence -> sentence.startsWith("6 x record of a message with an impossible"))
                .anyMatch(sentence -> sentence.startsWith("2 x collective operation of an unknown kind"));
    }
}
