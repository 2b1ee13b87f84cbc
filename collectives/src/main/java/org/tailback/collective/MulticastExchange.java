package org.tailback.collective;

import java.util.Objects;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.program.Multicast;

/**
 * An all-to-all of items with several receivers each, as DeepEP (github.com/deepseek-ai/DeepEP) dispatches tokens to
 * experts and combines their results. An item is sent once to each machine with at least one of its receivers. There,
 * the GPU with the sender's index forwards the item to the receivers. Results return by the same route and are added up
 * along it. Messages inside machines are transferred at the same time as messages between machines, except a share that
 * follows.
 *
 * <p>With M machines of g ranks, a rank has M - 1 messages in each direction between machines and 2 (g - 1) messages
 * inside its machine, instead of M g - 1 messages.
 */
final class MulticastExchange {
    private MulticastExchange() {}

    static CollectiveAlgorithm on(NcclGroups groups) {
        return Algorithm.of(
                "multicast",
                (call, rank, ranks) -> ranks == 1
                        ? Schedule.NOTHING
                        : schedule(
                                groups.layout().speeds().get(),
                                new Part(Objects.requireNonNull(call.multicast()), groups.of(call, ranks), rank)),
                Kind.ALLTOALL,
                Kind.ALLTOALLV);
    }

    /** Returns the schedule of a rank. O(ranks). */
    private static Schedule schedule(MachineLayout.Speeds speeds, Part part) {
        int machines = part.group.machines().length;
        double late = machines == 1 ? 0 : part.items.late();
        Schedule schedule = Schedule.of(late == 0 ? 1 : 2, (step, sink) -> {
            int requests = step > 0 ? 0 : part.between(sink);
            requests = part.inside(step > 0 ? late : 1 - late, requests, sink);
            sink.awaitAll(0, requests);
        });
        // the start time includes the latency of the messages
        double latency =
                (machines > 1 ? speeds.networkLatency() : 0) + (machines > 1 && late == 0 ? 0 : speeds.localLatency());
        return schedule.withProtocol(Math.max(0, part.items.startSeconds(machines) - latency), 1);
    }

    /** Messages sent and received by one rank. */
    private record Part(Multicast items, NcclGroup group, int rank) {
        int machine() {
            return group.machineOf()[rank];
        }

        int[] neighbours() {
            return group.machines()[machine()];
        }

        /** Exchanges with other machines, the next machine first; returns the number of requests. */
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

        /** Forwards a share of the items inside the machine; returns the total number of requests. */
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

        /** Returns the number of ranks whose items a rank of this machine forwards, including the rank itself. */
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
