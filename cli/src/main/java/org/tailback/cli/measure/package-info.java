/**
 * {@code tailback measure}: round trips over TCP, or on a simulated platform. The files that it writes are the input of
 * {@code tailback fit}.
 */
@Internal
@NullMarked
package org.tailback.cli.measure;

import org.jspecify.annotations.NullMarked;
import org.tailback.stability.Internal;
