package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.program.CollectiveCall.Kind;

/** What becomes of calls, of the time between them, and of records that are missing or far ahead. Ticks are seconds. */
class CallTranslatorTest {
    @Test
    void computation_isTheTimeBetweenCalls_andCallsWithoutOperationsDoNotSplitIt() {
        RankScript script = new RankScript().at(10);
        script.add(translator -> translator.time(10));
        script.at(13).enter("MPI_Comm_rank").at(20).leave();
        script.at(24).enter("MPI_Send").sent(1, 5, 100).at(30).leave();
        script.at(31)
                .enter("MPI_Barrier")
                .collective(Kind.BARRIER, 0, 0, 0)
                .at(40)
                .leave();
        script.add(translator -> translator.time(42));
        // 13 - 10 and 24 - 20; 31 - 30; 42 - 40
        assertThat(script.operations(4))
                .containsExactly(
                        "compute 7.0",
                        "send to 1 tag 5 comm 0 bytes 100",
                        "compute 1.0",
                        "barrier comm 0 root 0 bytes 0",
                        "compute 2.0");
    }

    @Test
    void flushes_areNoComputation() {
        RankScript script =
                new RankScript().at(0).enter("MPI_Send").sent(1, 5, 1).at(1).leave();
        script.add(translator -> translator.flush(2, 7));
        script.at(10).enter("MPI_Send").sent(1, 5, 1).leave();
        assertThat(script.operations(4)).contains("compute 4.0");
        assertThat(script.approximations()).anyMatch(sentence -> sentence.contains("once, for 5 s"));
    }

    @Test
    void interruptions_areReported() {
        RankScript script = new RankScript();
        script.add(translator -> translator.recording(5, false));
        script.add(translator -> translator.recording(25, true));
        script.operations(4);
        assertThat(script.approximations()).anyMatch(sentence -> sentence.contains("switched off once, for 20"));
    }

    @Test
    void receiveOutstandingForLong_isSearchedAhead_andMemoryStaysBounded() {
        RankScript script = new RankScript().enter("MPI_Irecv").irecv(1).leave();
        int messages = 200_000;
        for (int i = 0; i < messages; i++) {
            script.enter("MPI_Send").sent(1, 0, 1).leave();
        }
        script.enter("MPI_Wait").irecvComplete(1, 2, 3, 4).leave();
        List<String> lines = script.messages();
        assertThat(lines)
                .hasSize(messages + 2)
                .startsWith("irecv #0 from 2 tag 3 comm 0 bytes 4")
                .endsWith("wait #0");
        assertThat(script.searches()).isEqualTo(1);
        assertThat(script.mostReady()).isLessThan(70_000);
    }

    @Test
    void receiveNeverCompleted_isDroppedAfterASearch() {
        RankScript script = new RankScript().enter("MPI_Irecv").irecv(1).leave();
        for (int i = 0; i < 100_000; i++) {
            script.enter("MPI_Send").sent(1, 0, 1).leave();
        }
        assertThat(script.messages()).hasSize(100_000);
        assertThat(script.searches()).isEqualTo(1);
        assertThat(script.approximations())
                .anyMatch(sentence -> sentence.startsWith("1 x receive request never completed"));
    }

    @Test
    void callThatNeverEnds_isHandedOnNevertheless() {
        RankScript script = new RankScript().enter("MPI_Waitall");
        for (int i = 0; i < 200_000; i++) {
            script.sent(1, 0, 1);
        }
        assertThat(script.messages()).hasSize(200_000);
        assertThat(script.mostReady()).isLessThan(70_000);
        assertThat(script.approximations()).anyMatch(sentence -> sentence.startsWith("1 x end of an MPI call"));
    }

    @Test
    void recordsOutsideOfCalls_areTakenAndReported() {
        RankScript script = new RankScript().at(5);
        script.add(translator -> translator.time(0));
        script.sent(1, 2, 3).at(9).received(1, 2, 3);
        assertThat(script.operations(4))
                .containsExactly(
                        "compute 5.0",
                        "send to 1 tag 2 comm 0 bytes 3",
                        "compute 4.0",
                        "recv from 1 tag 2 comm 0 bytes 3");
        assertThat(script.approximations())
                .anyMatch(sentence -> sentence.startsWith("2 x record of a message outside"));
    }
}
