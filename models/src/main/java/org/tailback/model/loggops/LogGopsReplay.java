package org.tailback.model.loggops;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tailback.loss.NoLoss;
import org.tailback.model.sharing.uncontended.Uncontended;
import org.tailback.replay.Conflicts;
import org.tailback.replay.RankResult;
import org.tailback.replay.ReplayResult;
import org.tailback.replay.ResultColumns;
import org.tailback.schedule.PackedSchedule;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.ScheduleTotals;
import org.tailback.units.Nanoseconds;

/**
 * Replay by {@link LogGopsSimulation} with the result format of all replays. Times are in seconds; each time is the
 * double nearest to the whole number of nanoseconds in LogGOPSim's output.
 *
 * <p>{@code compute} is the duration of a rank's calculations, and {@code blocked} is the remaining time of its CPUs
 * until the rank finishes (overheads, received transfers, waiting). Both are sums over its CPUs. LogGOPS models neither
 * contention nor loss, so the result contains neither.
 */
public final class LogGopsReplay {
    private LogGopsReplay() {}

    /**
     * Runs a schedule whose calculations are in nanoseconds. The cost equals the cost of {@link LogGopsSimulation#run}.
     *
     * @param seed seed to be recorded in the result; the replay has no random numbers
     * @throws org.tailback.error.UnfinishedProgramException as {@link LogGopsSimulation#run}
     * @throws org.tailback.error.InputException as {@link LogGopsSimulation#run}
     */
    public static ReplayResult run(Schedule given, LogGops parameters, long seed) {
        Schedule schedule = PackedSchedule.withoutSections(given);
        LogGopsResult result = LogGopsSimulation.run(schedule, parameters);
        // a local copy, so that the results of ranks do not keep the schedule in memory
        int cpus = schedule.cpus();
        return new ReplayResult(
                Nanoseconds.toSeconds(result.makespan()),
                null,
                new ResultColumns<>(schedule.ranks(), rank -> rank(rank, result, cpus)),
                new ReplayResult.Traffic(result.messages(), result.totals().bytes(), 1, 0),
                Conflicts.UNKNOWN,
                new ReplayResult.Models(Uncontended.NAME, LogGops.NAME, NoLoss.NAME, seed),
                warnings(schedule.approximations(), parameters, result),
                0,
                new ReplayResult.Losses(0, 0),
                List.of(),
                List.of(),
                0,
                Nanoseconds.toSeconds(result.makespan()),
                Optional.empty());
    }

    private static RankResult rank(int rank, LogGopsResult result, int cpus) {
        ScheduleTotals totals = result.totals();
        long calculation = totals.calculation(rank);
        long rest = cpus * result.finishTime(rank) - calculation;
        return new RankResult(
                rank,
                Nanoseconds.toSeconds(result.finishTime(rank)),
                Nanoseconds.toSeconds(calculation),
                Nanoseconds.toSeconds(Math.max(0, rest)),
                totals.sends(rank),
                totals.bytes(rank),
                1,
                0,
                0);
    }

    private static List<String> warnings(List<String> approximations, LogGops parameters, LogGopsResult result) {
        ScheduleTotals totals = result.totals();
        List<String> warnings = new ArrayList<>(approximations);
        if (totals.emptyMessages() > 0 && (parameters.gapPerByte() > 0 || parameters.overheadPerByte() > 0)) {
            warnings.add(totals.emptyMessages()
                    + " messages have 0 bytes: (s-1)O and (s-1)G are negative for them, as in " + "LogGOPSim");
        }
        if (result.lostCompletions() > 0) {
            warnings.add(result.lostCompletions()
                    + (result.lostCompletions() == 1 ? " rendezvous send" : " rendezvous sends")
                    + " never completed, without other effects: matched with a late receive that was declared with an"
                    + " eager size");
        }
        if (result.repeatedCompletions() > 0) {
            warnings.add(
                    result.repeatedCompletions() + " eager sends completed twice: they matched a late receive that was "
                            + "declared with a rendezvous size."
                            + " Operations that depend on them may have started too early");
        }
        if (totals.isCapped()) {
            warnings.add(
                    "Sums of bytes or of calculations do not fit into 64 bits and are given as the largest number");
        }
        return warnings;
    }
}
