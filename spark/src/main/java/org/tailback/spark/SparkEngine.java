package org.tailback.spark;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.parallel.Workers;
import org.tailback.study.sweep.SweepEngine;
import org.tailback.study.sweep.SweepPlan;
import org.tailback.study.sweep.SweepRow;

/**
 * Engine that performs the runs of a sweep on Apache Spark.
 *
 * <p>Spark is not part of this artifact: users of the engine add Spark to the class path.
 */
public final class SparkEngine implements SweepEngine {
    /** Name of the engine in the option {@code --engine}. */
    public static final String NAME = "spark";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean perform(
            SweepPlan plan,
            List<Integer> runs,
            int threads,
            @Nullable String master,
            BooleanSupplier stopped,
            Workers.Receiver<SweepRow> receiver) {
        SparkConf configuration = new SparkConf()
                .setAppName("tailback")
                .setIfMissing("spark.ui.enabled", "false")
                // the driver holds all results anyway
                .setIfMissing("spark.driver.maxResultSize", "0");
        // otherwise Spark would load and start Log4j to set the level
        if (LoggerFactory.getILoggerFactory().getClass().getName().startsWith("org.apache.logging.")) {
            configuration.setIfMissing("spark.log.level", "WARN");
        }
        configuration.setMaster(SparkMaster.of(threads, master, configuration.get("spark.master", "")));
        SparkMaster.requireReachable(configuration.get("spark.master"));
        try (JavaSparkContext spark = context(configuration)) {
            return new SparkRuns(spark, plan).perform(runs, stopped, receiver);
        }
    }

    /** Creates the context. Hadoop in Spark 4.0 uses functions that Java 24 has removed. */
    private static JavaSparkContext context(SparkConf configuration) {
        try {
            return new JavaSparkContext(configuration);
        } catch (UnsupportedOperationException e) {
            throw new InputException(
                    "--engine spark: Spark does not run on Java "
                            + Runtime.version().feature() + " (" + e.getMessage()
                            + "). Use Java 17 or 21, a newer Spark, or --engine local",
                    e);
        } catch (Exception e) {
            throw SparkFailures.atStart(e);
        }
    }
}
