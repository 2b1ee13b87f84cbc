package org.tailback.collective;

import static org.assertj.core.api.Assertions.fail;

import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;

/**
 * Proves an algorithm by performing it on data, as {@link CollectiveSink} defines it. Nothing is buffered: a send is
 * complete when its receive has been posted. Fails if
 *
 * <ul>
 *   <li>ranks are stuck, messages stay unmatched, or requests stay open;
 *   <li>a rank uses a block that it does not have, writes one that is being sent, or touches one that is being
 *       received;
 *   <li>a message's size differs from that of its blocks, or from what its receiver is ready for;
 *   <li>a contribution is counted twice, or not those of ranks in a row by an algorithm that keeps the order;
 *   <li>a reduction's size differs from that of its blocks, or ranks divide the buffer differently;
 *   <li>a rank does not have at the end what the definition of the operation says.
 * </ul>
 */
final class DataChecker {
    /** Data of one block: what it is, by its number in the definition, and which ranks contributed to it. */
    private record Value(long what, BitSet contributors) {}

    private static final class Action {
        String name = "";
        int request = -1;
        int peer;
        int channel;
        long bytes;
        int count;
        long from;
        long into;
        long[] blocks = {};
    }

    private static final class Transfer {
        final Action action;
        Value[] values;
        boolean complete;

        Transfer(Action action) {
            this.action = action;
        }
    }

    private final CollectiveAlgorithm algorithm;
    private final CollectiveCall[] calls;
    private final int ranks;
    private final Kind kind;
    private final int root;
    /** What ranks do, several at once where a schedule has channels. */
    private final List<List<Action>> programs = new ArrayList<>();

    private final List<Integer> rankOf = new ArrayList<>();
    private final List<List<Integer>> programsOf = new ArrayList<>();
    private final List<Map<Long, Value>> memory = new ArrayList<>();
    private final List<Map<Integer, Transfer>> open = new ArrayList<>();
    private final List<Transfer> blocking = new ArrayList<>();
    private final Map<Long, ArrayDeque<Transfer>> sends = new HashMap<>();
    private final Map<Long, ArrayDeque<Transfer>> receives = new HashMap<>();
    private final LongUnaryOperator sizeOf;
    private Partition parts;
    /** Smaller blocks into which allgather and reduce_scatter_block divide that of each rank. */
    private int perRank = 1;

    private long bytesMoved;

    private DataChecker(CollectiveAlgorithm algorithm, CollectiveCall[] calls) {
        this.algorithm = algorithm;
        this.calls = calls;
        this.ranks = calls.length;
        this.kind = calls[0].kind();
        this.root = calls[0].root();
        this.parts = Partition.even(calls[0].bytes(), ranks);
        this.sizeOf = this::size;
    }

    /** Performs the algorithm; the calls are those of ranks 0, 1, …. Gives the bytes moved between ranks. */
    static long prove(CollectiveAlgorithm algorithm, CollectiveCall[] calls) {
        return new DataChecker(algorithm, calls).run();
    }

    private long run() {
        for (int rank = 0; rank < ranks; rank++) {
            CollectiveSchedule schedule = algorithm.schedule(calls[rank], rank, ranks);
            Partition partition = schedule.partition();
            if (partition != null) {
                if (rank > 0 && !partition.toString().equals(parts.toString())) {
                    complain(rank, "divides the buffer into " + partition + " instead of " + parts);
                }
                parts = partition;
                if (kind == Kind.ALLGATHER || kind == Kind.REDUCE_SCATTER_BLOCK) {
                    perRank = partition.parts() / ranks;
                }
            }
            programsOf.add(new ArrayList<>());
            addProgram(rank, 0, schedule);
            for (int channel = 0; channel < schedule.channels().size(); channel++) {
                addProgram(rank, channel, schedule.channels().get(channel));
            }
        }
        for (int rank = 0; rank < ranks; rank++) {
            memory.add(before(rank));
        }
        int[] position = new int[programs.size()];
        boolean progress = true;
        while (progress) {
            progress = false;
            for (int program = 0; program < programs.size(); program++) {
                while (position[program] < programs.get(program).size()
                        && perform(program, programs.get(program).get(position[program]))) {
                    position[program]++;
                    progress = true;
                }
            }
        }
        for (int program = 0; program < programs.size(); program++) {
            int rank = rankOf.get(program);
            if (position[program] < programs.get(program).size()) {
                Action stuck = programs.get(program).get(position[program]);
                complain(rank, "is stuck in " + stuck.name + " with " + stuck.peer);
            }
            if (!open.get(program).isEmpty()) {
                complain(rank, "ends with open requests " + open.get(program).keySet());
            }
        }
        for (int rank = 0; rank < ranks; rank++) {
            checkOutcome(rank);
        }
        if (!sends.values().stream().allMatch(ArrayDeque::isEmpty)
                || !receives.values().stream().allMatch(ArrayDeque::isEmpty)) {
            complain(0, "or another one has unmatched messages");
        }
        return bytesMoved;
    }

    private void addProgram(int rank, int channel, CollectiveSchedule schedule) {
        Recorder recorder = new Recorder();
        recorder.channel = channel;
        for (int step = 0; step < schedule.steps(); step++) {
            schedule.step(step, recorder);
        }
        if (recorder.actions.isEmpty()) {
            return;
        }
        programsOf.get(rank).add(programs.size());
        programs.add(recorder.actions);
        rankOf.add(rank);
        open.add(new HashMap<>());
        blocking.add(null);
    }

    // ---- the definition of the operations

    private Map<Long, Value> before(int rank) {
        Map<Long, Value> blocks = new HashMap<>();
        switch (kind) {
            case BARRIER -> put(blocks, 0, rank);
            case BCAST -> {
                for (int i = 0; i < parts.parts() && rank == root; i++) {
                    put(blocks, i, root);
                }
            }
            case SCATTER, SCATTERV -> {
                for (int i = 0; i < ranks && rank == root; i++) {
                    put(blocks, i, root);
                }
            }
            case REDUCE, ALLREDUCE, SCAN, EXSCAN -> {
                for (int i = 0; i < parts.parts(); i++) {
                    put(blocks, i, rank);
                }
            }
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> {
                for (int i = 0; i < ranks * perRank; i++) {
                    put(blocks, i, rank);
                }
            }
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV -> {
                for (int i = rank * perRank; i < (rank + 1) * perRank; i++) {
                    put(blocks, i, rank);
                }
            }
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> {
                for (int i = 0; i < ranks; i++) {
                    put(blocks, (long) rank * ranks + i, rank);
                }
            }
            default -> fail("%s has no definition here", kind);
        }
        return blocks;
    }

    private static void put(Map<Long, Value> blocks, long block, int contributor) {
        BitSet set = new BitSet();
        set.set(contributor);
        blocks.put(block, new Value(block, set));
    }

    private void checkOutcome(int rank) {
        boolean atRoot = rank == root;
        switch (kind) {
            case BARRIER -> expect(rank, 0, 0, ranks);
            case BCAST -> expectAll(rank, root, root + 1);
            case SCATTER, SCATTERV -> expect(rank, rank, root, root + 1);
            case REDUCE -> {
                if (atRoot) {
                    expectAll(rank, 0, ranks);
                }
            }
            case ALLREDUCE -> expectAll(rank, 0, ranks);
            case SCAN -> expectAll(rank, 0, rank + 1);
            case EXSCAN -> {
                if (rank > 0) {
                    expectAll(rank, 0, rank);
                }
            }
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> {
                for (int i = rank * perRank; i < (rank + 1) * perRank; i++) {
                    expect(rank, i, 0, ranks);
                }
            }
            case GATHER, GATHERV -> {
                for (int i = 0; i < ranks && atRoot; i++) {
                    expect(rank, i, i, i + 1);
                }
            }
            case ALLGATHER, ALLGATHERV -> {
                for (int i = 0; i < ranks * perRank; i++) {
                    expect(rank, i, i / perRank, i / perRank + 1);
                }
            }
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> {
                for (int i = 0; i < ranks; i++) {
                    expect(rank, (long) i * ranks + rank, i, i + 1);
                }
            }
            default -> fail("%s has no definition here", kind);
        }
    }

    private void expectAll(int rank, int from, int to) {
        for (int i = 0; i < parts.parts(); i++) {
            expect(rank, i, from, to);
        }
    }

    private void expect(int rank, long block, int from, int to) {
        BitSet expected = new BitSet();
        expected.set(from, to);
        Value value = memory.get(rank).get(block);
        if (value == null || value.what != block || !value.contributors.equals(expected)) {
            complain(rank, "ends with " + value + " in block " + block + " instead of contributions " + expected);
        }
    }

    /** Bytes of a block of the definition. */
    private long size(long block) {
        if (perRank > 1) {
            return parts.bytes((int) block, 1);
        }
        long bytes = calls[0].bytes();
        return switch (kind) {
            case BARRIER -> 0;
            case BCAST, REDUCE, ALLREDUCE, SCAN, EXSCAN -> parts.bytes((int) block, 1);
            case GATHER, SCATTER, ALLGATHER, ALLTOALL, REDUCE_SCATTER_BLOCK -> bytes;
            case GATHERV -> calls[root].receiveCounts()[(int) block];
            case SCATTERV -> calls[root].sendCounts()[(int) block];
            case ALLGATHERV -> calls[0].receiveCounts()[(int) block];
            case REDUCE_SCATTER -> calls[0].sendCounts()[(int) block];
            case ALLTOALLV, ALLTOALLW -> calls[(int) (block / ranks)].sendCounts()[(int) (block % ranks)];
            default -> throw new AssertionError(kind);
        };
    }

    // ---- performing

    private boolean perform(int program, Action action) {
        int rank = rankOf.get(program);
        switch (action.name) {
            case "isend", "irecv" -> {
                if (open.get(program).containsKey(action.request)) {
                    complain(rank, "starts request " + action.request + " again");
                }
                open.get(program).put(action.request, begin(rank, action));
            }
            case "send", "recv" -> {
                if (blocking.get(program) == null) {
                    blocking.set(program, begin(rank, action));
                }
                if (!blocking.get(program).complete) {
                    return false;
                }
                end(rank, blocking.get(program));
                blocking.set(program, null);
            }
            case "awaitAll" -> {
                for (int request = action.request; request < action.request + action.count; request++) {
                    Transfer transfer = open.get(program).get(request);
                    if (transfer == null) {
                        complain(rank, "waits for request " + request + ", which is not open");
                    }
                    if (!transfer.complete) {
                        return false;
                    }
                }
                for (int request = action.request; request < action.request + action.count; request++) {
                    end(rank, open.get(program).remove(request));
                }
            }
            default -> {
                long sum = 0;
                for (int i = 0; i < action.count; i++) {
                    Value from = read(rank, action.from + i);
                    sum += sizeOf.applyAsLong(from.what);
                    Value into = action.name.equals("copy") ? null : read(rank, action.into + i);
                    write(rank, action.into + i, into == null ? from : combined(rank, from, into));
                }
                if (action.name.equals("combine") && action.count > 0 && sum != action.bytes) {
                    complain(rank, "reduces " + action.bytes + " bytes, but its blocks have " + sum);
                }
            }
        }
        return true;
    }

    private Value combined(int rank, Value a, Value b) {
        // a barrier may hear of a rank twice; a sum must not
        if (a.what != b.what || kind != Kind.BARRIER && a.contributors.intersects(b.contributors)) {
            complain(rank, "combines " + a + " with " + b);
        }
        BitSet union = (BitSet) a.contributors.clone();
        union.or(b.contributors);
        if (algorithm.keepsOrder() && union.length() - union.nextSetBit(0) != union.cardinality()) {
            complain(rank, "combines " + a + " with " + b + ", which are not ranks in a row");
        }
        return new Value(a.what, union);
    }

    private Transfer begin(int rank, Action action) {
        Transfer transfer = new Transfer(action);
        boolean sending = action.name.endsWith("send");
        if (action.peer < 0 || action.peer >= ranks || action.peer == rank) {
            complain(rank, "exchanges a message with " + action.peer);
        }
        long sum = 0;
        if (sending) {
            transfer.values = new Value[action.blocks.length];
            for (int i = 0; i < action.blocks.length; i++) {
                transfer.values[i] = read(rank, action.blocks[i]);
                sum += sizeOf.applyAsLong(transfer.values[i].what);
            }
            if (sum != action.bytes) {
                complain(rank, "sends " + action.bytes + " bytes to " + action.peer + ", but its blocks have " + sum);
            }
            bytesMoved += sum;
        }
        int source = sending ? rank : action.peer;
        int destination = sending ? action.peer : rank;
        long channel = ((long) source * ranks + destination) * CollectiveTags.CHANNELS + action.channel;
        ArrayDeque<Transfer> waiting = (sending ? receives : sends).computeIfAbsent(channel, c -> new ArrayDeque<>());
        if (waiting.isEmpty()) {
            (sending ? sends : receives)
                    .computeIfAbsent(channel, c -> new ArrayDeque<>())
                    .add(transfer);
        } else {
            Transfer other = waiting.remove();
            Transfer send = sending ? transfer : other;
            Transfer receive = sending ? other : transfer;
            if (send.action.bytes != receive.action.bytes
                    || send.action.blocks.length != receive.action.blocks.length) {
                complain(
                        destination,
                        "is ready for " + receive.action.bytes + " bytes in " + receive.action.blocks.length
                                + " blocks, but " + source + " sends " + send.action.bytes + " in "
                                + send.action.blocks.length);
            }
            receive.values = send.values;
            send.complete = true;
            receive.complete = true;
        }
        return transfer;
    }

    private void end(int rank, Transfer transfer) {
        if (transfer.action.name.endsWith("recv")) {
            for (int i = 0; i < transfer.values.length; i++) {
                write(rank, transfer.action.blocks[i], transfer.values[i]);
            }
        }
    }

    private Value read(int rank, long block) {
        for (int program : programsOf.get(rank)) {
            for (Transfer transfer : open.get(program).values()) {
                if (transfer.action.name.equals("irecv") && contains(transfer.action.blocks, block)) {
                    complain(rank, "reads block " + block + " while it is being received");
                }
            }
        }
        Value value = memory.get(rank).get(block);
        if (value == null) {
            complain(rank, "uses block " + block + ", which it does not have");
        }
        return value;
    }

    private void write(int rank, long block, Value value) {
        for (int program : programsOf.get(rank)) {
            for (Transfer transfer : open.get(program).values()) {
                if (contains(transfer.action.blocks, block)) {
                    complain(rank, "writes block " + block + " during an " + transfer.action.name + " of it");
                }
            }
        }
        memory.get(rank).put(block, value);
    }

    private static boolean contains(long[] blocks, long block) {
        for (long each : blocks) {
            if (each == block) {
                return true;
            }
        }
        return false;
    }

    private void complain(int rank, String problem) {
        fail(
                "%s by %s, %s ranks, root %s, %s bytes: rank %s %s",
                kind, algorithm.name(), ranks, root, calls[0].bytes(), rank, problem);
    }

    private static final class Recorder implements CollectiveSink {
        final List<Action> actions = new ArrayList<>();
        private ImmutableLongArray.Builder carried = ImmutableLongArray.builder();
        private int channel;

        private Action add(String name, int request, int peer, long bytes) {
            Action action = new Action();
            action.name = name;
            action.request = request;
            action.peer = peer;
            action.channel = channel;
            action.bytes = bytes;
            action.blocks = carried.build().toArray();
            carried = ImmutableLongArray.builder();
            actions.add(action);
            return action;
        }

        @Override
        public void carry(long firstBlock, int count) {
            if (count < 0) {
                fail("carries %s blocks", count);
            }
            for (int i = 0; i < count; i++) {
                carried.add(firstBlock + i);
            }
        }

        @Override
        public void isend(int request, int destination, long bytes) {
            add("isend", request, destination, bytes);
        }

        @Override
        public void irecv(int request, int source, long bytes) {
            add("irecv", request, source, bytes);
        }

        @Override
        public void send(int destination, long bytes) {
            add("send", -1, destination, bytes);
        }

        @Override
        public void recv(int source, long bytes) {
            add("recv", -1, source, bytes);
        }

        @Override
        public void awaitAll(int firstRequest, int count) {
            add("awaitAll", firstRequest, -1, 0).count = count;
        }

        @Override
        public void combine(long fromBlock, long intoBlock, int count, long bytes) {
            local("combine", fromBlock, intoBlock, count, bytes);
        }

        @Override
        public void copy(long fromBlock, long intoBlock, int count) {
            local("copy", fromBlock, intoBlock, count, 0);
        }

        private void local(String name, long fromBlock, long intoBlock, int count, long bytes) {
            Action action = add(name, -1, -1, bytes);
            action.from = fromBlock;
            action.into = intoBlock;
            action.count = count;
        }
    }
}
