/**
 * Common parts of the commands: their base class {@code Command}, options shared by several commands, and the user's
 * platform ({@link org.tailback.simulation.Platforms}), by default a star with one node per rank.
 */
@Internal
@NullMarked
package org.tailback.cli.option;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
