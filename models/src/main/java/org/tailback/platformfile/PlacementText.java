package org.tailback.platformfile;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.cluster.PlacementRule;
import org.tailback.cluster.PlacementRules;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;

/**
 * Reads a placement rule as a user names it: {@code round-robin-node}, {@code round-robin-processor},
 * {@code random}, {@code random:SEED} or {@code file:PATH}.
 */
public final class PlacementText {
    /** The forms, for help texts. */
    public static final List<String> FORMS =
            List.of("round-robin-node", "round-robin-processor", "random", "random:SEED", "file:PATH");

    private static final String FILE = "file:";
    private static final String RANDOM = "random:";

    private PlacementText() {}

    /** Returns the file that a rule names, or null. */
    public static @Nullable Path pathOf(String rule) {
        return rule.strip().startsWith(FILE) ? Path.of(rule.strip().substring(FILE.length())) : null;
    }

    /** Returns a rule with the path of its file, if it names one, relative to the working folder instead of a folder. */
    public static String resolve(Path folder, String rule) {
        Path path = pathOf(rule);
        return path == null ? rule : FILE + folder.resolve(path);
    }

    /**
     * Reads a rule; a file that it names is read at once.
     *
     * @param place where the text stands, for messages
     * @param seed the seed of {@code random} without one
     * @param folder what a relative path is relative to
     * @throws InputException if there is no such rule, or its file is malformed
     */
    public static PlacementRule parse(String text, String place, long seed, Path folder) {
        String rule = text.strip();
        switch (rule) {
            case "round-robin-node":
                return PlacementRules.roundRobinNode();
            case "round-robin-processor":
                return PlacementRules.roundRobinProcessor();
            case "random":
                return PlacementRules.random(seed);
            default:
                break;
        }
        if (rule.startsWith(RANDOM)) {
            try {
                return PlacementRules.random(Long.parseLong(rule.substring(RANDOM.length())));
            } catch (NumberFormatException e) {
                throw InputException.at(
                        place, "the seed of a random placement is a whole number, found '" + rule + "'", "");
            }
        }
        if (rule.startsWith(FILE)) {
            return PlacementFile.read(folder.resolve(rule.substring(FILE.length())), rule);
        }
        throw InputException.at(
                place,
                "unknown placement '" + rule + "'",
                Suggestion.of(rule, FORMS) + "Valid: " + String.join(", ", FORMS));
    }
}
