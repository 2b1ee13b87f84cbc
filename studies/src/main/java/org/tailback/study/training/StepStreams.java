package org.tailback.study.training;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tailback.collective.CollectiveSchedule;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.CollectiveSink;
import org.tailback.fold.Streams;
import org.tailback.program.CollectiveCall;
import org.tailback.program.IgnoringSink;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;
import org.tailback.program.SendMode;

/**
 * Reader of the operation streams of a step. All GPUs of a stage perform the same operations in their respective
 * groups. Therefore each distinct operation of the first GPU is read once for all GPUs.
 */
final class StepStreams implements CollectiveSink {
    private static final long MOST = 1 << 25;
    private static final int KINDS = Communicator.values().length;

    private final Parallelism division;
    private final ParallelProgram program;
    private final CollectiveSelector selector;
    private final Streams streams;
    private final Map<Integer, Map<Integer, int[]>> groups = new HashMap<>();
    private int[] group = {};
    private int kind;

    private record Message(int distance, boolean isSent, long bytes) {}

    /**
     * Creates a reader of a program.
     *
     * @param selector selector of algorithms for the ranks of the program on their platform
     */
    StepStreams(Parallelism division, ParallelProgram program, CollectiveSelector selector) {
        this.division = division;
        this.program = program;
        this.selector = selector;
        streams = new Streams(program.ranks(), KINDS, MOST);
    }

    Streams read() {
        int distance = division.stageDistance();
        for (int first = 0; first < program.ranks() && !streams.areTooMany(); first += distance) {
            Set<CollectiveCall> calls = new LinkedHashSet<>();
            Set<Message> messages = new LinkedHashSet<>();
            read(first, calls, messages);
            for (int rank = first; rank < first + distance && !streams.areTooMany(); rank++) {
                streams.begin(rank);
                for (Message each : messages) {
                    streams.message(0, rank + each.distance, each.isSent, each.bytes);
                }
                for (CollectiveCall call : calls) {
                    read(rank, call);
                }
            }
        }
        return streams;
    }

    private void read(int first, Set<CollectiveCall> calls, Set<Message> messages) {
        try (Program one = program.open(first)) {
            one.produceAll(new IgnoringSink() {
                @Override
                public void collective(CollectiveCall call) {
                    calls.add(call.on(call.communicator(), null));
                }

                @Override
                public void icollective(int request, CollectiveCall call) {
                    collective(call);
                }

                @Override
                public void isend(int request, int to, int tag, int inside, long bytes, SendMode mode) {
                    messages.add(new Message(to - first, true, bytes));
                }

                @Override
                public void irecv(int request, int from, int tag, int inside, long bytes) {
                    messages.add(new Message(from - first, false, bytes));
                }
            });
        }
    }

    private void read(int rank, CollectiveCall call) {
        int[] members = division.group(Communicator.of(call.communicator()), rank);
        group = groups.computeIfAbsent(call.communicator(), key -> new HashMap<>())
                .computeIfAbsent(members[0], key -> members);
        int position = 0;
        while (group[position] != rank) {
            position++;
        }
        CollectiveCall its = call.on(call.communicator(), group);
        CollectiveSchedule schedule = selector.select(its, group.length).schedule(its, position, group.length);
        kind = call.communicator();
        read(schedule);
        inOrderOfPlaces(schedule.channels()).forEach(this::read);
    }

    private List<CollectiveSchedule> inOrderOfPlaces(List<CollectiveSchedule> channels) {
        int[] places = channels.stream().mapToInt(CollectiveSchedule::place).toArray();
        if (Arrays.stream(places).min().orElse(-1) < 0) {
            return channels;
        }
        streams.places(kind, places);
        return channels.stream()
                .sorted(Comparator.comparingInt(CollectiveSchedule::place))
                .toList();
    }

    private void read(CollectiveSchedule schedule) {
        streams.note(schedule.steps());
        streams.note(Double.doubleToRawLongBits(schedule.startSeconds()));
        streams.note(Double.doubleToRawLongBits(schedule.wireFactor()));
        for (int step = 0; step < schedule.differentSteps(); step++) {
            streams.note(step);
            schedule.step(step, this);
        }
    }

    @Override
    public void isend(int request, int destination, long bytes) {
        streams.note(request);
        streams.message(kind, group[destination], true, bytes);
    }

    @Override
    public void irecv(int request, int source, long bytes) {
        streams.note(request);
        streams.message(kind, group[source], false, bytes);
    }

    @Override
    public void send(int destination, long bytes) {
        isend(-1, destination, bytes);
    }

    @Override
    public void recv(int source, long bytes) {
        irecv(-1, source, bytes);
    }

    @Override
    public void awaitAll(int firstRequest, int count) {
        streams.note((long) firstRequest << Integer.SIZE | count);
    }

    @Override
    public void carry(long firstBlock, int count) {
        // data do not matter for time
    }

    @Override
    public void combine(long fromBlock, long intoBlock, int count, long bytes) {
        streams.note(bytes);
    }

    @Override
    public void copy(long fromBlock, long intoBlock, int count) {
        // data do not matter for time
    }
}
