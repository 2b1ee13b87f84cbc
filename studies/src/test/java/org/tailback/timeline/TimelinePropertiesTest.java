package org.tailback.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.collective.BasicSelector;
import org.tailback.collective.CollectiveExpansion;
import org.tailback.program.ParallelProgram;
import org.tailback.replay.RankResult;
import org.tailback.replay.Replay;
import org.tailback.replay.ReplayResult;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.generator.Halo;

class TimelinePropertiesTest {
    @TempDir
    private Path folder;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Boolean.getBoolean("tailback.thorough") ? 30 : 6);
    }

    private ReplayResult record(long seed, String name, TimelineCut cut) {
        ParallelProgram program = TimelineRuns.program(seed);
        return Timeline.record(
                folder.resolve(name),
                program.ranks(),
                cut,
                List.of(),
                recorder -> Replay.builder(
                                CollectiveExpansion.of(program, new BasicSelector(), recorder),
                                TimelineRuns.platform(seed))
                        .observer(recorder)
                        .build()
                        .run());
    }

    private String text(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private static void noOverlap(long seed, TraceEventRules rules) {
        List<double[]> slices = rules.leaves;
        slices.sort(Comparator.<double[]>comparingDouble(s -> s[0])
                .thenComparingDouble(s -> s[1])
                .thenComparingDouble(s -> s[2]));
        for (int i = 1; i < slices.size(); i++) {
            double[] before = slices.get(i - 1);
            double[] after = slices.get(i);
            assertThat(before[0] != after[0] || before[2] <= after[1])
                    .as("seed %d: %s and %s", seed, Arrays.toString(before), Arrays.toString(after))
                    .isTrue();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void traceEvents_everyRule_slicesArrowsAndBytesAreThoseOfTheReplay(long seed) throws IOException {
        ReplayResult result = record(seed, "t.json", TimelineCut.NOTHING);
        TraceEventRules rules = TraceEventRules.check(text("t.json"));

        noOverlap(seed, rules);
        assertThat(rules.arrows).as("seed %d: an arrow per message", seed).hasSize((int)
                result.traffic().messages());
        assertThat(rules.lastTime).isCloseTo(result.makespan(), within(1e-9 * result.makespan()));
        double bytes = rules.integrals.entrySet().stream()
                .filter(counter -> counter.getKey().endsWith(" sends"))
                .mapToDouble(java.util.Map.Entry::getValue)
                .sum();
        assertThat(bytes).as("seed %d: bytes under the rates", seed).isCloseTo(inNetwork(seed), within(1e-6));
        for (RankResult rank : result.ranks()) {
            double time = rules.leaves.stream()
                    .filter(slice -> slice[0] == 1 + rank.rank())
                    .mapToDouble(slice -> slice[2] - slice[1])
                    .sum();
            assertThat(time)
                    .as("seed %d: the slices of rank %d fill its time", seed, rank.rank())
                    .isCloseTo(rank.finish(), within(1e-6));
        }
    }

    /** Bytes of messages between different ranks, which are on different nodes. */
    private static double inNetwork(long seed) {
        long[] bytes = new long[1];
        Replay.builder(
                        CollectiveExpansion.of(TimelineRuns.program(seed), new BasicSelector()),
                        TimelineRuns.platform(seed))
                .observer(new org.tailback.observe.Observer() {
                    @Override
                    public void messageStarted(
                            int message, int communication, int sender, int receiver, long size, double time) {
                        bytes[0] += size;
                    }
                })
                .build()
                .run();
        return bytes[0];
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void paje_everyRule(long seed) throws IOException {
        ReplayResult result = record(seed, "t.trace", TimelineCut.NOTHING);

        assertThat(PajeRules.check(text("t.trace")).links)
                .isEqualTo((int) result.traffic().messages());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void cut_everyRuleHoldsAndNothingIsOutside(long seed) throws IOException {
        double makespan = record(seed, "all.json", TimelineCut.NOTHING).makespan();
        TimelineCut cut = new TimelineCut(makespan * 0.3, makespan * 0.7, RankSet.parse("0-1"));
        record(seed, "t.json", cut);
        record(seed, "t.trace", cut);
        TraceEventRules rules = TraceEventRules.check(text("t.json"));

        noOverlap(seed, rules);
        assertThat(rules.threads.keySet()).allMatch(thread -> (thread - 1) % TimelineRuns.ranks(seed) < 2);
        assertThat(rules.firstTime).isGreaterThanOrEqualTo(cut.from());
        assertThat(rules.lastTime).isLessThanOrEqualTo(cut.to());
        PajeRules.check(text("t.trace"));
        for (int rank = 0; rank < 2; rank++) {
            int thread = 1 + rank;
            double shown = rules.leaves.stream()
                    .filter(slice -> slice[0] == thread)
                    .mapToDouble(slice -> slice[2] - slice[1])
                    .sum();
            double whole = TraceEventRules.check(text("all.json")).leaves.stream()
                    .filter(slice -> slice[0] == thread)
                    .mapToDouble(slice -> Math.max(0, Math.min(slice[2], cut.to()) - Math.max(slice[1], cut.from())))
                    .sum();
            assertThat(shown).as("seed %d, rank %d", seed, rank).isCloseTo(whole, within(1e-6));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void csv_everyMessageAndEveryOperation(long seed) throws IOException {
        ReplayResult result = record(seed, "t.csv", TimelineCut.NOTHING);
        List<String[]> rows = Files.readAllLines(folder.resolve("t.csv")).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();

        assertThat(rows).allMatch(row -> row.length == 15);
        assertThat(rows.stream().filter(row -> row[0].equals("message")))
                .hasSize((int) result.traffic().messages());
        assertThat(rows.stream()
                        .filter(row -> row[0].equals("message"))
                        .mapToLong(row -> Long.parseLong(row[10]))
                        .sum())
                .isEqualTo(result.traffic().bytes());
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void schedules_everyRule(long seed) throws IOException {
        Schedule schedule = Halo.of(3, 10 * seed, 2_000_000_000L, TimelineRuns.ranks(seed));
        ReplayResult result = null;
        for (String name : List.of("t.json", "t.trace")) {
            result = Timeline.record(
                    folder.resolve(name),
                    schedule.ranks(),
                    TimelineCut.NOTHING,
                    List.of(),
                    recorder -> Replay.builder(schedule, TimelineRuns.platform(seed))
                            .observer(recorder)
                            .build()
                            .run());
        }
        TraceEventRules rules = TraceEventRules.check(text("t.json"));

        noOverlap(seed, rules);
        assertThat(rules.arrows).hasSize((int) result.traffic().messages());
        PajeRules.check(text("t.trace"));
    }
}
