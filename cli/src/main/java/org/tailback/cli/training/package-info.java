/**
 * {@code tailback training}: the time of training steps, and what GPUs wait for in them.
 */
@Internal
package org.tailback.cli.training;

import org.tailback.stability.Internal;
