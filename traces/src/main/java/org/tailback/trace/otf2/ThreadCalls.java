package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tailback.error.InputException;
import org.tailback.trace.mpi.MpiCall;
import org.tailback.units.Readable;

/** Counts the MPI calls of the threads that are no ranks, which are left out. Reads their events to the end. */
final class ThreadCalls {
    private static final int BUFFER = 32 << 10;
    private static final int MOST_NAMES = 8;

    private ThreadCalls() {}

    /**
     * Returns a sentence about the threads without such calls, and one about those with; none if there are no threads.
     */
    static ImmutableList<String> sentences(Otf2Archive archive, Otf2World world) {
        Set<Long> ofRanks = Arrays.stream(world.locations()).boxed().collect(Collectors.toUnmodifiableSet());
        SortedMap<String, Long> calls = new TreeMap<>();
        int silent = 0;
        int calling = 0;
        double seconds = 0;
        List<String> unreadable = new ArrayList<>();
        for (Definitions.Location location : archive.definitions().locations()) {
            if (location.type() == Definitions.PROCESS_THREAD && !ofRanks.contains(location.id())) {
                try {
                    double ofCalls = count(archive, world, location.id(), calls);
                    if (Double.isNaN(ofCalls)) {
                        silent++;
                    } else {
                        calling++;
                        seconds += ofCalls;
                    }
                } catch (InputException e) {
                    unreadable.add(
                            "1 x location that is no MPI rank (CPU thread), whose MPI calls are not known: left out. "
                                    + e.getMessage() + ".");
                }
            }
        }
        ImmutableList.Builder<String> sentences = ImmutableList.builder();
        if (silent > 0) {
            sentences.add(silent + " x location that is no MPI rank (CPU thread): left out. It makes no MPI calls.");
        }
        if (calling > 0) {
            sentences.add(calling + " x further thread of a rank that makes MPI calls: left out with "
                    + calls.values().stream().mapToLong(Long::longValue).sum() + " calls (" + named(calls) + ") of "
                    + Readable.seconds(seconds)
                    + " of all threads together, so that messages to and from it have no partner.");
        }
        return sentences.addAll(unreadable).build();
    }

    /** Returns the time in MPI calls, in seconds; NaN without such calls. */
    private static double count(Otf2Archive archive, Otf2World world, long location, SortedMap<String, Long> calls) {
        boolean found = false;
        int depth = 0;
        long entered = 0;
        long ticks = 0;
        EventCursor cursor = archive.events(location, BUFFER).orElse(null);
        while (cursor != null && cursor.next()) {
            if (cursor.kind() == EventKind.ENTER) {
                cursor.read();
                MpiCall call = world.call(cursor.value(0));
                if (call != null && isOfMpi(call)) {
                    calls.merge(call.name(), 1L, Long::sum);
                    found = true;
                    entered = depth++ == 0 ? cursor.time() : entered;
                }
            } else if (cursor.kind() == EventKind.LEAVE && depth > 0) {
                cursor.read();
                MpiCall call = world.call(cursor.value(0));
                if (call != null && isOfMpi(call) && --depth == 0) {
                    ticks += cursor.time() - entered;
                }
            }
        }
        return found ? ticks / world.ticksPerSecond() : Double.NaN;
    }

    private static boolean isOfMpi(MpiCall call) {
        return call.kind() != MpiCall.Kind.OTHER && MpiCall.of(call.name()).isPresent();
    }

    private static String named(SortedMap<String, Long> calls) {
        String first = calls.entrySet().stream()
                .limit(MOST_NAMES)
                .map(entry -> entry.getValue() + " x " + entry.getKey())
                .collect(Collectors.joining(", "));
        return calls.size() > MOST_NAMES ? first + ", …" : first;
    }
}
