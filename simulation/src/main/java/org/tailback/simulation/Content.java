package org.tailback.simulation;

import org.jspecify.annotations.Nullable;
import org.tailback.cluster.Placement;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.collective.CollectiveSelector;
import org.tailback.collective.ExpansionListener;
import org.tailback.platform.KernelProgram;
import org.tailback.platform.Platform;
import org.tailback.program.ParallelProgram;

/** The operations of a workload. */
sealed interface Content permits Content.OfPrograms, ScheduleSource {
    /** Returns the number of ranks, >= 1. */
    int ranks();

    /** Returns the algorithms of its collective operations; null if these are messages already, or there are none. */
    @Nullable
    CollectiveSelector selector();

    /** Returns the same with other algorithms of collective operations; as it is if it has none. */
    Content with(CollectiveSelector other);

    /**
     * Programs of the ranks.
     *
     * @param onGpus whether the ranks are GPUs of a training
     */
    record OfPrograms(
            ProgramSource source, int ranks, @Nullable CollectiveSelector selector, boolean onGpus) implements Content {
        @Override
        public Content with(CollectiveSelector other) {
            return selector == null ? this : new OfPrograms(source, ranks, other, onGpus);
        }

        /**
         * Returns a program of the source with its collective operations as messages. They take the platform's local
         * work, except reduction times that the selector defines.
         *
         * @param other algorithms; null for the workload's own
         * @param placement where the ranks run; null for the platform's rule
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
