/** What an update of a bandwidth-sharing model costs. */
@NullMarked
package org.tailback.benchmarks.sharing;

import org.jspecify.annotations.NullMarked;
