package org.tailback.trace.otf1;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.trace.mpi.CollectiveRecord;
import org.tailback.trace.mpi.Communicator;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.RecordedRank;
import org.tailback.trace.mpi.SizeConvention;
import org.tailback.trace.mpi.TranslationCounts;

/** Reader of one process's records, which passes them to a translator. */
final class Otf1Rank extends RecordedRank {
    private final Otf1World world;
    private final Otf1Line line;
    private final long process;
    /** Functions on the call stack: true for MPI calls. */
    private final BitSet entered = new BitSet();

    private int depth;
    private MpiCall call = MpiCall.NONE;
    private boolean mine;
    private long time;

    Otf1Rank(Otf1World world, Otf1Files files, int rank, TranslationCounts counts) {
        super(rank, world, SizeConvention.VAMPIR_TRACE, counts);
        this.world = world;
        this.process = world.processOfRank[rank];
        Long stream = files.streams.get(process);
        this.line = files.events(stream == null ? 0 : stream);
    }

    @Override
    protected boolean readNext() {
        if (!line.next()) {
            return false;
        }
        if (line.isNumber()) {
            time = line.number() - world.begin;
        } else if (line.isProcess()) {
            mine = line.number() == process;
            if (mine) {
                translator.time(time);
            }
        } else if (mine) {
            line.split();
            switch (line.key()) {
                case "E" -> enter(world.calls.get(line.first()));
                case "L" -> leave();
                case "S" -> messages.sent(time, communicator(), world.rank(line.first()), tag(), line.value("L"));
                case "R" -> messages.received(time, communicator(), world.rank(line.first()), tag(), line.value("L"));
                case "COPB", "COP" -> collective();
                default -> {
                    // irrelevant to the program
                }
            }
        }
        return true;
    }

    private void enter(@Nullable MpiCall begun) {
        entered.set(depth++, begun != null);
        if (begun != null) {
            call = begun;
            translator.enter(begun, time);
        }
    }

    private void leave() {
        boolean mpi = depth > 0 ? entered.get(--depth) : world.calls.containsKey(line.first());
        if (mpi) {
            translator.leave(time);
        } else {
            translator.time(time);
        }
    }

    private @Nullable Communicator communicator() {
        long group = line.value("C");
        return group <= 0 ? Communicator.world() : world.communicator(group);
    }

    private long tag() {
        return Math.max(0, line.value("T"));
    }

    private void collective() {
        MpiCall named = world.collectives.getOrDefault(line.first(), MpiCall.NONE);
        Kind kind = named.collective();
        if (kind == null && call.kind() == MpiCall.Kind.COLLECTIVE) {
            kind = call.collective();
        }
        Communicator communicator = communicator();
        long rootProcess = line.value("RT");
        long root = rootProcess > 0 ? world.rank(rootProcess) : communicator == null ? 0 : communicator.firstMember();
        collectives.performed(time, new CollectiveRecord(kind, communicator, root, line.value("S"), line.value("R")));
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
