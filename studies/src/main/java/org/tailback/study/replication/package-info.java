/**
 * The same run under several seeds: means, quantiles and confidence intervals
 * ({@link org.tailback.study.replication.Sample}), and when enough runs are done
 * ({@link org.tailback.study.replication.ReplicationPlan}).
 */
@Beta
package org.tailback.study.replication;

import org.tailback.stability.Beta;
