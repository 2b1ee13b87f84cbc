package org.tailback.study.sweep;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * The summary of a sweep.
 *
 * @param runs how many runs the plan has, over all shards
 * @param found how many were done already
 * @param done how many were performed now
 * @param complete false if it was stopped before all runs of its shard were done
 * @param rows all rows, those that were found too, in the order of their runs
 * @param warnings what the user should know, such as the damaged rows of the file of results
 */
public record SweepSummary(
        int runs, int found, int done, boolean complete, List<SweepRow> rows, List<String> warnings) {
    public SweepSummary {
        rows = ImmutableList.copyOf(rows);
        warnings = ImmutableList.copyOf(warnings);
    }

    /** Returns the rows of runs that could not be performed, or whose programs cannot finish. */
    public List<SweepRow> failed() {
        return rows.stream().filter(SweepRow::hasFailed).toList();
    }
}
