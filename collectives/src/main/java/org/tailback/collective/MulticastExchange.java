package org.tailback.collective;

import com.google.common.collect.ImmutableSet;
import java.util.Objects;
import java.util.Set;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.Multicast;

/**
 * An all-to-all of items with several receivers each, as DeepEP (github.com/deepseek-ai/DeepEP) dispatches tokens to
 * experts and combines their results. An item is sent once to each machine with at least one of its receivers, to the
 * GPU there with the sender's index, which forwards it to the receivers. Results return by the same route and are added
 * up on it. Messages inside machines move at the same time as messages between them, except a part that follows.
 *
 * <p>With M machines of g ranks a rank has M - 1 messages each way between machines and 2 (g - 1) inside, in place of
 * M g - 1.
 */
record MulticastExchange(NcclGroups groups) implements CollectiveAlgorithm {
    @Override
    public String name() {
        return "multicast";
    }

    @Override
    public Set<Kind> kinds() {
        return ImmutableSet.of(Kind.ALLTOALL, Kind.ALLTOALLV);
    }

    @Override
    public String summary() {
        return "an item goes once to each machine and is passed on inside";
    }

    @Override
    public boolean isForGpus() {
        return true;
    }

    @Override
    public boolean includesReductions() {
        return true;
    }

    @Override
    public CollectiveAlgorithm on(MachineLayout layout) {
        return new MulticastExchange(new NcclGroups(layout));
    }

    /** {@inheritDoc} O(ranks). */
    @Override
    public CollectiveSchedule schedule(CollectiveCall call, int rank, int ranks) {
        Multicast items = Objects.requireNonNull(call.multicast());
        NcclGroup group = groups.of(call, ranks);
        int machines = group.machines().length;
        double late = machines == 1 ? 0 : items.late();
        Part part = new Part(items, group, rank);
        CollectiveSchedule schedule = Schedules.of(late == 0 ? 1 : 2, (step, sink) -> {
            int requests = step > 0 ? 0 : part.between(sink);
            requests = part.inside(step > 0 ? late : 1 - late, requests, sink);
            sink.awaitAll(0, requests);
        });
        return ranks == 1
                ? Schedules.NOTHING
                : Schedules.after(
                        Math.max(0, items.startSeconds(machines) - latency(machines > 1, late > 0)), schedule);
    }

    /** Returns the latency of the messages, seconds, which {@link Multicast#startSeconds} includes. */
    private double latency(boolean isBetween, boolean isLate) {
        MachineLayout.Speeds speeds = groups.layout().speeds().get();
        return (isBetween ? speeds.networkLatency() : 0) + (isBetween && !isLate ? 0 : speeds.localLatency());
    }

    /** Messages sent and received by one rank. */
    private record Part(Multicast items, NcclGroup group, int rank) {
        int machine() {
            return group.machineOf()[rank];
        }

        int[] neighbours() {
            return group.machines()[machine()];
        }

        /** Exchanges with other machines, the next one first; returns the number of requests. */
        int between(CollectiveSink sink) {
            int[][] machines = group.machines();
            int index = group.indexOf()[rank];
            int size = neighbours().length;
            long toHere = bytes(items.part(neighbours()), false);
            int requests = 0;
            for (int distance = 1; distance < machines.length; distance++) {
                int[] before = machines[Sizes.modulo(machine(), -distance, machines.length)];
                int[] next = machines[Sizes.modulo(machine(), distance, machines.length)];
                for (int other = index; other < before.length; other += size) {
                    message(false, requests++, before[other], toHere, sink);
                }
                message(true, requests++, next[index % next.length], bytes(items.part(next), false), sink);
            }
            return requests;
        }

        /** Passes a part of the items on inside the machine; returns the number of requests with those before. */
        int inside(double share, int before, CollectiveSink sink) {
            int[] neighbours = neighbours();
            int index = group.indexOf()[rank];
            int requests = before;
            double own = share * items.part(rank);
            double passed = share * passedOn(index);
            for (int distance = 1; distance < neighbours.length && share > 0; distance++) {
                int from = Sizes.modulo(index, -distance, neighbours.length);
                int to = Sizes.modulo(index, distance, neighbours.length);
                message(false, requests++, neighbours[from], bytes(passedOn(from) * own, true), sink);
                message(true, requests++, neighbours[to], bytes(passed * items.part(neighbours[to]), true), sink);
            }
            return requests;
        }

        /** Returns the number of ranks whose items a rank of this machine passes on, including itself. */
        private int passedOn(int index) {
            int size = neighbours().length;
            int count = 0;
            for (int[] each : group.machines()) {
                count += (each.length - 1 - index + size) / size;
            }
            return count;
        }

        private long bytes(double part, boolean isInside) {
            return (long) Math.ceil(Math.max(1, part * items.bytes() * items.wireFactor(isInside)));
        }

        private void message(boolean isOutward, int request, int other, long bytes, CollectiveSink sink) {
            if (isOutward == items.isReturn()) {
                sink.irecv(request, other, bytes);
            } else {
                sink.isend(request, other, bytes);
            }
        }
    }
}
