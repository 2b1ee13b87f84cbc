/** Verdicts for decision makers: validity, recommendation, and whether differences exceed the error. */
@Internal
@NullMarked
package org.tailback.cli.verdict;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
