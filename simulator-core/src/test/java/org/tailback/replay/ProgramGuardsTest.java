package org.tailback.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tailback.error.InputException;
import org.tailback.network.TestModels;
import org.tailback.program.IgnoringSink;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/** Programs that do not keep the contract of {@link Program#produce}. */
@Timeout(30)
class ProgramGuardsTest {
    /** A rank that computes a second at each line, and skips comments with an answer of their own. */
    private record Lines(List<String> lines, boolean isEndless) implements ParallelProgram {
        @Override
        public int ranks() {
            return 1;
        }

        @Override
        public Program open(int rank) {
            Iterator<String> left = lines.iterator();
            return new Program() {
                @Override
                public boolean produce(OperationSink sink) {
                    if (!left.hasNext()) {
                        return isEndless;
                    }
                    String line = left.next();
                    if (line.equals("1")) {
                        sink.compute(1);
                    } else if (line.equals("last")) {
                        sink.compute(1);
                        return false;
                    }
                    return true;
                }
            };
        }
    }

    private static double makespan(boolean isEndless, String... lines) {
        return Replay.builder(
                        new Lines(List.of(lines), isEndless),
                        TestModels.platform(4, 2).build())
                .build()
                .run()
                .makespan();
    }

    @Test
    void produce_answersWithoutAnOperation_isAskedAgain() {
        assertThat(makespan(false, "1", "#", "1")).isEqualTo(2);
        assertThat(makespan(false, "#", "#", "1", "1", "1", "#", "#")).isEqualTo(3);
        assertThat(makespan(false, "#")).isZero();
    }

    @Test
    void produce_appendsAndSaysThatItHasEnded_isPerformed() {
        assertThat(makespan(false, "1", "last")).isEqualTo(2);
    }

    @Test
    void produce_neverEndsAndNeverAppends_isAnErrorOfTheRank() {
        assertThatThrownBy(() -> makespan(true, "1"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("rank 0")
                .hasMessageContaining("produce must return false");
    }

    private static int read(boolean isEndless, String... lines) {
        int[] operations = {0};
        new Lines(List.of(lines), isEndless).open(0).produceAll(new IgnoringSink() {
            @Override
            public void compute(double seconds) {
                operations[0]++;
            }
        });
        return operations[0];
    }

    @Test
    void produceAll_answersWithoutAnOperation_isAskedAgain() {
        assertThat(read(false, "1", "#", "1")).isEqualTo(2);
        assertThat(read(false, "#", "#", "1", "1", "1", "#", "#")).isEqualTo(3);
        assertThat(read(false, "1", "last")).isEqualTo(2);
        assertThat(read(false, "#")).isZero();
    }

    @Test
    void produceAll_neverEndsAndNeverAppends_isAnError() {
        assertThatThrownBy(() -> read(true, "1"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a program appended no operation")
                .hasMessageContaining("produce must return false");
    }
}
