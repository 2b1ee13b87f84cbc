/**
 * Numbers, names and files in the output of studies and the command: the shortest decimals of doubles, short names of
 * files, and files that are written completely or not at all.
 */
@Internal
@NullMarked
package org.tailback.table;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
