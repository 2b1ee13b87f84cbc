package org.tailback.report;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.explain.CriticalChain;
import org.tailback.study.efficiency.Efficiencies;
import org.tailback.study.whatif.Change;

/**
 * Why a run takes as long as it does, for its page.
 *
 * @param verdict a sentence
 * @param chain that determines the makespan; null if it was not asked for
 * @param changes that were replayed, the one that saves most first; empty if not asked for
 * @param efficiencies of the run; null if not asked for
 * @param numbers how the run changes with the numbers of its platform; null if not asked for
 */
public record Explained(
        String verdict,
        @Nullable CriticalChain chain,
        List<Change.Outcome> changes,
        @Nullable Efficiencies efficiencies,
        @Nullable NumbersOfPlatform numbers) {
    /** A page without explanations. */
    public static final Explained NOTHING = new Explained("", null, List.of(), null, null);

    public Explained {
        changes = ImmutableList.copyOf(changes);
    }
}
