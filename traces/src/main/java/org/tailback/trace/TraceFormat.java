package org.tailback.trace;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tailback.stability.Beta;

/**
 * A trace format, either of programs ({@link TraceReader}) or of dependency graphs ({@link ScheduleReader}).
 * Implementations are found by {@link java.util.ServiceLoader}, have a public constructor without parameters and are
 * stateless.
 */
public abstract class TraceFormat {
    private final String name;
    private final String summary;
    private final ImmutableSet<TraceContent> carries;

    /**
     * Creates a format.
     *
     * @param name name in listings and on the command line: lower case, words joined by hyphens
     * @param summary one line: the tools that write the format, and its form
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

    /** Returns a summary in one line: the tools that write the format, and its form. */
    public final String summary() {
        return summary;
    }

    /** Returns the content that traces of this format carry. */
    public final Set<TraceContent> carries() {
        return carries;
    }

    /** Returns false for a format that is recognised only to suggest an alternative; opening it fails. */
    public boolean isRead() {
        return true;
    }

    /** Returns whether the ranks of its traces are GPUs, so that the traces run only on platforms with GPUs. */
    @Beta
    public boolean isOfGpus() {
        return false;
    }

    /**
     * Returns whether a file or folder seems to be a trace of this format. Content and layout are examined rather than
     * file names where possible. Damaged traces are accepted if they can be recognised.
     */
    public abstract boolean recognises(TraceSample sample);

    /**
     * Returns the files and folders of the trace at a path; empty if they are unknown. A folder stands for all of its
     * contents.
     *
     * @throws org.tailback.error.InputException if a file that another file names is missing
     */
    @Beta
    public Optional<List<Path>> files(Path path) {
        return Files.isDirectory(path) ? Optional.of(List.of(path)) : Optional.empty();
    }

    /**
     * Returns whether a text that is not the path of a file is the name of a generated program of this format.
     *
     * @throws org.tailback.error.InputException if the text has the form of such names, but no such program exists
     */
    public boolean isNamedBy(String text) {
        return false;
    }

    /**
     * Returns the names of the runs described by a name of this format, see {@link #isNamedBy}: several for a file with
     * settings of several runs, otherwise the name itself.
     *
     * @param folder folder that relative paths in the text refer to
     * @throws org.tailback.error.InputException if a file named in the text cannot be used
     */
    @Beta
    public List<String> runs(Path folder, String text) {
        return List.of(text);
    }

    /** Returns a short form for messages of a name of this format, see {@link #isNamedBy}. */
    @Beta
    public String label(String text) {
        return text;
    }
}
