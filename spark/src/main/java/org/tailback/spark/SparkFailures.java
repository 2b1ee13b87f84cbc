package org.tailback.spark;

import com.google.common.base.Joiner;
import com.google.common.base.Throwables;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tailback.error.InputException;

/** Error messages about failures of Spark, for users of studies. */
final class SparkFailures {
    private static final Pattern BAD_INPUT = Pattern.compile("org\\.tailback\\.error\\.InputException: (.*)");
    private static final Pattern TASK = Pattern.compile("Task (\\d{1,9}) in stage");
    private static final Pattern WORKER = Pattern.compile("Lost task [^(]*\\(TID \\d+\\) \\(([^)]*)\\)");

    private static final String RESUME = "Finished runs are kept in --output: continue with --resume";

    private SparkFailures() {}

    /** Returns the error of a context that could not be created. */
    static InputException atStart(Exception failure) {
        return new InputException(
                "--engine spark: Spark cannot start: " + firstLine(failure)
                        + ". Check --spark-master and the system properties spark.*",
                failure);
    }

    /** Returns the error of a failed Spark job, with the runs and the worker in its message. */
    static InputException ofJob(List<? extends List<Integer>> tasks, Throwable failure) {
        String all = chain(failure);
        Matcher input = BAD_INPUT.matcher(all);
        String problem;
        if (input.find()) {
            Matcher worker = WORKER.matcher(all);
            problem = "a Spark worker" + (worker.find() ? " (" + worker.group(1) + ")" : "")
                    + " cannot use the input: " + input.group(1).strip()
                    + ". Study, traces and platforms must be under the same paths on all workers";
        } else if (all.contains("ClassNotFoundException: org.tailback")
                || all.contains("NoClassDefFoundError: org/tailback")) {
            problem = "the Spark workers do not have Tailback's classes."
                    + " Add them with -Dspark.jars=tailback.jar,tailback-spark.jar before -cp";
        } else if (all.contains("SparkContext was shut down")
                || all.contains("stopped SparkContext")
                || all.contains("SparkContext has been shutdown")) {
            problem = "the Spark application was stopped externally, or its master or all its workers have stopped. "
                    + RESUME;
        } else {
            problem = "not performed by Spark: " + firstLine(failure) + ". " + RESUME;
        }
        return new InputException(named(tasks, all) + ": " + problem, failure);
    }

    /** Returns the task named in the message as text; all tasks if the message names none. */
    private static String named(List<? extends List<Integer>> tasks, String message) {
        Matcher task = TASK.matcher(message);
        int named = task.find() ? Integer.parseInt(task.group(1)) : -1;
        boolean known = named >= 0 && named < tasks.size();
        List<Integer> lastTask = tasks.get(known ? named : tasks.size() - 1);
        String first = "run " + tasks.get(known ? named : 0).get(0);
        String last = "run " + lastTask.get(lastTask.size() - 1);
        return first.equals(last) ? first : first + " to " + last;
    }

    private static String chain(Throwable failure) {
        return Joiner.on('\n').join(Throwables.getCausalChain(failure));
    }

    private static String firstLine(Throwable failure) {
        return String.valueOf(failure.getMessage()).strip().split("\n", 2)[0].strip();
    }
}
