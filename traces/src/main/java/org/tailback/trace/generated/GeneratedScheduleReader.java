package org.tailback.trace.generated;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.tailback.error.InputException;
import org.tailback.registry.ModelChoice;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.generator.BinomialBroadcast;
import org.tailback.schedule.generator.Dissemination;
import org.tailback.schedule.generator.Halo;
import org.tailback.schedule.generator.LinearAlltoall;
import org.tailback.schedule.generator.RingAllreduceSchedule;
import org.tailback.trace.ScheduleReader;
import org.tailback.trace.TraceContent;
import org.tailback.trace.TraceSample;

/**
 * Generated schedules in the place of GOAL files; the path is the text that names them, such as
 * {@code goal-halo:grid=64x32x32,bytes=8KiB}. Nothing is held in memory for its operations, however many there are.
 */
public final class GeneratedScheduleReader extends ScheduleReader {
    public static final String NAME = "generated-goal";

    static final List<String> NAMES =
            List.of("goal-ring-allreduce", "goal-halo", "goal-alltoall", "goal-dissemination", "goal-broadcast");

    private static final int MOST_DIMENSIONS = 16;

    public GeneratedScheduleReader() {
        super(
                NAME,
                "generated schedule, NAME:key=value,…; NAME is one of " + String.join(", ", NAMES),
                TraceContent.MESSAGES,
                TraceContent.COMPUTE_SECONDS,
                TraceContent.DEPENDENCIES);
    }

    @Override
    public boolean recognises(TraceSample sample) {
        return false;
    }

    @Override
    public boolean isNamedBy(String text) {
        return PatternNames.isAmong(NAMES, text);
    }

    @Override
    public Schedule open(Path path) {
        return schedule(PatternNames.required(NAMES, path));
    }

    private static Schedule schedule(String text) {
        ModelChoice choice = ModelChoice.parse(text);
        if (choice.name().equals("goal-halo")) {
            PatternKeys keys = new PatternKeys(choice, "ranks grid bytes iterations compute");
            int[] grid = keys.grid(MOST_DIMENSIONS);
            return checked(text, () -> Halo.of(keys.iterations(), keys.bytes(), keys.computeNanoseconds(), grid));
        }
        PatternKeys keys = new PatternKeys(choice, "ranks bytes");
        int ranks = keys.ranks();
        long bytes = keys.bytes();
        return checked(text, () -> switch (choice.name()) {
            case "goal-ring-allreduce" -> new RingAllreduceSchedule(ranks, bytes, true);
            case "goal-alltoall" -> new LinearAlltoall(ranks, bytes);
            case "goal-dissemination" -> new Dissemination(ranks, bytes);
            default -> new BinomialBroadcast(ranks, bytes);
        });
    }

    private static Schedule checked(String text, Supplier<Schedule> schedule) {
        try {
            return schedule.get();
        } catch (IllegalArgumentException e) {
            throw InputException.at(text, String.valueOf(e.getMessage()), "");
        }
    }
}
