package org.tailback.cli.replay;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.tailback.explain.CriticalChain;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.study.whatif.Change;

/**
 * Why a replay takes as long as it does.
 *
 * @param chain the critical path, which determines the makespan
 * @param changes that were replayed, the one that saves most first; empty if not asked for
 * @param notComputed reasons why other changes could not be replayed
 */
record WhyReport(
        @Output(name = "why") CriticalChain chain,
        @Output(name = "whatIf", ifAny = true) List<Change.Outcome> changes,
        @NoOutput List<String> notComputed) {
    WhyReport {
        changes = ImmutableList.copyOf(changes);
        notComputed = ImmutableList.copyOf(notComputed);
    }
}
