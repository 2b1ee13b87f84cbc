/**
 * {@code tailback place}: searches for a placement with a smaller makespan, and writes it as a placement file or as a
 * rankfile of Open MPI.
 */
@Internal
@NullMarked
package org.tailback.cli.place;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
