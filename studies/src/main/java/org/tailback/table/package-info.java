/**
 * Numbers, names and files as studies and the command write them: the shortest decimals of doubles, short names of
 * files, and files that are written as a whole or not at all.
 */
@Internal
@NullMarked
package org.tailback.table;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
