/** Charts of predicted and recorded times: of calls, of ranks, and of any rows with both times. */
@Beta
@NullMarked
package org.tailback.study.evaluation;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Beta;
