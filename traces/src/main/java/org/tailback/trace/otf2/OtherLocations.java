package org.tailback.trace.otf2;

import com.google.common.primitives.Longs;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.tailback.error.InputException;
import org.tailback.trace.WritingLosses;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.trace.mpi.MpiCall.Kind;
import org.tailback.units.Readable;

/**
 * Locations of an archive that are not ranks and are therefore omitted, and the MPI calls of the threads among them.
 */
final class OtherLocations {
    /** Names of the types of locations, by their numbers. */
    private static final List<String> TYPES =
            List.of("unknown kind", "CPU thread", "accelerator stream", "metric source");

    private final Otf2Archive archive;
    private final MpiDefinitions mpi;
    private long callingThreads;
    private long calls;
    /** Time in MPI calls of all threads. */
    private long ticks;

    OtherLocations(Otf2Archive archive, MpiDefinitions mpi) {
        this.archive = archive;
        this.mpi = mpi;
    }

    /** Counts locations and calls. All events of threads that are not ranks are read once. */
    void count(double ticksPerSecond, WritingLosses omissions) {
        Set<Long> ofRanks = new HashSet<>(Longs.asList(mpi.locations));
        for (Definitions.Location location : archive.definitions().locations.values()) {
            if (!ofRanks.remove(location.id())) {
                count(location, omissions);
            }
        }
        omissions.count(ofRanks.size(), "rank whose location is not defined: its events are read if they have a file");
        omissions.count(
                callingThreads,
                "additional thread of a rank that makes MPI calls: left out (calls: " + calls
                        + ", time of all threads together: " + Readable.seconds(ticks / ticksPerSecond)
                        + "), so messages to and from it have no partner");
    }

    private void count(Definitions.Location location, WritingLosses omissions) {
        String kind = "location that is not an MPI rank ("
                + TYPES.get(location.type() < TYPES.size() ? location.type() : 0) + ")";
        try {
            if (location.type() != Definitions.PROCESS_THREAD) {
                omissions.count(kind + ": left out");
            } else if (hasCalls(location.id())) {
                callingThreads++;
            } else {
                omissions.count(kind + ": left out, as it makes no MPI calls");
            }
        } catch (InputException e) {
            omissions.count(kind + ", whose MPI calls cannot be read: left out. " + e.getMessage());
        }
    }

    /** Adds the calls of a thread except nested calls; returns whether the thread has calls or messages. */
    private boolean hasCalls(long location) {
        boolean hasMessages = false;
        long own = 0;
        long spent = 0;
        int depth = 0;
        EventCursor cursor = archive.events(location, MpiDefinitions.BUFFER);
        while (cursor != null && cursor.next()) {
            hasMessages |= cursor.kind().isMpi();
            if (cursor.kind() == EventKind.ENTER && isCall(cursor)) {
                if (depth++ == 0) {
                    own++;
                    spent -= cursor.time();
                }
            } else if (cursor.kind() == EventKind.LEAVE && depth > 0 && isCall(cursor) && --depth == 0) {
                spent += cursor.time();
            }
        }
        calls += own;
        // a call without an end ends with the thread's last event
        ticks += spent + (cursor != null && depth > 0 ? cursor.time() : 0);
        return hasMessages || own > 0;
    }

    private boolean isCall(EventCursor cursor) {
        cursor.read();
        MpiCall call = mpi.calls.get(cursor.value(0));
        return call != null
                && call.kind() != Kind.OTHER
                && (call.kind() != Kind.FILE || call.name().startsWith("MPI"));
    }
}
