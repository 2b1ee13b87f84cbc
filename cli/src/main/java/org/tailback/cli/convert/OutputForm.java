package org.tailback.cli.convert;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.trace.RetiredForms;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.Traces;
import org.tailback.trace.goal.GoalFormat;
import org.tailback.trace.goal.GoalTraceWriter;

/** Finds the writer of the form that the user chose. */
final class OutputForm {
    private OutputForm() {}

    /**
     * Returns the form that the user chose.
     *
     * @param form its name, or null if the name of the output says it
     */
    static TraceWriter of(@Nullable String form, Path output) {
        if (form == null) {
            RetiredForms.refuseEnding(output.toString());
            return byName(output);
        }
        RetiredForms.refuseName(form);
        for (TraceWriter writer : Traces.writers()) {
            if (writer.name().equals(form)) {
                return writer;
            }
        }
        List<String> names = Traces.writers().stream().map(TraceWriter::name).toList();
        throw new InputException("--output-format: unknown format '" + form + "'. " + Suggestion.of(form, names)
                + "Forms:\n" + lines(writer -> true));
    }

    private static TraceWriter byName(Path output) {
        String name = output.toString().toLowerCase(Locale.ROOT);
        boolean known = Traces.writers().stream()
                .flatMap(writer -> writer.suffixes().stream())
                .anyMatch(name::endsWith);
        if (!known) {
            throw new InputException(output + ": this name does not say which form to write. Forms:\n"
                    + lines(writer -> true) + "\nSay it with --output-format NAME, or write to another name");
        }
        return Traces.writerFor(output);
    }

    static String ofSchedules() {
        return lines(GoalTraceWriter.class::isInstance);
    }

    private static String lines(Predicate<TraceWriter> which) {
        return Traces.writers().stream()
                .filter(which)
                .map(writer ->
                        "  " + writer.name() + " (" + String.join(", ", writer.suffixes()) + "): " + writer.summary())
                .collect(Collectors.joining("\n"));
    }

    static String name(@Nullable GoalFormat form) {
        return form == GoalFormat.BINARY ? "goal-binary" : "goal";
    }
}
