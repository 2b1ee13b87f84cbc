/** What the clock, matching and a whole replay cost per operation, and how that grows. */
package org.tailback.benchmarks.replay;
