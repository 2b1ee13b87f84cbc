package org.tailback.simulation;

import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.ExpansionListener;
import org.tailback.platform.KernelProgram;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;

/** Operations of a workload. */
sealed interface Content permits Content.OfPrograms, ScheduleSource {
    /** Returns the number of ranks, >= 1. */
    int ranks();

    /**
     * Returns the algorithms of the collective operations; null if the collective operations are already messages, or
     * if there are none.
     */
    @Nullable
    CollectiveSelector selector();

    /** Returns the content with other algorithms of collective operations; unchanged without collective operations. */
    Content with(CollectiveSelector other);

    /**
     * Content of programs of the ranks.
     *
     * @param onGpus whether the ranks are GPUs of a training run
     */
    record OfPrograms(
            ProgramSource source, int ranks, @Nullable CollectiveSelector selector, boolean onGpus) implements Content {
        @Override
        public Content with(CollectiveSelector other) {
            return selector == null ? this : new OfPrograms(source, ranks, other, onGpus);
        }

        /**
         * Returns a program of the source with its collective operations as messages. Their local work takes the
         * platform's times, except for reductions whose times the selector defines.
         *
         * @param other algorithms; null for the algorithms of the workload
         * @param placement placement of the ranks; null for the platform's rule
         */
        ParallelProgram messages(
                ParallelProgram program,
                Platform platform,
                @Nullable CollectiveSelector other,
                @Nullable Placement placement,
                ExpansionListener listener,
                long seed) {
            if (onGpus) {
                GpuPlatforms.require(platform, "training");
            }
            ParallelProgram timed = KernelProgram.of(program, platform, placement, seed);
            if (selector == null) {
                return timed;
            }
            CollectiveSelector placed = Workload.placed(other == null ? selector : other, platform, placement, ranks);
            CollectiveExpansion expansion = CollectiveExpansion.of(timed, placed, listener);
            return placed.localWork().reduction().isEmpty()
                            && !platform.cluster().hasGpus()
                    ? expansion.withFreeReductions(
                            platform.placed(placement, ranks).mostRanksOfAMachine(platform.cluster()))
                    : expansion;
        }
    }
}
