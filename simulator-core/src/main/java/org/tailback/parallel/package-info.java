/**
 * Independent computations on several threads, with results that do not depend on the number of threads. {@code
 * OrderedTasks} returns all results in order; {@code Workers} delivers each result when it is ready and can be stopped.
 */
@Internal
@NullMarked
package org.tailback.parallel;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
