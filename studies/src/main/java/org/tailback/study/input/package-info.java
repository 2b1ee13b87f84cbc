/** Traces as files of studies name them. */
@Internal
package org.tailback.study.input;

import org.tailback.stability.Internal;
