package org.tailback.trace.otf1;

import java.util.BitSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.mpi.CallTranslator;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.Lookahead;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.TranslationCounts;

/**
 * Reads the records of one process and tells a translator of them.
 *
 * <p>Sizes of collective operations, with b bytes in one rank's buffer, are those of VampirTrace 5.14: b sent and received by
 * reduce, allreduce, scan (received only at the root of a reduce); b received by bcast and scatter, b sent by gather and
 * allgather, N b sent by alltoall; sums for the kinds with counts.
 */
final class Otf1Rank implements RecordedRank, Lookahead, AutoCloseable {
    private final Otf1World world;
    private final Otf1Line line;
    private final int rank;
    private final long process;
    private final CallTranslator translator;
    /** Which of the functions that were entered and not left are MPI calls. */
    private final BitSet entered = new BitSet();

    private int depth;
    private @Nullable MpiCall call;
    private boolean mine;
    private long time;
    private boolean ended;

    Otf1Rank(Otf1World world, Otf1Files files, int rank, TranslationCounts counts) {
        this.world = world;
        this.rank = rank;
        this.process = world.process(rank);
        Long stream = files.streams().get(process);
        this.line = files.events(stream == null ? 0 : stream);
        this.translator = new CallTranslator(rank, world.ranks(), world.ticksPerSecond(), this, counts);
    }

    @Override
    public CallTranslator translator() {
        return translator;
    }

    @Override
    public boolean readToOperation() {
        while (!translator.ready()) {
            if (ended) {
                return false;
            }
            if (line.next()) {
                tell();
            } else {
                ended = true;
                translator.finish();
                line.close();
            }
        }
        return true;
    }

    private void tell() {
        if (line.isNumber()) {
            time = line.number() - world.begin();
        } else if (line.isProcess()) {
            mine = line.number() == process;
            if (mine) {
                translator.time(time);
            }
        } else if (mine) {
            line.split();
            if (line.is("E")) {
                enter(world.call(line.first()));
            } else if (line.is("L")) {
                leave();
            } else if (line.is("S")) {
                translator.sent(time, communicator(), rank(line.first()), tag(), line.value("L"));
            } else if (line.is("R")) {
                translator.received(time, communicator(), rank(line.first()), tag(), line.value("L"));
            } else if (line.is("COPB") || line.is("COP")) {
                collective();
            }
        }
    }

    private void enter(@Nullable MpiCall begun) {
        entered.set(depth++, begun != null);
        if (begun != null) {
            call = begun;
            translator.enter(begun, time);
        }
    }

    private void leave() {
        long function = line.first();
        boolean known = depth > 0;
        boolean mpi = known ? entered.get(depth - 1) : function > 0 && world.call(function) != null;
        if (known) {
            depth--;
        }
        if (mpi) {
            translator.leave(time);
        } else {
            translator.time(time);
        }
    }

    private @Nullable Communicator communicator() {
        long group = line.value("C");
        return group <= 0 ? Communicator.world("") : world.communicator(group);
    }

    private int rank(long named) {
        return world.rank(named);
    }

    private long tag() {
        return Math.max(0, line.value("T"));
    }

    private void collective() {
        MpiCall named = world.collective(line.first());
        Kind kind = named == null ? null : kind(named);
        MpiCall current = call;
        if (kind == null && current != null) {
            kind = kind(current);
        }
        long group = line.value("C");
        Communicator communicator = communicator();
        long sent = line.value("S");
        long received = line.value("R");
        long rootProcess = line.value("RT");
        long root = rootProcess > 0 ? world.rank(rootProcess) : communicator == null ? 0 : communicator.firstMember();
        CollectiveCall made = kind == null || communicator == null
                ? null
                : plain(kind, communicator, group <= 0 ? null : world.group(group), root, sent, received);
        if (made != null) {
            translator.collective(time, made);
        } else {
            translator.collective(time, kind, communicator, root, sent, received);
        }
    }

    /** The call, if its sizes need no spreading and its parameters are possible. */
    private @Nullable CollectiveCall plain(
            Kind kind, Communicator communicator, int @Nullable [] group, long rootRank, long sent, long received) {
        int size = communicator.size(world.ranks());
        int root = rootRank < 0 || rootRank >= world.ranks() ? -1 : communicator.positionOf((int) rootRank);
        boolean hasRoot =
                kind == Kind.BCAST || kind == Kind.REDUCE || kind == Kind.GATHER || kind == Kind.SCATTER;
        long out = Math.max(0, sent);
        long in = Math.max(0, received);
        long bytes;
        switch (kind) {
            case BARRIER -> bytes = 0;
            case BCAST, SCATTER -> bytes = in > 0 ? in : kind == Kind.BCAST ? out : out / size;
            case REDUCE, ALLREDUCE, SCAN, EXSCAN -> bytes = out > 0 ? out : in;
            case GATHER, ALLGATHER -> bytes = out > 0 ? out : in / size;
            case ALLTOALL, REDUCE_SCATTER_BLOCK -> bytes = Math.max(out, in) / size;
            default -> {
                return null;
            }
        }
        if (communicator.positionOf(rank) < 0 || hasRoot && root < 0 || bytes > 1L << 53) {
            return null;
        }
        return new CollectiveCall(kind, communicator.number(), group, hasRoot ? root : 0, bytes, null, null, 0);
    }

    private static @Nullable Kind kind(MpiCall call) {
        if (call.kind() != MpiCall.Kind.COLLECTIVE) {
            return null;
        }
        String word = call.name().strip().toUpperCase(Locale.ROOT).replace("()", "");
        for (Kind kind : Kind.values()) {
            if (word.endsWith("MPI_" + kind.name()) && !kind.isNeighbourhood()) {
                return kind;
            }
        }
        return null;
    }

    /** Nothing is told of requests, now or later. */
    @Override
    public void readOn(CallTranslator wanting) {
        // see lacksRequests
    }

    @Override
    public boolean lacksRequests() {
        return true;
    }

    @Override
    public void close() {
        line.close();
    }
}
