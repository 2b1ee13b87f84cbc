/** {@code tailback jobs}: several programs and background traffic in one network. */
@Internal
@NullMarked
package org.tailback.cli.jobs;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
