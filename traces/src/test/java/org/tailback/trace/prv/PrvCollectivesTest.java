package org.tailback.trace.prv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tailback.error.InputException;
import org.tailback.trace.RecordedPrograms;
import org.tailback.trace.Trace;

/** Collective operations: sizes, roots, communicators, and what belongs together in cut traces. */
class PrvCollectivesTest {
    @TempDir
    Path folder;

    private List<String> collectives(PrvText text, int rank) {
        try (Trace trace = text.open(folder)) {
            return RecordedPrograms.program(trace, rank).stream()
                    .filter(line -> !line.startsWith("compute"))
                    .toList();
        }
    }

    private List<String> approximations(PrvText text) {
        try (Trace trace = text.open(folder)) {
            for (int rank = 0; rank < trace.ranks(); rank++) {
                RecordedPrograms.program(trace, rank);
            }
            return trace.approximations();
        }
    }

    /**
     * Four tasks, the second is the root. Extrae's records: one buffer for bcast, reduce and allreduce; what goes to
     * one rank as sent of gather, allgather and alltoall, and as received of scatter.
     */
    @ParameterizedTest
    @CsvSource({
        "7, bcast comm 0 root 1 bytes 32, 32, 0, 0, 32",
        "9, reduce comm 0 root 1 bytes 32, 32, 32, 32, 0",
        "10, allreduce comm 0 root 0 bytes 32, 32, 32, 32, 32",
        "11, alltoall comm 0 root 0 bytes 32, 32, 128, 32, 128",
        "13, gather comm 0 root 1 bytes 32, 32, 128, 32, 0",
        "15, scatter comm 0 root 1 bytes 32, 128, 32, 0, 32",
        "17, allgather comm 0 root 0 bytes 32, 32, 128, 32, 128",
        // MPI_IN_PLACE: one side says nothing, the other one the total
        "17, allgather comm 0 root 0 bytes 32, 0, 128, 0, 128",
        "11, alltoall comm 0 root 0 bytes 32, 0, 128, 0, 128",
    })
    void sizesOfAllKinds_areThoseOfOneRanksBuffer(
            int value, String expected, long rootSent, long rootReceived, long sent, long received) {
        PrvText text = PrvText.ofTasks(4);
        for (int task = 1; task <= 4; task++) {
            boolean root = task == 2;
            text.running(task, 0, 100)
                    .collective(
                            task, 10 + task, 50, value, root ? rootSent : sent, root ? rootReceived : received, root);
        }
        for (int rank = 0; rank < 4; rank++) {
            assertThat(collectives(text, rank)).as("rank %s", rank).containsExactly(expected);
        }
    }

    @Test
    void gatherInPlace_atTheRoot_takesTheShareOfTheTotal() {
        PrvText text = PrvText.ofTasks(2).running(1, 0, 100).running(2, 0, 100);
        text.collective(1, 10, 50, 13, 0, 64, true).collective(2, 10, 50, 13, 32, 0, false);

        assertThat(collectives(text, 0)).containsExactly("gather comm 0 root 0 bytes 32");
        assertThat(collectives(text, 1)).containsExactly("gather comm 0 root 0 bytes 32");
    }

    /** Only the root marks itself: each of several operations finds its own. */
    @Test
    void roots_ofSeveralOperations_areFoundByTheirNumber() {
        PrvText text = PrvText.ofTasks(3);
        for (int task = 1; task <= 3; task++) {
            text.running(task, 0, 1000);
            for (int i = 0; i < 6; i++) {
                text.collective(task, 100 * i + task, 100 * i + 50, 7, 8, 0, i % 3 + 1 == task);
            }
        }
        for (int rank = 0; rank < 3; rank++) {
            assertThat(collectives(text, rank))
                    .extracting(line -> line.replaceAll(".*root (\\d+).*", "$1"))
                    .containsExactly("0", "1", "2", "0", "1", "2");
        }
    }

    @Test
    void communicators_haveTheirMembersInTheirOrder() {
        PrvText text = PrvText.ofTasks(3).line("c:1:7:2:3:1");
        for (int task : new int[] {1, 3}) {
            text.running(task, 0, 100)
                    .call(
                            task,
                            10,
                            20,
                            PrvText.COLLECTIVE,
                            7,
                            "50100001:8",
                            "50100002:0",
                            (task == 3 ? "50100003:1:" : "") + "50100004:7");
        }
        text.running(2, 0, 100);
        for (int task = 1; task <= 3; task++) {
            text.collective(task, 30, 40, 8, 0, 0, false);
        }

        assertThat(collectives(text, 1)).containsExactly("barrier comm 0 root 0 bytes 0");
        // the root, task 3, is the first of the communicator
        assertThat(collectives(text, 0))
                .hasSize(2)
                .first()
                .asString()
                .contains("bcast")
                .contains("root 0 bytes 8");
        assertThat(collectives(text, 2))
                .hasSize(2)
                .first()
                .asString()
                .contains("bcast")
                .contains("root 0 bytes 8");
        try (Trace trace = text.open(folder)) {
            assertThat(trace.communicators()).isEqualTo(2);
        }
    }

    @Test
    void communicatorsThatCannotBe_areNotDefined_andTheirOperationsLeftOut() {
        PrvText text = PrvText.ofTasks(2)
                .line("c:1:2:2:1:3")
                .line("c:1:3:2:1:1")
                .line("c:1:4:5:1:2")
                .running(1, 0, 100)
                .running(2, 0, 100);
        for (int task = 1; task <= 2; task++) {
            text.call(task, 10, 20, PrvText.COLLECTIVE, 8, "50100004:2")
                    .call(task, 30, 40, PrvText.COLLECTIVE, 8, "50100004:99")
                    .collective(task, 50, 60, 8, 0, 0, false);
        }
        assertThat(collectives(text, 0)).containsExactly("barrier comm 0 root 0 bytes 0");
        assertThat(approximations(text))
                .contains(
                        "3 x communicator with tasks that its application does not have: not defined.",
                        "4 x collective operation on a communicator that is not defined or does not contain the task:"
                                + " left out.");
    }

    /**
     * The first task was cut before its first barrier, and the second one after its last: three of four remain, by
     * time.
     */
    @Test
    void cutTraces_keepWhatAllRanksHave() {
        PrvText text = PrvText.ofTasks(3);
        for (int task = 1; task <= 3; task++) {
            text.running(task, 0, 1000);
            for (int i = 0; i < 5; i++) {
                if (!(task == 1 && i == 0) && !(task == 2 && i == 4)) {
                    text.collective(task, 100 * i + 10 + task, 100 * i + 50, 10, 8L << i, 8L << i, false);
                }
            }
        }
        for (int rank = 0; rank < 3; rank++) {
            assertThat(collectives(text, rank))
                    .containsExactly(
                            "allreduce comm 0 root 0 bytes 16",
                            "allreduce comm 0 root 0 bytes 32",
                            "allreduce comm 0 root 0 bytes 64");
        }
        // one too many of tasks 1 and 2 each, two of task 3
        assertThat(approximations(text))
                .contains(
                        "4 x collective operation that other ranks of its communicator do not have (cut trace): left out.");
    }

    @Test
    void moreThan63MissingOperations_areRefused() {
        PrvText text = PrvText.ofTasks(2).running(1, 0, 10000).running(2, 0, 10000);
        for (int i = 0; i < 70; i++) {
            text.collective(1, 10 * i, 10 * i + 5, 8, 0, 0, false);
        }
        text.collective(2, 0, 5, 8, 0, 0, false);

        assertThatThrownBy(() -> text.open(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(
                        "t.prv: one task has 70 collective operations of a communicator, and another task has 1");
    }

    @Test
    void collectivesWithoutCommunicator_areCountedByName() {
        PrvText text = PrvText.ofTasks(1).running(1, 0, 100).call(1, 10, 20, PrvText.COLLECTIVE, 10);

        assertThat(collectives(text, 0)).isEmpty();
        assertThat(approximations(text))
                .contains(
                        "1 x call of MPI_Allreduce without a record of its sizes: left out, as the trace does not record them.");
    }
}
