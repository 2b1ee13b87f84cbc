package org.tailback.trace.prv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tailback.trace.prv.PrvText.IRECV;
import static org.tailback.trace.prv.PrvText.ISEND;
import static org.tailback.trace.prv.PrvText.RECV;
import static org.tailback.trace.prv.PrvText.SEND;
import static org.tailback.trace.prv.PrvText.WAIT;
import static org.tailback.trace.prv.PrvText.WAITALL;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.trace.RecordedPrograms;
import org.tailback.trace.Trace;

/** States and communications: when they begin by the logical and the physical times, and who waits for them. */
class PrvMessagesTest {
    @TempDir
    Path folder;

    private List<String> program(PrvText text, int rank) {
        try (Trace trace = text.open(folder)) {
            return RecordedPrograms.program(trace, rank);
        }
    }

    private List<String> approximations(PrvText text) {
        try (Trace trace = text.open(folder)) {
            RecordedPrograms.assertMatched(trace);
            for (int rank = 0; rank < trace.ranks(); rank++) {
                RecordedPrograms.program(trace, rank);
            }
            return trace.approximations().stream()
                    .filter(sentence -> !sentence.startsWith("There is no .pcf"))
                    .toList();
        }
    }

    @Test
    void blockingMessage_isSendAndRecv_andTimeOutsideOfCallsIsComputation() {
        PrvText text = PrvText.ofTasks(2)
                .running(1, 0, 500)
                .running(2, 0, 400)
                .pointToPoint(1, 100, 150, SEND)
                .message(1, 100, 120, 2, 50, 170, 64, 3)
                .pointToPoint(2, 50, 180, RECV);

        assertThat(program(text, 0))
                .containsExactly("compute 1.0E-7", "send to 1 tag 3 comm 0 bytes 64", "compute 3.5E-7");
        assertThat(program(text, 1))
                .containsExactly("compute 5.0E-8", "recv from 0 tag 3 comm 0 bytes 64", "compute 2.2E-7");
        assertThat(approximations(text)).isEmpty();
    }

    /** The logical time of the receive lies in MPI_Irecv, the physical one in the MPI_Wait that completes it. */
    @Test
    void nonBlockingMessage_startsAtItsLogicalTimeAndEndsInTheCallOfItsPhysicalTime() {
        PrvText text = PrvText.ofTasks(2)
                .running(1, 0, 1000)
                .running(2, 0, 1000)
                .pointToPoint(2, 10, 20, IRECV)
                .pointToPoint(1, 100, 110, ISEND)
                .message(1, 100, 105, 2, 20, 290, 4096, 0)
                .pointToPoint(2, 200, 300, WAIT)
                .pointToPoint(1, 400, 410, WAIT);

        assertThat(program(text, 1))
                .containsExactly(
                        "compute 1.0E-8",
                        "irecv #0 from 0 tag 0 comm 0 bytes 4096",
                        "compute 1.8E-7",
                        "wait #0",
                        "compute 7.0E-7");
        assertThat(program(text, 0))
                .containsExactly(
                        "compute 1.0E-7",
                        "isend #0 to 1 tag 0 comm 0 bytes 4096",
                        "compute 2.9E-7",
                        "wait #0",
                        "compute 5.9E-7");
        assertThat(approximations(text)).isEmpty();
    }

    @Test
    void waitall_completesAllSendsWhoseReceiveHadStarted_andNoOther() {
        PrvText text = PrvText.ofTasks(2)
                .running(1, 0, 1000)
                .running(2, 0, 1000)
                .pointToPoint(1, 10, 20, ISEND)
                .message(1, 10, 10, 2, 15, 30, 8, 1)
                .pointToPoint(1, 30, 40, ISEND)
                .message(1, 30, 30, 2, 60, 90, 16, 2)
                .pointToPoint(1, 50, 55, ISEND)
                .message(1, 50, 50, 2, 300, 350, 32, 3)
                .pointToPoint(2, 5, 35, RECV)
                .pointToPoint(1, 100, 120, WAITALL)
                .pointToPoint(2, 60, 95, RECV)
                .pointToPoint(2, 300, 355, RECV);

        assertThat(program(text, 0))
                .filteredOn(line -> !line.startsWith("compute"))
                .containsExactly(
                        "isend #0 to 1 tag 1 comm 0 bytes 8",
                        "isend #1 to 1 tag 2 comm 0 bytes 16",
                        "isend #2 to 1 tag 3 comm 0 bytes 32",
                        "waitall 0 1",
                        "free #2");
        assertThat(approximations(text)).anyMatch(sentence -> sentence.startsWith("1 x send request never completed"));
    }

    @Test
    void wait_withoutReceive_completesTheOldestPossibleSend() {
        PrvText text = PrvText.ofTasks(2)
                .running(1, 0, 1000)
                .running(2, 0, 1000)
                .pointToPoint(1, 10, 20, ISEND)
                .message(1, 10, 10, 2, 500, 600, 8, 1)
                .pointToPoint(1, 30, 40, ISEND)
                .message(1, 30, 30, 2, 60, 90, 16, 2)
                .pointToPoint(2, 60, 95, RECV)
                .pointToPoint(1, 100, 120, WAIT)
                .pointToPoint(2, 500, 605, RECV)
                .pointToPoint(1, 700, 720, WAIT);

        // the first send's receive was not there at 120: its wait is the later one
        assertThat(program(text, 0)).filteredOn(line -> line.startsWith("wait")).containsExactly("wait #1", "wait #0");
    }

    @Test
    void sendrecv_takesBothItsMessages() throws IOException {
        Files.writeString(
                folder.resolve("t.pcf"), "EVENT_TYPE\n9   50000001    MPI Point-to-point\nVALUES\n41   MPI_Sendrecv\n");
        PrvText text = PrvText.ofTasks(2).running(1, 0, 100).running(2, 0, 100);
        for (int task = 1; task <= 2; task++) {
            text.pointToPoint(task, 10, 50, 41);
        }
        text.message(1, 10, 12, 2, 10, 40, 64, 5).message(2, 10, 12, 1, 10, 45, 32, 6);

        assertThat(program(text, 0))
                .filteredOn(line -> !line.startsWith("compute"))
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line).startsWith("irecv").endsWith("from 1 tag 6 comm 0 bytes 32"),
                        line -> assertThat(line).startsWith("isend").endsWith("to 1 tag 5 comm 0 bytes 64"),
                        line -> assertThat(line).startsWith("waitall"));
        assertThat(approximations(text)).isEmpty();
    }

    /** A record stands where its first time says; what else happens then may stand before or after it. */
    @Test
    void statesAndMessages_behindAllEvents_giveTheSameProgram() {
        PrvText sorted = PrvText.ofTasks(2)
                .running(1, 0, 500)
                .running(2, 0, 500)
                .pointToPoint(1, 100, 150, SEND)
                .message(1, 100, 120, 2, 50, 170, 64, 3)
                .pointToPoint(2, 50, 180, RECV)
                .pointToPoint(1, 200, 250, SEND)
                .message(1, 200, 220, 2, 200, 270, 65, 4)
                .pointToPoint(2, 200, 280, RECV);
        List<String> lines = sorted.toString().lines().toList();
        PrvText grouped = PrvText.withHeader(lines.get(0));
        for (String kind : new String[] {"c", "2", "3", "1"}) {
            lines.stream().filter(line -> line.startsWith(kind + ":")).forEach(grouped::line);
        }

        assertThat(program(sorted, 1))
                .isEqualTo(program(grouped, 1))
                .containsExactly(
                        "compute 5.0E-8",
                        "recv from 0 tag 3 comm 0 bytes 64",
                        "compute 2.0E-8",
                        "recv from 0 tag 4 comm 0 bytes 65",
                        "compute 2.2E-7");
    }

    @Test
    void recordsOfFurtherThreads_areLeftOutAndCounted() {
        PrvText text = PrvText.withHeader("#Paraver (x):1000_ns:1(4):1:2(2:1,1:1)")
                .running(1, 0, 500)
                .running(2, 0, 500)
                .line("1:1:1:1:2:0:900:1")
                .line("2:1:1:1:2:10:50000001:1")
                .line("2:1:1:1:2:20:50000001:0")
                .line("3:1:1:1:2:10:12:1:1:2:1:30:40:8:1")
                .pointToPoint(1, 100, 150, SEND)
                .message(1, 100, 120, 2, 50, 170, 64, 3)
                .pointToPoint(2, 50, 180, RECV);

        assertThat(program(text, 0))
                .containsExactly("compute 1.0E-7", "send to 1 tag 3 comm 0 bytes 64", "compute 3.5E-7");
        assertThat(approximations(text))
                .containsExactlyInAnyOrder(
                        "2 x MPI event of a thread that is not a task's first: left out.",
                        "1 x message of a thread that is not a task's first, or with an impossible tag or size: left out.");
    }

    @Test
    void impossibleTagsAndSizes_areLeftOutAndCounted() {
        PrvText text = PrvText.ofTasks(2).running(1, 0, 500).running(2, 0, 500);
        text.message(1, 10, 12, 2, 10, 40, -1, 5)
                .message(1, 10, 12, 2, 10, 40, 1, -1)
                .message(1, 10, 12, 2, 10, 40, 1, 1L << 31)
                .pointToPoint(1, 100, 150, SEND)
                .message(1, 100, 120, 2, 50, 170, 64, Integer.MAX_VALUE)
                .pointToPoint(2, 50, 180, RECV);

        assertThat(program(text, 1)).contains("recv from 0 tag 2147483647 comm 0 bytes 64");
        assertThat(approximations(text)).anyMatch(sentence -> sentence.startsWith("3 x message of a thread"));
    }

    @Test
    void applicationsWithMpi_areRanksOfOneWorld() {
        PrvText text = PrvText.withHeader("#Paraver (x):1000_ns:1(4):3:1(1:1),1(1:1),1(1:1)")
                .line("1:1:1:1:1:0:500:1")
                .line("1:1:2:1:1:0:500:1")
                .line("1:1:3:1:1:0:500:1")
                .line("2:1:1:1:1:100:50000001:1")
                .line("2:1:1:1:1:150:50000001:0")
                .line("3:1:1:1:1:100:120:1:3:1:1:50:170:64:3")
                .line("2:1:3:1:1:50:50000001:2")
                .line("2:1:3:1:1:180:50000001:0");

        assertThat(program(text, 0)).contains("send to 1 tag 3 comm 0 bytes 64");
        assertThat(approximations(text))
                .containsExactlyInAnyOrder(
                        "2 applications of the trace have MPI calls: their tasks are ranks of one world, one application"
                                + " after the other.",
                        "1 x task of an application without MPI calls: left out.");
    }

    /**
     * State 2 ("not created") is no time of the task; flushes are none of the program; the rest of the time is
     * computed.
     */
    @Test
    void states_tellWhenTasksExist_andFlushesAreNoComputation() {
        PrvText text = PrvText.ofTasks(1)
                .line("1:1:1:1:1:0:40:2")
                .running(1, 40, 500)
                .event(1, 100, "40000003:1")
                .event(1, 130, "40000003:0")
                .call(1, 200, 210, PrvText.COLLECTIVE, 8, "50100004:1")
                .line("1:1:1:1:1:500:900:2");

        assertThat(program(text, 0))
                .containsExactly("compute 1.3E-7", "barrier comm 0 root 0 bytes 0", "compute 2.9E-7");
        assertThat(approximations(text)).anyMatch(sentence -> sentence.startsWith("Recording wrote its buffers once"));
    }

    @Test
    void callsThatNothingNames_keepTheirTimeOnly() {
        PrvText text = PrvText.ofTasks(1)
                .running(1, 0, 100)
                .call(1, 10, 30, 50_000_003, 999)
                .call(1, 40, 50, PrvText.COLLECTIVE, 8, "50100004:1");

        assertThat(program(text, 0))
                .containsExactly("compute 2.0E-8", "barrier comm 0 root 0 bytes 0", "compute 5.0E-8");
        assertThat(approximations(text)).contains("1 x MPI call that the .pcf does not name: only its time is kept.");
    }
}
