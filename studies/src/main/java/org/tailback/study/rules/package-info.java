/**
 * Decision rules for MPI libraries: the fastest algorithms of a study in the files that libraries read.
 *
 * <p>{@link org.tailback.study.rules.DecisionRules} compares the fastest algorithm of each cell of a study with the
 * library's own choice. {@link org.tailback.study.rules.RulesFormat} are the files. A cell whose gain is within the
 * error of the model keeps the library's choice.
 */
@Beta
@NullMarked
package org.tailback.study.rules;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
