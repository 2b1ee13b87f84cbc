package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tailback.error.InputException;
import org.tailback.generator.ExplicitProgram;
import org.tailback.generator.ProgramExecutor;
import org.tailback.program.CollectiveCall.Kind;

class CollectiveProgramTest {
    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyAlgorithm_eightRanks_finishesWithoutBuffers(Kind kind) {
        assertThat(CollectiveProgram.algorithms(kind)).isNotEmpty();
        for (String algorithm : CollectiveProgram.algorithms(kind)) {
            assertThat(ProgramExecutor.messagesOfRendezvous(CollectiveProgram.of(kind, algorithm, 8, 1000)))
                    .as(algorithm)
                    .isGreaterThanOrEqualTo(7);
        }
    }

    /** P (P - 1) messages; A also sends to itself, Bruck's algorithm needs log2 P per rank. */
    @Test
    void alltoall_everyAlgorithm_hasItsNumberOfMessages() {
        assertThat(CollectiveProgram.algorithms(Kind.ALLTOALL))
                .containsExactly("A", "B", "bruck", "linear", "pairwise", "ring", "scattered");
        for (String algorithm : CollectiveProgram.algorithms(Kind.ALLTOALL)) {
            int expected = switch (algorithm) {
                case "A" -> 64;
                case "bruck" -> 24;
                default -> 56;
            };
            assertThat(ProgramExecutor.messagesOfEager(CollectiveProgram.of(Kind.ALLTOALL, algorithm, 8, 1000)))
                    .as(algorithm)
                    .isEqualTo(expected);
        }
    }

    @Test
    void of_segments_cutTheBuffer() {
        assertThat(ProgramExecutor.messagesOfRendezvous(CollectiveProgram.of(Kind.BCAST, "pipeline/1KiB", 5, 10_000)))
                .isEqualTo(4 * 10);
    }

    @Test
    void calls_areExpandedByAnySelector() {
        ExplicitProgram calls = ExplicitProgram.copyOf(CollectiveProgram.calls(Kind.ALLREDUCE, 4, 8));

        assertThat(calls.operations(3)).hasSize(1);
        assertThat(ProgramExecutor.messagesOfRendezvous(
                        CollectiveExpansion.of(calls, CollectiveSelectors.parse("openmpi"))))
                .isEqualTo(8);
    }

    @Test
    void of_mistakes_areExplained() {
        assertThatThrownBy(() -> CollectiveProgram.of(Kind.ALLTOALL, "A", 6, 1)).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> CollectiveProgram.of(Kind.BCAST, "A", 4, 1)).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> CollectiveProgram.calls(Kind.BCAST, 0, 1)).isInstanceOf(InputException.class);
        assertThatThrownBy(() -> CollectiveProgram.calls(Kind.BCAST, 1, -1)).isInstanceOf(InputException.class);
    }
}
