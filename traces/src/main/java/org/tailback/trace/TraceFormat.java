package org.tailback.trace;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tailback.stability.Beta;

/**
 * Trace format, either of programs ({@link TraceReader}) or of dependency graphs ({@link ScheduleReader}). {@link
 * java.util.ServiceLoader} finds implementations. They are stateless and have a public constructor without parameters.
 */
public abstract class TraceFormat {
    private final String name;
    private final String summary;
    private final ImmutableSet<TraceContent> carries;

    /**
     * Creates a format.
     *
     * @param name name in listings and on the command line: lower case, words joined by hyphens
     * @param summary summary in one line: the tools that write the format, and its form
     * @param carries the content that traces of this format carry
     */
    TraceFormat(String name, String summary, TraceContent... carries) {
        this.name = name;
        this.summary = summary;
        this.carries = ImmutableSet.copyOf(carries);
    }

    /** Returns the format's name in listings and on the command line. */
    public final String name() {
        return name;
    }

    /** Returns a summary of one line: the tools that write the format, and its form. */
    public final String summary() {
        return summary;
    }

    /** Returns the content that traces of this format carry. */
    public final Set<TraceContent> carries() {
        return carries;
    }

    /**
     * Returns false for a format that is recognised only to suggest an alternative; traces of such a format cannot be
     * opened.
     */
    public boolean isRead() {
        return true;
    }

    /** Returns whether the ranks of traces in this format are GPUs. Such traces run only on platforms with GPUs. */
    @Beta
    public boolean isOfGpus() {
        return false;
    }

    /**
     * Returns whether a file or folder seems to be a trace of this format. Where possible, content and layout are
     * examined instead of file names. Damaged traces are accepted if they can be recognised.
     */
    public abstract boolean recognises(TraceSample sample);

    /**
     * Returns the files and folders of the trace at a path; empty if they are unknown. A folder represents all its
     * contents.
     *
     * @throws org.tailback.error.InputException if a file that another file names is missing
     */
    @Beta
    public Optional<List<Path>> files(Path path) {
        return Files.isDirectory(path) ? Optional.of(List.of(path)) : Optional.empty();
    }

    /**
     * Returns whether a text that is not the path of a file names a generated program of this format.
     *
     * @throws org.tailback.error.InputException if the text has the form of such names, but no such program exists
     */
    public boolean isNamedBy(String text) {
        return false;
    }

    /**
     * Returns the names of the runs that a name of this format describes, see {@link #isNamedBy}: several names for a
     * file with settings of several runs, otherwise the given name.
     *
     * @param folder folder to which paths in the text are relative
     * @throws org.tailback.error.InputException if a file named in the text cannot be used
     */
    @Beta
    public List<String> runs(Path folder, String text) {
        return List.of(text);
    }

    /** Returns a short form of a name of this format for messages, see {@link #isNamedBy}. */
    @Beta
    public String label(String text) {
        return text;
    }
}
