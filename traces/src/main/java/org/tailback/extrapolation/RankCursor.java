package org.tailback.extrapolation;

import com.google.common.primitives.Ints;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.extrapolation.Event.Type;
import org.tailback.program.CollectiveCall;
import org.tailback.program.OperationSink;
import org.tailback.program.Program;

/** Program of one rank. The laws of the rank's class determine the numbers of the operations. */
final class RankCursor implements Program {
    private static final int AT_ONCE = 64;

    private final ClassProgram program;
    private final Grid grid;
    private final int rank;
    private final Context context;
    /** Number of times that each operation was performed. */
    private final int[] performed;

    private final List<Integer> inUse = new ArrayList<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private int next;
    private int requests;

    RankCursor(ClassProgram program, Grid grid, int rank) {
        this.program = program;
        this.grid = grid;
        this.rank = rank;
        this.context = new Context(grid, rank, new int[program.iterations().length], program.iterations());
        this.performed = new int[program.text().types().size()];
    }

    @Override
    public boolean produce(OperationSink sink) {
        int first = next;
        int until = Math.min(program.sequence().length, first + AT_ONCE);
        while (next < until) {
            perform(program.sequence()[next++], sink);
        }
        return next > first;
    }

    private void perform(int slot, OperationSink sink) {
        Slot.index(program.text().around(slot), program.iterations(), performed[slot]++, context.index());
        double seconds = program.bursts().get(slot).before(context);
        if (seconds > 0) {
            sink.compute(seconds);
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
        switch (type.kind()) {
            case ISEND -> sink.isend(started(), peer, (int) numbers[0], communicator, numbers[1], type.mode());
            case IRECV -> sink.irecv(started(), peer, (int) numbers[0], communicator, numbers[1]);
            case SEND -> sink.send(peer, (int) numbers[0], communicator, numbers[1], type.mode());
            case RECV -> sink.recv(peer, (int) numbers[0], communicator, numbers[1]);
            case AWAIT -> sink.await(ended((int) numbers[0]));
            case AWAIT_ALL -> awaitAll(sink);
            case AWAIT_SELECTED -> awaitSelected(sink, type.ages());
            case COLLECTIVE -> sink.collective(call(type, numbers, group, communicator));
            case ICOLLECTIVE -> sink.icollective(started(), call(type, numbers, group, communicator));
            case KERNEL -> sink.kernel(type.detail(), numbers[0], numbers[1], numbers[2]);
            case END -> {}
        }
    }

    private int @Nullable [] group(int position) {
        GroupLaw law = program.groups().get(position);
        return law == null ? null : law.members(grid.ranks(), rank);
    }

    /**
     * Returns the number of a communicator. Communicators at the same position with different members have different
     * numbers.
     */
    private int communicator(int position, int @Nullable [] members) {
        return position == 0
                ? OperationSink.WORLD
                : Math.addExact(Math.multiplyExact(position - 1, grid.ranks()) + 1, members == null ? 0 : members[0]);
    }

    private CollectiveCall call(Type type, long[] numbers, int @Nullable [] group, int communicator) {
        int size = group == null ? grid.ranks() : group.length;
        return new CollectiveCall(
                        type.collective(),
                        (int) numbers[0],
                        numbers[1],
                        type.detail().contains("sends") ? filled(size, numbers[2]) : null,
                        type.detail().contains("receives") ? filled(size, numbers[3]) : null,
                        0)
                .on(communicator, group);
    }

    private static long[] filled(int size, long value) {
        long[] counts = new long[size];
        Arrays.fill(counts, value);
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

    private void awaitAll(OperationSink sink) {
        int[] all = Ints.toArray(inUse);
        free.addAll(inUse);
        inUse.clear();
        sink.awaitAll(all, all.length);
    }

    private void awaitSelected(OperationSink sink, int[] ages) {
        int[] selected = new int[ages.length];
        for (int a = ages.length - 1; a >= 0; a--) {
            selected[a] = ended(ages[a]);
        }
        sink.awaitAll(selected, selected.length);
    }
}
