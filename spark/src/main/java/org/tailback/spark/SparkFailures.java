package org.tailback.spark;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;

/** What failures of Spark mean to the user of a sweep. */
final class SparkFailures {
    private static final Pattern BAD_INPUT = Pattern.compile("org\\.tailback\\.error\\.InputException: (.*)");

    private SparkFailures() {}

    /** No context could be made. */
    static InputException atStart(Exception failure) {
        return new InputException(
                "--engine spark: Spark cannot start: " + firstLine(failure)
                        + ". Check --spark-master and the properties spark.* of this Java",
                failure);
    }

    /** The runs of a task were not performed. */
    static InputException ofRuns(int first, int last, Exception failure) {
        String all = chain(failure);
        Matcher input = BAD_INPUT.matcher(all);
        String problem;
        if (input.find()) {
            problem =
                    "a worker of Spark cannot use the input: " + input.group(1).strip()
                            + ". Study, traces and platforms must be under the same paths on all workers";
        } else if (all.contains("SerializedLambda")
                || all.contains("ClassNotFoundException: org.tailback")
                || all.contains("NoClassDefFoundError: org/tailback")) {
            problem = "the workers of Spark do not have Tailback's classes."
                    + " Give them with -Dspark.jars=tailback.jar,tailback-spark.jar before -cp";
        } else if (all.contains("SparkContext was shut down")
                || all.contains("stopped SparkContext")
                || all.contains("SparkContext has been shutdown")) {
            problem = "the application on Spark was ended from outside, or its master or all its workers are gone."
                    + " What is done is kept in --output: continue with --resume";
        } else {
            problem = "not performed by Spark: " + firstLine(failure)
                    + ". What is done is kept in --output: continue with --resume";
        }
        return new InputException(
                (first == last ? "run " + first : "runs " + first + " to " + last) + ": " + problem, failure);
    }

    private static String chain(Throwable failure) {
        StringBuilder text = new StringBuilder();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            text.append(each).append('\n');
        }
        return text.toString();
    }

    private static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .strip();
    }
}
