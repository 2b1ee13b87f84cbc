/**
 * Bandwidth sharing like the network model "SMPI" of SimGrid: weighted max-min with cross traffic.
 */
@Beta
package org.tailback.model.sharing.smpi;

import org.tailback.stability.Beta;
