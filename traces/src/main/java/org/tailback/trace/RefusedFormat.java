package org.tailback.trace;

import java.nio.file.Path;
import org.tailback.error.InputException;
import org.tailback.stability.Internal;

/** Format that is recognised only to suggest an alternative. */
@Internal
public abstract class RefusedFormat extends TraceReader {
    private final String refusal;

    /**
     * Creates a format that cannot be opened.
     *
     * @param name name of the format
     * @param summary description of the format in one line
     * @param refusal the finding and the remedy, which follow the path in the error message
     */
    protected RefusedFormat(String name, String summary, String refusal) {
        super(name, summary);
        this.refusal = refusal;
    }

    @Override
    public final boolean isRead() {
        return false;
    }

    @Override
    public final Trace open(Path path, TraceOptions options) {
        throw new InputException(path + ": " + refusal);
    }
}
