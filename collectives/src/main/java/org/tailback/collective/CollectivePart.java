package org.tailback.collective;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.tailback.platform.LocalWork;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/**
 * One rank's part in one ongoing collective operation, which converts the steps of its schedule into operations, with
 * ranks of the program instead of positions in the group.
 */
final class CollectivePart implements CollectiveSink {
    /**
     * Number of operations that a progress thread produces at once. Together with the last operations of a step, they
     * fill a buffer of the smallest size after growth.
     */
    private static final int BATCH = 28;

    private final CollectiveSchedule schedule;
    private final int @Nullable [] group;
    private final int communicator;
    private final int firstRequest;
    private final LocalWork work;
    private final LocalUse use;
    private final double computeSeconds;
    private final CollectiveCall call;
    private final int tag;
    private final double wireFactor;
    private boolean begun;
    /** Whether the rank still has to send or receive data. */
    private boolean idle;

    private int step;
    private int produced;
    /** Number of received bytes that are not yet unpacked. */
    private long unpacked;

    private int[] awaited = new int[2];
    private @Nullable OperationSink target;

    /**
     * Creates the part of a rank.
     *
     * @param ranks number of ranks of the group, P >= 1
     * @param sequence number of the collective among the collectives of its communicator
     * @param firstRequest first free request number
     * @param work times of reductions, copies and temporary memory
     */
    CollectivePart(
            CollectiveCall call,
            CollectiveSchedule schedule,
            int ranks,
            long sequence,
            int firstRequest,
            LocalWork work) {
        this(
                call,
                schedule,
                CollectiveTags.tag(call.kind(), sequence),
                firstRequest,
                work,
                call.computeSeconds(),
                schedule.wireFactor());
        // counts of vector kinds may be 0, and each channel has its own part
        idle = ranks > 1
                && call.bytes() > 0
                && call.kind() != CollectiveCall.Kind.BARRIER
                && call.sendCounts() == null
                && call.receiveCounts() == null
                && call.neighbours() == null
                && schedule.channels().isEmpty();
    }

    private CollectivePart(
            CollectiveCall call,
            CollectiveSchedule schedule,
            int tag,
            int firstRequest,
            LocalWork work,
            double computeSeconds,
            double wireFactor) {
        this.call = call;
        this.schedule = schedule;
        this.wireFactor = wireFactor;
        this.group = call.group();
        this.communicator = CollectiveTags.communicator(call.communicator());
        this.tag = tag;
        this.firstRequest = firstRequest;
        this.work = work;
        this.use = schedule.localUse();
        this.computeSeconds = computeSeconds;
    }

    /**
     * Produces operations, at least {@code wanted} of them unless the part ends.
     *
     * @return the number of operations produced
     */
    int produce(OperationSink sink, int wanted) {
        target = sink;
        produced = 0;
        if (!begun) {
            begun = true;
            compute(schedule.startSeconds());
            compute(work.bufferSeconds(use.fresh()) + work.copySeconds(use.copiedBefore()));
            startChannels(sink);
        }
        while (step < schedule.steps() && produced < wanted) {
            schedule.step(step++, this);
        }
        if (step == schedule.steps()) {
            step++;
            if (idle) {
                throw new IllegalStateException(call.kind().label() + " of " + call.bytes()
                        + " B on several ranks moves no data at one of the ranks");
            }
            compute(work.copySeconds(use.copiedAfter()));
            compute(computeSeconds);
        }
        target = null;
        return produced;
    }

    private void startChannels(OperationSink sink) {
        List<CollectiveSchedule> channels = schedule.channels();
        for (int channel = 0; channel < channels.size(); channel++) {
            int ofChannel = CollectiveTags.onChannel(tag, channel);
            CollectivePart part = new CollectivePart(call, channels.get(channel), ofChannel, 0, work, 0, wireFactor);
            next();
            sink.start(firstRequest + channel, part.asProgressThread());
        }
        if (!channels.isEmpty()) {
            await(0, channels.size());
        }
    }

    /** Returns a program that performs the part concurrently with the rank's own program. */
    Program asProgressThread() {
        return sink -> {
            while (!hasEnded()) {
                if (produce(sink, BATCH) > 0) {
                    return true;
                }
            }
            return false;
        };
    }

    private long onWire(long bytes) {
        idle &= bytes == 0;
        if (wireFactor == 1) {
            return bytes;
        }
        long moved = (long) Math.ceil(bytes * wireFactor);
        if (bytes > 0 && moved <= 0) {
            throw new IllegalStateException(call.kind().label() + " of " + call.bytes() + " B: a message of " + bytes
                    + " B would have a size of 0 B (factor " + wireFactor + ")");
        }
        return moved;
    }

    boolean hasEnded() {
        return step > schedule.steps();
    }

    private OperationSink next() {
        produced++;
        return Objects.requireNonNull(target, "a schedule produced an operation outside of its steps");
    }

    private int rank(int position) {
        return group == null ? position : group[position];
    }

    private void compute(double seconds) {
        if (seconds > 0) {
            next().compute(seconds);
        }
    }

    private void pack(long bytes) {
        if (use.packs()) {
            compute(work.copySeconds(bytes));
        }
    }

    @Override
    public void carry(long firstBlock, int count) {
        // the data do not affect the time
    }

    @Override
    public void isend(int request, int destination, long bytes) {
        pack(bytes);
        next().isend(firstRequest + request, rank(destination), tag, communicator, onWire(bytes), SendMode.STANDARD);
    }

    @Override
    public void irecv(int request, int source, long bytes) {
        unpacked += bytes;
        next().irecv(firstRequest + request, rank(source), tag, communicator, onWire(bytes));
    }

    @Override
    public void send(int destination, long bytes) {
        next().send(rank(destination), tag, communicator, onWire(bytes), SendMode.STANDARD);
    }

    @Override
    public void recv(int source, long bytes) {
        next().recv(rank(source), tag, communicator, onWire(bytes));
    }

    @Override
    public void awaitAll(int first, int count) {
        await(first, count);
        pack(unpacked);
        unpacked = 0;
    }

    private void await(int first, int count) {
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
        compute(work.reductionSeconds(bytes));
    }

    @Override
    public void copy(long fromBlock, long intoBlock, int count) {
        // copies take no time
    }
}
