/**
 * {@code tailback convert}: conversion of a trace to another format. {@link org.tailback.trace.Traces} chooses the
 * writer by its name or by the ending of the output's name; losses of the format are counted and reported.
 */
@Internal
@NullMarked
package org.tailback.cli.convert;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
