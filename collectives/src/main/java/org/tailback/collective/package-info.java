/**
 * Collective operations as point-to-point messages. A {@link org.tailback.collective.CollectiveSelector} chooses the
 * {@link org.tailback.collective.CollectiveAlgorithm} of each call as an MPI library does, and {@link
 * org.tailback.collective.CollectiveExpansion} replaces the call with the messages of its schedule.
 *
 * <p>A schedule is one rank's part as a sequence of steps. It passes the blocks of data of each message to a {@link
 * org.tailback.collective.CollectiveSink}, so that tests can verify an algorithm by performing it on data. Third-party
 * algorithms and selectors are found by {@link java.util.ServiceLoader}; {@code tailback models} lists the algorithms
 * and selectors of this library.
 */
@Beta
@NullMarked
package org.tailback.collective;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
