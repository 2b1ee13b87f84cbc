/**
 * Networks inside simulations on <a href="https://cloudsimplus.org">CloudSim Plus</a>: an edge switch on which packets
 * contend, and a clock for networks in user-defined entities.
 */
@Beta
@NullMarked
package org.tailback.cloudsimplus;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
