package org.tailback.model.loggops;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.RankGraph;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.Schedule.Kind;

/** Small random schedules and parameters, full of ties, wildcards and messages that come early or late. */
final class RandomSchedules {
    private record Operation(Kind kind, long size, int peer, int tag) {}

    private final Random random;
    private final boolean anyTagSends;

    RandomSchedules(long seed) {
        this(seed, true);
    }

    /** @param anyTagSends whether some sends have any tag, which platforms refuse */
    RandomSchedules(long seed, boolean anyTagSends) {
        this.anyTagSends = anyTagSends;
        // neighbouring seeds of Random begin alike
        random = new Random(new SplittableRandom(seed).nextLong());
    }

    /** Parameters; {@code wrapping} ones let times run backwards for empty messages. */
    LogGops parameters(boolean wrapping) {
        boolean small = random.nextBoolean();
        int unit = small ? 4 : 1000;
        long gap = random.nextInt(unit);
        long overhead = random.nextInt(unit);
        return new LogGops(
                random.nextInt(unit),
                overhead,
                gap,
                random.nextInt(wrapping ? 2 * unit : (int) Math.min(gap, 20) + 1),
                random.nextInt(wrapping ? 2 * unit : (int) Math.min(overhead, 5) + 1),
                random.nextInt(3) == 0 ? 0 : random.nextInt(40));
    }

    /** A schedule; many of them finish. */
    Schedule schedule() {
        int ranks = 1 + random.nextInt(5);
        int cpus = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 1;
        int nics = random.nextInt(3) == 0 ? 1 + random.nextInt(2) : 1;
        boolean wildcards = random.nextInt(3) == 0;
        boolean unequalSizes = random.nextInt(4) == 0;
        int tags = 1 + random.nextInt(4);
        List<List<Operation>> operations = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            operations.add(new ArrayList<>());
        }
        int messages = random.nextInt(random.nextInt(4) == 0 ? 120 : 20);
        for (int i = 0; i < messages; i++) {
            int source = random.nextInt(ranks);
            int destination = random.nextInt(ranks);
            int tag = random.nextInt(tags);
            long bytes = size();
            int sendTag = sometimesAny(wildcards, 10, tag);
            sendTag = anyTagSends ? sendTag : tag;
            operations.get(source).add(new Operation(Kind.SEND, bytes, destination, sendTag));
            operations
                    .get(destination)
                    .add(new Operation(
                            Kind.RECEIVE,
                            unequalSizes && random.nextBoolean() ? size() : bytes,
                            sometimesAny(wildcards, 4, source),
                            sometimesAny(wildcards, 4, tag)));
        }
        PackedSchedule.Builder builder = PackedSchedule.builder();
        RankGraph graph = new RankGraph();
        int density = random.nextInt(4);
        for (int rank = 0; rank < ranks; rank++) {
            List<Operation> list = operations.get(rank);
            int calculations = random.nextInt(6);
            for (int i = 0; i < calculations; i++) {
                list.add(new Operation(Kind.CALCULATION, random.nextInt(random.nextBoolean() ? 3 : 2000), 0, 0));
            }
            if (random.nextInt(3) == 0) {
                Collections.shuffle(list, random);
            }
            graph.clear();
            for (Operation one : list) {
                boolean communicates = one.kind != Kind.CALCULATION;
                graph.add(
                        one.kind,
                        one.size,
                        one.peer,
                        one.tag,
                        random.nextInt(cpus),
                        communicates ? random.nextInt(nics) : 0);
            }
            for (int i = 1; i < list.size(); i++) {
                for (int k = 0; k < density; k++) {
                    if (random.nextInt(3) == 0) {
                        int before = Math.max(0, i - 1 - random.nextInt(6));
                        if (random.nextInt(3) == 0) {
                            graph.afterStart(i, before);
                        } else {
                            graph.afterCompletion(i, before);
                        }
                    }
                }
            }
            builder.append(graph);
        }
        return builder.build();
    }

    private long size() {
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> 1;
            case 2 -> random.nextInt(100);
            default -> random.nextInt(40);
        };
    }

    private int sometimesAny(boolean wildcards, int oneIn, int value) {
        return wildcards && random.nextInt(oneIn) == 0 ? Schedule.ANY : value;
    }

    /** A schedule as text that can be pasted into a GOAL file. */
    static String text(Schedule schedule) {
        StringBuilder text = new StringBuilder("num_ranks " + schedule.ranks() + "\n");
        for (int rank = 0; rank < schedule.ranks(); rank++) {
            text.append("rank ").append(rank).append(" {\n");
            for (int i = 0; i < schedule.operations(rank); i++) {
                text.append("l").append(i + 1).append(": ");
                switch (schedule.kind(rank, i)) {
                    case SEND -> text.append("send " + schedule.size(rank, i) + "b to " + schedule.peer(rank, i));
                    case RECEIVE -> text.append("recv " + schedule.size(rank, i) + "b from " + schedule.peer(rank, i));
                    case CALCULATION -> text.append("calc " + schedule.size(rank, i));
                }
                if (schedule.kind(rank, i) != Kind.CALCULATION) {
                    text.append(" tag " + schedule.tag(rank, i));
                }
                text.append(" cpu " + schedule.cpu(rank, i));
                text.append(schedule.kind(rank, i) == Kind.CALCULATION ? "\n" : " nic " + schedule.nic(rank, i) + "\n");
            }
            for (int i = 0; i < schedule.operations(rank); i++) {
                for (int k = 0; k < schedule.completionSuccessors(rank, i); k++) {
                    text.append("l" + (schedule.completionSuccessor(rank, i, k) + 1) + " requires l" + (i + 1) + "\n");
                }
                for (int k = 0; k < schedule.startSuccessors(rank, i); k++) {
                    text.append("l" + (schedule.startSuccessor(rank, i, k) + 1) + " irequires l" + (i + 1) + "\n");
                }
            }
            text.append("}\n");
        }
        return text.toString();
    }
}
