package org.tailback.trace;

import com.google.common.collect.ImmutableSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tailback.stability.Beta;

/**
 * A trace format: either of programs ({@link TraceReader}) or of dependency graphs ({@link ScheduleReader}).
 * Implementations are found by {@link java.util.ServiceLoader}, have a public constructor without parameters and keep
 * no state.
 */
public abstract class TraceFormat {
    private final String name;
    private final String summary;
    private final ImmutableSet<TraceContent> carries;

    /**
     * @param name in listings and on the command line: lower case, words joined by hyphens
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

    /** Returns one line: the tools that write the format, and its form. */
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

    /** Returns whether the ranks of its traces are GPUs, so that they run only on platforms with GPUs. */
    @Beta
    public boolean isOfGpus() {
        return false;
    }

    /**
     * Returns whether this seems to be a trace of this format, judged by content and layout rather than by file names
     * where possible. Damage is no reason against it: a damaged trace that can be recognised should be.
     */
    public abstract boolean recognises(TraceSample sample);

    /**
     * Returns the files and folders that a trace at a path is made of; empty if they are not known. A folder is all
     * that is in it.
     *
     * @throws org.tailback.error.InputException if a file that another one names is missing
     */
    @Beta
    public Optional<List<Path>> files(Path path) {
        return Files.isDirectory(path) ? Optional.of(List.of(path)) : Optional.empty();
    }

    /**
     * Returns whether a text, which is not the path of any file, is the name of a generated program of this format.
     *
     * @throws org.tailback.error.InputException if the text has the form of such names, but there is no such program
     */
    public boolean isNamedBy(String text) {
        return false;
    }

    /**
     * Returns the names of the runs that a name of this format, see {@link #isNamedBy}, describes: several for a file
     * with settings of several runs, otherwise the name itself.
     *
     * @param folder folder of relative paths in the text
     * @throws org.tailback.error.InputException if a file that it names cannot be used
     */
    @Beta
    public List<String> runs(Path folder, String text) {
        return List.of(text);
    }

    /** Returns a short form of a name of this format, see {@link #isNamedBy}, for messages. */
    @Beta
    public String label(String text) {
        return text;
    }
}
