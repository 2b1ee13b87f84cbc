package org.tailback.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** Contract of every program. The test of a program extends this class and returns the programs under test. */
public abstract class ParallelProgramContract {
    /**
     * Returns the programs under test. Each program must have at least one operation and be short enough to be read
     * quickly.
     */
    protected abstract List<ParallelProgram> programs();

    /** Tests that every call except the last appends an operation, and that later calls append no operations. */
    @Test
    public void produce_appendsAnOperation_untilTheProgramHasEnded() {
        for (ParallelProgram program : programs()) {
            int operations = 0;
            for (int rank = 0; rank < program.ranks(); rank++) {
                operations += OperationLog.of(program, rank).size();
                OperationLog after = new OperationLog();
                Program opened = program.open(rank);
                opened.produceAll(new OperationLog().sink());
                assertThat(opened.produce(after.sink()))
                        .as("%s, rank %d, produce after its end", program, rank)
                        .isFalse();
                assertThat(after.lines()).as("%s, rank %d", program, rank).isEmpty();
                opened.close();
                opened.close();
            }
            assertThat(operations).as("operations of %s", program).isPositive();
        }
    }

    /**
     * Tests that every opened program starts from the beginning, and that the programs of several ranks do not affect
     * each other.
     */
    @Test
    public void open_againAndSideBySide_givesTheSameOperations() {
        for (ParallelProgram program : programs()) {
            List<Program> opened = new ArrayList<>();
            List<OperationLog> together = new ArrayList<>();
            for (int rank = 0; rank < program.ranks(); rank++) {
                opened.add(program.open(rank));
                together.add(new OperationLog());
            }
            for (boolean more = true; more; ) {
                more = false;
                for (int rank = program.ranks() - 1; rank >= 0; rank--) {
                    more |= opened.get(rank).produce(together.get(rank).sink());
                }
            }
            for (int rank = 0; rank < program.ranks(); rank++) {
                opened.get(rank).close();
                assertThat(together.get(rank).lines())
                        .as("%s, rank %d", program, rank)
                        .isEqualTo(OperationLog.of(program, rank));
            }
        }
    }

    /** Tests that messages are between ranks of the program, with sizes and durations that a replay accepts. */
    @Test
    public void operations_nameRanksOfTheProgram_andHaveSizesAndDurations() {
        for (ParallelProgram program : programs()) {
            for (int rank = 0; rank < program.ranks(); rank++) {
                Program opened = program.open(rank);
                opened.produceAll(new Checks(program, rank));
                opened.close();
            }
        }
    }

    private static final class Checks extends IgnoringSink {
        private final ParallelProgram program;
        private final int rank;

        Checks(ParallelProgram program, int rank) {
            this.program = program;
            this.rank = rank;
        }

        private void message(int peer, int least, long bytes) {
            assertThat(peer).as("%s, rank %d, other rank", program, rank).isBetween(least, program.ranks() - 1);
            assertThat(bytes).as("%s, rank %d, bytes", program, rank).isNotNegative();
        }

        @Override
        public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
            message(destination, 0, bytes);
        }

        @Override
        public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
            message(destination, 0, bytes);
        }

        @Override
        public void irecv(int request, int source, int tag, int communicator, long bytes) {
            message(source, ANY_SOURCE, bytes);
        }

        @Override
        public void recv(int source, int tag, int communicator, long bytes) {
            message(source, ANY_SOURCE, bytes);
        }

        @Override
        public void compute(double seconds) {
            assertThat(seconds)
                    .as("%s, rank %d, computation", program, rank)
                    .isFinite()
                    .isNotNegative();
        }

        @Override
        public void collective(CollectiveCall call) {
            assertThat(call.ranks(program.ranks()))
                    .as("%s, rank %d, %s", program, rank, call.kind().label())
                    .isBetween(1, program.ranks());
        }

        @Override
        public void start(int request, Program progressThread) {
            progressThread.produceAll(this);
            progressThread.close();
        }
    }
}
