package org.tailback.collective;

import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.SendMode;

/**
 * One rank's part in one collective operation that is under way: turns the steps of its schedule into operations, with
 * ranks of the program instead of positions in the group.
 */
final class CollectivePart implements CollectiveSink {
    private final CollectiveSchedule schedule;
    private final int @Nullable [] group;
    private final int communicator;
    private final int tag;
    private final int firstRequest;
    private final double secondsPerByte;
    private final double computeSeconds;
    private int step;
    private int produced;
    private int[] awaited = new int[2];
    private @Nullable OperationSink target;

    /**
     * @param sequence number of the collective among those of its communicator
     * @param firstRequest requests from here on are free
     * @param secondsPerByte what reducing a byte takes
     */
    CollectivePart(
            CollectiveCall call, CollectiveSchedule schedule, long sequence, int firstRequest, double secondsPerByte) {
        this.schedule = schedule;
        this.group = call.group();
        this.communicator = CollectiveTags.communicator(call.communicator());
        this.tag = CollectiveTags.tag(call.kind(), sequence);
        this.firstRequest = firstRequest;
        this.secondsPerByte = secondsPerByte;
        this.computeSeconds = call.computeSeconds();
    }

    /**
     * Produces some operations, at least {@code wanted} of them unless the part ends.
     *
     * @return how many were produced
     */
    int produce(OperationSink sink, int wanted) {
        target = sink;
        produced = 0;
        while (step < schedule.steps() && produced < wanted) {
            schedule.step(step++, this);
        }
        if (step == schedule.steps()) {
            step++;
            if (computeSeconds > 0) {
                compute(computeSeconds);
            }
        }
        target = null;
        return produced;
    }

    /** Returns true when everything has been produced. */
    boolean hasEnded() {
        return step > schedule.steps();
    }

    private OperationSink next() {
        produced++;
        OperationSink sink = target;
        if (sink == null) {
            throw new IllegalStateException("a schedule acts outside of its steps");
        }
        return sink;
    }

    private int rank(int position) {
        return group == null ? position : group[position];
    }

    private void compute(double seconds) {
        next().compute(seconds);
    }

    @Override
    public void carry(long firstBlock, int count) {
        // data do not matter for time
    }

    @Override
    public void isend(int request, int destination, long bytes) {
        next().isend(firstRequest + request, rank(destination), tag, communicator, bytes, SendMode.STANDARD);
    }

    @Override
    public void irecv(int request, int source, long bytes) {
        next().irecv(firstRequest + request, rank(source), tag, communicator, bytes);
    }

    @Override
    public void send(int destination, long bytes) {
        next().send(rank(destination), tag, communicator, bytes, SendMode.STANDARD);
    }

    @Override
    public void recv(int source, long bytes) {
        next().recv(rank(source), tag, communicator, bytes);
    }

    @Override
    public void awaitAll(int first, int count) {
        if (count == 1) {
            next().await(firstRequest + first);
            return;
        }
        if (awaited.length < count) {
            awaited = new int[count];
        }
        for (int i = 0; i < count; i++) {
            awaited[i] = firstRequest + first + i;
        }
        next().awaitAll(awaited, count);
    }

    @Override
    public void combine(long fromBlock, long intoBlock, int count, long bytes) {
        if (secondsPerByte > 0 && bytes > 0) {
            compute(secondsPerByte * bytes);
        }
    }

    @Override
    public void copy(long fromBlock, long intoBlock, int count) {
        // takes no time
    }
}
