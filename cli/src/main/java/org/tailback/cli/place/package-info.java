/**
 * {@code tailback place}: searches for a placement with a smaller makespan, and writes it as a placement file or as a
 * rankfile of Open MPI.
 */
@Internal
package org.tailback.cli.place;

import org.tailback.stability.Internal;
