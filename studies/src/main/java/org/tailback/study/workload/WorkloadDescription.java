package org.tailback.study.workload;

import java.io.Serializable;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveSelectors;
import org.tailback.trace.TraceOptions;
import org.tailback.trace.Traces;

/**
 * A trace and how it is read: what another process needs to open the same workload.
 *
 * @param path file or folder, or the words of a generated program
 * @param format its format, or null to recognise it
 * @param collectives algorithms of collective operations, as {@link CollectiveSelectors#parse} reads them
 * @param options how to read it
 */
public record WorkloadDescription(String path, @Nullable String format, String collectives, TraceOptions options)
        implements Serializable {
    /**
     * Opens the workload to replay it often.
     *
     * @throws org.tailback.error.InputException if it cannot be used
     */
    public Workload open() {
        return Workload.open(Path.of(path), format, CollectiveSelectors.parse(collectives), options);
    }

    /** Returns the same for processes with another working folder. */
    WorkloadDescription absolute() {
        return Traces.isGenerated(Path.of(path))
                ? this
                : new WorkloadDescription(Path.of(path).toAbsolutePath().toString(), format, collectives, options);
    }
}
