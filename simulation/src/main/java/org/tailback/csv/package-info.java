/** Rows of CSV files with a header, and their locations for messages. */
@Internal
@NullMarked
package org.tailback.csv;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
