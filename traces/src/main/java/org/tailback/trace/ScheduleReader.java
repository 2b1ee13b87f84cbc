package org.tailback.trace;

import java.nio.file.Path;
import org.tailback.collective.CollectiveSelector;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.ScheduleTotals;
import org.tailback.stability.Beta;

/** Reader of a format that describes ranks by dependency graphs. */
@Beta
public abstract class ScheduleReader extends TraceFormat {
    /**
     * Creates a reader.
     *
     * @param name name in listings and on the command line: lower case, words joined by hyphens
     * @param summary summary in one line: the tools that write the format, and its form
     * @param carries the content that traces of this format carry
     */
    protected ScheduleReader(String name, String summary, TraceContent... carries) {
        super(name, summary, carries);
    }

    /**
     * Opens a schedule. The file must not change while it is in use.
     *
     * @throws org.tailback.error.InputException if there is no schedule at the path, or the schedule is invalid
     */
    public abstract Schedule open(Path path);

    /**
     * Opens a schedule; see {@link #open(Path)}.
     *
     * @param selector algorithms of collective operations on the machines of the ranks, for formats with such
     *     operations
     * @param options options for reading the schedule
     * @throws org.tailback.error.InputException if there is no schedule at the path, or the schedule is invalid
     */
    public Schedule open(Path path, CollectiveSelector selector, TraceOptions options) {
        return open(path);
    }

    /**
     * Returns the number of ranks. Where the format allows it, not all operations are read.
     *
     * @throws org.tailback.error.InputException if there is no schedule
     */
    public int ranks(Path path) {
        return open(path).ranks();
    }

    /**
     * Sums up the operations of a schedule, with as little memory as the format allows.
     *
     * @throws org.tailback.error.InputException if there is no schedule at the path, or the schedule is invalid
     */
    public ScheduleTotals totals(Path path) {
        return ScheduleTotals.of(open(path));
    }
}
