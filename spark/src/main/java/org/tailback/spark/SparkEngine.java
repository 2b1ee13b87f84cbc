package org.tailback.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.tailback.error.InputException;
import org.tailback.study.engine.StudyEngine;
import org.tailback.study.engine.StudyRuns;

/**
 * Performs the runs of a study on Apache Spark.
 *
 * <p>Spark itself is not part of this artifact: users of the engine add it to the class path.
 */
public final class SparkEngine implements StudyEngine {
    /** The name under which it is found. */
    public static final String NAME = "spark";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public <T, R> Session<T, R> open(StudyRuns<T, R> runs, int threads, @Nullable String master) {
        SparkConf configuration = new SparkConf()
                .setAppName("tailback")
                .setIfMissing("spark.ui.enabled", "false")
                // the driver keeps all results anyway
                .setIfMissing("spark.driver.maxResultSize", "0");
        // elsewhere Spark would load and start Log4j for it
        if (LoggerFactory.getILoggerFactory().getClass().getName().startsWith("org.apache.logging.")) {
            configuration.setIfMissing("spark.log.level", "WARN");
        }
        configuration.setMaster(SparkMaster.of(threads, master, configuration.get("spark.master", "")));
        SparkMaster.requireReachable(configuration.get("spark.master"));
        StudyRuns.Description<T, R> description = runs.elsewhere();
        JavaSparkContext spark = context(configuration);
        return new SparkRuns<>(spark, description, runs) {
            @Override
            public void close() {
                spark.close();
            }
        };
    }

    /** Spark 4.0's Hadoop asks for what Java 24 has taken away. */
    private static JavaSparkContext context(SparkConf configuration) {
        try {
            return new JavaSparkContext(configuration);
        } catch (UnsupportedOperationException e) {
            throw new InputException(
                    "--engine spark: this Spark does not run on Java "
                            + Runtime.version().feature() + " (" + e.getMessage()
                            + "). Use Java 17 or 21, a newer Spark, or --engine local",
                    e);
        } catch (Exception e) {
            throw SparkFailures.atStart(e);
        }
    }

    /** Performs runs in a context that stays open when the session is closed. */
    public static <T, R> Session<T, R> in(JavaSparkContext spark, StudyRuns<T, R> runs) {
        return new SparkRuns<>(spark, runs.elsewhere(), runs);
    }
}
