package org.tailback.cli.console;

import java.util.function.Supplier;

/** Receives the progress of a command that runs inside a server, instead of a terminal. */
public interface ProgressListener {
    /**
     * A long part of the work begins; the one before it has ended.
     *
     * @param state progress in a few words; may be called by another thread, also after the end
     */
    void workBegins(Supplier<String> state);
}
