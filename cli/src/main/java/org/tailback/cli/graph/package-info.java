/**
 * {@code tailback graph}: penalties and finish times of the messages of one contention graph, as a table, as bars over
 * time, and with the reasons that the model gives.
 */
@Internal
@NullMarked
package org.tailback.cli.graph;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
