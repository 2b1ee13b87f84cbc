/** What the clock, matching and a whole replay cost per operation, and how that grows. */
@NullMarked
package org.tailback.benchmarks.replay;

import org.jspecify.annotations.NullMarked;
