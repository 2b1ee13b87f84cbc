/**
 * Common parts of the commands: their base class {@code Command}, options that are mixed into several of them, and the
 * platform that the user chose ({@link org.tailback.simulation.Platforms}), by default a star with a node per rank.
 */
@Internal
@NullMarked
package org.tailback.cli.option;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
