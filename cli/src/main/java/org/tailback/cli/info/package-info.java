/**
 * {@code tailback info}: ranks, operations by kind, messages and bytes of a trace, counted without a replay.
 */
@Internal
package org.tailback.cli.info;

import org.tailback.stability.Internal;
