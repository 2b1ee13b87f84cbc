package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * Recorded operations of a code on one number of ranks.
 *
 * @param name name of the recording, for error messages
 * @param events operations by rank
 * @param groups ranks of communicators, by rank and position; null for a communicator of all ranks or with unknown
 *     ranks
 */
record Recording(String name, List<List<Event>> events, List<List<int @Nullable []>> groups) {
    /**
     * Reads a complete program.
     *
     * @throws org.tailback.error.InputException if the program contains operations that depend on timing or on data
     */
    static Recording of(String name, ParallelProgram program) {
        List<List<Event>> events = new ArrayList<>();
        List<List<int @Nullable []>> groups = new ArrayList<>();
        ParallelProgram run = program.forOneRun();
        for (int rank = 0; rank < program.ranks(); rank++) {
            EventRecorder recorder = new EventRecorder(name + ", rank " + rank);
            try (Program opened = run.open(rank)) {
                opened.produceAll(recorder);
            }
            events.add(recorder.events());
            groups.add(recorder.groups());
        }
        return new Recording(name, events, groups);
    }

    int ranks() {
        return events.size();
    }

    /** Returns the total computation time of a rank, seconds, >= 0. */
    double seconds(int rank) {
        return events.get(rank).stream().mapToDouble(Event::secondsBefore).sum();
    }
}
