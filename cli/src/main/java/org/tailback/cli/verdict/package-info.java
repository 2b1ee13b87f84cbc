/** Verdicts for decision makers: validity, recommendation, and whether differences exceed the error. */
@Internal
package org.tailback.cli.verdict;

import org.tailback.stability.Internal;
