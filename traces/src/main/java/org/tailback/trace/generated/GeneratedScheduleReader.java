package org.tailback.trace.generated;

import java.nio.file.Path;
import org.tailback.schedule.Schedule;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceSample;

/**
 * Generated schedules in the place of GOAL files; the path is the text that names them, such as
 * {@code goal-halo:grid=64x32x32,bytes=8KiB}. Nothing is held in memory for its operations, however many there are.
 */
public final class GeneratedScheduleReader extends ScheduleReader {
    public static final String NAME = "generated-goal";

    public GeneratedScheduleReader() {
        super(
                NAME,
                "generated schedule, NAME:key=value,…; NAME is one of " + String.join(", ", SchedulePattern.NAMES),
                TraceContent.MESSAGES,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.DEPENDENCIES);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return false;
    }

    @Override
    public boolean isNamedBy(String text) {
        return PatternNames.isAmong(SchedulePattern.NAMES, text);
    }

    @Override
    public Schedule open(Path path) {
        return SchedulePattern.of(PatternNames.required(SchedulePattern.NAMES, path));
    }
}
