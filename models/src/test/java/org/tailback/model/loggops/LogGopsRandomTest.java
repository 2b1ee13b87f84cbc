package org.tailback.model.loggops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.tailback.error.UnfinishedProgramException;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.ScheduleTotals;

/** Waiting lines, lanes and matching by hash against {@link LiteralLogGops}, which has none of them. */
class LogGopsRandomTest {
    private static final int CASES = Boolean.getBoolean("tailback.thorough") ? 5_000 : 400;

    @Test
    void run_randomSchedules_isWhatTheLiteralRulesGive() {
        int finished = compare(1, false);
        assertThat(finished).as("schedules that finished").isBetween(CASES / 4, CASES - 100);
    }

    @Test
    void run_randomSchedulesWhoseTimesRunBackwards_isWhatTheLiteralRulesGive() {
        int finished = compare(1_000_000, true);
        assertThat(finished).as("schedules that finished").isBetween(CASES / 4, CASES - 100);
    }

    private static int compare(long firstSeed, boolean wrapping) {
        int finished = 0;
        for (long seed = firstSeed; seed < firstSeed + CASES; seed++) {
            RandomSchedules random = new RandomSchedules(seed);
            LogGops parameters = random.parameters(wrapping);
            Schedule schedule = random.schedule();
            LiteralLogGops expected = new LiteralLogGops(schedule, parameters);
            String setting = "seed " + seed + ", " + parameters;
            Supplier<String> failure = () -> setting + "\n" + RandomSchedules.text(schedule);
            if (!expected.isFinished()) {
                assertThatThrownBy(() -> LogGopsSimulation.run(schedule, parameters))
                        .as(failure)
                        .isInstanceOf(UnfinishedProgramException.class);
                continue;
            }
            finished++;
            LogGopsResult result = LogGopsSimulation.run(schedule, parameters);
            assertThat(result.finishTimes()).as(failure).isEqualTo(expected.finishTimes());
            assertThat(result.messages()).as(failure).isEqualTo(expected.messages());
            assertThat(sums(result.totals())).as(failure).isEqualTo(sums(ScheduleTotals.of(schedule)));
        }
        return finished;
    }

    /** What a run that finished did is what its schedule says. */
    private static List<Object> sums(ScheduleTotals totals) {
        List<Object> sums = new ArrayList<>(List.of(
                totals.bytes(), totals.sends(), totals.calculations(), totals.emptyMessages(), totals.isCapped()));
        for (int rank = 0; rank < totals.ranks(); rank++) {
            sums.add(List.of(totals.sends(rank), totals.bytes(rank), totals.calculation(rank)));
        }
        return sums;
    }
}
