/**
 * Proportionally fair sharing between TCP connections, with acknowledgements and slowed receivers: a model of this
 * project.
 *
 * <p>Rates maximise the sum of weight times logarithm of the rate within the capacities of senders and receivers.
 * Newton's method finds the prices of the capacities. Solved connected parts are remembered by shape.
 * {@link org.tailback.model.sharing.proportional.TcpProportional} states the equations.
 */
@Beta
package org.tailback.model.sharing.proportional;

import org.tailback.stability.Beta;
