package org.tailback.benchmarks.goal;

import java.nio.file.Path;
import org.tailback.model.loggops.LogGops;
import org.tailback.model.loggops.LogGopsResult;
import org.tailback.model.loggops.LogGopsSimulation;
import org.tailback.schedule.Schedule;
import org.tailback.schedule.generator.BinomialBroadcast;
import org.tailback.schedule.generator.Dissemination;
import org.tailback.schedule.generator.Halo;
import org.tailback.schedule.generator.LinearAlltoall;
import org.tailback.schedule.generator.RingAllreduceSchedule;
import org.tailback.trace.goal.GoalFiles;
import org.tailback.trace.goal.GoalFormat;

/**
 * What a script that compares us with LogGOPSim calls, a process for each step:
 *
 * <pre>
 * generate text|binary FILE dissemination RANKS BYTES
 *                           halo ITERATIONS BYTES CALCULATION X Y Z
 *                           ring RANKS BYTES
 *                           alltoall RANKS BYTES
 *                           broadcast RANKS BYTES
 * compile TEXT BINARY       (as txt2bin does)
 * run FILE                  (as LogGOPSim does with its default parameters; prints makespan, messages, unexpected ones)
 * simulate PATTERN …        (the same without a file)
 * </pre>
 */
public final class GoalComparison {
    private GoalComparison() {}

    /** See the class comment. */
    public static void main(String[] arguments) {
        switch (arguments[0]) {
            case "generate" ->
                GoalFiles.write(
                        pattern(arguments, 3),
                        Path.of(arguments[2]),
                        arguments[1].equals("text") ? GoalFormat.TEXT : GoalFormat.BINARY);
            case "compile" -> GoalFiles.convert(Path.of(arguments[1]), Path.of(arguments[2]), GoalFormat.BINARY);
            case "run" -> run(GoalFiles.open(Path.of(arguments[1])));
            case "simulate" -> run(pattern(arguments, 1));
            default -> throw new IllegalArgumentException("unknown step " + arguments[0]);
        }
    }

    private static void run(Schedule schedule) {
        long start = System.nanoTime();
        LogGopsResult result = LogGopsSimulation.run(schedule, LogGops.DEFAULT);
        long milliseconds = (System.nanoTime() - start) / 1_000_000;
        System.out.println("makespan " + result.makespan() + " ns, " + result.messages() + " messages, "
                + result.unexpectedMessages() + " unexpected, simulated in " + milliseconds + " ms");
    }

    private static Schedule pattern(String[] arguments, int at) {
        int[] numbers = new int[arguments.length - at - 1];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Integer.parseInt(arguments[at + 1 + i]);
        }
        return switch (arguments[at]) {
            case "dissemination" -> new Dissemination(numbers[0], numbers[1]);
            case "halo" -> Halo.of(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
            case "ring" -> new RingAllreduceSchedule(numbers[0], numbers[1], true);
            case "alltoall" -> new LinearAlltoall(numbers[0], numbers[1]);
            case "broadcast" -> new BinomialBroadcast(numbers[0], numbers[1]);
            default -> throw new IllegalArgumentException("unknown pattern " + arguments[at]);
        };
    }
}
