/**
 * Replications of a run under several seeds ({@link org.tailback.replication.Replications}): means, quantiles and
 * confidence intervals ({@link org.tailback.replication.Sample}).
 */
@Beta
@NullMarked
package org.tailback.replication;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
