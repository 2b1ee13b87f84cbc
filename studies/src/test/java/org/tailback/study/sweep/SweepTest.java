package org.tailback.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tailback.collective.CollectiveProgram;
import org.tailback.error.InputException;
import org.tailback.generator.Programs;
import org.tailback.parallel.Workers;
import org.tailback.platformfile.BundledPlatforms;
import org.tailback.platformfile.Overrides;
import org.tailback.platformfile.PlatformFile;
import org.tailback.program.CollectiveCall.Kind;
import org.tailback.replay.Replay;

class SweepTest {
    private static final int RUNS = 48;

    @TempDir
    private Path folder;

    private Sweep sweep(Path study, String output) {
        return new Sweep(SweepPlan.read(study)).output(folder.resolve(output));
    }

    private String swept(Path study, String output, int threads) throws IOException {
        sweep(study, output).threads(threads).run();
        return Files.readString(folder.resolve(output));
    }

    @Test
    void runs_everyCombinationSeedsFastest() {
        Sweep.Summary summary = new Sweep(SweepPlan.read(SweepStudy.small(folder))).run();

        assertThat(summary.rows()).hasSize(RUNS).extracting(SweepRow::run).isSorted();
        assertThat(summary.rows().get(0).fields())
                .startsWith("1", "ring", "2", "1024", "p.yaml", "max-min", "plogp", "none");
        assertThat(summary.rows().subList(0, 5))
                .extracting(row -> row.field("placement") + " " + row.field("seed") + " " + row.field("model"))
                .containsExactly(
                        "round-robin-node 1 max-min",
                        "round-robin-node 7 max-min",
                        "random:1 1 max-min",
                        "random:7 7 max-min",
                        "round-robin-node 1 uncontended");
        assertThat(summary.rows().get(RUNS - 1).fields()).startsWith("48", "halo", "8", "65536");
    }

    @Test
    void collectives_everyAlgorithm_isWhatAReplayPredicts() {
        Path study = SweepStudy.write(folder, """
            workloads:
              - {collective: alltoall, ranks: 4, sizes: 1KiB, algorithms: [A, B, pairwise, bruck, ring]}
              - {collective: bcast, ranks: 4, sizes: 1KiB, algorithms: [linear, binomial]}
            platforms: p.yaml
            """);

        for (SweepRow row : new Sweep(SweepPlan.read(study)).run().rows()) {
            assertThat(row.field("problem")).as(row.field("workload")).isEmpty();
            String[] name = row.field("workload").split("/");
            assertThat(Double.parseDouble(row.field("makespan")))
                    .as(row.field("workload"))
                    .isEqualTo(Replay.builder(
                                    CollectiveProgram.of(
                                            name[0].equals("bcast") ? Kind.BCAST : Kind.ALLTOALL, name[1], 4, 1024),
                                    PlatformFile.read(folder.resolve("p.yaml")).resolve(Overrides.NONE))
                            .build()
                            .run()
                            .makespan());
        }
    }

    @Test
    void row_isWhatAReplayPredicts() {
        SweepRow row = SweepPlan.read(SweepStudy.small(folder)).perform(13);

        assertThat(row.fields()).startsWith("13", "ring", "4", "1024");
        assertThat(Double.parseDouble(row.field("makespan")))
                .isEqualTo(Replay.builder(
                                Programs.ring(4, 2, 1024, 10e-6),
                                PlatformFile.parse(SweepStudy.PLATFORM, "p").resolve(Overrides.NONE))
                        .build()
                        .run()
                        .makespan());
    }

    @Test
    void traceThatIsAGeneratedProgram_needsNoFile() {
        Path study = SweepStudy.write(folder, """
            workloads:
              - {trace: "ring:ranks=4,bytes=1kB", name: generated}
            platforms: p.yaml
            """);

        SweepRow row = SweepPlan.read(study).perform(1);

        assertThat(row.field("problem")).isEmpty();
        assertThat(row.fields()).startsWith("1", "generated", "4");
    }

    @Test
    void anyThreads_sameBytes() throws IOException {
        Path study = SweepStudy.small(folder);

        String one = swept(study, "one.csv", 1);

        assertThat(one.lines()).hasSize(RUNS + 1);
        assertThat(swept(study, "three.csv", 3)).isEqualTo(one);
        assertThat(swept(study, "eight.csv", 8)).isEqualTo(one);
    }

    @Test
    void shards_putTogetherAreTheWhole() throws IOException {
        Path study = SweepStudy.small(folder);
        StringBuilder together = new StringBuilder();
        for (int i = 3; i >= 1; i--) {
            Sweep.Summary summary = sweep(study, "shard.csv" + i).shard(i, 3).run();
            assertThat(summary.done()).isEqualTo(RUNS / 3);
            together.append(Files.readString(folder.resolve("shard.csv" + i)));
        }
        Files.writeString(folder.resolve("all.csv"), together);

        Sweep.Summary summary = sweep(study, "all.csv").resume(true).run();

        assertThat(summary.done()).isZero();
        assertThat(Files.readString(folder.resolve("all.csv"))).isEqualTo(swept(study, "whole.csv", 2));
    }

    @Test
    void cutAnywhere_resumedIsTheWhole() throws IOException {
        Path study = SweepStudy.small(folder);
        String whole = swept(study, "whole.csv", 2);
        List<String> lines = new ArrayList<>(whole.lines().toList());
        String header = lines.remove(0);
        Random random = new Random(5);
        for (int trial = 0; trial < 12; trial++) {
            Collections.shuffle(lines, random);
            String text = header + "\n" + String.join("\n", lines) + "\n";
            String cut = text.substring(0, trial == 0 ? 0 : random.nextInt(text.length()));
            Path output = Files.writeString(folder.resolve("cut.csv"), cut);

            Sweep.Summary summary =
                    sweep(study, "cut.csv").resume(true).threads(2).run();

            long complete = Math.max(0, cut.chars().filter(c -> c == '\n').count() - 1);
            assertThat(summary.found()).as(cut).isEqualTo((int) complete);
            assertThat(summary.done()).as(cut).isEqualTo(RUNS - (int) complete);
            assertThat(output).as(cut).hasContent(whole);
        }
    }

    @Tag("thorough")
    @Test
    void killedProcess_resumedLosesOnlyWhatWasInFlight() throws Exception {
        Path study = SweepStudy.slow(folder);
        Path output = folder.resolve("killed.csv");
        ForkedSweep sweep = ForkedSweep.start(folder, study, output, 2);
        sweep.awaitLines(output, 8);
        sweep.close();
        String killed = Files.readString(output);
        long rows = killed.lines().count() - 1;
        assertThat(rows).as("%s %s", killed, sweep.log()).isBetween(7L, RUNS - 1L);

        Sweep.Summary summary =
                sweep(study, "killed.csv").resume(true).threads(2).run();

        long complete = killed.chars().filter(c -> c == '\n').count() - 1;
        assertThat(summary.found()).isEqualTo((int) complete);
        assertThat(summary.done()).isEqualTo(RUNS - (int) complete);
        assertThat(Files.readString(output)).isEqualTo(swept(study, "uninterrupted.csv", 2));
    }

    @Tag("thorough")
    @Test
    void resumedByASecondProcess_whileTheFirstWrites_refused() throws Exception {
        Path study = SweepStudy.slow(folder);
        Path output = folder.resolve("two.csv");
        // the first goes on with a file: reading it once made it lose its lock
        sweep(study, "two.csv").shard(1, 12).run();
        try (ForkedSweep first = ForkedSweep.start(folder, study, output, 1)) {
            first.awaitLines(output, 6);
            first.suspend();
            String before = Files.readString(output);

            assertThatThrownBy(() -> sweep(study, "two.csv").resume(true).run())
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("another sweep is writing to it");

            assertThat(output).hasContent(before);
        }
        sweep(study, "two.csv").resume(true).threads(2).run();
        assertThat(Files.readString(output)).isEqualTo(swept(study, "uninterrupted.csv", 2));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void damagedRow_namedAndPerformedAgain(String what, UnaryOperator<byte[]> damage, String message)
            throws IOException {
        Path study = SweepStudy.small(folder);
        String whole = swept(study, "whole.csv", 2);
        String[] lines = whole.split("(?<=\n)");
        try (OutputStream out = Files.newOutputStream(folder.resolve("damaged.csv"))) {
            for (int i = 0; i < lines.length; i++) {
                byte[] bytes = lines[i].getBytes(StandardCharsets.UTF_8);
                out.write(i == 4 ? damage.apply(bytes) : bytes);
            }
        }

        Sweep.Summary summary = sweep(study, "damaged.csv").resume(true).run();

        assertThat(summary.warnings())
                .singleElement()
                .asString()
                .contains("damaged.csv:5: " + message)
                .endsWith("its run is performed again");
        assertThat(summary.found()).isEqualTo(RUNS - 1);
        assertThat(summary.done()).isEqualTo(1);
        assertThat(folder.resolve("damaged.csv")).hasContent(whole);
    }

    static Stream<Arguments> damages() {
        return Stream.of(
                Arguments.of("NULs", damage(row -> "\0".repeat(4096) + row), "the checksum"),
                Arguments.of(
                        "half a row", damage(row -> row.substring(row.length() / 2)), "expected a row of 23 columns"),
                Arguments.of("two rows in one", damage(row -> row.substring(0, 30) + row), "expected a row of"),
                Arguments.of("open quote", damage(row -> row.replaceFirst("ring", "\"ring")), ""),
                Arguments.of("another value", damage(row -> row.replaceFirst("ring,2", "ring,banana")), "the checksum"),
                Arguments.of("empty line", damage(row -> "\n"), "expected a row of 23 columns, found 0"),
                Arguments.of(
                        "broken UTF-8",
                        (UnaryOperator<byte[]>) row -> {
                            row[3] = (byte) 0xC3;
                            return row;
                        },
                        "the line is not valid UTF-8"));
    }

    private static UnaryOperator<byte[]> damage(UnaryOperator<String> change) {
        return row -> change.apply(new String(row, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void resume_fileWithoutLines_isNotOverwritten() throws IOException {
        Path study = SweepStudy.small(folder);
        Path precious = Files.writeString(folder.resolve("precious.bin"), "no result of a sweep");

        assertThatThrownBy(() -> sweep(study, "precious.bin").resume(true).run())
                .isInstanceOf(InputException.class)
                .hasMessageContaining("precious.bin:1: expected the header");
        assertThat(precious).hasContent("no result of a sweep");
    }

    @Test
    void nameOfSeveralLines_isOneLineInTheResults() throws IOException {
        Path study = SweepStudy.write(folder, """
            workloads:
              - {generator: ring, ranks: 2, sizes: 10}
            platforms: p.yaml
            models: ["max-min\\n"]
            """);
        String whole = swept(study, "whole.csv", 1);

        assertThat(whole.lines()).hasSize(2);
        assertThat(sweep(study, "whole.csv").resume(true).run().found()).isEqualTo(1);
    }

    @Test
    void stopped_rowsSoFarStayAndResumeGoesOn() throws IOException {
        Path study = SweepStudy.small(folder);
        Sweep[] sweep = new Sweep[1];
        SweepEngine stopping = new SweepEngine() {
            @Override
            public String name() {
                return "stopping";
            }

            @Override
            public boolean perform(
                    SweepPlan plan,
                    List<Integer> runs,
                    int threads,
                    @Nullable String master,
                    BooleanSupplier stopped,
                    Workers.Receiver<SweepRow> receiver) {
                for (int i = RUNS - 1; !stopped.getAsBoolean(); i--) {
                    receiver.done(i, plan.perform(runs.get(i)));
                    if (i == RUNS - 5) {
                        sweep[0].stop();
                    }
                }
                return false;
            }
        };
        sweep[0] = sweep(study, "stopped.csv").engine(stopping, null);

        Sweep.Summary first = sweep[0].run();
        Sweep.Summary second = sweep(study, "stopped.csv").resume(true).run();

        assertThat(first.complete()).isFalse();
        assertThat(first.done()).isEqualTo(5);
        assertThat(second.found()).isEqualTo(5);
        assertThat(second.done()).isEqualTo(RUNS - 5);
        assertThat(Files.readString(folder.resolve("stopped.csv"))).isEqualTo(swept(study, "whole.csv", 2));
    }

    @Test
    void output_thereAlready_onlyWithResume() throws IOException {
        Path study = SweepStudy.small(folder);
        swept(study, "r.csv", 2);

        assertThatThrownBy(() -> sweep(study, "r.csv").run())
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--resume");
    }

    @Test
    void resume_studyOrPlatformChanged_saidWithItsLine() throws IOException {
        Path study = SweepStudy.small(folder);
        swept(study, "r.csv", 2);

        Files.writeString(folder.resolve("p.yaml"), SweepStudy.PLATFORM.replace("10 us", "11 us"));
        assertThatThrownBy(() -> sweep(study, "r.csv").resume(true).run())
                .isInstanceOf(InputException.class)
                .hasMessageContaining("r.csv:2: run 1 has inputs")
                .hasMessageContaining("has changed since");
        Path other = SweepStudy.write(folder, Files.readString(study).replace("[1, 7]", "[1, 8]"));
        assertThatThrownBy(() -> sweep(other, "r.csv").resume(true).run())
                .hasMessageContaining("r.csv:3: run 2 has seed '7' here and '8'");
        Files.writeString(folder.resolve("r.csv"), "a,b\n1,2\n");
        assertThatThrownBy(() -> sweep(study, "r.csv").resume(true).run())
                .hasMessageContaining("r.csv:1: expected the header");
    }

    @Test
    void programThatCannotFinish_rowWithTheProblem() throws IOException {
        Path trace = Files.createDirectories(folder.resolve("stuck"));
        Files.writeString(trace.resolve("rank-0.txt"), "0 init\n0 recv 1 7 100 6\n0 finalize\n");
        Files.writeString(trace.resolve("rank-1.txt"), "1 init\n1 recv 0 7 100 6\n1 finalize\n");
        Path study = SweepStudy.write(folder, """
            workloads:
              - trace: stuck
              - {generator: ring, ranks: 2, sizes: 10}
            platforms: p.yaml
            """);

        Sweep.Summary summary = new Sweep(SweepPlan.read(study)).run();

        assertThat(summary.rows()).hasSize(2);
        assertThat(summary.failed()).hasSize(1);
        assertThat(summary.rows().get(0).field("makespan")).isEmpty();
        assertThat(summary.rows().get(0).field("problem")).contains("rank 0").doesNotContain("\n");
        assertThat(summary.rows().get(1).hasFailed()).isFalse();
    }

    @Test
    void platformOfTheProgram_byNameWithTheContentOfItsFile() throws IOException {
        Path study = SweepStudy.write(folder, """
            workloads:
              - {generator: ring, ranks: 2, sizes: 1KiB}
            platforms: [star-10g, copy.yaml]
            """);
        Files.writeString(folder.resolve("copy.yaml"), BundledPlatforms.text("star-10g"));

        List<SweepRow> rows = new Sweep(SweepPlan.read(study)).run().rows();

        assertThat(rows).extracting(row -> row.field("platform")).containsExactly("star-10g", "copy.yaml");
        assertThat(rows.get(0).field("makespan")).isEqualTo(rows.get(1).field("makespan"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "platforms: p.yaml|platforms: star-10|study.yaml:4:12: |Did you mean 'star-10g'",
                "platforms: p.yaml|platform: p.yaml|study.yaml:4:1: unknown key 'platform' in study file|Did "
                        + "you mean 'platforms'",
                "generator: ring|generator: rnig|study.yaml:2:17: unknown generator 'rnig'|Did you mean 'ring'",
                "sizes: 1KiB|sices: 1KiB|study.yaml:2:38: unknown key 'sices'|Did you mean 'sizes'",
                "platforms: p.yaml|platforms: q.yaml|study.yaml:4:12: |no such platform file",
                "uncontended|unconteded|on p.yaml with unconteded|Did you mean 'uncontended'",
                "seeds: [1, 7]|seeds: [one]|study.yaml:7:8: 'seeds'|one",
                "compute: 10 us|compute: 10 parsecs|study.yaml:2:75: 'compute'|parsecs"
            })
    void mistakes_saidWithPlaceBeforeAnythingRuns(String from, String to, String place, String words)
            throws IOException {
        Path study = SweepStudy.write(
                folder, Files.readString(SweepStudy.small(folder)).replace(from, to));

        assertThatThrownBy(() -> sweep(study, "r.csv").run())
                .isInstanceOf(InputException.class)
                .hasMessageContaining(place)
                .hasMessageContaining(words);
        assertThat(folder.resolve("r.csv")).doesNotExist();
    }

    @Test
    void engines_unknownOrAbsent_saysHowToGetThem() {
        assertThat(SweepEngine.named("local")).isSameAs(SweepEngine.LOCAL);
        assertThatThrownBy(() -> SweepEngine.named("lokal")).hasMessageContaining("Did you mean 'local'");
        assertThatThrownBy(() -> SweepEngine.named("spark"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("tailback-spark");
    }
}
