package org.tailback.trace.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.trace.RecordedRun;

/** Recorded seconds: Init 0 to 5, a file 7 to 10, a send 12 to 13, Comm_rank 14 to 16. */
class LeftOutTimeTest {
    private static RankScript script() {
        return new RankScript()
                .at(0)
                .enter("MPI_Init")
                .at(5)
                .leave()
                .at(7)
                .enter("MPI_File_write")
                .at(10)
                .leave()
                .at(12)
                .enter("MPI_Send")
                .sent(1, 0, 8)
                .at(13)
                .leave()
                .at(14)
                .enter("MPI_Comm_rank")
                .at(16)
                .leave();
    }

    private static List<String> computations(RankScript script) {
        return script.operations(2).stream()
                .filter(line -> line.startsWith("compute"))
                .toList();
    }

    /** Two ranks of 16 s: 7 of 32 s are left out. The file's 3 s and the 2 s before and behind it are computed. */
    @Test
    void files_areComputation_andOtherCallsAreToldByNameInSeconds() {
        RankScript script = script();

        assertThat(computations(script)).containsExactly("compute 7.0", "compute 1.0");
        assertThat(script.time().of(16, 2, false))
                .isEqualTo(new RecordedRun(
                        16,
                        12,
                        7,
                        7 / 32.0,
                        3,
                        true,
                        List.of(
                                new RecordedRun.Calls("MPI_Init", 1, 5),
                                new RecordedRun.Calls("MPI_Comm_rank", 1, 2))));
        assertThat(script.time().sentences(16, 2, false))
                .containsExactly(
                        "1 x call of file input or output: 3 s of all ranks together, 9.4 % of the recorded time, kept as"
                                + " computation.",
                        "Calls that are not replayed took 7 s of all ranks together, 22 % of the recorded time, and are"
                                + " left out: MPI_Init 5 s, MPI_Comm_rank 2 s.");
    }

    @Test
    void files_dropped_areLeftOutWithTheOthers() {
        RankScript script = script().droppingFiles();

        assertThat(computations(script)).containsExactly("compute 4.0", "compute 1.0");
        assertThat(script.time().of(16, 2, true).leftOut()).isEqualTo(10);
        assertThat(script.time().sentences(16, 2, true))
                .anyMatch(sentence -> sentence.contains("left out, as requested"))
                .anyMatch(sentence -> sentence.endsWith("MPI_Init 5 s, file input and output 3 s, MPI_Comm_rank 2 s."));
    }

    @Test
    void manyFunctions_theShortestAreAddedUp() {
        RankScript script = new RankScript().at(0);
        for (String name :
                List.of("MPI_Init", "MPI_Win_create", "MPI_Type_commit", "MPI_Put", "MPI_Probe", "MPI_Test")) {
            script.enter(name).leave();
        }
        script.operations(1);

        assertThat(script.time().sentences(12, 1, false))
                .singleElement()
                .asString()
                .contains("took 6 s of all ranks together, 50 % of the recorded time")
                .endsWith("MPI_Init 1 s, MPI_Probe 1 s, MPI_Put 1 s, MPI_Test 1 s, 2 others 2 s.");
    }

    @Test
    void ofSeveralRanks_timesAddUp_andTheFirstMessageIsThatOfAny() {
        LeftOutTime sum = new LeftOutTime();
        RankScript first = script();
        RankScript second = script();
        first.operations(2);
        second.operations(2);
        sum.add(first.time());
        sum.add(second.time());
        sum.messageAt(11);

        assertThat(sum.of(16, 2, false).leftOut()).isEqualTo(14);
        assertThat(sum.of(16, 2, false).beforeFirstMessage()).isEqualTo(11);
        assertThat(new LeftOutTime().of(16, 2, false).beforeFirstMessage()).isEqualTo(16);
    }
}
