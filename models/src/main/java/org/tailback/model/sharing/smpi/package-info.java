/**
 * Bandwidth sharing like the network model "SMPI" of SimGrid: weighted max-min with cross traffic.
 *
 * <p>Weights grow with latency, and each message takes a small part of its rate on the route back. With the cost
 * {@code smpi} results can be compared with SimGrid. {@link org.tailback.model.sharing.smpi.Smpi} states the
 * equations.
 */
@Beta
package org.tailback.model.sharing.smpi;

import org.tailback.stability.Beta;
