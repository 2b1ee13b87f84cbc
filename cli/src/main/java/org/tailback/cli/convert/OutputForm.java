package org.tailback.cli.convert;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;
import org.tailback.trace.TraceWriter;
import org.tailback.trace.Traces;
import org.tailback.trace.goal.GoalFormat;

/** What to write: a form of programs or of schedules, exactly one of which is not null. */
record OutputForm(@Nullable TraceWriter programs, @Nullable GoalFormat goal) {
    static final String TEXT = "goal";
    static final String BINARY = "goal-binary";

    /**
     * The form that the user chose.
     *
     * @param form its name, or null if the name of the output says it
     */
    static OutputForm of(@Nullable String form, Path output) {
        if (form == null) {
            return byName(output);
        }
        if (form.equals(TEXT)) {
            return new OutputForm(null, GoalFormat.TEXT);
        }
        if (form.equals(BINARY)) {
            return new OutputForm(null, GoalFormat.BINARY);
        }
        for (TraceWriter writer : Traces.writers()) {
            if (writer.name().equals(form)) {
                return new OutputForm(writer, null);
            }
        }
        List<String> names =
                new ArrayList<>(Traces.writers().stream().map(TraceWriter::name).toList());
        names.add(TEXT);
        names.add(BINARY);
        throw new InputException(
                "--output-format: unknown format '" + form + "'. " + Suggestion.of(form, names) + "Forms:\n" + all());
    }

    private static OutputForm byName(Path output) {
        String name = output.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".goal")) {
            return new OutputForm(null, GoalFormat.TEXT);
        }
        if (name.endsWith(".bin")) {
            return new OutputForm(null, GoalFormat.BINARY);
        }
        boolean known = Traces.writers().stream()
                .flatMap(writer -> writer.suffixes().stream())
                .anyMatch(name::endsWith);
        if (!known) {
            throw new InputException(output + ": this name does not say which form to write. Forms:\n" + all()
                    + "\nSay it with --output-format NAME, or write to another name");
        }
        return new OutputForm(Traces.writerFor(output), null);
    }

    /** The forms of programs, a line each. */
    static String ofPrograms() {
        return Traces.writers().stream()
                .map(writer ->
                        "  " + writer.name() + " (" + String.join(", ", writer.suffixes()) + "): " + writer.summary())
                .collect(Collectors.joining("\n"));
    }

    private static String all() {
        return ofPrograms() + "\n  " + TEXT + " (.goal): GOAL schedule as text\n  " + BINARY
                + " (.bin): GOAL schedule as binary file";
    }

    TraceWriter writer() {
        return Objects.requireNonNull(programs);
    }

    String name() {
        return programs == null ? name(goal) : programs.name();
    }

    static String name(@Nullable GoalFormat form) {
        return form == GoalFormat.BINARY ? BINARY : TEXT;
    }
}
