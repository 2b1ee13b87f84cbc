package org.tailback.cli.option;

import org.jspecify.annotations.Nullable;
import org.tailback.error.InputException;
import org.tailback.study.engine.EngineChoice;
import org.tailback.study.engine.LocalEngine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the place where runs are performed, and how many at once. */
public final class EngineOptions {
    @Mixin
    private final ThreadsOption threads = new ThreadsOption();

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            description = "local, or spark where it is on the class path (default: local)")
    private String engine = LocalEngine.NAME;

    @Option(
            names = "--spark-master",
            paramLabel = "URL",
            description = "Spark's master, such as spark://host:7077"
                    + " (default: what spark.master says, else this machine)")
    private @Nullable String sparkMaster;

    /**
     * Returns the engine with its settings.
     *
     * @throws InputException if there is none of this name, or options contradict each other
     */
    public EngineChoice choice() {
        if (sparkMaster != null && engine.equals(LocalEngine.NAME)) {
            throw new InputException("--spark-master is for --engine spark");
        }
        return EngineChoice.of(engine, threads.chosen().orElse(0), sparkMaster);
    }
}
