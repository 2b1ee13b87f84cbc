package org.tailback.trace.generated;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.tailback.error.InputException;
import org.tailback.registry.ModelChoice;
import org.tailback.settings.Suggestion;

/** Texts of the form {@code NAME:key=value,…} in place of a trace's path. */
final class PatternNames {
    private static final Pattern FORM = Pattern.compile("[a-z][a-z-]*:\\s*[a-z-]+\\s*=.*");

    private PatternNames() {}

    /**
     * Returns whether a text is of the form and its name is among some.
     *
     * @throws InputException if it is of the form, and nothing has this name
     */
    static boolean isAmong(List<String> names, String text) {
        if (HplPattern.namesFile(text)) {
            return names == GeneratedProgramReader.NAMES;
        }
        if (!FORM.matcher(text).matches()) {
            return false;
        }
        String name = ModelChoice.parse(text).name();
        List<String> all = new ArrayList<>(GeneratedProgramReader.NAMES);
        all.addAll(GeneratedScheduleReader.NAMES);
        if (!all.contains(name)) {
            throw InputException.at(
                    text,
                    "there is no such file, and no generator '" + name + "'",
                    Suggestion.of(name, all) + "Programs: " + String.join(", ", GeneratedProgramReader.NAMES)
                            + "; schedules: " + String.join(", ", GeneratedScheduleReader.NAMES));
        }
        return names.contains(name);
    }

    static String required(List<String> names, Path path) {
        String text = path.toString();
        if (!isAmong(names, text)) {
            throw InputException.at(
                    text,
                    "expected NAME:key=value,… with a NAME of " + String.join(", ", names),
                    "This is no name of something generated");
        }
        return text;
    }
}
