package org.tailback.study.training;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveSchedule;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSink;
import org.tailback.platform.Platform;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/** Number of messages of a step before it is replayed, estimated from those that the first GPU of each stage sends. */
final class StepMessages {
    private final CollectiveSelector selector;
    /** Messages by different call of a GPU. */
    private final Map<CollectiveCall, Long> known = new HashMap<>();

    private int rank;
    private long sent;

    private StepMessages(CollectiveSelector selector) {
        this.selector = selector;
    }

    /**
     * Returns the number of messages. O(operations of a GPU of each stage, and messages of its different calls).
     *
     * @param replayed GPUs of all stages together
     */
    static long of(
            Parallelism division,
            ParallelProgram program,
            CollectiveSelector selector,
            Platform platform,
            int replayed) {
        Placement placement = platform.placement().place(platform.cluster(), program.ranks());
        StepMessages count = new StepMessages(selector.on(platform, placement, program.ranks()));
        for (int stage = 0; stage < division.pipeline(); stage++) {
            count.read(program, stage * division.stageDistance());
        }
        return count.sent * (replayed / division.pipeline());
    }

    private void read(ParallelProgram program, int first) {
        rank = first;
        known.clear();
        try (Program one = program.open(first)) {
            one.produceAll(new IgnoringSink() {
                @Override
                public void collective(CollectiveCall call) {
                    sent += known.computeIfAbsent(call, StepMessages.this::messages);
                }

                @Override
                public void icollective(int request, CollectiveCall call) {
                    collective(call);
                }

                @Override
                public void isend(int request, int to, int tag, int inside, long bytes, SendMode mode) {
                    sent++;
                }
            });
        }
    }

    private long messages(CollectiveCall call) {
        int[] group = Objects.requireNonNull(call.group());
        int position = Arrays.binarySearch(group, rank);
        CollectiveSchedule schedule = selector.select(call, group.length).schedule(call, position, group.length);
        Sends sends = new Sends();
        sends.read(schedule);
        schedule.channels().forEach(sends::read);
        return sends.count;
    }

    private static final class Sends implements CollectiveSink {
        private long count;

        void read(CollectiveSchedule schedule) {
            for (int step = 0; step < schedule.steps(); step++) {
                schedule.step(step, this);
            }
        }

        @Override
        public void isend(int request, int destination, long bytes) {
            count++;
        }

        @Override
        public void irecv(int request, int source, long bytes) {
            // counted where it is sent
        }

        @Override
        public void send(int destination, long bytes) {
            count++;
        }

        @Override
        public void recv(int source, long bytes) {
            // counted where it is sent
        }

        @Override
        public void awaitAll(int firstRequest, int count) {
            // no message
        }

        @Override
        public void carry(long firstBlock, int count) {
            // no message
        }

        @Override
        public void combine(long fromBlock, long intoBlock, int count, long bytes) {
            // no message
        }

        @Override
        public void copy(long fromBlock, long intoBlock, int count) {
            // no message
        }
    }
}
