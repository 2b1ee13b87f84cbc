package org.tailback.testing;

import com.google.common.base.Joiner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.ProbeOutcome;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** Records operations, a line each: two programs with the same lines are equal. */
public final class OperationLog implements OperationSink {
    private final List<String> lines = new ArrayList<>();

    /** Returns the operations of one rank, from the beginning. */
    public static List<String> of(ParallelProgram program, int rank) {
        OperationLog log = new OperationLog();
        try (Program ofRank = program.open(rank)) {
            boolean more = true;
            while (more) {
                int before = log.lines.size();
                more = ofRank.produce(log);
                if (more == (log.lines.size() == before)) {
                    throw new AssertionError("rank " + rank + ": produce returned " + more + " after "
                            + (log.lines.size() - before) + " operations");
                }
            }
        }
        return log.lines();
    }

    /** Returns the operations recorded so far. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    private void line(Object... words) {
        lines.add(Joiner.on(' ').join(words));
    }

    @Override
    public void isend(int request, int destination, int tag, int communicator, long bytes, SendMode mode) {
        line("isend", request, destination, tag, communicator, bytes, mode);
    }

    @Override
    public void irecv(int request, int source, int tag, int communicator, long bytes) {
        line("irecv", request, source, tag, communicator, bytes);
    }

    @Override
    public void send(int destination, int tag, int communicator, long bytes, SendMode mode) {
        line("send", destination, tag, communicator, bytes, mode);
    }

    @Override
    public void recv(int source, int tag, int communicator, long bytes) {
        line("recv", source, tag, communicator, bytes);
    }

    @Override
    public void probe(int source, int tag, int communicator) {
        line("probe", source, tag, communicator);
    }

    @Override
    public void iprobe(int source, int tag, int communicator, ProbeOutcome outcome) {
        line("iprobe", source, tag, communicator);
        outcome.probed(false);
    }

    @Override
    public void kernel(String name, long m, long n, long k) {
        line("kernel", name, m, n, k);
    }

    @Override
    public void await(int request) {
        line("await", request);
    }

    @Override
    public void awaitAll(int[] requests, int count) {
        line("await-all", Arrays.toString(Arrays.copyOf(requests, count)));
    }

    @Override
    public void awaitAny(int[] requests, int count) {
        line("await-any", Arrays.toString(Arrays.copyOf(requests, count)));
    }

    @Override
    public void awaitSome(int[] requests, int count) {
        line("await-some", Arrays.toString(Arrays.copyOf(requests, count)));
    }

    @Override
    public void free(int request) {
        line("free", request);
    }

    @Override
    public void cancel(int request) {
        line("cancel", request);
    }

    @Override
    public void compute(double seconds) {
        line("compute", seconds);
    }

    @Override
    public void collective(CollectiveCall call) {
        line("collective", call);
    }

    @Override
    public void icollective(int request, CollectiveCall call) {
        line("icollective", request, call);
    }

    @Override
    public void start(int request, Program progressThread) {
        OperationLog log = new OperationLog();
        progressThread.produceAll(log);
        line("start", request, log.lines);
    }
}
