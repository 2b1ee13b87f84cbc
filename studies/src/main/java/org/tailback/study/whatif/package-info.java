/**
 * Gains in the makespan of a replay from changes of the platform or the program.
 *
 * <p>{@link org.tailback.study.whatif.WhatIf} lists changes and the upper bound of each from the critical path;
 * {@link org.tailback.study.whatif.Change} is a change to be replayed; {@code ChangedCost} and {@code FasterLinks}
 * change the cost of messages and the links of a model.
 */
@Beta
@NullMarked
package org.tailback.study.whatif;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
