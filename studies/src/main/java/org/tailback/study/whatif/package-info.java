/**
 * Reductions of a replay's makespan by changes of the platform or the program.
 *
 * <p>{@link org.tailback.study.whatif.WhatIf} lists changes, each with an upper bound from the critical path. {@link
 * org.tailback.study.whatif.Change} is a change whose effect is replayed. {@code ChangedCost} changes the cost of
 * messages, and {@code FasterLinks} changes the links of a model.
 */
@Beta
@NullMarked
package org.tailback.study.whatif;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
