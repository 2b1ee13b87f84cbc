package org.tailback.cli.option;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.Terminal;
import org.tailback.cli.render.TextLines;
import org.tailback.cli.verdict.Verdict;
import org.tailback.simulation.WorkloadCache;
import org.tailback.table.Json;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A command of {@code tailback}. Picocli fills its options, {@link #in} sets its console, and {@link #run} performs its
 * work.
 */
@SuppressWarnings("NullAway.Init")
public abstract class Command extends Options {
    protected CommonOptions common;

    protected Console console;

    private List<PlatformValidity> validity = List.of();
    private boolean isOfOnePlatform;
    private @Nullable Verdict verdict;

    protected WorkloadCache traces = new WorkloadCache(0);

    /**
     * Returns a command that is a group of other commands.
     *
     * @param label label of the subcommand's name in the help
     * @param parts commands of the group, by name
     */
    public static CommandLine group(String label, Map<String, Command> parts, CommonOptions options, Console where) {
        Options group = new Options() {};
        group.spec().usageMessage().synopsisSubcommandLabel(label);
        CommandLine commands = group.parser();
        parts.forEach((name, part) ->
                commands.addSubcommand(name, part.in(options, where).parser()));
        return commands;
    }

    public final Command in(CommonOptions options, Console where) {
        common = options;
        console = where;
        return this;
    }

    /** Sets the cache in which traces are opened, so that each is read once; returns this command. */
    public final Command opening(WorkloadCache cache) {
        traces = cache;
        return this;
    }

    /**
     * Runs the command, and returns normally on success. Results are written only after all computations that can fail
     * are complete.
     *
     * @throws org.tailback.error.InputException if an argument or a file of the user cannot be used
     * @throws org.tailback.error.UnfinishedProgramException if the program cannot finish
     */
    public abstract void run();

    /** Sets the validity of the platform's numbers, which is part of the output. */
    protected final void holdsFor(PlatformValidity its) {
        validity = List.of(its);
        isOfOnePlatform = true;
    }

    /** Sets the validity of each platform's numbers, combined over all runs on the platform. */
    protected final void holdFor(Collection<PlatformValidity> runs) {
        validity = PlatformValidity.byPlatform(runs);
        isOfOnePlatform = false;
    }

    /**
     * Sets the validity of each platform's numbers; results on a single platform contain only that platform's validity.
     */
    protected final void holdForOneOrMore(Collection<PlatformValidity> runs) {
        holdFor(runs);
        isOfOnePlatform = validity.size() == 1;
    }

    /** Returns the differences between the results and the domain of the platforms' numbers, one warning each. */
    protected final List<String> outside() {
        return validity.stream()
                .flatMap(its -> its.outside().stream())
                .distinct()
                .toList();
    }

    /** Sets the verdict: the beginning and the end of the text, and a field of JSON. */
    protected final void decides(Verdict its) {
        verdict = its;
    }

    private void validity(Json json) {
        if (!validity.isEmpty()) {
            json.field("validity", isOfOnePlatform ? validity.get(0) : validity);
        }
        if (verdict != null) {
            json.field("verdict", verdict);
        }
    }

    /**
     * Returns the whole text: the opening of the verdict, the given text, the limits of the platforms' validity, and
     * the decision.
     */
    private String text(Consumer<PrintWriter> text) {
        Terminal terminal = console.terminal();
        int width = terminal.width();
        UnaryOperator<String> strong = line ->
                terminal.strong(TextLines.wrapped(out -> out.print(line), width).stripTrailing()) + "\n";
        return (verdict == null ? "" : strong.apply(verdict.opening()) + "\n")
                + TextLines.wrapped(
                        out -> {
                            text.accept(out);
                            validity.forEach(its -> out.print(its.text()));
                        },
                        width)
                + (verdict == null || !verdict.isDecision() ? "" : "\n" + strong.apply(verdict.sentence()));
    }

    /** Writes the results to standard output in the user's format. */
    protected final void output(Consumer<PrintWriter> text, Object json, Consumer<PrintWriter> csv) {
        written(out -> out.print(text(text)), json, csv);
    }

    /** Prints a text without wrapping its lines: a file, or a line with paths. */
    protected final void outputUnwrapped(String text, Object json, Consumer<PrintWriter> csv) {
        written(out -> out.print(text), json, csv);
    }

    private void written(Consumer<PrintWriter> text, Object json, Consumer<PrintWriter> csv) {
        PrintWriter out = console.results();
        switch (common.format()) {
            case TEXT -> text.accept(out);
            case JSON ->
                Json.write(out, fields -> {
                    fields.record(json);
                    validity(fields);
                });
            case CSV -> csv.accept(out);
        }
    }

    /** Returns an error about wrong use of the command; a pointer to the help follows its message. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec().commandLine(), message);
    }
}
