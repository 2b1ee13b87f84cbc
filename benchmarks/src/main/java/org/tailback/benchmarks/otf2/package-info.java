/** How fast recorded traces are read, and how much memory that takes as they grow. */
@NullMarked
package org.tailback.benchmarks.otf2;

import org.jspecify.annotations.NullMarked;
