package org.tailback.trace.goal;

import java.util.List;

/** Writes programs as GOAL schedules in the binary form; see {@link GoalTraceWriter}. */
public final class GoalBinaryTraceWriter extends GoalTraceWriter {
    /** Without state. */
    public GoalBinaryTraceWriter() {
        super(GoalFormat.BINARY);
    }

    @Override
    public String name() {
        return "goal-binary";
    }

    @Override
    public String summary() {
        return "GOAL schedule as binary file";
    }

    @Override
    public List<String> suffixes() {
        return List.of(".bin");
    }
}
