/**
 * {@code tailback training}: the time of training steps, and what GPUs wait for in them.
 */
@Internal
@NullMarked
package org.tailback.cli.training;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
