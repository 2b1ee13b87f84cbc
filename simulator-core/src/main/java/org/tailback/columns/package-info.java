/**
 * Tools for columns of primitive arrays: {@link org.tailback.columns.Columns} lets them grow, {@link
 * org.tailback.columns.LongTable} finds rows by keys.
 */
@Internal
@NullMarked
package org.tailback.columns;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
