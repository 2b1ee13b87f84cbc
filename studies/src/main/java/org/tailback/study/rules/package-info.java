/**
 * Decision rules for Open MPI: a file with the fastest algorithms of a study, which the library reads.
 *
 * <p>{@link org.tailback.study.rules.DecisionRules} compares the fastest algorithm of each cell of a study with the
 * library's own choice. {@link org.tailback.study.rules.TunedRules} writes the file. A cell whose gain is within the
 * error of the model keeps the library's choice.
 */
@Beta
@NullMarked
package org.tailback.study.rules;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
