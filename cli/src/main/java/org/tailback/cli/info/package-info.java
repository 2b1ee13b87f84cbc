/**
 * {@code tailback info}: ranks, operations by kind, messages and bytes of a trace, counted without a replay.
 */
@Internal
@NullMarked
package org.tailback.cli.info;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
