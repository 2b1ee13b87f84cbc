package org.tailback.trace.goal;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Path;
import java.util.Set;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.ScheduleTotals;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceSample;

/** Reads GOAL schedules; see {@link GoalFiles}. */
public final class GoalReader implements ScheduleReader {
    /** Name of the format. */
    public static final String NAME = "goal";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "GOAL schedule of LogGOPSim: a text that begins with num_ranks (or .gz), or the binary file that txt2bin"
                + " makes of it";
    }

    @Override
    public Set<TraceContent> carries() {
        return ImmutableSet.of(TraceContent.MESSAGES, TraceContent.COMPUTE_SECONDS, TraceContent.DEPENDENCIES);
    }

    @Override
    public boolean isWritten() {
        return true;
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return !sample.isFolder() && GoalFormat.of(sample.leadingBytes()) != null;
    }

    @Override
    public Schedule open(Path path) {
        return GoalFiles.open(path);
    }

    /** One rank of a text is in memory at a time. */
    @Override
    public ScheduleTotals totals(Path path) {
        return GoalFiles.totals(path);
    }
}
