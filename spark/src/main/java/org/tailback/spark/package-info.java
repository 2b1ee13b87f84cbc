/**
 * Sweeps on a cluster of Apache Spark. {@link org.tailback.spark.SparkEngine} is found by {@link
 * java.util.ServiceLoader} under the name {@code spark}. Each task performs runs of a study and returns their results.
 * The driver processes the results as on one machine.
 */
@Beta
@NullMarked
package org.tailback.spark;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
