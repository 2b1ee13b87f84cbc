package org.tailback.study.jobs;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tailback.collective.CollectiveSelector;
import org.tailback.error.InputException;
import org.tailback.simulation.Workload;
import org.tailback.simulation.jitter.Variate;
import org.tailback.study.input.TraceKeys;
import org.tailback.trace.TraceOptions;

/** Description of a job or background traffic in a jobs file. */
sealed interface JobSpec {
    String name();

    String place();

    JobNodeChoice nodes();

    Start start();

    /** Returns whether the job is a program with a fixed number of runs. */
    default boolean endsByItself() {
        return this instanceof Program program && program.repeat != Program.UNTIL_OTHERS_END;
    }

    /**
     * Returns the number of runs after which the job counts as ended; {@code ofEndless} for a job without a fixed
     * number of runs.
     */
    default int leastRuns(int ofEndless) {
        return this instanceof Program program ? endsByItself() ? program.repeat : ofEndless : 0;
    }

    /**
     * Start time of a job.
     *
     * @param time time in seconds from the beginning or, if {@code after} is given, from the end of that job; drawn for
     *     each run
     * @param after name of the job whose end precedes the start; null for none
     * @param place position in the file, for messages
     */
    record Start(Variate time, @Nullable String after, String place) {}

    /**
     * Job that runs a program.
     *
     * @param trace file, folder or specification of a generated program
     * @param format format of the trace, or null for automatic recognition
     * @param keys settings for reading the trace
     * @param ranksPerNode number of ranks per node, with nodes filled one after another; 0 for one rank per node or per
     *     GPU
     * @param repeat number of runs, one after another, >= 1; {@link #UNTIL_OTHERS_END} to repeat until all other jobs
     *     end
     */
    record Program(
            String name,
            String place,
            Path trace,
            @Nullable String format,
            CollectiveSelector collectives,
            TraceKeys keys,
            JobNodeChoice nodes,
            int ranksPerNode,
            Start start,
            int repeat)
            implements JobSpec {
        static final int UNTIL_OTHERS_END = Integer.MAX_VALUE;

        Workload open(TraceOptions options) {
            try {
                return Workload.open(trace, format, collectives, keys.on(options));
            } catch (InputException e) {
                throw e.at(place + ": job '" + name + "'");
            }
        }
    }

    /**
     * Background traffic.
     *
     * @param bytes size of every message, >= 1
     * @param onSeconds duration of a burst in seconds, > 0; infinite for traffic without pauses
     * @param offSeconds duration of a pause in seconds, >= 0
     */
    record Background(
            String name,
            String place,
            BackgroundTraffic.Pattern pattern,
            JobNodeChoice nodes,
            long bytes,
            double onSeconds,
            double offSeconds,
            Start start)
            implements JobSpec {}
}
