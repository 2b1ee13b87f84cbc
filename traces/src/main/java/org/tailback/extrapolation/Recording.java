package org.tailback.extrapolation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.program.ParallelProgram;
import org.tailback.program.Program;

/**
 * Operations of one code at one number of ranks.
 *
 * @param name name of the recording, for messages
 * @param events operations by rank
 * @param groups ranks of communicators, by rank and position; null for all ranks, or if unknown
 */
record Recording(String name, List<List<Event>> events, List<List<int @Nullable []>> groups) {
    /**
     * Reads a complete program.
     *
     * @throws org.tailback.error.InputException if it contains operations that depend on timing or on data
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

    /** Returns the computation of a rank in seconds, >= 0. */
    double seconds(int rank) {
        return events.get(rank).stream().mapToDouble(Event::secondsBefore).sum();
    }
}
