package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.List;
import org.tailback.program.ParallelProgram;

/**
 * Writer of programs in a form of a trace format. Any {@link ParallelProgram} can be written, such as an opened trace
 * or a generated program. Implementations are found by {@link java.util.ServiceLoader}, have a public constructor
 * without parameters and are stateless.
 *
 * <p>The result is complete or absent. A program that is also {@link RecordedTimes} is written with its times if the
 * form can hold them; a {@link Trace} also with its span and number of communicators.
 */
public abstract class TraceWriter {
    private final String name;
    private final String format;
    private final String summary;
    private final ImmutableList<String> suffixes;

    /**
     * Creates a writer.
     *
     * @param name name of the form on the command line: lower case, words joined by hyphens
     * @param format {@linkplain TraceFormat#name name of the format} in which the written form is read again
     * @param summary summary of the written form, a few words
     * @param suffixes endings of names, in lower case, that select this form
     */
    protected TraceWriter(String name, String format, String summary, String... suffixes) {
        this.name = name;
        this.format = format;
        this.summary = summary;
        this.suffixes = ImmutableList.copyOf(suffixes);
    }

    /** Returns the form's name on the command line. */
    public final String name() {
        return name;
    }

    /** Returns the {@linkplain TraceFormat#name name of the format} in which the written form is read again. */
    public final String format() {
        return format;
    }

    /** Returns a summary of the written form, a few words. */
    public final String summary() {
        return summary;
    }

    /** Returns the endings of names, in lower case, that select this form. */
    public final List<String> suffixes() {
        return suffixes;
    }

    /**
     * Writes a program rank after rank.
     *
     * @param target a file, or a folder that is empty or missing, depending on the form
     * @param strict whether to write nothing if the form cannot hold all of the program
     * @return losses in this form
     * @throws org.tailback.error.InputException if the target cannot be written, the program is malformed, or parts
     *     would be lost and {@code strict} forbids it
     */
    public abstract WrittenTrace write(ParallelProgram program, Path target, boolean strict);
}
