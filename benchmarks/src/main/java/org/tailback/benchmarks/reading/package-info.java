/** How quickly traces are read. */
@NullMarked
package org.tailback.benchmarks.reading;

import org.jspecify.annotations.NullMarked;
