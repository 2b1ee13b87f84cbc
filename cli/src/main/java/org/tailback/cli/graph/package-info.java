/**
 * {@code tailback graph}: penalties and finish times of the messages of one contention graph, as a table, as bars over
 * time, and with the model's explanations.
 */
@Internal
@NullMarked
package org.tailback.cli.graph;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
