/** Traces as files of studies name them. */
@Internal
@NullMarked
package org.tailback.study.input;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
