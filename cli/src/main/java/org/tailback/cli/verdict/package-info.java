/** Verdicts for decision makers: validity, recommendation, and significance of differences. */
@Internal
@NullMarked
package org.tailback.cli.verdict;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
