package org.tailback.trace;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.List;
import org.tailback.program.ParallelProgram;

/**
 * Writer of programs in a form of a trace format. Any {@link ParallelProgram} can be written, such as an opened trace
 * or a generated program. {@link java.util.ServiceLoader} finds implementations. They are stateless and have a public
 * constructor without parameters.
 *
 * <p>The result is complete, or nothing is written. If the form supports times, a program that implements {@link
 * RecordedTimes} is written with its times; a {@link Trace} is also written with its span and number of communicators.
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
     * @param format {@linkplain TraceFormat#name name of the format} that reads the written form
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

    /** Returns the {@linkplain TraceFormat#name name of the format} that reads the written form. */
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
     * Writes a program, one rank after the other.
     *
     * @param target a file, or an empty or missing folder, depending on the form
     * @param strict whether to write nothing if the form cannot represent the complete program
     * @return losses caused by this form
     * @throws org.tailback.error.InputException if the target cannot be written, the program is malformed, or {@code
     *     strict} is true and parts would be lost
     */
    public abstract WrittenTrace write(ParallelProgram program, Path target, boolean strict);
}
