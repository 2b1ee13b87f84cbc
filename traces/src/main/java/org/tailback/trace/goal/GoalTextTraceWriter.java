package org.tailback.trace.goal;

import java.util.List;

/** Writes programs as GOAL schedules in the text form; see {@link GoalTraceWriter}. */
public final class GoalTextTraceWriter extends GoalTraceWriter {
    /** Without state. */
    public GoalTextTraceWriter() {
        super(GoalFormat.TEXT);
    }

    @Override
    public String name() {
        return "goal";
    }

    @Override
    public String summary() {
        return "GOAL schedule as text";
    }

    @Override
    public List<String> suffixes() {
        return List.of(".goal");
    }
}
