package org.tailback.study.hpl;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.tailback.generator.hpl.HplProgram;
import org.tailback.generator.hpl.HplSettings;
import org.tailback.output.Inline;
import org.tailback.output.NoOutput;
import org.tailback.output.Output;
import org.tailback.parallel.Workers;
import org.tailback.platform.Interval;
import org.tailback.platform.Platform;
import org.tailback.platform.Residuals;
import org.tailback.replay.ReplayResult;
import org.tailback.simulation.Workload;
import org.tailback.units.Readable;
import umontreal.ssj.probdist.StudentDist;
import umontreal.ssj.stat.Tally;

/**
 * Search for the configuration of HPL with the smallest makespan. If there are few configurations, all are tried.
 * Otherwise groups of keys are varied one after another ({@link #GROUPS}): all values of a group are combined with the
 * best values of the other keys. The search ends when a round has no improvement or the budget is spent. The best
 * configurations are repeated with more seeds.
 *
 * <p>If a run of one of the configurations has more than {@link #MOST_MESSAGES} messages, all configurations are first
 * compared by {@link PanelWindows}. Rows of the result are always results of whole runs.
 *
 * <p><b>Intervals.</b> Let s be the standard deviation of k seeds, and e the distance from 1 of the lower or upper
 * factor of a configuration in the platform's {@link Residuals#programs}. With probability {@link #COVERAGE}, the time
 * of a run is between 1 - h and 1 + h times the mean. A configuration outside the range of validity of the residuals
 * has no interval.
 *
 * <pre>
 * h = sqrt((t(k-1) s sqrt(1 + 1/k) / mean)^2 + e^2)
 * </pre>
 *
 * <p>The result depends on the seed and the budget, not on the number of threads.
 */
public final class HplSearch {
    /**
     * Number of messages of a run above which configurations are compared by windows of their panels. The replay of a
     * run with this number of messages takes about 2 s of CPU time.
     */
    static final double MOST_MESSAGES = 1e6;

    /** Probability that a run is in its interval. */
    public static final double COVERAGE = 0.9;

    static final long PIVOTS = 1;

    private static final Integer[][] GROUPS = {{0}, {1, 2}, {3, 4}, {5, 6}, {1, 3}, {0, 1}};

    /**
     * Result of one of the best configurations.
     *
     * @param run the configuration in the notation of {@code replay}
     * @param settings settings of the configuration
     * @param makespan mean over the seeds, seconds
     * @param low lower end of the interval of a run, seconds; NaN for a configuration outside the measured range
     * @param high upper end of the interval of a run, seconds; NaN for a configuration outside the measured range
     * @param gflops 1e9 operations per second, as HPL counts them
     * @param relative makespan divided by the makespan of the best configuration
     * @param worse whether the configuration is significantly worse than the best: the intervals do not overlap
     */
    public record Row(
            String run,
            @Inline HplSettings settings,
            double makespan,
            double low,
            double high,
            double gflops,
            double relative,
            boolean worse) {
        private Row comparedWith(Row best) {
            return new Row(run, settings, makespan, low, high, gflops, makespan / best.makespan, low > best.high);
        }
    }

    /**
     * Cost of a value of a key.
     *
     * @param key key of the configuration
     * @param value a tried value of the key
     * @param relative smallest makespan with the value, divided by the smallest makespan of all configurations
     */
    public record Sensitivity(String key, String value, double relative) {}

    /**
     * Result of a search.
     *
     * @param candidates number of configurations
     * @param tried number of tried configurations
     * @param sampled whether configurations were compared by windows of their panels; {@code sensitivity} is then based
     *     on windows, but rows are whole runs
     * @param complete false if the search was stopped
     * @param coverage probability of the intervals
     * @param rows the best configurations, best first
     * @param sensitivity costs of the values of keys with several tried values
     * @param warnings approximations, one sentence each
     */
    public record Result(
            long candidates,
            int tried,
            boolean sampled,
            boolean complete,
            double coverage,
            List<Row> rows,
            List<Sensitivity> sensitivity,
            @NoOutput List<String> warnings) {
        /**
         * Returns the number of different runs that are statistically tied with the best run, including the best run.
         * Rows whose times are equal to the last bit count as one run: they differ only in values without effect, such
         * as the swap in a single row of processes.
         */
        @Output(after = "rows")
        public long ties() {
            return rows.stream()
                    .filter(row -> !row.worse)
                    .mapToDouble(Row::makespan)
                    .distinct()
                    .count();
        }
    }

    /**
     * Effort of a search.
     *
     * @param budget largest number of tried configurations, >= 1
     * @param best largest number of rows of the result, >= 1
     * @param runs number of runs per row, with different seeds, >= 1
     * @param seed the first seed
     * @param threads number of concurrent runs, >= 1
     */
    public record Effort(int budget, int best, int runs, long seed, int threads) {
        private LongStream seeds() {
            return LongStream.range(seed, seed + runs);
        }
    }

    private record Run(List<Integer> choice, long seed) {}

    private record Estimate(double seconds, List<String> warnings) {}

    private final HplSpace space;
    private final Platform platform;
    private final Effort effort;
    private final boolean sampled;
    /** Time of each tried choice in seconds, from the whole run with the first seed or from its estimate. */
    private final Map<List<Integer>, Double> seconds = new LinkedHashMap<>();

    private final Map<Run, Double> whole = new LinkedHashMap<>();
    private final Set<String> warnings = new LinkedHashSet<>();
    private volatile boolean stopped;
    private volatile int compared;
    private volatile int done;
    private volatile int wanted;
    private volatile double fastest = Double.POSITIVE_INFINITY;

    /**
     * Creates a search.
     *
     * @param platform the platform with its placement
     * @throws org.tailback.error.InputException if a value is out of range, or the platform has too few cores
     */
    public HplSearch(HplSpace space, Platform platform, Effort effort) {
        this.space = space;
        this.platform = platform;
        this.effort = effort;
        for (int key = 0; key < HplSpace.KEYS.size(); key++) {
            for (List<Integer> choice : space.around(HplSpace.first(), key)) {
                workload(new HplProgram(space.at(choice), PIVOTS)).requireUsable(platform, "hpl");
            }
        }
        sampled = space.around(HplSpace.first(), 0, 1, 2).stream()
                .anyMatch(choice -> space.at(choice).messages() > MOST_MESSAGES);
    }

    private static Workload workload(HplProgram program) {
        return Workload.of("hpl:" + program.settings(), program);
    }

    /** Ends the search early with its results so far. Called by another thread. */
    public void stop() {
        stopped = true;
    }

    /** Returns the progress of the search in words. Called by another thread. */
    public String progress() {
        double least = fastest;
        return (sampled ? compared + " configurations compared by windows of panels, " : "")
                + done + (wanted > 0 ? " of " + wanted : "") + " runs of HPL"
                + (least < Double.POSITIVE_INFINITY ? ", the fastest takes " + Readable.seconds(least) : "");
    }

    /** Performs the search. It can be called only once. */
    public Result run() {
        List<List<Integer>> chosen;
        try (Workers workers = new Workers(effort.threads)) {
            if (space.size() <= effort.budget) {
                tryAll(space.around(HplSpace.first(), 0, 1, 2, 3, 4, 5, 6), workers);
            } else {
                descend(workers);
            }
            chosen = seconds.entrySet().stream()
                    .sorted(Entry.comparingByValue())
                    .limit(effort.best)
                    .map(Entry::getKey)
                    .toList();
            List<Run> runs = effort.seeds()
                    .boxed()
                    .flatMap(each -> chosen.stream().map(choice -> new Run(choice, each)))
                    .filter(run -> !whole.containsKey(run))
                    .toList();
            wanted = done + runs.size();
            perform(runs, workers);
        }
        List<Row> rows = chosen.stream()
                .filter(choice -> whole.keySet().stream().anyMatch(run -> run.choice.equals(choice)))
                .map(this::row)
                .sorted(Comparator.comparingDouble(Row::makespan))
                .toList();
        return new Result(
                space.size(),
                seconds.size(),
                sampled,
                !stopped,
                COVERAGE,
                rows.stream().map(row -> row.comparedWith(rows.get(0))).toList(),
                sensitivity(),
                List.copyOf(warnings));
    }

    private void descend(Workers workers) {
        List<Integer> at = HplSpace.first();
        List<Integer> before;
        do {
            before = at;
            for (Integer[] group : GROUPS) {
                List<List<Integer>> choices = space.around(at, group);
                tryAll(choices, workers);
                at = Collections.min(
                        choices,
                        Comparator.comparingDouble(choice -> seconds.getOrDefault(choice, Double.POSITIVE_INFINITY)));
            }
        } while (!before.equals(at) && seconds.size() < effort.budget && !stopped);
    }

    /** Tries the untried configurations within the budget. */
    private void tryAll(List<List<Integer>> choices, Workers workers) {
        List<Run> runs = choices.stream()
                .filter(choice -> !seconds.containsKey(choice))
                .limit(effort.budget - seconds.size())
                .map(choice -> new Run(choice, effort.seed))
                .toList();
        if (sampled) {
            measure(runs, this::estimated, workers, estimate -> compared++)
                    .forEach((run, estimate) -> seconds.put(run.choice, estimate));
        } else {
            perform(runs, workers).forEach((run, makespan) -> seconds.put(run.choice, makespan));
        }
    }

    private Estimate estimated(Run run) {
        HplSettings settings = space.at(run.choice);
        List<ReplayResult> results = PanelWindows.of(settings).stream()
                .map(program -> replayed(program, run.seed))
                .toList();
        double[] makespans =
                results.stream().mapToDouble(ReplayResult::makespan).toArray();
        return new Estimate(
                PanelWindows.seconds(settings, makespans),
                results.stream().flatMap(result -> result.warnings().stream()).toList());
    }

    private ReplayResult replayed(HplProgram program, long seed) {
        return workload(program).on(platform).seed(seed).run();
    }

    /** Performs whole runs and returns their makespans; makespans are missing if the search is stopped. */
    private Map<Run, Double> perform(List<Run> runs, Workers workers) {
        Map<Run, Double> makespans = measure(
                runs,
                run -> {
                    ReplayResult result = replayed(new HplProgram(space.at(run.choice), PIVOTS), run.seed);
                    return new Estimate(result.makespan(), result.warnings());
                },
                workers,
                makespan -> {
                    done++;
                    fastest = Math.min(fastest, makespan);
                });
        whole.putAll(makespans);
        return makespans;
    }

    /** Returns the times of runs in seconds, in the order of the runs; times are missing if the search is stopped. */
    private Map<Run, Double> measure(
            List<Run> runs, Function<Run, Estimate> measure, Workers workers, DoubleConsumer progress) {
        List<Callable<Estimate>> tasks = Lists.transform(runs, run -> () -> measure.apply(run));
        Map<Integer, Estimate> results = new TreeMap<>();
        stopped |= !workers.each(tasks, () -> stopped, (index, result) -> {
            results.put(index, result);
            progress.accept(result.seconds);
        });
        Map<Run, Double> found = new LinkedHashMap<>();
        results.forEach((index, result) -> {
            found.put(runs.get(index), result.seconds);
            warnings.addAll(result.warnings);
        });
        return found;
    }

    private Row row(List<Integer> choice) {
        HplSettings settings = space.at(choice);
        Tally tally = new Tally("times");
        effort.seeds()
                .mapToObj(each -> whole.get(new Run(choice, each)))
                .filter(Objects::nonNull)
                .forEach(tally::add);
        int k = tally.numberObs();
        double mean = tally.average();
        double spread = k < 2
                ? 0
                : tally.standardDeviation() * Math.sqrt(1 + 1.0 / k) * StudentDist.inverseF(k - 1, (1 + COVERAGE) / 2);
        double half = spread / mean;
        Interval factors =
                platform.intervalOfProgram(platform.use(settings.ranks()).with(settings.configuration()), 1);
        return new Row(
                "hpl:" + settings,
                settings,
                mean,
                factors == null ? Double.NaN : mean * Math.max(0, 1 - Math.hypot(half, 1 - factors.low())),
                factors == null ? Double.NaN : mean * (1 + Math.hypot(half, factors.high() - 1)),
                settings.flops() / mean / 1e9,
                1,
                false);
    }

    private List<Sensitivity> sensitivity() {
        List<Sensitivity> all = new ArrayList<>();
        double best = seconds.values().stream().min(Comparator.naturalOrder()).orElse(Double.NaN);
        for (int key = 0; key < HplSpace.KEYS.size(); key++) {
            String name = HplSpace.KEYS.get(key);
            List<?> values = space.values().get(key);
            SortedMap<Integer, Double> least = new TreeMap<>();
            for (Entry<List<Integer>, Double> each : seconds.entrySet()) {
                least.merge(each.getKey().get(key), each.getValue(), Math::min);
            }
            if (least.size() > 1) {
                least.forEach((value, its) ->
                        all.add(new Sensitivity(name, values.get(value).toString(), its / best)));
            }
        }
        return all;
    }
}
