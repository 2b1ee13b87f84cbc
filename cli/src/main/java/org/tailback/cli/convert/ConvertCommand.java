package org.tailback.cli.convert;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.tailback.cli.console.Console;
import org.tailback.cli.console.Progress;
import org.tailback.cli.option.Command;
import org.tailback.cli.option.CommonOptions;
import org.tailback.cli.render.Csv;
import org.tailback.cli.render.Json;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.trace.TraceFormat;
import org.tailback.trace.Traces;
import org.tailback.trace.goal.GoalFiles;
import org.tailback.trace.goal.GoalFormat;
import org.tailback.trace.goal.GoalReader;
import org.tailback.units.Readable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a trace in another form: GOAL schedules as text or binary. */
@CommandLine.Command(
        name = "convert",
        description = "Writes a GOAL schedule as text or as binary file.",
        footer = {
            "",
            "The form of OUT is chosen by its name (.goal is a text, .bin a binary file) or --output-format.",
            "OUT is replaced when it is complete: nothing half-written is left behind."
        })
public final class ConvertCommand implements Command {
    private static final String TEXT = "goal";
    private static final String BINARY = "goal-binary";

    private final CommonOptions common;
    private final Console console;

    @Parameters(index = "0", paramLabel = "IN", description = "a GOAL schedule, text (or .gz) or binary")
    private Path input;

    @Parameters(index = "1", paramLabel = "OUT", description = "the file to write")
    private Path output;

    @Option(names = "--input-format", paramLabel = "NAME", description = "IN's format (see: tailback formats)")
    private @Nullable String inputFormat;

    @Option(names = "--output-format", paramLabel = "NAME", description = "OUT's form: goal (text) or goal-binary")
    private @Nullable String outputFormat;

    /** A command that has not read its options. */
    public ConvertCommand(CommonOptions common, Console console) {
        this.common = common;
        this.console = console;
    }

    @Override
    public void run() {
        GoalFormat form = outputForm();
        TraceFormat found = Traces.formatOf(input, inputFormat);
        if (!found.name().equals(GoalReader.NAME)) {
            throw new InputException(input + ": is a trace of format " + found.name() + ", which cannot be converted. "
                    + "Formats that can: " + GoalReader.NAME);
        }
        GoalFormat inputForm = GoalFiles.formatOf(input);
        Progress.during(console, () -> "converting " + input, () -> {
            GoalFiles.convert(input, output, form);
            return form;
        });
        report(name(inputForm), name(form), size());
    }

    private GoalFormat outputForm() {
        if (outputFormat != null) {
            return switch (outputFormat) {
                case TEXT -> GoalFormat.TEXT;
                case BINARY -> GoalFormat.BINARY;
                default ->
                    throw new InputException("--output-format: unknown format '" + outputFormat + "'. "
                            + Suggestion.of(outputFormat, List.of(TEXT, BINARY)) + "Valid: " + TEXT + " (text), "
                            + BINARY);
            };
        }
        String name = output.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".goal")) {
            return GoalFormat.TEXT;
        }
        if (name.endsWith(".bin")) {
            return GoalFormat.BINARY;
        }
        throw new InputException(output + ": this name does not say which form to write; expected .goal (text) or .bin "
                + "(binary). Say it with --output-format " + TEXT + " or " + BINARY);
    }

    private static String name(@Nullable GoalFormat form) {
        return form == GoalFormat.BINARY ? BINARY : TEXT;
    }

    private long size() {
        try {
            return Files.size(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void report(String from, String to, long bytes) {
        switch (common.format()) {
            case TEXT ->
                console.results()
                        .print("wrote " + output + " (" + to + ", " + Readable.bytes(bytes) + ") from " + input + " ("
                                + from + ")\n");
            case JSON ->
                Json.write(
                        console.results(),
                        json -> json.text("input", input.toString())
                                .text("inputFormat", from)
                                .text("output", output.toString())
                                .text("outputFormat", to)
                                .number("outputBytes", bytes));
            case CSV ->
                Csv.with(console.results(), "input", "inputFormat", "output", "outputFormat", "outputBytes")
                        .row(input.toString(), from, output.toString(), to, bytes);
        }
    }
}
