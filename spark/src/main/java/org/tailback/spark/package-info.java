/**
 * Sweeps on a cluster of Apache Spark. {@link org.tailback.spark.SparkEngine} is found by
 * {@link java.util.ServiceLoader} under the name {@code spark}; each task performs runs of the plan and returns their
 * rows. The driver writes the file of results, as on one machine.
 */
@Beta
package org.tailback.spark;

import org.tailback.stability.Beta;
