package org.tailback.output;

import java.util.Collection;
import java.util.List;
import org.tailback.stability.Beta;

/**
 * Mark of warnings that are assumptions of normal operation and need no action by the user, such as {@code Assumed: 10
 * Gflop/s per rank}. The command prints assumptions separately from other warnings.
 */
@Beta
public final class Assumption {
    private static final String MARK = "Assumed: ";

    private Assumption() {}

    /** Returns the sentence with the mark. */
    public static String of(String sentence) {
        return MARK + sentence;
    }

    /** Returns the assumptions among warnings, without the mark. */
    public static List<String> among(Collection<String> warnings) {
        return warnings.stream()
                .filter(each -> each.startsWith(MARK))
                .map(each -> each.substring(MARK.length()))
                .distinct()
                .toList();
    }

    /** Returns the warnings that are not assumptions. */
    public static List<String> others(Collection<String> warnings) {
        return warnings.stream().filter(each -> !each.startsWith(MARK)).toList();
    }
}
