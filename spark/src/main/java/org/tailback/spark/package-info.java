/** Sweeps on a cluster of Apache Spark. */
package org.tailback.spark;
