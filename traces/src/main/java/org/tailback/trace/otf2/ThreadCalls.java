package org.tailback.trace.otf2;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tailback.error.InputException;
import org.tailback.trace.mpi.MpiCall;

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
        List<String> unreadable = new ArrayList<>();
        for (Definitions.Location location : archive.definitions().locations) {
            if (location.type() == Definitions.PROCESS_THREAD && !ofRanks.contains(location.id())) {
                try {
                    if (count(archive, world, location.id(), calls)) {
                        calling++;
                    } else {
                        silent++;
                    }
                } catch (InputException e) {
                    unreadable.add(
                            "1 x location that is no MPI rank (CPU thread), of which it is not known what MPI calls it"
                                    + " makes: left out. " + e.getMessage() + ".");
                }
            }
        }
        ImmutableList.Builder<String> sentences = ImmutableList.builder();
        if (silent > 0) {
            sentences.add(silent + " x location that is no MPI rank (CPU thread): left out. It makes no MPI calls.");
        }
        if (calling > 0) {
            sentences.add(calling + " x thread that makes MPI calls beside its rank: left out with "
                    + calls.values().stream().mapToLong(Long::longValue).sum() + " calls (" + named(calls)
                    + "), so that messages to and from it have no partner.");
        }
        return sentences.addAll(unreadable).build();
    }

    private static boolean count(Otf2Archive archive, Otf2World world, long location, SortedMap<String, Long> calls) {
        Optional<EventCursor> events = archive.events(location, BUFFER);
        boolean found = false;
        EventCursor cursor = events.orElse(null);
        while (cursor != null && cursor.next()) {
            if (cursor.kind() == EventKind.ENTER) {
                cursor.read();
                MpiCall call = world.call(cursor.value(0));
                if (call != null && call.kind() != MpiCall.Kind.OTHER) {
                    calls.merge(call.name(), 1L, Long::sum);
                    found = true;
                }
            }
        }
        return found;
    }

    private static String named(SortedMap<String, Long> calls) {
        String first = calls.entrySet().stream()
                .limit(MOST_NAMES)
                .map(entry -> entry.getValue() + " x " + entry.getKey())
                .collect(Collectors.joining(", "));
        return calls.size() > MOST_NAMES ? first + ", …" : first;
    }
}
