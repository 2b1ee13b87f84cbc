package org.tailback.trace;

import java.nio.file.Path;
import java.util.List;
import org.tailback.program.ParallelProgram;

/**
 * Writes programs in a form of a trace format: an opened trace, a generator, anything that is a {@link
 * ParallelProgram}. Implementations are found by {@link java.util.ServiceLoader}, have a public constructor without
 * parameters and keep no state.
 *
 * <p>What is written is there as a whole or not at all. A program that is also {@link RecordedTimes} is written with
 * its times where the form has room for them; of a {@link Trace}, span and number of communicators too.
 */
public interface TraceWriter {
    /** Returns the form's name on the command line: lower case, words joined by hyphens. */
    String name();

    /** Returns the {@linkplain TraceFormat#name name of the format} by which it is read again. */
    String format();

    /** Returns a few words: what is written. */
    String summary();

    /** Endings of names, in lower case, that ask for this form. */
    List<String> suffixes();

    /**
     * Writes a program rank after rank.
     *
     * @param target a file, or a folder that is empty or not there yet, as the form has it
     * @param strict whether to write nothing if the form cannot hold all of the program
     * @return what the form could not hold
     * @throws org.tailback.error.InputException if the target cannot be written, the program is malformed, or something
     *     would be lost and {@code strict} forbids it
     */
    WrittenTrace write(ParallelProgram program, Path target, boolean strict);
}
