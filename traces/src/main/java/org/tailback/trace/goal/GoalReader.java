package org.tailback.trace.goal;

import java.nio.file.Path;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.ScheduleTotals;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceSample;

/** Reader of GOAL schedules; see {@link GoalFiles}. */
public final class GoalReader extends ScheduleReader {
    public static final String NAME = "goal";

    public GoalReader() {
        super(
                NAME,
                "GOAL schedule of LogGOPSim: a text that begins with num_ranks (or .gz), or the binary file that txt2bin"
                        + " makes of it",
                TraceContent.MESSAGES,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.DEPENDENCIES);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return !sample.isFolder() && GoalFormat.of(sample.leadingBytes()) != null;
    }

    @Override
    public Schedule open(Path path) {
        return GoalFiles.open(path);
    }

    @Override
    public ScheduleTotals totals(Path path) {
        return GoalFiles.totals(path);
    }
}
