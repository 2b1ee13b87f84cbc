package org.tailback.cli.serve;

import java.util.List;

/** What a line of a client asks for. */
sealed interface Request {
    /** Name of the request for its answers, as JSON: a text, a number or null. */
    String id();

    /**
     * Asks for the run of a command.
     *
     * @param command its name and arguments
     * @param seconds longest duration of the run, > 0; infinite for no limit
     * @param bytes most bytes that the run may allocate, > 0; {@link Long#MAX_VALUE} for no limit
     * @param progress whether progress is wanted
     */
    record Run(String id, List<String> command, double seconds, long bytes, boolean progress) implements Request {}

    /**
     * Asks for the end of another request.
     *
     * @param cancelled id of that request, as JSON
     */
    record Cancel(String id, String cancelled) implements Request {}
}
