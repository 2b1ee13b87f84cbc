package org.tailback.trace;

import java.nio.file.Path;
import org.tailback.schedule.Schedule;

/** Reads a format whose ranks have dependency graphs. */
public interface ScheduleReader extends TraceFormat {
    /**
     * Opens a schedule. The file must not change while it is in use.
     *
     * @throws org.tailback.error.InputException if there is none, or it is not valid
     */
    Schedule open(Path path);
}
