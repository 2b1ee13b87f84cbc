package org.tailback.output;

import java.util.Collection;
import java.util.List;
import org.tailback.stability.Beta;

/**
 * Mark of the sentences among the warnings of a result that are assumptions of normal operation and need no action by
 * the user: {@code Assumed: 10 Gflop/s per rank}. The command prints these sentences separately from warnings.
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
