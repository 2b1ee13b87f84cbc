package org.tailback.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.error.InputException;
import org.tailback.program.Program;

/** The programs of the PlogPT paper, Figs 9, 10, 13 and 14. */
class PlogptProgramsTest {
    @Test
    void sample_isTheTableOfFigure10() {
        ExplicitProgram sample = ExplicitProgram.copyOf(PlogptSample.program(8));

        assertThat(sample.operations(0))
                .extracting(OperationWords::of)
                .containsExactly(
                        "irecv(0, 2, 0, 8)",
                        "isend(1, 2, 0, 8)",
                        "await(1)",
                        "await(0)",
                        "isend(0, 3, 0, 8)",
                        "await(0)");
        assertThat(sample.operations(1))
                .extracting(OperationWords::of)
                .containsExactly("irecv(0, 3, 0, 8)", "isend(1, 3, 0, 8)", "await(1)", "await(0)");
        assertThat(sample.operations(3))
                .extracting(OperationWords::of)
                .containsExactly(
                        "irecv(0, 1, 0, 8)",
                        "isend(1, 1, 0, 8)",
                        "await(1)",
                        "await(0)",
                        "irecv(0, 0, 0, 8)",
                        "await(0)");
        assertThat(ProgramExecutor.messagesOfRendezvous(sample)).isEqualTo(5);
    }

    /** Fig. 14, left: {Irecv(r xor i), Isend(r xor i), Wait(Irecv), Wait(Isend)} for i = 0 to P - 1. */
    @Test
    void alltoallA_rankTwoOfFour_isFigure14() {
        ExplicitProgram program = ExplicitProgram.copyOf(Programs.alltoallA(4, 64));

        assertThat(program.operations(2))
                .extracting(OperationWords::of)
                .containsExactly(
                        "irecv(0, 2, 0, 64)",
                        "isend(1, 2, 0, 64)",
                        "await(0)",
                        "await(1)",
                        "irecv(0, 3, 0, 64)",
                        "isend(1, 3, 0, 64)",
                        "await(0)",
                        "await(1)",
                        "irecv(0, 0, 0, 64)",
                        "isend(1, 0, 0, 64)",
                        "await(0)",
                        "await(1)",
                        "irecv(0, 1, 0, 64)",
                        "isend(1, 1, 0, 64)",
                        "await(0)",
                        "await(1)");
    }

    /** Fig. 14, right: Irecv(i) for i != r; {Isend(r xor i), Wait(Isend)} for i = 1 to P - 1; Wait for each Irecv. */
    @Test
    void alltoallB_rankTwoOfFour_isFigure14() {
        ExplicitProgram program = ExplicitProgram.copyOf(Programs.alltoallB(4, 64));

        assertThat(program.operations(2))
                .extracting(OperationWords::of)
                .containsExactly(
                        "irecv(0, 0, 0, 64)",
                        "irecv(1, 1, 0, 64)",
                        "irecv(3, 3, 0, 64)",
                        "isend(2, 3, 0, 64)",
                        "await(2)",
                        "isend(2, 0, 0, 64)",
                        "await(2)",
                        "isend(2, 1, 0, 64)",
                        "await(2)",
                        "await(0)",
                        "await(1)",
                        "await(3)");
    }

    @Test
    void alltoall_anyPowerOfTwo_finishesWithoutBuffers() {
        for (int ranks = 1; ranks <= 256; ranks *= 2) {
            assertThat(ProgramExecutor.messagesOfRendezvous(Programs.alltoallA(ranks, 1)))
                    .as("A, %s ranks", ranks)
                    .isEqualTo((long) ranks * ranks);
            assertThat(ProgramExecutor.messagesOfRendezvous(Programs.alltoallB(ranks, 1)))
                    .as("B, %s ranks", ranks)
                    .isEqualTo((long) ranks * (ranks - 1));
        }
    }

    @Test
    void alltoallB_manyRanks_comesInBatches() {
        List<Operation> operations = new ArrayList<>();
        try (Program program = Programs.alltoallB(1 << 16, 1).open(5)) {
            program.produce(new OperationRecorder(operations));
        }

        assertThat(operations).hasSizeBetween(1, 500);
    }

    @Test
    void alltoall_noPowerOfTwo_isRefused() {
        assertThatThrownBy(() -> Programs.alltoallA(6, 1))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "Alltoall_A needs a power of two as the number of ranks, because rank r exchanges with r xor"
                                + " i; found 6. Use 4 or 8");
        assertThatThrownBy(() -> Programs.alltoallB(0, 1)).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> Programs.alltoallB(2, -1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("0 bytes or more, found -1");
    }
}
