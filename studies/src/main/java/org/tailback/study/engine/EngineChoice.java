package org.tailback.study.engine;

import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.settings.Suggestion;

/**
 * An engine with its settings.
 *
 * @param engine the place where runs are performed
 * @param threads number of runs at once on this machine; 0 to let the engine decide
 * @param master cluster that performs them, as the engine names it; null for the engine's default
 */
public record EngineChoice(
        StudyEngine engine, int threads, @Nullable String master) {
    /**
     * Returns the cores of this machine.
     *
     * @param threads number of runs at once; 0 for one on each core
     */
    public static EngineChoice local(int threads) {
        return new EngineChoice(new LocalEngine(), threads, null);
    }

    /**
     * Returns the engine of a name.
     *
     * @throws InputException if there is none on the class path; for {@code spark} the message says how to get it
     */
    public static EngineChoice of(String name, int threads, @Nullable String master) {
        List<StudyEngine> engines = ServiceLoader.load(StudyEngine.class, EngineChoice.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        for (StudyEngine candidate : engines) {
            if (candidate.name().equals(name)) {
                return new EngineChoice(candidate, threads, master);
            }
        }
        if (name.equals("spark")) {
            throw new InputException(
                    "the engine 'spark' is not on the class path. It is in the artifact tailback-spark and "
                            + "needs Apache Spark 4 beside it: java -cp "
                            + "'tailback.jar:tailback-spark.jar:SPARK_HOME/jars/*' "
                            + "org.tailback.cli.Main …; see docs/studies/spark.md");
        }
        List<String> names = engines.stream().map(StudyEngine::name).toList();
        throw new InputException("unknown engine '" + name + "'. " + Suggestion.of(name, names) + "Valid: "
                + String.join(", ", names) + ", spark");
    }

    /** Prepares the engine for the runs of a study, as {@link StudyEngine#open}. */
    public <T, R> StudyEngine.Session<T, R> open(StudyRuns<T, R> runs) {
        return engine.open(runs, threads, master);
    }
}
