/**
 * The simulated network of this project as a network that can be measured.
 *
 * <p>A fit on a simulated network must return the parameters of the simulation, so that fits are tested without
 * hardware.
 */
@Beta
package org.tailback.fit.simulated;

import org.tailback.stability.Beta;
