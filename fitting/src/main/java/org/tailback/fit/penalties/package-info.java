/**
 * Estimation of penalties from measured times.
 *
 * <p>{@link org.tailback.fit.penalties.GigabitEthernetFit} estimates beta and gamma of the Gigabit Ethernet model
 * (Vienne et al. 2008). {@link org.tailback.fit.penalties.PenaltyEstimation} estimates the first penalties of any
 * measured graph from the penalties of smaller graphs (Martinasso and Mehaut 2011, section 3.3). A library of measured
 * shapes can serve as a model.
 */
@Beta
@NullMarked
package org.tailback.fit.penalties;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
