/**
 * How results become JSON and CSV: a field for every component of a record, under its name and in its place. The
 * annotations of this package define the differences. Who writes them is no concern of the results.
 */
@Internal
@NullMarked
package org.tailback.output;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
