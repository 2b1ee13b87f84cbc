package org.tailback.trace.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.tailback.model.loggops.LogGops;
import org.tailback.model.loggops.LogGopsResult;
import org.tailback.model.loggops.LogGopsSimulation;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.ScheduleContract;
import org.tailback.schedule.generator.BinomialBroadcast;
import org.tailback.schedule.generator.Dissemination;
import org.tailback.schedule.generator.Halo;
import org.tailback.schedule.generator.LinearAlltoall;
import org.tailback.schedule.generator.RingAllreduceSchedule;
import org.tailback.trace.SharedSamples;

/** The finish time of every host as LogGOPSim computed it, for all recorded schedules and parameter sets. */
class LogGopsGoldenTest {
    private static final Path SHARED = SharedSamples.root();

    @TempDir
    Path folder;

    @TestFactory
    List<DynamicTest> run_recordedSchedules_isWhatLogGopSimComputed() throws IOException {
        Path file = SHARED.resolve("golden/loggopsim.json");
        assumeTrue(Files.exists(file), "recorded results are not here: " + file.toAbsolutePath());
        JsonNode golden = new ObjectMapper().readTree(file.toFile());
        List<DynamicTest> tests = new ArrayList<>();
        for (Iterator<String> names = golden.get("schedules").fieldNames(); names.hasNext(); ) {
            String name = names.next();
            JsonNode schedule = golden.get("schedules").get(name);
            Path text =
                    SHARED.resolve("traces/goal").resolve(schedule.get("file").asText());
            tests.add(DynamicTest.dynamicTest(name, () -> {
                assumeTrue(Files.exists(text), "the schedule is not here: " + text.toAbsolutePath());
                Path binary = folder.resolve(name + ".bin");
                GoalFiles.convert(text, binary, GoalFormat.BINARY);
                compare(golden.get("params"), schedule, GoalFiles.open(text));
                compare(golden.get("params"), schedule, GoalFiles.open(binary));
            }));
        }
        assertThat(tests).hasSizeGreaterThan(20);
        return tests;
    }

    @TestFactory
    List<DynamicTest> generators_patternsOfSchedgen_areTheRecordedFiles() {
        return List.of(
                sameAs("dissem_16_8b", new Dissemination(16, 8)),
                sameAs("allreduce_ring_8_1m", new RingAllreduceSchedule(8, 1 << 20, false)),
                sameAs("alltoall_32_4k", new LinearAlltoall(32, 4096)),
                sameAs("bcast_binomial_64_1m", new BinomialBroadcast(64, 1 << 20)),
                sameAs("nn2d_4x4_3it_8k", Halo.of(3, 8192, 20_000, 4, 4)),
                sameAs("nn3d_4x4x4_4it_2k", Halo.of(4, 2048, 50_000, 4, 4, 4)));
    }

    private static DynamicTest sameAs(String name, Schedule generated) {
        return DynamicTest.dynamicTest(name, () -> {
            Path text = SHARED.resolve("traces/goal/" + name + ".goal");
            assumeTrue(Files.exists(text), "the schedule is not here: " + text.toAbsolutePath());
            ScheduleContract.assertSame(generated, GoalFiles.open(text));
        });
    }

    private static void compare(JsonNode parameterSets, JsonNode recorded, Schedule schedule) {
        assertThat(schedule.ranks()).isEqualTo(recorded.get("ranks").asInt());
        for (Iterator<String> sets = parameterSets.fieldNames(); sets.hasNext(); ) {
            String set = sets.next();
            JsonNode results = recorded.get("results").get(set);
            JsonNode expected = results.has("stable") ? results.get("stable") : results.get("stock");
            LogGopsResult result = LogGopsSimulation.run(schedule, parameters(parameterSets.get(set)));
            List<Long> finish = new ArrayList<>();
            expected.get("host_finish_ns").forEach(time -> finish.add(time.asLong()));
            assertThat(result.finishTimes())
                    .as(set)
                    .containsExactly(finish.stream().mapToLong(t -> t).toArray());
            assertThat(result.makespan())
                    .as(set)
                    .isEqualTo(expected.get("makespan_ns").asLong());
            assertThat(3 * result.messages() + result.totals().calculations())
                    .as(set)
                    .isEqualTo(expected.get("events").asLong());
            assertThat(result.messages())
                    .isEqualTo(recorded.get("ops").get("send").asLong());
        }
    }

    private static LogGops parameters(JsonNode set) {
        return new LogGops(
                set.get("L").asLong(),
                set.get("o").asLong(),
                set.get("g").asLong(),
                set.get("G").asLong(),
                set.get("O").asLong(),
                set.get("S").asLong());
    }
}
