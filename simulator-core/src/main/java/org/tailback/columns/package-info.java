/**
 * Tools for columns stored as primitive arrays: {@link org.tailback.columns.Columns} enlarges them, and {@link
 * org.tailback.columns.LongTable} maps keys to indices.
 */
@Internal
@NullMarked
package org.tailback.columns;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
