package org.tailback.study.jobs;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tailback.explain.CriticalChain;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.platform.Interval;
import org.tailback.platform.Validity;
import org.tailback.replay.ReplayResult;

/**
 * Result of several jobs in one network. Times are in seconds.
 *
 * @param jobs results of the jobs, in the order of the file
 * @param background results of background traffic, in the order of the file
 * @param end end time of the last job that ends by itself
 * @param blameRule rule that divides the seconds that a job lost among the other jobs; empty if losses are not divided
 * @param model name of the bandwidth-sharing model
 * @param cost name of the message cost
 * @param loss name of the loss model
 * @param warnings warnings about approximations and omissions, one sentence each
 * @param seed seed of the run
 */
public record JobsResult(
        List<Job> jobs,
        List<Background> background,
        double end,
        String blameRule,
        String model,
        String cost,
        String loss,
        List<String> warnings,
        @NoOutput long seed) {
    /** Returns the distinct differences between the jobs and the range of validity of the platform's numbers. */
    public List<String> outside() {
        return jobs.stream().flatMap(job -> job.outside().stream()).distinct().toList();
    }

    /**
     * Result of a program.
     *
     * @param start start time of the first run
     * @param makespan time from the start of the first run to the end of the last completed run; NaN without a
     *     completed run
     * @param interval interval of the makespan; null if the platform has no residuals for the job, for example if jobs
     *     share the network
     * @param alone makespan of the same number of runs on the same nodes of an empty network; NaN without a completed
     *     run
     * @param runs number of completed runs, >= 0
     * @param ranks number of ranks
     * @param endsByItself false if the program repeats until the other jobs end
     * @param nodes names of the nodes, in the order in which ranks fill them
     * @param traffic messages of the job
     * @param basis origin of the platform's numbers
     * @param outside differences between the job and the range of validity of the platform's numbers, such as {@code
     *     neighbours (measured: none)}
     * @param lostTo seconds of {@code makespan - alone} per other job and background traffic; empty if losses are not
     *     divided
     * @param why determinants of the makespan; null if not requested or without a completed run
     */
    public record Job(
            String name,
            double start,
            double makespan,
            @Inline @Nullable Interval interval,
            double alone,
            int runs,
            int ranks,
            @NoOutput boolean endsByItself,
            List<String> nodes,
            @Inline Traffic traffic,
            Validity.Basis basis,
            List<String> outside,
            List<Loss> lostTo,
            @Nullable Why why) {
        /** Returns {@code makespan / alone}; NaN without a completed run or if the program takes no time. */
        @Output(after = "alone")
        public double slowdown() {
            return alone > 0 ? makespan / alone : Double.NaN;
        }
    }

    /**
     * Messages of a job.
     *
     * @param messages number of messages in completed runs
     * @param insideNodes share of messages that stay on their node; NaN without messages
     * @param timeouts number of retransmission timeouts of messages in completed runs
     */
    public record Traffic(long messages, double insideNodes, long timeouts) {
        static Traffic of(List<ReplayResult> results) {
            long messages = results.stream()
                    .mapToLong(result -> result.traffic().messages())
                    .sum();
            double inside = results.stream()
                    .mapToDouble(ReplayResult::messagesInsideNodes)
                    .sum();
            return new Traffic(
                    messages,
                    messages == 0 ? Double.NaN : inside / messages,
                    results.stream()
                            .mapToLong(result -> result.traffic().retransmissionTimeouts())
                            .sum());
        }
    }

    /**
     * Determinants of a job's makespan.
     *
     * @param chain critical path from the start of the first run to the end of the last completed run; its segments add
     *     up to the makespan
     * @param contentionBy seconds of contention on the critical path, >= 0, for each job or background traffic whose
     *     messages shared links with messages of the critical path; includes the job itself, in the order of the file
     * @param contentionElsewhere seconds of contention on the critical path without a cause in shared links, >= 0
     */
    public record Why(@Inline CriticalChain chain, List<Loss> contentionBy, double contentionElsewhere) {}

    /**
     * Seconds lost to another job.
     *
     * @param seconds share of the other job in {@code makespan - alone}; below 0 if the other job makes the job faster
     */
    public record Loss(String name, double seconds) {}

    /**
     * Result of background traffic.
     *
     * @param start start time of the first burst
     * @param nodes names of the nodes
     * @param messages number of messages sent until the end of the last job that ends by itself
     * @param bytes total size of these messages
     */
    public record Background(
            String name, String pattern, double start, List<String> nodes, long messages, double bytes) {}
}
