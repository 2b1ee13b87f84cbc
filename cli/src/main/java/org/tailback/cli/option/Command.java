package org.tailback.cli.option;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.tailback.cli.console.Console;
import org.tailback.study.workload.WorkloadCache;
import org.tailback.table.Json;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command of {@code tailback}. Picocli fills its options, {@link #in} sets where it runs, {@link #run} does its
 * work.
 */
@SuppressWarnings("NullAway.Init")
public abstract class Command {
    @Spec
    private CommandSpec spec;

    /** Options that every command has. */
    protected CommonOptions common;

    /** Standard output and standard error of the run. */
    protected Console console;

    private List<PlatformValidity> validity = List.of();
    private boolean isOfOnePlatform;

    /** Where traces are opened. */
    protected WorkloadCache traces = new WorkloadCache(0);

    /** Sets what all commands of a run share; returns this command. */
    public final Command in(CommonOptions options, Console where) {
        common = options;
        console = where;
        return this;
    }

    /** Sets where traces are opened, instead of reading them anew; returns this command. */
    public final Command opening(WorkloadCache cache) {
        traces = cache;
        return this;
    }

    /**
     * Does what the command is for; returns normally if it is done. Nothing is written to the results before everything
     * that can fail has been computed.
     *
     * @throws org.tailback.error.InputException if something that the user gave cannot be used
     * @throws org.tailback.error.UnfinishedProgramException if the program cannot finish
     */
    public abstract void run();

    /** Sets what the numbers of the platform of the results hold for; part of the output. */
    protected final void holdsFor(PlatformValidity its) {
        validity = List.of(its);
        isOfOnePlatform = true;
    }

    /** Sets what the numbers of each platform of the results hold for, those of several runs together. */
    protected final void holdFor(Collection<PlatformValidity> runs) {
        validity = PlatformValidity.byPlatform(runs);
        isOfOnePlatform = false;
    }

    /** Returns where the results leave what numbers hold for, a warning each. */
    protected final List<String> outside() {
        return validity.stream()
                .flatMap(its -> its.outside().stream())
                .distinct()
                .toList();
    }

    private void validity(Json json) {
        if (!validity.isEmpty()) {
            json.field("validity", isOfOnePlatform ? validity.get(0) : validity);
        }
    }

    /** Writes the results to standard output in the format that the user chose. */
    protected final void output(Consumer<PrintWriter> text, Consumer<Json> json, Consumer<PrintWriter> csv) {
        PrintWriter out = console.results();
        switch (common.format()) {
            case TEXT -> {
                text.accept(out);
                validity.forEach(its -> out.print(its.text()));
            }
            case JSON -> Json.write(out, json.andThen(this::validity));
            case CSV -> csv.accept(out);
        }
    }

    /** Writes the results to standard output in the format that the user chose, a record as JSON. */
    protected final void output(Consumer<PrintWriter> text, Object json, Consumer<PrintWriter> csv) {
        output(text, out -> out.record(json), csv);
    }

    /** Returns an error in the use of the command; its message is followed by where help is. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
