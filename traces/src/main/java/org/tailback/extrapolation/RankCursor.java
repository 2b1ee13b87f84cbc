package org.tailback.extrapolation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.extrapolation.Event.Type;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;

/** Performs the operations of one rank: walks the text of its class through all iterations. */
final class RankCursor implements Program {
    private static final int AT_ONCE = 64;

    private final ClassProgram program;
    private final Grid grid;
    private final int rank;
    private final Context context;
    private final Deque<Level> levels = new ArrayDeque<>();
    private final List<Integer> inUse = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private int requests;
    private int appended;

    /** A list of items that is performed once per iteration of its loop. */
    private static final class Level {
        final List<Text.Item> items;
        final int loop;
        int next;

        Level(List<Text.Item> items, int loop) {
            this.items = items;
            this.loop = loop;
        }
    }

    RankCursor(ClassProgram program, Grid grid, int rank) {
        this.program = program;
        this.grid = grid;
        this.rank = rank;
        this.context = new Context(grid, rank, new int[program.iterations().length], program.iterations());
        levels.push(new Level(program.text().items(), -1));
    }

    @Override
    public boolean produce(OperationSink sink) {
        appended = 0;
        while (appended < AT_ONCE && !levels.isEmpty()) {
            step(sink);
        }
        return appended > 0;
    }

    private void step(OperationSink sink) {
        Level level = levels.element();
        if (level.next == level.items.size()) {
            if (level.loop >= 0 && ++context.index()[level.loop] < program.iterations()[level.loop]) {
                level.next = 0;
            } else {
                if (level.loop >= 0) {
                    context.index()[level.loop] = 0;
                }
                levels.pop();
            }
            return;
        }
        Text.Item item = level.items.get(level.next++);
        if (item instanceof Text.Item.Repeated loop) {
            if (program.iterations()[loop.loop()] > 0) {
                levels.push(new Level(loop.body(), loop.loop()));
            }
        } else {
            perform(((Text.Item.Operation) item).slot(), sink);
        }
    }

    private void perform(int slot, OperationSink sink) {
        double seconds = program.bursts().before(slot, context);
        if (seconds > 0) {
            sink.compute(seconds);
            appended++;
        }
        Type type = program.text().types().get(slot);
        SlotLaws laws = program.laws().get(slot);
        long[] numbers = new long[laws.numbers().size()];
        for (int n = 0; n < numbers.length; n++) {
            numbers[n] = (long) laws.numbers().get(n).at(context);
        }
        PeerLaw peerLaw = laws.peer();
        int peer = peerLaw == null ? OperationSink.ANY_SOURCE : peerLaw.at(context);
        int[] group = group(laws.group());
        int communicator = communicator(laws.group(), group);
        appended++;
        switch (type.kind()) {
            case ISEND -> sink.isend(started(), peer, (int) numbers[0], communicator, numbers[1], type.mode());
            case IRECV -> sink.irecv(started(), peer, (int) numbers[0], communicator, numbers[1]);
            case SEND -> sink.send(peer, (int) numbers[0], communicator, numbers[1], type.mode());
            case RECV -> sink.recv(peer, (int) numbers[0], communicator, numbers[1]);
            case AWAIT -> sink.await(ended((int) numbers[0]));
            case AWAIT_ALL -> awaitAll(sink, inUse.size());
            case AWAIT_SELECTED -> awaitSelected(sink, type.ages());
            case COLLECTIVE -> sink.collective(call(type, numbers, group, communicator));
            case ICOLLECTIVE -> sink.icollective(started(), call(type, numbers, group, communicator));
            case KERNEL -> sink.kernel(type.detail(), numbers[0], numbers[1], numbers[2]);
            case END -> appended--;
        }
    }

    private int @Nullable [] group(int position) {
        GroupLaw law = program.groups().get(position);
        return law == null ? null : law.members(grid.ranks(), rank);
    }

    /** Communicators of one position with different members have different numbers. */
    private int communicator(int position, int @Nullable [] members) {
        return position == 0
                ? OperationSink.WORLD
                : Math.addExact(Math.multiplyExact(position - 1, grid.ranks()) + 1, members == null ? 0 : members[0]);
    }

    private CollectiveCall call(Type type, long[] numbers, int @Nullable [] group, int communicator) {
        int size = group == null ? grid.ranks() : group.length;
        return new CollectiveCall(
                type.collective(),
                communicator,
                group,
                (int) numbers[0],
                numbers[1],
                type.detail().contains("sends") ? filled(size, numbers[2]) : null,
                type.detail().contains("receives") ? filled(size, numbers[3]) : null,
                0);
    }

    private static long[] filled(int size, long value) {
        long[] counts = new long[size];
        java.util.Arrays.fill(counts, value);
        return counts;
    }

    private int started() {
        int request = free.isEmpty() ? requests++ : free.pop();
        inUse.add(request);
        return request;
    }

    private int ended(int age) {
        int request = inUse.remove(age);
        free.push(request);
        return request;
    }

    private void awaitAll(OperationSink sink, int count) {
        int[] all = inUse.stream().mapToInt(Integer::intValue).toArray();
        free.addAll(inUse);
        inUse.clear();
        sink.awaitAll(all, count);
    }

    private void awaitSelected(OperationSink sink, int[] ages) {
        int[] selected = new int[ages.length];
        for (int a = ages.length - 1; a >= 0; a--) {
            selected[a] = ended(ages[a]);
        }
        sink.awaitAll(selected, selected.length);
    }
}
