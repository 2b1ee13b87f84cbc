/** How quickly traces are read. */
package org.tailback.benchmarks.reading;
