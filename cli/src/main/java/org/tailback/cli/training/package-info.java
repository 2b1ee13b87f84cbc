/** {@code tailback training}: the time of training steps, and the waiting times of GPUs in them. */
@Internal
@NullMarked
package org.tailback.cli.training;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
