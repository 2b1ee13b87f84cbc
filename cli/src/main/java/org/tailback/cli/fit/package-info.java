/**
 * {@code tailback fit}: fits the parameters of costs and models to measurements. Text output is a fragment of a
 * platform file with its provenance in comments; JSON and CSV contain the parameters with their standard errors.
 */
@Internal
@NullMarked
package org.tailback.cli.fit;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
