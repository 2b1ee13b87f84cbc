package org.tailback.study.sweep;

import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.parallel.OrderedTasks;
import org.tailback.parallel.Workers;
import org.tailback.settings.Suggestion;

/** Executor of the runs of a sweep. Engines other than {@link #LOCAL} are registered with {@link ServiceLoader}. */
public interface SweepEngine {
    /** Engine that uses the cores of this machine. */
    SweepEngine LOCAL = new SweepEngine() {
        @Override
        public String name() {
            return "local";
        }

        @Override
        public boolean perform(
                SweepPlan plan,
                List<Integer> runs,
                int threads,
                @Nullable String master,
                BooleanSupplier stopped,
                Workers.Receiver<SweepRow> receiver) {
            List<Callable<SweepRow>> tasks = Lists.transform(runs, run -> () -> plan.perform(run));
            try (Workers workers = new Workers(threads == 0 ? OrderedTasks.allThreads() : threads)) {
                return workers.each(tasks, stopped, receiver);
            }
        }
    };

    /** Returns the name by which users choose the engine, such as {@code local}. */
    String name();

    /**
     * Performs runs. The calling thread receives each row when it is complete, in any order.
     *
     * @param runs numbers of the runs in the plan
     * @param threads number of concurrent runs on this machine; 0 lets the engine decide
     * @param master the engine's name of the cluster that performs the runs; null for the engine's default
     * @param stopped returns true when no more runs are to be started or awaited
     * @return false if the engine was stopped before all runs were done
     * @throws InputException if the engine or a file cannot be used
     */
    boolean perform(
            SweepPlan plan,
            List<Integer> runs,
            int threads,
            @Nullable String master,
            BooleanSupplier stopped,
            Workers.Receiver<SweepRow> receiver);

    /**
     * Returns the engine with a name.
     *
     * @throws InputException if the class path has no engine with this name; for {@code spark} the message explains how
     *     to add the engine
     */
    static SweepEngine named(String name) {
        List<SweepEngine> engines = new ArrayList<>(List.of(LOCAL));
        ServiceLoader.load(SweepEngine.class, SweepEngine.class.getClassLoader())
                .forEach(engines::add);
        List<String> names = engines.stream().map(SweepEngine::name).toList();
        return engines.stream()
                .filter(engine -> engine.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new InputException(
                        name.equals("spark")
                                ? "the engine 'spark' is not on the class path. It is in the artifact tailback-spark and "
                                        + "needs Apache Spark 4 next to it: java -cp "
                                        + "'tailback.jar:tailback-spark.jar:SPARK_HOME/jars/*' "
                                        + "org.tailback.cli.Main …; see docs/studies/spark.md"
                                : "unknown engine '" + name + "'. " + Suggestion.of(name, names) + "Valid: "
                                        + String.join(", ", names) + ", spark"));
    }
}
