/**
 * Limits of TCP hosts: both directions of a connection, and the sum of a host's incoming and outgoing traffic.
 *
 * <p>{@code HostLimited} wraps a model that has no links for these limits ({@code fair-tree}, {@code gigabit-ethernet},
 * {@code tcp-proportional}). Under {@code max-min} the limits are links of {@link
 * org.tailback.model.topology.HostLimits}.
 */
@Internal
@NullMarked
package org.tailback.model.sharing.host;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
