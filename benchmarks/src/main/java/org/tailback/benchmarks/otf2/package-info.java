/** How fast recorded traces are read, and how much memory that takes as they grow. */
package org.tailback.benchmarks.otf2;
