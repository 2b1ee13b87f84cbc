/**
 * The workloads of studies: a {@link org.tailback.study.workload.Workload} is a trace, a schedule or a generated
 * program with the algorithms of its collective operations. {@code workload.on(platform)} gives a replay that has not
 * begun; several may run at once.
 */
@Beta
package org.tailback.study.workload;

import org.tailback.stability.Beta;
