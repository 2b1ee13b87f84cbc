package org.tailback.collective;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/** The proof finds mistakes: algorithms that are wrong on purpose. */
class DataCheckerTest {
    private interface Step {
        void perform(int rank, CollectiveSink sink);
    }

    private static void prove(Kind kind, int ranks, long bytes, Step step) {
        CollectiveAlgorithm algorithm = new CollectiveAlgorithm() {
            @Override
            public String name() {
                return "wrong";
            }

            @Override
            public Set<Kind> kinds() {
                return ImmutableSet.of(kind);
            }

            @Override
            public String summary() {
                return "wrong on purpose";
            }

            @Override
            public CollectiveSchedule schedule(CollectiveCall call, int rank, int ofRanks) {
                return new CollectiveSchedule() {
                    @Override
                    public int steps() {
                        return 1;
                    }

                    @Override
                    public void step(int number, CollectiveSink sink) {
                        step.perform(rank, sink);
                    }
                };
            }
        };
        CollectiveCall[] calls = new CollectiveCall[ranks];
        java.util.Arrays.fill(calls, CollectiveCall.uniform(kind, 0, bytes));
        DataChecker.prove(algorithm, calls);
    }

    @Test
    void prove_nobodySends_findsTheMissingData() {
        assertThatThrownBy(() -> prove(Kind.BCAST, 2, 8, (rank, sink) -> {}))
                .hasMessageContaining("rank 1 ends with null");
    }

    @Test
    void prove_bothSendFirst_findsTheDeadlock() {
        assertThatThrownBy(() -> prove(Kind.ALLGATHER, 2, 8, (rank, sink) -> {
                    sink.carry(rank, 1);
                    sink.send(1 - rank, 8);
                    sink.carry(1 - rank, 1);
                    sink.recv(1 - rank, 8);
                }))
                .hasMessageContaining("is stuck in send");
    }

    @Test
    void prove_contributionTwice_isFound() {
        assertThatThrownBy(() -> prove(Kind.ALLREDUCE, 2, 8, (rank, sink) -> sink.combine(0, 0, 2, 8)))
                .hasMessageContaining("combines");
    }

    @Test
    void prove_wrongSize_isFound() {
        assertThatThrownBy(() -> prove(Kind.BCAST, 2, 8, (rank, sink) -> {
                    sink.carry(0, 2);
                    if (rank == 0) {
                        sink.send(1, 7);
                    } else {
                        sink.recv(0, 7);
                    }
                }))
                .hasMessageContaining("sends 7 bytes to 1, but its blocks have 8");
    }

    @Test
    void prove_writeDuringSend_isFound() {
        assertThatThrownBy(() -> prove(Kind.ALLREDUCE, 2, 8, (rank, sink) -> {
                    sink.carry(0, 2);
                    sink.isend(0, 1 - rank, 8);
                    sink.copy(0, 0, 1);
                }))
                .hasMessageContaining("writes block 0 during an isend of it");
    }
}
