package org.tailback.trace;

import java.nio.file.Path;
import java.util.Set;
import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/** A format that is recognised only to say what to do instead. */
@Internal
public abstract class RefusedFormat implements TraceReader {
    private final String name;
    private final String summary;
    private final String refusal;

    /**
     * Creates a format.
     *
     * @param name of the format
     * @param summary one line about it
     * @param refusal what was found and what to do, behind the path in the error message
     */
    protected RefusedFormat(String name, String summary, String refusal) {
        this.name = name;
        this.summary = summary;
        this.refusal = refusal;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String summary() {
        return summary;
    }

    @Override
    public final boolean isRead() {
        return false;
    }

    @Override
    public final Set<TraceContent> carries() {
        return Set.of();
    }

    @Override
    public final Trace open(Path path, TraceOptions options) {
        throw new InputException(path + ": " + refusal);
    }
}
