package org.tailback.study.jobs;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.output.Inline;
import org.tailback.parallel.OrderedTasks;
import org.tailback.platformfile.Overrides;
import org.tailback.simulation.Platforms;
import org.tailback.stability.Beta;
import org.tailback.study.jobs.JobsStudy.Dividing;

/**
 * Parallel runs of the jobs of a file under several placements and seeds. Results are bit-identical for any number of
 * threads.
 */
@Beta
public final class JobsSweep {
    private JobsSweep() {}

    /**
     * Case of a sweep.
     *
     * @param placement placement of the jobs without named nodes
     * @param seed seed of the run
     * @param result result of the jobs; null if they could not run
     * @param failure reason of the failure; null with a result
     */
    public record Case(
            JobPlacement placement,
            long seed,
            @Inline @Nullable JobsResult result,
            @Nullable String failure) {}

    /**
     * Runs all cases, placement by placement. Different threads run different cases, and one thread runs a whole case.
     * If a case cannot run because nodes are missing or a program cannot finish, its result is a failure with the
     * reason.
     *
     * @param overrides overrides of the platform for all runs; their seeds are replaced
     * @param settings first seed, number of threads, and division of losses; losses are divided only for {@link
     *     Dividing#ALWAYS}
     * @param seeds number of seeds, >= 1
     * @throws InputException if every job names its nodes
     */
    public static List<Case> run(
            JobsStudy study,
            List<JobPlacement> placements,
            Platforms platforms,
            Overrides overrides,
            JobsStudy.Settings settings,
            int seeds) {
        study.requireChoice();
        Dividing dividing = settings.dividing() == Dividing.ALWAYS ? Dividing.ALWAYS : Dividing.NEVER;
        return OrderedTasks.map(placements.size() * seeds, settings.threads(), i -> {
            JobPlacement placement = placements.get(i / seeds);
            long seed = settings.seed() + i % seeds;
            try {
                JobsResult result =
                        study.run(platforms, overrides, new JobsStudy.Settings(seed, 1, dividing, placement, false));
                return new Case(placement, seed, result, null);
            } catch (InputException | UnfinishedProgramException e) {
                return new Case(placement, seed, null, String.valueOf(e.getMessage()));
            }
        });
    }
}
