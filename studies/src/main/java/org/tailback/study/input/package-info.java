/** Keys of traces in the files of studies. */
@Internal
@NullMarked
package org.tailback.study.input;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
