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

/** The finish time of every host as LogGOPSim computed it, for all recorded schedules and parameter sets. */
class LogGopsGoldenTest {
    /** Beside the repository, unless the system property says otherwise. */
    private static final Path SHARED = Path.of(System.getProperty("tailback.shared", "../../shared"));

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
            assertThat(result.events()).as(set).isEqualTo(expected.get("events").asLong());
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
